"""The exact cost of a rule: against a best response, and against an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.equilibrium import Strategy
from railbird.tournament.hand import solve_hand
from railbird.tournament.jamfold.solution import HandSolution
from railbird.tournament.rules_of_thumb.ranges import least_won, most_won, value
from railbird.tournament.rules_of_thumb.rule import ThumbRule

Floats = npt.NDArray[np.float64]

EPSILON = 1e-8
"""Nobody gains more than this share of all chips against our equilibria."""


@dataclass(frozen=True, slots=True, eq=False)
class HeadsUpEquilibrium:
    """The solved hand at some R, and what the small blind wins, in big blinds a hand."""

    r: float
    hand: HandSolution
    value: float

    @property
    def jam(self) -> Floats:
        """Probabilities of jamming with each class."""
        return self.hand.decisions[0].jam

    @property
    def call(self) -> Floats:
        """Probabilities of calling a jam with each class."""
        return self.hand.decisions[1].jam


def heads_up(r: float, start: Strategy | None = None) -> HeadsUpEquilibrium:
    """Solve the hand in which r big blinds are left after posting one.

    Examples
    --------
    >>> round(heads_up(1).value, 5)
    0.00955
    """
    hand = solve_hand([r + 1, r + 1], blinds=(0.5, 1), epsilon=EPSILON, warm_start=start)
    jam, call = (one.jam for one in hand.decisions)
    return HeadsUpEquilibrium(r, hand, value(jam, call, r + 1))


@cache
def equilibria(stacks: tuple[float, ...]) -> tuple[HeadsUpEquilibrium, ...]:
    """Equilibria for some R, each started from the one before."""
    found: list[HeadsUpEquilibrium] = []
    for r in stacks:
        found.append(heads_up(r, found[-1].hand.strategy if found else None))
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class RuleCosts:
    """What a rule loses at some R, in big blinds a hand.

    Parameters
    ----------
    stacks
        The R.
    jam, call
        Against a best response: what the small blind wins less than the value of the game, and what
        the big blind loses more.
    jam_even, call_even
        The same against an equilibrium strategy.
    """

    stacks: tuple[float, ...]
    jam: Floats
    call: Floats
    jam_even: Floats
    call_even: Floats

    @property
    def both(self) -> Floats:
        """The mean of both blinds, against best responses: what a rule costs a hand."""
        return (self.jam + self.call) / 2


def rule_costs(rule: ThumbRule, stacks: Sequence[float]) -> RuleCosts:
    """Measure a rule at some R, also between those that it has numbers for.

    Examples
    --------
    >>> from railbird.tournament.rules_of_thumb.rule import SAGE
    >>> costs = rule_costs(SAGE, [7.0])
    >>> costs.jam.round(3).tolist(), costs.call.round(3).tolist()
    ([0.014], [0.005])
    """
    rows = [costs_at(rule, known) for known in equilibria(tuple(stacks))]
    return RuleCosts(tuple(stacks), *np.array(rows).T)


def costs_at(
    rule: ThumbRule, known: HeadsUpEquilibrium, r: float | None = None
) -> tuple[float, float, float, float]:
    """The four costs of `RuleCosts` in one hand; r is the rule's R if it is not the hand's."""
    stack = np.array([known.r + 1])
    asked = known.r if r is None else r
    jam, call = (rule.plays(blind, asked).astype(np.float64) for blind in ("sb", "bb"))
    return (
        known.value - float(least_won(jam[None], stack)[0, 0]),
        float(most_won(call[None], stack)[0, 0]) - known.value,
        known.value - value(jam, known.call, known.r + 1),
        value(known.jam, call, known.r + 1) - known.value,
    )
