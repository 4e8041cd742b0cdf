"""Hands on a CPU, with sums over three classes by kernels; see `_sum_kernels`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.rules import MOST_ALL_IN, Node
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole import _seat_kernels as seat_kernels
from railbird.tournament.whole import _sum_kernels as kernels
from railbird.tournament.whole.callers import Callers, Pair
from railbird.tournament.whole.hand_shape import HandShape
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.tables import Showdowns, showdowns

Array = Any
Floats = npt.NDArray[np.float64]
Seating = tuple[int, ...]
"""The number of each player's strategy, in order of action."""

WIDE = 176
"""The last axis of a table of triples: a whole number of 64 bytes."""

MUCH = 1.0
"""An edge of a class that is far from playing, times its probability."""

BEHIND = 32
"""Classes that are so far behind the last that plays do not begin to play."""


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
    three = _aligned((CLASSES, len(thirds), 6 * WIDE), kind)
    for at, third in enumerate(thirds):
        mass = np.zeros((6, CLASSES, WIDE))
        mass[:, :, :CLASSES] = (tables.three[third].reshape(6, CLASSES, CLASSES) * tables.joint)[
            :, order
        ][:, :, order]
        three[:, at] = _by_lanes(mass.transpose(1, 0, 2)).reshape(CLASSES, -1)
    return OrderedShowdowns(
        tables=tables,
        order=order,
        back=np.argsort(order),
        joint=tables.joint[cells],
        two=np.stack([wins[cells] for wins in two]),
        three=three,
        any_third=three.sum(axis=1, dtype=np.float64).astype(kind),
    )


