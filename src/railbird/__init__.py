"""railbird: a poker workbench.

This is the front door: the names below are public and promised, and each is loaded when it is first
used, so that ``import railbird`` itself costs next to nothing.

Examples
--------
>>> import railbird
>>> round(railbird.equity("AcKc", "7h6h").equities[0], 4)
0.6036
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from railbird.version import __version__

if TYPE_CHECKING:
    from railbird.analysis import aivat, analyze, mivat, summarise
    from railbird.arena import Match, MatchResult, play_match
    from railbird.cards import Range
    from railbird.evaluate import equity, rank
    from railbird.history import Library, read_hands, write_hands
    from railbird.players import PLAYERS, Player, make_player
    from railbird.table import Hand, Rules, table_rules
    from railbird.tournament import bubble_factors, icm, jam

__all__ = [
    "PLAYERS",
    "Hand",
    "Library",
    "Match",
    "MatchResult",
    "Player",
    "Range",
    "Rules",
    "__version__",
    "aivat",
    "analyze",
    "bubble_factors",
    "equity",
    "icm",
    "jam",
    "make_player",
    "mivat",
    "play_match",
    "rank",
    "read_hands",
    "summarise",
    "table_rules",
    "write_hands",
]

_ROOMS = {
    "analysis": ("aivat", "analyze", "mivat", "summarise"),
    "arena": ("Match", "MatchResult", "play_match"),
    "cards": ("Range",),
    "divat": (),
    "evaluate": ("equity", "rank"),
    "history": ("Library", "read_hands", "write_hands"),
    "players": ("PLAYERS", "Player", "make_player"),
    "table": ("Hand", "Rules", "table_rules"),
    "tournament": ("bubble_factors", "icm", "jam"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}


if not TYPE_CHECKING:  # a type checker is to find names that do not exist

    def __getattr__(name: str) -> Any:
        if name in _ROOM_OF:
            value = getattr(import_module(f"railbird.{_ROOM_OF[name]}"), name)
        elif name in _ROOMS:
            value = import_module(f"railbird.{name}")
        else:
            raise AttributeError(f"module 'railbird' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
