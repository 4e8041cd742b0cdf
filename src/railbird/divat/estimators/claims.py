"""Whether a player plays like the strategy that is claimed to be theirs.

AIVAT has no bias only if the claim is true. If it is, the luck of every kind of event has mean
zero. If it is not, some of it has not, because decisions are compared with the wrong ones.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.stats import FEWEST_FOR_VERDICT, mean_of

DISPROVED = 5.0
"""By one test, a claim that is true is so many standard errors off in one of a million matches. A
match has two to a dozen tests."""


AGGRESSION = ("aggression", "aggression by their cards")


def surprises(sums: npt.NDArray[np.floating]) -> list[tuple[str, float]]:
    """How far a player's decisions are from those of the strategy, in standard errors.

    An action counts -1 if it is a fold, 1 if it is a raise, and 0 otherwise, less the mean by the
    strategy with the cards that the player held. ``sums`` are the sum of that, its variance, and
    both with decisions weighted by the cards' rank before the flop.
    """
    pairs = zip(AGGRESSION, sums[::2].tolist(), sums[1::2].tolist(), strict=True)
    return [(name, abs(off) / spread**0.5) for name, off, spread in pairs if spread > 0]


def furthest_off(luck: npt.NDArray[np.floating], events: Sequence[str]) -> tuple[str, float]:
    """The kind of luck whose mean is furthest from zero, and how many standard errors that is.

    ``luck`` has shape (games, kinds).
    """
    found = [("", 0.0)]
    if len(luck) >= FEWEST_FOR_VERDICT:
        for k, event in enumerate(events):
            mean = mean_of(luck[:, k])
            if mean.error > 0:
                found.append((event, abs(mean.mean) / mean.error))
    return max(found, key=lambda each: each[1])
