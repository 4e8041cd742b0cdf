"""What third callers do behind two jams, in many states at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole.products import times, weighted

Array = Any

Pair = tuple[int, int]
"""The players of two jams."""


@dataclass(slots=True, eq=False)
class Callers:
    """What third callers do to pairs of jams, and what calling is worth to them.

    Parameters
    ----------
    worth
        For each pair, the expected payoff of the players up to the second jam by the two classes,
        times the probability of the classes, (states, players, 169, 169).
    edges
        For each third caller, what calling is worth more than folding, (states, 169).
    ends
        Probabilities of the ends with two or three all in, (states, ends); others are 0.
    """

    worth: dict[Pair, Array]
    edges: dict[Node, Array]
    ends: Array

    def calling(self, pair: Pair, first: Array, xp: Any = np) -> Array:
        """What the second of a pair gets for jamming with a class, (states, 169).

        It is summed over the first player's classes, which are there with probabilities ``first``.
        """
        return weighted(first, self.worth[pair][:, pair[1]], xp)

    def jammed(self, pair: Pair, second: Array, xp: Any = np) -> Array:
        """What the players get if the second of a pair jams, by the first player's class.

        Returns (states, players, 169), times the probability of the class.
        """
        worth = self.worth[pair]
        found = times(worth.reshape(len(worth), -1, CLASSES), second, xp)
        return found.reshape(worth.shape[:3])

    def take(self, rows: Array) -> Callers:
        """The same for some of the states."""
        return Callers(
            worth={pair: array[rows] for pair, array in self.worth.items()},
            edges={node: array[rows] for node, array in self.edges.items()},
            ends=self.ends[rows],
        )
