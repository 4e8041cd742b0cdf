"""How far HuBot believes its weight tables: as far as the hands that were shown bear them out.

A weight table says what a player may hold, if their actions mean what actions usually mean. A
player who bets anything has tables that mean nothing. The hands at the showdown tell the two apart.
Sêca (2008), chapter 6, proposes to use them and does not say how. This way is ours.

Suppose that a share λ of a player's hands is as the table says, and that the rest is any hand. Each
hand shown makes some λ more likely and others less. The table is then believed by the mean of λ and
mixed with a flat one.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from railbird.cards.classes import holdem_hands
from railbird.errors import OptionError
from railbird.evaluate.strength.weighted import Floats
from railbird.players.hubot.weights import Weights

SHARES: Floats = np.linspace(0.0, 1.0, 11)
"""The values of λ that are considered."""

BEFORE: Floats = 4 * np.log(SHARES + 0.05)
"""The logarithm of how likely they are before a hand was shown, up to a constant: mean 0.86."""


class Trust:
    """How far one player's weight tables are believed.

    Examples
    --------
    >>> trust = Trust()
    >>> before = trust.share
    >>> for _ in range(20):
    ...     trust.shown(table=0.0002, flat=0.001)  # hands that the tables had all but ruled out
    >>> before > 0.8, trust.share < 0.3
    (True, True)
    """

    def __init__(self, logs: Floats = BEFORE) -> None:
        self.logs = logs
        """The logarithm of how likely each of `SHARES` is, up to a constant."""

    @property
    def share(self) -> float:
        """The mean of λ."""
        chances = np.exp(self.logs - self.logs.max())
        return float(chances @ SHARES / chances.sum())

    def shown(self, *, table: float, flat: float) -> None:
        """A hand was shown that has these probabilities by the table and if all are alike."""
        self.logs = self.logs + np.log(SHARES * table + (1 - SHARES) * flat)
        self.logs -= self.logs.max()

    @classmethod
    def from_json(cls, values: object) -> Trust:
        """Read ``logs`` from plain values; `OptionError` says what is wrong."""
        if not isinstance(values, list) or len(values) != len(SHARES):
            raise OptionError(f"what was shown must be {len(SHARES)} numbers")
        if not all(type(value) in (int, float) and -np.inf < value <= 0 for value in values):
            raise OptionError("what was shown must be numbers up to 0")
        return cls(np.array(values, dtype=np.float64))


NO_SHOWDOWN = Trust().share
"""How far tables are believed before any hand was shown."""


def chances_of(hand: int, weights: Weights, known: tuple[int, ...]) -> tuple[float, float]:
    """How likely a hand is by a table and if all are alike, when some cards are known."""
    free = ~np.isin(holdem_hands(), known).any(axis=1)
    return float(weights.table[hand] / weights.table[free].sum()), float(1 / free.sum())


@lru_cache(maxsize=64)
def believed(weights: Weights, share: float) -> Weights:
    """A table mixed with a flat one of the same sum."""
    table = share * weights.table + (1 - share) * weights.table.mean()
    table.setflags(write=False)
    return Weights(table)
