"""Poki, a formula-based player with an opponent model."""

from railbird.players.poki.player import Poki

__all__ = ["Poki"]
