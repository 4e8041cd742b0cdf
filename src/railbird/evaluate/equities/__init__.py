"""Equities: shares of the pot, counted exactly or sampled."""

from railbird.evaluate.equities.equity import EquityResult, PlayerEquity, PotShares

__all__ = ["EquityResult", "PlayerEquity", "PotShares"]
