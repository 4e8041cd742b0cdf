"""The same rules for many games at once whose decisions have two actions and are made once.

In such a game a player's own actions never keep them from a decision (see `OneDecision`). So a
strategy is one probability for each decision, and all that a rule needs to know about the other
players is the edge: what the second action is worth more than the first. All players move at once.
Arrays are NumPy's or CuPy's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from railbird.equilibrium.algorithms import Algorithm, FictitiousPlay, RegretMatching

Array = Any


@dataclass(slots=True, eq=False)
class Runs:
    """The state of a solver in many games; the first axis of all arrays is the game.

    Parameters
    ----------
    xp
        NumPy or CuPy.
    strategy
        Probabilities of the second action.
    regrets
        Sums of regrets of the first and of the second action.
    weighted
        Weighted sum of strategies; its weights sum to ``weights``.
    weights
        One number for each game.
    iterations
        The number of iterations in each game.
    """

    xp: Any
    strategy: Array
    regrets: tuple[Array, Array]
    weighted: Array
    weights: Array
    iterations: Array

    @classmethod
    def begin(cls, xp: Any, strategy: Array, edges: Array | None = None) -> Runs:
        """Start from a strategy; with its edges, as if a first iteration had led to it.

        See `RegretMatching.begin`.
        """
        games = len(strategy)
        stake = xp.zeros_like(strategy) if edges is None else xp.abs(edges)
        is_warm = edges is not None
        return cls(
            xp=xp,
            strategy=strategy.copy(),
            regrets=(stake * (1 - strategy), stake * strategy),
            weighted=strategy * float(is_warm),
            weights=xp.full(games, float(is_warm)),
            iterations=xp.full(games, float(is_warm)),
        )

    def take(self, rows: Array) -> Runs:
        """Some of the games."""
        return Runs(
            self.xp,
            self.strategy[rows],
            (self.regrets[0][rows], self.regrets[1][rows]),
            self.weighted[rows],
            self.weights[rows],
            self.iterations[rows],
        )

    def put(self, rows: Array, other: Runs) -> None:
        """Put back some of the games."""
        self.strategy[rows] = other.strategy
        for own, new in zip(self.regrets, other.regrets, strict=True):
            own[rows] = new
        self.weighted[rows] = other.weighted
        self.weights[rows] = other.weights
        self.iterations[rows] = other.iterations

    def follow_regrets(self) -> None:
        """Set strategies to those that the regrets lead to; they stay where all regrets are 0."""
        total = self.regrets[0] + self.regrets[1]
        has_any = total > 0
        followed = self.regrets[1] / self.xp.where(has_any, total, 1.0)
        self.strategy = self.xp.where(has_any, followed, self.strategy)

    def restart(self, rows: Array, strategy: Array) -> None:
        """Begin new averages in all games; some go on from a strategy, with regrets as large."""
        total = self.regrets[0][rows] + self.regrets[1][rows]
        self.strategy[rows] = strategy
        self.regrets[0][rows], self.regrets[1][rows] = total * (1 - strategy), total * strategy
        self.weighted, self.weights = self.weighted * 0, self.weights * 0

    def average(self) -> Array:
        """The weighted average strategies, or the current ones where all weights are 0."""
        weights = self.weights.reshape(-1, *[1] * (self.strategy.ndim - 1))
        mean = self.weighted / self.xp.where(weights > 0, weights, 1.0)
        return self.xp.where(weights > 0, mean, self.strategy)


def step(rule: Algorithm, runs: Runs, edges: Array) -> None:
    """One iteration of all players in all games, given the edges of the current strategies.

    Fictitious play is given the edges of the average strategies.
    """
    xp = runs.xp
    runs.iterations = runs.iterations + 1
    shape = (-1, *[1] * (edges.ndim - 1))
    if isinstance(rule, FictitiousPlay):
        # the starting strategy is the first one in the average
        runs.weighted = xp.where((runs.weights == 0).reshape(shape), runs.strategy, runs.weighted)
        runs.weights = xp.maximum(runs.weights, 1.0) + 1
        runs.strategy = (edges > 0).astype(edges.dtype)
        runs.weighted = runs.weighted + runs.strategy
        return
    weight = _weight(rule, runs.iterations, xp)
    runs.weighted = runs.weighted + weight.reshape(shape) * runs.strategy
    runs.weights = runs.weights + weight
    positive = _discount(rule.alpha, runs.iterations, xp).reshape(shape)
    negative = _discount(rule.beta, runs.iterations, xp).reshape(shape)
    wanted, sums = [], []
    for sums_before, regret in zip(
        runs.regrets, (-runs.strategy * edges, (1 - runs.strategy) * edges), strict=True
    ):
        kept = sums_before + regret
        kept = kept * xp.where(kept > 0, positive, negative)
        sums.append(kept)
        wanted.append(xp.maximum(kept + regret if rule.predictive else kept, 0.0))
    total = wanted[0] + wanted[1]
    runs.regrets = (sums[0], sums[1])
    runs.strategy = xp.where(total > 0, wanted[1] / xp.where(total > 0, total, 1.0), 0.5)


def _weight(rule: RegretMatching, iterations: Array, xp: Any) -> Array:
    return xp.zeros_like(iterations) if math.isinf(rule.gamma) else iterations**rule.gamma


def _discount(exponent: float, iterations: Array, xp: Any) -> Array:
    if math.isinf(exponent):
        return xp.full(iterations.shape, float(exponent > 0))
    return 1 / (1 + iterations ** (-exponent))
