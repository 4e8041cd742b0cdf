"""`solve_hand`: the equilibrium of a jam-or-fold hand, with everything a chart needs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird import __version__
from railbird.cards.classes import holdem_class_index, holdem_class_of_hand
from railbird.cards.ranges import Range
from railbird.equilibrium import BestResponse, RegretMatching, Solution, Strategy, gains, solve
from railbird.errors import OptionError
from railbird.tournament.jamfold import FOLD, JAM, Evaluation, JamFold
from railbird.tournament.jamfold_rules import JamRules, Node, all_nodes, seat_names
from railbird.tournament.models import Model
from railbird.tournament.showdowns import CLASSES, two_way

Floats = npt.NDArray[np.float64]

EPSILON = 1e-6
"""The default target: no player gains more than 0.0001 % of all prizes."""

SEVERAL = RegretMatching(alpha=0.8, beta=-math.inf, gamma=10, predictive=True)
"""The rule for three players and more: shorter memory than PDCFR+ and a steeper average, which
measured best (3 and 6 players: 60 to 70 iterations to 5e-7 of the pool, PDCFR+ 120 to 160)."""

HARDLY_EVER = 1e-3
"""Actions with less than this probability are dropped from averages before they are measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What a player does at a node, and what that is worth.

    Parameters
    ----------
    node
        Player and players all in before, by number in order of action.
    player, after
        The same by the names of the seats.
    is_locked
        Whether the range was given.
    reached
        Probability that the hand comes here.
    frequency
        Probability of jamming (calling) here; cards of those who are all in make it differ from
        ``share``.
    jam
        The same for each of the 169 classes.
    ev_fold, ev_jam
        The player's expected payoff by each action, (169,), in units of the pool; NaN if the node
        is never reached.
    """

    node: Node
    player: str
    after: tuple[str, ...]
    is_locked: bool
    reached: float
    frequency: float
    jam: Floats = field(repr=False)
    ev_fold: Floats = field(repr=False)
    ev_jam: Floats = field(repr=False)

    @property
    def name(self) -> str:
        """Such as ``BB after SB``."""
        return self.player + (f" after {', '.join(self.after)}" if self.after else "")

    @property
    def share(self) -> float:
        """The part of all 1,326 hands that jams (calls)."""
        return float(two_way().dealt @ self.jam)

    @property
    def range_text(self) -> str:
        """The classes that jam, as short as can be; weights in whole percent; ``none`` if none."""
        weights = np.round(self.jam, 2)
        if not weights.any():
            return "none"
        return str(Range.from_weights(weights[holdem_class_of_hand()]))

    def of_hand(self, name: str) -> tuple[float, float, float]:
        """Probability of jamming and EV of fold and jam for a class such as ``AKs``."""
        at = holdem_class_index(name)
        return float(self.jam[at]), float(self.ev_fold[at]), float(self.ev_jam[at])


@dataclass(frozen=True, slots=True, eq=False)
class HandSolution:
    """The solution of one hand; payoffs, EVs and gains are in units of the pool.

    Parameters
    ----------
    rules
        What was solved.
    seats
        Names of the players in order of action.
    decisions
        One for each node at which somebody decides.
    before
        What the stacks are worth if no hand is played.
    payoffs
        What they are worth with this hand to play.
    gains
        What each player could gain by a best response, the others staying as they are; without
        nodes that are locked.
    epsilon
        The largest gain.
    converged
        Whether epsilon is as small as was asked for.
    iterations, seconds, algorithm, model, version
        How it was found.
    strategy
        The solver's arrays, to start a similar hand from.
    """

    rules: JamRules
    seats: tuple[str, ...]
    decisions: tuple[Decision, ...] = field(repr=False)
    before: Floats
    payoffs: Floats
    gains: Floats = field(repr=False)
    epsilon: float
    converged: bool
    iterations: int
    seconds: float
    algorithm: str
    model: str
    strategy: tuple[Floats, ...] = field(repr=False)
    version: str = __version__

    def decision(self, name: str) -> Decision:
        """A decision by its name, such as ``SB`` or ``BB after SB``."""
        for one in self.decisions:
            if one.name == " ".join(name.split()):
                return one
        known = "; ".join(one.name for one in self.decisions)
        raise OptionError(f"there is no decision {name!r} in this hand: take one of {known}")


Locks = Mapping[str, str | Range | npt.ArrayLike]


def solve_hand(
    stacks: Sequence[float],
    *,
    blinds: tuple[float, float],
    ante: float = 0.0,
    payouts: Sequence[float] | None = None,
    model: str | Model = "harville",
    ties: str = "split",
    locks: Locks | None = None,
    epsilon: float = EPSILON,
    iterations: int = 1000,
    warm_start: Strategy | None = None,
    progress: Callable[[float], object] | None = None,
) -> HandSolution:
    """Solve a hand of jam-or-fold: 2 to 10 players, at most three of them all in.

    Parameters
    ----------
    stacks
        Chips before the hand in order of action: the last two are the small and the big blind,
        before them the button. Of two players the first is the small blind.
    blinds, ante
        Chips posted; who has no more than that is all in without a decision.
    payouts
        Prizes, first place first. Without them the players play for chips.
    model
        What stacks are worth after the hand: ``harville``, ``weitzman``, ``roberts``, ``chips`` or
        a `Model`.
    ties
        ``"split"`` shares pots, ``"random"`` gives them to one of the winners.
    locks
        Ranges that are given: by seat (``BB``) or by decision (``BB after SB``), as text, `Range`
        or 169 probabilities; ``"none"`` never jams. The others play an equilibrium against them; if
        all but one are locked, that is a best response.
    epsilon
        Stop when no player can gain more than this part of the pool.
    iterations
        Stop after so many in any case.
    warm_start
        The ``strategy`` of a similar hand, with as many players, to start from.
    progress
        Called with the epsilon reached, from time to time.

    Returns
    -------
    HandSolution

    Notes
    -----
    Two players: PDCFR+, in turn. More: regret matching for all at once, started from the hand in
    which at most two can be all in. With more than two players no algorithm is sure to converge;
    ``epsilon`` is always measured, by a best response over all classes and nodes.

    References
    ----------
    H. Melcher, "Evaluation of equity models for tournament poker" (2015), ch. 5 and 6. S. Ganzfried
    and T. Sandholm, "Computing an approximate jam/fold equilibrium for 3-player no-limit Texas
    hold'em tournaments", AAMAS 2008. P. B. Miltersen and T. B. Sørensen, "A near-optimal strategy
    for a heads-up no-limit Texas hold'em poker tournament", AAMAS 2007.

    Examples
    --------
    >>> found = solve_hand([10, 10], blinds=(0.5, 1))
    >>> [f"{one.name}: {one.share:.1%}" for one in found.decisions]
    ['SB: 58.3%', 'BB after SB: 37.4%']
    >>> found.converged, found.epsilon < 1e-6, found.model
    (True, True, 'chips')
    """
    started = time.perf_counter()
    paid = None if payouts is None else tuple(map(float, payouts))
    rules = JamRules(tuple(map(float, stacks)), blinds, ante, paid, model, ties)
    given = _locks(locks or {}, rules)
    game = JamFold(rules, locks=given)
    found = _solve(game, epsilon * rules.pool, iterations, warm_start, progress)
    strategy = found.strategy if rules.players == 2 else tidy(found.strategy)
    gained = gains(game, strategy) / rules.pool
    after = game.evaluate(strategy)
    decisions = _decisions(game, strategy, after, given)
    return HandSolution(
        rules,
        seat_names(rules.players),
        decisions,
        rules.worth(np.array([rules.stacks]))[0] / rules.pool,
        after.utilities / rules.pool,
        gained,
        float(gained.max()),
        bool(gained.max() <= epsilon),
        found.iterations,
        time.perf_counter() - started,
        "PDCFR+, in turn" if rules.players == 2 else "regret matching, all players at once",
        rules.model_name,
        strategy,
    )


class _AllAtOnce:
    """A game as a solver sees it that is to update all players by one evaluation.

    Players in turn would take an evaluation each. What is measured is the `tidy` strategy, of which
    much less has to be evaluated.
    """

    def __init__(self, game: JamFold) -> None:
        self.game, self.players, self.places = game, game.players, game.places
        self._kept: dict[Node, Floats] = {}

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """What the first player asks for, the others get too."""
        if player == 0:
            self._kept = self.game.evaluate(strategy).values
        return [self._kept[node] for node in self.game.nodes if node.player == player]

    def reaches(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """See `Game.reaches`."""
        return self.game.reaches(player, strategy)

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """See `Game.best_response`."""
        return self.game.best_response(player, tidy(strategy))

    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""
        return self.game.utilities(tidy(strategy))


def _solve(
    game: JamFold,
    epsilon: float,
    iterations: int,
    warm_start: Strategy | None,
    progress: Callable[[float], object] | None,
) -> Solution:
    def report(so_far: Solution) -> None:
        if progress is not None:
            progress(so_far.epsilon / game.rules.pool)

    if game.players == 2:
        return solve(
            game, epsilon=epsilon, iterations=iterations, warm_start=warm_start, progress=report
        )
    start = _start(game) if warm_start is None else warm_start
    return solve(
        _AllAtOnce(game),
        algorithm=SEVERAL,
        epsilon=epsilon,
        iterations=iterations,
        warm_start=start,
        progress=report,
    )


def _start(game: JamFold) -> list[Floats]:
    """The solution of the hand with at most two all in; a third calls with a few good hands."""
    simple = JamFold(game.rules, locks=game.fixed, most_all_in=2)
    found = solve(
        _AllAtOnce(simple), algorithm=SEVERAL, epsilon=1e-5 * game.rules.pool, iterations=80
    )
    known = dict(zip(simple.nodes, tidy(found.strategy), strict=True))
    good = Range.parse("4%").class_weights().ravel()
    return [known.get(node, np.stack([1 - good, good], axis=1)) for node in game.nodes]


def tidy(strategy: Strategy) -> tuple[Floats, ...]:
    """A strategy without what it hardly ever does."""
    kept = [np.where(array < HARDLY_EVER, 0.0, array) for array in strategy]
    return tuple(array / array.sum(axis=1, keepdims=True) for array in kept)


def _locks(locks: Locks, rules: JamRules) -> dict[Node, Floats]:
    """Probabilities of jamming by node, of ranges by seat or decision."""
    found: dict[Node, Floats] = {}
    nodes, seats = all_nodes(rules.players), seat_names(rules.players)
    for name in sorted(locks, key=len):  # a decision is more special than a seat
        wanted = " ".join(name.split())
        named = [n for n in nodes if wanted in {n.name(rules.players), seats[n.player]}]
        if not named:
            raise OptionError(
                f"there is nobody to lock at {name!r}: give a seat ({', '.join(seats)}), or a "
                f"decision such as {nodes[-1].name(rules.players)!r}"
            )
        for node in named:
            found[node] = _weights(locks[name], name)
    return found


def _weights(given: str | Range | npt.ArrayLike, name: str) -> Floats:
    if isinstance(given, str):
        if given.strip().lower() in {"none", "fold"}:
            return np.zeros(CLASSES)
        given = Range.parse(given)
    if isinstance(given, Range):
        return given.class_weights().ravel()
    weights = np.array(given, dtype=np.float64)
    if weights.shape != (CLASSES,) or not ((weights >= 0) & (weights <= 1)).all():
        raise OptionError(
            f"the range locked at {name!r} is no list of {CLASSES} probabilities: give these, or a "
            "text such as '22+, A2s+'"
        )
    return weights


def _decisions(
    game: JamFold, strategy: Strategy, after: Evaluation, locked: Mapping[Node, Floats]
) -> tuple[Decision, ...]:
    seats, jams, pool = seat_names(game.players), game.jams(strategy), game.rules.pool
    found = []
    for node in all_nodes(game.players):
        if game.rules.forced(node) is not None:
            continue
        reach, jam = after.reaches.get(node, np.zeros(CLASSES)), jams[node]
        total = float(reach.sum())
        with np.errstate(invalid="ignore", divide="ignore"):
            values = np.where(
                reach[:, None] > 0, after.values[node] / reach[:, None] / pool, np.nan
            )
        frequency = float(reach @ jam) / total if total > 0 else math.nan
        found.append(
            Decision(
                node=node,
                player=seats[node.player],
                after=tuple(seats[p] for p in node.jammed),
                is_locked=node in locked,
                reached=total,
                frequency=frequency,
                jam=jam,
                ev_fold=values[:, FOLD],
                ev_jam=values[:, JAM],
            )
        )
    return tuple(found)
