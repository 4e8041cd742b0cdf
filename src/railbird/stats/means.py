"""Means of games: standard errors, intervals, confidence, and the number of games needed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, isfinite, nan, sqrt

import numpy as np
import numpy.typing as npt

from railbird.stats.student import t_quantile, t_tails

Floats = npt.NDArray[np.float64]

LEVEL = 0.95
"""The level of intervals and verdicts."""

Z95 = 1.959964
"""Half the width of a 95 % interval in standard errors, when the error itself is known."""

FEWEST_FOR_VERDICT = 30
"""The number of games from which a mean counts as normal; with fewer there is no verdict."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of independent games, and how well it is known.

    Parameters
    ----------
    mean
        The mean of the games.
    deviation
        Standard deviation of one game.
    error
        Standard error of the mean.
    low, high
        Ends of the 95 % interval of the mean.
    count
        The number of games.
    confidence
        The confidence that the true mean is not 0; see `confidence`. It is nan below
        `FEWEST_FOR_VERDICT` games.
    games_needed
        How many games would establish a difference of this size; see `games_needed`. It is nan
        below `FEWEST_FOR_VERDICT` games.
    """

    mean: float
    deviation: float
    error: float
    low: float
    high: float
    count: int
    confidence: float
    games_needed: float

    @property
    def is_sure(self) -> bool:
        """Whether the true mean has the sign of this one, with 95 % confidence."""
        return self.count >= FEWEST_FOR_VERDICT and (self.low > 0 or self.high < 0)


def mean_of(values: npt.ArrayLike) -> Mean:
    """The mean of games.

    Examples
    --------
    >>> found = mean_of([1.0, 2.0, 3.0])
    >>> found.mean, found.deviation, round(found.low, 3), round(found.high, 3)
    (2.0, 1.0, -0.484, 4.484)
    """
    games = np.asarray(values)
    count = len(games)
    return mean_from(
        float(games.mean(dtype=np.float64)) if count else nan,
        float(games.std(ddof=1, dtype=np.float64)) if count > 1 else nan,
        count,
    )


def means_of(columns: npt.NDArray[np.floating]) -> tuple[Mean, ...]:
    """The mean of each column; a row is a game."""
    count, width = columns.shape
    means = columns.mean(axis=0) if count else np.full(width, nan)
    deviations = columns.std(axis=0, ddof=1) if count > 1 else np.full(width, nan)
    return tuple(
        mean_from(float(mean), float(deviation), count)
        for mean, deviation in zip(means, deviations, strict=True)
    )


def mean_from(mean: float, deviation: float, count: int) -> Mean:
    """The mean of games whose mean and standard deviation are known."""
    error = deviation / sqrt(count) if count > 1 else nan
    low, high = interval(mean, error, count)
    enough = count >= FEWEST_FOR_VERDICT
    return Mean(
        mean=mean,
        deviation=deviation,
        error=error,
        low=low,
        high=high,
        count=count,
        confidence=confidence(mean, error, count) if enough else nan,
        games_needed=games_needed(mean, deviation) if enough else nan,
    )


def mean_from_sums(count: int, total: float, squares: float) -> Mean:
    """The mean of games, from their sum and sum of squares alone.

    Examples
    --------
    >>> mean_from_sums(3, 6.0, 14.0) == mean_of([1.0, 2.0, 3.0])
    True
    """
    error = float(standard_errors(count, np.array(total), np.array(squares)))
    return mean_from(total / count if count else nan, error * sqrt(count), count)


def standard_errors(
    count: float | npt.NDArray[np.int64],
    totals: npt.NDArray[np.floating],
    squares: npt.NDArray[np.floating],
) -> Floats:
    """Standard errors of many means, from sums and sums of squares; nan below two games."""
    games = np.asarray(count, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(squares / games - (totals / games) ** 2, 0) / (games - 1)
        return np.asarray(np.where(games > 1, np.sqrt(variance), nan))


def interval(
    mean: float, error: float, count: float = inf, *, level: float = LEVEL
) -> tuple[float, float]:
    """Ends of the interval for a mean of ``count`` games by Student's t; nan below two games.

    Examples
    --------
    >>> low, high = interval(0.0, 1.0, 30)
    >>> f"{low:.3f} {high:.3f}"
    '-2.045 2.045'
    """
    if not count > 1:
        return nan, nan
    width = t_quantile(level, count - 1) * error
    return mean - width, mean + width


def confidence(mean: float, error: float, count: float = inf) -> float:
    """The confidence that the true mean is not 0: the level of the interval that ends at 0.

    It is two-sided: 1 minus the p-value of Student's t-test. It is nan below two games, and when
    all games were 0.

    Examples
    --------
    >>> round(confidence(2.0, 1.0, 30), 4), round(confidence(2.0, 1.0), 4)
    (0.9451, 0.9545)
    """
    if not (count > 1 and isfinite(mean) and isfinite(error)) or mean == error == 0:
        return nan
    return 1 - t_tails(abs(mean) / error, count - 1) if error else 1.0


def games_needed(mean: float, deviation: float, *, level: float = LEVEL) -> float:
    """The fewest games whose interval (of 95 %) excludes 0, if mean and deviation stay as they are.

    It is never below `FEWEST_FOR_VERDICT`. It is infinite if the mean is 0, and nan if the
    deviation is unknown.

    Examples
    --------
    >>> games_needed(0.4246, 2.143), games_needed(1.0, 0.5), games_needed(0.0, 1.0)
    (101.0, 30.0, inf)
    """
    if not (isfinite(mean) and isfinite(deviation)):
        return nan
    ratio = deviation / mean if mean else inf
    ratio *= ratio
    if ratio > 1e12:  # so many that one game more or less is lost in rounding
        return t_quantile(level, inf) ** 2 * ratio
    games = max(FEWEST_FOR_VERDICT, ceil(t_quantile(level, inf) ** 2 * ratio))
    while games < t_quantile(level, games - 1) ** 2 * ratio:  # a few steps: t is close to z
        games += 1
    return float(games)
