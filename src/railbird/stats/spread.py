"""How well a standard deviation, or a ratio of variances, is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from railbird.stats.means import Floats


@dataclass(frozen=True, slots=True)
class SampledValue:
    """A number that was computed from so many games, and its standard error."""

    value: float
    error: float
    count: int


def deviation_of(scores: Floats) -> SampledValue:
    """The standard deviation of games, whatever their distribution; nan if all are the same.

    Examples
    --------
    >>> found = deviation_of(np.array([0.0, 1.0, 2.0, 5.0]))
    >>> round(found.value, 3), round(found.error, 3), found.count
    (2.16, 0.405, 4)
    """
    count = len(scores)
    if count < 2:
        return SampledValue(nan, nan, count)
    squares = (scores - scores.mean(dtype=np.float64)) ** 2
    deviation = sqrt(float(squares.sum(dtype=np.float64)) / (count - 1))
    error = float(squares.std(dtype=np.float64)) / sqrt(count) / (2 * deviation or nan)
    return SampledValue(deviation, error, count)


def variance_ratio(first: Floats, second: Floats) -> SampledValue:
    """The variance of the first scores over that of the second, of the same games.

    Examples
    --------
    >>> found = variance_ratio(np.array([0.0, 2.0, 4.0, 2.0]), np.array([0.0, 1.0, 2.0, 1.0]))
    >>> found.value, found.error
    (4.0, 0.0)
    """
    count = len(first)
    if count < 2:
        return SampledValue(nan, nan, count)
    squares = [(x - x.mean(dtype=np.float64)) ** 2 for x in (first, second)]
    above, below = (float(x.mean(dtype=np.float64)) for x in squares)
    if not above or not below:
        return SampledValue(nan, nan, count)
    ratio = above / below
    each = squares[0] / above - squares[1] / below  # the relative change that a game makes
    return SampledValue(ratio, ratio * float(each.std(dtype=np.float64)) / sqrt(count), count)
