"""A neural network that tells what a player does next, from what anybody at the table can see.

Davidson (1999) trained a network with nineteen inputs and three outputs: fold, check or call, bet
or raise. Sêca (2008), §3.2.2, describes it. The inputs here are ours. Fifteen tell about the
betting of this hand, and four about what the player did in earlier hands. One hidden layer of
`HIDDEN` units follows. Actions that the rules do not allow get no probability.

The shipped weights come from games of our own players, not of people:
``railbird tables build players_poki_network`` plays the games and trains the network anew. See
`railbird.players.poki.training`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.table.rules import Rules
from railbird.table.state import CALL, FOLD, State

Floats = npt.NDArray[np.float64]

TABLE = "players_poki_network"
HIDDEN = 16
INPUTS = (
    "pot odds of a call",
    "bets and raises among the player's bets, raises and calls in this hand",
    "the player's part of the pot",
    "has chips in this round, blinds included",
    "one bet to call",
    "two or more bets to call",
    "flop",
    "turn",
    "river",
    "called a bet at their last turn",
    "bet or raised at their last turn",
    "players left, in tenths",
    "two players left",
    "first to act in this round",
    "last to act unless they raise",
    "how often they fold here",
    "how often they bet or raise here",
    "how well they are known here",
    "how often they pay to see a flop",
)
"""What the network is told of a decision."""


class Tendencies(NamedTuple):
    """What is known of a player from earlier hands; the last four inputs."""

    folds: float
    raises: float
    known: float
    plays: float


BETTING_INPUTS = len(INPUTS) - len(Tendencies._fields)
"""How many inputs, the first ones, tell about this hand alone."""


class PublicBetting:
    """The betting of a hand, as anybody at the table sees it."""

    def __init__(self, rules: Rules, stacks: tuple[int, ...]) -> None:
        self.state = State(rules, stacks)
        self._bets = [0] * rules.players
        self._calls = [0] * rules.players
        self._last = [FOLD] * rules.players  # FOLD: has not called or raised at their last turn
        self._acted: set[int] = set()

    def copy(self) -> PublicBetting:
        """An independent copy."""
        other: PublicBetting = object.__new__(PublicBetting)
        other.state = self.state.copy()
        other._bets, other._calls = self._bets.copy(), self._calls.copy()
        other._last, other._acted = self._last.copy(), self._acted.copy()
        return other

    def saw(self, action: int) -> None:
        """The player whose turn it is has acted."""
        state = self.state
        position, round_ = state.actor, state.round
        assert position is not None
        self._last[position] = FOLD
        if action > 0:
            self._bets[position] += 1
            self._acted.clear()  # everybody has to answer
        elif action == CALL and state.options().to_call:
            self._calls[position] += 1
        if action > 0 or state.options().to_call:
            self._last[position] = action
        self._acted.add(position)
        state.apply_legal(action)
        if state.round != round_:
            self._acted.clear()

    def inputs(self, position: int, habits: Tendencies) -> tuple[float, ...]:
        """The inputs of the network for a player's next decision, as in `INPUTS`."""
        state, round_ = self.state, self.state.round
        bets, paid, pot = state.bets, state.paid, state.pot
        to_call = max(0, state.level - bets[position])
        one = state.rules.bets[min(round_, 3)]
        left = [p for p, gone in enumerate(state.folded) if not gone]
        made, called = self._bets[position], self._calls[position]
        first = not any(r == round_ for r, _, _ in state.actions)
        return (
            to_call / (pot + to_call),
            made / (made + called) if made + called else 0.5,
            paid[position] / pot,
            float(bets[position] > 0),
            float(0 < to_call <= one),
            float(to_call > one),
            float(round_ == 1),
            float(round_ == 2),
            float(round_ == 3),
            float(self._last[position] == CALL),
            float(self._last[position] > 0),
            len(left) / 10,
            float(len(left) == 2),
            float(first),
            float(all(p == position or p in self._acted for p in left)),
            *habits,
        )

    def legal(self, position: int) -> tuple[bool, bool, bool]:
        """Whether a player may fold, call and raise; others than the actor raise as the actor."""
        state = self.state
        return state.level > state.bets[position], True, state.options().lowest_raise > 0


@dataclass(frozen=True, eq=False, slots=True)
class Network:
    """The weights: inputs to hidden units, hidden units to fold, call and raise."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats

    def chances(self, inputs: npt.ArrayLike, legal: npt.ArrayLike) -> Floats:
        """Probabilities of fold, call and raise, for one decision or for a row each.

        Examples
        --------
        >>> network = shipped_network()
        >>> free = network.chances(np.zeros(len(INPUTS)), (False, True, True))
        >>> float(free[0]), round(float(free.sum()), 9)
        (0.0, 1.0)
        """
        hidden = np.tanh(np.asarray(inputs) @ self.first + self.first_bias)
        scores = np.where(legal, hidden @ self.second + self.second_bias, -np.inf)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        found: Floats = scores / scores.sum(axis=-1, keepdims=True)
        return found

    def to_arrays(self) -> data.Arrays:
        """The arrays of the table."""
        return {
            "first": self.first,
            "first_bias": self.first_bias,
            "second": self.second,
            "second_bias": self.second_bias,
        }


@cache
def shipped_network() -> Network:
    """The network that comes with the package."""
    arrays = data.load(TABLE)
    return Network(**{name: array.astype(np.float64) for name, array in arrays.items()})
