"""A model that knows nothing of its opponent and learns their whole strategy from what it sees.

The strategy is a probability of fold, call and raise by place in the betting and bucket of the
hand. It is found by expectation maximisation, hand by hand. When a hand is over, every hand that
the opponent could have held gets the probability that they held it, by the strategy as it is known
so far; a hand that was shown is certain. Each action is then counted for all these hands, by their
probability. Hands that are folded are never shown, but they are missing among those that are shown,
and that is how folds are learned.

Most places are rare. So the probabilities at a place start from those of similar places, in four
steps from coarse to fine (`railbird.players.vexbot.shape.shape`), and in the first step those of a
bucket are helped by its neighbours.

With a strategy, what the opponent may hold can be followed on the actual board, as with the prior
that is a Sparbot. Counts of actions and of hands shown cannot do this (`OpponentModel` with a
uniform prior): they are means over all boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.players.sparbot.game import LIMIT_ROUNDS
from railbird.players.sparbot.player import Situation, shipped_table
from railbird.players.vexbot.build import shipped_chances
from railbird.players.vexbot.model import REVIEW
from railbird.players.vexbot.prior import Prior
from railbird.players.vexbot.ranges import OpponentRange, Shown
from railbird.players.vexbot.shape import POTS, STARTS, shape

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class StrategyLearning:
    """How fast a strategy is learned.

    Parameters
    ----------
    steps
        How many observations the expectation of each step is worth, from coarse to fine.
    width
        How far an observation counts for stronger and weaker hands in the first step, in groups of
        buckets.
    doubt
        The share of the strategy that is always taken to be any legal action.
    growth
        The hand of number t counts t to this power: early hands were understood badly.
    """

    steps: tuple[float, ...] = (2.0, 4.0, 6.0, 1.0)
    width: float = 1.0
    doubt: float = 0.005
    growth: float = 2.0

    def __post_init__(self) -> None:
        if len(self.steps) != 4 or min(self.steps) <= 0:
            raise OptionError("there are four steps of learning: give four weights above 0")
        if self.width <= 0 or self.growth < 0 or not 0 < self.doubt <= 1:
            raise OptionError("width and doubt must be above 0, doubt at most 1, growth 0 or more")


class StrategyModel:
    """The strategy of one opponent, as far as it is known. It has the methods of `OpponentModel`.

    Parameters
    ----------
    learning
        How fast to learn.
    """

    likeness = 1.0
    """How much to trust the strategy on the actual board: fully, since nothing else is known."""

    def __init__(self, learning: StrategyLearning | None = None) -> None:
        self.learning = StrategyLearning() if learning is None else learning
        self.buckets = shipped_table().buckets
        self.counts = tuple(
            np.zeros((POTS[r], block.nodes, self.buckets.counts[r], 3))
            for r, block in enumerate(LIMIT_ROUNDS)
        )
        """By round: the weight of each action by pot, node and bucket."""
        self.hands_played = 0
        self.edition = 0
        """How often the strategy has been updated."""
        self._due = 0
        self.play: tuple[Floats, ...] = ()
        """By round: probabilities of the actions by pot, node and bucket."""
        self.prior: Prior
        """What follows from the strategy for somebody who does not see the cards."""
        self.review()

    def action_chances(self) -> Floats:
        """Probabilities of fold, call and raise at every place."""
        return self.prior.actions

    def hand_chances(self, seat: int) -> Floats:
        """Probabilities of the opponent's bucket at every showdown in this seat."""
        return np.asarray(self.prior.hands[seat])

    def learn(
        self, opponent: OpponentRange, seen: list[tuple[Situation, int]], shown: Shown | None
    ) -> None:
        """A hand is over, in which the opponent did and showed this."""
        self.hands_played += 1
        kinds = opponent.kinds
        likely = opponent.possible
        if shown is not None:
            likely = np.zeros_like(likely)
            likely[shown.hand] = 1.0
        for at, deed in seen:
            likely = likely * self.play[at.round][at.pot, at.node, kinds[at.round], deed]
        likely = likely * (self.hands_played**self.learning.growth / likely.sum())
        for at, deed in seen:
            row = self.counts[at.round][at.pot, at.node]
            row[:, deed] += np.bincount(kinds[at.round], likely, minlength=len(row))
        if self.hands_played >= self._due:
            self.review()

    def review(self) -> None:
        """Find the strategy that fits what has been seen."""
        self.play = tuple(self._fit(r) for r in range(4))
        chances, doubt = shipped_chances(), self.learning.doubt
        self.prior = Prior.of_strategy(self.buckets, self.play, chances, doubt)
        self.edition += 1
        self._due = self.hands_played + min(1 + self.hands_played // 20, REVIEW)

    @property
    def _unit(self) -> float:
        """The mean weight of a hand so far."""
        power = self.learning.growth
        return float(max(self.hands_played, 1) ** power / (1 + power))

    def _fit(self, r: int) -> Floats:
        """The strategy in a round: each step starts from the one before."""
        counts = self.counts[r]
        flat = counts.reshape(-1, *counts.shape[2:])
        legal = shape().legal[STARTS[r] : STARTS[r + 1], None, :]
        anything = legal / legal.sum(axis=2, keepdims=True)
        found = np.broadcast_to(anything, flat.shape)
        for step, observations in enumerate(self.learning.steps):
            classes, count = _classes(r, step)
            sums = np.zeros((count, *flat.shape[1:]))
            np.add.at(sums, classes, flat)
            if step == 0:
                sums = np.einsum("cba,bd->cda", sums, _near(r, self.learning.width))
            weight = observations * self._unit
            total = sums.sum(axis=2, keepdims=True)
            found = (sums[classes] + weight * found) / (total[classes] + weight)
        found = found * legal  # places that are alike may differ in what is legal
        found /= found.sum(axis=2, keepdims=True)
        found = (1 - self.learning.doubt) * found + self.learning.doubt * anything
        return np.ascontiguousarray(found.reshape(counts.shape))

    def to_json(self) -> dict[str, Any]:
        """The model as plain values: rows of round, pot, node, bucket and the three weights."""
        rows = [
            [r, *map(int, at), *counts[tuple(at)].tolist()]
            for r, counts in enumerate(self.counts)
            for at in np.argwhere(counts.any(axis=-1))
        ]
        return {"played": self.hands_played, "strategy": rows}

    def read(self, values: object) -> None:
        """Load what `to_json` returned. On bad values raise `OptionError` and load nothing."""
        rows = values.get("strategy") if isinstance(values, dict) else None
        played = values.get("played") if isinstance(values, dict) else None
        if not isinstance(rows, list) or type(played) is not int or played < 0:
            raise OptionError("a learned strategy has no list 'strategy' or no number 'played'")
        fresh = StrategyModel(self.learning)
        for row in rows:
            try:
                r, pot, node, bucket, *weights = row
                fresh.counts[r][pot, node, bucket] = weights
            except (TypeError, ValueError, IndexError):
                raise OptionError(f"'strategy' has the row {str(row)[:80]}") from None
        if any((counts < 0).any() or not np.isfinite(counts).all() for counts in fresh.counts):
            raise OptionError("'strategy' has weights that are not numbers from 0 on")
        self.counts, self.hands_played = fresh.counts, played
        self.review()


@cache
def _classes(r: int, step: int) -> tuple[Ints, int]:
    """The class of each place of a round at a step, and how many classes there are."""
    some = shape().places[step, STARTS[r] : STARTS[r + 1]]
    _, found = np.unique(some, return_inverse=True)
    return found.reshape(-1), int(found.max()) + 1


@cache
def _near(r: int, width: float) -> Floats:
    """How much an observation of one bucket of a round counts for another.

    Buckets of a group have about the same strength in the end. Another part of a group counts half.
    """
    buckets = shipped_table().buckets
    count = buckets.counts[r]
    parts = 3 if r == 0 else buckets.inner[r - 1].shape[1] + 1
    group, part = np.divmod(np.arange(count), parts)
    near = np.exp(-0.5 * ((group[:, None] - group[None, :]) / width) ** 2)
    return np.asarray(near * np.where(part[:, None] == part[None, :], 1.0, 0.5))
