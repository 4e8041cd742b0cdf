"""The inner loop at the margin: hands are solved as small games, see `_margin_kernels`.

In an equilibrium of jam-or-fold nearly every class always jams or always folds. Only those at the
margin decide, and what the others do hardly changes. So each round measures all 169 classes
exactly, and then solves a small game in which those at the margin are classes of their own, those
further away are in a few groups, and all others stay as they are. This takes a tenth of the exact
evaluations of iterations over all classes, and no regrets are kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole.inner import STEPS, HandSolver, Policy, Work, in_steps, tidy
from railbird.tournament.whole.small_games import SmallGames

Array = Any

FIRST_RANGES = (60, 25, 10)
"""To begin with, so many of the best classes jam, call, and call as the third."""

APART, FIRST_ROUNDS = 16, 3
"""One of so many states is solved in so many rounds before the others begin."""

PART = 0.5
"""A small game is solved to this part of γ."""

BUCKETS = ((2, 32), (8, 64))
"""Up to so many rounds sums are over so many buckets of similar classes, later over all classes.
With all classes, a small game takes ten times as long to make, and a few states need that."""

MANY = 32
"""Nearly all states need fewer rounds than this."""

PATIENCE = 8
"""After so many rounds a state goes only a part of the way to what is found."""


@dataclass(frozen=True, slots=True, eq=False)
class MarginSolver(HandSolver):
    """Solves the hands of a layer at the margin.

    Parameters
    ----------
    games
        The small games.
    plain
        What solves the few states that are left after `MANY` rounds: over all classes.
    """

    games: SmallGames
    plain: HandSolver

    def improve(
        self,
        states: Array,
        policy: Policy,
        gamma: float,
        *,
        rounds: int = 1000,
        leave: float = 0.0,
        until: float = math.inf,
        is_bound: bool = False,
        report: Callable[[int], object] | None = None,
    ) -> Work:
        """Update the policy of states, see `HandSolver.improve`."""
        work = HandSolver.improve(
            self,
            states,
            policy,
            gamma,
            rounds=min(rounds, MANY),
            leave=leave,
            until=until,
            is_bound=is_bound,
            report=report,
        )
        left = states[policy.epsilon[states] > gamma]
        if rounds > MANY and len(left) > leave * work.updated:
            more = self.plain.improve(
                left, policy, gamma, rounds=rounds - MANY, until=until, is_bound=True, report=report
            )
            work.exact, work.near = work.exact + more.exact, work.near + more.near
        return work

    def start(self, states: Array, policy: Policy, iterations: int = 0) -> None:
        """Set the jams of states to ranges that are about right.

        A few states begin with ranges that are the same for all. The others, which are next to
        them in an order of similar stacks, take what these find.
        """
        xp, order = self.xp, self.games.showdowns.order
        jams = np.zeros(policy.jams.shape[1:], dtype=np.uint16)
        for at, node in enumerate(all_nodes(self.games.players)):
            jams[at, order[: FIRST_RANGES[len(node.jammed)]]] = STEPS
        few = states[APART // 2 :: APART] if len(states) >= APART else states[:1]
        policy.jams[few] = self._complete(few, xp.asarray(jams))
        HandSolver.improve(self, few, policy, 0.0, rounds=FIRST_ROUNDS)
        near = few[xp.minimum(xp.arange(len(states)) // APART, len(few) - 1)]
        policy.jams[states] = self._complete(states, policy.jams[near])

    def _complete(self, states: Array, jams: Array) -> Array:
        """Jams in whole steps, but those that are forced where there is no decision."""
        xp, forced = self.xp, self.forced[states][:, :, None]
        return xp.where(xp.isnan(forced), jams, in_steps(xp.nan_to_num(forced)))

    def _runs(self, block: Array, policy: Policy) -> Array:
        """What is played next, in whole steps."""
        return policy.jams[block]

    def _turn(
        self, block: Array, runs: Array, policy: Policy, rows: Array, *, gamma: float, done: int
    ) -> tuple[Array, Array]:
        """Measure a batch, and solve small games where it is not good enough."""
        xp, batch = self.xp, block[rows]
        hands = self.hands(batch)
        jams = hands.complete(runs[rows] / STEPS)
        limits = hands.near(jams > 0) if done else None  # what plays has hardly changed since then
        _, edges, epsilon = self._measured(batch, hands, jams, policy, limits)
        left = xp.flatnonzero(epsilon > gamma)
        if len(left):
            some = hands if len(left) == len(batch) else hands.take(left)
            now = jams[left]
            found, _ = self.games.solve(
                some.centred,
                some.forced,
                now,
                edges[left],
                target=PART * gamma,
                buckets=next((count for least, count in BUCKETS if done < least), CLASSES),
            )
            step = 1.0 if done < PATIENCE else (0.5 if done % 2 else 0.25)
            runs[rows[left]] = in_steps(some.complete(tidy(now + step * (found - now), xp)))
        return rows, left
