"""Recipes that build the tables of this layer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from railbird import data
from railbird.evaluate.recipes import Recipe
from railbird.tournament.hand import solve_hand
from railbird.tournament.jamfold.ranked.rankings import TABLE, Ranking
from railbird.tournament.jamfold.showdowns import CLASSES

DEPTHS = np.geomspace(1.5, 60, 40)
"""Stacks in big blinds at which the equilibria behind `heads_up_ranges` are computed."""


def heads_up_ranges(progress: Callable[[int, int], None] | None = None) -> data.Arrays:
    """Build the shipped table: how much of each class heads-up equilibria play, in percent."""
    found = np.zeros((2, len(DEPTHS), CLASSES), dtype=np.uint8)
    for at, depth in enumerate(DEPTHS):
        solved = solve_hand([depth, depth], blinds=(0.5, 1.0), epsilon=1e-9)
        found[:, at] = [np.rint(100 * one.jam) for one in solved.decisions]
        if progress is not None:
            progress(at + 1, len(DEPTHS))
    return dict(zip(Ranking._fields, found, strict=True))


RECIPES = {
    TABLE: Recipe(
        "how much of each class is jammed and called in heads-up equilibria of 40 depths, in %",
        heads_up_ranges,
    )
}
