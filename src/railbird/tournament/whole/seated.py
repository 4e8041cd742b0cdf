"""The ends of a hand if players use different strategies.

With products of matrices, probabilities for many seatings are found at once.

A seating says for each player, in order of action, which strategy they use. Seatings that begin
alike share their sums: what happens up to a player does not depend on the strategies of those who
act later. And what happens after the first jam depends on players before it only by a factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from railbird.errors import OptionError
from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole.callers import Pair
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.products import weighted
from railbird.tournament.whole.summed import Seating, SummedHands
from railbird.tournament.whole.tables import CELLS
from railbird.tournament.whole.transitions import AllIn, all_ends

Array = Any


def check_seating(seating: Sequence[int], players: int, strategies: int) -> None:
    """Refuse what is not one of some strategies, numbered from 0, for each player."""
    if len(seating) != players or not set(seating) <= set(range(strategies)):
        raise OptionError(
            f"seating {tuple(seating)}: give one of {strategies} strategies, numbered from 0, for "
            f"each of {players} players"
        )


def one_apart(players: int) -> list[Seating]:
    """The seatings in which one player uses the second of two strategies, by who it is.

    Examples
    --------
    >>> one_apart(3)
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    return [tuple(int(seat == own) for seat in range(players)) for own in range(players)]


def ends_by_seating(hands: Hands, jams: Sequence[Array], seatings: Sequence[Seating]) -> Array:
    """Probabilities of the ends of hands, (states, seatings, ends).

    ``jams`` are those of each strategy, (states, nodes, 169), complete (see `Hands.complete`).
    """
    if isinstance(hands, SummedHands):
        return hands.seated(jams, seatings)
    return SeatedHands(hands, jams, seatings).ends()


class _TwoJams(NamedTuple):
    """Two jams, the pairs of classes that are played, and who may call behind them."""

    pair: Pair
    cells: Array
    callers: list[Node]


class SeatedHands:
    """One hand in many states, with a strategy for each seat.

    Parameters
    ----------
    hands
        The hands; their payoffs are not used.
    jams
        The jams of each strategy, (states, nodes, 169), complete (see `Hands.complete`).
    seatings
        Who uses which of them.
    """

    def __init__(self, hands: Hands, jams: Sequence[Array], seatings: Sequence[Seating]) -> None:
        self.hands, self.tables, self.xp = hands, hands.tables, hands.xp
        self.jams, self.seatings = jams, seatings
        self._found = self.xp.zeros((hands.states, len(seatings), len(all_ends(hands.players))))
        self._unopened = self.xp.ones((hands.states, len(seatings)))

    def ends(self) -> Array:
        """Probabilities of all ends, (states, seatings, ends)."""
        last, everybody = self.hands.players - 1, list(range(len(self.seatings)))
        self._found[...] = 0.0
        self._unopened[...] = 1.0
        for first in range(last):
            for strategy, who in self._split(everybody, first):
                jam = self._jams(strategy, Node(first))
                self._behind_one(first, first + 1, jam, who)
                at = self.xp.asarray(who)
                self._unopened[:, at] *= (1 - jam @ self.tables.dealt)[:, None]
        self._put((), everybody, self.xp.ones((self.hands.states, 1)))
        return self._found

    def _jams(self, strategy: int, node: Node) -> Array:
        return self.jams[strategy][:, self.hands.number[node]]

    def _split(self, seatings: Sequence[int], player: int) -> Iterator[tuple[int, list[int]]]:
        """The strategies of a player, and the seatings that have them."""
        for strategy in sorted({self.seatings[at][player] for at in seatings}):
            yield strategy, [at for at in seatings if self.seatings[at][player] == strategy]

    def _put(self, all_in: AllIn, seatings: Sequence[int], found: Array) -> None:
        """Set the probabilities of the orders of those all in, (states, orders), after folds."""
        at = self.xp.asarray(seatings)
        self._found[:, at, self.hands.rows[all_in]] = found[:, None] * self._unopened[:, at, None]

    def _behind_one(self, i: int, j: int, first: Array, seatings: Sequence[int]) -> None:
        """All ends after i has jammed with classes of these probabilities, and j is to act."""
        last, tables, same = self.hands.players - 1, self.tables, self.hands.same
        if j > last:
            self._put((i,), seatings, (first @ tables.dealt)[:, None])
            return
        for strategy, who in self._split(seatings, j):
            second = self._jams(strategy, Node(j, (i,)))
            if j == last:
                wins = tables.two.reshape(2, CLASSES, CLASSES) * tables.joint
                orders = [(first * (second @ win.T)).sum(axis=1) for win in wins]
                self._put((i, last), who, self.xp.stack(orders, axis=1))
            elif same.is_squeeze and j == last - 1:
                self._squeeze(i, first * tables.dealt, who)
            else:
                self._behind_two((i, j), first, second, who)
            self._behind_one(i, j + 1, first * (1 - second @ tables.given.T), who)

    def _squeeze(self, i: int, weights: Array, seatings: Sequence[int]) -> None:
        """The small blind is in with any class; see `Hands.ends`."""
        last, tables = self.hands.players - 1, self.tables
        for strategy, who in self._split(seatings, last):
            calls = self._jams(strategy, Node(last, (i, last - 1)))
            for all_in, wins, plays in (
                ((i, last - 1, last), tables.any_second, calls),
                ((i, last - 1), tables.fold_any_second, 1 - calls),
            ):
                orders = [(weights * (plays @ win.T)).sum(axis=1) for win in wins]
                self._put(all_in, who, self.xp.stack(orders, axis=1))

    def _behind_two(self, pair: Pair, first: Array, second: Array, seatings: Sequence[int]) -> None:
        """All ends after two have jammed with classes of these probabilities."""
        played = (first > 0).any(axis=0)[:, None] & (second > 0).any(axis=0)
        cells = self.xp.flatnonzero(played)
        reach = first[:, cells // CLASSES] * second[:, cells % CLASSES]
        reach *= self.tables.joint.ravel()[cells]
        self._third(_TwoJams(pair, cells, self.hands.behind(pair)), 0, reach, seatings)

    def _third(self, pot: _TwoJams, at: int, reach: Array, seatings: Sequence[int]) -> None:
        """All ends from where caller ``at`` is to act, with these probabilities of the cells."""
        tables, cells, same = self.tables, pot.cells, self.hands.same
        if at == len(pot.callers):
            self._put(pot.pair, seatings, reach @ tables.two[:, cells].T)
            return
        node = pot.callers[at]
        all_in = (*pot.pair, node.player)
        if node in same.is_in:
            self._put(all_in, seatings, reach @ tables.any_third[:, cells].T)
        elif node in same.out:
            self._third(pot, at + 1, reach, seatings)
        else:
            split = list(self._split(seatings, node.player))
            calls = [self._jams(strategy, node) for strategy, _ in split]
            used = self.xp.flatnonzero(sum((one > 0).any(axis=0) for one in calls))
            rows = (6 * used[:, None] + self.xp.arange(6)).ravel()
            table = tables.three.reshape(-1, CELLS)[rows[:, None], cells]
            orders = (reach @ table.T).reshape(self.hands.states, used.size, 6)
            third = tables.third[used[:, None], cells]
            for (_, who), one in zip(split, calls, strict=True):
                plays = one[:, used]
                self._put(all_in, who, weighted(plays, orders, self.xp))
                self._third(pot, at + 1, reach * (1 - plays @ third), who)
