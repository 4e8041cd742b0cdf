"""How the shipped equilibria are made: every stack of the document's grids, with the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.omaha_ranges import RANKING_TABLE
from railbird.compute.gpu import gpu_is_there
from railbird.equilibrium.algorithms import RegretMatching
from railbird.evaluate.recipes import Recipe
from railbird.omaha8.jamfold import convergence, gaps
from railbird.omaha8.jamfold.game import Floats, HeadsUpJamFold, JamStakes, MatchupProducts, host
from railbird.omaha8.jamfold.products import open_matchups
from railbird.omaha8.jamfold.solutions import (
    LEVELS,
    TABLE,
    Solutions,
    all_stacks,
    load,
    pack,
    quantise,
)
from railbird.omaha8.jamfold.sweep import Solved, solve_stakes

GROUPS = 4
"""The stacks are solved in so many groups; a later one starts from its neighbours."""

EPSILON = 1e-9
"""No player can gain more than this, in big blinds a hand (before probabilities are rounded)."""


def solve_grid(
    matchups: MatchupProducts,
    stacks: Sequence[Fraction],
    *,
    algorithm: str | RegretMatching = "pdcfr+",
    epsilon: float = EPSILON,
    iterations: int = 20_000,
    seconds: float = math.inf,
    done: Callable[[Solved], object] | None = None,
) -> Solved:
    """Equilibria of many stacks, each group started from the nearest stacks of those before.

    Parameters
    ----------
    matchups
        The table of match-ups.
    stacks
        Stacks in big blinds, in rising order.
    algorithm, epsilon, iterations, seconds
        See `railbird.omaha8.jamfold.sweep.solve_stakes`; the seconds are for each group.
    done
        Called after each group with all that is solved so far, in rising order of stacks.
    """
    groups = [range(first, len(stacks), GROUPS) for first in range(GROUPS)]
    solved: Solved | None = None
    for group in (group for group in groups if group):
        found = solve_stakes(
            matchups,
            [JamStakes(float(stacks[i])) for i in group],
            algorithm=algorithm,
            epsilon=epsilon,
            iterations=iterations,
            seconds=seconds,
            start=None if solved is None else _nearest(solved, [stacks[i] for i in group]),
        )
        solved = found if solved is None else _joined(solved, found)
        if done is not None:
            done(solved)
    assert solved is not None
    return solved


def _nearest(solved: Solved, stacks: Sequence[Fraction]) -> tuple[Floats, Floats]:
    """The strategies of the nearest stack for each of some stacks."""
    known = np.array([one.stack for one in solved.stakes])
    columns = [int(np.abs(known - float(stack)).argmin()) for stack in stacks]
    return solved.jam[:, columns], solved.call[:, columns]


def _joined(one: Solved, other: Solved) -> Solved:
    """Two groups as one, in rising order of stacks."""
    stakes = one.stakes + other.stakes
    order = sorted(range(len(stakes)), key=lambda i: stakes[i].stack)

    def both(name: str) -> npt.NDArray[Any]:
        arrays = [getattr(one, name), getattr(other, name)]
        return np.asarray(np.concatenate(arrays, axis=-1)[..., order])

    return Solved(
        stakes=tuple(stakes[i] for i in order),
        jam=both("jam"),
        call=both("call"),
        value=both("value"),
        gains=both("gains"),
        converged=both("converged"),
        iterations=both("iterations"),
        seconds=one.seconds + other.seconds,
    )


def rounded(matchups: MatchupProducts, solved: Solved) -> Solutions:
    """The equilibria as they are shipped: rounded, then measured."""
    jam, call = quantise(solved.jam), quantise(solved.call)
    xp = matchups.xp
    measured = HeadsUpJamFold(matchups, solved.stakes).measure(
        xp.asarray(jam / LEVELS), xp.asarray(call / LEVELS)
    )
    stacks = [Fraction(one.stack).limit_denominator(1000) for one in solved.stakes]
    return Solutions(
        tuple(stacks), jam.T.copy(), call.T.copy(), host(measured.value), host(measured.gains).T
    )


def _make_gaps(progress: Callable[[int, int], None] | None) -> data.Arrays:
    """With the user's own table and the shipped equilibria."""
    made = gaps.gaps_of(open_matchups(gpu=gpu_is_there()), load())
    if progress is not None:
        progress(1, 1)
    return gaps.pack(made)


def strength_order() -> npt.NDArray[np.uint16]:
    """The classes as `railbird.cards.omaha_ranges.omaha8_ranking` orders them."""
    playable, known = load().playability("sb"), gaps.load()
    wins = np.zeros(len(playable))
    for stack in np.unique(playable[playable > 0]):
        which = playable == stack
        wins[which] = known.of("sb", float(stack))[which]
    return np.lexsort((-wins, -playable)).astype(np.uint16)


def _make_order(progress: Callable[[int, int], None] | None) -> data.Arrays:
    """From the shipped equilibria and gaps."""
    order = strength_order()
    if progress is not None:
        progress(1, 1)
    return {"order": order}


def _make(progress: Callable[[int, int], None] | None) -> data.Arrays:
    """With the user's own table: on a GPU if CuPy finds one, else on the cores."""
    matchups, stacks = open_matchups(gpu=gpu_is_there()), all_stacks()

    def done(solved: Solved) -> None:
        if progress is not None:
            progress(len(solved.stakes), len(stacks))

    return pack(rounded(matchups, solve_grid(matchups, stacks, done=done)))


RECIPES = {
    TABLE: Recipe(
        "equilibria of heads-up jam or fold in Omaha Hi-Lo: probabilities of jamming and calling "
        "with each of 16,432 classes at stacks of 0.5 to 50 big blinds, values and gains",
        _make,
    ),
    gaps.TABLE: Recipe(
        "jam or fold in Omaha Hi-Lo: what playing wins more than folding against the equilibria, "
        "for each class and stack, in thousandths of a big blind",
        _make_gaps,
    ),
    convergence.TABLE: Recipe(
        "jam or fold in Omaha Hi-Lo: iterations of eight algorithms until nobody gains more than "
        "0.001 chips with blinds of 200 and 400, at twelve stacks (0: more than 4,000)",
        lambda progress: convergence.record(open_matchups(gpu=gpu_is_there()), progress),
    ),
    RANKING_TABLE: Recipe(
        "Omaha Hi-Lo: the 16,432 classes in order of the largest stack with which the small blind "
        "jams them, then of what that jam wins",
        _make_order,
    ),
}
