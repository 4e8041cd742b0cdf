"""One hand of jam-or-fold in many states at once, as products of matrices."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole.tables import CELLS, Showdowns
from railbird.tournament.whole.transitions import all_ends, node_numbers, rows_of_ends

Array = Any
"""An array of NumPy or CuPy."""

Pair = tuple[int, int]


@dataclass(slots=True, eq=False)
class Callers:
    """What third callers do to pairs of jams, and what calling is worth to them.

    Parameters
    ----------
    worth
        For each pair, the expected payoff of the players up to the second jam by the two classes,
        times the probability of the classes, (states, players, 169, 169).
    edges
        For each third caller, what calling is worth more than folding, (states, 169).
    ends
        Probabilities of the ends with two or three all in, (states, ends); others are 0.
    """

    worth: dict[Pair, Array]
    edges: dict[Node, Array]
    ends: Array

    def take(self, rows: Array) -> Callers:
        """The same for some of the states."""
        return Callers(
            worth={pair: array[rows] for pair, array in self.worth.items()},
            edges={node: array[rows] for node, array in self.edges.items()},
            ends=self.ends[rows],
        )


class Hands:
    """The hands of many states with the same number of players.

    All arrays begin with an axis of states. Jams are the probabilities of jamming, (states, nodes,
    169), with the nodes of `railbird.tournament.jamfold.rules.all_nodes`. An edge is what jamming
    is worth more than folding, times the probability that the others and the deal lead there.

    Players get their cards when they act, and the cards of those who fold go back into the deck.

    Parameters
    ----------
    tables
        Showdowns, which say whether arrays are NumPy's or CuPy's.
    payoffs
        What everybody gets at each end, (states, ends, players).
    forced
        What players do without a decision, (states, nodes), see `forced_jams`.
    """

    def __init__(self, tables: Showdowns, payoffs: Array, forced: Array) -> None:
        self.tables, self.xp = tables, tables.xp
        self.payoffs, self.forced = payoffs, forced
        self.states, _, self.players = payoffs.shape
        self.number = node_numbers(self.players)
        self.rows = rows_of_ends(self.players)
        self.pairs = tuple(combinations(range(self.players - 1), 2))  # those with players behind

    def take(self, rows: Array) -> Hands:
        """The hands of some of the states."""
        return Hands(self.tables, self.payoffs[rows], self.forced[rows])

    def complete(self, jams: Array) -> Array:
        """The same jams, but those that are forced where there is no decision."""
        forced = self.forced[:, :, None]
        return self.xp.where(self.xp.isnan(forced), jams, forced)

    def _pay(self, *all_in: int) -> Array:
        """What everybody gets if these are all in, (states, orders, players)."""
        return self.payoffs[:, self.rows[all_in]]

    # Forward: what leads to a node

    def firsts(self, jams: Array) -> tuple[dict[int, Array], dict[Pair, Array], dict[Pair, Array]]:
        """The probabilities of what happens before a third caller is to act.

        That all fold to a player, (states,); that also this player jams and all fold to a second
        player, and that the second folds, both given the first class, (states, 169).
        """
        given = self.tables.given.T
        unopened: dict[int, Array] = {0: self.xp.ones(self.states)}
        alone: dict[Pair, Array] = {}
        folds: dict[Pair, Array] = {}
        for i in range(self.players - 1):
            jam = jams[:, self.number[Node(i)]]
            here = unopened[i][:, None] * jam
            for j in range(i + 1, self.players):
                alone[i, j] = here
                folds[i, j] = 1 - jams[:, self.number[Node(j, (i,))]] @ given
                here = here * folds[i, j]
            unopened[i + 1] = unopened[i] * (1 - jam @ self.tables.dealt)
        return unopened, alone, folds

    def ends(self, jams: Array, callers: Callers) -> Array:
        """Probabilities of all ends, (states, ends), if ``callers`` are those of the same jams."""
        unopened, alone, folds = self.firsts(jams)
        last, dealt = self.players - 1, self.tables.dealt
        found = callers.ends.copy()
        found[:, self.rows[()]] = unopened[last][:, None]
        for i in range(last):
            first = alone[i, last]
            found[:, self.rows[i,]] = ((first * folds[i, last]) @ dealt)[:, None]
            second = jams[:, self.number[Node(last, (i,))]]
            for order in range(2):
                wins = (self.tables.two[order].reshape(CLASSES, CLASSES) * self.tables.joint).T
                found[:, self.rows[i, last].start + order] = (first * (second @ wins)).sum(axis=1)
        return found

    # Three all in

    def nobody_calls(self) -> Callers:
        """The hand if nobody ever calls as the third."""
        worth = {
            pair: (self._alone(pair) * self.tables.joint.ravel()).reshape(
                self.states, pair[1] + 1, CLASSES, CLASSES
            )
            for pair in self.pairs
        }
        edges = {
            Node(k, pair): self.xp.zeros((self.states, CLASSES))
            for pair in self.pairs
            for k in range(pair[1] + 1, self.players)
        }
        return Callers(worth, edges, self.xp.zeros(self.payoffs.shape[:2]))

    def _alone(self, pair: Pair) -> Array:
        """What the players up to the second expect if two are all in, (states, players, cells)."""
        paid = self._pay(*pair)[:, :, : pair[1] + 1].transpose(0, 2, 1)
        return (paid.reshape(-1, 2) @ self.tables.two).reshape(*paid.shape[:2], CELLS)

    def callers(self, jams: Array) -> Callers:
        """What third callers do, exactly: sums over all triples of classes that are played."""
        _, alone, _ = self.firsts(jams)
        found = Callers({}, {}, self.xp.zeros(self.payoffs.shape[:2]))
        for pair in self.pairs:
            self._after_two(pair, alone[pair], jams, found)
        return found

    def _after_two(self, pair: Pair, first: Array, jams: Array, into: Callers) -> None:
        """Add one pair of players to what third callers do."""
        xp, (i, j) = self.xp, pair
        second = jams[:, self.number[Node(j, (i,))]]
        in_first, in_second = (first > 0).any(axis=0), (second > 0).any(axis=0)
        either = xp.flatnonzero(in_first[:, None] | in_second)
        both = xp.flatnonzero(in_first[:, None] & in_second)
        inner = xp.searchsorted(either, both)
        worth = self._alone(pair)
        here = xp.zeros((self.states, j + 1, either.size))
        left = xp.ones((self.states, either.size))
        met = []  # by caller: probability of a call, and what other callers expect from it
        for k in range(j + 1, self.players):
            calls = jams[:, self.number[Node(k, pair)]]
            used = xp.flatnonzero((calls > 0).any(axis=0))
            if used.size == 0:
                met.append((xp.zeros((self.states, both.size)), None))
                continue
            called, paid = self._third(calls[:, used], used, either, self._pay(i, j, k)[:, :, :k])
            here += left[:, None] * paid[:, : j + 1]
            left = left * (1 - called)
            met.append((called[:, inner], paid[:, j + 1 :, inner]))
            del paid
        worth[:, :, either] = here + left[:, None] * worth[:, :, either]
        worth *= self.tables.joint.ravel()
        into.worth[pair] = worth.reshape(self.states, j + 1, CLASSES, CLASSES)
        reach = first[:, both // CLASSES] * second[:, both % CLASSES]
        reach *= self.tables.joint.ravel()[both]
        self._edges(pair, both, reach, jams, met, into)

    def _third(self, calls: Array, used: Array, cells: Array, paid: Array) -> tuple[Array, Array]:
        """If a third player acts: the probability of a call, and what the others expect from it.

        ``calls`` are those with the classes ``used``, ``paid`` the payoffs, (states, 6, players).
        Returns (states, cells) and (states, players, cells).
        """
        table = self.tables.three[used][:, :, cells].reshape(used.size, -1)
        orders = (calls @ table).reshape(self.states, 6, cells.size)
        return calls @ self.tables.third[used][:, cells], paid.transpose(0, 2, 1) @ orders

    def _edges(
        self, pair: Pair, cells: Array, reach: Array, jams: Array, met: list[Any], into: Callers
    ) -> None:
        """What calling is worth to each third caller, and the probabilities of the ends."""
        (i, j), xp = pair, self.xp
        table = self.tables.three[:, :, cells].reshape(CLASSES * 6, cells.size).T
        third, two = self.tables.third[:, cells].T, self.tables.two[:, cells]
        for at, k in enumerate(range(j + 1, self.players)):
            orders = (reach @ table).reshape(self.states, CLASSES, 6)
            calling = (orders @ self._pay(i, j, k)[:, :, k][:, :, None])[:, :, 0]
            folding, rest = xp.zeros_like(reach), xp.ones_like(reach)
            for called, paid in met[at + 1 :]:
                if paid is not None:
                    folding += rest * paid[:, at]
                    rest = rest * (1 - called)
            folding += rest * (self._pay(*pair)[:, :, k] @ two)
            into.edges[Node(k, pair)] = calling - (reach * folding) @ third
            calls = jams[:, self.number[Node(k, pair)]]
            into.ends[:, self.rows[i, j, k]] = (calls[:, None] @ orders)[:, 0]
            reach = reach * (1 - met[at][0])
        into.ends[:, self.rows[pair]] = reach @ two.T

    # Backward: what a node is worth

    def edges(self, jams: Array, callers: Callers) -> Array:
        """What jamming is worth more than folding, (states, nodes, 169).

        The callers may be those of other, similar jams: then third callers play, and meet, the same
        as there. This takes a small part of the time. Where there is no decision, the edge is 0.
        """
        xp, last, tables = self.xp, self.players - 1, self.tables
        unopened, alone, folds = self.firsts(jams)
        found = xp.zeros(jams.shape)
        for node, edge in callers.edges.items():
            found[:, self.number[node]] = edge
        walk = self.payoffs[:, 0].copy()  # what everybody expects if all fold to a player
        for i in range(last - 1, -1, -1):
            worth = xp.repeat(self._pay(i).transpose(0, 2, 1), CLASSES, axis=2)
            for j in range(last, i, -1):
                node = Node(j, (i,))
                first, second = alone[i, j], jams[:, self.number[node]]
                folding = (first * worth[:, j]) @ tables.joint
                if j < last:
                    pot = callers.worth[i, j]
                    calling = (first[:, None] @ pot[:, j])[:, 0]
                    jammed = pot.reshape(self.states, -1, CLASSES) @ second[:, :, None]
                    jammed = jammed.reshape(self.states, j + 1, CLASSES) / tables.dealt
                else:
                    calling, jammed = self._heads_up(i, first, second)
                found[:, self.number[node]] = calling - folding
                worth = jammed + folds[i, j][:, None] * worth[:, : j + 1]
            dealt = unopened[i][:, None] * tables.dealt
            found[:, self.number[Node(i)]] = dealt * (worth[:, i] - walk[:, i][:, None])
            weights = tables.dealt * jams[:, self.number[Node(i)]]
            opened = (worth[:, : i + 1] @ weights[:, :, None])[:, :, 0]
            walk = opened + (1 - weights.sum(axis=1))[:, None] * walk[:, : i + 1]
        return xp.where(xp.isnan(self.forced)[:, :, None], found, 0.0)

    def _heads_up(self, i: int, first: Array, second: Array) -> tuple[Array, Array]:
        """The first player and the big blind all in: what the second class wins, and the first."""
        last, tables = self.players - 1, self.tables
        paid = self._pay(i, last)
        calling, jammed = 0.0, 0.0
        for order in range(2):
            wins = tables.two[order].reshape(CLASSES, CLASSES)
            calling = calling + paid[:, order, last][:, None] * (first @ (wins * tables.joint))
            by_first = second @ (wins * tables.given).T
            jammed = jammed + paid[:, order][:, :, None] * by_first[:, None]
        return calling, jammed


def gains(edges: Array, jams: Array, players: int, xp: Any = np) -> Array:
    """What each player would gain from a best response, (states, players)."""
    lost = xp.where(edges > 0, edges * (1 - jams), -edges * jams).sum(axis=2)
    found = xp.zeros((len(jams), players))
    for node, at in node_numbers(players).items():
        found[:, node.player] += lost[:, at]
    return found


def utilities(ends: Array, payoffs: Array) -> Array:
    """What everybody expects, (states, players)."""
    return (ends[:, None] @ payoffs)[:, 0]


__all__ = ["Callers", "Hands", "all_ends", "gains", "utilities"]
