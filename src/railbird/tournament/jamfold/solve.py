"""The equilibrium of a jam-or-fold hand, with everything a chart needs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from railbird.cards.ranges import Range
from railbird.equilibrium import (
    BestResponse,
    RegretMatching,
    Solution,
    Strategy,
    best_actions,
    gains,
    solve,
)
from railbird.errors import OptionError
from railbird.stopwatch import Stopwatch
from railbird.table.seats import seat_names
from railbird.tournament.equity.bounties import bounty_payoffs
from railbird.tournament.jamfold.ends import EndValues, HandEnds, Payoffs
from railbird.tournament.jamfold.game import FOLD, JAM, Evaluation, JamFold
from railbird.tournament.jamfold.many_all_in import DEALS, Kinds, sampled_deals
from railbird.tournament.jamfold.ranked.strategy import SWEEPS, ranked_strategy
from railbird.tournament.jamfold.rules import MOST_ALL_IN, JamRules, Node, all_nodes, decision_key
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.jamfold.solution import HandSolution, JamDecision

Floats = npt.NDArray[np.float64]

EPSILON = 1e-6
"""A target that any number of players reach: nobody gains more than 0.0001 % of the pool."""

FINER = {2: 1e-8, 3: 1e-7}
"""Targets for few players, reached in about a second: pure hands are then shown as pure."""

ITERATIONS = {2: 10_000}
"""Iterations after which to stop in any case; they are quick with two players."""

MOST_ITERATIONS = 1_000
"""The same for more players."""

SEVERAL = RegretMatching(alpha=1.0, beta=-math.inf, gamma=10, predictive=True)
"""The rule for three players and more: shorter memory than PDCFR+ and a steeper average. It
was the best of a few in measurements (3 to 6 players: 2 to 6 measurements to 1e-6 of the pool)."""

MEASURE_EVERY = 12
"""Iterations between two measurements, during which third callers stay as they are."""

HARDLY_EVER = 1e-3
"""Actions with less than this probability are dropped from averages before they are measured."""

Locks = Mapping[str, str | Range | npt.ArrayLike]


def default_epsilon(players: int) -> float:
    """The gain, as a share of the pool, at which a solver stops if it is told nothing.

    Examples
    --------
    >>> [default_epsilon(players) for players in (2, 3, 4, 10)]
    [1e-08, 1e-07, 1e-06, 1e-06]
    """
    return FINER.get(players, EPSILON)


def share_done(reached: float, epsilon: float) -> float:
    """How much of the work is done when this gain is reached, in orders of magnitude, 0 to 1.

    Examples
    --------
    >>> [round(share_done(reached, 1e-6), 2) for reached in (0.1, 1e-3, 1e-8)]
    [0.17, 0.5, 1.0]
    """
    target = max(epsilon, 1e-15)
    return min(math.log(max(reached, target)) / math.log(target), 1.0)


def parse_locks(
    texts: Iterable[str], names: Sequence[str] = (), option: str = "lock"
) -> dict[str, str]:
    """Fixed ranges by seats, from texts such as ``BB=22+,A2s+`` or ``BB after SB=none``.

    ``names`` of the players, in the order of action, may stand for their seats.

    Examples
    --------
    >>> parse_locks(["Bob after Ann=22+", "SB=none"], ["Ann", "Cy", "Bob"])
    {'BB after BTN': '22+', 'SB': 'none'}
    """
    seats = dict(zip(map(_folded, names), seat_names(len(names)), strict=True)) if names else {}
    locks: dict[str, str] = {}
    for text in texts:
        who, equals, range_ = text.partition("=")
        if not equals:
            raise OptionError(f"{option} {text!r}: give a seat and a range, such as 'BB=22+,A2s+'")
        player, after, others = who.partition(" after ")
        listed = [player, *(others.split(",") if after else [])]
        first, *before = (seats.get(_folded(one), " ".join(one.split())) for one in listed)
        key = f"{first} after {', '.join(before)}" if before else first
        if key in locks:
            raise OptionError(f"{option} {text!r}: {key} is locked twice: omit one")
        locks[key] = range_
    return locks


def check_locks(locks: Locks, players: int) -> None:
    """Refuse fixed ranges that cannot be read, or of nobody at the table."""
    _read_locks(locks, players, MOST_ALL_IN)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def solve_with_values(
    ends: HandEnds,
    values: EndValues,
    *,
    deals: int = DEALS,
    seed: int = 0,
    locks: Locks | None = None,
    ranking: str | None = None,
    epsilon: float | None = None,
    iterations: int | None = None,
    warm_start: Strategy | None = None,
    only_first: bool = False,
    enough: Callable[[HandSolution], bool] | None = None,
    progress: Callable[[float], object] | None = None,
) -> HandSolution:
    """Solve a hand, given the values of its ends.

    Parameters
    ----------
    ends
        The possible ends of the hand.
    values
        The value of the stacks at each end, and now.
    deals, seed, locks, ranking, epsilon, iterations, warm_start, progress
        As for `railbird.tournament.solve_hand`.
    only_first
        Whether only decisions of the first player who can open, and of those behind that jam, are
        asked for. The others are left out where they cannot matter: if a fold leaves the first
        player the same, whatever the others do. Then the ``payoffs`` of the hand are NaN.
    enough
        Asked now and then whether the solution so far will do, however far it is from ``epsilon``.

    Returns
    -------
    HandSolution
    """
    watch = Stopwatch()
    rules = ends.rules
    epsilon = default_epsilon(rules.players) if epsilon is None else epsilon
    given = _read_locks(locks or {}, rules.players, rules.most_all_in)
    sample = None
    if rules.most_all_in > MOST_ALL_IN:
        if deals < 1 or seed < 0:
            raise OptionError(f"{deals} deals of seed {seed}: give 1 or more, and a seed ≥ 0")
        quick = values.after if values.quick is None else values.quick
        likely = likely_classes(rules, ends.payoffs(quick, most_all_in=MOST_ALL_IN), given)
        sample = sampled_deals(
            rules.players, rules.most_all_in, deals=deals, seed=seed, likely=likely
        )
    payoffs = ends.payoffs(values.after)
    opens = needed(rules, payoffs) if only_first else None
    game = JamFold(rules, payoffs, locks=given, deals=sample, opens=opens)
    nothing = np.full(rules.players, math.nan)
    before = values.before + bounty_payoffs(rules.stacks, rules.heads)

    def solution(strategy: Strategy, iterations: int, algorithm: str) -> HandSolution:
        gained = gains(game, strategy) / rules.pool
        after = game.evaluate(strategy)
        return HandSolution(
            rules=rules,
            seats=seat_names(rules.players),
            decisions=_decisions(game, strategy, after, given),
            before=before / rules.pool,
            payoffs=after.utilities / rules.pool if opens is None else nothing,
            gains=gained,
            epsilon=float(gained.max()),
            converged=bool(gained.max() <= epsilon),
            iterations=iterations,
            seconds=watch.seconds,
            algorithm=algorithm,
            model=values.model,
            strategy=tuple(strategy),
            deals=0 if sample is None else deals,
            seed=seed,
            standard_errors=game.sampling_error(strategy) / rules.pool,
            ends=game.payoffs,
            depths=values.depths,
            value_error=values.error,
        )

    def equilibrium(found: Solution) -> HandSolution:
        if rules.players == 2:
            return solution(found.strategy, found.iterations, "PDCFR+, in turn")
        name = "regret matching, all players at once"
        return solution(tidy(found.strategy), found.iterations, name)

    if ranking is not None:
        if given or rules.folded:
            raise OptionError(
                "a locked range, or a fold before the first decision, cannot follow a ranking: "
                "leave one of these out"
            )
        ranked, ranked_epsilon = ranked_strategy(game, ranking)
        best = solution(ranked, SWEEPS, f"best ranges by the ranking {ranking}")
        return replace(best, ranking=ranking, ranked_epsilon=ranked_epsilon / rules.pool)
    return equilibrium(
        solve_game(
            game,
            epsilon * rules.pool,
            iterations=iterations,
            warm_start=warm_start,
            enough=None if enough is None else lambda so_far: enough(equilibrium(so_far)),
            progress=progress,
        )
    )


class _AllAtOnce:
    """A view of the game that lets a solver update all players from one evaluation.

    Updating players in turn would take an evaluation each. The `tidy` strategy is measured,
    exactly. Until the next measurement the third callers stay as they were in this one, and update
    themselves by what they met. All others see a hand for two, which is evaluated quickly. Values
    are those that are ``met``, so that decisions which nobody gets to are solved as well.
    """

    def __init__(self, game: JamFold) -> None:
        self.game, self.players, self.places = game, game.players, game.places
        self._measured: Evaluation | None = None
        self._now: dict[Node, Floats] = {}
        self._asked: Strategy | None = None
        self._clean: Strategy = ()

    def _of(self, player: int, by_node: Mapping[Node, Floats]) -> list[Floats]:
        return [by_node[node] for node in self.game.nodes if node.player == player]

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """The evaluation that the first player requests also serves the others."""
        if player == 0:
            if self._measured is None:
                self._measured = self.game.evaluate(tidy(strategy))
            self._now = self.game.evaluate_near(strategy, self._measured).met
        return self._of(player, self._now)

    def reaches(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """See `Game.reaches`."""
        return self.game.reaches(player, strategy)

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """See `Game.best_response`."""
        if strategy is not self._asked:  # the same for each player
            self._asked, self._clean = strategy, tidy(strategy)
            self._measured = self.game.evaluate(self._clean)
        assert self._measured is not None
        own = dict(zip(self.game.nodes, self._clean, strict=True))
        return best_actions(self._of(player, own), self._of(player, self._measured.met))

    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""
        return self.game.utilities(tidy(strategy))


def solve_game(
    game: JamFold,
    epsilon: float,
    *,
    iterations: int | None = None,
    warm_start: Strategy | None = None,
    enough: Callable[[Solution], bool] | None = None,
    progress: Callable[[float], object] | None = None,
) -> Solution:
    """Solve a hand to ``epsilon``, in units of the payoffs; ``enough`` may stop it before."""

    def report(so_far: Solution) -> None:
        if progress is not None:
            progress(so_far.epsilon / game.rules.pool)

    if iterations is None:
        iterations = ITERATIONS.get(game.players, MOST_ITERATIONS)
    if game.players == 2:
        return solve(
            game,
            epsilon=epsilon,
            iterations=iterations,
            warm_start=warm_start,
            enough=enough,
            progress=report,
        )
    before = 0
    if warm_start is None:
        warm_start, before = _start(game)
    found = solve(
        _AllAtOnce(game),
        algorithm=SEVERAL,
        epsilon=epsilon,
        iterations=iterations,
        warm_start=warm_start,
        check_every=MEASURE_EVERY,
        enough=enough,
        progress=report,
    )
    return replace(found, iterations=before + found.iterations)


def _start(game: JamFold) -> tuple[list[Floats], int]:
    """The solution of the hand with at most two all in, and its number of iterations.

    A player who could be third or later calls with a few good hands.
    """
    simple = JamFold(game.rules, game.payoffs, locks=game.fixed, most_all_in=2, opens=game.opens)
    found = solve(
        _AllAtOnce(simple), algorithm=SEVERAL, epsilon=1e-5 * game.rules.pool, iterations=80
    )
    known = dict(zip(simple.nodes, tidy(found.strategy), strict=True))
    good = Range.parse("4%").class_weights().ravel()
    callers = np.stack([1 - good, good], axis=1)
    return [known.get(node, callers) for node in game.nodes], found.iterations


def needed(rules: JamRules, payoffs: Payoffs) -> tuple[int, ...] | None:
    """Who can open in the parts of a hand that matter to the first; None if all parts do.

    For chips, whoever folds has lost what they posted, whatever the others do.

    Examples
    --------
    >>> from railbird.tournament.equity.models import CHIPS, HARVILLE
    >>> from railbird.tournament.jamfold.ends import payoffs_by_model
    >>> chips, prizes = JamRules((9, 9, 9), (1, 2)), JamRules((9, 9, 9), (1, 2), 0, (60, 40))
    >>> needed(chips, payoffs_by_model(chips, CHIPS))
    (0,)
    >>> needed(prizes, payoffs_by_model(prizes, HARVILLE)) is None
    True
    """
    first = min(set(range(rules.players)).difference(rules.folded))
    left = np.concatenate([paid[first] for who, paid in payoffs.items() if first not in who])
    return (first,) if np.ptp(left) <= 1e-12 * rules.pool else None


def likely_classes(
    rules: JamRules, payoffs: Payoffs, locks: Mapping[Node, Floats] | None = None
) -> list[Kinds]:
    """Classes with which a first, second and third player jam if at most three can be all in.

    Includes only players with enough others behind them for a fourth all in.

    Parameters
    ----------
    rules
        The rules of a hand in which more than three can be all in.
    payoffs
        The payoffs of the ends with at most three all in.
    locks
        Nodes at which the player does not choose.

    Returns
    -------
    list of ndarray
        Three arrays of shape (169,).
    """
    game = JamFold(replace(rules, most_all_in=MOST_ALL_IN), payoffs, locks=locks)
    found = solve_game(game, 1e-4 * rules.pool, iterations=100)
    jams = game.jams(tidy(found.strategy))
    found_jams: list[Kinds] = []
    for before in range(MOST_ALL_IN):
        last = rules.players - 1 - (MOST_ALL_IN - before)
        here = [n for n in jams if len(n.jammed) == before and n.player <= last]
        found_jams.append(np.any([jams[node] > 0 for node in here], axis=0))
    return found_jams


def tidy(strategy: Strategy) -> tuple[Floats, ...]:
    """A strategy without the actions that it hardly ever takes."""
    kept = [np.where(array < HARDLY_EVER, 0.0, array) for array in strategy]
    return tuple(array / array.sum(axis=1, keepdims=True) for array in kept)


def _read_locks(locks: Locks, players: int, most_all_in: int) -> dict[Node, Floats]:
    """Probabilities of jamming by node, from ranges by seat or decision."""
    found: dict[Node, Floats] = {}
    nodes = all_nodes(players, most_all_in)
    seats = seat_names(players)
    for name in sorted(locks, key=len):  # a decision is more specific than a seat
        wanted = decision_key(name)
        named = [
            node
            for node in nodes
            if wanted in {decision_key(node.name(players)), decision_key(seats[node.player])}
        ]
        if not named:
            raise OptionError(
                f"there is nobody to lock at {name!r}: give a seat ({', '.join(seats)}), or a "
                f"decision such as {nodes[-1].name(players)!r}"
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
            f"the range locked at {name!r} is not {CLASSES} probabilities: give a list of them, or "
            "text such as '22+, A2s+'"
        )
    return weights


def _decisions(
    game: JamFold, strategy: Strategy, after: Evaluation, locked: Mapping[Node, Floats]
) -> tuple[JamDecision, ...]:
    seats, jams, pool = seat_names(game.players), game.jams(strategy), game.rules.pool
    found = []
    for node in all_nodes(game.players, game.rules.most_all_in):
        if game.rules.forced(node) is not None or node.opener not in game.opens:
            continue
        reach, jam = after.reaches.get(node, np.zeros(CLASSES)), jams[node]
        total = float(reach.sum())
        with np.errstate(invalid="ignore", divide="ignore"):
            values = np.where(
                reach[:, None] > 0, after.values[node] / reach[:, None] / pool, np.nan
            )
        frequency = float(reach @ jam) / total if total > 0 else math.nan
        found.append(
            JamDecision(
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
