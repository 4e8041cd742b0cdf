"""Heads-up jam or fold as matrices of 169 classes: what ranges win, thousands of them at once.

Amounts are in big blinds, and stacks are the smaller one *before* posting, more than one big blind.
The small blind posts half a big blind. If they fold, they lose it; if they jam and the big blind
folds, they win one; if the big blind calls, both play for the stack.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.showdowns import two_way

Floats = npt.NDArray[np.float64]

SMALL = 0.5
"""The small blind, in big blinds."""


class ClassPairs(NamedTuple):
    """``dealt``: the probability of each class; ``joint``: that of two classes, the small blind's
    first; ``lead``: that times the chance that the first wins less the chance that it loses."""

    dealt: Floats
    joint: Floats
    lead: Floats


@cache
def class_pairs() -> ClassPairs:
    """The probabilities of both players' classes, exact."""
    two = two_way()
    won, lost, _ = np.moveaxis(two.outcomes, 2, 0)
    return ClassPairs(two.dealt, two.joint, two.joint * (won - lost))


def value(jam: Floats, call: Floats, stack: float) -> float:
    """What the small blind wins if both play these ranges, (169,) probabilities each.

    Examples
    --------
    A small blind who always jams wins the big blind if that is never called:

    >>> round(value(np.ones(169), np.zeros(169), 8.0), 12)
    1.0
    """
    pairs = class_pairs()
    each = stack * (pairs.lead @ call) + pairs.joint @ (1 - call)
    return float(jam @ each - SMALL * ((1 - jam) @ pairs.dealt))


def least_won(jams: Floats, stacks: Floats) -> Floats:
    """What the small blind wins with each range against a best response, (ranges, stacks).

    ``jams`` are the probabilities of jamming, (ranges, 169).
    """
    pairs = class_pairs()
    called, uncalled = jams @ pairs.lead, jams @ pairs.joint
    folded = SMALL * ((1 - jams) @ pairs.dealt)
    won = [np.minimum(stack * called, uncalled).sum(axis=1) - folded for stack in stacks]
    return np.stack(won, axis=1)


def most_won(calls: Floats, stacks: Floats) -> Floats:
    """What the small blind wins with a best response to each range of calls, (ranges, stacks)."""
    pairs = class_pairs()
    called, uncalled = calls @ pairs.lead.T, (1 - calls) @ pairs.joint.T
    won = [
        np.maximum(stack * called + uncalled, -SMALL * pairs.dealt).sum(axis=1) for stack in stacks
    ]
    return np.stack(won, axis=1)
