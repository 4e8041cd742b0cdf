"""Products of strategies with the table of match-ups: dense on a GPU, row by row on the CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.gpu import cupy
from railbird.compute.threads import map_threads, spans, thread_count
from railbird.omaha8.jamfold._product_kernels import add_rows
from railbird.omaha8.jamfold.game import Array, Floats, MatchupProducts
from railbird.omaha8.matchups.table import QUARTERS, MatchupTable


class DenseMatchups:
    """Both tables as matrices of doubles: for a GPU, or for few classes.

    Parameters
    ----------
    freq, lead
        Opponents' hands, and Σ (share of the pot − ½) over them, of one hand of each class.
    sizes
        Hands in each class.
    xp
        The array library.
    """

    def __init__(self, freq: Array, lead: Array, sizes: Array, *, xp: Any = np) -> None:
        self.xp = xp
        self.sizes = sizes
        self.opponents = freq.sum(axis=1)
        self._freq, self._lead = freq, lead

    @classmethod
    def of_table(cls, table: MatchupTable, *, xp: Any = np) -> DenseMatchups:
        """From the table; with ``xp=cupy`` on the GPU, where it takes 4.4 GB."""
        count = len(table.sizes)
        freq = xp.empty((count, count))
        lead = xp.empty((count, count))
        for part in spans(count, 512):
            freq[part] = xp.asarray(np.ascontiguousarray(table.freq[part]))
            won = xp.asarray(np.ascontiguousarray(table.quarters[part])).astype(np.float64)
            lead[part] = won / QUARTERS - freq[part] / 2
        return cls(freq, lead, xp.asarray(table.sizes.astype(np.float64)), xp=xp)

    def meet(self, played: Array) -> tuple[Array, Array]:
        """See `railbird.omaha8.jamfold.game.MatchupProducts.meet`."""
        return self._freq @ played, self._lead @ played


class _Sums:
    """A strategy (hands of each class that are played) and its products with rows of the table."""

    def __init__(self, classes: int) -> None:
        self.hands = np.zeros(classes)
        self.deals = np.zeros(classes)
        self.won = np.zeros(classes)


class MappedMatchups:
    """The table of whole numbers where it lies, added up in doubles by threads.

    size(a)·freq[a, b] is symmetric and what both win adds up to every pot. So the products can be
    summed over the rows of the opponent's hands, and a strategy that differs from an earlier one in
    few classes takes few rows. A solver changes few classes from one iteration to the next.
    """

    REMEMBERED = 6
    """Strategies that are kept with their products."""

    def __init__(self, table: MatchupTable, *, threads: int | None = None) -> None:
        self.xp: Any = np
        self._table = table
        self._threads = thread_count(threads)
        self._sums: list[_Sums] = []
        self.sizes: Array = table.sizes.astype(np.float64)
        self.opponents: Array = self._meet(np.ones(len(self.sizes)))[0]

    def meet(self, played: npt.NDArray[np.float64]) -> tuple[Floats, Floats]:
        """See `railbird.omaha8.jamfold.game.MatchupProducts.meet`."""
        found = [self._meet(column) for column in played.T]
        return np.stack([f for f, _ in found], axis=1), np.stack([g for _, g in found], axis=1)

    def _meet(self, played: Floats) -> tuple[Floats, Floats]:
        hands = played * self.sizes
        near = min(self._sums, key=lambda s: int((s.hands != hands).sum()), default=None)
        if near is None or 2 * (near.hands != hands).sum() > (hands != 0).sum():
            near = _Sums(len(hands))
        else:  # the last used is forgotten last
            self._sums.remove(near)
        self._sums = [near, *self._sums][: self.REMEMBERED]
        rows = np.flatnonzero(near.hands != hands)
        weights = hands[rows] - near.hands[rows]
        near.hands = hands

        def work(part: slice) -> None:
            add_rows(
                self._table.freq,
                self._table.quarters,
                rows,
                weights,
                part.start,
                part.stop,
                near.deals,
                near.won,
            )

        width = -(-len(hands) // self._threads)
        for _ in map_threads(work, spans(len(hands), width), threads=self._threads):
            pass
        return near.deals / self.sizes, (near.deals / 2 - near.won / QUARTERS) / self.sizes


def open_matchups(folder: Path | None = None, *, gpu: bool = False) -> MatchupProducts:
    """The table in a folder (by default the user's own), ready for a solver.

    Raises
    ------
    OptionError
        If there is no table, or no GPU where one is asked for.
    """
    table = MatchupTable.open(folder)
    return DenseMatchups.of_table(table, xp=cupy()) if gpu else MappedMatchups(table)
