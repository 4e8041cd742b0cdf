"""How far a model's values are from those of a solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Deviations:
    """Deviations of many values: relative ones as shares of the solution, others in money.

    Parameters
    ----------
    count
        How many values there are, or the sum of their weights.
    relative, least_relative, most_relative
        The mean of the absolute relative deviations (MAPD), the least and the largest.
    absolute, least, most
        The same in money; the mean is the MAD.
    """

    count: float
    relative: float
    least_relative: float
    most_relative: float
    absolute: float
    least: float
    most: float

    @classmethod
    def of(cls, model: Floats, solution: Floats, weights: npt.ArrayLike = 1) -> Deviations:
        """Deviations of a model's values from a solution's, each with a weight.

        Examples
        --------
        >>> found = Deviations.of(np.array([11.0, 15.0]), np.array([10.0, 20.0]))
        >>> found.relative, found.least_relative, found.absolute, found.most
        (0.175, -0.25, 3.0, 1.0)
        """
        off = model - solution
        share, count = off / solution, np.broadcast_to(weights, off.shape)
        return cls(
            count=float(count.sum()),
            relative=float(np.average(np.abs(share), weights=count)),
            least_relative=float(share.min()),
            most_relative=float(share.max()),
            absolute=float(np.average(np.abs(off), weights=count)),
            least=float(off.min()),
            most=float(off.max()),
        )

    @classmethod
    def all(cls, parts: Iterable[Deviations]) -> Deviations:
        """Several groups of values as one."""
        each = np.array([astuple(part) for part in parts])
        count = each[:, 0]
        total = float(count.sum())
        return cls(
            count=total,
            relative=float(count @ each[:, 1] / total),
            least_relative=float(each[:, 2].min()),
            most_relative=float(each[:, 3].max()),
            absolute=float(count @ each[:, 4] / total),
            least=float(each[:, 5].min()),
            most=float(each[:, 6].max()),
        )
