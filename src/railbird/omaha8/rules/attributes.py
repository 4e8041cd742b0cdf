"""The attributes of four cards that Ho (2015, Table 3.4) gives a value by regression."""

from __future__ import annotations

import numpy as np

from railbird.cards.card import RANKS
from railbird.omaha8.rules.features import LOW, Bools, Features

SUITED = {
    "suited_AABB": "double-suited",
    "suited_AABC": "two of a suit",
    "suited_AAAB": "three of a suit",
    "suited_AAAA": "four of a suit",
    "suited_ABCD": "four suits",
}
LOWS = "A" + LOW
"""The ranks that can be in a low hand."""

CONNECTORS = ("65", "76", "87", "98", "T9", "JT", "QJ", "KQ")
RANGES = range(2, 8)

Columns = dict[str, Bools]


def attributes(hands: Features) -> Columns:
    """All attributes in the order of Figure 4.4, without the blind."""
    return {
        **_suits(hands),
        **_ranks(hands),
        **_pairs(hands),
        **{f"low_card_{n}": hands.different(LOWS) == n for n in (2, 3, 4)},
        **_suited_cards(hands),
        **_connectors(hands),
        **{f"range{n}": hands.distance == n for n in RANGES},
    }


def filtered(columns: Columns) -> Columns:
    """Those that are left in Figure 4.6: no connectors, and no high cards of a suit."""
    gone = set(_suited_names()) | {f"c{pair}{end}" for pair in CONNECTORS for end in ("", "s")}
    return {name: column for name, column in columns.items() if name not in gone}


def _suits(hands: Features) -> Columns:
    return {code: hands.suited(name) for code, name in SUITED.items()}


def _ranks(hands: Features) -> Columns:
    """Ranks that are there once; a low one apart if the hand can make a low."""
    low = hands.different(LOWS) >= 2
    return {
        **{f"hasBare{rank}": hands.times(rank, 1) & ~low for rank in LOWS},
        **{f"has{rank}": hands.times(rank, 1) for rank in "9TJQK"},
        **{f"hasLow{rank}": hands.times(rank, 1) & low for rank in LOWS},
    }


def _pairs(hands: Features) -> Columns:
    pairs = hands.sets(2)
    return {
        **{f"hasPair{rank}": hands.times(rank, 2) for rank in LOWS + "9TJQK"},
        "is_one_pair": pairs == 1,
        "is_two_pair": pairs == 2,
        "is_trips": hands.sets(3) == 1,
        "is_quads": hands.sets(4) == 1,
    }


def _suited_names() -> list[str]:
    return [f"suited{rank}" for rank in "AKQJ"]


def _suited_cards(hands: Features) -> Columns:
    """A high card with a lower one of its suit. The ace is low, so none is lower than it."""
    from_ace = np.roll(hands.grouped, 1, axis=2)
    places = (0, *(RANKS.index(rank) + 1 for rank in "KQJ"))
    lower = [np.any(from_ace[:, :, :place], axis=2) for place in places]
    found = [
        np.asarray(np.any(from_ace[:, :, place] & below, axis=1))
        for place, below in zip(places, lower, strict=True)
    ]
    return dict(zip(_suited_names(), found, strict=True))


def _connectors(hands: Features) -> Columns:
    found: Columns = {}
    for suited in (False, True):
        for pair in CONNECTORS:
            places = [RANKS.index(rank) for rank in pair]
            held = hands.grouped[:, :, places] if suited else hands.ranks[:, None, places] > 0
            found[f"c{pair}{'s' * suited}"] = np.asarray(np.any(np.all(held, axis=2), axis=1))
    return found
