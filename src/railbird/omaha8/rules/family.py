"""A family of rules: whole points for what a player can count, and a threshold by the stack.

A rule of this family plays a hand whose points and b/R make a or more, where R is the stack in big
blinds and a and b depend on the blind. (What a call must win is ½ − 1/(2R) of the pot, so that 1/R
is the natural measure of a stack.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from railbird.cards.card import RANKS
from railbird.omaha8.rules.features import LOW, Bools, Features, Floats, Ints, class_features


def countable(hands: Features) -> dict[str, Ints]:
    """What a player can count at the table, by name."""
    lows = hands.different("A" + LOW)
    pairs = hands.ranks == 2
    single = ~hands.suited("four suits") & ~hands.suited("double-suited")
    found = {
        **{name: hands.different(ranks) for name, ranks in _RANKS.items()},
        **{f"{count} lows": lows == count for count in (2, 3, 4)},
        "double-suited": hands.suited("double-suited"),
        "two of a suit": hands.suited("two of a suit"),
        "more of a suit": single & (hands.suits[:, 0] > 2),
        "pairs": pairs.sum(axis=1),
        "rank of pairs": pairs @ np.arange(2, 15),
        "two kings": hands.times("K", 2),
        "more of a kind": hands.ranks.max(axis=1) > 2,
        "five ranks": hands.distance <= 5,
    }
    return {name: np.asarray(column, dtype=np.int64) for name, column in found.items()}


_RANKS = {
    **{rank: rank for rank in reversed(RANKS)},
    "K or Q": "KQ",
    "7 or 9": "79",
}
"""Ranks that count once each, alone or together."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Rules that differ in their constants: points for each column, then a and b of both blinds.

    Parameters
    ----------
    names
        Columns of `countable`.
    matrix
        Their values for each of 16,432 classes.
    """

    names: tuple[str, ...]
    matrix: Ints = field(repr=False)

    @classmethod
    def of(cls, names: Sequence[str]) -> Family:
        """The family with these columns."""
        every = countable(class_features())
        return cls(tuple(names), np.stack([every[name] for name in names], axis=1))

    def plays(self, rules: Ints, stacks: Floats) -> tuple[Bools, Bools]:
        """What some rules jam and call: each of shape (classes, rules, stacks)."""
        points = self.matrix @ rules[:, : len(self.names)].T
        limits = rules[:, len(self.names) :, None]
        jam, call = (limits[:, i] - limits[:, i + 1] / stacks for i in (0, 2))
        return points[:, :, None] >= jam, points[:, :, None] >= call
