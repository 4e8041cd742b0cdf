"""What rules cost, against best responses and against an equilibrium opponent.

What a rule costs is the value that is lost to a best response. It needs the table of match-ups, and
all rules and stacks of a step are columns of one product. What it loses to an equilibrium opponent
is less, and needs only what is shipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import numpy as np

from railbird.cards.classes import omaha_classes
from railbird.omaha8.jamfold import gaps, solutions
from railbird.omaha8.jamfold.by_boards import opponents_played
from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes, MatchupProducts
from railbird.omaha8.jamfold.solutions import LEVELS
from railbird.omaha8.matchups.table import OPPONENTS
from railbird.omaha8.rules.costs import exploited
from railbird.omaha8.rules.family import Family
from railbird.omaha8.rules.features import Floats, Ints


class CostMeasure(Protocol):
    """What rules cost, in big blinds a hand: shape (rules, 2, stacks), small blind first."""

    def __call__(self, rules: Ints) -> Floats: ...


class EquilibriumCosts:
    """What rules lose to an equilibrium opponent, with what is shipped.

    Parameters
    ----------
    family
        The family of the rules.
    stacks
        Stacks of whole or half big blinds.
    """

    def __init__(self, family: Family, stacks: Sequence[Fraction]) -> None:
        self._stacks = np.array([float(stack) for stack in stacks])
        rows, where = np.unique(family.matrix, axis=0, return_inverse=True)
        self._family = Family(family.names, rows)
        worth = equilibrium_worth(stacks)
        self._best = np.maximum(worth, 0).sum(axis=1)
        self._worth = np.zeros((len(rows), *worth.shape[::2]))
        np.add.at(self._worth, where.ravel(), np.moveaxis(worth, 1, 0))

    def __call__(self, rules: Ints) -> Floats:
        plays = self._family.plays(rules, self._stacks)
        won = [np.einsum("crs,cs->rs", p, self._worth[:, i]) for i, p in enumerate(plays)]
        return np.asarray(self._best - np.stack(won, axis=1))


def equilibrium_worth(stacks: Sequence[Fraction]) -> Floats:
    """What playing each class adds to a player's value against the equilibrium.

    Shape (2, classes, stacks), in big blinds a hand: the gap, times the chance of being dealt the
    class and of having the decision. Where a player has none, it is 0.
    """
    shipped, known = solutions.load(), gaps.load()
    rows = [shipped.at(stack) for stack in stacks]
    dealt = _chances()[:, None]
    jammed = opponents_played(shipped.jam[rows].T.astype(np.int32)) / (LEVELS * OPPONENTS)
    jam, call = (
        np.stack([known.of("sb", stack) for stack in stacks], axis=1),
        np.stack([known.of("bb", stack) for stack in stacks], axis=1) * jammed,
    )
    free = np.array([JamStakes(float(stack)).decides for stack in stacks]).T
    return np.stack([dealt * jam * free[0], dealt * call * free[1]])


def _chances() -> Floats:
    sizes = omaha_classes()[1].astype(np.float64)
    return np.asarray(sizes / sizes.sum())


class BestResponseCosts:
    """What rules lose to best responses: exact, with the table of match-ups.

    Parameters
    ----------
    matchups
        The table, on the CPU or a GPU.
    family
        The family of the rules.
    stacks
        Stacks that were solved.
    values
        What the small blind wins there at equilibrium; without it, the shipped values.
    """

    def __init__(
        self,
        matchups: MatchupProducts,
        family: Family,
        stacks: Sequence[Fraction],
        *,
        values: Floats | None = None,
    ) -> None:
        self._matchups, self._xp = matchups, matchups.xp
        self._family = Family(family.names, self._xp.asarray(family.matrix.astype(np.float64)))
        self._stacks = self._xp.asarray(np.array([float(stack) for stack in stacks]))
        self._stakes = [JamStakes(float(stack)) for stack in stacks]
        self._values = _shipped_values(stacks) if values is None else values
        self._games: dict[int, HeadsUpJamFold] = {}

    def __call__(self, rules: Ints) -> Floats:
        xp, count = self._xp, len(rules)
        if count not in self._games:
            self._games[count] = HeadsUpJamFold(self._matchups, self._stakes * count)
        plays = self._family.plays(xp.asarray(rules.astype(np.float64)), self._stacks)
        jam, call = (p.reshape(p.shape[0], -1).astype(np.float64) for p in plays)
        found = exploited(self._games[count], jam, call, np.tile(self._values, count))
        return np.moveaxis(found.reshape(2, count, -1), 0, 1)


def _shipped_values(stacks: Sequence[Fraction]) -> Floats:
    shipped = solutions.load()
    return shipped.value[[shipped.at(stack) for stack in stacks]]
