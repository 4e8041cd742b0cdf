"""Combinatorial (colex) index of k-card sets, and its inverse.

The set c_1 < c_2 < … < c_k has index C(c_1, 1) + C(c_2, 2) + … + C(c_k, k). It runs from 0 to
C(52, k) − 1, does not depend on the size of the deck, and sorts sets by their highest card first.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card, check_distinct

BINOMIAL = np.array([[comb(n, k) for k in range(10)] for n in range(54)], dtype=np.int64)
"""``BINOMIAL[n, k]`` for n up to 53 and k up to 9."""


def colex_index(cards: Iterable[int]) -> int:
    """Index of a set of cards, in any order.

    Examples
    --------
    >>> colex_index([0, 1]), colex_index([51, 50])
    (0, 1325)
    """
    ordered = sorted(int(Card(c)) for c in cards)
    check_distinct(ordered, what="the card set")
    return sum(comb(c, i + 1) for i, c in enumerate(ordered))


def colex_cards(index: int, size: int) -> tuple[Card, ...]:
    """The set of ``size`` cards with this index, lowest card first.

    Examples
    --------
    >>> colex_cards(1325, 2)
    (Card('Ah'), Card('As'))
    """
    if not 0 <= index < comb(52, size):
        raise IndexError(
            f"{index} is not the index of a {size}-card set: 0 to {comb(52, size) - 1}"
        )
    cards = []
    for k in range(size, 0, -1):
        card = k - 1
        while comb(card + 1, k) <= index:
            card += 1
        index -= comb(card, k)
        cards.append(Card(card))
    return tuple(reversed(cards))


def colex_indices(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Indices of many sets: shape (n, k) gives shape (n,)."""
    ordered = np.sort(cards, axis=-1).astype(np.intp)
    result: npt.NDArray[np.int64] = BINOMIAL[ordered, np.arange(1, cards.shape[-1] + 1)].sum(
        axis=-1
    )
    return result


def colex_sets(indices: npt.NDArray[np.integer], size: int) -> npt.NDArray[np.uint8]:
    """Inverse of `colex_indices`: shape (n,) gives cards of shape (n, size), lowest first."""
    left = indices.astype(np.int64)
    cards = np.empty((*left.shape, size), dtype=np.uint8)
    for k in range(size, 0, -1):
        card = np.searchsorted(BINOMIAL[:53, k], left, side="right") - 1
        cards[..., k - 1] = card
        left = left - BINOMIAL[card, k]
    return cards


def all_sets(size: int) -> npt.NDArray[np.uint8]:
    """Every set of ``size`` cards, in order of index; row i is the set with index i."""
    return colex_sets(np.arange(comb(52, size)), size)
