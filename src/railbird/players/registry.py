"""Players by the names that the command line knows them by."""

from __future__ import annotations

from collections.abc import Callable

from railbird.errors import OptionError
from railbird.players.base import Player
from railbird.players.simple import (
    AlwaysCall,
    AlwaysFold,
    AlwaysRaise,
    Bluffer,
    RandomPlayer,
    RulePlayer,
)

PLAYERS: dict[str, Callable[[str], Player]] = {
    "always-call": AlwaysCall,
    "always-raise": AlwaysRaise,
    "always-fold": AlwaysFold,
    "random": RandomPlayer,
    "rules": RulePlayer,
    "bluffer": Bluffer,
}
"""Kinds of players; each is made with the name it plays under."""


def make_player(text: str) -> Player:
    """A player from ``KIND`` or ``NAME=KIND``, such as ``random`` or ``Bob=always-call``.

    Examples
    --------
    >>> make_player("Bob=always-call").name
    'Bob'
    """
    name, _, kind = text.rpartition("=")
    if kind not in PLAYERS:
        raise OptionError(f"player {kind!r} is not known: choose {', '.join(PLAYERS)}")
    return PLAYERS[kind](name or kind)
