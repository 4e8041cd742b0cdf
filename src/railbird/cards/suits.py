"""Suit isomorphism: canonical forms, sizes of orbits, and exact counts.

Renaming the suits of a deal changes nothing in poker. A deal is one or more disjoint groups of
cards (hole cards, board, …). Each suit has a *signature*: for each group, the 13-bit mask of the
ranks that the group holds in that suit. A permutation of the suits permutes the four signatures, so
the sorted signatures are a canonical form. The size of the orbit is 4! divided by the factorials of
the numbers of equal signatures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations
from math import comb, factorial, perm, prod

import numpy as np
import numpy.typing as npt

SUIT_PERMUTATIONS: tuple[tuple[int, ...], ...] = tuple(permutations(range(4)))

_ORBIT_OF_EQUALITIES = np.array([24, 12, 12, 4, 12, 6, 4, 1], dtype=np.int64)
"""Orbit size, indexed by which neighbours of the sorted signatures are equal (bit 0: first two)."""


def suit_signatures(*groups: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Signatures of the four suits, shape (n, 4), for n deals given as groups of shape (n, k)."""
    if len(groups) > 4:
        raise ValueError("at most four groups of cards fit into a 64-bit signature")
    signatures = np.zeros((len(groups[0]), 4), dtype=np.int64)
    deals = np.arange(len(signatures))
    for group in groups:
        signatures <<= 13
        for cards in group.T.astype(np.int64):
            signatures[deals, cards & 3] |= 1 << (cards >> 2)
    return signatures


