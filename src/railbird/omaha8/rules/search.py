"""A search for the constants of a rule: what it costs is measured, not fitted.

What rules lose to an equilibrium opponent (`EquilibriumCosts`) finds the place from which to start,
and what they lose to best responses (`BestResponseCosts`) decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from railbird.omaha8.rules.features import Floats, Ints
from railbird.omaha8.rules.measures import CostMeasure
from railbird.stopwatch import Stopwatch


def loss(costs: Floats) -> Floats:
    """What the search makes small: the largest cost of each blind, and twice the mean of all."""
    return np.asarray(costs.max(axis=2).sum(axis=1) + 2 * costs.mean(axis=(1, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The best rule of each chain, its loss, and how many rules were measured."""

    rules: Ints
    losses: Floats
    measured: int


def anneal(
    costs: CostMeasure,
    starts: Ints,
    steps: Ints,
    *,
    rounds: int,
    heat: float = 0.002,
    seed: int = 0,
    seconds: float = math.inf,
    progress: Callable[[int, Found], object] | None = None,
) -> Found:
    """Simulated annealing over whole constants, some chains side by side.

    Parameters
    ----------
    costs
        What measures rules.
    starts
        The rule from which each chain starts, shape (chains, constants).
    steps
        By how much each constant moves at a time, of the same shape; 0 holds it.
    rounds, seconds
        The rules that each chain tries, and the most time.
    heat
        The temperature at the start, in big blinds of `loss`. It falls to zero with the square of
        the rounds, or of the seconds, that are left.
    progress
        Called after each round.
    """
    rng, watch = np.random.default_rng(seed), Stopwatch()
    now, chains = starts.copy(), np.arange(len(starts))
    losses = loss(costs(now))
    best, least = now.copy(), losses.copy()
    free = [np.flatnonzero(row) for row in steps]
    for made in range(rounds):
        spent = max(made / rounds, watch.seconds / seconds)
        if spent >= 1:
            break
        tried = now.copy()
        for chain in chains:
            moved = rng.choice(free[chain], size=rng.integers(1, 4))
            tried[chain, moved] += rng.choice([-1, 1], size=len(moved)) * steps[chain, moved]
        measured = loss(costs(tried))
        worse = np.maximum(measured - losses, 0)
        taken = rng.random(len(chains)) < np.exp(-worse / (heat * (1 - spent) ** 2 + 1e-12))
        now[taken], losses[taken] = tried[taken], measured[taken]
        better = losses < least
        best[better], least[better] = now[better], losses[better]
        if progress is not None:
            progress(made, Found(best, least, (made + 2) * len(starts)))
    return Found(best, least, (made + 2) * len(starts))
