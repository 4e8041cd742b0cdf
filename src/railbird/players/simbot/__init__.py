"""Simbot, a player that simulates the rest of the hand."""

from railbird.players.simbot.player import Simbot

__all__ = ["Simbot"]
