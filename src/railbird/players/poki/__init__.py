"""Poki, a formula-based player that models its opponents."""

from railbird.players.poki.player import Poki

__all__ = ["Poki"]
