"""Players of simple styles that can play millions of games, for experiments.

They act only on the current rank of their hand and on random numbers. They fold, bet, raise, bluff
and trap. They use neither the baseline nor DIVAT.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_indices
from railbird.compute.threads import map_threads, spans
from railbird.divat.heads_up.encode import NOT_DEALT, USUAL_ACTIONS, Games, deep
from railbird.evaluate.strength.ranks import CHOOSE, preflop_ranks, rank_tables
from railbird.kernels import ranks as rank_kernels
from railbird.kernels.random import shuffled_deals
from railbird.reproduce.divat import _kernels as kernels

_AT_ONCE = 1 << 13


@dataclass(frozen=True, slots=True)
class Style:
    """The rank below which to fold, those from which to bet and raise, and how often to deceive."""

    name: str
    fold_below: float
    bet_from: float
    raise_from: float
    bluff: float = 0.0
    trap: float = 0.0

    def array(self) -> npt.NDArray[np.float64]:
        """The style as the kernel reads it."""
        return np.array([self.fold_below, self.bet_from, self.raise_from, self.bluff, self.trap])


ALWAYS_CALL = Style("always-call", 0.0, 2.0, 2.0)
ALWAYS_RAISE = Style("always-raise", 0.0, 0.0, 0.0)
STEADY = Style("steady", 0.28, 0.6, 0.82, bluff=0.06, trap=0.1)
TIGHT = Style("tight", 0.5, 0.68, 0.9, bluff=0.02)
LOOSE = Style("loose", 0.1, 0.55, 0.75, bluff=0.05, trap=0.05)
BLUFFER = Style("bluffer", 0.3, 0.55, 0.8, bluff=0.35)
TRAPPER = Style("trapper", 0.25, 0.6, 0.8, bluff=0.05, trap=0.6)
MANIAC = Style("maniac", 0.15, 0.3, 0.5, bluff=0.5)


@dataclass(frozen=True, slots=True)
class Played:
    """Games, and the sign of the first player's view: +1 where they are the big blind."""

    games: Games
    sign: npt.NDArray[np.int8]


def play(
    first: Style,
    second: Style,
    games: int,
    *,
    seed: int,
    start: int = 0,
    threads: int | None = None,
) -> Iterator[Played]:
    """Play games in batches. The two players alternate as the big blind.

    With a ``start`` only the games from this number on are played, as they would be otherwise.
    """
    styles = np.array([first.array(), second.array()])

    def some(rows: slice) -> Played:
        size = rows.stop - rows.start
        dealt = np.empty((size, 9), dtype=np.uint8)
        shuffled_deals(seed, rows.start, dealt)
        seats = np.arange(rows.start, rows.stop) % 2
        rounds = np.zeros(size, dtype=np.int8)
        actions = np.zeros((size, 4, USUAL_ACTIONS), dtype=np.int8)
        counts = np.zeros((size, 4), dtype=np.int8)
        kernels.play_styles(rows.start, seed, _ranks(dealt), styles, seats, rounds, actions, counts)
        shown = np.array([4, 7, 8, 9])[rounds - 1]
        dealt[np.arange(9) >= shown[:, None]] = NOT_DEALT
        return Played(
            deep(dealt, rounds, actions, counts), np.where(seats == 0, 1, -1).astype(np.int8)
        )

    parts = [slice(start + s.start, start + s.stop) for s in spans(games - start, _AT_ONCE)]
    yield from map_threads(some, parts, threads=threads)


def _ranks(dealt: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Immediate hand ranks of both players in the four rounds."""
    ranks = np.empty((len(dealt), 2, 4))
    for player in range(2):
        hole = dealt[:, 2 * player : 2 * player + 2]
        ranks[:, player, 0] = preflop_ranks().immediate[colex_indices(hole)]
    rank_kernels.immediate_ranks(dealt, rank_tables(), CHOOSE, ranks)
    return ranks
