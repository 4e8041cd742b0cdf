"""Small games of hands, in which only classes at the margin decide: see `_margin_kernels`."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.rules import MOST_ALL_IN
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.jamfold.solve import SEVERAL
from railbird.tournament.whole import _margin_kernels as kernels
from railbird.tournament.whole._group_kernels import SIZE
from railbird.tournament.whole.hand_shape import HandShape
from railbird.tournament.whole.summed import WIDE, in_buckets, ordered_showdowns

Array = Any
Floats = npt.NDArray[np.float64]
Arrays = tuple[npt.NDArray[Any], ...]

ITERATIONS = 120
"""The most iterations in a small game."""

LESS = 0.01
"""A small game is solved to no less than this part of what is gained before: more would be lost
again, because it is not the whole game."""


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
