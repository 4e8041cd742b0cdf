"""The agents. All of them implement one small protocol."""

from railbird.players.base import Player, Plays, Seat
from railbird.players.registry import PLAYERS, make_player, make_players
from railbird.players.simple import AlwaysCall, AlwaysFold, AlwaysRaise, RandomPlayer, RulePlayer

__all__ = [
    "PLAYERS",
    "AlwaysCall",
    "AlwaysFold",
    "AlwaysRaise",
    "Player",
    "Plays",
    "RandomPlayer",
    "RulePlayer",
    "Seat",
    "make_player",
    "make_players",
]
