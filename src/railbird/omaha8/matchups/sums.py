"""Sums over all match-ups of sets of eight cards, by pair of classes of four."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import omaha_class_of_hand
from railbird.cards.index import BINOMIAL
from railbird.evaluate.preflop.eval8 import BOARDS, eval8, shape
from railbird.omaha8.matchups import _matchup_kernels as kernels
from railbird.omaha8.matchups.enumeration import SetSpan
from railbird.omaha8.matchups.table import CLASSES

PAIRS = CLASSES * (CLASSES + 1) // 2
"""Pairs of classes a ≤ b. The sums of a pair stand at b(b + 1)/2 + a."""


class LostBoardsError(RuntimeError):
    """Counts that do not add up to all boards: the machine has computed wrongly."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Deals in which two classes meet, and the quarters of pots that the lower class then wins.

    A pair has at most 24 · 24 deals, so 32 bits hold both.
    """

    deals: npt.NDArray[np.uint32]
    won: npt.NDArray[np.uint32]

    @classmethod
    def zero(cls) -> Sums:
        return cls(np.zeros(PAIRS, np.uint32), np.zeros(PAIRS, np.uint32))

    def add(self, span: SetSpan, quarters: npt.NDArray[np.uint32]) -> None:
        """Add all match-ups of some classes of eight cards."""
        kernels.add_matchups(
            span.cards,
            span.orbits,
            quarters,
            shape().places,
            omaha_class_of_hand(),
            BINOMIAL,
            self.deals,
            self.won,
        )


def count_quarters(span: SetSpan) -> npt.NDArray[np.uint32]:
    """Quarters of pots that the first hand of each match-up wins, shape (n, 35).

    Raises
    ------
    LostBoardsError
        If the boards of a match-up do not add up to all boards.
    """
    counts = eval8(span.cards)
    if (counts.sum(axis=2) != BOARDS).any():
        raise LostBoardsError("boards of some match-ups were lost: try again")
    quarters: npt.NDArray[np.uint32] = counts @ np.array([4, 3, 2, 1, 0], dtype=np.uint32)
    return quarters
