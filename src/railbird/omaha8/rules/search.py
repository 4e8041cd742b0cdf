"""A search for the constants of a rule: what it costs is measured, not fitted.

A rule of this family gives whole points for what `countable` finds in a hand. It plays a hand whose
points and b/R make a or more, where R is the stack in big blinds and a and b depend on the blind.
(What a call must win is ½ − 1/(2R) of the pot, so that 1/R is the natural measure of a stack.)

What a rule costs is the value that is lost to a best response. It needs the table of match-ups, and
all rules and stacks of a step are columns of one product. What it loses to an equilibrium opponent
is less, and needs only what is shipped: it finds the place from which to start.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from railbird.cards.card import RANKS
from railbird.omaha8.jamfold import gaps, solutions
from railbird.omaha8.jamfold.by_boards import opponents_played
from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes, MatchupProducts
from railbird.omaha8.jamfold.solutions import LEVELS
from railbird.omaha8.jamfold.sweep import host
from railbird.omaha8.matchups.table import OPPONENTS
from railbird.omaha8.rules.features import LOW, Bools, Features, Floats, Ints, class_features
from railbird.stopwatch import Stopwatch

LIMITS = ("a small blind", "b small blind", "a big blind", "b big blind")
"""The four constants of the thresholds a − b/R."""


def countable(hands: Features) -> dict[str, Ints]:
    """What a player can count at the table, by name."""
    lows = hands.different("A" + LOW)
    pairs = hands.ranks == 2
    single = ~hands.suited("four suits") & ~hands.suited("double-suited")
    found = {
        **{name: hands.different(ranks) for name, ranks in _RANKS.items()},
        **{f"{count} lows": lows == count for count in (2, 3, 4)},
        "double-suited": hands.suited("double-suited"),
        "single-suited": single,
        "two of a suit": hands.suited("two of a suit"),
        "more of a suit": single & (hands.suits[:, 0] > 2),
        "pairs": pairs.sum(axis=1),
        "rank of pairs": pairs @ np.arange(2, 15),
        "two queens": hands.times("Q", 2),
        "two kings": hands.times("K", 2),
        "more of a kind": hands.ranks.max(axis=1) > 2,
        "four ranks": hands.distance <= 4,
        "five ranks": hands.distance <= 5,
    }
    return {name: np.asarray(column, dtype=np.int64) for name, column in found.items()}


_RANKS = {
    **{rank: rank for rank in reversed(RANKS)},
    "K or Q": "KQ",
    "J or T": "JT",
    "7 or 9": "79",
}
"""Ranks that count once each, alone or together."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Rules that differ in their constants: points for each column, then those of `LIMITS`.

    Parameters
    ----------
    names
        Columns of `countable`.
    matrix
        Their values for each of 16,432 classes.
    """

    names: tuple[str, ...]
    matrix: Ints = field(repr=False)

    @classmethod
    def of(cls, names: Sequence[str]) -> Family:
        """The family with these columns."""
        every = countable(class_features())
        return cls(tuple(names), np.stack([every[name] for name in names], axis=1))

    @property
    def constants(self) -> tuple[str, ...]:
        """Names of all constants."""
        return self.names + LIMITS

    def plays(self, rules: Ints, stacks: Floats) -> tuple[Bools, Bools]:
        """What some rules jam and call: each of shape (classes, rules, stacks)."""
        points = self.matrix @ rules[:, : len(self.names)].T
        limits = rules[:, len(self.names) :, None]
        jam, call = (limits[:, i] - limits[:, i + 1] / stacks for i in (0, 2))
        return points[:, :, None] >= jam, points[:, :, None] >= call


class Costs(Protocol):
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
    from railbird.cards.classes import omaha_classes

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
    """

    def __init__(
        self, matchups: MatchupProducts, family: Family, stacks: Sequence[Fraction]
    ) -> None:
        self._matchups, self._xp = matchups, matchups.xp
        self._family = Family(family.names, self._xp.asarray(family.matrix.astype(np.float64)))
        self._stacks = self._xp.asarray(np.array([float(stack) for stack in stacks]))
        self._stakes = [JamStakes(float(stack)) for stack in stacks]
        shipped = solutions.load()
        self._values = shipped.value[[shipped.at(stack) for stack in stacks]]
        self._games: dict[int, HeadsUpJamFold] = {}

    def __call__(self, rules: Ints) -> Floats:
        xp, count = self._xp, len(rules)
        if count not in self._games:
            self._games[count] = HeadsUpJamFold(self._matchups, self._stakes * count)
        plays = self._family.plays(xp.asarray(rules.astype(np.float64)), self._stacks)
        jam, call = (p.reshape(p.shape[0], -1).astype(np.float64) for p in plays)
        found = exploited(self._games[count], jam, call, np.tile(self._values, count))
        return np.moveaxis(found.reshape(2, count, -1), 0, 1)


def exploited(game: HeadsUpJamFold, jam: Any, call: Any, values: Floats) -> Floats:
    """What strategies lose to best responses against the game's values, shape (2, stakes)."""
    found = game.measure(jam, call)
    value, gains = host(found.value), host(found.gains)
    return np.stack([values - value + gains[1], value + gains[0] - values])


def loss(costs: Floats) -> Floats:
    """What the search makes small: the largest cost of each blind, and twice the mean of all."""
    return np.asarray(costs.max(axis=2).sum(axis=1) + 2 * costs.mean(axis=(1, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The best rule of each chain, its loss, and how many rules were measured."""

    rules: Ints
    losses: Floats
    measured: int


def anneal(
    costs: Costs,
    starts: Ints,
    steps: Ints,
    *,
    rounds: int,
    heat: float = 0.002,
    seed: int = 0,
    seconds: float = math.inf,
    progress: Callable[[int, Found], object] | None = None,
) -> Found:
    """Simulated annealing over whole constants, some chains side by side.

    Parameters
    ----------
    costs
        What measures rules.
    starts
        The rule from which each chain starts, shape (chains, constants).
    steps
        By how much each constant moves at a time, of the same shape; 0 holds it.
    rounds, seconds
        The rules that each chain tries, and the most time.
    heat
        The temperature at the start, in big blinds of `loss`. It falls to zero with the square of
        the rounds, or of the seconds, that are left.
    progress
        Called after each round.
    """
    rng, watch = np.random.default_rng(seed), Stopwatch()
    now, chains = starts.copy(), np.arange(len(starts))
    losses = loss(costs(now))
    best, least = now.copy(), losses.copy()
    free = [np.flatnonzero(row) for row in steps]
    for made in range(rounds):
        spent = max(made / rounds, watch.seconds / seconds)
        if spent >= 1:
            break
        tried = now.copy()
        for chain in chains:
            moved = rng.choice(free[chain], size=rng.integers(1, 4))
            tried[chain, moved] += rng.choice([-1, 1], size=len(moved)) * steps[chain, moved]
        measured = loss(costs(tried))
        worse = np.maximum(measured - losses, 0)
        taken = rng.random(len(chains)) < np.exp(-worse / (heat * (1 - spent) ** 2 + 1e-12))
        now[taken], losses[taken] = tried[taken], measured[taken]
        better = losses < least
        best[better], least[better] = now[better], losses[better]
        if progress is not None:
            progress(made, Found(best, least, (made + 2) * len(starts)))
    return Found(best, least, (made + 2) * len(starts))
