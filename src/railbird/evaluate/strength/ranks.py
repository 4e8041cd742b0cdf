"""Hand ranks of every hand on every board, by pattern.

Where no flush is possible, only the ranks of board and hand matter. Where one is possible, it also
matters which cards have the suit. There are 42,783 kinds of river boards, 6,253 of turn boards and
741 of flops (`board_row`), each with at most 351 kinds of hands (`hand_column`). All ranks are
counted when first needed, in about a second, and kept in about 60 MB.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.index import colex_index
from railbird.compute.threads import map_threads, spans
from railbird.evaluate.equities import _showdown_kernels as showdowns
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.preflop import pairs as preflop
from railbird.kernels import ranks as kernels
from railbird.stopwatch import start_up

U16 = npt.NDArray[np.uint16]

CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(18)], dtype=np.int64)


class RankTable(NamedTuple):
    """Hand ranks and values on boards of one size; rows are boards, and columns are hands.

    A cell holds the rank and the value of the hand. The rank is twice the number of hands beaten
    plus the number tied.
    """

    plain: U16
    flush: U16
    starts: npt.NDArray[np.int64]


class RankTables(NamedTuple):
    """Hand ranks on the flop, the turn and the river."""

    flop: RankTable
    turn: RankTable
    river: RankTable


@cache
@start_up()
def rank_tables() -> RankTables:
    """The tables, counted once per process."""
    return RankTables(*(_rank_table(size) for size in (3, 4, 5)))


def _rank_table(size: int) -> RankTable:
    plain_rows = plain_boards(size)
    starts = np.zeros(size + 2, dtype=np.int64)
    suited_rows = []
    for suited in range(3, size + 1):
        suited_rows.append(flush_boards(size, suited))
        starts[suited + 1] = starts[suited] + len(suited_rows[-1])
    flushes = np.concatenate(suited_rows)
    table = RankTable(
        np.zeros((len(plain_rows), kernels.PAIR_COLUMNS, 2), dtype=np.uint16),
        np.zeros((len(flushes), kernels.COLUMNS, 2), dtype=np.uint16),
        starts,
    )
    hands = holdem_hands()
    for boards, suit in ((plain_rows, -1), (flushes, 3)):

        def fill(part: slice, boards: npt.NDArray[np.uint8] = boards, suit: int = suit) -> None:
            some = boards[part]
            values, _ = HOLDEM.board_values(some, hands)
            counts = np.empty(values.shape, dtype=np.uint16)
            showdowns.rank_counts(values, hands, counts)
            suits = np.full(len(some), suit)
            kernels.fill_rows(table, part.start, some, suits, hands, counts, values)

        for _ in map_threads(fill, spans(len(boards), 128)):
            pass
    return table


def plain_boards(size: int) -> npt.NDArray[np.uint8]:
    """A board without three of a suit for each multiset of ranks, in order of row."""
    ranks = np.array(list(combinations_with_replacement(range(13), size)))
    ranks = ranks[_colex_order(ranks)]
    boards = 4 * ranks + np.arange(size) % 4
    # five cards of one rank are impossible: any board will do, because the row is never used
    boards[boards[:, 0] == boards[:, -1]] = np.arange(size)
    return boards.astype(np.uint8)


def flush_boards(size: int, suited: int) -> npt.NDArray[np.uint8]:
    """A board for each set of ranks in spades and multiset of other ranks, in order of row."""
    spades = np.array([[4 * r + 3 for r in ranks] for ranks in combinations(range(13), suited)])
    spades = spades[_colex_order(spades)]
    ranks = np.array(list(combinations_with_replacement(range(13), size - suited)), dtype=np.int64)
    ranks = ranks.reshape(len(ranks), size - suited)
    others = 4 * ranks[_colex_order(ranks)] + np.arange(size - suited)
    return np.concatenate(
        [np.repeat(spades, len(others), axis=0), np.tile(others, (len(spades), 1))], axis=1
    ).astype(np.uint8)


def _colex_order(rows: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Order by the last number first, then the one before it, and so on."""
    if rows.shape[1] == 0:
        return np.arange(len(rows))
    return np.asarray(np.lexsort(tuple(rows.T)))


def hand_ranks(hand: Sequence[int], board: Sequence[int]) -> tuple[float, float]:
    """IHR and 7cHR of one hand, from the tables; once these exist, much faster than counting.

    Examples
    --------
    >>> from railbird.cards import parse_cards
    >>> now, later = hand_ranks(parse_cards("3h2h"), parse_cards("KsTh7d"))
    >>> f"{now:.4f} {later:.4f}"
    '0.0042 0.1893'
    """
    size = len(board)
    if size == 0:
        index, ranks = colex_index(hand), preflop_ranks()
        return float(ranks.immediate[index]), float(ranks.seven_card[index])
    cards = np.zeros(5, dtype=np.int64)
    cards[:size] = board
    hole = np.array(hand, dtype=np.int64)
    now, to_come = kernels.hand_counts(hole, cards, size, rank_tables(), CHOOSE)
    hands, boards = (0, 0, 0, 2162, 2070, 1980)[size], (0, 0, 0, 1081, 46, 1)[size]
    return now / hands, to_come / (boards * 1980)


class PreflopRanks(NamedTuple):
    """Ranks of the 1,326 hands before the flop."""

    immediate: npt.NDArray[np.float64]
    seven_card: npt.NDArray[np.float64]

    def effective(self, make_one: float, *, seven_only: bool) -> npt.NDArray[np.float64]:
        """EHR of each hand."""
        if seven_only:
            return self.seven_card
        best = np.maximum(self.immediate, self.seven_card)
        return np.where(best > make_one, best, self.seven_card)


@cache
def preflop_ranks() -> PreflopRanks:
    """IHR and 7cHR by index of the hand."""
    hands = holdem_hands()
    low, high = (hands >> 2).T.astype(np.int64)
    values = (1 + 13 * high + low + 1000 * (low == high)).astype(np.uint16)[None]
    counts = np.empty(values.shape, dtype=np.uint16)
    showdowns.rank_counts(values, hands, counts)
    table = preflop.hand_matchups()
    by_class = (2 * table.wins.astype(np.int64) + table.ties).sum(axis=1)
    won = by_class[holdem_class_of_hand()]
    return PreflopRanks(counts[0] / 2450.0, won / (2450.0 * preflop.BOARDS))
