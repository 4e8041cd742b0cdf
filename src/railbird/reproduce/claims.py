"""Claims of the documents about numbers that are sampled; `judged` gives them their verdicts."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
import numpy.typing as npt

from railbird.reproduce.experiment import Claim, rounding
from railbird.stats import Mean, SampledValue, deviation_of, mean_of, variance_ratio

Floats = npt.NDArray[np.float64]

NOT_PUBLIC = "the original players are not public; our stand-ins play instead"


def no_winner(name: str, found: Mean) -> Claim:
    """Two players of equal skill: the mean is zero within sampling error."""
    why = f"neither player is better; the standard error is {found.error:.4f}"
    return Claim(name, found.mean, 0.0, found.error, count=found.count, why=why, in_words=True)


def same_mean(name: str, gap: Mean) -> Claim:
    """Money less DIVAT: both are unbiased, so it is zero within sampling error."""
    why = f"both are unbiased; the standard error is {gap.error:.5f}"
    return Claim(name, gap.mean, 0.0, gap.error, count=gap.count, why=why, in_words=True)


def same_as_print(
    name: str,
    ours: SampledValue | Mean,
    printed: float,
    *,
    digits: int,
    games: float = 0.0,
    why: str = "",
) -> Claim:
    """A printed number that was itself sampled from so many games, or is exact if they are 0.

    The printed number's standard error is ours, scaled to its number of games.
    """
    value, error = (ours.mean, ours.error) if isinstance(ours, Mean) else (ours.value, ours.error)
    theirs = error * sqrt(ours.count / games) if games else 0.0
    why = "; ".join(filter(None, (why, f"standard errors {error:.4f} and {theirs:.4f}")))
    both = hypot(error, theirs)
    return Claim(name, value, printed, both, rounding=rounding(digits), count=ours.count, why=why)


def same_deviation(
    name: str, scores: Floats, printed: float, *, digits: int, games: float = 0.0, why: str = ""
) -> Claim:
    """A printed standard deviation, from so many games, beside that of our scores."""
    return same_as_print(name, deviation_of(scores), printed, digits=digits, games=games, why=why)


def less_varied(name: str, scores: Floats, than: Floats) -> Claim:
    """The scores vary less than others of the same games: the ratio of variances exceeds 1."""
    found = variance_ratio(than, scores)
    return more_than(name, found.value, 1.0, error=found.error, count=found.count)


def more_than(
    name: str, ours: float, bound: float, *, error: float, count: float = float("inf")
) -> Claim:
    """A number that must exceed a bound; ``count`` is how many values the error comes from."""
    return Claim(name, ours, bound, error, side=">", count=count)


def less_than(
    name: str, ours: float, bound: float, *, error: float, count: float = float("inf")
) -> Claim:
    """A number that must stay below a bound."""
    return Claim(name, ours, bound, error, side="<", count=count)


def mean_more_than(name: str, each: Floats, bound: float = 0.0) -> Claim:
    """`more_than` for the mean of independent values."""
    found = mean_of(each)
    return more_than(name, found.mean, bound, error=found.error, count=found.count)
