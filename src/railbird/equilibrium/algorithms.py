"""Fictitious play, and the regret minimisers as settings of one rule."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from railbird.equilibrium import _kernels as kernels
from railbird.equilibrium.game import Floats, Game, Strategy, places_of, uniform
from railbird.errors import OptionError


class Run:
    """The state of a solver: the strategy, regrets and weighted sum of strategies of each place.

    Parameters
    ----------
    game
        The game to solve.
    start
        A strategy to start from, as if a first iteration had led to it.
    """

    def __init__(self, game: Game, start: Strategy | None) -> None:
        self.game = game
        self.own = [places_of(game, player) for player in range(game.players)]
        self.strategy = [array.copy() for array in (uniform(game) if start is None else start)]
        self.regrets = [np.zeros(place.shape) for place in game.places]
        self.weighted = [np.zeros(place.shape) for place in game.places]
        self.iterations = 0 if start is None else 1

    def reaches(self, player: int) -> list[Floats]:
        """The player's own probabilities of reaching the rows of their places."""
        return [np.ascontiguousarray(r) for r in self.game.reaches(player, self.strategy)]

    def average(self) -> tuple[Floats, ...]:
        """The weighted average strategy, or the current one where all weights are zero."""
        averages = []
        for weighted, strategy in zip(self.weighted, self.strategy, strict=True):
            total = weighted.sum(axis=1, keepdims=True)
            averages.append(np.divide(weighted, total, out=strategy.copy(), where=total > 0))
        return tuple(averages)


@dataclass(frozen=True, slots=True)
class RegretMatching:
    """Counterfactual regret minimisation with discounts and predictions.

    After iteration t, positive sums of regrets are multiplied by t^α/(t^α + 1) and negative ones by
    t^β/(t^β + 1). An exponent of ∞ keeps them, and −∞ drops them. The strategy of iteration t has
    weight t^γ in the average; with γ = ∞ the last strategy takes the place of the average. The next
    strategy is proportional to the positive sums. A predictive rule first adds the last regrets to
    the sums once more, as a forecast.

    Parameters
    ----------
    alpha, beta, gamma
        The exponents.
    predictive
        Whether to add the forecast.
    """

    alpha: float = math.inf
    beta: float = math.inf
    gamma: float = 0.0
    predictive: bool = False

    def weight(self, iteration: int) -> float:
        """Weight of an iteration's strategy in the average; all are 0 if there is no average."""
        return 0.0 if math.isinf(self.gamma) else math.pow(iteration, self.gamma)

    def discounts(self, iteration: int) -> tuple[float, float]:
        """What positive and negative sums are multiplied by after an iteration."""
        return _discount(iteration, self.alpha), _discount(iteration, self.beta)

    def begin(self, run: Run) -> None:
        """Give the starting strategy its weight in the average, and regrets that lead to it.

        The regrets are as large as what is at stake at a decision, so one iteration can correct a
        wrong choice. Where a choice is right and clear, nothing changes.
        """
        if run.iterations == 0:
            return
        for player, own in enumerate(run.own):
            values = run.game.values(player, run.strategy)
            for i, reach, value in zip(own, run.reaches(player), values, strict=True):
                spread = value.max(axis=1) - value.min(axis=1)
                run.weighted[i] += self.weight(1) * reach[:, None] * run.strategy[i]
                run.regrets[i] += spread[:, None] * run.strategy[i]

    def step(self, run: Run, player: int, iteration: int) -> None:
        """One iteration of one player."""
        values = run.game.values(player, run.strategy)
        for i, reach, value in zip(run.own[player], run.reaches(player), values, strict=True):
            kernels.minimise(
                np.ascontiguousarray(value),
                reach,
                self.weight(iteration),
                *self.discounts(iteration),
                float(self.predictive),
                run.strategy[i],
                run.regrets[i],
                run.weighted[i],
            )


def _discount(iteration: int, exponent: float) -> float:
    """t^x/(t^x + 1), also for ±∞."""
    if math.isinf(exponent):
        return float(exponent > 0)
    return 1 / (1 + math.pow(iteration, -exponent))


@dataclass(frozen=True, slots=True)
class FictitiousPlay:
    """Each player in turn best-responds to the others' averages and adds this to their own average.

    Averages are over whole plans, not over single decisions: at a decision, a response counts in
    proportion to the probability that it gets there.
    """

    def begin(self, run: Run) -> None:
        """Make the starting strategy the first one in the average."""
        run.iterations = 1
        for player in range(run.game.players):
            self._add(run, player)

    def step(self, run: Run, player: int, iteration: int) -> None:
        """One iteration of one player."""
        response = run.game.best_response(player, run.average())
        for i, array in zip(run.own[player], response.strategy, strict=True):
            run.strategy[i] = array
        self._add(run, player)

    def _add(self, run: Run, player: int) -> None:
        for i, reach in zip(run.own[player], run.reaches(player), strict=True):
            run.weighted[i] += reach[:, None] * run.strategy[i]


Algorithm = RegretMatching | FictitiousPlay

ALGORITHMS: dict[str, Algorithm] = {
    "fictitious-play": FictitiousPlay(),
    "cfr": RegretMatching(),
    "cfr+": RegretMatching(beta=-math.inf, gamma=1),
    "dcfr": RegretMatching(alpha=1.5, beta=0, gamma=2),
    "dcfr+": RegretMatching(alpha=1.5, beta=-math.inf, gamma=4),
    "pcfr+": RegretMatching(beta=-math.inf, gamma=2, predictive=True),
    "pdcfr+": RegretMatching(alpha=2.3, beta=-math.inf, gamma=5, predictive=True),
}
"""The algorithms by name, with the exponents of their papers."""


def find_algorithm(name: str) -> Algorithm:
    """An algorithm by its name."""
    if name not in ALGORITHMS:
        raise OptionError(f"algorithm {name!r} is not known: choose {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
