"""Named players: Jagbots, Pokis and Simbots with parameters of their own.

A personality is a set of parameters and nothing else. The advanced table of Sêca (2008) has five
different Pokis and two Simbots. Among them are a loose-aggressive one and a moderate one that likes
to check-raise. The beginners' table has seven different Jagbots and a tight, deceptive Poki. The
document does not say how the Jagbots differ. Ours differ in how many hands they play and how often
they bet: basic, loose, tight, aggressive, passive, and two that are both at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from railbird.players.base import Player
from railbird.players.jagbot import Basics, Jagbot
from railbird.players.poki.player import Poki, PokiStyle
from railbird.players.poki.preflop import PreflopStyle
from railbird.players.simbot.player import Simbot

MODERATE = PokiStyle()
LOOSE_AGGRESSIVE = PokiStyle(
    preflop=PreflopStyle(loose=1.5, aggressive=1.4),
    bet=0.46,
    raise_=0.54,
    call=0.85,
    bluff=0.6,
    semi_bluff=0.9,
    slow_play=0.05,
)
TIGHT = PokiStyle(
    preflop=PreflopStyle(loose=0.75, aggressive=0.8),
    bet=0.54,
    raise_=0.66,
    call=1.05,
    bluff=0.15,
    semi_bluff=0.4,
    slow_play=0.05,
)
TRICKY = PokiStyle(slow_play=0.5, bluff=0.45, semi_bluff=0.7)
"""Moderate, but it often checks a strong hand and then raises."""

TIGHT_DECEPTIVE = PokiStyle(
    preflop=PreflopStyle(loose=0.75, aggressive=0.8),
    bet=0.54,
    raise_=0.66,
    call=1.05,
    bluff=0.6,
    semi_bluff=0.7,
    slow_play=0.4,
)
PASSIVE = PokiStyle(
    preflop=PreflopStyle(loose=1.3, aggressive=0.5),
    bet=0.60,
    raise_=0.75,
    call=0.8,
    bluff=0.1,
    semi_bluff=0.2,
)
GENERIC = PokiStyle(generic=True)
"""Moderate; it treats all opponents alike."""

NETWORK = PokiStyle(network=True)
"""Moderate; a neural network tells what the others do."""

PERSONALITIES: Mapping[str, Callable[[str], Player]] = MappingProxyType(
    {
        "jagbot": Jagbot,
        "jagbot-loose": partial(Jagbot, basics=Basics(early=6, middle=8, late=9, against_raise=5)),
        "jagbot-tight": partial(Jagbot, basics=Basics(early=3, middle=4, late=6, against_raise=2)),
        "jagbot-aggressive": partial(Jagbot, basics=Basics(raises=4, bet=0.45, raise_=0.75)),
        "jagbot-passive": partial(Jagbot, basics=Basics(raises=1, bet=0.70, raise_=0.95, call=0.5)),
        "jagbot-maniac": partial(
            Jagbot,
            basics=Basics(
                early=6, middle=8, late=9, raises=4, against_raise=5, bet=0.45, raise_=0.75
            ),
        ),
        "jagbot-rock": partial(
            Jagbot,
            basics=Basics(
                early=3, middle=4, late=6, raises=1, against_raise=2, bet=0.70, raise_=0.95
            ),
        ),
        "poki": Poki,
        "poki-loose": partial(Poki, style=LOOSE_AGGRESSIVE),
        "poki-tight": partial(Poki, style=TIGHT),
        "poki-tricky": partial(Poki, style=TRICKY),
        "poki-sly": partial(Poki, style=TIGHT_DECEPTIVE),
        "poki-passive": partial(Poki, style=PASSIVE),
        "poki-generic": partial(Poki, style=GENERIC),
        "poki-network": partial(Poki, style=NETWORK),
        "simbot": Simbot,
        "simbot-loose": partial(Simbot, style=LOOSE_AGGRESSIVE),
        "simbot-tight": partial(Simbot, style=TIGHT),
    }
)
"""Makers of players by kind. Each takes the name that the player plays under."""


def personality(kind: str, name: str) -> Player:
    """Make a player of a kind.

    Examples
    --------
    >>> personality("poki-loose", "Ogo Pogo").name
    'Ogo Pogo'
    """
    return PERSONALITIES[kind](name)
