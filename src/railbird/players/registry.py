"""The players by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

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

PERSONALITIES = (
    "jagbot",
    "jagbot-loose",
    "jagbot-tight",
    "jagbot-aggressive",
    "jagbot-passive",
    "poki",
    "poki-loose",
    "poki-tight",
    "poki-tricky",
    "poki-sly",
    "poki-passive",
    "poki-generic",
    "simbot",
    "simbot-loose",
    "simbot-tight",
)
"""The kinds in `railbird.players.personalities`. That module is imported only when one is made."""


def _personality(kind: str) -> Callable[[str], Player]:
    def make(name: str) -> Player:
        from railbird.players.personalities import personality

        return personality(kind, name)

    return make


HUBOTS = ("hubot", "hubot-v90", "hubot-v113b")
"""The versions in `railbird.players.hubot.player`, imported only when one of them is made."""


def _hubot(kind: str) -> Callable[[str], Player]:
    def make(name: str) -> Player:
        from railbird.players.hubot.player import VERSIONS, HuBot

        return HuBot(name, version=VERSIONS[kind])

    return make


def _sparbot(name: str) -> Player:
    from railbird.players.sparbot.player import Sparbot

    return Sparbot(name)


def _vexbot(name: str) -> Player:
    from railbird.players.vexbot.player import Vexbot

    return Vexbot(name)


def _miximix(name: str) -> Player:
    from railbird.players.vexbot.player import TEMPERATURE, Vexbot

    return Vexbot(name, temperature=TEMPERATURE)


PLAYERS: dict[str, Callable[[str], Player]] = {
    "always-call": AlwaysCall,
    "always-raise": AlwaysRaise,
    "always-fold": AlwaysFold,
    "random": RandomPlayer,
    "rules": RulePlayer,
    "bluffer": Bluffer,
    "sparbot": _sparbot,
    "vexbot": _vexbot,
    "vexbot-miximix": _miximix,
    **{kind: _hubot(kind) for kind in HUBOTS},
    **{kind: _personality(kind) for kind in PERSONALITIES},
}
"""Makers of players by kind. Each takes the name that the player plays under."""


def make_player(text: str) -> Player:
    """Make a player from ``KIND`` or ``NAME=KIND``, such as ``random`` or ``Bob=always-call``.

    Examples
    --------
    >>> make_player("Bob=always-call").name
    'Bob'
    """
    name, _, kind = text.rpartition("=")
    if kind not in PLAYERS:
        raise OptionError(f"player {kind!r} is not known: choose {', '.join(PLAYERS)}")
    return PLAYERS[kind](name or kind)


def make_players(texts: Iterable[str], *, taken: Collection[str] = ()) -> list[Player]:
    """Make the players of a table. Equal names get numbers, and so do names that are ``taken``.

    Examples
    --------
    >>> [player.name for player in make_players(["rules", "Bob=random", "rules"])]
    ['rules', 'Bob', 'rules-2']
    """
    players = [make_player(text) for text in texts]
    asked, used = {player.name for player in players}, set(taken)
    for player in players:
        name, number = player.name, 1
        while name in used or (number > 1 and name in asked):
            number += 1
            name = f"{player.name}-{number}"
        player.name = name
        used.add(name)
    return players
