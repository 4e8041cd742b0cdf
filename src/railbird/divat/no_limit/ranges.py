"""What ranges of hands are worth against each other in no-limit hold'em, for AIVAT.

A range is a weight for each of the 1,326 hands. Values are for the big blind, as a share of what
each player puts in: boards won less boards lost. They are rough where betting may follow: hands
count by buckets there, and the betting only by how far the pot is expected to grow. That cannot
make a bias, because the mean over all cards that could have come is exact.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.index import BINOMIAL
from railbird.divat.estimators import _aivat_kernels as aivat_kernels
from railbird.divat.estimators.aivat import ValueTables
from railbird.divat.no_limit import _range_kernels as kernels
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Ranges = tuple[Floats, Floats]
Board = tuple[int, ...]

HANDS = 1326
NO_CARD = 52
FLOP, TURN, RIVER = 3, 4, 5
"""Cards on the board."""

GROWTH = {TURN: (1.5, 12.0), RIVER: (1.0, 6.0)}
"""How pots grow from the betting on the turn or the river on; see `growth`."""

LIMITS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 64.0, 128.0)
"""What the stacks allow a pot to grow to, in steps."""


def growth(ranks: Floats, cards: int, limit: float) -> Floats:
    """How many times a pot is expected to grow, by the rank of the weaker hand.

    Most pots stay small. They become large where both players have good hands.
    """
    some, more = GROWTH[cards]
    return np.asarray(np.minimum(1 + some * ranks**2 + more * ranks**12, limit))


class NoLimitTables(NamedTuple):
    """Values of pairs of hands.

    ``buckets`` has the buckets of all hands on all boards. ``preflop`` is the mean over all flops
    of ``flop``, for each pair of hands, and ``all_in`` their exact all-in equity, won less lost;
    both are 0 for hands that share a card. ``flop`` is a value by pair of buckets. ``turn_moves``
    and ``river_moves`` are the probabilities of the next bucket, ``shown`` that a river bucket wins
    against another less that it loses, and ``share`` the share of all hands in each river bucket.
    ``classes`` is the class of each hand.
    """

    buckets: ValueTables
    preflop: npt.NDArray[np.float32]
    all_in: npt.NDArray[np.float32]
    flop: Floats
    turn_moves: Floats
    river_moves: Floats
    shown: Floats
    share: Floats
    classes: Ints


class _ByClass(NamedTuple):
    """Means of a value over all pairs of hands of two classes, and the share that can meet."""

    sums: Floats
    met: Floats

    def mean(self, first: npt.NDArray[Any], second: npt.NDArray[Any]) -> float:
        """The mean over the classes of two ranges."""
        met = float(first @ self.met @ second)
        return float(first @ self.sums @ second) / met if met > 0 else 0.0


def _by_class(matrix: npt.NDArray[np.float32], tables: NoLimitTables) -> _ByClass:
    sizes = np.bincount(tables.classes)
    one = np.zeros((HANDS, len(sizes)), dtype=np.float32)
    one[np.arange(HANDS), tables.classes] = 1.0 / sizes[tables.classes]
    masks = np.uint64(1) << tables.buckets.hands.astype(np.uint64)
    held = masks[:, 0] | masks[:, 1]
    apart = ((held[:, None] & held[None, :]) == 0).astype(np.float32)
    sums, met = (one.T @ each @ one for each in (matrix, apart))
    return _ByClass(sums.astype(np.float64), met.astype(np.float64))


class RangeValues:
    """The value function of AIVAT: two ranges on a board."""

    def __init__(self, tables: NoLimitTables) -> None:
        self.tables = tables
        self.hands = tables.buckets.hands
        self._preflop = _by_class(tables.preflop, tables)
        self._all_in = _by_class(tables.all_in, tables)
        self._ranks = rank_tables()
        middle = np.cumsum(tables.share) - tables.share / 2
        weaker = np.minimum(middle[:, None], middle[None, :])
        moves = tables.river_moves
        self._turn, self._river = (
            [moves @ (tables.shown * growth(weaker, cards, limit)) @ moves.T for limit in LIMITS]
            for cards in (TURN, RIVER)
        )
        self._flop = [tables.turn_moves @ each @ tables.turn_moves.T for each in self._turn]
        self._by_rank = [growth(np.arange(1981) / 1980, RIVER, limit) for limit in LIMITS]
        self._seen = lru_cache(maxsize=64)(self._look)

    def _look(self, board: Board) -> tuple[Ints, Ints, Ints]:
        """Bucket and value of each hand on a board, and the hands by ascending value."""
        buckets, values = np.empty(HANDS, np.int64), np.zeros(HANDS, np.int64)
        aivat_kernels.hand_buckets(
            self.tables.buckets, self._ranks, BINOMIAL, CHOOSE, np.array(board, dtype=np.int64),
            len(board), buckets, values,
        )  # fmt: skip
        return buckets, values, np.argsort(values, kind="stable")

    def met(self, ranges: Ranges) -> float:
        """The weight of all pairs of hands that can meet."""
        return float(kernels.met_without(*ranges, self.hands, NO_CARD))

    def end(self, ranges: Ranges, board: Board, limit: float) -> float:
        """Value after the betting on a board, per chip of each player; on the river it is exact.

        ``limit`` is how many times the pot can grow; 1 if the players are all in.
        """
        tables, step = self.tables, bisect_left(LIMITS, limit, hi=len(LIMITS) - 1)
        if not board:
            table = self._preflop if step else self._all_in
            return table.mean(*(np.asarray(np.bincount(tables.classes, w)) for w in ranges))
        buckets, values, order = self._seen(board)
        if len(board) == RIVER:
            return float(kernels.shown_edge(*ranges, self.hands, order, values))
        matrix = (self._flop if len(board) == FLOP else self._river)[step]
        return float(kernels.bucket_mean(*ranges, buckets, matrix))

    def flop(self, ranges: Ranges, board: Board) -> float:
        """Value of a flop. Its exact mean over all flops is `mean_flop`."""
        buckets, _, _ = self._seen(board)
        return float(kernels.bucket_sum(*ranges, buckets, self.tables.flop)) / self.met(ranges)

    def mean_flop(self, before: Ranges) -> float:
        """The mean of `flop` over all flops."""
        return float(kernels.pair_sum(*before, self.tables.preflop)) / self.met(before)

    def card(self, before: Ranges, board: Board, limit: float) -> tuple[float, float]:
        """Value of the last card of a board of four or five, and its exact mean over all cards."""
        tables, cards = self.tables.buckets, np.array(board, dtype=np.int64)
        chances, values = np.zeros(52), np.zeros(52)
        step = bisect_left(LIMITS, limit, hi=len(LIMITS) - 1)
        if len(board) == RIVER:
            grown = self._by_rank[step]
            kernels.over_rivers(tables, self._ranks, CHOOSE, cards, *before, grown, chances, values)
        elif step == 0:
            kernels.over_run_outs(tables, self._ranks, CHOOSE, cards, *before, chances, values)
        else:
            matrix = self._turn[step]
            kernels.over_turns(tables, BINOMIAL, cards, *before, matrix, chances, values)
        return float(values[board[-1]]), float(chances @ values / chances.sum())

    def all_in_before_the_flop(self, ranges: Ranges) -> float:
        """Exact all-in equity of two ranges, won less lost."""
        return float(kernels.pair_sum(*ranges, self.tables.all_in)) / self.met(ranges)

    def without(self, ranges: Ranges, cards: Board) -> Ranges:
        """The ranges when these cards are on the board."""
        first, second = ranges[0].copy(), ranges[1].copy()
        for card in cards:
            kernels.remove_card(first, card, self.hands)
            kernels.remove_card(second, card, self.hands)
        return first, second
