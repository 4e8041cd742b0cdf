"""MIVAT by least squares over all games at once."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def weights(moved: Floats, money: Floats, ridge: float) -> Floats:
    """θ by least squares, with a row for each feature that pulls its weight to zero."""
    centred = moved - moved.mean(axis=0)
    size = np.sqrt(ridge * (centred**2).mean(axis=0).mean() * len(moved))
    rows = np.concatenate([centred, size * np.eye(moved.shape[1])])
    target = np.concatenate([money - money.mean(), np.zeros(moved.shape[1])])
    return np.asarray(np.linalg.lstsq(rows, target, rcond=None)[0])


def crossed(moved: Floats, money: Floats, cuts: list[int], ridge: float) -> float:
    """Variance of money divided by that of MIVAT, each part judged by weights of the others."""
    before = after = 0.0
    for start, end in pairwise(cuts):
        mine = np.zeros(len(money), dtype=bool)
        mine[start:end] = True
        left = money[mine] - moved[mine] @ weights(moved[~mine], money[~mine], ridge)
        before += mine.sum() * money[mine].var()
        after += mine.sum() * left.var()
    return float(before / after)
