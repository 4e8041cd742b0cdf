"""The jam-or-fold hand as a game for `railbird.equilibrium`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from railbird.equilibrium import OneDecision, Place, Strategy
from railbird.tournament.jamfold.callers import AfterTwo, Callers
from railbird.tournament.jamfold.ends import Payoffs
from railbird.tournament.jamfold.many_all_in import ManyAllIn, SampledDeals, sampled_deals
from railbird.tournament.jamfold.rules import MOST_ALL_IN, JamRules, Node, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES, two_way

Floats = npt.NDArray[np.float64]
ByPair = dict[tuple[int, int], Floats]
FOLD, JAM = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class AfterJam:
    """The outcome of a first jam, given that all before have folded.

    Parameters
    ----------
    worth
        Expected payoff of each player by the class that jams, (players, 169).
    values, reaches
        Values and reaches of those behind, as in `Evaluation`.
    beyond
        Decisions that nobody gets to, because a player before them always calls. Their values are
        for the case that this player folds, whatever the cards.
    firsts
        For each second player, the probability that the first jams and everybody between folds.
    after_two
        For each pair of players behind whom somebody may call, the outcome.
    """

    worth: Floats
    values: dict[Node, Floats]
    reaches: dict[Node, Floats]
    beyond: frozenset[Node]
    firsts: ByPair
    after_two: dict[tuple[int, int], AfterTwo]


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
    beyond
        Values of nodes that nobody gets to, because a player before them always calls, for the case
        that this player folds. In ``values`` they are 0.
    opened
        For each player, the probability that all before fold.
    after_jam
        For each player, the outcome of their being the first to jam.
    """

    utilities: Floats
    values: dict[Node, Floats] = field(repr=False)
    reaches: dict[Node, Floats] = field(repr=False)
    beyond: dict[Node, Floats] = field(repr=False)
    opened: dict[int, float] = field(repr=False)
    after_jam: dict[int, AfterJam] = field(repr=False)


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
    otherwise
        What everybody gets if none of them jams; by default, the big blind wins.

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
    class depends only on the classes of those who are all in. In particular, what happens if a
    player does not open does not depend on their cards: `part` is a game of its own.

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
        otherwise: Floats | None = None,
    ) -> None:
        self.rules = rules
        self.most_all_in = rules.most_all_in if most_all_in is None else most_all_in
        self.players = rules.players
        self.payoffs = dict(payoffs)
        self.fixed: dict[Node, Floats] = {}
        for node in all_nodes(rules.players, rules.most_all_in):
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
        self._is_part = False
        self._callers: dict[int, Callers] = {}
        self._known: dict[int, list[tuple[list[Floats], AfterJam]]] = {}
        can_open = [p for p in range(rules.players - 1) if p not in rules.folded]
        self._play(
            can_open if opens is None else sorted(set(can_open).intersection(opens)),
            self.payoffs[()][:, 0] if otherwise is None else otherwise,
        )

    def _play(self, opens: Sequence[int], otherwise: Floats) -> None:
        """Set who can open, and what everybody gets if nobody does."""
        self.opens, self.otherwise = tuple(opens), otherwise
        nodes = all_nodes(self.players, self.rules.most_all_in)
        self.nodes = tuple(n for n in nodes if n.opener in self.opens and n not in self.fixed)
        self.places = tuple(Place(node.player, CLASSES, 2) for node in self.nodes)
        self._last: tuple[list[Floats], Evaluation] | None = None

    def part(self, opener: int, otherwise: Floats) -> JamFold:
        """The game once all players before one have folded; nobody opens behind this one.

        Decisions that nobody gets to, because a player before them always calls, count as if that
        player folded.

        Parameters
        ----------
        opener
            The player.
        otherwise
            What everybody gets if the player does not open.
        """
        found = copy(self)  # what is known about the outcomes of jams is shared
        found._play((opener,), otherwise)
        found._is_part = True
        return found

    def revalue(self, otherwise: Floats) -> None:
        """Change what everybody gets if nobody opens."""
        self.otherwise, self._last = otherwise, None

    def __repr__(self) -> str:
        return f"JamFold({self.players} players, {len(self.nodes)} decisions)"

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """See `Game.values`."""
        values = self.all_values(self.evaluate(strategy))
        return [values[node] for node in self.nodes if node.player == player]

    def all_values(self, found: Evaluation) -> dict[Node, Floats]:
        """The values of all decisions that count."""
        return found.values | found.beyond if self._is_part else found.values

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
        jams = self.jams(arrays)
        found = self._evaluate(jams, {i: self._after_jam(i, jams) for i in self.opens})
        self._last = ([array.copy() for array in arrays], found)
        return found

    def evaluate_near(self, strategy: Strategy, known: Evaluation) -> Evaluation:
        """Values if third callers play, and meet, the same as in ``known``.

        With the strategies of third callers given, the hand is one for two, which takes about a
        fiftieth of the time to evaluate. This leaves something out: the callers' own values are
        those of ``known``, and a pair of classes of which neither jammed there is assumed to meet
        no caller.
        """
        jams = self.jams(strategy)
        return self._evaluate(
            jams, {i: self._after(i, jams, known.after_jam[i].after_two) for i in self.opens}
        )

    def _evaluate(self, jams: dict[Node, Floats], after: dict[int, AfterJam]) -> Evaluation:
        """Values of all nodes from the outcomes of first jams."""
        dealt, utilities = two_way().dealt, self.otherwise
        opened: dict[int, float] = {}
        unopened = 1.0
        for i in self.opens:
            opened[i] = unopened
            unopened *= float(dealt @ (1 - jams[Node(i)]))
        found = Evaluation(utilities, {}, {}, {}, opened, after)
        for i in reversed(self.opens):
            here, jam = after[i], jams[Node(i)]
            own = np.stack([np.full(CLASSES, utilities[i]), here.worth[i]], axis=1)
            found.values[Node(i)] = opened[i] * dealt[:, None] * own
            found.reaches[Node(i)] = opened[i] * dealt
            for node, values in here.values.items():
                is_met = node not in here.beyond
                found.values[node] = opened[i] * is_met * values
                found.reaches[node] = opened[i] * is_met * here.reaches[node]
                if not is_met:
                    found.beyond[node] = values
            utilities = here.worth @ (dealt * jam) + float(dealt @ (1 - jam)) * utilities
        return replace(found, utilities=utilities)

    def _after_jam(self, i: int, jams: dict[Node, Floats]) -> AfterJam:
        """The outcome of a first jam, exactly; the last two results are cached."""
        arrays = [jams[n] for n in self._behind(i)]
        kept = self._known.setdefault(i, [])
        for known, found in kept:
            if all(map(np.array_equal, known, arrays)):
                return found
        found = self._after(i, jams)
        kept[:] = [*kept[-1:], ([array.copy() for array in arrays], found)]
        return found

    def _behind(self, i: int) -> list[Node]:
        """The decision to open, and those behind it."""
        return [n for n in all_nodes(self.players, self.rules.most_all_in) if n.opener == i]

    def _after(
        self,
        i: int,
        jams: dict[Node, Floats],
        after_two: dict[tuple[int, int], AfterTwo] | None = None,
    ) -> AfterJam:
        """The outcome of a first jam; third callers may be given as they were."""
        two, last = two_way(), self.players - 1
        firsts: ByPair = {}  # as they are met; behind one who always calls, as if that one folded
        folds: dict[int, Floats] = {}
        values: dict[Node, Floats] = {}
        reaches: dict[Node, Floats] = {}
        beyond: set[Node] = set()
        alone, is_beyond = jams[Node(i)], False
        for j in range(i + 1, self.players):
            node = Node(j, (i,))
            firsts[i, j] = alone
            folds[j] = two.given @ (1 - jams[node])
            reaches[node] = alone @ two.joint
            if is_beyond:
                beyond.update([node, *(Node(k, (i, j)) for k in range(j + 1, self.players))])
            if (jams[node] == 1).all() and j not in self.rules.in_by_posting:
                is_beyond = True
            else:
                alone = alone * folds[j]
        if after_two is None:
            after_two = self._third(i).outcomes(jams[Node(i)], firsts, jams)
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
                beyond |= found.beyond
            else:
                given, joint = self._showdowns
                here[:, JAM] = self.payoffs[i, j][j] @ (first @ joint)
                jammed = self.payoffs[i, j] @ (given @ jams[node])
            values[node] = here
            worth = jammed + folds[j] * worth
        return AfterJam(worth, values, reaches, frozenset(beyond), firsts, after_two)

    def _third(self, i: int) -> Callers:
        """The players who may be third behind a first jam."""
        if i not in self._callers:
            behind = []
            for j in range(i + 1, self.players - 1):
                nodes = [Node(k, (i, j)) for k in range(j + 1, self.players)]
                forced_in = any(node in self.fixed and self.fixed[node].any() for node in nodes)
                can_call = self.most_all_in >= MOST_ALL_IN or forced_in
                if can_call and j not in self.rules.folded:
                    behind.append(nodes)
            posted = self.rules.in_by_posting
            self._callers[i] = Callers(behind, self.payoffs, self.many, posted)
        return self._callers[i]

    def sampling_error(self, strategy: Strategy) -> Floats:
        """Standard errors of the utilities that come from sampled deals; 0 if there are none."""
        if self.many is None:
            return np.zeros(self.players)
        jams, found = self.jams(strategy), self.evaluate(strategy)
        by_deal = np.zeros((len(self.many.deals.classes), self.players))
        for i, after in found.after_jam.items():
            for pair, outcome in after.after_two.items():
                if Node(pair[1], (i,)) not in after.beyond:
                    values = {node: value.copy() for node, value in outcome.values.items()}
                    first = found.opened[i] * after.firsts[pair]
                    self.many.add_values(
                        pair, first, jams, asked=outcome.asked, values=values, by_deal=by_deal
                    )
        return np.asarray(np.sqrt((by_deal**2).sum(axis=0)))


def _two_way_orders() -> tuple[Floats, Floats]:
    """Probabilities of the three outcomes and the second class given the first, and of all."""
    two = two_way()
    by_order = np.moveaxis(two.outcomes, 2, 0)
    return np.ascontiguousarray(by_order * two.given), np.ascontiguousarray(by_order * two.joint)
