"""Numbers of decisions, pairs, triples and ends of a hand, as arrays for kernels."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.rules import Node, all_nodes
from railbird.tournament.whole.transitions import node_numbers, rows_of_ends

Floats = npt.NDArray[np.float64]

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
