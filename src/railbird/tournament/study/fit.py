"""Fit the model ``pressure`` to position-averaged values of solved tournaments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from railbird.tournament.equity.models import HARVILLE, WEITZMAN
from railbird.tournament.equity.pressure import Pressure
from railbird.tournament.study.record import SOLUTION, Study

Floats = npt.NDArray[np.float64]
Known = tuple[Floats, Floats, Floats]
"""Stacks of configurations, prizes, and what each player expects there on average."""

ROUNDS = 100


def configurations_of(study: Study, players: Iterable[int]) -> list[Known]:
    """The configurations of a study with some numbers of players."""
    return [
        (
            study.configurations[n].stacks.astype(np.float64),
            study.stakes.prizes_for(n),
            study.values(SOLUTION, n),
        )
        for n in players
    ]


def fit_pressure(known: Iterable[Known]) -> Pressure:
    """The model with the least mean absolute relative deviation (MAPD).

    Notes
    -----
    The deviation is linear in both parameters. The least sum of absolute values is found by least
    squares with weights that follow the last residuals.
    """
    model = Pressure(HARVILLE, WEITZMAN)
    rows, wanted = [], []
    for stacks, prizes, values in known:
        parts = model.parts(stacks, prizes)
        rows.append(np.stack([(part / values).ravel() for part in parts], axis=1))
        wanted.append(1 - (HARVILLE(stacks, prizes) / values).ravel())
    matrix, target = np.concatenate(rows), np.concatenate(wanted)
    weights = np.ones(len(target))
    for _ in range(ROUNDS):
        found = np.linalg.lstsq(matrix * weights[:, None], target * weights, rcond=None)[0]
        off = np.abs(target - matrix @ found)
        weights = 1 / np.sqrt(np.maximum(off, 1e-6))
    return replace(model, away=float(found[0]), all_in=float(found[1]))
