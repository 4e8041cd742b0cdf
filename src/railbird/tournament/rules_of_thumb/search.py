"""Search for a rule against its exact cost: all bonuses are tried, and numbers by descent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import numpy.typing as npt

from railbird.tournament.rules_of_thumb.ranges import least_won, most_won
from railbird.tournament.rules_of_thumb.rule import Position, Side, ThumbRule

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MOST_POINTS = 50
"""Numbers from 0 to this are tried."""

FITTED = tuple(np.arange(1, 15.25, 0.5).tolist())
"""The R that rules are fitted on: whole and half big blinds."""


def descend(
    start: Sequence[int],
    cost: Callable[[tuple[int, ...]], float],
    *,
    steps: Sequence[int] = (1, -1, 2, -2, 3, -3),
) -> tuple[tuple[int, ...], float]:
    """Change one whole number at a time as long as this lowers the cost.

    Examples
    --------
    >>> descend((0, 0), lambda at: (at[0] - 3) ** 2 + (at[1] + 1) ** 2)
    ((3, -1), 0.0)
    """
    best, least = tuple(start), float(cost(tuple(start)))
    while True:
        near = [
            (*best[:i], best[i] + step, *best[i + 1 :]) for i in range(len(best)) for step in steps
        ]
        costs = [float(cost(each)) for each in near]
        if not min(costs) < least - 1e-12:
            return best, least
        best, least = near[int(np.argmin(costs))], min(costs)


def losses(points: Ints, position: Position, stacks: Sequence[float]) -> Floats:
    """What the player loses at most if they play a hand with so many points or more.

    Shape (stacks, numbers): for each R of ``stacks`` and each number from 0 to `MOST_POINTS`. This
    is the cost of the rule plus what an equilibrium loses, which is the same for all numbers.
    """
    numbers = np.arange(MOST_POINTS + 1)
    ranges = (points >= numbers[:, None]).astype(np.float64)
    before = np.asarray(stacks) + 1
    lost = -least_won(ranges, before) if position == "sb" else most_won(ranges, before)
    return np.asarray(lost.T)


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines for a blind, and what they lose on average over the fitted R, in big blinds."""

    side: Side
    loss: float


def fit_numbers(rule: ThumbRule, position: Position, stacks: Sequence[float]) -> Fitted:
    """The best numbers for a rule with given points, from the best at each R alone."""
    table = losses(rule.points(position), position, stacks)
    rows = [int(np.argmin(np.abs(np.asarray(stacks) - r))) for r in rule.stacks]
    side = rule.side(position)

    def with_numbers(numbers: tuple[int, ...]) -> ThumbRule:
        new = replace(side, numbers=numbers)
        return replace(rule, jam=new) if position == "sb" else replace(rule, call=new)

    def loss(numbers: tuple[int, ...]) -> float:
        if min(numbers) < 0 or max(numbers) > MOST_POINTS:
            return np.inf
        tried = with_numbers(numbers)
        wanted = [tried.needed(position, r) for r in stacks]
        return float(table[np.arange(len(stacks)), wanted].mean())

    numbers, least = descend(table[rows].argmin(axis=1).tolist(), loss)
    return Fitted(replace(side, numbers=numbers), least)


def fit_side(
    rule: ThumbRule,
    position: Position,
    *,
    suited: Sequence[int] = range(11),
    close: Sequence[int] = range(11),
    stacks: Sequence[float] = FITTED,
) -> Fitted:
    """The best lines of a rule for a blind: these bonuses for suited and close cards are tried.

    Its other lines, and the R that it has numbers for, stay. `SEVENS` was found so; its calls have
    no bonus for close cards, to keep it short (1 for these and 2 for suited cards would be best).
    """
    found = []
    for suits, ranks in product(suited, close):
        side = replace(rule.side(position), suited=suits, close=ranks)
        tried = replace(rule, jam=side) if position == "sb" else replace(rule, call=side)
        found.append(fit_numbers(tried, position, stacks))
    return min(found, key=lambda each: each.loss)
