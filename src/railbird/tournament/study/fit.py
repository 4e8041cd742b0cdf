"""Fit the model ``pressure`` to position-averaged values of solved tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.tournament.equity.models import HARVILLE, WEITZMAN, EquityModel, Model
from railbird.tournament.equity.pressure import Pressure
from railbird.tournament.study.record import SOLUTION, Study

Floats = npt.NDArray[np.float64]


class Known(NamedTuple):
    """Chip configurations of a solved tournament.

    Parameters
    ----------
    stacks
        Stacks of all players, (configurations, players).
    prizes
        The prizes.
    values
        What each player expects, averaged over all seatings.
    weights
        How often each configuration counts.
    """

    stacks: Floats
    prizes: Floats
    values: Floats
    weights: Floats

    def deviation(self, model: Model) -> float:
        """The mean absolute relative deviation (MAPD) of a model."""
        off = np.abs(model(self.stacks, self.prizes) / self.values - 1).mean(axis=1)
        return float(self.weights @ off / self.weights.sum())


def known_by(study: Study, players: Iterable[int]) -> list[Known]:
    """The configurations of a study with some numbers of players; each counts by its seatings."""
    return [
        Known(
            study.configurations[n].stacks.astype(np.float64),
            study.stakes.prizes_for(n),
            study.values(SOLUTION, n),
            study.configurations[n].seatings.astype(np.float64),
        )
        for n in players
    ]


def fit_pressure(known: Sequence[Known], *, steps: int = 60) -> Pressure:
    """The model that leaves the least part of Malmuth-Harville's deviation.

    The parts that are left of the deviations (MAPD) are added up over groups of configurations.
    """
    from scipy.optimize import minimize

    plain = [group.deviation(HARVILLE) for group in known]

    def left(numbers: Floats) -> float:
        pay = Pressure(HARVILLE, WEITZMAN, *numbers.tolist())
        model = EquityModel("fitted", "fitted", pay=pay)
        return sum(group.deviation(model) / was for group, was in zip(known, plain, strict=True))

    start = [1.0, 0.05]
    options = {"maxiter": steps, "xatol": 1e-4, "fatol": 1e-5}
    found = minimize(left, start, method="Nelder-Mead", options=options)
    return Pressure(HARVILLE, WEITZMAN, *found.x.tolist())
