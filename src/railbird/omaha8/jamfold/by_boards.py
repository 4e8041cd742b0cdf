"""Products of strategies with the match-ups, without a table: every hand on every board.

This is slow (about two hours of one core for up to sixteen strategies) and shares nothing with the
table but the evaluator, so it checks equilibria that were found with the table. The numbers are
whole, and the result is exact. `railbird.omaha8.jamfold.sampled` does the same for a sample of
hands, in minutes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import omaha_class_of_hand, omaha_classes
from railbird.cards.index import BINOMIAL
from railbird.compute.checkpoint import Checkpoint
from railbird.compute.threads import map_threads
from railbird.errors import OptionError
from railbird.evaluate.values.tables import omaha_tables
from railbird.omaha8.jamfold import _board_kernels as kernels
from railbird.omaha8.jamfold.game import Array, Floats, HeadsUpJamFold, JamStakes
from railbird.omaha8.jamfold.solutions import LEVELS, Solutions
from railbird.omaha8.matchups.enumeration import set_classes, sets_of_classes
from railbird.omaha8.matchups.table import QUARTERS

Ints = npt.NDArray[np.int64]
Weights = npt.NDArray[np.int32]

BOARD_CLASSES = set_classes(5)
"""Boards that differ in more than the names of suits: 134,459."""

AT_ONCE = 32
"""Classes of boards in one piece of work."""

LANES = 8
"""Strategies are filled up to a multiple of this, so that they fill vectors."""


def play_boards(
    weights: Weights,
    *,
    boards: range = range(BOARD_CLASSES),
    threads: int | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Ints:
    """Quarters of pots that all hands of each class win against strategies on some boards.

    Parameters
    ----------
    weights
        How often opponents play each class, as whole numbers up to 255 or so, shape (classes,
        strategies).
    boards
        Classes of boards, by default all. Sums over parts of them add up.
    threads
        Threads, by default one for each core.
    checkpoint
        A file from which an interrupted run resumes; it is removed at the end.
    progress
        Called with the classes of boards that are done, and all of them.

    Returns
    -------
    Shape (classes, strategies): sums over the hands of the class, the opponents' hands, weighted,
    and the boards, each class of boards as often as it has boards.
    """
    count = weights.shape[1]
    lanes = np.zeros((len(weights), -(-count // LANES) * LANES), np.int32)
    lanes[:, :count] = weights
    digest = hashlib.sha256(lanes.tobytes()).hexdigest()
    saved = Checkpoint(checkpoint, plan=f"{digest} {boards}")
    known = saved.read()
    totals: Ints = np.zeros(lanes.shape, np.int64)
    done = 0
    if known:
        totals, done = np.asarray(known["totals"], dtype=np.int64), int(np.asarray(known["done"]))
    class_of, tables = omaha_class_of_hand().astype(np.int64), omaha_tables()

    def work(part: range) -> tuple[int, Ints]:
        span = sets_of_classes(5, part.start, part.stop)
        won = np.zeros(lanes.shape, np.int64)
        kernels.play_boards(span.cards, span.orbits, class_of, BINOMIAL, lanes, tables, won)
        return len(part), won

    parts = [boards[i : i + AT_ONCE] for i in range(done, len(boards), AT_ONCE)]
    for size, won in map_threads(work, parts, threads=threads):
        totals += won
        done += size
        if saved.is_due():
            saved.write({"totals": totals, "done": np.array(done)})
        if progress is not None:
            progress(done, len(boards))
    saved.remove()
    return totals[:, :count]


def opponents_played(weights: Weights) -> Floats:
    """For one hand of each class, the opponents' hands, each weighted by how often it is played.

    ``weights`` are whole numbers, shape (classes, strategies). No table is needed.
    """
    totals = np.zeros(weights.shape, np.int64)
    class_of = omaha_class_of_hand().astype(np.int64)
    kernels.count_opponents(class_of, BINOMIAL, np.ascontiguousarray(weights), totals)
    return np.asarray(totals / omaha_classes()[1][:, None])


class BoardMatchups:
    """`MatchupProducts` that play every board; probabilities in 255ths only.

    Parameters
    ----------
    play
        `play_boards`, or what gives its result in another way, such as a sum over parts.
    """

    def __init__(self, play: Callable[[Weights], Ints] = play_boards) -> None:
        self.xp: Any = np
        self.sizes: Array = omaha_classes()[1].astype(np.float64)
        self.opponents: Array = opponents_played(np.ones((len(self.sizes), 1), np.int32))[:, 0]
        self._play = play

    def meet(self, played: Floats) -> tuple[Floats, Floats]:
        """See `railbird.omaha8.jamfold.game.MatchupProducts.meet`."""
        weights = np.rint(played * LEVELS).astype(np.int32)
        if not np.allclose(weights / LEVELS, played, rtol=0, atol=1e-12):
            raise OptionError(f"on boards probabilities are in {LEVELS}ths: round the strategy")
        deals = opponents_played(weights) / LEVELS
        won = self._play(weights) / self.sizes[:, None] / LEVELS
        return deals, won / QUARTERS - deals / 2


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """The equilibrium of a stack as shipped, and as all boards give it: in big blinds a hand."""

    stack: Fraction
    shipped_value: float
    value: float
    shipped_gains: tuple[float, float]
    gains: tuple[float, float]

    @property
    def error(self) -> float:
        """The largest difference of values or gains."""
        pairs = zip(self.shipped_gains, self.gains, strict=True)
        return max(abs(self.shipped_value - self.value), *(abs(a - b) for a, b in pairs))


def check_solutions(
    solutions: Solutions,
    stacks: Sequence[Fraction | float],
    *,
    play: Callable[[Weights], Ints] = play_boards,
) -> list[BoardCheck]:
    """Value and gains of shipped equilibria by playing all boards; up to eight stacks at once."""
    rows = [solutions.at(stack) for stack in stacks]
    game = HeadsUpJamFold(
        BoardMatchups(play), [JamStakes(float(solutions.stacks[row])) for row in rows]
    )
    found = game.measure(solutions.jam[rows].T / LEVELS, solutions.call[rows].T / LEVELS)
    return [
        BoardCheck(
            stack=solutions.stacks[row],
            shipped_value=float(solutions.value[row]),
            value=float(found.value[i]),
            shipped_gains=(float(solutions.gains[row, 0]), float(solutions.gains[row, 1])),
            gains=(float(found.gains[0, i]), float(found.gains[1, i])),
        )
        for i, row in enumerate(rows)
    ]
