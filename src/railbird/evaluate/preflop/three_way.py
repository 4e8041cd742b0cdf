"""Three hands all in before the flop: how they finish, for every triple of classes.

Three hands finish in one of 13 weak orders. The table counts them exactly, over all ways to deal
the three classes and over all boards. Each board is taken once up to suits (134,459 boards). On
each, for every hand b, the hands above, equal to and below it are counted by class. The product of
two such counts is a number of triples around b, and the sum over the hands of b's class is a matrix
product. This also counts pairs that share a card; the same products for each card subtract them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.suits import canonical_sets
from railbird.compute.threads import map_threads, spans, thread_count
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.preflop import _three_way_kernels as kernels
from railbird.kernels.cards import CLASSES
from railbird.stopwatch import start_up

Report = Callable[[int, int], None]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

TABLE = "holdem_three_way"
BOARDS = 1_370_754
"""Number of boards that can be dealt when three hands are known."""

PARTNERS = kernels.PARTNERS
AT_ONCE = 64
"""Boards added up in one product: few enough for single precision to hold every sum exactly."""


class FinishCounts(NamedTuple):
    """Counts of boards and deals by how three hands finish; the axes are the classes.

    ``first_second_third[b, a, c]``: a beats b, and b beats c. ``two_first[b, a, c]``: a and b tie
    and beat c. ``two_last[b, a, c]``: a beats b and c, which tie. ``tie[b, a, c]``: all three tie.
    """

    first_second_third: Floats
    two_first: Floats
    two_last: Floats
    tie: Floats


def empty_counts() -> FinishCounts:
    """Counts that are all zero."""
    return FinishCounts(*(np.zeros((CLASSES, CLASSES, CLASSES)) for _ in FinishCounts._fields))


class HandClasses(NamedTuple):
    """What the kernel knows about hands and classes.

    ``hand_at[x, y]`` is the hand of two cards. ``places`` is the number of a hand in its class.
    ``classes_of_rank`` has the 25 classes of a rank, and ``partner_of`` the place of a class among
    them.
    """

    hands: Ints
    hand_at: Ints
    class_of: Ints
    partner_of: Ints
    classes_of_rank: Ints
    places: Ints


def hand_classes() -> HandClasses:
    """All hands and classes."""
    hands = holdem_hands().astype(np.int64)
    class_of = holdem_class_of_hand().astype(np.int64)
    index = np.zeros((52, 52), dtype=np.int64)
    index[hands[:, 0], hands[:, 1]] = index[hands[:, 1], hands[:, 0]] = np.arange(1326)
    places = np.zeros(1326, dtype=np.int64)
    for c in range(CLASSES):
        places[class_of == c] = np.arange(np.count_nonzero(class_of == c))
    partner_of = np.zeros((13, CLASSES), dtype=np.int64)
    classes_of_rank = np.empty((13, PARTNERS), dtype=np.int64)
    for rank in range(13):
        held = np.unique(class_of[(hands >> 2 == rank).any(axis=1)])
        classes_of_rank[rank] = held
        partner_of[rank, held] = np.arange(PARTNERS)
    return HandClasses(
        hands=hands,
        hand_at=index,
        class_of=class_of,
        partner_of=partner_of,
        classes_of_rank=classes_of_rank,
        places=places,
    )


def class_chunks(class_of: Ints) -> Iterator[tuple[Ints, int]]:
    """Groups of classes of one size, about a hundred hands each, and that size."""
    sizes = np.bincount(class_of)
    for size in (4, 6, 12):
        classes = np.nonzero(sizes == size)[0]
        for part in spans(len(classes), 96 // size):
            yield classes[part], size


def add_boards(
    boards: npt.NDArray[np.uint8], weight: int, counts: FinishCounts, known: HandClasses
) -> None:
    """Add the counts of at most `AT_ONCE` boards, ``weight`` times each."""
    values, _ = HOLDEM.board_values(boards, holdem_hands())
    values = values.astype(np.int64)
    order = np.argsort(values, axis=1, kind="stable")
    for classes, size in class_chunks(known.class_of):
        slots = np.full(CLASSES, -1, dtype=np.int64)
        slots[classes] = np.arange(len(classes))
        deep = size * len(boards)
        rows = np.empty((len(classes), deep, 3 * CLASSES), dtype=np.float32)
        shared = np.empty((len(classes), 13, 4 * deep, 3 * PARTNERS), dtype=np.float32)
        kernels.fill_rows(values, order, *known, slots, rows, shared)
        add_products(
            np,
            classes,
            weight=weight,
            rows=rows,
            shared=shared,
            counts=counts,
            classes_of_rank=known.classes_of_rank,
        )


def add_products(
    xp: Any,
    classes: Any,
    *,
    weight: int,
    rows: Any,
    shared: Any,
    counts: Any,
    classes_of_rank: Any,
) -> None:
    """Add the products of what is above, equal and below, minus the pairs that share a card.

    The arrays belong to the module ``xp``: NumPy or CuPy.
    """
    sides = {"above": 0, "equal": 1, "below": 2}
    for into, left, right in (
        (counts.first_second_third, "above", "below"),
        (counts.two_first, "equal", "below"),
        (counts.two_last, "above", "equal"),
        (counts.tie, "equal", "equal"),
    ):
        one, other = (
            rows[:, :, sides[s] * CLASSES : (sides[s] + 1) * CLASSES] for s in (left, right)
        )
        product = xp.matmul(one.transpose(0, 2, 1), other).astype(xp.float64)
        one, other = (
            shared[:, :, :, sides[s] * PARTNERS : (sides[s] + 1) * PARTNERS] for s in (left, right)
        )
        pairs = xp.matmul(one.transpose(0, 1, 3, 2), other)
        for rank in range(13):
            held = classes_of_rank[rank]
            product[:, held[:, None], held[None, :]] -= pairs[:, rank]
        if left == right:  # a hand shares both cards with itself, so it was subtracted twice
            same = xp.arange(CLASSES)
            itself = rows[:, :, CLASSES : 2 * CLASSES].sum(axis=1, dtype=xp.float64)
            product[:, same, same] += itself
        into[classes] += weight * product


def count_here(progress: Report | None) -> FinishCounts:
    """Count over all boards on this machine's cores.

    It takes some eighty minutes of a core by extrapolation from 64 boards, and several times that
    unless ``OPENBLAS_NUM_THREADS=1`` keeps BLAS from adding threads of its own.
    """
    boards, orbits = canonical_sets(5)
    parts = [
        (boards[orbits == orbit][part], int(orbit))
        for orbit in np.unique(orbits)
        for part in spans(int(np.count_nonzero(orbits == orbit)), AT_ONCE)
    ]
    known, workers = hand_classes(), thread_count()
    counts = [empty_counts() for _ in range(workers)]
    for done in range(0, len(parts), workers):
        some = list(enumerate(parts[done : done + workers]))
        for _ in map_threads(lambda at: add_boards(*at[1], counts[at[0]], known), some):
            pass
        if progress is not None:
            progress(min(done + workers, len(parts)), len(parts))
    return FinishCounts(*(np.sum(each, axis=0) for each in zip(*counts, strict=True)))


ORDERS = (
    "i>j>k", "i>k>j", "j>i>k", "j>k>i", "k>i>j", "k>j>i",
    "i=j>k", "i=k>j", "j=k>i", "i>j=k", "j>i=k", "k>i=j", "i=j=k",
)  # fmt: skip
"""How three hands of classes i ≤ j ≤ k can finish."""


def triples() -> Ints:
    """The 818,805 triples of classes i ≤ j ≤ k, shape (818805, 3)."""
    i, j, k = np.meshgrid(*(np.arange(CLASSES),) * 3, indexing="ij")
    return np.stack([x[(i <= j) & (j <= k)] for x in (i, j, k)], axis=1)


def by_order(counts: FinishCounts) -> npt.NDArray[np.uint32]:
    """Counts of the 13 orders for every triple, shape (818805, 13)."""
    i, j, k = triples().T
    one, first, last, tie = counts
    columns = (
        one[j, i, k], one[k, i, j], one[i, j, k], one[k, j, i], one[i, k, j], one[j, k, i],
        first[i, j, k], first[i, k, j], first[j, k, i],
        last[j, i, k], last[i, j, k], last[i, k, j], tie[i, j, k],
    )  # fmt: skip
    return np.stack(columns, axis=1).astype(np.uint32)


STEP = 2e-7
"""Probabilities are stored as whole multiples of this; the error is at most half of it."""


def pack(counts: npt.NDArray[np.uint32]) -> data.Arrays:
    """Counts in their shipped form: probabilities, byte by byte, and the number of deals."""
    total = counts.sum(axis=1, dtype=np.uint64)
    shares = np.rint(counts / np.maximum(total, 1)[:, None] / STEP).astype(np.uint32).T
    planes = np.stack([(shares >> 8 * byte & 255).astype(np.uint8) for byte in range(3)])
    return {"planes": planes, "deals": (total // BOARDS).astype(np.uint16)}


class ThreeWay(NamedTuple):
    """The table: for every triple of `triples`, the number of deals and the 13 probabilities.

    ``shares`` has the probabilities of `ORDERS` in units of `STEP`; the orders are its first axis.
    They are 0 where no deal is possible.
    """

    shares: npt.NDArray[np.uint32]
    deals: npt.NDArray[np.uint16]


@cache
@start_up()
def three_way() -> ThreeWay:
    """The shipped table."""
    table = data.load(TABLE)
    low, middle, high = table["planes"].astype(np.uint32)
    return ThreeWay(low | middle << 8 | high << 16, table["deals"].astype(np.uint16))


def weak_orders(i: npt.ArrayLike, j: npt.ArrayLike, k: npt.ArrayLike) -> Floats:
    """Probabilities of `ORDERS` for classes in any order, shape (n, 13); NaN if no deal exists.

    Examples
    --------
    >>> from railbird.cards.classes import holdem_class_index as index
    >>> p = weak_orders([index("QQ")], [index("AA")], [index("KK")])[0]
    >>> f"{p[ORDERS.index('j>k>i')]:.4f} {p.sum():.6f}"
    '0.6343 1.000000'
    """
    given = np.stack([np.atleast_1d(np.asarray(x, dtype=np.int64)) for x in (i, j, k)], axis=1)
    order = np.argsort(given, axis=1, kind="stable")
    ordered = np.take_along_axis(given, order, axis=1)
    table = three_way()
    at = triple_index(*ordered.T)
    shares = table.shares[:, at].T * STEP
    columns = _COLUMNS[order @ np.array([9, 3, 1])]
    found = np.take_along_axis(shares, columns, axis=1)
    return np.where(table.deals[at][:, None] > 0, found, np.nan)


def triple_index(i: Ints, j: Ints, k: Ints) -> Ints:
    """Place of the triple i ≤ j ≤ k in `triples`."""
    left = CLASSES - i  # triples that begin with i or later, and among them those with j or later
    all_triples = CLASSES * (CLASSES + 1) * (CLASSES + 2) // 6
    before = all_triples - left * (left + 1) * (left + 2) // 6
    rest = CLASSES - j
    return np.asarray(before + left * (left + 1) // 2 - rest * (rest + 1) // 2 + k - j)


def _columns() -> Ints:
    """For each way to sort three classes, the column of each order in the sorted triple."""
    columns = np.zeros((27, 13), dtype=np.int64)
    for order in permutations(range(3)):
        # the first class of the sorted triple is number order[0] of the given one, and so on
        names = {"ijk"[given]: "ijk"[place] for place, given in enumerate(order)}
        for column, text in enumerate(ORDERS):
            renamed = "".join(names.get(letter, letter) for letter in text)
            groups = ["=".join(sorted(group.split("="))) for group in renamed.split(">")]
            columns[9 * order[0] + 3 * order[1] + order[2], column] = ORDERS.index(">".join(groups))
    return columns


_COLUMNS = _columns()
