"""The jam-or-fold hand as a game for `railbird.equilibrium`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird._threads import map_threads, thread_count
from railbird.equilibrium import OneDecision, Place, Strategy
from railbird.tournament import _showdown_kernels as kernels
from railbird.tournament.jamfold_rules import MOST_ALL_IN, JamRules, Node, all_nodes
from railbird.tournament.showdowns import CLASSES, renamed_orders, three_way_rows, two_way

Floats = npt.NDArray[np.float64]
FOLD, JAM = 0, 1
ORDERS = kernels.ORDERS

_ACB, _BCA = renamed_orders((0, 2, 1)), renamed_orders((1, 2, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What a strategy of all players leads to.

    Parameters
    ----------
    utilities
        Expected payoff of each player.
    values
        For each node counterfactual values of folding and jamming, (169, 2).
    reaches
        For each node the probability that the others, and the deal, bring each class there, (169,).
    """

    utilities: Floats
    values: dict[Node, Floats] = field(repr=False)
    reaches: dict[Node, Floats] = field(repr=False)


class JamFold(OneDecision):
    """One hand in which everybody jams or folds, at most three all in.

    Parameters
    ----------
    rules
        Stacks, blinds and prizes.
    locks
        Nodes at which the player does not choose: probabilities of jamming for the 169 classes.
    most_all_in
        3, or 2 for a simpler hand that is solved in a moment.

    Attributes
    ----------
    nodes : tuple of Node
        Where players decide; one place for each, actions fold and jam.
    fixed : dict
        The probabilities of jamming where they do not.
    payoffs : dict
        See `JamRules.payoffs`.

    Notes
    -----
    Players get their cards when they act, and cards of those who fold go back into the deck, so a
    class depends on the classes of those who are all in only. With two all in of classes a and b
    and a third player to act this takes a sum over 169³ triples for 13 orders, of which most have
    probability 0 once players fold most classes; the kernel passes over these.

    Examples
    --------
    >>> from railbird.equilibrium import solve
    >>> game = JamFold(JamRules((10, 10), (0.5, 1)))
    >>> found = solve(game, epsilon=1e-6)
    >>> (found.values - 10).round(5)
    array([-0.04537,  0.04537])
    """

    def __init__(
        self,
        rules: JamRules,
        *,
        locks: Mapping[Node, npt.ArrayLike] | None = None,
        most_all_in: int = MOST_ALL_IN,
    ) -> None:
        self.rules = rules
        self.most_all_in = most_all_in
        self.players = rules.players
        self.payoffs = rules.payoffs()
        self.fixed: dict[Node, Floats] = {}
        for node in all_nodes(rules.players):
            forced = rules.forced(node)
            if forced is None and len(node.jammed) == most_all_in:
                forced = 0.0
            if forced is not None:
                self.fixed[node] = np.full(CLASSES, forced)
            elif locks and node in locks:
                self.fixed[node] = np.array(locks[node], dtype=np.float64)
        self.nodes = tuple(node for node in all_nodes(rules.players) if node not in self.fixed)
        self.places = tuple(Place(node.player, CLASSES, 2) for node in self.nodes)
        self._showdowns = _two_way_orders()
        self._last: tuple[list[Floats], Evaluation] | None = None

    def __repr__(self) -> str:
        return f"JamFold({self.players} players, {len(self.nodes)} decisions)"

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """See `Game.values`."""
        values = self.evaluate(strategy).values
        return [values[node] for node in self.nodes if node.player == player]

    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""
        return self.evaluate(strategy).utilities

    def jams(self, strategy: Strategy) -> dict[Node, Floats]:
        """Probabilities of jamming at all nodes, those without a decision too."""
        chosen = {node: array[:, JAM] for node, array in zip(self.nodes, strategy, strict=True)}
        return chosen | self.fixed

    def evaluate(self, strategy: Strategy) -> Evaluation:
        """Values at all nodes in one pass; the last one is kept."""
        arrays = [np.asarray(array) for array in strategy]
        if self._last is not None:
            known, found = self._last
            if all(map(np.array_equal, known, arrays)):
                return found
        found = self._evaluate(self.jams(arrays))
        self._last = ([array.copy() for array in arrays], found)
        return found

    def _evaluate(self, jams: dict[Node, Floats]) -> Evaluation:
        two, players, last = two_way(), self.players, self.players - 1
        values: dict[Node, Floats] = {}
        reaches: dict[Node, Floats] = {}
        # forward: how likely each node is
        unopened = 1.0
        firsts: dict[tuple[int, int], Floats] = {}
        folds: dict[tuple[int, int], Floats] = {}
        for i in range(last):
            jam = jams[Node(i)]
            reaches[Node(i)] = unopened * two.dealt
            alone = unopened * jam
            for j in range(i + 1, players):
                firsts[i, j] = alone
                folds[i, j] = 1 - two.given @ jams[Node(j, (i,))]
                reaches[Node(j, (i,))] = alone @ two.joint
                alone = alone * folds[i, j]
            unopened *= 1 - float(two.dealt @ jam)
        sums = self._three_way(firsts, jams)
        pairs = {
            pair: self._pair(pair, first, jams, sums.get(pair), values, reaches)
            for pair, first in firsts.items()
        }
        # backward: what each node is worth to everybody
        unopened_worth = self.payoffs[()][:, 0]
        for i in range(last - 1, -1, -1):
            worth = np.repeat(self.payoffs[i,], CLASSES, axis=1)
            for j in range(last, i, -1):
                node = Node(j, (i,))
                values[node][:, FOLD] = (firsts[i, j] * worth[j]) @ two.joint
                worth = pairs[i, j] + folds[i, j] * worth
            here = np.empty((CLASSES, 2))
            here[:, FOLD] = reaches[Node(i)] * unopened_worth[i]
            here[:, JAM] = reaches[Node(i)] * worth[i]
            values[Node(i)] = here
            weights = two.dealt * jams[Node(i)]
            unopened_worth = worth @ weights + (1 - weights.sum()) * unopened_worth
        return Evaluation(unopened_worth, values, reaches)

    def _pair(
        self,
        pair: tuple[int, int],
        first: Floats,
        jams: dict[Node, Floats],
        sums: list[Floats] | None,
        values: dict[Node, Floats],
        reaches: dict[Node, Floats],
    ) -> Floats:
        """Two all in: what the second jam brings everybody, given the first class, (players, 169).

        The second player's jam and what comes later are written into ``values`` and ``reaches``.
        """
        i, j = pair
        node = Node(j, (i,))
        paid = self.payoffs[pair]
        values[node] = np.empty((CLASSES, 2))
        if sums is None:
            given, joint = self._showdowns
            values[node][:, JAM] = paid[j] @ (first @ joint)
            return np.asarray(paid @ (given @ jams[node]))
        by_first, by_second, by_third, folds = sums
        worth = paid @ by_first[-1, :, :3].T
        jam = by_second[-1, :, :3] @ paid[j]
        for k, caller in enumerate(self._callers(pair)):
            end = self.payoffs[i, j, caller.player]
            worth += end[:, _BCA] @ by_first[k, :, :ORDERS].T
            jam += by_second[k, :, :ORDERS] @ end[j, _ACB]
            call = by_third[k, :, :ORDERS] @ end[caller.player]
            values[caller] = np.stack([folds[k], call], axis=1)
            reaches[caller] = by_third[k, :, kernels.DEALT]
        values[node][:, JAM] = jam
        return np.asarray(worth)

    def _callers(self, pair: tuple[int, int]) -> list[Node]:
        """Who may be the third one all in."""
        nodes = [Node(k, pair) for k in range(pair[1] + 1, self.players)]
        forced_in = any(node in self.fixed and self.fixed[node].any() for node in nodes)
        return nodes if self.most_all_in == MOST_ALL_IN or forced_in else []

    def _three_way(
        self, firsts: dict[tuple[int, int], Floats], jams: dict[Node, Floats]
    ) -> dict[tuple[int, int], list[Floats]]:
        """The sums of the kernels for all pairs after whom somebody may call, by threads."""
        pairs = [pair for pair in firsts if self._callers(pair)]
        threads = thread_count()

        def add(task: tuple[tuple[int, int], int]) -> list[Floats]:
            pair, start = task
            return self._sums(pair, firsts[pair], jams, start, threads)

        tasks = [(pair, start) for pair in pairs for start in range(threads)]
        found: dict[tuple[int, int], list[Floats]] = {}
        for (pair, _), part in zip(tasks, map_threads(add, tasks), strict=True):
            known = found.get(pair)
            found[pair] = part if known is None else list(map(np.add, known, part))
        return found

    def _sums(
        self,
        pair: tuple[int, int],
        first: Floats,
        jams: dict[Node, Floats],
        start: int,
        step: int,
    ) -> list[Floats]:
        """What the kernels add up for one pair, over every ``step``-th class."""
        two, three = two_way(), three_way_rows()
        callers = self._callers(pair)
        second = jams[Node(pair[1], pair[:1])]
        calls = np.stack([jams[caller] for caller in callers])
        later = slice(pair[1] + 1, None)
        pay3 = np.stack([self.payoffs[*pair, node.player][later, _ACB] for node in callers])
        pay2 = np.ascontiguousarray(self.payoffs[pair][later])
        rows = (len(callers) + 1, len(callers) + 1, len(callers))
        by_first, by_second, by_third = (np.zeros((n, CLASSES * kernels.LANES)) for n in rows)
        folds = np.zeros((len(callers), CLASSES))
        kernels.by_first_class(
            three.rows, two.dealt, two.given, two.joint, two.outcomes,
            second, calls, start, step, by_first,
        )  # fmt: skip
        kernels.by_second_and_third(
            three.rows, three.dealt, two.joint, two.outcomes,
            first, second, calls, pay3, pay2, start, step, by_second, by_third, folds,
        )  # fmt: skip
        lanes = [
            array.reshape(len(array), CLASSES, -1) for array in (by_first, by_second, by_third)
        ]
        return [*lanes, folds]


def _two_way_orders() -> tuple[Floats, Floats]:
    """Probabilities of the three outcomes and the second class given the first, and of all."""
    two = two_way()
    by_order = np.moveaxis(two.outcomes, 2, 0)
    return np.ascontiguousarray(by_order * two.given), np.ascontiguousarray(by_order * two.joint)
