"""Boards by their ranks, laid out for eval8: 6,175 multisets of ranks instead of 2,598,960 boards.

Without flushes only the ranks of a board matter, and each pair of hole ranks has one best value on
it. The boards stand in *tiles* of 64 lanes. The tiles of a *strip* have the same low ranks in the
same lane, so a low hand is found once for each lane of a strip. The first strip has the boards on
which no low is possible.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.index import BINOMIAL
from railbird.evaluate.preflop._eval8_kernels import LANES, NO_BOARD, NO_FACTOR
from railbird.evaluate.values._high_kernels import slot_of
from railbird.evaluate.values._omaha_kernels import RANK_KEY
from railbird.evaluate.values.tables import omaha_tables
from railbird.kernels.ranks import PAIR_COLUMNS

MOST_RANK_BOARDS = 6188
"""Multisets of five ranks, also those of five equal ranks, which cannot be dealt."""


class BoardTables(NamedTuple):
    """The tables of eval8.

    ``values[p, x]`` is the best value without flushes of two hole cards of ranks p (`pair_column`)
    on the board in lane x. ``halves`` has the halves of boards: up to three ranks and how often
    they occur, as places rank + 14 · (times − 1) filled up with `NO_FACTOR`; a lane without a board
    has `NO_BOARD`. ``left`` and ``right`` are the two halves of each lane's board.
    ``suited_bytes`` masks the bytes of a product that count boards with three cards of a suit.
    ``lane`` is the lane of each multiset of ranks by its colex index, of which ``choose`` has the
    terms.
    ``strips`` has the first tile of each strip, and the end. ``lows[h, x]`` is the low of a hand
    with the low ranks h (a mask) in lane x of the strips, and ``low_lane`` the place in ``lows`` of
    the board in a lane.
    """

    values: npt.NDArray[np.uint16]
    halves: npt.NDArray[np.uint8]
    left: npt.NDArray[np.uint16]
    right: npt.NDArray[np.uint16]
    suited_bytes: npt.NDArray[np.uint32]
    lane: npt.NDArray[np.int32]
    choose: npt.NDArray[np.int64]
    strips: npt.NDArray[np.int64]
    lows: npt.NDArray[np.uint8]
    low_lane: npt.NDArray[np.int32]


def multiset_index(ranks: tuple[int, ...]) -> int:
    """Colex index of a multiset of ranks.

    Examples
    --------
    >>> multiset_index((0, 0, 0, 0, 1)), multiset_index((12,) * 5)
    (1, 6187)
    """
    return sum(int(BINOMIAL[r + i, i + 1]) for i, r in enumerate(sorted(ranks)))


def rank_boards() -> list[tuple[int, ...]]:
    """The 6,175 multisets of five ranks, the ranks of each in rising order."""
    return [b for b in combinations_with_replacement(range(13), 5) if b[0] != b[4]]


def strips_of_boards() -> list[list[list[tuple[int, ...] | None]]]:
    """Strips of tiles of lanes: 56 boards with three low ranks fill up with some that have four."""
    groups: dict[int, list[tuple[int, ...]]] = {}
    low_bits = omaha_tables().low_bits
    for board in sorted(rank_boards(), key=lambda b: (-len(set(b)), b)):
        low = int(np.bitwise_or.reduce(low_bits[list(board)]))
        groups.setdefault(low if low.bit_count() >= 3 else 0, []).append(board)
    none = groups.pop(0)
    columns = sorted(groups.values(), key=len, reverse=True)
    return [_tiles([none[i::LANES] for i in range(LANES)])] + [
        _tiles(columns[i : i + LANES]) for i in range(0, len(columns), LANES)
    ]


def _tiles(columns: list[list[tuple[int, ...]]]) -> list[list[tuple[int, ...] | None]]:
    """Tiles whose lanes run down the columns."""
    return [
        [columns[i][t] if i < len(columns) and t < len(columns[i]) else None for i in range(LANES)]
        for t in range(max(len(column) for column in columns))
    ]


def _halves(board: tuple[int, ...] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of a board's factors, the first three and the others."""
    if board is None:
        places = [NO_BOARD]
    else:
        places = [rank + 14 * (board.count(rank) - 1) for rank in sorted(set(board))]
    places += [NO_FACTOR] * (6 - len(places))
    return tuple(places[:3]), tuple(places[3:])


def _suited_bytes(board: tuple[int, ...] | None) -> int:
    """At least three ranks are in the suit: 0, 1 or 2 of five are outside it, and so on."""
    return (1 << 8 * max(0, len(set(board or ())) - 2)) - 1


@cache
def board_tables() -> BoardTables:
    """The tables of eval8, made in a quarter of a second."""
    strips = strips_of_boards()
    lanes = [board for strip in strips for tile in strip for board in tile]
    ranks = np.array([board or (0,) * 5 for board in lanes])
    omaha = omaha_tables()
    keys = (omaha.words[4 * ranks] & RANK_KEY).sum(axis=1)
    slots = [int(slot_of(key, omaha.shift5, len(omaha.pairs))) for key in keys]
    halves: dict[tuple[int, ...], int] = {}
    sides = np.array([[halves.setdefault(h, len(halves)) for h in _halves(b)] for b in lanes])
    lane = np.full(MOST_RANK_BOARDS, -1, dtype=np.int32)
    low_ranks = np.zeros((len(strips), LANES), dtype=np.int64)
    low_lane = np.zeros(len(lanes), dtype=np.int32)
    starts = np.cumsum([0] + [len(strip) for strip in strips])
    for x, board in enumerate(lanes):
        if board is not None:
            lane[multiset_index(board)] = x
            strip = int(np.searchsorted(starts, x // LANES, side="right")) - 1
            low_lane[x] = strip * LANES + x % LANES
            if strip:
                low_ranks[strip, x % LANES] = np.bitwise_or.reduce(omaha.low_bits[list(board)])
    return BoardTables(
        values=np.ascontiguousarray(omaha.pairs[slots, :PAIR_COLUMNS].T),
        halves=np.array(list(halves), dtype=np.uint8),
        left=sides[:, 0].astype(np.uint16),
        right=sides[:, 1].astype(np.uint16),
        suited_bytes=np.array([_suited_bytes(board) for board in lanes], dtype=np.uint32),
        lane=lane,
        choose=BINOMIAL[:18, :6].copy(),
        strips=starts,
        lows=np.ascontiguousarray(omaha.lows[:, low_ranks.reshape(-1)]),
        low_lane=low_lane,
    )
