"""The equilibrium of a jam-or-fold hand, part by part.

What happens if a player does not open does not depend on their cards, because these go back into
the deck. So it is a game of its own, and the hand is solved from its end: first the part in which
only the small blind can open, then the one in which the button can, who gets what that part is
worth if they fold. A part has an answer also if the players before always open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from railbird.cards.ranges import Range
from railbird.equilibrium import (
    BestResponse,
    RegretMatching,
    Search,
    Solution,
    Strategy,
    gains,
    solve,
)
from railbird.stopwatch import Stopwatch
from railbird.tournament.jamfold.game import Evaluation, JamFold
from railbird.tournament.jamfold.rules import Node
from railbird.tournament.jamfold.showdowns import CLASSES

Floats = npt.NDArray[np.float64]

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

ROUGH = 1e-4
"""Who asks whether a solution will do gets one to this gain, as a share of the pool, first."""

_FINER = 8
"""Parts are solved to so much less than wanted, if their gains add up to more."""


def tidy(strategy: Strategy) -> tuple[Floats, ...]:
    """A strategy without the actions that it hardly ever takes."""
    kept = [np.where(array < HARDLY_EVER, 0.0, array) for array in strategy]
    return tuple(array / array.sum(axis=1, keepdims=True) for array in kept)


class _AllAtOnce:
    """A view of the game that lets a solver update all players from one evaluation.

    Updating players in turn would take an evaluation each. The `tidy` strategy is measured,
    exactly. Until the next measurement the third callers stay as they were in this one, and update
    themselves by what they met. All others see a hand for two, which is evaluated quickly.
    """

    def __init__(self, game: JamFold) -> None:
        self.game, self.players, self.places = game, game.players, game.places
        self._measured: Evaluation | None = None
        self._now: dict[Node, Floats] = {}
        self._given: Strategy = ()
        self._clean: Strategy = ()

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """The evaluation that the first player requests also serves the others."""
        if player == 0:
            if self._measured is None:
                self._measured = self.game.evaluate(tidy(strategy))
            near = self.game.evaluate_near(strategy, self._measured)
            self._now = self.game.all_values(near)
        return [self._now[node] for node in self.game.nodes if node.player == player]

    def reaches(self, player: int, strategy: Strategy) -> Sequence[Floats]:
        """See `Game.reaches`."""
        return self.game.reaches(player, strategy)

    def best_response(self, player: int, strategy: Strategy) -> BestResponse:
        """See `Game.best_response`."""
        if strategy is not self._given:  # it is asked for each player
            self._given, self._clean = strategy, tidy(strategy)
            self._measured = self.game.evaluate(self._clean)
        return self.game.best_response(player, self._clean)

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
    """Solve a hand.

    Parameters
    ----------
    game
        The hand.
    epsilon
        Stop when nobody gains more than this, in units of the payoffs.
    iterations
        Stop after so many of each part in any case.
    warm_start
        A strategy to start from.
    enough
        Asked now and then whether the solution so far will do.
    progress
        Called now and then with the epsilon reached, as a share of the pool; where parts are not
        yet solved, with a geometric mean, in which these count as 1.
    """
    if iterations is None:
        iterations = ITERATIONS.get(game.players, MOST_ITERATIONS)
    if game.players > 2:
        parts = _Parts(game, iterations, warm_start, enough=enough, progress=progress)
        return parts.solve(epsilon)

    def report(so_far: Solution) -> None:
        if progress is not None:
            progress(so_far.epsilon / game.rules.pool)

    return solve(
        game,
        epsilon=epsilon,
        iterations=iterations,
        warm_start=warm_start,
        enough=enough,
        progress=report,
    )


class _Part:
    """The search for the solution of one part."""

    def __init__(self, game: JamFold, start: Strategy | None) -> None:
        self.game, self.before = game, 0
        if start is None:
            start, self.before = _start(game)
        self.search = Search(
            _AllAtOnce(game), algorithm=SEVERAL, warm_start=start, check_every=MEASURE_EVERY
        )

    def revalue(self, otherwise: Floats) -> None:
        """Set what everybody gets if the player does not open, if that has changed."""
        if not np.array_equal(otherwise, self.game.otherwise):
            self.game.revalue(otherwise)
            self.search.measure()


class _Parts:
    """All parts of a hand: see `solve_game`."""

    def __init__(
        self,
        game: JamFold,
        iterations: int,
        warm_start: Strategy | None,
        *,
        enough: Callable[[Solution], bool] | None,
        progress: Callable[[float], object] | None,
    ) -> None:
        self.game, self.iterations = game, iterations
        self._start = None if warm_start is None else self._by_node(warm_start)
        self._enough, self._progress = enough, progress
        posted = game.rules.in_by_posting
        # nobody gets behind a player who opens without a decision
        self._openers = [i for i in game.opens if not any(p < i for p in posted)]
        self._parts: dict[int, _Part] = {}
        self._reached: dict[int, float] = {}
        self._watch = Stopwatch()

    def _by_node(self, strategy: Strategy) -> dict[Node, Floats]:
        return dict(zip(self.game.nodes, strategy, strict=True))

    def solve(self, epsilon: float) -> Solution:
        """Solve the parts; again, and more exactly, if their gains add up to too much."""
        target = epsilon
        if self._enough is not None:
            target = max(ROUGH * self.game.rules.pool, epsilon)
        while True:
            self._advance(target)
            found = self._whole(epsilon)
            if found.converged or target <= epsilon / _FINER or self._is_enough(found):
                return found
            target = max(target / 10, epsilon) if target > epsilon else target / 2

    def _advance(self, epsilon: float) -> None:
        """Solve each part to ``epsilon``, from the last to the first."""
        otherwise = self.game.otherwise
        for i in reversed(self._openers):
            if i in self._parts:
                self._parts[i].revalue(otherwise)
            else:
                self._parts[i] = self._begin(i, otherwise)
            is_first = self._enough is not None and i == self._openers[0]
            found = self._parts[i].search.advance(
                epsilon,
                self.iterations,
                enough=(lambda _: self._is_enough(self._whole(epsilon))) if is_first else None,
                progress=None if self._progress is None else self._reporter(i),
            )
            otherwise = found.values

    def _begin(self, i: int, otherwise: Floats) -> _Part:
        part = self.game.part(i, otherwise)
        known = self._start
        return _Part(part, None if known is None else [known[node] for node in part.nodes])

    def _is_enough(self, found: Solution) -> bool:
        return self._enough is not None and self._enough(found)

    def _reporter(self, i: int) -> Callable[[Solution], None]:
        def report(so_far: Solution) -> None:
            assert self._progress is not None
            self._reached[i] = so_far.epsilon / self.game.rules.pool
            # a part takes as long as it has pairs of callers
            work = {o: (self.game.players - o) ** 2 for o in self._openers}
            sums = sum(work[o] * math.log(max(e, 1e-300)) for o, e in self._reached.items())
            self._progress(math.exp(sums / sum(work.values())))

        return report

    def _whole(self, epsilon: float) -> Solution:
        """The solution of the whole hand so far."""
        never = np.repeat([[1.0, 0.0]], CLASSES, axis=0)
        chosen = dict.fromkeys(self.game.nodes, never)
        for part in self._parts.values():
            strategy = part.search.solution(epsilon).strategy
            chosen |= dict(zip(part.game.nodes, strategy, strict=True))
        strategy, view = tuple(chosen[node] for node in self.game.nodes), _AllAtOnce(self.game)
        gained = gains(view, strategy)
        return Solution(
            strategy=strategy,
            converged=bool(gained.max() <= epsilon),
            iterations=max(part.before + part.search.made for part in self._parts.values()),
            gains=gained,
            values=view.utilities(strategy),
            algorithm=repr(SEVERAL),
            seconds=self._watch.seconds,
        )


def _start(game: JamFold) -> tuple[list[Floats], int]:
    """The solution of a part with at most two all in, and its number of iterations.

    A player who could be third or later calls with a few good hands.
    """
    simple = JamFold(game.rules, game.payoffs, locks=game.fixed, most_all_in=2)
    simple = simple.part(game.opens[0], game.otherwise)
    found = solve(
        _AllAtOnce(simple), algorithm=SEVERAL, epsilon=1e-5 * game.rules.pool, iterations=80
    )
    known = dict(zip(simple.nodes, tidy(found.strategy), strict=True))
    good = Range.parse("4%").class_weights().ravel()
    callers = np.stack([1 - good, good], axis=1)
    return [known.get(node, callers) for node in game.nodes], found.iterations
