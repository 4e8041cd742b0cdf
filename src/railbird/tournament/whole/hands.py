"""One hand of jam-or-fold in many states at once, as products of matrices."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from railbird.compute.gpu import on_host
from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole import _kernels as kernels
from railbird.tournament.whole.callers import Callers, Pair
from railbird.tournament.whole.products import mixed, times, weighted
from railbird.tournament.whole.tables import CELLS, Showdowns
from railbird.tournament.whole.transitions import node_numbers, rows_of_ends

Array = Any
"""An array of NumPy or CuPy."""

FEW = 8
"""Up to so many states a kernel is faster than products of matrices on a CPU."""

MOST = 0.6
"""If more than this part of a table is needed, a CPU takes all of it as it is."""

PART = 1024
"""Cells that a CPU takes at once."""


class _Pot(NamedTuple):
    """Two jams: by whom, pairs of classes that are played, and with which probabilities.

    ``met`` has for each player behind the probability of a call, and what players between the
    second jam and this one expect from it.
    """

    pair: Pair
    cells: Array
    first: Array
    second: Array
    met: list[tuple[Array, Array | None]]


@dataclass(frozen=True, slots=True)
class _Same:
    """Who has no decision in any state, and is always out or always in.

    ``is_squeeze``: the small blind is always all in by posting, and the big blind is not.
    """

    out: frozenset[Node]
    is_in: frozenset[Node]
    is_squeeze: bool

    @classmethod
    def of(cls, forced: Array, players: int) -> _Same:
        found = []
        for value in (0.0, 1.0):
            always = on_host((forced == value).all(axis=0))
            nodes = node_numbers(players).items()
            found.append(frozenset(node for node, at in nodes if always[at]))
        out, is_in = found
        last = players - 1
        small = {Node(last - 1, (i,)) for i in range(last - 1)}
        big = {Node(last, (i, last - 1)) for i in range(last - 1)}
        return cls(out, is_in, bool(small) and small <= is_in and not big <= is_in)


class Hands:
    """The hands of many states with the same number of players.

    All arrays begin with an axis of states. Jams are the probabilities of jamming, (states, nodes,
    169), with the nodes of `railbird.tournament.jamfold.rules.all_nodes`. An edge is what jamming
    is worth more than folding, times the probability that the others and the deal lead there.

    Players get their cards when they act, and the cards of those who fold go back into the deck.

    Sums over three classes are as precise as the tables, see `single_showdowns`.

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
        # only differences count, and small numbers have small errors
        self.centred = payoffs - payoffs[:, :1]
        self.dtype: Any = tables.three.dtype
        self.states, _, self.players = payoffs.shape
        self.number = node_numbers(self.players)
        self.rows = rows_of_ends(self.players)
        self.same = _Same.of(forced, self.players)
        last = self.players - 1
        # pairs of jams behind whom others act, but for those that `_squeeze` knows
        self.pairs = tuple(
            pair
            for pair in combinations(range(last), 2)
            if not (self.same.is_squeeze and pair[1] == last - 1)
        )

    def take(self, rows: Array) -> Hands:
        """The hands of some of the states."""
        found = copy(self)
        found.payoffs, found.forced = self.payoffs[rows], self.forced[rows]
        found.centred = self.centred[rows]
        found.states = len(found.payoffs)
        return found

    def complete(self, jams: Array) -> Array:
        """The same jams, but those that are forced where there is no decision."""
        forced = self.forced[:, :, None]
        return self.xp.where(self.xp.isnan(forced), jams, forced)

    def _pay(self, *all_in: int) -> Array:
        """What everybody gets if these are all in, less a walk, (states, orders, players)."""
        return self.centred[:, self.rows[all_in]]

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
            if self.same.is_squeeze and i < last - 1:
                weights = alone[i, last - 1] * dealt
                calls = jams[:, self.number[Node(last, (i, last - 1))]]
                for all_in, wins, plays in (
                    ((i, last - 1, last), self.tables.any_second, calls),
                    ((i, last - 1), self.tables.fold_any_second, 1 - calls),
                ):
                    for order, win in enumerate(wins):
                        at = self.rows[all_in].start + order
                        found[:, at] = (weights * (plays @ win.T)).sum(axis=1)
        if self.dtype != np.float64:
            found /= found.sum(axis=1, keepdims=True)
        return found

    # Three all in

    @property
    def has_third_callers(self) -> bool:
        """Whether third callers decide anything that is known only after sums over triples."""
        nodes = {node for pair in self.pairs for node in self.behind(pair)}
        return bool(nodes - self.same.out - self.same.is_in)

    def behind(self, pair: Pair) -> list[Node]:
        """Who may be the third all in: all behind two jams, up to one who is always in."""
        found: list[Node] = []
        for k in range(pair[1] + 1, self.players):
            found.append(Node(k, pair))
            if found[-1] in self.same.is_in:
                break
        return found

    def nobody_calls(self) -> Callers:
        """The hand if nobody ever calls as the third."""
        worth = {
            pair: self._alone(pair).reshape(self.states, pair[1] + 1, CLASSES, CLASSES)
            for pair in self.pairs
        }
        edges = {
            node: self.xp.zeros((self.states, CLASSES))
            for pair in self.pairs
            for node in self.behind(pair)
        }
        return Callers(worth, edges, self.xp.zeros(self.payoffs.shape[:2]))

    def _alone(self, pair: Pair) -> Array:
        """What the players up to the second expect if two are all in, times their probability.

        Returns (states, players, cells).
        """
        paid = self._pay(*pair)[:, :, : pair[1] + 1].transpose(0, 2, 1).astype(self.dtype)
        both = (self.tables.two * self.tables.joint.ravel()).astype(self.dtype)
        return (paid.reshape(-1, 2) @ both).reshape(*paid.shape[:2], CELLS)

    def near(self, plays: Array) -> Array:
        """Limits for `callers`, (states, nodes), if these classes play."""
        return self.xp.full(plays.shape[:2], CLASSES)

    def callers(self, jams: Array, limits: Array | None = None) -> Callers:
        """What third callers do, exactly: sums over all triples of classes that are played.

        With ``limits``, edges may be known only for so many of the best classes of each node.
        """
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
        by_kernel = xp is np and self.states <= FEW
        either = self._cells(in_first[:, None] | in_second, is_whole=by_kernel)
        both = self._cells(in_first[:, None] & in_second)
        worth = self._alone(pair)
        pot = _Pot(pair, both, first, second, self._nobody_met(pair, both, jams))
        for cells in self._parts(either, is_whole=by_kernel):
            self._after_two_here(pot, cells, jams, worth)
        into.worth[pair] = worth.reshape(self.states, j + 1, CLASSES, CLASSES)
        self._edges(pot, jams, into)

    def _nobody_met(self, pair: Pair, both: Array, jams: Array) -> list[tuple[Array, Array | None]]:
        """Zeros for what `_Pot.met` has; None for those who never call."""
        found: list[tuple[Array, Array | None]] = []
        for node in self.behind(pair):
            called = self.xp.zeros((self.states, both.size), self.dtype)
            calls = bool((jams[:, self.number[node]] > 0).any())
            shape = (self.states, node.player - pair[1] - 1, both.size)
            found.append((called, self.xp.zeros(shape, self.dtype) if calls else None))
        return found

    def _after_two_here(self, pot: _Pot, cells: Array, jams: Array, worth: Array) -> None:
        """Add what third callers do in some cells to ``worth`` and ``pot.met``."""
        xp, (i, j) = self.xp, pot.pair
        here = xp.zeros((self.states, j + 1, cells.size), self.dtype)
        left = xp.ones((self.states, cells.size), self.dtype)
        ends = xp.asarray([int(cells[0]), int(cells[-1]) + 1])
        start, stop = xp.searchsorted(pot.cells, ends).tolist()
        inner = xp.searchsorted(cells, pot.cells[start:stop])
        for node, (met_called, met_paid) in zip(self.behind(pot.pair), pot.met, strict=True):
            k, calls = node.player, jams[:, self.number[node]]
            if met_paid is None:
                continue
            paid = self._pay(i, j, k)[:, :, :k].transpose(0, 2, 1).astype(self.dtype)
            if node in self.same.is_in:
                called = xp.ones_like(left)
                paid = paid @ self.tables.any_third[:, cells].astype(self.dtype)
            elif xp is np and self.states <= FEW:
                called, paid = self._third_here(calls, pot.first > 0, pot.second > 0, paid)
            else:
                called, paid = self._third(calls, cells, paid)
            here += left[:, None] * paid[:, : j + 1]
            left *= 1 - called
            met_called[:, start:stop] = called[:, inner]
            met_paid[:, :, start:stop] = paid[:, j + 1 :, inner]
        at = slice(int(cells[0]), int(cells[-1]) + 1) if _is_range(cells) else cells
        here *= self.tables.joint.ravel()[at].astype(self.dtype)
        here += left[:, None] * worth[:, :, at]
        worth[:, :, at] = here

    def _cells(self, played: Array, *, is_whole: bool = False) -> Array:
        """The cells that are played, or all if a CPU would copy most of a table for them."""
        found = self.xp.flatnonzero(played)
        if is_whole or (self.xp is np and found.size > MOST * CELLS):
            return np.arange(CELLS)
        return found

    def _parts(self, cells: Array, *, is_whole: bool = False) -> list[Array]:
        """Cells in parts: on a CPU, what is computed for a part should stay in its cache."""
        if cells.size == 0:
            return []
        size = cells.size if is_whole or self.xp is not np else PART
        return [cells[start : start + size] for start in range(0, cells.size, size)]

    def _third(self, calls: Array, cells: Array, paid: Array) -> tuple[Array, Array]:
        """If a third player acts: the probability of a call, and what the others expect from it.

        ``paid`` are the payoffs, (states, players, 6). Returns (states, cells) and (states,
        players, cells).
        """
        used = self.xp.flatnonzero((calls > 0).any(axis=0))
        left = self.xp.flatnonzero((calls < 1).any(axis=0))
        is_rest = left.size < used.size  # what is left of all classes takes fewer sums
        used, calls = (left, 1 - calls) if is_rest else (used, calls)
        rows = (6 * used[:, None] + self.xp.arange(6)).ravel()
        calls = calls[:, used].astype(self.dtype)
        table = _columns(self.tables.three.reshape(-1, CELLS), cells, rows)
        third = _columns(self.tables.third, cells, used)
        orders = calls @ table.reshape(used.size, 6 * cells.size)
        orders = orders.reshape(self.states, 6, cells.size)
        called = calls @ third
        if is_rest:
            every = self.tables.any_third[:, cells].astype(self.dtype)
            orders, called = every - orders, 1 - called
        return called, mixed(paid, orders, self.xp)

    def _third_here(
        self, calls: Array, first: Array, second: Array, paid: Array
    ) -> tuple[Array, Array]:
        """The same in few states on a CPU, in all cells; those that are not played stay 0."""
        called = np.empty((self.states, CLASSES, CLASSES), self.dtype)
        worth = np.empty((self.states, paid.shape[1], CLASSES, CLASSES), self.dtype)
        given = np.ascontiguousarray(calls.astype(self.dtype)), self.tables.three, first, second
        kernels.third(*given, np.ascontiguousarray(paid), called, worth)
        return called.reshape(self.states, CELLS), worth.reshape(self.states, -1, CELLS)

    def _edges(self, pot: _Pot, jams: Array, into: Callers) -> None:
        """What calling is worth to each third caller, and the probabilities of the ends.

        Each part of the tables is taken once for all callers.
        """
        xp, pair = self.xp, pot.pair
        deciding = [one for one in self.behind(pair) if one not in self.same.out | self.same.is_in]
        sums = {
            node: (xp.zeros((self.states, CLASSES * 6)), xp.zeros((self.states, CLASSES)))
            for node in deciding
        }
        start = 0
        for cells in self._parts(pot.cells):
            part = slice(start, start + cells.size)
            self._edges_here(pot, part, sums, into)
            start = part.stop
        for node, (orders, folding) in sums.items():
            chances = orders.reshape(self.states, CLASSES, 6)
            calling = times(chances, self._pay(*pair, node.player)[:, :, node.player], xp)
            into.edges[node] = calling - folding
            into.ends[:, self.rows[*pair, node.player]] = weighted(
                jams[:, self.number[node]], chances, xp
            )

    def _edges_here(
        self, pot: _Pot, part: slice, sums: dict[Node, tuple[Array, Array]], into: Callers
    ) -> None:
        """Add a part of the cells to the sums of those who decide, and to the other ends.

        The sums: how often a third caller meets each order, and what folding pays.
        """
        xp, pair, cells = self.xp, pot.pair, pot.cells[part]
        met = [
            (called[:, part], None if paid is None else paid[:, :, part])
            for called, paid in pot.met
        ]
        reach = pot.first[:, cells // CLASSES] * pot.second[:, cells % CLASSES]
        reach *= self.tables.joint.ravel()[cells]
        reach, two = reach.astype(self.dtype), self.tables.two[:, cells].astype(self.dtype)
        if sums:
            table = _columns(self.tables.three.reshape(-1, CELLS), cells).T
            third = _columns(self.tables.third, cells).T
        for at, node in enumerate(self.behind(pair)):
            if node in self.same.is_in:
                rows = self.rows[*pair, node.player]
                into.ends[:, rows] += reach @ self.tables.any_third[:, cells].T.astype(self.dtype)
            elif node in sums:
                paid, rest = xp.zeros_like(reach), xp.ones_like(reach)
                for called, later in met[at + 1 :]:
                    if later is not None:
                        paid += rest * later[:, at]
                        rest = rest * (1 - called)
                paid += rest * (self._pay(*pair)[:, :, node.player].astype(self.dtype) @ two)
                orders, folding = sums[node]
                orders += reach @ table
                folding += (reach * paid) @ third
            reach = reach * (1 - met[at][0])
        into.ends[:, self.rows[pair]] += reach @ two.T

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
        walk = self.centred[:, 0].copy()  # what everybody expects if all fold to a player
        for i in range(last - 1, -1, -1):
            worth = xp.repeat(self._pay(i).transpose(0, 2, 1), CLASSES, axis=2)
            for j in range(last, i, -1):
                node = Node(j, (i,))
                first, second = alone[i, j], jams[:, self.number[node]]
                folding = (first * worth[:, j]) @ tables.joint
                if self.same.is_squeeze and j == last - 1:
                    third = Node(last, (i, j))
                    found[:, self.number[third]], jammed = self._squeeze(
                        i, first, jams[:, self.number[third]]
                    )
                    calling = folding  # the small blind does not decide
                elif j < last:
                    calling = callers.calling((i, j), first, xp)
                    jammed = callers.jammed((i, j), second, xp) / tables.dealt
                else:
                    calling, jammed = self._heads_up(i, first, second)
                found[:, self.number[node]] = calling - folding
                worth = jammed + folds[i, j][:, None] * worth[:, : j + 1]
            dealt = unopened[i][:, None] * tables.dealt
            found[:, self.number[Node(i)]] = dealt * (worth[:, i] - walk[:, i][:, None])
            weights = tables.dealt * jams[:, self.number[Node(i)]]
            opened = times(worth[:, : i + 1], weights, xp)
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

    def _squeeze(self, i: int, first: Array, calls: Array) -> tuple[Array, Array]:
        """The small blind is in with any class: the big blind's edge, and what the others expect.

        The players up to the small blind, by the first player's class, (states, players, 169).
        """
        last, tables = self.players - 1, self.tables
        edge, jammed = 0.0, 0.0
        weights = first * tables.dealt
        for sign, wins, paid, plays in (
            (1, tables.any_second, self._pay(i, last - 1, last), calls),
            (-1, tables.fold_any_second, self._pay(i, last - 1), 1 - calls),
        ):
            for order, win in enumerate(wins):
                edge = edge + sign * paid[:, order, last, None] * (weights @ win)
                jammed = jammed + paid[:, order, :last, None] * (plays @ win.T)[:, None]
        return edge, jammed


def _is_range(cells: Array) -> bool:
    """Whether cells, in order, follow each other without a gap."""
    return int(cells[-1]) - int(cells[0]) + 1 == int(cells.size)


def _columns(table: Array, cells: Array, rows: Array | slice = slice(None)) -> Array:
    """Some cells of some rows of a table; no copy if all rows, and cells without a gap."""
    if _is_range(cells):
        return table[:, int(cells[0]) : int(cells[-1]) + 1][rows]
    return table.take(cells, axis=1) if isinstance(rows, slice) else table[rows[:, None], cells]


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
