"""What Vexbot knows of an opponent: how often they take each action, and what they show down.

For every place in the betting there are counts of fold, call and raise. For every line of betting
to a showdown there are counts of the opponent's river bucket. Most of the 6,378 places and 5,103
lines are seen rarely or never. So an estimate starts from a *prior*, what a Sparbot would do there.
It is corrected in four steps, from observations in all roughly similar situations to those in
exactly this one (`railbird.players.vexbot._kernels.shrink`).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.players.sparbot.player import Situation
from railbird.players.vexbot import _kernels as kernels
from railbird.players.vexbot.prior import Prior, shipped_prior
from railbird.players.vexbot.ranges import OpponentRange, Shown
from railbird.players.vexbot.shape import place_of, shape

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

REVIEW = 25
"""Observations are counted at the latest after this many hands."""

_LITTLE = 50
_TOLERANCE, _SUSPICION = 0.05, 4.0


@dataclass(frozen=True, slots=True)
class Learning:
    """How fast Vexbot learns.

    Parameters
    ----------
    actions, hands
        How many observations the expectation of each level is worth, from the coarsest to the
        finest, for actions and for hands shown.
    doubt
        The fraction of the prior that is uniform over actions, or over all hands.
    memory
        After so many hands an observation counts 1/e; 0 means that nothing is forgotten.
    """

    actions: tuple[float, ...] = (20.0, 20.0, 20.0, 20.0)
    hands: tuple[float, ...] = (20.0, 20.0, 20.0, 20.0)
    doubt: float = 0.05
    memory: float = 0.0

    def __post_init__(self) -> None:
        if len(self.actions) != 4 or len(self.hands) != 4:
            raise OptionError("there are four levels of learning: give four weights for each")
        if min(*self.actions, *self.hands) <= 0:
            raise OptionError("the weights of expectations must be above 0")
        if not 0 < self.doubt <= 1:
            raise OptionError(f"doubt must be above 0 and at most 1, not {self.doubt}")
        if self.memory != 0 and not self.memory >= 1:
            raise OptionError(f"memory cannot be {self.memory} hands: give 1 or more, or 0")


class OpponentModel:
    """Observations of one opponent, and the expectations that follow from them.

    Parameters
    ----------
    learning
        How fast to learn.
    prior
        What is expected before anything has been seen; None is a Sparbot.
    """

    def __init__(self, learning: Learning | None = None, prior: Prior | None = None) -> None:
        self.learning = Learning() if learning is None else learning
        self.prior = shipped_prior(self.learning.doubt) if prior is None else prior
        self.actions = np.zeros_like(self.prior.actions)
        """Counts by place and action."""
        self.hands = np.zeros_like(self.prior.hands)
        """Counts by seat, leaf and bucket."""
        self.expected_actions = np.zeros_like(self.actions)
        """The counts that the prior expected instead of `actions`, on the boards of those hands."""
        self.expected_hands = np.zeros_like(self.hands)
        self.hands_played = 0
        self.likeness = 1.0
        """How much to trust the prior where nothing else is known: 1 fully, 0 not at all."""
        self.edition = 0
        """How often the counts have been updated."""
        self._due = 0
        self._weight = 1.0
        self._new_actions: list[tuple[int, int, Floats]] = []
        self._new_hands: list[tuple[int, int, int, Floats]] = []

    def add_action(self, place: int, action: int, expected: Floats | None = None) -> None:
        """The opponent acted at a place where the prior expected these probabilities."""
        expected = self.prior.actions[place] if expected is None else expected
        self._new_actions.append((place, action, self._weight * expected))

    def add_hand(self, seat: int, leaf: int, bucket: int, expected: Floats | None = None) -> None:
        """The opponent showed a hand where the prior expected these probabilities of buckets."""
        expected = self.prior.hands[seat, leaf] if expected is None else expected
        self._new_hands.append((seat, leaf, bucket, self._weight * expected))

    def learn(
        self, opponent: OpponentRange, seen: Sequence[tuple[Situation, int]], shown: Shown | None
    ) -> None:
        """A hand is over, in which the opponent did and showed this."""
        for at, deed in seen:
            self.add_action(place_of(at), deed, opponent.expected_action(at))
        if shown is not None:
            expected = opponent.expected_hand(shown.leaf)
            self.add_hand(opponent.seat, shown.leaf, shown.bucket, expected)
        self.hand_over()

    def hand_over(self) -> None:
        """A hand was played. Older hands count less from now on.

        Observations are counted when there are a twentieth more hands than at the last count, or
        `REVIEW` more. A count after every hand would need a new search from the start each time,
        which would take most of the time.
        """
        self.hands_played += 1
        if self.learning.memory:
            # instead of reducing earlier weights, increase the weight of later observations
            self._weight *= float(np.exp(1 / self.learning.memory))
        if self.hands_played >= self._due:
            self.review()

    def review(self) -> None:
        """Count what has been seen since the last review."""
        for place, action, hoped in self._new_actions:
            self.actions[place, action] += hoped.sum()
            self.expected_actions[place] += hoped
        for seat, leaf, bucket, hoped in self._new_hands:
            self.hands[seat, leaf, bucket] += hoped.sum()
            self.expected_hands[seat, leaf] += hoped
        self._new_actions, self._new_hands = [], []
        self.edition += 1
        self._due = self.hands_played + min(1 + self.hands_played // 20, REVIEW)
        if self._weight > 1e6:
            for _, seen, expected in self._arrays():
                np.divide(seen, self._weight, out=seen)
                np.divide(expected, self._weight, out=expected)
            self._weight = 1.0
        self.likeness = self._compare()

    def _compare(self) -> float:
        """`likeness`, from how far actions differ from expectations in the coarsest classes."""
        kinds = shape()
        apart, count = 0.0, kinds.place_sizes[0]
        for action in range(3):
            seen, hoped = (
                np.bincount(kinds.places[0], array[:, action], minlength=count)
                for array in (self.actions, self.expected_actions)
            )
            apart += float(np.abs(seen - hoped).sum()) / 2
        differs = apart / (float(self.actions.sum()) + _LITTLE * self._weight)
        return max(0.0, 1.0 - _SUSPICION * max(0.0, differs - _TOLERANCE))

    def action_chances(self) -> Floats:
        """Probabilities of fold, call and raise at every place."""
        kinds, found = shape(), np.empty_like(self.actions)
        strengths = self._weight * np.array(self.learning.actions)
        kernels.shrink(
            self.actions, self.expected_actions, self.prior.actions, kinds.places,
            kinds.place_sizes, strengths, found,
        )  # fmt: skip
        return found

    def hand_chances(self, seat: int) -> Floats:
        """Probabilities of the opponent's bucket at every showdown in this seat."""
        counts, prior = self.hands[seat], self.prior.hands[seat]
        kinds, found = shape(), np.empty(counts.shape)
        strengths = self._weight * np.array(self.learning.hands)
        kernels.shrink(
            counts, self.expected_hands[seat], prior, kinds.leaves[seat], kinds.leaf_sizes,
            strengths, found,
        )  # fmt: skip
        return found

    def to_json(self) -> dict[str, Any]:
        """The model as plain values. Only what was seen is included.

        A row of ``actions`` holds the place, then the weights of fold, call and raise as seen and
        as expected. A row of ``hands`` holds the seat, the leaf, and the weights of all buckets
        likewise.
        """
        whole = copy(self)  # review a copy: saving must not change what is done next
        whole.actions, whole.hands = self.actions.copy(), self.hands.copy()
        whole.expected_actions = self.expected_actions.copy()
        whole.expected_hands = self.expected_hands.copy()
        whole.review()
        found: dict[str, Any] = {"played": self.hands_played}
        for name, seen, expected in whole._arrays():
            at = np.argwhere(seen.any(axis=-1))
            both = np.concatenate([seen, expected], axis=-1) / whole._weight
            found[name] = [[*map(int, i), *both[tuple(i)].tolist()] for i in at]
        return found

    def _arrays(self) -> tuple[tuple[str, Floats, Floats], ...]:
        return (
            ("actions", self.actions, self.expected_actions),
            ("hands", self.hands, self.expected_hands),
        )

    def read(self, values: object) -> None:
        """Load what `to_json` returned. On bad values raise `OptionError` and load nothing."""
        if not isinstance(values, dict):
            raise OptionError("an opponent model is not an object")
        played = values.get("played")
        if type(played) is not int or played < 0:
            raise OptionError(f"hands played must be a whole number from 0 on, not {played!r}")
        fresh = OpponentModel(self.learning, self.prior)
        for name, seen, expected in fresh._arrays():
            rows = values.get(name)
            if not isinstance(rows, list):
                raise OptionError(f"an opponent model has no list {name!r}")
            for row in rows:
                _put(name, seen, expected, row)
        if (fresh.actions[shape().legal == 0] > 0).any():
            raise OptionError("'actions' has folds or raises where they are not legal")
        self.__dict__.update(fresh.__dict__)
        self.hands_played = played
        self.review()


def _put(name: str, seen: Floats, expected: Floats, row: object) -> None:
    """Put one row of a file into its place."""
    size, width = seen.ndim - 1, seen.shape[-1]
    wrong = OptionError(f"{name!r} has the row {str(row)[:80]}, which is not in this format")
    if not isinstance(row, list) or len(row) != size + 2 * width:
        raise wrong
    at, weights = tuple(row[:size]), row[size:]
    if any(type(i) is not int or not 0 <= i < n for i, n in zip(at, seen.shape, strict=False)):
        raise wrong
    if any(type(w) not in (int, float) or not 0 <= w < np.inf for w in weights):
        raise wrong
    seen[at], expected[at] = weights[:width], weights[width:]
    if not (seen[at].any() and expected[at][seen[at] > 0].all()):
        raise wrong
