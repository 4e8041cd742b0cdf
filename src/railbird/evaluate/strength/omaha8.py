"""How strong an Omaha Hi-Lo hand is: the share of the pot that it wins, and its rank by that.

On a board of five cards a hand is compared with all 178,365 hands that the board leaves, high and
low: it wins the whole pot, three quarters, half, a quarter or nothing of it. The mean is its *share
of the pot*. Before the river it is the mean over all boards to come. Both are exact.

The high half is the share of all hands that the high hand beats, a tie counting half. The low half
is the same for the low. A hand without a low wins that half with its high, from hands that have no
low either. So a board needs three short columns, and no hand is compared with another.

The *rank* of a hand is the part of all hands that have a smaller share on boards of its kind, those
of as many cards and as many low ranks. It comes from a shipped curve for each kind, which 200,000
random deals for each number of cards have made. Before the flop hands are ranked by
`railbird.cards.omaha_ranges.omaha8_ranking`.

The tables are counted when first needed, in about three seconds, and kept in about 70 MB.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.classes import omaha_class_of_hand, omaha_classes
from railbird.cards.index import colex_index
from railbird.cards.omaha_ranges import omaha8_ranking
from railbird.compute.threads import map_threads, spans
from railbird.evaluate.strength import _omaha_kernels as kernels
from railbird.evaluate.strength.ranks import CHOOSE, flush_boards, plain_boards
from railbird.evaluate.values.tables import omaha_tables
from railbird.kernels.cards import bits_in
from railbird.kernels.random import shuffled_deals
from railbird.kernels.ranks import COLUMNS, PAIR_COLUMNS
from railbird.stopwatch import start_up

TABLE = "omaha8_ranks"
POINTS = 257
"""Points of a curve, at equal steps of the share from 0 to 1."""

SAMPLES = 200_000
SEED = 8
FULL = 65_535
"""A rank of 1 in the shipped curves."""

_MOST_PLACES = 352

Report = Callable[[int, int], None]


class ShareTables(NamedTuple):
    """What each hand wins on each board.

    ``plain`` and ``flush`` have the place of each pair of hole cards among all on a board, by row
    and column of `railbird.kernels.ranks`; ``starts`` are those of the rows. The shares of place i
    stand in ``shares`` at ``plain_starts[row] + i`` or ``flush_starts[row] + i``. ``low_shares`` is
    by the row of the board's ranks, and by low.
    """

    plain: npt.NDArray[np.uint16]
    flush: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int64]
    plain_starts: npt.NDArray[np.int64]
    flush_starts: npt.NDArray[np.int64]
    shares: npt.NDArray[np.float32]
    low_shares: npt.NDArray[np.float32]


@cache
@start_up()
def share_tables() -> ShareTables:
    """The tables, counted once per process."""
    plain_rows = plain_boards(5)
    starts = np.zeros(7, dtype=np.int64)
    suited_rows = []
    for suited in range(3, 6):
        suited_rows.append(flush_boards(5, suited))
        starts[suited + 1] = starts[suited] + len(suited_rows[-1])
    plain, plain_sizes, plain_shares = _count(plain_rows, -1, PAIR_COLUMNS)
    flush, flush_sizes, flush_shares = _count(np.concatenate(suited_rows), 3, COLUMNS)
    ends = np.cumsum(np.concatenate([[0], plain_sizes, flush_sizes]))
    low_shares = np.zeros((len(plain_rows), kernels.LOWS), dtype=np.float32)
    kernels.fill_low_shares(plain_rows, omaha_tables(), low_shares)
    return ShareTables(
        plain=plain,
        flush=flush,
        starts=starts,
        plain_starts=ends[: len(plain)],
        flush_starts=ends[len(plain) : -1],
        shares=np.concatenate([*plain_shares, *flush_shares]),
        low_shares=low_shares,
    )


def _count(
    boards: npt.NDArray[np.uint8], suit: int, columns: int
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64], list[npt.NDArray[np.float32]]]:
    """Places on some boards, the number of places on each, and the shares of all places."""
    places = np.zeros((len(boards), columns), dtype=np.uint16)
    sizes = np.zeros(len(boards), dtype=np.int64)
    omaha = omaha_tables()

    def fill(part: slice) -> npt.NDArray[np.float32]:
        some = boards[part]
        shares = np.zeros((len(some), _MOST_PLACES, 2), dtype=np.float32)
        kernels.fill_boards(some, suit, omaha, places[part], sizes[part], shares)
        kept = np.arange(_MOST_PLACES) < sizes[part, None]
        return np.asarray(shares[kept])

    return places, sizes, list(map_threads(fill, spans(len(boards), 256)))


def pot_share(hand: Sequence[int], board: Sequence[int]) -> float:
    """The share of the pot that a hand wins on average: on three to five cards, and those to come.

    Examples
    --------
    >>> from railbird.cards import parse_cards
    >>> hand, board = parse_cards("As2sKhQd"), parse_cards("3s4s5dKcKd")
    >>> round(pot_share(hand, board), 4), round(pot_share(hand, board[:3]), 4)
    (0.8334, 0.8593)
    """
    cards = np.zeros(5, dtype=np.int64)
    cards[: len(board)] = board
    held = np.array(hand, dtype=np.int64)
    lows, tables = omaha_tables().lows, share_tables()
    return float(kernels.mean_share(held, cards, len(board), lows, tables, CHOOSE))


def hand_rank(hand: Sequence[int], board: Sequence[int]) -> float:
    """The part of all hands that are worse than a hand, 0 to 1, on no board or three to five cards.

    Examples
    --------
    >>> from railbird.cards import parse_cards
    >>> hand = parse_cards("As2sKhQd")
    >>> [round(hand_rank(hand, parse_cards(board)), 3) for board in ("", "3s4s5d", "9h9dTc")]
    [0.973, 0.989, 0.39]
    """
    if not board:
        return float(preflop_ranks8()[omaha_class_of_hand()[colex_index(hand)]])
    lows = kernels.low_ranks(np.array(board, dtype=np.int64), len(board))
    curve = rank_curves()[len(board) - 3, bits_in(lows)]
    return float(kernels.look_up_rank(curve, pot_share(hand, board)))


@cache
def preflop_ranks8() -> npt.NDArray[np.float64]:
    """The part of all hands that are in weaker classes, half of the class itself counting."""
    order, sizes = omaha8_ranking().astype(np.int64), omaha_classes()[1].astype(np.int64)
    ranks = np.empty(len(order))
    better = np.cumsum(sizes[order]) - sizes[order] / 2
    ranks[order] = 1 - better / sizes.sum()
    return ranks


@cache
def rank_curves() -> npt.NDArray[np.float64]:
    """Ranks by cards on the board (less three), its low ranks, and share in steps of 1/256."""
    return np.asarray(data.load(TABLE)["curves"], dtype=np.float64) / FULL


def build_curves(progress: Report | None = None) -> data.Arrays:
    """The curves from random deals."""
    curves = np.zeros((3, 6, POINTS), dtype=np.uint16)
    grid = np.linspace(0, 1, POINTS)
    lows, tables = omaha_tables().lows, share_tables()
    for size in range(3, 6):
        cards = np.empty((SAMPLES, 4 + size), dtype=np.uint8)
        shuffled_deals(SEED + size, 0, cards)
        shares = np.empty(SAMPLES)
        for part in spans(SAMPLES, 1024):
            kernels.deal_shares(cards[part], size, lows, tables, CHOOSE, shares[part])
            if progress is not None:
                progress((size - 3) * SAMPLES + part.stop, 3 * SAMPLES)
        kinds = np.array([bits_in(kernels.low_ranks(row[4:], size)) for row in cards])
        for kind in range(size + 1):
            some = np.sort(shares[kinds == kind])
            below = np.searchsorted(some, grid, "left") + np.searchsorted(some, grid, "right")
            curves[size - 3, kind] = np.round(below / (2 * len(some)) * FULL)
    return {"curves": curves}
