"""Simbot, which simulates the rest of the hand."""

from railbird.players.simbot.player import Simbot

__all__ = ["Simbot"]
