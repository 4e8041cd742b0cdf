"""Results of two and three hands all in before the flop, as arrays for solvers.

Cards of players who folded are back in the deck. So the next player's class depends only on the
classes of those who are all in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.evaluate.preflop.pairs import BOARDS, class_matchups
from railbird.evaluate.preflop.three_way import ORDERS, three_way
from railbird.stopwatch import start_up
from railbird.tournament.jamfold import _showdown_kernels as kernels

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

CLASSES = kernels.CLASSES
HANDS, SECOND_HANDS, THIRD_HANDS = 1326, 1225, 1128
"""Two-card hands of a deck of 52, 50 and 48 cards."""


def _levels(text: str) -> tuple[int, int, int]:
    groups = text.split(">")
    first, second, third = (
        next(level for level, group in enumerate(groups) if hand in group) for hand in "ijk"
    )
    return first, second, third


THREE_ORDERS: tuple[tuple[int, ...], ...] = tuple(_levels(text) for text in ORDERS)
"""The 13 orders in which three hands can finish: a level each, 0 is best, equal if they tie."""

TWO_ORDERS: tuple[tuple[int, ...], ...] = ((0, 1), (1, 0), (0, 0))
"""The three orders of two hands."""


@cache
def finishing_orders(hands: int) -> tuple[tuple[int, ...], ...]:
    """The orders in which this many hands can finish, as levels.

    Examples
    --------
    >>> [len(finishing_orders(hands)) for hands in range(1, 7)]
    [1, 3, 13, 75, 541, 4683]
    """
    if hands in {2, 3}:
        return TWO_ORDERS if hands == 2 else THREE_ORDERS
    all_levels = product(range(hands), repeat=hands)
    return tuple(levels for levels in all_levels if len(set(levels)) == max(levels) + 1)


class TwoWay(NamedTuple):
    """Classes and showdowns of two hands; the axes are the classes of the first and the second.

    Parameters
    ----------
    dealt
        Probability of each class for a first hand, (169,).
    given
        Probability of the second class given the first, (169, 169).
    joint
        Probability of both.
    outcomes
        Probabilities of `TWO_ORDERS`, (169, 169, 3); 0 where no two such hands can be dealt.
    """

    dealt: Floats
    given: Floats
    joint: Floats
    outcomes: Floats


@cache
@start_up()
def two_way() -> TwoWay:
    """The arrays for two hands, exact.

    Examples
    --------
    >>> from railbird.cards.classes import holdem_class_index as index
    >>> two_way().outcomes[index("AKs"), index("QQ")].round(4)
    array([0.4583, 0.5373, 0.0043])
    """
    wins, ties, losses, pairs = class_matchups()
    dealt = pairs.sum(axis=1) / (HANDS * SECOND_HANDS)
    joint = pairs / (HANDS * SECOND_HANDS)
    outcomes = np.stack([wins, losses, ties], axis=2) / np.maximum(pairs, 1)[..., None] / BOARDS
    return TwoWay(dealt, joint / dealt[:, None], joint, outcomes)


class ThreeWayRows(NamedTuple):
    """Classes and showdowns of three hands; the axes are the classes, in any order of the hands.

    Parameters
    ----------
    rows
        The probabilities that the three classes are dealt and finish in each of `THREE_ORDERS`, and
        that of the classes alone, (169, 169, 14, 169): the last axis is the third class. Relative
        errors are below 1e-6.
    dealt
        The probabilities of the classes alone again, (169, 169, 169).
    """

    rows: npt.NDArray[np.float32]
    dealt: npt.NDArray[np.float32]


@cache
@start_up()
def three_way_rows() -> ThreeWayRows:
    """The arrays for three hands, 290 MB: made from the shipped table at first use."""
    each = np.arange(CLASSES)
    rows = np.zeros((CLASSES, CLASSES, kernels.DEALT + 1, CLASSES), dtype=np.float32)
    add_three_way(each, each, np.moveaxis(rows, 2, 3))
    three_way.cache_clear()  # 40 MB that nobody needs any more
    return ThreeWayRows(rows, np.ascontiguousarray(rows[:, :, kernels.DEALT]))


def add_three_way(first: Integers, later: Integers, into: npt.NDArray[np.floating]) -> None:
    """Add to the cells of a table how all triples of classes are dealt and finish.

    Parameters
    ----------
    first, later
        The row of each class for the first of three players, and for the two others, (169,).
    into
        (rows, rows, rows, 14 or more): probabilities of each of `THREE_ORDERS`, and that of the
        classes alone; what comes after stays as it is.
    """
    shares, deals = three_way()
    orders = list(permutations(range(3)))
    columns = np.array([renamed_orders(order) for order in orders])
    all_deals = HANDS * SECOND_HANDS * THIRD_HANDS
    kernels.add_triples(shares, deals, all_deals, np.array(orders), columns, first, later, into)


def renamed_orders(hands: tuple[int, ...]) -> list[int]:
    """The indices of the orders of three hands that are given in the order ``hands``.

    Examples
    --------
    If hands 1, 2, 0 are given and finish as given, hand 0 is last:

    >>> THREE_ORDERS[0], THREE_ORDERS[renamed_orders((1, 2, 0))[0]]
    ((0, 1, 2), (2, 0, 1))
    """
    return [
        THREE_ORDERS.index(tuple(levels[hands.index(hand)] for hand in range(3)))
        for levels in THREE_ORDERS
    ]


def broken_ties(levels: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Orders without ties that agree with this one where it has no ties."""
    tied = [[x for x, own in enumerate(levels) if own == level] for level in sorted(set(levels))]
    for groups in product(*map(permutations, tied)):
        ranked = [x for group in groups for x in group]
        yield tuple(ranked.index(x) for x in range(len(levels)))
