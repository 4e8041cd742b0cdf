"""Solve jam-or-fold hands with ranges by a ranking: a thousand a second, for look-ahead.

Every range is the top of an order of the 169 classes, in groups of a few classes, with the last
group played with some probability. How the ranges of two and three players finish is then a
look-up. This gives up two things: the best range may not be the top of the order, and the folds of
others say nothing about the hands of a player who is in, beyond their range.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.stopwatch import start_up
from railbird.tournament.jamfold._showdown_kernels import LANES
from railbird.tournament.jamfold.ranked import _kernels as kernels
from railbird.tournament.jamfold.ranked.rankings import DEFAULT, EVERY_CLASS, ranking
from railbird.tournament.jamfold.showdowns import (
    CLASSES,
    THREE_ORDERS,
    TWO_ORDERS,
    add_three_way,
    two_way,
)

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

STARTS = (*range(24), *range(24, 72, 2), *range(72, CLASSES, 4))
"""The best class of each group, by rank: groups are finer where few hands are played.

A ranking may also have a group for each class, see `EVERY_CLASS`."""

FIRST_THRESHOLDS = (30.0, 16.0, 6.0)
"""The start of a solution: about 30 %, 9 % and 3 % of hands for the first, second, third in."""

_TWO, _THREE = np.array(TWO_ORDERS), np.array(THREE_ORDERS)

FIRST_STEP, NEXT_STEP = 8.0, 3.0
SWEEPS = 32


class RangeTables(NamedTuple):
    """Probabilities that hands are in ranges, by thresholds 0 … groups; see the kernels."""

    one: Floats
    two: Floats
    three: Floats  # flattened


def groups(name: str = DEFAULT) -> tuple[Ints, Ints]:
    """The group of each class for jams and for calls, (169,) each."""
    starts = np.arange(CLASSES) if name == EVERY_CLASS else np.array(STARTS)
    found = np.empty((2, CLASSES), dtype=np.int64)
    for group, order in zip(found, ranking(name), strict=True):
        group[order] = np.searchsorted(starts, np.arange(CLASSES), side="right") - 1
    return found[0], found[1]


@cache
@start_up()
def range_tables(name: str = DEFAULT) -> RangeTables:
    """The tables of a ranking, made from the shipped ones at first use.

    They take 52 MB; if every class is a group, 630 MB.
    """
    jams, calls = groups(name)
    size = int(jams.max()) + 2
    pair = two_way()
    one, two = np.zeros(size), np.zeros((size, size, kernels.TWO + 1))
    np.add.at(one, jams + 1, pair.dealt)
    joint = np.concatenate([pair.outcomes, np.ones((CLASSES, CLASSES, 1))], axis=2)
    np.add.at(two, (jams[:, None] + 1, calls[None] + 1), joint * pair.joint[..., None])
    three = np.zeros((size, size, size, LANES))
    add_three_way(jams + 1, calls + 1, three)
    for axis in range(2):
        np.cumsum(two, axis=axis, out=two)
    for axis in range(3):
        np.cumsum(three, axis=axis, out=three)
    return RangeTables(one.cumsum(), two, three.ravel())


class TreeSize(NamedTuple):
    """The numbers of rows (ends) and decisions of a hand, given the number of players."""

    players: int
    pairs: int
    triples: int

    @property
    def rows(self) -> int:
        """Ends."""
        return 1 + self.players + kernels.TWO * self.pairs + kernels.THREE * self.triples

    @property
    def decisions(self) -> int:
        """The number of decisions, including forced ones."""
        return self.players + self.pairs + self.triples

    @property
    def start(self) -> Floats:
        """Thresholds to start from."""
        return np.repeat(FIRST_THRESHOLDS, self)


def tree_size(players: int) -> TreeSize:
    """The size of a hand with at most three all in.

    Examples
    --------
    >>> tree_size(6).rows
    312
    """
    pairs = players * (players - 1) // 2
    return TreeSize(players, pairs, pairs * (players - 2) // 3)


class SolvedRanges(NamedTuple):
    """A solved hand: what everybody expects, the probabilities of the ends, thresholds, epsilon.

    ``epsilon`` is the most that one player can gain by other thresholds.
    """

    values: Floats
    chances: Floats
    thresholds: Floats
    epsilon: float


def ends(stacks: Floats, posted: Floats) -> Floats:
    """Stacks after each end, (rows, players)."""
    found = np.empty((tree_size(stacks.size).rows, stacks.size))
    kernels.ends(stacks, posted, _TWO, _THREE, found)
    return found


def solve_ranges(
    stacks: Floats,
    posted: Floats,
    worth: Floats,
    *,
    tables: RangeTables,
    start: Floats | None = None,
    sweeps: int = SWEEPS,
) -> SolvedRanges | None:
    """Solve a hand, given the value of every end, (rows, players).

    ``start`` are thresholds of a similar hand. Returns None if more than three are in by posting.
    """
    size = tree_size(stacks.size)
    choice, chances, values = np.empty(size.decisions), np.empty(size.rows), np.empty(stacks.size)
    if not kernels.forced(stacks, posted, choice):
        return None
    thresholds = size.start if start is None else start.copy()
    epsilon = kernels.solve(
        *tables,
        stacks.size,
        choice,
        np.ascontiguousarray(worth.T),
        thresholds,
        FIRST_STEP if start is None else NEXT_STEP,
        sweeps,
        values,
        chances,
    )
    return SolvedRanges(values, chances, thresholds, epsilon)
