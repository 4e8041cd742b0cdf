"""The tables of this layer: how each is built, and how it is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from railbird import data
from railbird.compute.gpu import gpu_is_there
from railbird.errors import OptionError
from railbird.evaluate.preflop import pairs as preflop
from railbird.evaluate.preflop import three_way
from railbird.evaluate.preflop.three_way_gpu import count_on_gpu
from railbird.evaluate.strength import omaha8
from railbird.evaluate.values import build

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make a table, and what it holds."""

    holds: str
    make: Callable[[Report | None], data.Arrays]


def _three_way(progress: Report | None) -> data.Arrays:
    """On a GPU if CuPy finds one, else on the cores; the integers are the same."""
    counts = count_on_gpu(progress) if gpu_is_there() else three_way.count_here(progress)
    return three_way.pack(three_way.by_order(counts))


RECIPES = {
    "evaluator": Recipe(
        "look-up tables of the 5-, 6- and 7-card evaluator",
        lambda _: dict(build.build_high_tables()._asdict()),
    ),
    preflop.TABLE: Recipe(
        "hold'em before the flop: boards won and tied by a hand of each class against every hand, "
        "and class against class with the number of pairs",
        preflop.build,
    ),
    three_way.TABLE: Recipe(
        "three hands all in before the flop: for each triple of classes the probabilities of the "
        "13 weak orders in units of 2e-7, as three bytes, and the number of deals",
        _three_way,
    ),
    omaha8.TABLE: Recipe(
        "ranks of Omaha Hi-Lo hands by their share of the pot, 65,535 for the best: curves by "
        "cards on the board (three to five), its low ranks (none to five) and share in steps of "
        "1/256",
        omaha8.build_curves,
    ),
}


def rebuild(
    name: str,
    *,
    recipes: Mapping[str, Recipe] = RECIPES,
    folder: Path = data.FOLDER,
    progress: Report | None = None,
) -> data.TableInfo:
    """Compute a table again and write it to ``folder``."""
    if name not in recipes:
        raise OptionError(f"there is no table {name!r}: choose {' or '.join(recipes)}")
    recipe = recipes[name]
    return data.save(
        name,
        recipe.make(progress),
        holds=recipe.holds,
        made_by=f"railbird tables build {name}",
        folder=folder,
    )
