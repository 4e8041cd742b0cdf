"""Matches between players: duplicate and ring, reproducible, and resumed after an interruption."""

from railbird.arena.forfeits import Forfeit, Forfeited
from railbird.arena.league import League
from railbird.arena.league_play import play_league
from railbird.arena.league_result import LeagueResult
from railbird.arena.match import Match, MatchTable
from railbird.arena.play import play_match
from railbird.arena.result import MatchResult, PlayerResult

__all__ = [
    "Forfeit",
    "Forfeited",
    "League",
    "LeagueResult",
    "Match",
    "MatchResult",
    "MatchTable",
    "PlayerResult",
    "play_league",
    "play_match",
]
