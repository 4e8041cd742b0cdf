"""Which of several players should play next: an upper confidence bound.

The document (Kan 2007, §5.4) says that Hyperborean's coach chose "based on the performance of each
program", and no more. The rule here is the upper confidence bound of Lattimore & Szepesvári (2020,
chapter 8). After t results the player with the highest

    mean + deviation · sqrt(2 · log(1 + t · log² t) / n)

is next, where n is how many of the results are theirs. For results that are normally distributed
with a known deviation, the hands given to worse players grow only like log t, and no rule does
better in the long run. The deviation is estimated from all results, around each player's mean.

With a memory, older results count less (discounted UCB, Garivier & Moulines 2011), for players who
learn.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

from railbird.errors import OptionError

FIRST = 5
"""Results of each player before they are compared."""


class Tallies:
    """What some players have won so far.

    Parameters
    ----------
    players
        How many there are.
    memory
        After so many results an earlier one counts 1/e; 0 means that nothing is forgotten.

    Examples
    --------
    >>> tallies = Tallies(2)
    >>> for _ in range(20):
    ...     player = tallies.choose()
    ...     tallies.add(player, float(player))
    >>> tallies.choose(), tallies.results
    (1, [5, 15])
    """

    def __init__(self, players: int, *, memory: float = 0.0) -> None:
        if memory != 0 and not memory >= 1:
            raise OptionError(f"memory cannot be {memory:g} results: give 1 or more, or 0")
        self._keep = exp(-1 / memory) if memory else 1.0
        self.results = [0] * players
        """How many results of each player there are."""
        self._weights = [0.0] * players
        self._sums = [0.0] * players
        self._squares = [0.0] * players

    def add(self, player: int, result: float) -> None:
        """A player has a new result."""
        self.results[player] += 1
        if self._keep < 1:
            for array in (self._weights, self._sums, self._squares):
                array[:] = [self._keep * x for x in array]
        self._weights[player] += 1.0
        self._sums[player] += result
        self._squares[player] += result * result

    def mean(self, player: int) -> float:
        """The mean of a player's results so far; 0 if there are none."""
        return self._sums[player] / max(self._weights[player], 1e-300)

    @property
    def deviation(self) -> float:
        """The standard deviation of a result around the mean of its player."""
        inside = sum(
            square - self.mean(p) * self._sums[p] for p, square in enumerate(self._squares)
        )
        return sqrt(max(inside, 0.0) / max(sum(self._weights) - len(self._weights), 1e-300))

    def choose(self) -> int:
        """The player to play next. Of equals, the one named first."""
        least = min(self.results)
        if least < FIRST:
            return self.results.index(least)
        seen = sum(self._weights)
        spread = self.deviation * sqrt(2 * log(1 + seen * log(max(seen, 1.0)) ** 2))
        bounds = [
            self.mean(p) + spread / sqrt(max(weight, 1e-300))
            for p, weight in enumerate(self._weights)
        ]
        return bounds.index(max(bounds))

    def save(self) -> dict[str, Any]:
        """All numbers as plain values."""
        return {
            "results": list(self.results),
            "weights": list(self._weights),
            "sums": list(self._sums),
            "squares": list(self._squares),
        }

    def load(self, values: dict[str, Any]) -> None:
        """Inverse of `save`."""
        count = len(self.results)
        found = [values.get(key) for key in ("results", "weights", "sums", "squares")]
        if any(not isinstance(each, list) or len(each) != count for each in found):
            raise OptionError(f"this memory is not of {count} players: start without it")
        results, weights, sums, squares = found
        self.results = [int(x) for x in results]  # type: ignore[union-attr]
        for mine, theirs in (
            (self._weights, weights),
            (self._sums, sums),
            (self._squares, squares),
        ):
            mine[:] = [float(x) for x in theirs]  # type: ignore[union-attr]
