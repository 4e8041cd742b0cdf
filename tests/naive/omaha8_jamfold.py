"""Heads-up jam or fold by the words of its rules: loops over pairs of classes, in chips."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class NaiveJamFold:
    """``deals[a, b]`` deals of class a to the small and b to the big blind; ``share`` is a's."""

    deals: Floats
    share: Floats
    stacks: tuple[float, float]
    blinds: tuple[float, float]

    @property
    def amounts(self) -> tuple[float, float, float]:
        """What is at stake all in, and what the blinds have posted of it."""
        stack = min(self.stacks)
        return stack, min(self.blinds[0], stack), min(self.blinds[1], stack)

    def chips_won(self, a: int, b: int, jam: bool, call: bool) -> float:
        """By the small blind. A player whose post takes the stack is all in whatever they say."""
        stack, small, big = self.amounts
        if not (jam or small == stack):
            return -small
        if not (call or big == stack):
            return big
        return stack * (2 * float(self.share[a, b]) - 1)

    def value(self, jam: Floats, call: Floats) -> float:
        """Chips that the small blind wins in the mean."""
        total = 0.0
        for a, y in enumerate(jam):
            for b, x in enumerate(call):
                total += self.deals[a, b] * sum(
                    (y if j else 1 - y) * (x if c else 1 - x) * self.chips_won(a, b, j, c)
                    for j in (False, True)
                    for c in (False, True)
                )
        return float(total / self.deals.sum())

    def best(self, player: int, jam: Floats, call: Floats) -> float:
        """The player's value of the best pure strategy: each class by itself."""
        own, sign = (jam, 1) if player == 0 else (call, -1)
        found = own.copy()
        for i in range(len(own)):
            tried = []
            for p in (0.0, 1.0):
                found[i] = p
                pair = (found, call) if player == 0 else (jam, found)
                tried.append(sign * self.value(*pair))
            found[i] = float(tried[1] > tried[0])
        return sign * self.value(*((found, call) if player == 0 else (jam, found)))

    def minimax(self) -> float:
        """The value of the game by linear programming (both players have decisions)."""
        n, chance = len(self.deals), self.deals / self.deals.sum()
        stack, small, big = self.amounts
        won_by_jamming = chance.sum(axis=1) * (big + small)
        changed_by_call = chance * (stack * (2 * self.share - 1) - big)
        found = linprog(
            -np.concatenate([won_by_jamming, np.ones(n)]),
            A_ub=np.hstack([-changed_by_call.T, np.eye(n)]),
            b_ub=np.zeros(n),
            bounds=[(0, 1)] * n + [(None, 0)] * n,
            method="highs",
        )
        return float(-found.fun - small)
