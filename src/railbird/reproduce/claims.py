"""Claims of the documents that should hold for any players: figures with a verdict."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import numpy.typing as npt

from railbird.reproduce.experiment import Agreement, Figure, SampledFigure, UnsureFigure, within
from railbird.stats import FEWEST_FOR_VERDICT, LEVEL, Mean, mean_of, shown, t_quantile

Floats = npt.NDArray[np.float64]

NOT_PUBLIC = "the original players are not public; our stand-ins play instead"


def no_winner(name: str, found: Mean) -> Figure:
    """Two players of equal skill: the mean is zero within sampling error."""
    why = (
        f"neither player is better; the standard error is {found.error:.4f}, and 2.5 of them are "
        f"allowed, which a fair match exceeds one time in eighty"
    )
    return within(name, found.mean, 0.0, 2.5 * found.error, why=why, sampled=True)


def same_mean(name: str, gap: Mean) -> Figure:
    """Money less DIVAT: both are unbiased, so it is zero within sampling error."""
    why = f"both are unbiased: within 2.5 standard errors of {gap.error:.5f}"
    return within(name, gap.mean, 0.0, 2.5 * gap.error, why=why, sampled=True)


def more_than(name: str, ours: float, bound: float, *, error: float = 0.0) -> Figure:
    """A figure that must exceed a bound; with a standard error, by more than a 95 % interval."""
    return _beyond(name, ours, bound, ">", error=error)


def less_than(name: str, ours: float, bound: float, *, error: float = 0.0) -> Figure:
    """A figure that must stay below a bound; with a standard error as in `more_than`."""
    return _beyond(name, ours, bound, "<", error=error)


def _beyond(
    name: str, ours: float, bound: float, side: str, *, error: float, count: float = inf
) -> Figure:
    """``count`` is how many independent values the error is of, if they may be few."""
    allowed = t_quantile(LEVEL, count - 1) * error if count > 1 else nan
    distance = ours - bound if side == ">" else bound - ours
    holds = distance > allowed
    verdict: Agreement = "match" if holds else "differs"
    why = "" if holds else "it is not true of our players, or cannot be decided"
    # without an error it cannot be told how far off chance alone may be
    decided = error > 0 and abs(distance) > allowed and count >= FEWEST_FOR_VERDICT
    kind = SampledFigure if decided else UnsureFigure
    said = f"{side} {bound:g}" + (f" ± {shown(allowed, '.3f')}" if error else "")
    return kind(name=name, ours=ours, printed=said, tolerance=allowed, verdict=verdict, why=why)


def mean_more_than(name: str, each: Floats, bound: float = 0.0) -> Figure:
    """`more_than` for the mean of independent values."""
    found = mean_of(each)
    return _beyond(name, found.mean, bound, ">", error=found.error, count=found.count)
