"""Our model: Malmuth-Harville, corrected for what solved tournaments show.

In a solved tournament of jam-or-fold, big stacks are worth more than Malmuth-Harville says, since
they can press the others, stacks of a few big blinds are worth less, and the shortest ones more.
The correction has two parts. One moves away from Malmuth-Weitzman, which is wrong in the opposite
direction. The other is what is expected to change if two players go all in with even chances: every
pair does, more often if one of them has a big stack. If a player goes out, the corrected values of
the others count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from railbird.errors import OptionError
from railbird.tournament.equity.checks import Floats
from railbird.tournament.equity.estimate import Estimate

MOST_PLAYERS = 7

DEEPER = 2
"""So many players may go out, one after another, before plain Malmuth-Harville counts."""

AT_ONCE = 1000
"""States computed at the same time."""

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
    away: float = 1.033
    all_in: float = 0.0509

    def __call__(self, stacks: Floats, payouts: Floats) -> Estimate:
        """The payoffs."""
        if stacks.shape[1] > MOST_PLAYERS:
            raise OptionError(
                f"the model pressure was made for few players, not for {stacks.shape[1]}: give at "
                f"most {MOST_PLAYERS}, or choose harville"
            )
        if stacks.shape[1] == 1:  # the winner
            return Estimate(np.full(stacks.shape, payouts[0]), 0.0, "exact: nothing to compute")
        parts = [
            self._worth(stacks[start : start + AT_ONCE], payouts, DEEPER)
            for start in range(0, len(stacks), AT_ONCE)
        ]
        worth = np.concatenate(parts) if parts else np.zeros(stacks.shape)
        return Estimate(worth, 0.0, "exact: all sets of players, and all pairs all in")

    def _worth(self, stacks: Floats, payouts: Floats, deeper: int) -> Floats:
        plain = self.harville(stacks, payouts)
        pairs = list(combinations(range(stacks.shape[1]), 2))
        i, j = np.array(pairs).T
        chips = np.minimum(stacks[:, i], stacks[:, j])
        after = np.repeat(np.repeat(stacks[:, None, None], 2, axis=2), len(pairs), axis=1)
        each = np.arange(len(pairs))
        for winner, (gains, loses) in enumerate(((i, j), (j, i))):
            after[:, each, winner, gains] += chips
            after[:, each, winner, loses] -= chips
        worth = self._after(after.reshape(-1, stacks.shape[1]), payouts, deeper)
        change = worth.reshape(after.shape).mean(axis=2) - plain[:, None]
        often = np.maximum(stacks[:, i], stacks[:, j]) / stacks.mean(axis=1, keepdims=True)
        pressed = (often[:, :, None] * change).sum(axis=1)
        away = plain - self.weitzman(stacks, payouts)
        return np.asarray(plain + self.away * away + self.all_in * pressed)

    def _after(self, stacks: Floats, payouts: Floats, deeper: int) -> Floats:
        """The worth of states after two players were all in, of which one may be out."""
        found, left = self.harville(stacks, payouts), stacks.shape[1] - 1
        rows = np.flatnonzero((stacks > 0).sum(axis=1) == left)
        if deeper and left > 2 and rows.size:
            living = np.argsort(stacks[rows] <= 0, axis=1, kind="stable")[:, :left]
            some = np.take_along_axis(stacks[rows], living, axis=1)
            found[rows[:, None], living] = self._worth(some, payouts[:left], deeper - 1)
        return found
