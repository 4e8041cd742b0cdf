"""The jam-or-fold hand as a game for `railbird.equilibrium`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, thread_count
from railbird.equilibrium import OneDecision, Place, Strategy
from railbird.tournament.jamfold import _showdown_kernels as kernels
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.many_all_in import ManyAllIn, SampledDeals, sampled_deals
from railbird.tournament.jamfold.rules import MOST_ALL_IN, JamRules, Node, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES, renamed_orders, three_way_rows, two_way

Floats = npt.NDArray[np.float64]
ByPair = dict[tuple[int, int], Floats]
FOLD, JAM = 0, 1
ORDERS = kernels.ORDERS

_ACB, _BCA = renamed_orders((0, 2, 1)), renamed_orders((1, 2, 0))


@dataclass(frozen=True, slots=True, eq=False)
class AfterTwo:
    """The outcome of two jams, given the strategies of the callers.

    Parameters
    ----------
    worth
        Expected payoff of each player by the first and the second class, times the probability of
        the second class given the first, (players, 169, 169). Where neither class jams, which
        matters to nobody, it is that of two players alone.
    values, reaches
        Values and reaches of the callers, as in `Evaluation`.
    asked
        Probabilities that each caller is to act, by the two classes; empty if at most three can be
        all in.
    """

    worth: Floats
    values: dict[Node, Floats]
    reaches: dict[Node, Floats]
    asked: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """The outcome of a strategy of all players.

    Parameters
    ----------
    utilities
        Expected payoff of each player.
    values
        For each node, counterfactual values of folding and jamming, (169, 2).
    reaches
        For each node, the probability that the others and the deal bring each class there, (169,).
    after_two
        For each pair of players behind whom somebody may call, the outcome.
    """

    utilities: Floats
    values: dict[Node, Floats] = field(repr=False)
    reaches: dict[Node, Floats] = field(repr=False)
    after_two: dict[tuple[int, int], AfterTwo] = field(repr=False)


class JamFold(OneDecision):
    """One hand in which everybody jams or folds, with at most three all in or as the rules say.

    Parameters
    ----------
    rules
        Stacks, blinds and prizes.
    payoffs
        What everybody gets at each end, by who is all in: see `railbird.tournament.jamfold.ends`.
    locks
        Nodes at which the player does not choose: probabilities of jamming for the 169 classes.
    most_all_in
        A lower limit than in the rules, for a simpler hand; 2 is solved in a moment.
    deals
        Deals for showdowns of four and more; by default those of seed 0.

    Attributes
    ----------
    nodes : tuple of Node
        The decisions; one place for each, with the actions fold and jam.
    fixed : dict
        The probabilities of jamming where players do not decide.
    many : ManyAllIn or None
        The sampled part, if more than three can be all in.

    Notes
    -----
    Players get their cards when they act, and cards of those who fold go back into the deck. So a
    class depends only on the classes of those who are all in. With two all in of classes a and b
    and a third player to act, this takes a sum over 169³ triples for 13 orders. Most of these have
    probability 0 once players fold most classes; the kernel skips them.

    Examples
    --------
    >>> from railbird.equilibrium import solve
    >>> from railbird.tournament.equity.models import CHIPS
    >>> from railbird.tournament.jamfold.ends import payoffs_by_model
    >>> rules = JamRules((10, 10), (0.5, 1))
    >>> game = JamFold(rules, payoffs_by_model(rules, CHIPS))
    >>> found = solve(game, epsilon=1e-6)
    >>> (found.values - 10).round(5)
    array([-0.04537,  0.04537])
    """

    def __init__(
        self,
        rules: JamRules,
        payoffs: Payoffs,
        *,
        locks: Mapping[Node, npt.ArrayLike] | None = None,
        most_all_in: int | None = None,
        deals: SampledDeals | None = None,
    ) -> None:
        self.rules = rules
        self.most_all_in = rules.most_all_in if most_all_in is None else most_all_in
        self.players = rules.players
        self.payoffs = dict(payoffs)
        self.fixed: dict[Node, Floats] = {}
        nodes = all_nodes(rules.players, rules.most_all_in)
        for node in nodes:
            forced = rules.forced(node)
            if forced is None and len(node.jammed) >= self.most_all_in:
                forced = 0.0
            if forced is not None:
                self.fixed[node] = np.full(CLASSES, forced)
            elif locks and node in locks:
                self.fixed[node] = np.array(locks[node], dtype=np.float64)
        self.nodes = tuple(node for node in nodes if node not in self.fixed)
        self.places = tuple(Place(node.player, CLASSES, 2) for node in self.nodes)
        self._showdowns = _two_way_orders()
        self.many: ManyAllIn | None = None
        if self.most_all_in > MOST_ALL_IN:
            if deals is None:
                deals = sampled_deals(rules.players, rules.most_all_in)
            self.many = ManyAllIn(rules.players, rules.most_all_in, self.payoffs, deals)
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
        """Probabilities of jamming at all nodes, including those without a decision."""
        chosen = {node: array[:, JAM] for node, array in zip(self.nodes, strategy, strict=True)}
        return chosen | self.fixed

    def evaluate(self, strategy: Strategy) -> Evaluation:
        """Values at all nodes in one pass; the last result is cached."""
        arrays = [np.asarray(array) for array in strategy]
        if self._last is not None:
            known, found = self._last
            if all(map(np.array_equal, known, arrays)):
                return found
        found = self._evaluate(self.jams(arrays))
        self._last = ([array.copy() for array in arrays], found)
        return found

    def evaluate_near(self, strategy: Strategy, known: Evaluation) -> Evaluation:
        """Values if third callers play, and meet, the same as in ``known``.

        With the strategies of third callers given, the hand is one for two, which takes about a
        fiftieth of the time to evaluate. This leaves something out: the callers' own values are
        those of ``known``, and a pair of classes of which neither jammed there is assumed to meet
        no caller.
        """
        return self._evaluate(self.jams(strategy), known)

    def _evaluate(self, jams: dict[Node, Floats], known: Evaluation | None = None) -> Evaluation:
        """Values of all nodes; values and strategies of third callers come from ``known``."""
        two, last = two_way(), self.players - 1
        values: dict[Node, Floats] = {}
        firsts, folds, reaches = self._firsts(jams)
        after_two = self._after_two(firsts, jams) if known is None else known.after_two
        # backward: the value of each node to everybody
        unopened_worth = self.payoffs[()][:, 0]
        for i in range(last - 1, -1, -1):
            if i in self.rules.folded:
                continue
            worth = np.repeat(self.payoffs[i,], CLASSES, axis=1)
            for j in range(last, i, -1):
                node, first = Node(j, (i,)), firsts[i, j]
                here = np.empty((CLASSES, 2))
                here[:, FOLD] = (first * worth[j]) @ two.joint
                if (i, j) in after_two:
                    found = after_two[i, j]
                    here[:, JAM] = (first * two.dealt) @ found.worth[j]
                    jammed = found.worth @ jams[node]
                    values |= found.values
                    reaches |= found.reaches
                else:
                    given, joint = self._showdowns
                    here[:, JAM] = self.payoffs[i, j][j] @ (first @ joint)
                    jammed = self.payoffs[i, j] @ (given @ jams[node])
                values[node] = here
                worth = jammed + folds[i, j] * worth
            here = np.empty((CLASSES, 2))
            here[:, FOLD] = reaches[Node(i)] * unopened_worth[i]
            here[:, JAM] = reaches[Node(i)] * worth[i]
            values[Node(i)] = here
            weights = two.dealt * jams[Node(i)]
            unopened_worth = worth @ weights + (1 - weights.sum()) * unopened_worth
        return Evaluation(unopened_worth, values, reaches, after_two)

    def _firsts(self, jams: dict[Node, Floats]) -> tuple[ByPair, ByPair, dict[Node, Floats]]:
        """Forward: the probability of each node before the third jam.

        For each pair: the probability that all fold to the first, who jams, and all fold to the
        second; and the probability that the second folds. Both are given the first class.
        """
        two = two_way()
        firsts: ByPair = {}
        folds: ByPair = {}
        reaches: dict[Node, Floats] = {}
        unopened = 1.0
        for i in range(self.players - 1):
            if i in self.rules.folded:
                continue
            jam = jams[Node(i)]
            reaches[Node(i)] = unopened * two.dealt
            alone = unopened * jam
            for j in range(i + 1, self.players):
                firsts[i, j] = alone
                folds[i, j] = 1 - two.given @ jams[Node(j, (i,))]
                reaches[Node(j, (i,))] = alone @ two.joint
                alone = alone * folds[i, j]
            unopened *= 1 - float(two.dealt @ jam)
        return firsts, folds, reaches

    def _callers(self, pair: tuple[int, int]) -> list[Node]:
        """The players who may be the third all in."""
        if pair[1] in self.rules.folded:
            return []
        nodes = [Node(k, pair) for k in range(pair[1] + 1, self.players)]
        forced_in = any(node in self.fixed and self.fixed[node].any() for node in nodes)
        return nodes if self.most_all_in >= MOST_ALL_IN or forced_in else []

    def _after_two(
        self, firsts: ByPair, jams: dict[Node, Floats]
    ) -> dict[tuple[int, int], AfterTwo]:
        """The value of the second jam, for all pairs behind whom somebody may call, in threads."""
        threads = thread_count()
        pairs = [pair for pair in firsts if self._callers(pair)]
        empty = map_threads(lambda pair: self._empty(pair, jams), pairs)
        sums = dict(zip(pairs, empty, strict=True))

        def add(task: tuple[tuple[int, int], int]) -> tuple[Floats, Floats]:
            pair, start = task
            return self._third(pair, firsts[pair], jams, sums[pair], part=(start, threads))

        tasks = [(pair, start) for pair in sums for start in range(threads)]
        if tasks:
            three_way_rows()  # made before, once: not by every thread
        for (pair, _), (by_third, folds) in zip(tasks, map_threads(add, tasks), strict=True):
            sums[pair].by_third[:] += by_third
            sums[pair].folds[:] += folds

        def complete(pair: tuple[int, int]) -> AfterTwo:
            return self._complete(pair, firsts[pair], jams, sums[pair])

        return dict(zip(sums, map_threads(complete, sums), strict=True))

    def _empty(self, pair: tuple[int, int], jams: dict[Node, Floats]) -> _AfterTwoSums:
        """The arrays that the kernel adds to, and its input from deals to more than three."""
        callers = self._callers(pair)
        outcomes = np.ascontiguousarray(two_way().outcomes.reshape(-1, 3).T)
        worth = self.payoffs[pair] @ outcomes  # if nobody calls
        cells = 0 if self.many is None else CLASSES * CLASSES
        more = np.zeros((len(callers), self.players, 0))
        return _AfterTwoSums(
            worth=worth,
            more=more if self.many is None else self.many.more(pair, jams),
            asked=np.ones((len(callers), cells)),
            by_third=np.zeros((len(callers), CLASSES * kernels.LANES)),
            folds=np.zeros((len(callers), CLASSES)),
        )

    def _complete(
        self, pair: tuple[int, int], first: Floats, jams: dict[Node, Floats], sums: _AfterTwoSums
    ) -> AfterTwo:
        worth = sums.worth.reshape(self.players, CLASSES, CLASSES)
        worth *= two_way().given
        found = AfterTwo(worth, {}, {}, sums.asked)
        for k, caller in enumerate(self._callers(pair)):
            end = self.payoffs[*pair, caller.player][caller.player]
            lanes = sums.by_third[k].reshape(CLASSES, kernels.LANES)
            found.values[caller] = np.stack([sums.folds[k], lanes[:, :ORDERS] @ end], axis=1)
            found.reaches[caller] = lanes[:, kernels.DEALT]
        if self.many is not None:
            self.many.add_values(
                pair, first, jams, asked=sums.asked, values=found.values, reaches=found.reaches
            )
        return found

    def _third(
        self,
        pair: tuple[int, int],
        first: Floats,
        jams: dict[Node, Floats],
        sums: _AfterTwoSums,
        *,
        part: tuple[int, int],
    ) -> tuple[Floats, Floats]:
        """Run the kernel for one pair, over part of the classes: the first class and the step.

        It goes through the first player's classes for all of the second's, then through the
        second's for those of the first that never jam: these also need the value of a jam.
        """
        two, three = two_way(), three_way_rows()
        callers = self._callers(pair)
        second = jams[Node(pair[1], pair[:1])]
        calls = np.stack([jams[caller] for caller in callers])
        seats = np.array([caller.player for caller in callers])
        pay2 = self.payoffs[pair]
        pay3 = np.stack([self.payoffs[*pair, caller.player] for caller in callers])
        by_third, folds = np.zeros_like(sums.by_third), np.zeros_like(sums.folds)
        nothing = np.zeros(CLASSES, dtype=np.bool_)
        for rows, columns, is_known, three_orders, two_orders, strides in (
            (first, second, nothing, _ACB, (0, 1, 2), (CLASSES, 1)),
            (second, np.zeros(CLASSES), first > 0, _BCA, (1, 0, 2), (1, CLASSES)),
        ):
            kernels.after_two(
                three.rows, three.dealt, two.joint, two.outcomes, rows, columns, is_known, calls,
                np.ascontiguousarray(pay3[:, :, three_orders].transpose(0, 2, 1)),
                np.ascontiguousarray(pay2[:, two_orders]), seats, sums.more, strides, *part,
                sums.worth, by_third, folds, sums.asked,
            )  # fmt: skip
        return by_third, folds

    def sampling_error(self, strategy: Strategy) -> Floats:
        """Standard errors of the utilities that come from sampled deals; 0 if there are none."""
        if self.many is None:
            return np.zeros(self.players)
        jams, after_two = self.jams(strategy), self.evaluate(strategy).after_two
        by_deal = np.zeros((len(self.many.deals.classes), self.players))
        for pair, first in self._firsts(jams)[0].items():
            if pair in after_two:
                found = after_two[pair]
                values = {node: value.copy() for node, value in found.values.items()}
                self.many.add_values(
                    pair, first, jams, asked=found.asked, values=values, by_deal=by_deal
                )
        return np.asarray(np.sqrt((by_deal**2).sum(axis=0)))


class _AfterTwoSums(NamedTuple):
    """See `_showdown_kernels.after_two`."""

    worth: Floats
    more: Floats
    asked: Floats
    by_third: Floats
    folds: Floats


def _two_way_orders() -> tuple[Floats, Floats]:
    """Probabilities of the three outcomes and the second class given the first, and of all."""
    two = two_way()
    by_order = np.moveaxis(two.outcomes, 2, 0)
    return np.ascontiguousarray(by_order * two.given), np.ascontiguousarray(by_order * two.joint)
