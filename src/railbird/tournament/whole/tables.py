"""Showdowns of two and three hands with ties broken at random, as arrays for NumPy or CuPy."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold import _showdown_kernels as kernels
from railbird.tournament.jamfold.rules import MOST_ALL_IN
from railbird.tournament.jamfold.showdowns import (
    CLASSES,
    THREE_ORDERS,
    add_three_way,
    broken_ties,
    two_way,
)

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
CELLS = CLASSES * CLASSES
"""Pairs of classes: cell 169 a + b."""


@dataclass(frozen=True, slots=True, eq=False)
class Showdowns:
    """Classes and showdowns; a and b are the classes of two players all in, c that of a third.

    Parameters
    ----------
    xp
        NumPy, or CuPy for arrays on a GPU.
    dealt
        Probability of each class, (169,).
    given
        Probability of b given a, (169, 169).
    joint
        Probability of both.
    two
        Probabilities that the first or the second of two wins, (2, cells).
    three
        Probabilities of c and of each order of the three, given a and b, (169, 6, cells). The
        orders are `itertools.permutations`, best hand first.
    third
        Probability of c given a and b, (169, cells).
    any_third
        ``three`` for a third player who has any class, (6, cells).
    any_second
        ``three`` for a second player who has any class: given a, (6, 169, 169) by a and c.
    fold_any_second
        If the third folds c: the first and the second class win, (2, 169, 169) by a and c.
    """

    xp: Any
    dealt: Floats
    given: Floats
    joint: Floats
    two: Floats
    three: Floats | Singles
    third: Floats | Singles
    any_third: Floats
    any_second: Floats
    fold_any_second: Floats

    def on(self, xp: Any) -> Showdowns:
        """The same arrays for another array module."""
        arrays = {
            field.name: xp.asarray(getattr(self, field.name))
            for field in fields(self)
            if field.name != "xp"
        }
        return Showdowns(xp=xp, **arrays)


@cache
def showdowns(all_in: int = MOST_ALL_IN) -> Showdowns:
    """The arrays for NumPy, 270 MB: made from the shipped tables at first use.

    If no more than two are ever ``all_in``, those for three are empty.
    """
    pairs = two_way()
    wins, losses, ties = np.moveaxis(pairs.outcomes, 2, 0)
    thirds = CLASSES if all_in == MOST_ALL_IN else 0
    each = np.arange(CLASSES)
    cells = np.zeros((CLASSES, CLASSES, thirds, kernels.LANES))
    if thirds:
        add_three_way(each, each, cells)
    three = np.zeros((thirds, 6, CLASSES, CLASSES))
    orders = list(permutations(range(3)))
    for at, levels in enumerate(THREE_ORDERS):
        strict = list(broken_ties(levels))
        shares = np.moveaxis(cells[..., at], 2, 0) / len(strict) / pairs.joint
        for chosen in strict:
            three[:, orders.index(tuple(np.argsort(chosen).tolist()))] += shares
    third = np.moveaxis(cells[..., kernels.DEALT], 2, 0) / pairs.joint
    two = np.stack([wins + ties / 2, losses + ties / 2])
    return Showdowns(
        xp=np,
        dealt=pairs.dealt,
        given=pairs.given,
        joint=pairs.joint,
        two=two.reshape(2, CELLS),
        three=three.reshape(thirds, 6, CELLS),
        third=np.ascontiguousarray(third.reshape(thirds, CELLS)),
        any_third=three.sum(axis=0).reshape(6, CELLS),
        any_second=np.einsum("coab,ab->oac", three, pairs.given),
        fold_any_second=np.einsum("cab,oab,ab->oac", third, two, pairs.given),
    )


@cache
def single_showdowns(all_in: int = MOST_ALL_IN) -> Showdowns:
    """The same with tables of three in single precision: sums take half the time."""
    tables = showdowns(all_in)
    three, third = (array.astype(np.float32) for array in (tables.three, tables.third))
    return replace(tables, three=three, third=third)
