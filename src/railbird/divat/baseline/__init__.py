"""The baseline of DIVAT: its parameters, and its exact values before the flop."""

from railbird.divat.baseline.settings import STANDARD, Settings

__all__ = ["STANDARD", "Settings"]
