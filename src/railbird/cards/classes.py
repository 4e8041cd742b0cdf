"""Starting-hand classes: 169 in hold'em, 16,432 in Omaha.

A class is a set of hands that differ only in the names of their suits.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.cards.card import RANKS, Card, HoleCards
from railbird.cards.index import all_sets, colex_index
from railbird.cards.suits import canonical_signatures
from railbird.errors import CardError, HandSizeError


def _grid_name(row: int, column: int) -> str:
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


HOLDEM_CLASSES: tuple[str, ...] = tuple(_grid_name(i // 13, i % 13) for i in range(169))
"""Names of the 169 classes in the order of the 13×13 grid: aces first, suited above the diagonal.

Class i is in row i // 13, column i % 13.
"""

_CLASS_OF_NAME = {name: i for i, name in enumerate(HOLDEM_CLASSES)}


@cache
def holdem_hands() -> npt.NDArray[np.uint8]:
    """The 1,326 hold'em hands in order of colex index, shape (1326, 2), low card first."""
    hands = all_sets(2)
    hands.setflags(write=False)
    return hands


@cache
def holdem_class_of_hand() -> npt.NDArray[np.uint8]:
    """Class of each of the 1,326 hands (by colex index)."""
    low, high = holdem_hands().T.astype(np.int64)
    suited = (low & 3) == (high & 3)
    row, column = 12 - (high >> 2), 12 - (low >> 2)
    grid = np.where(suited, 13 * row + column, 13 * column + row)
    classes: npt.NDArray[np.uint8] = grid.astype(np.uint8)
    classes.setflags(write=False)
    return classes


def holdem_class(hand: HoleCards | str) -> str:
    """Name of the class of a hand.

    Examples
    --------
    >>> holdem_class("KcAc"), holdem_class("7h7d"), holdem_class("2s3d")
    ('AKs', '77', '32o')
    """
    hand = HoleCards.parse(hand) if isinstance(hand, str) else hand
    if len(hand) != 2:
        raise HandSizeError(f"{hand} has {len(hand)} cards; a hold'em hand has two")
    return HOLDEM_CLASSES[int(holdem_class_of_hand()[colex_index(hand)])]


def holdem_class_index(name: str) -> int:
    """Position of a class in `HOLDEM_CLASSES`; the name is like ``AKs``, ``77`` or ``32o``."""
    try:
        return _CLASS_OF_NAME[name]
    except KeyError:
        raise CardError(f"{name!r} is not a hold'em hand class such as AKs, 77 or 32o") from None


@cache
def _omaha_tables() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The class of each of the 270,725 hands, then a representative and the size of each class."""
    hands = all_sets(4)
    signatures, orbits = canonical_signatures(hands)
    _, first, classes = np.unique(signatures, axis=0, return_index=True, return_inverse=True)
    tables = (
        classes.reshape(-1).astype(np.uint16),
        hands[first],
        orbits[first].astype(np.uint8),
    )
    for table in tables:
        table.setflags(write=False)
    return tables


def omaha_class_of_hand() -> npt.NDArray[np.uint16]:
    """Class 0…16,431 of each of the 270,725 hands (by colex index)."""
    return _omaha_tables()[0]


def omaha_classes() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """A representative hand of each class, shape (16432, 4), and the sizes of the classes."""
    return _omaha_tables()[1], _omaha_tables()[2]


def omaha_class_index(hand: HoleCards | str) -> int:
    """Class 0…16,431 of an Omaha hand.

    Examples
    --------
    >>> omaha_class_index("AsAd2s3d") == omaha_class_index("AhAc2h3c")
    True
    """
    return int(omaha_class_of_hand()[colex_index(_omaha_hand(hand))])


def omaha_class(hand: HoleCards | str) -> str:
    """Name of the class of an Omaha hand; brackets enclose the ranks of one suit.

    Examples
    --------
    >>> omaha_class("AsAd2s3d"), omaha_class("AsKdQh2h"), omaha_class("7c7d7h7s")
    ('(A3)(A2)', '(Q2)AK', '7777')
    """
    by_suit: dict[int, list[Card]] = {}
    for card in _omaha_hand(hand):
        by_suit.setdefault(card.suit, []).append(card)
    groups = sorted(([c.rank for c in cards] for cards in by_suit.values()), reverse=True)
    suited = ["(" + "".join(RANKS[r] for r in g) + ")" for g in groups if len(g) > 1]
    single = [RANKS[g[0]] for g in groups if len(g) == 1]
    return "".join(sorted(suited, key=lambda g: -len(g)) + single)


def _omaha_hand(hand: HoleCards | str) -> HoleCards:
    hand = HoleCards.parse(hand) if isinstance(hand, str) else hand
    if len(hand) != 4:
        raise HandSizeError(f"{hand} has {len(hand)} cards; an Omaha hand has four")
    return hand
