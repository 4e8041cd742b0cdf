"""The input of this package's kernels: hands, sampled boards, and tables."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_indices
from railbird.cards.suits import SUIT_PERMUTATIONS, canonical_sets
from railbird.compute.threads import map_threads, spans
from railbird.divat.ring import _rank_kernels as kernels
from railbird.errors import IllegalActionError
from railbird.evaluate.preflop.pairs import permuted_hands
from railbird.evaluate.strength.ranks import CHOOSE, RankTables, rank_tables
from railbird.kernels import ranks as rank_kernels
from railbird.stopwatch import start_up
from railbird.table.hand import Hand

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Later(NamedTuple):
    """Sums of the ranks of all hands over the cards to come, on all boards of one size.

    A hand on a board ranks like the hand with its suits renamed on a canonical board. By index of
    the board, ``row`` is the canonical board and ``permutation`` the renaming. ``moved`` are the
    hands by permutation.
    """

    row: npt.NDArray[np.int32]
    permutation: npt.NDArray[np.int8]
    moved: npt.NDArray[np.int16]
    sums: npt.NDArray[np.uint32]


class LookUp(NamedTuple):
    """All tables: immediate ranks, and sums over the cards to come on flops and on turns."""

    tables: RankTables
    flops: Later
    turns: Later
    choose: Ints


@cache
@start_up()
def look_up() -> LookUp:
    """The tables. The sums are counted once per process, in a few seconds, and take 100 MB."""
    turn_boards, turns = _room(4)
    columns, held, tables = hand_columns(), held_cards(holdem_hands()), rank_tables()

    def count(part: slice) -> None:
        kernels.turn_sums(turn_boards[part], held, columns, tables.river, CHOOSE, turns.sums[part])

    for _ in map_threads(count, spans(len(turn_boards), 256)):
        pass
    flop_boards, flops = _room(3)
    kernels.flop_sums(flop_boards, turns, flops.sums)
    return LookUp(tables, flops, turns, CHOOSE)


def _room(size: int) -> tuple[Ints, Later]:
    """The canonical boards of a size, and room for the sums on them."""
    boards = canonical_sets(size)[0].astype(np.int64)
    total = comb(52, size)
    row, permutation = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.int8)
    for p, suits in enumerate(np.array(SUIT_PERMUTATIONS)):
        index = colex_indices((boards & ~3) | np.argsort(suits)[boards & 3])
        row[index], permutation[index] = np.arange(len(boards)), p
    sums = np.empty((len(boards), 1326), dtype=np.uint32)
    return boards, Later(row, permutation, permuted_hands().astype(np.int16), sums)


@cache
def hand_columns() -> Ints:
    """Each hand's column in the rank tables, by suit of a possible flush (first: none)."""
    return np.array(
        [
            [rank_kernels.hand_column(int(a), int(b), suit) for suit in range(-1, 4)]
            for a, b in holdem_hands()
        ]
    )


def held_cards(hands: npt.NDArray[np.integer]) -> Ints:
    """Hands as bit sets."""
    return np.asarray((1 << hands.astype(np.int64)).sum(axis=1))


class Deal(NamedTuple):
    """The hands of the players.

    For each: the index, the columns in the rank tables, the cards as bits, and the effective rank
    before the flop.
    """

    hand: Ints
    columns: Ints
    held: Ints
    preflop_rank: Floats


class Betting(NamedTuple):
    """The betting of a hand: the number of rounds whose cards matter, the actions of the table,
    and their number by round.
    """

    rounds: int
    actions: Ints
    counts: Ints


class Sampled(NamedTuple):
    """Room for what hands are worth, by round from the flop, sampled board, and player."""

    rank: Floats
    made: npt.NDArray[np.int8]
    value: npt.NDArray[np.uint16]

    @classmethod
    def room(cls, boards: int, players: int) -> Sampled:
        """Room for this many boards."""
        shape = 3, boards, players
        return cls(
            np.empty(shape), np.empty(shape, np.int8), np.empty((boards, players), np.uint16)
        )


class ToCome(NamedTuple):
    """Room for what hands are worth on the turns and rivers to come, by player.

    Cards are numbered among those that can come. A pair i > j has the place i·(i − 1) / 2 + j.
    """

    turn_rank: Floats
    turn_made: npt.NDArray[np.int8]
    rank: Floats
    made: npt.NDArray[np.int8]
    value: npt.NDArray[np.uint16]

    @classmethod
    def room(cls, players: int) -> ToCome:
        """Room for all cards that can come when this many players' hands are known."""
        cards = 49 - 2 * players
        one, two = (cards, players), (comb(cards, 2), players)
        return cls(
            np.empty(one),
            np.empty(one, np.int8),
            np.empty(two),
            np.empty(two, np.int8),
            np.zeros(two, np.uint16),
        )


def won_before_rake(hand: Hand) -> Floats:
    """What each player won, in chips, as if the rake had stayed in the pot.

    The rake is taken from all who get a part of the pot, by their parts. Of a hand whose actions
    cannot be followed to its end, the payoffs are all there is.
    """
    payoffs = np.array(hand.payoffs, dtype=np.float64)
    try:
        state = hand.replay()
    except IllegalActionError:
        return payoffs
    if not state.is_over:
        return payoffs
    paid = np.array(state.paid, dtype=np.float64) - state.uncalled()
    parts = paid + payoffs
    return np.asarray(parts * (paid.sum() / (parts.sum() or 1.0)) - paid)


def sample_boards(hole: Ints, samples: int, rng: np.random.Generator) -> Ints:
    """Random boards, given known hole cards."""
    live = np.ones(52, dtype=np.bool_)
    live[hole] = False
    return np.nonzero(live)[0][distinct(52 - hole.size, 5, samples, rng)]


def distinct(total: int, size: int, count: int, rng: np.random.Generator) -> Ints:
    """Random rows of ``size`` different numbers below ``total``; all orders are equally likely."""
    rows = np.empty((count, size), dtype=np.int64)
    for i in range(size):
        rows[:, i] = rng.integers(total - i, size=count)
    kernels.spread(rows)
    return rows
