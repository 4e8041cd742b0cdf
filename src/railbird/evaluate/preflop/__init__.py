"""Hold'em before the flop: how two or three all-in hands finish, from shipped tables."""

from railbird.evaluate.preflop.pairs import ClassMatchups, Matchups, class_matchups, matchups
from railbird.evaluate.preflop.three_way import ThreeWay

__all__ = [
    "ClassMatchups",
    "Matchups",
    "ThreeWay",
    "class_matchups",
    "matchups",
]
