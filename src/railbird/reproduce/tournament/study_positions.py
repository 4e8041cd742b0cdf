"""What Melcher (2015), §9.1, concludes from values: what positions and winning odds explain."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from railbird.reproduce.experiment import Figure, holds
from railbird.tournament import payoffs
from railbird.tournament.equity.models import HARVILLE, PRESSURE
from railbird.tournament.study.configurations import Configurations
from railbird.tournament.study.deviations import Deviations
from railbird.tournament.study.record import PLAIN, SOLUTION, Study
from railbird.tournament.study.valued import model_by_players
from railbird.tournament.whole.solution import solution

Floats = npt.NDArray[np.float64]

LEAST, MOST = 2.0, 3.0
"""Percentage points of the MAPD that positions are said to contribute."""


def positions(study: Study) -> list[Figure]:
    """What positions contribute to the MAPD, and how near a model without them can come."""
    figures = []
    for name in PLAIN:
        points = 100 * (study.by_state(name).relative - study.averaged(name).relative)
        is_said = LEAST <= round(points, 1) <= MOST
        what = f"{name}: MAPD less that averaged over seats, points"
        figures.append(holds(what, points, "2 to 3", is_said))
    solved, configurations = solution().values, study.configurations
    least = 100 * least_without_positions(solved, configurations)
    known = {
        model.name: 100 * _deviations(model_by_players(model, configurations), solved).relative
        for model in (HARVILLE, PRESSURE)
    }
    why = (
        "a model that gives each stack of each chip configuration the one value with the least "
        f"deviation; {', '.join(f'{name} has {mapd:.2f} %' for name, mapd in known.items())}. "
        "What positions add to the MAPD of a model is no bound for it"
    )
    said = "2 to 3, as a rough bound"
    is_near = LEAST <= round(least, 1) <= MOST
    return [*figures, holds("the least MAPD without positions, %", least, said, is_near, why=why)]


def winning_odds(study: Study) -> Figure:
    """Harville's model beside the same with the solution's winning odds in place of chips."""
    parts = []
    for n, found in study.configurations.items():
        worth = payoffs(study.places(n)[:, :, 0], study.stakes.prizes_for(n))
        weights = found.seatings[:, None]
        parts.append(Deviations.of(worth, study.values(SOLUTION, n), weights))
    before = 100 * study.averaged(HARVILLE.name).relative
    after = 100 * Deviations.all(parts).relative
    name = "Harville with the solution's winning odds as stacks: MAPD averaged over seats, %"
    said = "a considerable part less than with chips"
    why = f"with chips {before:.2f} %; counted as considerable: half of it"
    return holds(name, after, said, after < before / 2, why=why)


def least_without_positions(
    values: Mapping[int, Floats], configurations: Mapping[int, Configurations]
) -> float:
    """The least MAPD of a model that gives a stack the same value wherever it sits.

    For each stack of each chip configuration, values in all seatings get one number. The mean of
    their absolute relative deviations is least at the median weighted by 1 / value.

    Parameters
    ----------
    values
        Those of the solution by the number of players, (states, players).
    configurations
        The chip configurations of the same layers.
    """
    off, count = 0.0, 0
    for n, found in configurations.items():
        stacks, flat = found.layer.stacks, values[n].ravel()
        group = (found.of_state[:, None] * (stacks.max() + 1) + stacks).ravel()
        order = np.lexsort((flat, group))
        starts = np.flatnonzero(np.diff(group[order], prepend=-1))
        for part in np.split(flat[order], starts[1:]):
            weights = 1 / part
            sums = weights.cumsum()
            best = part[np.searchsorted(sums, sums[-1] / 2)]
            off += float(np.abs(part - best) @ weights)
        count += flat.size
    return off / count


def _deviations(model: Mapping[int, Floats], solved: Mapping[int, Floats]) -> Deviations:
    return Deviations.all(Deviations.of(model[n], solved[n]) for n in solved)
