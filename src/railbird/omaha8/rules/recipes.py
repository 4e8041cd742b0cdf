"""How the shipped costs of rules are made: with the table of all match-ups."""

from __future__ import annotations

from railbird import data
from railbird.compute.gpu import gpu_is_there
from railbird.evaluate.recipes import Recipe, Report
from railbird.omaha8.jamfold.products import open_matchups
from railbird.omaha8.rules import costs


def _make(progress: Report | None) -> data.Arrays:
    """With the user's own table: on a GPU if CuPy finds one, else on the cores."""
    made = costs.pack(costs.measured_with(open_matchups(gpu=gpu_is_there())))
    if progress is not None:
        progress(1, 1)
    return made


RECIPES = {
    costs.TABLE: Recipe(
        "rules for jam or fold in Omaha Hi-Lo: what each loses a hand to a best response and to "
        "the equilibrium, for both blinds and each stack, in millionths of a big blind",
        _make,
    ),
}
