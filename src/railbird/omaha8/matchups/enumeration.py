"""Sets of cards up to suits: one of each class, ranked and unranked without listing them.

The classes are in the order of the rows of `railbird.cards.suits.suit_patterns`, and within a row
in the order of a mixed radix: each group of suits that hold equally many cards is a digit. A digit
chooses different sets of ranks for the blocks of suits that hold the same ranks. So any span of
indices can be listed at once, and work on all classes splits anywhere.

With eight cards the rows are those of Table 3.3 of Ho (2015).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.cards.suits import SuitPattern, suit_patterns

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SetSpan:
    """Some classes: a set of cards of each, shape (n, size), and how many sets are like it."""

    cards: npt.NDArray[np.uint8]
    orbits: Ints


@dataclass(frozen=True, slots=True)
class _Run:
    """``count`` blocks of ``suits`` suits each; a block holds ``held`` cards in each of its suits.

    ``taken`` sets of ranks belong to earlier runs of the group and cannot be used again.
    """

    held: int
    suits: int
    count: int
    taken: int

    @property
    def choices(self) -> int:
        return comb(comb(13, self.held) - self.taken, self.count)


def set_classes(size: int) -> int:
    """Number of classes of sets of ``size`` cards.

    Examples
    --------
    >>> set_classes(2), set_classes(4), set_classes(8)
    (169, 16432, 32819436)
    """
    return int(_starts(size)[-1])


def sets_of_classes(size: int, start: int, stop: int) -> SetSpan:
    """The classes ``start`` to ``stop`` − 1 of sets of ``size`` cards.

    Examples
    --------
    >>> span = sets_of_classes(2, 168, 169)
    >>> span.cards.tolist(), span.orbits.tolist()
    ([[51, 46]], [12])
    """
    if not 0 <= start <= stop <= set_classes(size):
        raise IndexError(f"classes {start} to {stop} of {set_classes(size)} are no span")
    parts = [SetSpan(np.empty((0, size), np.uint8), np.empty(0, np.int64))]
    for row, first, end in zip(suit_patterns(size), _starts(size), _starts(size)[1:], strict=False):
        low, high = max(start, int(first)), min(stop, int(end))
        if low < high:
            masks = _unrank(row, np.arange(low - first, high - first))
            orbits = np.full(high - low, row.orbit)
            parts.append(SetSpan(_cards_of(masks, size), orbits))
    return SetSpan(
        np.concatenate([part.cards for part in parts]),
        np.concatenate([part.orbits for part in parts]),
    )


def classes_of_sets(cards: npt.NDArray[np.uint8]) -> Ints:
    """Class of each set of cards, shape (n, size): the inverse of `sets_of_classes`.

    Examples
    --------
    >>> classes_of_sets(np.array([[48, 49], [0, 5]], np.uint8)).tolist()
    [90, 91]
    """
    size = cards.shape[1]
    held = np.zeros((len(cards), 4), dtype=np.int64)
    for column in cards.T.astype(np.int64):
        held[np.arange(len(cards)), column & 3] |= 1 << (column >> 2)
    sizes = _mask_sizes()[held]
    # suits with most cards first; then those with equal ranks beside each other, large blocks first
    alike = (held[:, :, None] == held[:, None, :]).sum(axis=2)
    order = np.lexsort((-held, -alike, -sizes), axis=1)
    held, alike, sizes = (np.take_along_axis(a, order, axis=1) for a in (held, alike, sizes))
    keys = (sizes * 8 + alike * (sizes > 0)) @ (128 ** np.arange(4))
    found = np.full(len(cards), -1)
    for row, first in zip(suit_patterns(size), _starts(size), strict=False):
        here = keys == _key(row)
        found[here] = first + _rank(row, held[here])
    return found


@cache
def _starts(size: int) -> Ints:
    return np.cumsum([0] + [row.classes for row in suit_patterns(size)])


def _key(row: SuitPattern) -> int:
    """What the suits of a class in this row hold, as `classes_of_sets` numbers it."""
    blocks = [b for b in row.matching for _ in range(b)] + [0] * row.suits.count(0)
    return sum((s * 8 + b) * 128**i for i, (s, b) in enumerate(zip(row.suits, blocks, strict=True)))


def _groups(row: SuitPattern) -> list[list[_Run]]:
    """For each number of cards held by some suits, the runs of blocks of one size."""
    groups = []
    blocks = list(row.matching)
    for held, same in groupby(s for s in row.suits if s):
        suits, here = len(list(same)), []
        while suits:
            suits -= blocks[0]
            here.append(blocks.pop(0))
        runs: list[_Run] = []
        for block, count in Counter(here).items():
            runs.append(_Run(held, block, count, sum(run.count for run in runs)))
        groups.append(runs)
    return groups


def _unrank(row: SuitPattern, index: Ints) -> list[Ints]:
    """Masks of the ranks held in each suit of the row's classes."""
    suits: list[Ints] = []
    for runs in _groups(row):
        used: list[Ints] = []
        for run in runs:
            index, digit = np.divmod(index, run.choices)
            chosen = [_skip(place, used) for place in _subset(digit, run.count)]
            for place in chosen:
                suits += [_rank_sets(run.held)[place]] * run.suits
            used += chosen
    return suits


