"""Build the exact roll-out equities before the flop, for every pair of hands and every pot.

There is no roll-out for each of the 93,769 pairs. Instead, every board of four cards (16,432 up to
suits) is visited once, with all pairs of hands together: their 44 rivers, the turn before, and the
four flops that can lead to the board. All sums are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.classes import holdem_hands
from railbird.cards.suits import SUIT_PERMUTATIONS, canonical_sets
from railbird.compute.checkpoint import Checkpoint
from railbird.compute.threads import map_threads, spans, thread_count
from railbird.divat.baseline import _kernels as kernels
from railbird.divat.baseline import _preflop_kernels as pairs
from railbird.divat.baseline.settings import MOST_BETS, STANDARD, Settings
from railbird.evaluate.preflop.pairs import (
    over_permutations,
    permuted_hands,
    suits_to_representatives,
)
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.kernels import ranks as rank_kernels

Report = Callable[[int, int], None]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SIZES = 16
"""What each player can have in the pot on the river: 1…16 small bets."""

BOARDS_AT_ONCE = 128


def build(
    progress: Report | None = None,
    *,
    settings: Settings = STANDARD,
    checkpoint: Path | None = None,
    threads: int | None = None,
) -> data.Arrays:
    """Compute the table. An interrupted build resumes from the file ``checkpoint``."""
    boards, orbits = canonical_sets(4)
    workers = thread_count(threads)
    sums = np.zeros((workers, pairs.POTS, 1326, 1326), dtype=np.int32)
    first = 0
    saved = Checkpoint(checkpoint)
    if kept := saved.read():
        first, sums[0] = int(kept["done"]), kept["sums"]
    adder = BoardSum(settings, threads=threads)
    for part in spans(len(boards) - first, BOARDS_AT_ONCE):
        some = range(first + part.start, first + part.stop)

        def add(worker: int, some: range = some) -> None:
            for i in some[worker::workers]:
                adder.add(boards[i].astype(np.int64), int(orbits[i]), sums[worker])

        for _ in map_threads(add, range(workers), threads=workers):
            pass
        if saved.is_due():
            saved.write({"done": some.stop, "sums": sums.sum(axis=0, dtype=np.int32)})
        if progress is not None:
            progress(some.stop, len(boards))
    representatives, _ = suits_to_representatives()
    hands = holdem_hands()
    apart = ~(hands[representatives][:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    by_pot = [over_permutations(total)[representatives] * apart for total in sums.sum(axis=0)]
    saved.remove()
    return {"representatives": representatives, "sums": np.array(by_pot, dtype=np.int32)}


class FlopRanks:
    """Effective hand ranks of all hands on every flop."""

    def __init__(self, make_one: float, *, seven_only: bool, threads: int | None = None) -> None:
        flops = canonical_sets(3)[0].astype(np.int64)
        hands, tables = holdem_hands(), rank_tables()
        self._ranks = np.empty((len(flops), 1326))

        def rank(i: int) -> None:
            now, to_come = np.empty(1326, dtype=np.int64), np.empty(1326, dtype=np.int64)
            rank_kernels.flop_counts(flops[i], hands, tables, CHOOSE, now, to_come)
            kernels.effective_ranks(1, now, to_come, make_one, seven_only, self._ranks[i])

        for _ in map_threads(rank, range(len(flops)), threads=threads):
            pass
        self._moved = permuted_hands()
        self._place: dict[tuple[int, ...], tuple[int, int]] = {}
        for p, suits in enumerate(np.array(SUIT_PERMUTATIONS)):
            # a hand on a flop ranks like the hand with renamed suits on the canonical flop
            back = np.argsort(suits)
            for i, flop in enumerate(np.sort((flops & ~3) | back[flops & 3], axis=1).tolist()):
                self._place[tuple(flop)] = i, p

    def ranks(self, flop: Ints) -> Floats:
        """Ranks of the 1,326 hands on a sorted flop; meaningless for hands that share a card."""
        row, permutation = self._place[tuple(flop.tolist())]
        return np.asarray(self._ranks[row, self._moved[permutation]])


class BoardSum:
    """Adds up boards of four cards, for given settings."""

    def __init__(self, settings: Settings, *, threads: int | None = None) -> None:
        self._rows = settings.array()
        _, flop, self._seven_only_turn, _ = settings.seven_card_rounds().tolist()
        self._tables = rank_tables()
        self._hands = holdem_hands()
        self._flops = FlopRanks(self._rows[1, 1], seven_only=flop, threads=threads)
        counts = range(5)
        self._bets = np.array([[kernels.baseline_bets(i, j) for j in counts] for i in counts])

    def add(self, board: Ints, weight: int, sums: npt.NDArray[np.int32]) -> None:
        """Add one board with a weight to the sums by pot and pair of hands."""
        board = np.sort(board)
        index = np.nonzero(~np.isin(self._hands, board).any(axis=1))[0]
        count, value = self._river_ranks(board, index)
        turn_rank = self._turn_ranks(board, index, count)
        order = np.argsort(turn_rank, kind="stable")
        index, turn_rank = index[order], turn_rank[order]
        rank, value = count[:, order] / kernels.RIVER_HANDS, value[:, order]
        made = self._made(3, rank)
        worth_bet = np.empty(len(index), dtype=np.uint64)
        folds = np.empty((SIZES + 1, len(index)), dtype=np.uint64)
        thresholds = np.array([self._fold(3, size) for size in range(SIZES + 1)])
        pairs.river_bits(value, made, rank, thresholds, worth_bet, folds)
        stake = np.where(value > 0, pairs.WON + self._bets[:, made], 0).swapaxes(0, 1)
        turn_starts = np.searchsorted(self._made(2, turn_rank), np.arange(6))
        turn_sizes = range(pairs.TURN_SIZES + 1)
        turn_folding = np.searchsorted(turn_rank, [self._fold(2, s) for s in turn_sizes])
        flop_rank = np.array([self._flops.ranks(np.delete(board, i))[index] for i in range(4)])
        flop_made = self._made(1, flop_rank)
        flop_folds = np.array([flop_rank < self._fold(1, s) for s in range(pairs.POTS + 1)])
        pairs.add_board(
            index,
            weight,
            np.ascontiguousarray(value),
            made,
            np.ascontiguousarray(stake, dtype=np.int16),
            worth_bet,
            folds,
            turn_starts,
            np.minimum(turn_folding, turn_starts[1]),
            flop_made,
            flop_folds.swapaxes(0, 1),
            _flop_masks(flop_made, flop_folds),
            self._bets,
            sums,
        )

    def _river_ranks(self, board: Ints, index: Ints) -> tuple[Ints, npt.NDArray[np.int16]]:
        """Ranks (counts) and values on the 48 rivers."""
        hands = self._hands[index]
        count = np.empty((48, len(index)), dtype=np.int64)
        value = np.empty((48, len(index)), dtype=np.int16)
        for r, river in enumerate(np.setdiff1d(np.arange(52), board)):
            five = np.append(board, river)
            rank_kernels.board_ranks(five, hands, self._tables.river, CHOOSE, count[r], value[r])
        return count, value

    def _turn_ranks(self, board: Ints, index: Ints, count: Ints) -> Floats:
        now, value = np.empty(len(index), np.int64), np.empty(len(index), np.int64)
        rank_kernels.board_ranks(board, self._hands[index], self._tables.turn, CHOOSE, now, value)
        rank = np.empty(len(index))
        make_one = self._rows[2, 1]
        seven_only = self._seven_only_turn
        kernels.effective_ranks(2, now, count.sum(axis=0), make_one, seven_only, rank)
        return rank

    def _made(self, round_: int, rank: Floats) -> Ints:
        return np.searchsorted(self._rows[round_, 1 : MOST_BETS + 1], rank, side="right")

    def _fold(self, round_: int, size: int) -> float:
        return float(kernels.fold_threshold(round_, size, self._rows[round_]))


def _flop_masks(made: Ints, folds: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
    """Masks of `pairs.add_flop` by flop and pot."""
    masks = np.zeros((4, pairs.POTS + 1, 7, made.shape[1]), dtype=np.int16)
    for pot in range(1, pairs.POTS + 1):
        fold = (made == 0) & folds[pot]
        kinds = (
            made == 0,
            fold,
            (made < 2) & ~fold,
            made > 0,
            made > 1,
            (made > 1) & (made < 4),
            made == 4,
        )
        for k, kind in enumerate(kinds):
            masks[:, pot, k] = np.where(kind, -1, 0)
    return masks
