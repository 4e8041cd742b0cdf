"""Claims of the documents that hold of any players, or do not: figures with a verdict."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.reproduce.experiment import Agreement, Figure, within
from railbird.stats import Z95, Mean, mean_of, shown

Floats = npt.NDArray[np.float64]

NOT_PUBLIC = "the original players are not public; ours play instead"


def no_winner(name: str, found: Mean) -> Figure:
    """Two players of equal skill: the mean is zero within sampling."""
    why = (
        f"neither player is better; the standard error is {found.error:.4f} and 2.5 of them are "
        f"allowed, which a fair match misses one time in eighty"
    )
    return within(name, found.mean, 0.0, 2.5 * found.error, why=why)


def same_mean(name: str, gap: Mean) -> Figure:
    """Money less DIVAT: both are unbiased, so it is zero within sampling."""
    why = f"both are unbiased: within 2.5 standard errors of {gap.error:.5f}"
    return within(name, gap.mean, 0.0, 2.5 * gap.error, why=why)


def more_than(name: str, ours: float, bound: float, *, error: float = 0.0) -> Figure:
    """What must exceed a bound; with a standard error, by more than a 95 % interval allows."""
    return _beyond(name, ours, bound, ">", error)


def less_than(name: str, ours: float, bound: float, *, error: float = 0.0) -> Figure:
    """What must stay below a bound; with a standard error as `more_than`."""
    return _beyond(name, ours, bound, "<", error)


def _beyond(name: str, ours: float, bound: float, side: str, error: float) -> Figure:
    allowed = Z95 * error
    distance = ours - bound if side == ">" else bound - ours
    holds = distance > allowed
    verdict: Agreement = "match" if holds else "differs"
    why = "" if holds else "of our players it is not true, or cannot be told"
    said = f"{side} {bound:g}" + (f" ± {shown(allowed, '.3f')}" if error else "")
    return Figure(name, ours, said, allowed, verdict, why)


def mean_more_than(name: str, each: Floats, bound: float = 0.0) -> Figure:
    """The same of a mean, each of whose terms is known and independent of the others."""
    found = mean_of(each)
    return more_than(name, found.mean, bound, error=found.error)
