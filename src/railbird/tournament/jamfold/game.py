"""The jam-or-fold hand as a game for `railbird.equilibrium`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.equilibrium import OneDecision, Place, Strategy
from railbird.tournament.jamfold.callers import AfterTwo, ThirdCallers
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.many_all_in import ManyAllIn, SampledDeals, sampled_deals
from railbird.tournament.jamfold.rules import MOST_ALL_IN, JamRules, Node, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES, two_way

Floats = npt.NDArray[np.float64]
ByPair = dict[tuple[int, int], Floats]
FOLD, JAM = 0, 1


LEAST_OPENED = 0.01
"""Solvers take what follows the folds of all before a player for at least as likely as this, and so
the fold of a player who always calls."""


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
    met
        ``values`` for a solver, which also has to answer where nobody gets to. A player who always
        calls folds as well, whatever the cards, and all before somebody fold, with a probability of
        at least `LEAST_OPENED`.
    opened
        For each player, the probability that all before fold.
    firsts
        For each pair, the probability that the first jams and everybody between folds if all before
        folded, given the first class, (169,); as in ``met``.
    after_two
        For each pair of players behind whom somebody may call, the outcome.
    """

    utilities: Floats
    values: dict[Node, Floats] = field(repr=False)
    reaches: dict[Node, Floats] = field(repr=False)
    met: dict[Node, Floats] = field(repr=False)
    opened: dict[int, float] = field(repr=False)
    firsts: ByPair = field(repr=False)
    after_two: dict[tuple[int, int], AfterTwo] = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class _Jam:
    """What a first jam meets: see `Evaluation`; ``beyond`` are nodes that nobody gets to."""

    firsts: ByPair
    folds: dict[int, Floats]
    beyond: set[Node] = field(default_factory=set)
    values: dict[Node, Floats] = field(default_factory=dict)
    reaches: dict[Node, Floats] = field(default_factory=dict)


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
    opens
        Only these players can be the first to jam; by default, everybody can.

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
    class depends only on the classes of those who are all in. In particular, what follows if all
    before a player fold is a game of its own, whatever they had: it has an equilibrium even if one
    of them never folds.

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
        opens: Sequence[int] | None = None,
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
        self._showdowns = _two_way_orders()
        self.many: ManyAllIn | None = None
        if self.most_all_in > MOST_ALL_IN:
            if deals is None:
                deals = sampled_deals(rules.players, rules.most_all_in)
            self.many = ManyAllIn(rules.players, rules.most_all_in, self.payoffs, deals)
        can_open = [p for p in range(rules.players - 1) if p not in rules.folded]
        self.opens = tuple(p for p in can_open if opens is None or p in opens)
        self.nodes = tuple(n for n in nodes if n.opener in self.opens and n not in self.fixed)
        self.places = tuple(Place(node.player, CLASSES, 2) for node in self.nodes)
        self._callers = self._third()
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
        dealt, utilities = two_way().dealt, self.payoffs[()][:, 0]
        opened: dict[int, float] = {}
        unopened = 1.0
        for i in self.opens:
            opened[i] = unopened
            unopened *= float(dealt @ (1 - jams[Node(i)]))
        after = {i: self._forward(i, jams) for i in self.opens}
        firsts = {pair: first for jam in after.values() for pair, first in jam.firsts.items()}
        after_two = self._callers.outcomes(firsts, jams) if known is None else known.after_two
        found = Evaluation(utilities, {}, {}, {}, opened, firsts, after_two)
        for i in reversed(self.opens):
            jam = after[i]
            worth = self._backward(i, jams, jam, after_two)
            own = np.stack([np.full(CLASSES, utilities[i]), worth[i]], axis=1)
            jam.values[Node(i)] = dealt[:, None] * own
            jam.reaches[Node(i)] = dealt
            is_possible = not any(p < i for p in self.rules.in_by_posting)
            weight = is_possible * max(opened[i], LEAST_OPENED)
            for node, values in jam.values.items():
                is_met = node not in jam.beyond
                found.values[node] = opened[i] * is_met * values
                found.reaches[node] = opened[i] * is_met * jam.reaches[node]
                found.met[node] = weight * (1.0 if is_met else LEAST_OPENED) * values
            opens = jams[Node(i)]
            utilities = worth @ (dealt * opens) + float(dealt @ (1 - opens)) * utilities
        return replace(found, utilities=utilities)

    def _forward(self, i: int, jams: dict[Node, Floats]) -> _Jam:
        """The probability of each node behind a first jam."""
        two, found = two_way(), _Jam({}, {})
        alone, is_beyond = jams[Node(i)], False
        for j in range(i + 1, self.players):
            node = Node(j, (i,))
            found.firsts[i, j] = alone
            found.folds[j] = two.given @ (1 - jams[node])
            found.reaches[node] = alone @ two.joint
            if is_beyond:
                found.beyond.update([node, *(Node(k, (i, j)) for k in range(j + 1, self.players))])
            if (jams[node] == 1).all() and j not in self.rules.in_by_posting:
                is_beyond = True
            else:
                alone = alone * found.folds[j]
        return found

    def _backward(
        self,
        i: int,
        jams: dict[Node, Floats],
        jam: _Jam,
        after_two: dict[tuple[int, int], AfterTwo],
    ) -> Floats:
        """What a first jam is worth to everybody by its class, (players, 169); adds the values."""
        two = two_way()
        worth = np.repeat(self.payoffs[i,], CLASSES, axis=1)
        for j in range(self.players - 1, i, -1):
            node, first = Node(j, (i,)), jam.firsts[i, j]
            here = np.empty((CLASSES, 2))
            here[:, FOLD] = (first * worth[j]) @ two.joint
            if (i, j) in after_two:
                found = after_two[i, j]
                here[:, JAM] = (first * two.dealt) @ found.worth[j]
                jammed = found.worth @ jams[node]
                jam.values.update(found.values)
                jam.reaches.update(found.reaches)
                jam.beyond.update(found.beyond)
            else:
                given, joint = self._showdowns
                here[:, JAM] = self.payoffs[i, j][j] @ (first @ joint)
                jammed = self.payoffs[i, j] @ (given @ jams[node])
            jam.values[node] = here
            worth = jammed + jam.folds[j] * worth
        return worth

    def _third(self) -> ThirdCallers:
        """The players who may be third."""
        behind = []
        for i, j in combinations(range(self.players - 1), 2):
            nodes = [Node(k, (i, j)) for k in range(j + 1, self.players)]
            forced_in = any(node in self.fixed and self.fixed[node].any() for node in nodes)
            can_call = self.most_all_in >= MOST_ALL_IN or forced_in
            if can_call and i in self.opens and j not in self.rules.folded:
                behind.append(nodes)
        return ThirdCallers(behind, self.payoffs, self.many, self.rules.in_by_posting)

    def sampling_error(self, strategy: Strategy) -> Floats:
        """Standard errors of the utilities that come from sampled deals; 0 if there are none."""
        if self.many is None:
            return np.zeros(self.players)
        jams, found = self.jams(strategy), self.evaluate(strategy)
        by_deal = np.zeros((len(self.many.deals.classes), self.players))
        for pair, after in found.after_two.items():
            if found.reaches[Node(pair[1], pair[:1])].any():
                values = {node: value.copy() for node, value in after.values.items()}
                first = found.opened[pair[0]] * found.firsts[pair]
                self.many.add_values(
                    pair, first, jams, asked=after.asked, values=values, by_deal=by_deal
                )
        return np.asarray(np.sqrt((by_deal**2).sum(axis=0)))


def _two_way_orders() -> tuple[Floats, Floats]:
    """Probabilities of the three outcomes and the second class given the first, and of all."""
    two = two_way()
    by_order = np.moveaxis(two.outcomes, 2, 0)
    return np.ascontiguousarray(by_order * two.given), np.ascontiguousarray(by_order * two.joint)