def _rank(row: SuitPattern, masks: Ints) -> Ints:
    """Index in the row of classes given by the sorted masks of their suits."""
    index, factor, suit = np.zeros(len(masks), np.int64), 1, 0
    for runs in _groups(row):
        used: list[Ints] = []
        for run in runs:
            chosen = []
            for _ in range(run.count):
                chosen.append(_place_of_ranks()[masks[:, suit]])
                suit += run.suits
            places = [c - sum((c > u).astype(np.int64) for u in used) for c in chosen]
            ordered = np.sort(np.stack(places), axis=0)
            index = index + factor * sum(_choose(p, i + 1) for i, p in enumerate(ordered))
            factor *= run.choices
            used += chosen
    return index


def _skip(place: Ints, used: Sequence[Ints]) -> Ints:
    """The place among all sets of a place among those that are not used."""
    if used:
        for taken in np.sort(np.stack(used), axis=0):
            place = place + (place >= taken)
    return place


def _subset(index: Ints, count: int) -> list[Ints]:
    """The subset of ``count`` places with this colex index, highest first."""
    places = []
    for k in range(count, 1, -1):
        below = _choose(np.arange(comb(13, 6) + 1), k)
        places.append(np.searchsorted(below, index, side="right") - 1)
        index = index - below[places[-1]]
    return [*places, index]


def _choose(n: Ints, k: int) -> Ints:
    ways = np.ones_like(n)
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@cache
def _rank_sets(held: int) -> Ints:
    """The sets of ``held`` ranks as masks, in rising order."""
    return np.nonzero(_mask_sizes() == held)[0]


@cache
def _mask_sizes() -> Ints:
    """The number of ranks in each mask."""
    return np.array([mask.bit_count() for mask in range(1 << 13)])


@cache
def _place_of_ranks() -> Ints:
    """The place of each mask in `_rank_sets`."""
    places = np.zeros(1 << 13, np.int64)
    for held in range(14):
        places[_rank_sets(held)] = np.arange(comb(13, held))
    return places


def _cards_of(masks: Sequence[Ints], size: int) -> npt.NDArray[np.uint8]:
    """Cards, highest first: the first suit becomes spades, the next hearts, and so on."""
    held = np.zeros((len(masks[0]), 52), dtype=bool)
    for i, mask in enumerate(masks):
        held[:, 3 - i :: 4] = mask[:, None] >> np.arange(13) & 1
    return (51 - np.nonzero(held[:, ::-1])[1]).astype(np.uint8).reshape(-1, size)
