"""Small games of hands, in which only classes at the margin decide: see `_margin_kernels`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.rules import MOST_ALL_IN, Node, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.jamfold.solve import SEVERAL
from railbird.tournament.whole import _margin_kernels as kernels
from railbird.tournament.whole._group_kernels import SIZE
from railbird.tournament.whole.summed import WIDE, in_buckets, ordered_showdowns
from railbird.tournament.whole.transitions import node_numbers, rows_of_ends

Array = Any
Floats = npt.NDArray[np.float64]
Arrays = tuple[npt.NDArray[Any], ...]

ITERATIONS = 120
"""The most iterations in a small game."""

LESS = 0.01
"""A small game is solved to no less than this part of what is gained before: more would be lost
again, because it is not the whole game."""

STILL = 0.1
"""Third callers who lose no more than this part of the aim stay as they are."""


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

    @property
    def still(self) -> Floats:
        """The part of the aim below which losses at a decision leave it as it is."""
        return np.where(self.bands == 1, STILL, 0.0)


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
        buckets: int,
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
            self.shape.still,
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
