"""Our model: Malmuth-Harville, corrected for what solved tournaments show.

In a solved tournament of jam-or-fold, big stacks are worth more than Malmuth-Harville says, since
they can press the others, stacks of a few big blinds are worth less, and the shortest ones more.
The correction has two parts. One moves away from Malmuth-Weitzman, which is wrong in the opposite
direction. The other is what Malmuth-Harville itself expects to change if two players go all in:
every pair does, more often if one of them has a big stack.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from railbird.errors import OptionError
from railbird.tournament.equity.checks import Floats
from railbird.tournament.equity.estimate import Estimate

MOST_PLAYERS = 10

Worth = Callable[[Floats, Floats], Floats]
"""Payoffs from stacks and payouts."""


@dataclass(frozen=True, slots=True)
class Pressure:
    """Payoffs of states in which all players have chips.

    Parameters
    ----------
    harville, weitzman
        The models that it starts from.
    away
        How far to go away from Malmuth-Weitzman, in units of its distance from Malmuth-Harville.
    all_in
        How often a pair of players goes all in if the larger stack is the average one.

    Notes
    -----
    The two numbers were fitted on position-averaged values of solved tournaments, see
    `railbird.tournament.study.fit`.
    """

    harville: Worth
    weitzman: Worth
    away: float = 1.155
    all_in: float = 0.051

    def __call__(self, stacks: Floats, payouts: Floats) -> Estimate:
        """The payoffs."""
        if stacks.shape[1] > MOST_PLAYERS:
            raise OptionError(
                f"the model pressure was made for few players, not for {stacks.shape[1]}: give at "
                f"most {MOST_PLAYERS}, or choose harville"
            )
        if stacks.shape[1] == 1:  # the winner
            return Estimate(np.full(stacks.shape, payouts[0]), 0.0, "exact: nothing to compute")
        away, all_in = self.parts(stacks, payouts)
        worth = self.harville(stacks, payouts) + self.away * away + self.all_in * all_in
        return Estimate(worth, 0.0, "exact: all sets of players, and all pairs all in")

    def parts(self, stacks: Floats, payouts: Floats) -> tuple[Floats, Floats]:
        """The two parts of the correction before they are weighted, (states, players) each.

        Both sum to 0 over the players of a state, and are 0 if the winner takes all.
        """
        plain = self.harville(stacks, payouts)
        share = stacks / stacks.mean(axis=1, keepdims=True)
        pressed = np.zeros_like(plain)
        for i, j in combinations(range(stacks.shape[1]), 2):
            chips = np.minimum(stacks[:, i], stacks[:, j])
            change = -plain
            for sign in (1, -1):
                after = stacks.copy()
                after[:, i] += sign * chips
                after[:, j] -= sign * chips
                change = change + self.harville(after, payouts) / 2
            pressed += np.maximum(share[:, i], share[:, j])[:, None] * change
        return plain - self.weitzman(stacks, payouts), pressed
