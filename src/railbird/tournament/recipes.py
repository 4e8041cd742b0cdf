"""The tables of this layer: how each is built."""

from __future__ import annotations

from railbird.evaluate.recipes import Recipe
from railbird.tournament.jamfold.ranking import TABLE, heads_up_ranges

RECIPES = {
    TABLE: Recipe(
        "how much of each class is jammed and called in heads-up equilibria of 40 depths, in %",
        heads_up_ranges,
    )
}
