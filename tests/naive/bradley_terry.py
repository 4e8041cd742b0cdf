"""Bradley and Terry's model by the steps of Zermelo, and errors by drawing deals again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import erf, log, sqrt

import numpy as np
import numpy.typing as npt

SESSION, DOUBT = 500, 0.001


def chance(mean: float, error: float, deviation: float) -> float:
    """The chance to be ahead after a session."""
    spread = sqrt(SESSION * deviation**2 + (SESSION * error) ** 2)
    below = (1 + erf(SESSION * mean / spread / sqrt(2))) / 2
    return DOUBT + (1 - 2 * DOUBT) * below


def strengths(pairs: Sequence[tuple[int, int]], chances: Sequence[float]) -> list[float]:
    """Logarithms of strengths of greatest likelihood, with mean 0."""
    count = 1 + max(max(pair) for pair in pairs)
    found = [1.0] * count
    for _ in range(20_000):
        fresh = []
        for player in range(count):
            won = sum(
                share if first == player else 1 - share
                for (first, second), share in zip(pairs, chances, strict=True)
                if player in (first, second)
            )
            met = sum(1 / (found[a] + found[b]) for a, b in pairs if player in (a, b))
            fresh.append(won / met)
        product = np.exp(np.mean(np.log(fresh)))
        found = [float(each / product) for each in fresh]
    return [log(each) for each in found]


def errors(
    won: npt.NDArray[np.float64],
    rate: Callable[[npt.NDArray[np.float64]], list[float]],
    *,
    draws: int,
    seed: int,
) -> npt.NDArray[np.float64]:
    """The spread of ratings over draws of as many deals, each with replacement."""
    rng = np.random.default_rng(seed)
    found = [rate(won[:, rng.integers(0, won.shape[1], won.shape[1])]) for _ in range(draws)]
    return np.asarray(np.std(found, axis=0, ddof=1))
