"""One frame for all estimators: a value function, and the events whose luck it takes out.

A hand is a sequence of events: cards that are dealt, and decisions. The luck of an event is the
value after it minus the expected value before it. If the expectation is exact, luck has mean zero,
however rough the value function is. An estimate is what the hand paid minus the luck of the events
that are corrected. The better the value function, the less variance is left.

- DIVAT corrects the cards, with the roll-out of a baseline as value.
- AIE corrects the cards, with the share of the pot by all-in equity as value.
- MIVAT corrects the cards, with a value that was fitted to other games.
- AIVAT also corrects the decisions of players whose strategy is known, and takes the mean over all
  cards that they could hold (imaginary observations).
- AIE DIVAT and EVAT use another value before an event than the mean of those after it. So they are
  biased.

This module works on any finite game, one hand at a time. It is the definition. The kernels of
hold'em are checked against it.

References
----------
M. White and M. Bowling, "Learning a value analysis tool for agent evaluation", IJCAI 2009.
M. Bowling, M. Johanson, N. Burch and D. Szafron, "Strategy evaluation in extensive games with
importance sampling", ICML 2008. N. Burch, M. Schmid, M. Moravčík, D. Morrill and M. Bowling,
"AIVAT: a new variance reduction technique for agent evaluation in imperfect information games",
AAAI 2018.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

CHANCE = -1
"""The player who deals."""


class History(Protocol):
    """What was dealt and done so far in a hand of a finite game.

    ``player`` decides next: `CHANCE`, a player from 0, or None where the hand is over. ``payoff``
    is what player 0 won in a hand that is over. ``chance`` is the probability of all cards so far.
    """

    @property
    def player(self) -> int | None: ...
    @property
    def payoff(self) -> float: ...
    @property
    def chance(self) -> float: ...

    def moves(self) -> Mapping[Hashable, float]:
        """What can follow. At a chance event, with its probability."""

    def after(self, move: Hashable) -> History:
        """The history after a move."""

    def before(self) -> Iterable[tuple[History, Hashable]]:
        """The earlier histories with the moves that were made there, from the start."""

    def imaginary(self, players: Collection[int]) -> Iterable[History]:
        """All histories that differ only in private cards of these players, with this one."""


Value = Callable[[History], float]
Strategy = Callable[[History], Mapping[Hashable, float]]


@dataclass(frozen=True, slots=True)
class Estimator:
    """A value function and the events that it corrects.

    Parameters
    ----------
    name
        What the estimate is called.
    value
        The value function, for player 0. At the end of a hand it is not asked; the payoff counts.
    known
        The strategies of the players whose decisions are corrected. Their private cards are
        replaced by all that they could hold.
    chance
        Whether the cards are corrected.
    before
        A value before an event that replaces the mean of the values after it. The estimate is then
        biased, unless it happens to be that mean.
    """

    name: str
    value: Value
    known: Mapping[int, Strategy]
    chance: bool = True
    before: Value | None = None

    @property
    def unbiased(self) -> bool:
        """Whether every correction has mean zero by construction."""
        return self.before is None

    def estimate(self, end: History) -> float:
        """The estimate of a finished hand: its base minus the luck of its events."""
        base, _ = self._mean(end)
        return base - sum(self.luck(end))

    def luck(self, end: History) -> Iterator[float]:
        """The luck of each event of a hand that is corrected, in order."""
        for history, move in end.before():
            player = history.player
            if (player == CHANCE and self.chance) or player in self.known:
                after, _ = self._mean(history.after(move))
                yield after - self._expected(history)

    def weight(self, history: History) -> float:
        """The probability of a history by the cards and the decisions of known players."""
        weight = history.chance
        for earlier, move in history.before():
            player = earlier.player
            if player is not None and player in self.known:
                weight *= self.known[player](earlier).get(move, 0.0)
        return weight

    def _worth(self, history: History) -> float:
        return history.payoff if history.player is None else self.value(history)

    def _mean(self, history: History) -> tuple[float, float]:
        """The mean worth of the histories that could be this one, and the sum of their weights."""
        some = ((self.weight(h), h) for h in history.imaginary(self.known))
        return weighted([(weight, self._worth(h)) for weight, h in some if weight > 0])

    def _expected(self, history: History) -> float:
        """The expected worth after the next event, over the histories that could be this one."""
        if self.before is not None:
            return self.before(history)
        found = []
        for each in history.imaginary(self.known):
            weight = self.weight(each)
            if weight > 0:
                found.append((weight, self._next(each)))
        return weighted(found)[0]

    def _next(self, history: History) -> float:
        player = history.player
        chances = history.moves() if player == CHANCE else self.known[player or 0](history)
        return sum(p * self._worth(history.after(move)) for move, p in chances.items() if p > 0)


def weighted(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean of some values by their weights, and the sum of the weights.

    Examples
    --------
    >>> weighted([(1.0, 4.0), (3.0, 0.0)])
    (1.0, 4.0)
    """
    total = sum(weight for weight, _ in pairs)
    return sum(weight * value for weight, value in pairs) / total, total


def every_hand(
    start: History, strategies: Mapping[int, Strategy]
) -> Iterator[tuple[float, History]]:
    """All hands of a game with their probabilities, if the players follow these strategies."""
    todo: list[tuple[float, History]] = [(1.0, start)]
    while todo:
        probability, history = todo.pop()
        player = history.player
        if player is None:
            yield probability, history
            continue
        chances = history.moves() if player == CHANCE else strategies[player](history)
        todo += [(probability * p, history.after(m)) for m, p in chances.items() if p > 0]
