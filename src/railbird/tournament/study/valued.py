"""The part of a study that values and places tell: averages over seatings, and deviations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple

import numpy as np
import numpy.typing as npt

from railbird.tournament.equity.models import Model
from railbird.tournament.study.configurations import Configurations
from railbird.tournament.study.deviations import Deviations

Floats = npt.NDArray[np.float64]
ByPlayers = Mapping[int, Floats]
"""An array for each number of players: (states, players, …)."""


def averaged(
    values: ByPlayers, configurations: Mapping[int, Configurations], columns: int = 1
) -> npt.NDArray[np.float32]:
    """Means over seatings, a row for each player of each configuration; see `Study`."""
    parts = []
    for n, found in configurations.items():
        rows = np.zeros((found.stacks.size, columns))
        means = found.average(values[n]).reshape(found.stacks.size, -1)
        rows[:, : means.shape[1]] = means
        parts.append(rows)
    return np.concatenate(parts).astype(np.float32)


def by_state(values: ByPlayers, solution: ByPlayers) -> Floats:
    """A row of `Deviations` from the solution for each number of players."""
    return np.array([astuple(Deviations.of(values[n], solution[n])) for n in sorted(solution)])


def model_by_players(
    model: Model, configurations: Mapping[int, Configurations]
) -> dict[int, Floats]:
    """Values of a model of stacks and prizes in all states.

    It does not know who sits where, so each configuration is computed once.
    """
    found = {}
    for n, here in configurations.items():
        layer = here.layer
        worth = model(here.stacks.astype(np.float64), layer.stakes.prizes_for(n))
        # the place of each player's stack among those of the configuration
        places = np.argsort(np.argsort(layer.stacks, axis=1, kind="stable"), axis=1)
        found[n] = np.take_along_axis(worth[here.of_state], places, axis=1)
    return found
