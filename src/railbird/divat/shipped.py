"""The tables of this layer: how each is built."""

from __future__ import annotations

from platformdirs import user_cache_path

from railbird import data
from railbird.divat.preflop import TABLE
from railbird.divat.preflop_build import Report, build
from railbird.evaluate.shipped import Recipe


def _build(progress: Report | None) -> data.Arrays:
    """Build the table, going on where an interrupted build stopped."""
    folder = user_cache_path("railbird", ensure_exists=True)
    return build(progress, checkpoint=folder / f"part-{TABLE}.npz")


RECIPES = {
    TABLE: Recipe(
        "roll-out equity before the flop with the standard settings: sums over all boards by bets "
        "of each player (one to four), hand of each class as the big blind, and hand on the button",
        _build,
    )
}
