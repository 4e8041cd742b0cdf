"""Holm's correction: several tests at once, with one chance in twenty of any false claim."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan


def holm(chances: Sequence[float]) -> list[float]:
    """Adjust the p-values of several tests by Holm's step-down method.

    The smallest p-value is multiplied by the number of tests, the next by one less, and so on. An
    adjusted value is never below that of a smaller one, and at most 1. If every test with an
    adjusted value below 5 % counts as a find, the chance that any of them is false is at most 5 %,
    however the tests depend on each other.

    Parameters
    ----------
    chances
        The p-values. A test without one is nan; it counts as a test, and stays nan.

    References
    ----------
    S. Holm (1979), "A simple sequentially rejective multiple test procedure", Scandinavian Journal
    of Statistics 6, 65-70.

    Examples
    --------
    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    adjusted = list(chances)
    reached = 0.0
    known = [place for place, chance in enumerate(chances) if not isnan(chance)]
    for rank, place in enumerate(sorted(known, key=lambda place: chances[place])):
        reached = max(reached, min(1.0, (len(adjusted) - rank) * chances[place]))
        adjusted[place] = reached
    return adjusted
