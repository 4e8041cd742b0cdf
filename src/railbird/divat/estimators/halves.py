"""How much luck to take out, and by which estimator: each half of the games asks the other half.

The luck of every kind of event has mean zero, so it may be taken out once, not at all, or times any
factor that does not depend on the games that are judged. What varies least is found in one half of
the games and used in the other. So no game has a say in how it is judged. If the games of one half
do not depend on those of the other, the estimate is without bias, as its parts are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.divat.judged import duplicate_halves
from railbird.errors import OptionError

Floats = npt.NDArray[np.float64]
Games = slice | npt.NDArray[np.int64]
"""Some of the games."""

FEWEST = 200
"""Factors are fitted to this many games or more; with fewer, luck is taken out once or not."""

RIDGE = 1e-2
"""Share of the mean variance of the kinds of luck that draws each factor to 1."""


@dataclass(frozen=True)
class Corrected:
    """An estimate of games: what was paid, and the luck to take out, by kind of event.

    ``luck`` has shape (games, kinds).
    """

    name: str
    paid: Floats = field(repr=False)
    luck: Floats = field(repr=False)

    def part(self, games: Games) -> Corrected:
        """Some of the games."""
        return Corrected(self.name, self.paid[games], self.luck[games])

    def averaged(self, first: Games, second: Games) -> Corrected:
        """The averages of each game of a part with the same game of another."""
        one, two = self.part(first), self.part(second)
        return Corrected(self.name, (one.paid + two.paid) / 2, (one.luck + two.luck) / 2)

    def less(self, factors: Floats) -> Floats:
        """What was paid less the luck times the factor of each kind."""
        return np.asarray(self.paid - self.luck @ factors)

    def fitted(self) -> Floats:
        """The factors of least variance in these games."""
        moved = self.luck - self.luck.mean(axis=0)
        square = moved.T @ moved
        ridge = RIDGE * np.trace(square) / max(len(square), 1) * np.eye(len(square))
        rest = self.paid - self.paid.mean() - moved.sum(axis=1)
        return np.asarray(1 + np.linalg.lstsq(square + ridge, moved.T @ rest, rcond=None)[0])

    def best(self) -> tuple[float, Floats]:
        """The factors that vary least in these games, and how much.

        Fitted ones are judged in each half of these games as fitted to the other.
        """
        kinds = self.luck.shape[1]
        found = [(float(self.less(fixed).var()), fixed) for fixed in _fixed(kinds)]
        if kinds and len(self.paid) >= FEWEST:
            first, second = (self.part(half) for half in halves(len(self.paid)))
            crossed = [first.less(second.fitted()), second.less(first.fitted())]
            found.append((float(np.concatenate(crossed).var()), self.fitted()))
        return min(found, key=lambda each: each[0])


def _fixed(kinds: int) -> list[Floats]:
    return [np.ones(kinds), np.zeros(kinds)] if kinds else [np.ones(0)]


def halves(games: int) -> tuple[slice, slice]:
    """The first and the second half of so many games."""
    return slice(0, games // 2), slice(games // 2, games)


def halves_of_deals(
    hole_cards: npt.NDArray[np.uint8], seats: npt.NDArray[np.integer]
) -> tuple[Games, Games]:
    """Two halves of the games of a match. Both games of a duplicate deal are in the same one."""
    try:
        first, _ = duplicate_halves(hole_cards, seats)
    except OptionError:
        return halves(len(seats))
    deals, middle = np.arange(first.stop), first.stop // 2
    some, others = deals[:middle], deals[middle:]
    return np.concatenate([some, some + len(deals)]), np.concatenate([others, others + len(deals)])


class Least(NamedTuple):
    """Games judged by what varies least in the other half of them.

    ``values`` are the estimates. ``luck`` was taken out, and ``factors`` times the whole luck are
    that: both by game and kind of event if there is one candidate, otherwise ``luck`` is the sum
    and ``factors`` are empty. ``names`` are the candidates that judge each half.
    """

    values: Floats
    luck: Floats
    factors: Floats
    names: tuple[str, ...]


def least_variance(
    candidates: Sequence[Corrected],
    parts: tuple[Games, Games] | None = None,
    *,
    units: Sequence[Corrected] | None = None,
) -> Least:
    """Judge each half of the games by the candidate and the factors that vary least in the other.

    Parameters
    ----------
    candidates
        The estimates to choose from.
    parts
        The two halves, by default the first and the second. Games of the same deal must be in the
        same half.
    units
        What is to vary least instead of the games: averages of duplicate deals, for each
        candidate. Their first half must come from the first of the parts.
    """
    first, second = parts or halves(len(candidates[0].paid))
    seen = (first, second) if units is None else halves(len(units[0].paid))
    values = np.empty(len(candidates[0].paid))
    kinds = candidates[0].luck.shape[1] if len(candidates) == 1 else 0
    luck, used = np.empty((len(values), max(kinds, 1))), np.empty((len(values), kinds))
    names = []
    for mine, other in ((first, seen[1]), (second, seen[0])):
        chosen, factors = _chosen([each.part(other) for each in units or candidates])
        best = candidates[chosen]
        out = best.luck[mine] * factors
        values[mine] = best.paid[mine] - out.sum(axis=1)
        if kinds:
            luck[mine], used[mine] = out, factors
        else:
            luck[mine] = (best.paid[mine] - values[mine])[:, None]
        names.append(best.name)
    return Least(values, luck, used, tuple(names))


def _chosen(candidates: Sequence[Corrected]) -> tuple[int, Floats]:
    """The place of the candidate that varies least, and its factors."""
    if len(candidates[0].paid) < 2:
        return len(candidates) - 1, np.ones(candidates[-1].luck.shape[1])
    found = [each.best() for each in candidates]
    place = min(range(len(found)), key=lambda i: found[i][0])
    return place, found[place][1]
