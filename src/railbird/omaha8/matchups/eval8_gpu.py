"""eval8 on a GPU: the counts of `eval8.eval8`, hundreds of times as fast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import omaha_class_of_hand
from railbird.compute.gpu import cupy
from railbird.evaluate.preflop._eval8_kernels import LANES
from railbird.evaluate.preflop.eval8 import MATCHUPS, OUTCOMES
from railbird.evaluate.preflop.rank_boards import board_tables
from railbird.omaha8.matchups.enumeration import SetSpan
from railbird.omaha8.matchups.sums import PAIRS, LostBoardsError, Sums

SOURCE = Path(__file__).with_name("eval8.cu")
"""The kernels: CUDA C++ that an ordinary C++ compiler takes, too."""

_THREADS = 256
"""Threads of a block that adds match-ups."""


def kernel_tables() -> tuple[list[npt.NDArray[Any]], int, int]:
    """The arrays that the kernel reads, the number of lanes, and that of strips."""
    tables = board_tables()
    places = np.zeros(len(tables.left), dtype=np.uint32)
    for i, column in enumerate([*tables.halves[tables.left].T, *tables.halves[tables.right].T][:5]):
        places |= column.astype(np.uint32) << np.uint32(6 * i)
    arrays: list[npt.NDArray[Any]] = [
        tables.values,
        places,
        tables.suited_bytes,
        tables.lane,
        tables.low_lane,
        tables.lows,
        tables.strips.astype(np.int32),
    ]
    return arrays, len(places), len(tables.strips) - 1


class Eval8Gpu:
    """Counts pots on the GPU; the tables stay there."""

    def __init__(self) -> None:
        self.xp = cupy()
        self._module = self.xp.RawModule(code=SOURCE.read_text(encoding="utf-8"))
        self._count = self._module.get_function("count_pots")
        arrays, self._lanes, self._strips = kernel_tables()
        self._tables = [self.xp.asarray(array) for array in arrays]

    def counts(self, sets: npt.NDArray[np.uint8]) -> Any:
        """Counts of boards on the GPU, shape (n, 35, 5), for n sets of eight different cards."""
        xp = self.xp
        results = xp.empty((len(sets), len(MATCHUPS), len(OUTCOMES)), dtype=xp.uint32)
        if len(sets):
            given = xp.asarray(sets)
            sizes = (np.int32(self._lanes), np.int32(self._strips))
            self._count((len(sets),), (LANES,), (given, *self._tables, *sizes, results))
        return results


class GpuSums(Eval8Gpu):
    """Adds the match-ups of classes of eight cards on the GPU: the sums of `Sums`."""

    def __init__(self) -> None:
        super().__init__()
        xp = self.xp
        self._add = self._module.get_function("add_matchups")
        self._class_of = xp.asarray(omaha_class_of_hand())
        self._deals, self._won = (xp.zeros(PAIRS, dtype=xp.uint32) for _ in range(2))
        self._wrong = xp.zeros(1, dtype=xp.uint32)
        self._last = xp.cuda.Event()

    def add(self, span: SetSpan) -> None:
        """Add a span of classes. It returns before the GPU is done, but after all calls before."""
        xp, count = self.xp, len(span.cards)
        sets, orbits = xp.asarray(span.cards), xp.asarray(span.orbits.astype(np.uint8))
        results = self.counts(sets)
        blocks = -(-len(MATCHUPS) * count // _THREADS)
        sums = (self._class_of, self._deals, self._won, self._wrong)
        self._add((blocks,), (_THREADS,), (np.int32(count), sets, orbits, results, *sums))
        before, self._last = self._last, xp.cuda.Event()
        self._last.record()
        before.synchronize()

    def sums(self) -> Sums:
        """The sums so far, in this computer's memory.

        Raises
        ------
        LostBoardsError
            If the boards of a match-up do not add up to all boards.
        """
        if int(self._wrong[0]):
            raise LostBoardsError("the GPU has lost boards of some match-ups: try again")
        xp = self.xp
        return Sums(deals=xp.asnumpy(self._deals), won=xp.asnumpy(self._won))
