"""Sessions of our own players, from which models of players are trained and scored.

Each session has a table of its own, drawn at random: its size, and the kind of every player. The
players start as strangers and learn, if they learn at all.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from railbird.arena.match import Match, MatchTable
from railbird.players import make_player
from railbird.table import table_rules
from railbird.table.hand import Hand

SESSIONS, HANDS = 60, 150
"""Sessions, and hands in each."""

STACK = 400
SEATS = (2, 2, 3, 4, 6, 8, 9)
"""The sizes of tables, each as likely as its place here."""

FAMILIES = {
    "simple": ("always-call", "always-raise", "random", "rules", "bluffer", "teddy"),
    "jagbot": (
        "jagbot", "jagbot-loose", "jagbot-tight", "jagbot-aggressive", "jagbot-passive",
    ),
    "poki": ("poki", "poki-loose", "poki-tight", "poki-tricky", "poki-sly", "poki-passive"),
    "simbot": ("simbot", "simbot-loose", "simbot-tight"),
    "hubot": ("hubot", "hubot-v90", "hubot-v113b"),
    "heads-up": ("sparbot", "vexbot", "vexbot-miximix"),
}  # fmt: skip
"""The kinds that sit down. Those of the last family play only at tables of two."""


def family_of(player: str) -> str:
    """The family of a player of a session, from their name."""
    kind = player.partition(" ")[2]
    return next(family for family, kinds in FAMILIES.items() if kind in kinds)


def seat_session(number: int) -> list[str]:
    """The players of a session, as in ``0 poki=poki``.

    Examples
    --------
    >>> seat_session(3) == seat_session(3) != seat_session(4)
    True
    """
    rng = np.random.default_rng([1999, number])
    seats = int(rng.choice(SEATS))
    families = [family for family in FAMILIES if seats == 2 or family != "heads-up"]
    kinds = [str(rng.choice(FAMILIES[str(rng.choice(families))])) for _ in range(seats)]
    return [f"{i} {kind}={kind}" for i, kind in enumerate(kinds)]


def play_sessions(first: int, last: int, *, hands: int = HANDS) -> Iterator[list[Hand]]:
    """Play the sessions from one number up to before another."""
    for number in range(first, last):
        players = [make_player(text) for text in seat_session(number)]
        match = Match(table_rules(len(players)), (STACK,) * len(players), hands, seed=number)
        yield [hand for hand, _ in MatchTable(match, players).play()]
