"""eval8: the 35 match-ups of eight cards, over all 1,086,008 boards, as exact counts of pots."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, spans
from railbird.errors import CardError
from railbird.evaluate.preflop import _eval8_kernels as kernels
from railbird.evaluate.preflop.rank_boards import board_tables

BOARDS = comb(44, 5)
"""Boards that can come when eight cards are known: 1,086,008."""

OUTCOMES = ("scoop", "three quarters", "half", "quarter", "nothing")
"""What the first hand of a match-up can win."""

MATCHUPS: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = tuple(
    ((0, *rest), tuple(i for i in range(1, 8) if i not in rest))
    for rest in combinations(range(1, 8), 3)
)
"""The 35 ways to split eight cards into two hands, by place; the first hand has the first card."""


class Shape(NamedTuple):
    """How the hands of eight cards are put together, by place.

    Hands 2m and 2m + 1 play match-up m. ``triples`` has the three pairs in each three cards, and
    ``hands`` two triples and a pair that together hold all pairs of a hand. ``masks`` has a bit for
    each card of the first hand of a match-up.
    """

    triples: npt.NDArray[np.int64]
    hands: npt.NDArray[np.int64]
    masks: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]


@cache
def shape() -> Shape:
    """The one shape of eight cards."""
    pairs: dict[tuple[int, ...], int] = {two: i for i, two in enumerate(combinations(range(8), 2))}
    triples: dict[tuple[int, ...], int] = {t: i for i, t in enumerate(combinations(range(8), 3))}
    hands = [hand for matchup in MATCHUPS for hand in matchup]
    return Shape(
        triples=np.array([[pairs[two] for two in combinations(t, 2)] for t in triples]),
        hands=np.array([[triples[h[:3]], triples[(*h[:2], h[3])], pairs[h[2:]]] for h in hands]),
        masks=np.array([sum(1 << i for i in first) for first, _ in MATCHUPS]),
        places=np.array(hands),
    )


def eval8(sets: npt.ArrayLike, *, threads: int | None = 1) -> npt.NDArray[np.uint32]:
    """Counts of boards by match-up and outcome, shape (n, 35, 5), for n sets of eight cards.

    Examples
    --------
    >>> from railbird.cards.card import parse_cards
    >>> cards = [int(card) for card in parse_cards("AsAdQsJd 5h4s3c2h")]
    >>> counts = eval8([cards])[0, 0]
    >>> counts.tolist(), float(round(counts @ [1, 0.75, 0.5, 0.25, 0] / BOARDS, 4))
    ([394929, 0, 284587, 0, 406492], 0.4947)
    """
    cards = np.asarray(sets)
    if cards.ndim != 2 or cards.shape[1] != 8:
        raise CardError(f"sets of cards have shape {cards.shape}; it must be (n, 8)")
    ordered = np.sort(cards, axis=1)
    if len(cards) and (
        ordered[:, 0].min() < 0 or ordered[:, 7].max() > 51 or (np.diff(ordered) == 0).any()
    ):
        raise CardError("a set has a card twice, or a card number that is not in 0 (2c) to 51 (As)")
    given = np.ascontiguousarray(cards, dtype=np.int64)
    counts = np.zeros((len(given), len(MATCHUPS), len(OUTCOMES)), dtype=np.uint32)
    tables, how = board_tables(), shape()

    def work(part: slice) -> None:
        kernels.count_pots(given[part], tables, how, counts[part])

    for _ in map_threads(work, spans(len(given), 64), threads=threads):
        pass
    return counts