@cache
def in_buckets(showdowns: OrderedShowdowns, count: int) -> tuple[npt.NDArray[Any], ...]:
    """The ``tables`` of `_group_kernels.build`, with so many buckets of similar classes."""
    joint, two, three = showdowns.joint, showdowns.two, showdowns.three
    dealt = showdowns.tables.dealt[showdowns.order]
    if count >= CLASSES:
        return (np.arange(CLASSES), dealt, dealt, joint, two, three)
    bucket_of = _alike(two[0], count)
    member = np.eye(count)[bucket_of]  # (169, buckets)
    wide = -(-count // kernels.LANES) * kernels.LANES
    mass = np.zeros((count, count, 6, wide))
    if three.size:
        found = three.reshape(CLASSES, CLASSES, -1, 6, kernels.LANES).transpose(0, 1, 3, 2, 4)
        found = found.reshape(CLASSES, CLASSES, 6, WIDE)[..., :CLASSES] @ member
        found = np.tensordot(member.T, found.reshape(CLASSES, -1), 1)
        found = found.reshape(count, CLASSES, -1).transpose(1, 0, 2).reshape(CLASSES, -1)
        found = (member.T @ found).reshape(count, count, 6, count)
        mass[..., :count] = found.transpose(1, 0, 2, 3)
    thirds = _aligned((count, count if three.size else 0, 6 * wide), three.dtype)
    thirds[:] = _by_lanes(mass).reshape(count, count, -1)[:, : thirds.shape[1]]
    both = member.T @ joint @ member
    wins = np.stack([member.T @ (win * joint) @ member for win in two]) / both
    return (bucket_of, dealt, dealt @ member, both, wins, thirds)


def _alike(wins: Floats, count: int) -> npt.NDArray[np.int64]:
    """The bucket of each class: classes that win alike, against all others, share one.

    Classes are in order of strength, and buckets too. This is Ward's clustering: those two buckets
    become one whose classes then are nearest to their mean.
    """
    sizes, members = np.ones(len(wins)), np.eye(len(wins), dtype=bool)
    far = ((wins[:, None] - wins) ** 2).sum(axis=2)
    np.fill_diagonal(far, np.inf)
    for _ in range(len(wins) - count):
        a, b = divmod(int(far.argmin()), len(far))
        both = sizes[a] + sizes[b]
        row = (sizes[a] + sizes) * far[a] + (sizes[b] + sizes) * far[b] - sizes * far[a, b]
        far[a] = far[:, a] = row / (both + sizes)
        far[a, a] = far[b] = far[:, b] = np.inf
        sizes[a] = both
        members[a] |= members[b]
        members[b] = False
    found = members[members.any(axis=1)]
    strength = [wins[one].mean() for one in found]
    return np.asarray(found[np.argsort(strength)[::-1]].argmax(axis=0))


def _by_lanes(mass: Array) -> Array:
    """Masses, (…, 6, wide), in the order of `_sum_kernels.BLOCK`: (…, parts, 6, lanes)."""
    parts = mass.reshape(*mass.shape[:-1], -1, kernels.LANES)
    return np.moveaxis(parts, -2, -3)


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
    limits
        So many of the best classes have edges, (states, nodes); others are not known.
    """

    by_second: dict[Pair, Array]
    by_first: dict[Pair, Array]
    limits: Array

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

    def seated(self, jams: Sequence[Array], seatings: Sequence[Seating]) -> Array:
        """Probabilities of all ends if players use different strategies, (states, seatings, ends).

        ``jams`` are those of each strategy, and a seating has the number of each player's strategy.
        """
        order, n = self.showdowns.order, self.players
        given, dealt = self.tables.given.T, self.tables.dealt
        shape, size = _shape(n), (len(jams), self.states, n)
        unopened, folds = np.ones(size), np.ones((*size, n, CLASSES))
        for at, own in enumerate(jams):
            for i in range(n - 1):
                unopened[at, :, i] -= own[:, self.number[Node(i)]] @ dealt
                for j in range(i + 1, n):
                    calls = own[:, self.number[Node(j, (i,))]] @ given
                    folds[at, :, i, j] -= calls[:, order]
        found = np.empty((self.states, len(seatings), self.payoffs.shape[1]))
        seat_kernels.seated_ends(
            np.stack([own[:, :, order] for own in jams]),
            folds,
            unopened,
            np.array(seatings, dtype=np.int64),
            _alike_from(seatings),
            dealt[order],
            _for_sums(self.showdowns),
            (*shape.numbers[:3], *shape.ends),
            found,
        )
        if self.dtype != np.float64:
            found /= found.sum(axis=2, keepdims=True)
        return found

    def callers(self, jams: Array, limits: Array | None = None) -> CallerSums:
        """What third callers do, exactly; see `Hands.callers`."""
        shape = _shape(self.players)
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
        limits = np.full(jams.shape[:2], WIDE) if limits is None else limits
        kernels.sums(
            np.ascontiguousarray(jams[:, :, order]),
            first,
            np.ascontiguousarray(self.centred),
            np.isnan(self.forced),
            limits,
            _for_sums(self.showdowns),
            np.array(pairs, dtype=np.int64).reshape(-1, 2),
            (*shape.numbers[:3], *shape.ends[1:]),
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
        return CallerSums({}, thirds, ends, by_second, by_first, limits)

    def edges(self, jams: Array, callers: Callers) -> Array:
        """What jamming is worth more than folding, or `MUCH` less where it is not known."""
        found = super().edges(jams, callers)
        assert isinstance(callers, CallerSums)
        if (callers.limits < CLASSES).any():
            is_unknown = self.showdowns.back >= callers.limits[:, :, None]
            found[is_unknown & np.isnan(self.forced)[:, :, None]] = -MUCH
        return found

    def near(self, plays: Array) -> Array:
        """Limits for `callers`: classes that play at a node, and some behind the last of them."""
        last = (np.arange(1, CLASSES + 1) * plays[:, :, self.showdowns.order]).max(axis=2)
        return np.minimum(-(-(last + BEHIND) // kernels.LANES) * kernels.LANES, WIDE)


def _alike_from(seatings: Sequence[Seating]) -> tuple[npt.NDArray[np.int64], ...]:
    """For each player the seatings in groups that are alike from there on, see `seated_ends`."""
    n = len(seatings[0])
    groups = np.zeros(n, dtype=np.int64)
    group_of, example = (np.zeros((n, len(seatings)), dtype=np.int64) for _ in range(2))
    for player in range(n):
        known: dict[Seating, int] = {}
        for at, seating in enumerate(seatings):
            group = known.setdefault(tuple(seating[player:]), len(known))
            if group == groups[player]:
                groups[player], example[player, group] = group + 1, at
            group_of[player, at] = group
    return groups, group_of, example


@cache
def _shape(players: int) -> HandShape:
    return HandShape.of(players)


@cache
def _for_sums(showdowns: OrderedShowdowns) -> tuple[npt.NDArray[Any], ...]:
    return showdowns.for_sums()
