"""Cards as Vexbot sees them: how its own can develop, and what they meet at the showdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.evaluate.strength.runouts import empty_deals
from railbird.kernels import ranks as rank_kernels
from railbird.players.sparbot.player import shipped_table
from railbird.players.vexbot import _kernels as kernels
from railbird.players.vexbot.build import CardChances, shipped_chances

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

RIVER_RANKS = 1980
"""A rank on the river is a count from 0 up to this number."""
_TURN_RANKS = 2070


@dataclass(frozen=True, eq=False, repr=False)
class OwnCards:
    """How our cards can develop.

    Parameters
    ----------
    moves
        Probabilities of the states of the next round, by state of this one: a matrix for each round
        to come. There is one state now.
    met, won
        For each state at the showdown and bucket of the opponent. ``met`` is how likely the bucket
        is if nothing is known of the opponent. ``won`` is our chance of winning against it minus
        that of losing, times ``met``. Without ``met``, ``won`` is for the average board.
    """

    moves: tuple[Floats, ...]
    met: Floats | None
    won: Floats


@cache
def river_buckets() -> Ints:
    """The river bucket of each rank from 0 to `RIVER_RANKS`."""
    ranks = np.arange(RIVER_RANKS + 1) / RIVER_RANKS
    return shipped_table().buckets.assign(2, ranks, ranks).astype(np.int64)


@cache
def _held() -> Ints:
    """The cards of each hand as bits."""
    return np.asarray((1 << holdem_hands().astype(np.int64)).sum(axis=1))


def free_hands(cards: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which of the 1,326 hands contain none of these cards."""
    return np.asarray(_held() & sum(1 << int(card) for card in cards) == 0)


@lru_cache(maxsize=4)
def river_ranks(board: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """Ranks and values of all hands on every completion of a board of four or five cards.

    Returns them by river card and hand, and the river cards.
    """
    hands, table = holdem_hands(), rank_tables().river
    five = np.zeros(5, dtype=np.int64)
    five[: len(board)] = board
    rivers = np.setdiff1d(np.arange(52), board) if len(board) == 4 else five[4:].copy()
    counts, values = np.empty((2, len(rivers), 1326), dtype=np.int64)
    for i, five[4] in enumerate(rivers.tolist()):
        rank_kernels.board_ranks(five, hands, table, CHOOSE, counts[i], values[i])
    return counts, values, rivers


def turn_ranks(board: Sequence[int]) -> tuple[Floats, Floats]:
    """IHR and 7cHR of all hands on a board of four cards."""
    counts, values, _ = river_ranks(tuple(board))
    now, value = np.empty((2, 1326), dtype=np.int64)
    cards, table = np.array(board, dtype=np.int64), rank_tables().turn
    rank_kernels.board_ranks(cards, holdem_hands(), table, CHOOSE, now, value)
    later = counts.sum(axis=0) / np.maximum((values > 0).sum(axis=0), 1)
    return now / _TURN_RANKS, later / RIVER_RANKS


def own_cards(
    cards: Sequence[int],
    board: Sequence[int],
    *,
    weights: Floats | None = None,
    chances: CardChances | None = None,
) -> OwnCards:
    """How a hand can develop on a board of 3, 4 or 5 cards.

    ``weights`` are the probabilities of the opponent's 1,326 hands; equal if not given. They are
    used on the turn and river.
    """
    chances = shipped_chances() if chances is None else chances
    if len(board) == 3:
        live = np.array([card for card in range(52) if card not in (*cards, *board)])
        rivers = np.empty((len(live), len(chances.share)))
        kernels.turns_and_rivers(_flop_ranks(cards, board), live, river_buckets(), rivers)
        even = np.full((1, len(live)), 1 / len(live))
        return OwnCards((even, rivers), None, chances.shown * chances.share)
    counts, values, _ = river_ranks(tuple(board))
    likely = free_hands(cards) * (np.ones(1326) if weights is None else weights)
    own = colex_index(cards)
    if len(board) == 4:
        some = values[:, own] > 0
        counts, values = counts[some], values[some]
    met, won = np.empty((2, len(counts), len(chances.share)))
    kernels.meet(counts, values, likely, own, river_buckets(), met, won)
    even = np.full((1, len(counts)), 1 / len(counts))
    return OwnCards((even,) if len(board) == 4 else (), met, won)


def _flop_ranks(cards: Sequence[int], flop: Sequence[int]) -> npt.NDArray[np.int16]:
    """Ranks of a hand by turn and river; cells for impossible cards are meaningless."""
    dealt = np.array([[*cards, *cards, *flop, 52, 52]], dtype=np.uint8)
    deals = empty_deals(1)
    rank_kernels.deal_flops(dealt, rank_tables(), CHOOSE, deals)
    return np.asarray(deals.rank[0, 0])
