"""Hands on a CPU, with sums over three classes by kernels; see `_sum_kernels`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.rules import MOST_ALL_IN, Node
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole import _sum_kernels as kernels
from railbird.tournament.whole.hands import Callers, Hands, Pair
from railbird.tournament.whole.tables import Showdowns, showdowns

Array = Any
Floats = npt.NDArray[np.float64]

WIDE = 176
"""The last axis of a table of triples: a whole number of 64 bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class OrderedShowdowns:
    """Showdowns with classes in order of their strength, as masses: for kernels.

    Parameters
    ----------
    tables
        The showdowns.
    order, back
        The classes from the strongest on, and the place of each class in this order.
    joint, two
        Probabilities of pairs, (169, 169), and by who wins, (2, 169, 169).
    three
        Probabilities of triples by the first class, the third, order, and the second class, (169,
        169, 6, `WIDE`).
    any_third
        The same for any third class, (169, 6, `WIDE`).
    """

    tables: Showdowns
    order: npt.NDArray[np.int64]
    back: npt.NDArray[np.int64]
    joint: Floats
    two: Floats
    three: npt.NDArray[Any]
    any_third: npt.NDArray[Any]

    def for_sums(self) -> tuple[npt.NDArray[Any], ...]:
        """The ``tables`` of `_sum_kernels.sums`."""
        kind = self.three.dtype
        inverse, two = np.zeros((CLASSES, WIDE), kind), np.zeros((2, CLASSES, WIDE), kind)
        inverse[:, :CLASSES] = 1 / self.joint
        two[:, :, :CLASSES] = self.two * self.joint
        return (
            self.three,
            self.any_third,
            inverse,
            two,
        )


@cache
def ordered_showdowns(all_in: int = MOST_ALL_IN, kind: Any = np.float32) -> OrderedShowdowns:
    """The arrays, 120 MB in single precision: made at first use.

    If no more than two are all in, triples are empty.
    """
    tables = showdowns(all_in)
    two = tables.two.reshape(2, CLASSES, CLASSES)
    order = np.argsort(-(two[0] * tables.given).sum(axis=1))
    cells = np.ix_(order, order)
    thirds = order if len(tables.three) else order[:0]
    parts = WIDE // kernels.LANES
    three = _aligned((CLASSES, len(thirds), 6 * WIDE), kind)
    for at, third in enumerate(thirds):
        mass = np.zeros((6, CLASSES, WIDE))
        mass[:, :, :CLASSES] = (tables.three[third].reshape(6, CLASSES, CLASSES) * tables.joint)[
            :, order
        ][:, :, order]
        by_part = mass.reshape(6, CLASSES, parts, kernels.LANES).transpose(1, 2, 0, 3)
        three[:, at] = by_part.reshape(CLASSES, -1)
    return OrderedShowdowns(
        tables=tables,
        order=order,
        back=np.argsort(order),
        joint=tables.joint[cells],
        two=np.stack([wins[cells] for wins in two]),
        three=three,
        any_third=three.sum(axis=1, dtype=np.float64).astype(kind),
    )


def _aligned(shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """Zeros that begin at a whole number of 64 bytes: vectors of a CPU then take one line each."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + 64, dtype=np.uint8)
    start = -room.ctypes.data % 64
    return np.asarray(room[start : start + size].view(kind).reshape(shape))


@dataclass(slots=True, eq=False)
class CallerSums(Callers):
    """What third callers do to the jams that were given; ``worth`` is empty.

    Parameters
    ----------
    by_second, by_first
        The results of `calling` and `jammed` for each pair.
    """

    by_second: dict[Pair, Array]
    by_first: dict[Pair, Array]

    def calling(self, pair: Pair, first: Array, xp: Any = np) -> Array:
        """What the second of a pair gets for jamming with a class, for the given jams."""
        return self.by_second[pair]

    def jammed(self, pair: Pair, second: Array, xp: Any = np) -> Array:
        """What the players get if the second of a pair jams, for the given jams."""
        return self.by_first[pair]


class SummedHands(Hands):
    """The hands of many states on a CPU. Each state sums over the classes that it plays.

    What third callers do is known only for the jams it was computed for: see `CallerSums`.

    Parameters
    ----------
    showdowns
        Showdowns in order.
    payoffs, forced
        See `Hands`.
    """

    def __init__(self, showdowns: OrderedShowdowns, payoffs: Array, forced: Array) -> None:
        super().__init__(showdowns.tables, payoffs, forced)
        self.showdowns = showdowns
        self.dtype = showdowns.three.dtype

    def chances(self, jams: Array) -> Array:
        """Probabilities of all ends, (states, ends): a small part of the work of `callers`."""
        return self.ends(jams, self._sums(jams, only_ends=True))

    def callers(self, jams: Array) -> CallerSums:
        """What third callers do, exactly."""
        return self._sums(jams, only_ends=False)

    def _sums(self, jams: Array, *, only_ends: bool) -> CallerSums:
        _, alone, _ = self.firsts(jams)
        order, back, pairs = self.showdowns.order, self.showdowns.back, self.pairs
        states, nodes, players = self.states, jams.shape[1], self.players
        first = np.zeros((states, len(pairs), CLASSES))
        for at, pair in enumerate(pairs):
            first[:, at] = alone[pair][:, order]
        calling = np.empty((states, len(pairs), CLASSES))
        jammed = np.empty((states, len(pairs), players, CLASSES))
        edges = np.empty((states, nodes, CLASSES))
        ends = np.empty(self.payoffs.shape[:2])
        kernels.sums(
            np.ascontiguousarray(jams[:, :, order]),
            first,
            np.ascontiguousarray(self.centred),
            np.isnan(self.forced),
            only_ends,
            _for_sums(self.showdowns),
            np.array(pairs, dtype=np.int64).reshape(-1, 2),
            self._shape(),
            calling,
            jammed,
            edges,
            ends,
        )
        by_second, by_first = {}, {}
        for at, pair in enumerate(pairs):
            by_second[pair] = calling[:, at][:, back]
            by_first[pair] = jammed[:, at, : pair[1] + 1][:, :, back]
        thirds = {
            node: edges[:, self.number[node]][:, back]
            for pair in pairs
            for node in self.behind(pair)
        }
        return CallerSums({}, thirds, ends, by_second, by_first)

    def _shape(self) -> tuple[npt.NDArray[np.int64], ...]:
        n = self.players
        firsts = np.array([self.number[Node(i)] for i in range(n - 1)], dtype=np.int64)
        seconds, two = (np.zeros((n, n), dtype=np.int64) for _ in range(2))
        thirds, three = (np.zeros((n, n, n), dtype=np.int64) for _ in range(2))
        for i, j in self.pairs:
            seconds[i, j], two[i, j] = self.number[Node(j, (i,))], self.rows[i, j].start
            for k in range(j + 1, n):
                thirds[i, j, k] = self.number[Node(k, (i, j))]
                three[i, j, k] = self.rows[i, j, k].start
        return firsts, seconds, thirds, two, three


@cache
def _for_sums(showdowns: OrderedShowdowns) -> tuple[npt.NDArray[Any], ...]:
    return showdowns.for_sums()
