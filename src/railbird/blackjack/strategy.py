"""A strategy as a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.blackjack.rules import total_of
from railbird.errors import RulesError

SPLIT = 3
"""The number of the action; the others are those of the kernels."""


@dataclass(frozen=True, slots=True, eq=False)
class TableStrategy:
    """What to do by total and dealer's card, and which pairs to split.

    Parameters
    ----------
    name
        Its name.
    moves
        The action, by whether it may double (0 or 1), whether the hand is soft, its total, and the
        dealer's card: stand, hit or double.
    splits
        Whether to split a pair, by its rank and the dealer's card.
    """

    name: str
    moves: npt.NDArray[np.int64]
    splits: npt.NDArray[np.bool_]

    def __post_init__(self) -> None:
        if self.moves[..., 21, :].any():
            raise RulesError(f"the strategy {self.name!r} must stand on 21, as every player does")

    def move(self, hand: Iterable[int], up: int, *, may_double: bool) -> int:
        """The number of the action with some cards that are not split."""
        total, soft = total_of(hand)
        return int(self.moves[int(may_double), int(soft), total, up])

    def first_move(self, one: int, two: int, up: int) -> int:
        """The number of the action with two cards that may be doubled, and split if a pair."""
        if one == two and self.splits[one, up]:
            return SPLIT
        return self.move((one, two), up, may_double=True)