def canonical_signatures(
    *groups: npt.NDArray[np.uint8],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Sorted signatures (the canonical form; highest first) and orbit sizes of n deals."""
    ordered = -np.sort(-suit_signatures(*groups), axis=1)
    equal = (ordered[:, 1:] == ordered[:, :-1]) @ np.array([1, 2, 4])
    return ordered, _ORBIT_OF_EQUALITIES[equal]


def canonical_cards(
    *groups: npt.NDArray[np.uint8],
) -> tuple[tuple[npt.NDArray[np.uint8], ...], npt.NDArray[np.int64]]:
    """Canonical deals, as groups of the same shape (highest card first), and orbit sizes.

    The suit with the highest signature becomes spades, the next hearts, and so on.

    Examples
    --------
    >>> hole, board = np.array([[51, 0]], np.uint8), np.array([[1, 2, 5]], np.uint8)
    >>> (hole, board), orbit = canonical_cards(hole, board)
    >>> hole.tolist(), board.tolist(), orbit.tolist()
    ([[51, 2]], [[5, 1, 0]], [24])
    """
    signatures, orbits = canonical_signatures(*groups)
    canonical = []
    for i, group in enumerate(groups):
        masks = signatures >> 13 * (len(groups) - 1 - i) & 0x1FFF
        held = np.zeros((len(group), 52), dtype=bool)
        for suit in range(4):
            held[:, suit::4] = masks[:, 3 - suit, None] >> np.arange(13) & 1
        canonical.append((51 - np.nonzero(held[:, ::-1])[1]).astype(np.uint8).reshape(group.shape))
    return tuple(canonical), orbits


def canonical_sets(size: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """One set of ``size`` cards from each orbit, and the sizes of the orbits.

    Examples
    --------
    >>> boards, orbits = canonical_sets(3)
    >>> len(boards), int(orbits.sum())
    (1755, 22100)
    """
    masks = [m for m in range(0x1FFF, -1, -1) if m.bit_count() <= size]
    rows = [
        [4 * r + 3 - s for s, m in enumerate(held) for r in range(13) if m >> r & 1]
        for held in _falling_masks(masks, size, 4)
    ]
    sets = np.sort(np.array(rows, dtype=np.uint8), axis=1)[:, ::-1]
    return np.ascontiguousarray(sets), canonical_signatures(sets)[1]


def _falling_masks(masks: list[int], size: int, suits: int) -> Iterator[tuple[int, ...]]:
    """Non-increasing rank masks of ``suits`` suits that together hold ``size`` cards."""
    if suits == 0:
        if size == 0:
            yield ()
        return
    for i, mask in enumerate(masks):
        if mask.bit_count() <= size:
            for rest in _falling_masks(masks[i:], size - mask.bit_count(), suits - 1):
                yield (mask, *rest)


def count_orbits(*sizes: int) -> int:
    """Number of deals up to suits, with groups of the given sizes, by Burnside's lemma.

    A permutation of the suits with cycles of lengths L fixes a deal if each rank gives all suits of
    a cycle to one group. The number of such deals is a coefficient of Π (1 + Σ x_g^L)^13.

    Examples
    --------
    >>> count_orbits(2), count_orbits(4), count_orbits(2, 3), count_orbits(2, 5)
    (169, 16432, 1286792, 123156254)
    """
    total = 0
    for cycles, how_many in _CYCLE_TYPES:
        fixed = {(0,) * len(sizes): 1}
        for length in cycles:
            grown: Counter[tuple[int, ...]] = Counter()
            for given, ways in _ranks_to_groups(sizes, length):
                for before, count in fixed.items():
                    after = tuple(a + b for a, b in zip(before, given, strict=True))
                    if all(a <= s for a, s in zip(after, sizes, strict=True)):
                        grown[after] += count * ways
            fixed = dict(grown)
        total += how_many * fixed.get(tuple(sizes), 0)
    return total // 24


_CYCLE_TYPES = (((1, 1, 1, 1), 1), ((2, 1, 1), 6), ((2, 2), 3), ((3, 1), 8), ((4,), 6))


def _ranks_to_groups(sizes: Sequence[int], length: int) -> list[tuple[tuple[int, ...], int]]:
    """Ways to give some of 13 ranks, ``length`` cards each, to the groups."""
    ways: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for size in sizes:
        ways = [
            ((*given, length * k), count * comb(13 - sum(given) // length, k))
            for given, count in ways
            for k in range(min(size // length, 13 - sum(given) // length) + 1)
        ]
    return ways


@dataclass(frozen=True, slots=True)
class SuitPattern:
    """A row of the table of card sets by suits.

    ``suits`` are the numbers of cards in the four suits, highest first. ``matching`` are the sizes
    of the blocks of non-empty suits that hold the same ranks, such as (2, 1) for two alike and one
    different.
    """

    suits: tuple[int, int, int, int]
    matching: tuple[int, ...]
    classes: int
    orbit: int

    @property
    def total(self) -> int:
        """Number of card sets in all classes of the row."""
        return self.classes * self.orbit


def suit_patterns(size: int) -> list[SuitPattern]:
    """All sets of ``size`` cards by suit pattern, counted without listing them.

    With eight cards this is Table 3.3 of Ho (2015).

    Examples
    --------
    >>> rows = suit_patterns(8)
    >>> sum(row.classes for row in rows), sum(row.total for row in rows)
    (32819436, 752538150)
    """
    rows = []
    for suits in _partitions(size, 4, 13):
        padded = (*suits, *(0,) * (4 - len(suits)))
        empty = factorial(4 - len(suits))
        choices: list[tuple[tuple[int, ...], int, int]] = [((), 1, empty)]
        for held, same in groupby(suits):
            alike = len(list(same))
            choices = [
                (
                    matching + blocks,
                    # distinct rank sets for the blocks; blocks of one size are interchangeable
                    classes
                    * perm(comb(13, held), len(blocks))
                    // prod(factorial(n) for n in Counter(blocks).values()),
                    stabiliser * prod(factorial(b) for b in blocks),
                )
                for matching, classes, stabiliser in choices
                for blocks in _partitions(alike, 4, 4)
            ]
        rows += [
            SuitPattern((padded[0], padded[1], padded[2], padded[3]), m, c, 24 // s)
            for m, c, s in choices
        ]
    return rows


def _partitions(total: int, parts: int, highest: int) -> list[tuple[int, ...]]:
    """Partitions of ``total`` into at most ``parts`` positive numbers, each at most ``highest``."""
    if total == 0:
        return [()]
    if parts == 0:
        return []
    return [
        (first, *rest)
        for first in range(min(total, highest), 0, -1)
        for rest in _partitions(total - first, parts - 1, first)
    ]
