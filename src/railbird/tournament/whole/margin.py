"""The inner loop at the margin: hands are solved as small games, see `_margin_kernels`.

In an equilibrium of jam-or-fold nearly every class always jams or always folds. Only those at the
margin decide, and what the others do hardly changes. So each round measures all 169 classes
exactly, and then solves a small game in which those at the margin are classes of their own, those
further away are in a few groups, and all others stay as they are. This takes a tenth of the exact
evaluations of iterations over all classes, and no regrets are kept.

Where there is a GPU, it measures, and the cores of the CPU solve small games.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import combinations
from math import comb
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.gpu import on_host
from railbird.compute.threads import map_threads, spans
from railbird.tournament.jamfold.rules import MOST_ALL_IN, Node, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.jamfold.solve import SEVERAL
from railbird.tournament.whole import _margin_kernels as kernels
from railbird.tournament.whole._group_kernels import SIZE
from railbird.tournament.whole.inner import (
    BATCHES,
    PARTS,
    STEPS,
    HandSolver,
    Policy,
    R,
    Work,
    in_steps,
    tidy,
)
from railbird.tournament.whole.summed import WIDE, in_buckets, ordered_showdowns
from railbird.tournament.whole.transitions import node_numbers, rows_of_ends

Array = Any
Floats = npt.NDArray[np.float64]
Arrays = tuple[npt.NDArray[Any], ...]

FIRST_RANGES = (60, 25, 10)
"""To begin with, so many of the best classes jam, call, and call as the third."""

APART, FIRST_ROUNDS = 16, 3
"""One of so many states is solved in so many rounds before the others begin."""

ITERATIONS = 120
"""The most iterations in a small game."""

PART = 0.5
"""A small game is solved to this part of γ."""

LESS = 0.01
"""But to no less than this part of what is gained before: more would be lost again, because it is
not the whole game."""

STILL = 0.1
"""Third callers who lose no more than this part of the aim stay as they are."""

BUCKETS = ((2, 32), (8, 64))
"""Up to so many rounds sums are over so many buckets of similar classes, later over all classes.
With all classes, a small game takes ten times as long to make, and a few states need that."""

MANY = 32
"""Nearly all states need fewer rounds than this."""

PATIENCE = 8
"""After so many rounds a state goes only a part of the way to what is found."""

FOR_A_CORE, LEAST_FOR_A_CORE = 512, 16
"""The most and the fewest states that a GPU measures for a core, which then solves their small
games."""

_MEASURING = Lock()
"""Cores take turns to use a GPU: otherwise all would need its memory at the same time."""


@dataclass(frozen=True, slots=True, eq=False)
class HandShape:
    """Numbers of decisions, pairs, triples and ends, as arrays for kernels.

    Parameters
    ----------
    numbers
        Decisions of a first jam, (players − 1,), of a call behind one jam, (players, players), and
        behind two, (players, players, players); then numbers of pairs and of triples.
    ends
        The first row of the ends with one, two and three all in.
    players_of
        The player of each decision.
    bands
        How many bands of classes each decision has on both sides of its margin.
    """

    numbers: tuple[npt.NDArray[np.uint32], ...]
    ends: tuple[npt.NDArray[np.uint32], ...]
    players_of: npt.NDArray[np.uint32]
    bands: npt.NDArray[np.int64]

    @classmethod
    def of(cls, players: int) -> HandShape:
        """The numbers for so many players."""
        number, rows, nodes = node_numbers(players), rows_of_ends(players), all_nodes(players)
        firsts, one = (np.zeros(players - 1, dtype=np.uint32) for _ in range(2))
        seconds, pairs, two = (np.zeros((players, players), dtype=np.uint32) for _ in range(3))
        shape = (players, players, players)
        thirds, triples, three = (np.zeros(shape, dtype=np.uint32) for _ in range(3))
        for i in range(players - 1):
            firsts[i], one[i] = number[Node(i)], rows[i,].start
        for at, (i, j) in enumerate(combinations(range(players), 2)):
            seconds[i, j], pairs[i, j] = number[Node(j, (i,))], at
            two[i, j] = rows[i, j].start
        for at, (i, j, k) in enumerate(combinations(range(players), 3)):
            thirds[i, j, k], triples[i, j, k] = number[Node(k, (i, j))], at
            three[i, j, k] = rows[i, j, k].start
        return cls(
            (firsts, seconds, thirds, pairs, triples),
            (one, two, three),
            np.array([node.player for node in nodes], dtype=np.uint32),
            np.array([2 if len(node.jammed) < 2 else 1 for node in nodes]),
        )


class SmallGames:
    """Solves small games of hands with the same number of players, one state after the other.

    Parameters
    ----------
    players
        How many play.
    """

    def __init__(self, players: int) -> None:
        self.shape = HandShape.of(players)
        self.showdowns = ordered_showdowns(min(players, MOST_ALL_IN))
        self.players, self.nodes = players, len(self.shape.players_of)

    def _arrays(self) -> tuple[Arrays, Arrays, Arrays]:
        """The small game, and arrays to make and to evaluate it."""
        size, n, nodes = SIZE, self.players, self.nodes
        pairs, triples = comb(n, 2), comb(n, 3)

        def zeros(*shape: int) -> npt.NDArray[np.float32]:
            return np.zeros(shape, dtype=np.float32)

        game = (
            zeros(nodes, size),
            zeros(pairs, size, size),
            zeros(pairs, size, size),
            zeros(pairs, 2, size, size),
            zeros(triples, size, size, 6 * size),
        )
        room = (
            np.zeros((nodes, size, CLASSES), dtype=np.uint32),
            zeros(nodes, size, CLASSES),
            np.zeros((nodes, size), dtype=np.int64),
            zeros(CLASSES, 6 * WIDE),
            zeros(6 * WIDE),
            np.zeros(CLASSES, dtype=np.bool_),
        )
        work = (
            zeros(nodes, size),
            zeros(n),
            *(zeros(n, size) for _ in range(4)),
            zeros(n),
            zeros(n, 6 * size),
            zeros(n, size),
            zeros(n + 1, size),
            zeros(n, size),
            zeros(11, size),
            zeros(nodes, size, size),
        )
        return game, room, work

    def solve(
        self,
        payoffs: Floats,
        forced: Floats,
        jams: Floats,
        edges: Floats,
        *,
        target: float,
        buckets: int = BUCKETS[-1][1],
    ) -> tuple[Floats, Floats]:
        """New jams of all states, and the most that anybody gains there if small games are right.

        Parameters
        ----------
        payoffs, forced
            See `Hands`; payoffs are less those of a walk.
        jams, edges
            What is played now, (states, nodes, 169), and its exact edges.
        target
            Stop when nobody gains more than this in the small game.
        buckets
            Sums are over so many buckets of similar classes.
        """
        order = self.showdowns.order
        found, expected = np.empty(jams.shape), np.empty(len(jams))
        game, room, work = self._arrays()
        kernels.solve(
            np.ascontiguousarray(jams[:, :, order]),
            np.ascontiguousarray(edges[:, :, order]),
            payoffs.transpose(0, 2, 1).astype(np.float32),
            np.ascontiguousarray(forced),
            in_buckets(self.showdowns, buckets),
            self.shape.numbers,
            self.shape.ends,
            self.shape.players_of,
            self.shape.bands,
            STILL * (self.shape.bands == 1),
            ITERATIONS,
            target,
            LESS,
            SEVERAL.alpha,
            SEVERAL.gamma,
            game,
            room,
            work,
            found,
            expected,
        )
        return found[:, :, self.showdowns.back], expected


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

    @property
    def at_a_time(self) -> int:
        """With a GPU all states, so that cores hardly ever wait for each other."""
        return self.at_once * BATCHES if self.xp is np else len(self.forced)

    def turns(self, turn: Callable[[Array], R], rows: Array) -> list[R]:
        """One round of some states. With a GPU, each core takes a batch at a time too."""
        if self.xp is np:
            return self.each(turn, rows)
        size = min(max(len(rows) // PARTS, LEAST_FOR_A_CORE), FOR_A_CORE)
        return list(map_threads(turn, [rows[part] for part in spans(len(rows), size)]))

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
        xp = self.xp
        with nullcontext() if xp is np else _MEASURING:
            batch = block[rows]
            hands = self.hands(batch)
            jams = hands.complete(runs[rows] / STEPS)
            limits = hands.near(jams > 0) if done else None  # what plays has hardly changed since
            _, edges, epsilon = self._measured(batch, hands, jams, policy, limits)
            left = xp.flatnonzero(epsilon > gamma)
            if len(left) == 0:
                return rows, left
            is_all = len(left) == len(batch)
            some, now = hands if is_all else hands.take(left), jams[left]
            given = [on_host(one) for one in (some.centred, some.forced, now, edges[left])]
        buckets = next((buckets for rounds, buckets in BUCKETS if done < rounds), CLASSES)
        found, _ = self.games.solve(*given, target=PART * gamma, buckets=buckets)
        step = 1.0 if done < PATIENCE else (0.5 if done % 2 else 0.25)
        new = tidy(given[2] + step * (found - given[2]))
        with nullcontext() if xp is np else _MEASURING:
            runs[rows[left]] = in_steps(some.complete(xp.asarray(new)))
        return rows, left
