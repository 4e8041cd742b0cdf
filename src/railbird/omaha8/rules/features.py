"""What a player sees in four cards: how many of each rank, and of how many suits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.cards.card import RANKS
from railbird.cards.classes import omaha_classes

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

LOW = "2345678"
"""The ranks of low cards besides the ace."""

SUITS = {
    "double-suited": (2, 2, 0, 0),
    "two of a suit": (2, 1, 1, 0),
    "three of a suit": (3, 1, 0, 0),
    "four of a suit": (4, 0, 0, 0),
    "four suits": (1, 1, 1, 1),
}
"""How four cards share suits: the numbers of cards in each, largest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Ranks and suits of some hands.

    Parameters
    ----------
    ranks
        How many cards of each rank, deuces first, shape (hands, 13).
    suits
        How many cards of each suit, the longest first, shape (hands, 4).
    grouped
        Which ranks each suit has, the longest suit first, shape (hands, 4, 13).
    """

    ranks: Ints
    suits: Ints
    grouped: Bools

    @classmethod
    def of(cls, hands: npt.ArrayLike) -> Features:
        """Of hands as cards, shape (hands, 4)."""
        cards = np.asarray(hands, dtype=np.int64)
        ranks = (cards[:, :, None] >> 2 == np.arange(13)).sum(axis=1)
        held = np.zeros((len(cards), 4, 13), bool)
        held[np.arange(len(cards))[:, None], cards & 3, cards >> 2] = True
        order = np.argsort(-held.sum(axis=2), axis=1, kind="stable")
        grouped = np.take_along_axis(held, order[:, :, None], axis=1)
        return cls(ranks, grouped.sum(axis=2), grouped)

    def count(self, ranks: str) -> Ints:
        """Cards of some ranks, such as ``A`` or ``2345``."""
        return np.asarray(self.ranks[:, _columns(ranks)].sum(axis=1))

    def different(self, ranks: str) -> Ints:
        """How many of some ranks are there at all."""
        return np.asarray((self.ranks[:, _columns(ranks)] > 0).sum(axis=1))

    def times(self, rank: str, count: int) -> Bools:
        """Whether a rank is there exactly so many times."""
        return np.asarray(self.ranks[:, RANKS.index(rank)] == count)

    def sets(self, count: int) -> Ints:
        """How many ranks are there exactly so many times: 2 for pairs, 3 for three of a kind."""
        return np.asarray((self.ranks == count).sum(axis=1))

    def suited(self, name: str) -> Bools:
        """Whether the cards share suits in one of the ways of `SUITS`."""
        return np.asarray((self.suits == SUITS[name]).all(axis=1))

    @property
    def distance(self) -> Ints:
        """Ranks from the lowest card to the highest, both included; the ace is high."""
        held = self.ranks > 0
        lowest, highest = held.argmax(axis=1), 12 - held[:, ::-1].argmax(axis=1)
        return np.asarray(highest - lowest + 1)


def _columns(ranks: str) -> list[int]:
    return [RANKS.index(rank) for rank in ranks]


@cache
def class_features() -> Features:
    """Of all 16,432 classes."""
    return Features.of(omaha_classes()[0])
