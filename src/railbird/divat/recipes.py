"""How the tables of this layer are built."""

from __future__ import annotations

from platformdirs import user_cache_path

from railbird import data
from railbird.divat.baseline.preflop import SHIPPED
from railbird.divat.baseline.preflop_build import Report, build
from railbird.divat.baseline.settings import Settings
from railbird.evaluate.recipes import Recipe


def _recipe(name: str, settings: Settings) -> Recipe:
    """A recipe that builds a table, and resumes an interrupted build."""

    def make(progress: Report | None) -> data.Arrays:
        folder = user_cache_path("railbird", ensure_exists=True)
        return build(progress, settings=settings, checkpoint=folder / f"part-{name}.npz")

    holds = (
        f"roll-out equity before the flop, {settings.name} settings: sums over all boards by bets "
        f"of each player (one to four), a hand of each class as the big blind, hand on the button"
    )
    return Recipe(holds, make)


RECIPES = {name: _recipe(name, settings) for name, settings in SHIPPED.items()}
