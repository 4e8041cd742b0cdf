"""The inner loop: equilibria of one hand in many states, against given values."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import numpy as np

from railbird.compute.blas import one_blas_thread
from railbird.compute.threads import map_threads
from railbird.equilibrium.algorithms import Algorithm, FictitiousPlay, RegretMatching
from railbird.equilibrium.two_actions import Runs, step
from railbird.tournament.jamfold.solve import HARDLY_EVER, MEASURE_EVERY, SEVERAL
from railbird.tournament.whole.callers import Callers
from railbird.tournament.whole.hands import Hands, gains
from railbird.tournament.whole.seated import ends_by_seating, one_apart

Array = Any
R = TypeVar("R")
TOP = 0.04
"""At first, third callers have these best hands."""

STEPS = 1 << 15
"""Probabilities in whole steps take two bytes in a file, and nothing is lost."""

PARTS, LEAST_AT_ONCE = 32, 8
"""A few states are divided into so many batches, but not into smaller ones than this."""

BATCHES = 64
"""Batches whose regrets are kept at the same time."""

FIRST_AVERAGE = 8
"""With regrets kept, current strategies are measured. A few states never settle and circle around
an equilibrium: after so many rounds, and after twice, four times … as many, the average of the
rounds since the last one is measured instead, and where it is better the state goes on from it."""


@dataclass(frozen=True, slots=True)
class Inner:
    """An algorithm for the inner loop.

    Parameters
    ----------
    rule
        The rule of `railbird.equilibrium`.
    near
        Iterations for each exact evaluation, in between third callers stay as they are.
    keeps_regrets
        Whether regrets are kept when the values change, as in the document. Then a state goes on
        where it was, and does not jump from one of its equilibria to another. Otherwise each inner
        loop begins with regrets that lead to the strategy it starts from.
    is_at_margin
        Whether the iterations between exact evaluations are those of small games, see
        `MarginSolver`.
    """

    rule: Algorithm
    near: int = 1
    keeps_regrets: bool = False
    is_at_margin: bool = False

    def is_average(self, rounds: int) -> bool:
        """Whether the average strategy is measured after so many rounds, not the current one."""
        if not self.keeps_regrets:
            return True
        return rounds >= FIRST_AVERAGE and rounds.bit_count() == 1


_CFR_PLUS = RegretMatching(beta=-math.inf, gamma=1)
INNERS = {
    "cfr+": Inner(_CFR_PLUS, near=MEASURE_EVERY, keeps_regrets=True),
    "pdcfr+": Inner(SEVERAL, near=MEASURE_EVERY),
    "cfr": Inner(RegretMatching(), near=MEASURE_EVERY),
    "fp": Inner(FictitiousPlay()),
    "margin": Inner(SEVERAL, near=0, is_at_margin=True),
}
"""Inner loops by name: CFR+; `SEVERAL`, CFR without discounts and fictitious play, which start anew
in each outer loop; and small games."""


@dataclass(slots=True, eq=False)
class Policy:
    """What everybody does in all states of a layer, and how good it was when last measured.

    Parameters
    ----------
    jams
        Probabilities of jamming in steps of 1/`STEPS`, (states, nodes, 169).
    ends
        Probabilities of the ends of the hand, (states, ends).
    epsilon
        The most that any player gains in the hand, (states,); infinite where not measured. While
        strategies are looked for, as precise as `WholeGame` says.
    regrets
        Sums of regrets of folding and jamming, if the inner loop keeps them.
    """

    jams: Array
    ends: Array
    epsilon: Array
    regrets: tuple[Array, Array] | None = None

    def probabilities(self, states: Array) -> Array:
        """The jams of some states as probabilities."""
        return self.jams[states] / STEPS


@dataclass(slots=True, eq=False)
class Work:
    """Counts of evaluations, each of one state."""

    exact: int = 0
    near: int = 0
    rounds: list[int] = field(default_factory=list)

    @property
    def updated(self) -> int:
        """How many states were not good enough as they were."""
        return self.rounds[1] if len(self.rounds) > 1 else 0

    def __iadd__(self, other: Work) -> Work:
        for at, exact in enumerate(other.rounds):
            self.add(at, exact, 0)
        self.near += other.near
        return self

    def add(self, at: int, exact: int, near: int) -> None:
        """Add evaluations of a round."""
        self.exact += exact
        self.near += near
        self.rounds += [0] * (at + 1 - len(self.rounds))
        self.rounds[at] += exact


@dataclass(frozen=True, slots=True, eq=False)
class HandSolver:
    """Solves the hands of a layer.

    Parameters
    ----------
    deal
        Makes the hands of some states, from payoffs and forced jams: `Hands` with tables.
    xp
        NumPy or CuPy.
    inner
        The algorithm.
    payoffs
        Gives what everybody gets at each end in some states, (states, ends, players).
    forced
        What players do without a decision, (states, nodes).
    at_once
        States in one product of matrices.
    """

    deal: Callable[[Array, Array], Hands]
    xp: Any
    inner: Inner
    payoffs: Callable[[Array], Array]
    forced: Array
    at_once: int

    def hands(self, states: Array) -> Hands:
        """The hands of some states."""
        return self.deal(self.payoffs(states), self.forced[states])

    def batches(self, states: Array) -> Iterator[Array]:
        """States in batches, smaller ones on a CPU if there are few: each core takes some."""
        size = self.at_once
        if self.xp is np:
            size = min(max(len(states) // PARTS, LEAST_AT_ONCE), size)
        for start in range(0, len(states), size):
            yield states[start : start + size]

    def each(self, work: Callable[[Array], R], states: Array) -> list[R]:
        """Results of ``work`` on all batches, which must not touch each other's states.

        With NumPy each core takes a batch at a time; results do not depend on how many there are.
        """
        batches = list(self.batches(states))
        if self.xp is not np:
            return [work(batch) for batch in batches]
        with one_blas_thread():
            return list(map_threads(work, batches))

    def start(self, states: Array, policy: Policy, iterations: int = 60) -> None:
        """Set the jams of states to the solution of a hand in which nobody calls as the third.

        A player who could be third calls with a few good hands.
        """
        xp = self.xp

        def begin(batch: Array) -> None:
            hands = self.hands(batch)
            even = hands.complete(xp.full(policy.jams[batch].shape, 0.5))
            callers = hands.nobody_calls() if hands.has_third_callers else hands.callers(even)
            runs = Runs.begin(xp, even)
            for _ in range(iterations):
                step(SEVERAL, runs, hands.edges(hands.complete(runs.strategy), callers))
            jams = tidy(runs.average(), xp)
            top = xp.asarray(_best_classes())
            if hands.has_third_callers:
                for node in callers.edges:
                    jams[:, hands.number[node]] = top
            policy.jams[batch] = in_steps(hands.complete(jams))

        self.each(begin, states)

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
        """Update the policy of states until ε is at most ``gamma`` in each, or rounds are over.

        All are measured first, and those that are good enough as they are stay as they are. A state
        keeps the best jams that were measured in this call. When no more than the share ``leave``
        of the states that were not good enough is left, these wait for another call: a few that
        need many rounds do not hold up the rest. When ``until`` has passed on the monotonic clock,
        states stay as they are; those that were never measured are measured. If ``is_bound``, the ε
        of the policy are bounds against the values of now, and jams that are no better than these
        are not taken.
        """
        work, xp = Work(), self.xp
        for start in range(0, len(states), self.at_once * BATCHES):
            block = states[start : start + self.at_once * BATCHES]
            if time.monotonic() > until and not xp.isinf(policy.epsilon[block]).any():
                break
            if not is_bound:
                policy.epsilon[block] = math.inf
            runs = self._runs(block, policy)
            active = xp.arange(len(block))
            enough = 0.0
            for done in range(rounds + 1):
                still = []
                turn = partial(self._turn, block, runs, policy, gamma=gamma, done=done)
                for rows, left in self.each(turn, active):
                    work.add(done, len(rows), self.inner.near * len(left))
                    still.append(rows[left])
                    if report is not None:
                        report(len(rows))
                active = xp.concatenate(still)
                enough = leave * len(active) if done == 0 else enough
                if len(active) <= enough or time.monotonic() > until:
                    break
            if self.inner.keeps_regrets and policy.regrets is not None:
                for own, new in zip(policy.regrets, runs.regrets, strict=True):
                    own[block] = new
        return work

    def measure(
        self, batch: Array, policy: Policy, limits: Array | None = None
    ) -> tuple[Array, Array]:
        """What each player gains by a best response in the hand, (states, players), and its ends.

        The ends are their probabilities, (states, ends). For ``limits`` see `Hands.callers`.
        """
        hands, jams = self.hands(batch), policy.probabilities(batch)
        callers = hands.callers(jams, limits)
        edges = hands.edges(jams, callers)
        return gains(edges, jams, hands.players, self.xp), hands.ends(jams, callers)

    def respond(self, batch: Array, policy: Policy) -> tuple[Array, Array, Array]:
        """What each player gains by a best response in the hand, and the ends if one plays theirs.

        The ends are their probabilities by who that is, (states, ends, players). The third result
        are limits for `measure`: with similar values the other classes do not play.
        """
        xp = self.xp
        hands, jams = self.hands(batch), policy.probabilities(batch)
        edges = hands.edges(jams, hands.callers(jams))
        best = xp.where(edges > 0, 1.0, xp.where(edges < 0, 0.0, jams))
        ends = ends_by_seating(hands, (jams, best), one_apart(hands.players)).transpose(0, 2, 1)
        limits = hands.near((jams > 0) | (best > 0))
        return gains(edges, jams, hands.players, xp), ends, limits

    def _turn(
        self, block: Array, runs: Any, policy: Policy, rows: Array, *, gamma: float, done: int
    ) -> tuple[Array, Array]:
        """One round of a batch: its rows, and which of them are not good enough."""
        now = runs.take(rows)
        left = self._round(block[rows], now, policy, gamma, done)
        runs.put(rows, now)
        return rows, left

    def _runs(self, block: Array, policy: Policy) -> Any:
        runs = Runs.begin(self.xp, policy.probabilities(block))
        if self.inner.keeps_regrets and policy.regrets is not None:
            runs.regrets = (policy.regrets[0][block], policy.regrets[1][block])
            runs.follow_regrets()
        return runs

    def _measured(
        self, batch: Array, hands: Hands, jams: Array, policy: Policy, limits: Array | None = None
    ) -> tuple[Callers, Array, Array]:
        """Third callers, edges and ε of jams, which the policy takes where they are its best."""
        callers = hands.callers(jams, limits)
        edges = hands.edges(jams, callers)
        epsilon = gains(edges, jams, hands.players, self.xp).max(axis=1)
        better = self.xp.flatnonzero(epsilon < policy.epsilon[batch])
        policy.jams[batch[better]] = in_steps(jams[better])
        policy.ends[batch[better]] = hands.ends(jams, callers)[better]
        policy.epsilon[batch[better]] = epsilon[better]
        return callers, edges, epsilon

    def _round(self, batch: Array, runs: Runs, policy: Policy, gamma: float, done: int) -> Array:
        """Measure jams, and iterate where they are not good enough; returns these rows."""
        xp, inner = self.xp, self.inner
        is_average, is_old = inner.is_average(done), done == 0 and not inner.keeps_regrets
        hands = self.hands(batch)
        if is_old:
            jams = policy.probabilities(batch)
        else:
            jams = tidy(runs.average() if is_average else runs.strategy, xp)
        jams = hands.complete(jams)
        before = policy.epsilon[batch]
        callers, edges, epsilon = self._measured(batch, hands, jams, policy)
        better = xp.flatnonzero(epsilon < before)
        if inner.keeps_regrets and is_average:
            runs.restart(better, jams[better])
        left = xp.flatnonzero(epsilon > gamma)
        if len(left):
            is_all = len(left) == len(batch)
            part = runs if is_all else runs.take(left)
            if not is_all:
                hands, callers = hands.take(left), callers.take(left)
                jams, edges = jams[left], edges[left]
            if done == 0 and not (part.regrets[0].any() or part.regrets[1].any()):
                part = Runs.begin(xp, jams, edges)
            for _ in range(inner.near):
                if inner.near > 1:
                    edges = hands.edges(hands.complete(part.strategy), callers)
                step(inner.rule, part, edges)
            runs.put(left, part)
        return left


def tidy(jams: Array, xp: Any = np) -> Array:
    """The same jams without actions that are hardly ever taken, in whole steps of 1/`STEPS`."""
    kept = xp.where(jams < HARDLY_EVER, 0.0, xp.where(1 - jams < HARDLY_EVER, 1.0, jams))
    return xp.rint(kept * STEPS) / STEPS


def in_steps(jams: Array) -> Array:
    """Tidy jams in steps of 1/`STEPS`."""
    return (jams * STEPS).astype(np.uint16)


def _best_classes() -> Array:
    from railbird.cards.ranges import Range

    return Range.parse(f"{TOP:.0%}").class_weights().ravel()
