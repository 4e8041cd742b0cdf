"""Matches between players: duplicate and ring, reproducible, and resumed after an interruption."""

from railbird.arena.match import Match, MatchTable
from railbird.arena.play import play_match
from railbird.arena.result import Forfeit, MatchResult, PlayerResult

__all__ = ["Forfeit", "Match", "MatchResult", "MatchTable", "PlayerResult", "play_match"]
