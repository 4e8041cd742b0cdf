"""Equilibria of the jam-or-fold game at many stacks at once, on NumPy or CuPy.

Each stack is a column, so an iteration for all of them is two products of matrices for each player.
The rules are those of `railbird.equilibrium`, with one number for each class: the probability of
playing it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.equilibrium.algorithms import RegretMatching, find_algorithm
from railbird.errors import OptionError
from railbird.omaha8.jamfold.game import (
    Array,
    Floats,
    HeadsUpJamFold,
    JamStakes,
    MatchupProducts,
    host,
)

HO = RegretMatching(alpha=1, beta=-math.inf, gamma=math.inf)
"""CFR+ as Ho (2015) writes it: regrets weighted by the iteration; the last strategy is the result.

Up to their scale, regrets with weight t are regrets that lose 1/(t + 1) after iteration t.
"""


class _Player:
    """One player's strategy, regrets of playing and folding, and weighted sum of strategies."""

    def __init__(self, strategy: Array) -> None:
        self.strategy = strategy
        self.play, self.fold, self.weighted = (strategy * 0.0 for _ in range(3))
        self.weight = 0.0

    def begin(self, gap: Array, weight: float) -> None:
        """Regrets as large as what is at stake that lead to the starting strategy."""
        self.play = abs(gap) * self.strategy
        self.fold = abs(gap) * (1 - self.strategy)
        self.weighted, self.weight = weight * self.strategy, weight

    def step(self, xp: Array, gap: Array, rule: RegretMatching, iteration: int) -> None:
        """`railbird.equilibrium._kernels.minimise` for two actions."""
        weight, (positive, negative) = rule.weight(iteration), rule.discounts(iteration)
        self.weighted += weight * self.strategy
        self.weight += weight

        def kept(regrets: Array) -> Array:
            return positive * xp.maximum(regrets, 0.0) + negative * xp.minimum(regrets, 0.0)

        play, fold = (1 - self.strategy) * gap, -self.strategy * gap
        self.play, self.fold = kept(self.play + play), kept(self.fold + fold)
        forecast = float(rule.predictive)
        play = xp.maximum(self.play + forecast * play, 0.0)
        total = play + xp.maximum(self.fold + forecast * fold, 0.0)
        none = total <= 0
        self.strategy = xp.where(none, 0.5, play / (total + none))

    def average(self) -> Array:
        return self.weighted / self.weight if self.weight else self.strategy

    def keep(self, columns: Array) -> None:
        for name in ("strategy", "play", "fold", "weighted"):
            setattr(self, name, getattr(self, name)[:, columns])


class Sweep:
    """The state of a solver of all columns of a game.

    Parameters
    ----------
    game
        The game to solve.
    rule
        The regret minimiser.
    start
        Jams and calls to start from, as if a first iteration had led to them.
    """

    def __init__(
        self, game: HeadsUpJamFold, rule: RegretMatching, start: tuple[Array, Array] | None = None
    ) -> None:
        self.game, self.rule = game, rule
        self.iterations = 0
        xp, shape = game.xp, (len(game.matchups.sizes), len(game.stakes))
        jam, call = start if start is not None else (xp.full(shape, 0.5), xp.full(shape, 0.5))
        self.players = (_Player(jam.copy()), _Player(call.copy()))
        if start is not None:
            self.iterations = 1
            self.players[0].begin(game.jam_gap(call), rule.weight(1))
            self.players[1].begin(game.call_gap(jam), rule.weight(1))

    def step(self) -> None:
        """One iteration: the small blind's strategy changes first, and the big blind sees it."""
        self.iterations += 1
        jam, call = self.players
        jam.step(self.game.xp, self.game.jam_gap(call.strategy), self.rule, self.iterations)
        call.step(self.game.xp, self.game.call_gap(jam.strategy), self.rule, self.iterations)

    def average(self) -> tuple[Array, Array]:
        """The weighted average jams and calls, or the last ones if the rule has no average."""
        jam, call = self.players
        return jam.average(), call.average()

    def keep(self, columns: npt.NDArray[np.intp]) -> None:
        """Go on with some of the columns only."""
        self.game = self.game.only([int(i) for i in columns])
        for player in self.players:
            player.keep(self.game.xp.asarray(columns))


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Equilibria of some stakes; arrays of classes have shape (classes, stakes).

    Parameters
    ----------
    stakes
        The stakes, in big blinds.
    jam, call
        Probabilities of jamming and of calling a jam with each class.
    value
        What the small blind wins, in big blinds a hand.
    gains
        What the small and the big blind would gain with a best response, shape (2, stakes).
    converged
        Whether neither player can gain more than was asked for, at each of the stakes.
    iterations
        Iterations until the strategy was found, at each of the stakes.
    seconds
        How long all took.
    """

    stakes: tuple[JamStakes, ...]
    jam: Floats = field(repr=False)
    call: Floats = field(repr=False)
    value: Floats
    gains: Floats
    converged: npt.NDArray[np.bool_]
    iterations: npt.NDArray[np.int64]
    seconds: float

    @property
    def epsilon(self) -> Floats:
        """The larger gain at each of the stakes."""
        return np.asarray(self.gains.max(axis=0))


class _Best:
    """The best strategies that were measured."""

    def __init__(self, game: HeadsUpJamFold, start: tuple[Array, Array]) -> None:
        measured = game.measure(*start)
        self.game = game
        self.jam, self.call = (array.copy() for array in start)
        self.value, self.gains = measured.value, measured.gains
        self.iterations = np.zeros(len(game.stakes), dtype=np.int64)

    def offer(self, sweep: Sweep, which: npt.NDArray[np.intp], made: int) -> None:
        """Keep those of the columns that are better than before."""
        found, xp = sweep.average(), sweep.game.xp
        measured, columns = sweep.game.measure(*found), xp.asarray(which)
        better = measured.gains.max(axis=0) < self.gains[:, columns].max(axis=0)
        self.jam[:, columns] = xp.where(better, found[0], self.jam[:, columns])
        self.call[:, columns] = xp.where(better, found[1], self.call[:, columns])
        self.value[columns] = xp.where(better, measured.value, self.value[columns])
        self.gains[:, columns] = xp.where(better, measured.gains, self.gains[:, columns])
        self.iterations[which[host(better)]] = made

    def solved(self, epsilon: float, seconds: float) -> Solved:
        """What is known now; where a player has no decision, they play."""
        jam, call = host(self.jam).copy(), host(self.call).copy()
        for column, stakes in enumerate(self.game.stakes):
            for strategy, decides in zip((jam, call), stakes.decides, strict=True):
                if not decides:
                    strategy[:, column] = 1.0
        value, gains = host(self.value).copy(), host(self.gains).copy()
        return Solved(
            stakes=self.game.stakes,
            jam=jam,
            call=call,
            value=value,
            gains=gains,
            converged=np.asarray(gains.max(axis=0) <= epsilon),
            iterations=self.iterations.copy(),
            seconds=seconds,
        )


def solve_stakes(
    matchups: MatchupProducts,
    stakes: Sequence[JamStakes],
    *,
    algorithm: str | RegretMatching = HO,
    epsilon: float = 1e-7,
    iterations: int = 10_000,
    seconds: float = math.inf,
    check_every: int = 25,
    start: tuple[Floats, Floats] | None = None,
    progress: Callable[[int, Floats], object] | None = None,
) -> Solved:
    """Solve the game at all stakes at once.

    Parameters
    ----------
    matchups
        The table of match-ups on the CPU or on a GPU.
    stakes
        The stakes.
    algorithm
        The name of a regret minimiser of `railbird.equilibrium`, or one with other exponents. The
        document's own needs the fewest iterations with all 16,432 classes (10 to 30 to 0.001 chips
        at 200/400, PDCFR+ 30 to 110). With few classes, where more of the equilibrium is mixed,
        it may not get there: then choose PDCFR+.
    epsilon
        Stakes are done when neither player can gain more than this, in big blinds a hand.
    iterations, seconds
        Stop after so many iterations, or so much time, in any case.
    check_every
        Measure the gains every so many iterations.
    start
        Jams and calls to start from, such as the equilibria of similar stacks.
    progress
        Called after each measurement with the iterations made and the gains so far.

    Examples
    --------
    >>> from railbird.omaha8.jamfold.products import DenseMatchups
    >>> strong_wins = np.array([[0, 0.5], [-0.5, 0]])
    >>> two_classes = DenseMatchups(np.ones((2, 2)), strong_wins, np.ones(2))
    >>> stakes = [JamStakes(1.25), JamStakes(3)]
    >>> solved = solve_stakes(two_classes, stakes, algorithm="pdcfr+", epsilon=1e-9)
    >>> solved.jam.round(3).tolist(), solved.call.round(3).tolist()
    ([[1.0, 1.0], [0.25, 0.0]], [[1.0, 1.0], [0.75, 0.0]])
    """
    rule = find_algorithm(algorithm) if isinstance(algorithm, str) else algorithm
    if not isinstance(rule, RegretMatching):
        raise OptionError(f"{algorithm} is no regret minimiser: choose pdcfr+, cfr+ or cfr")
    began = time.perf_counter()
    game = HeadsUpJamFold(matchups, stakes)
    xp = game.xp
    at = None if start is None else (xp.asarray(start[0]), xp.asarray(start[1]))
    sweep = Sweep(game, rule, at)
    best = _Best(game, sweep.average())
    columns, made = np.arange(len(stakes)), 0
    while True:
        open_ = np.flatnonzero(host(best.gains)[:, columns].max(axis=0) > epsilon)
        if len(open_) < len(columns):
            columns = columns[open_]
            sweep.keep(open_)
        if not len(columns) or made >= iterations or time.perf_counter() - began > seconds:
            return best.solved(epsilon, time.perf_counter() - began)
        for _ in range(min(check_every, iterations - made)):
            sweep.step()
            made += 1
        best.offer(sweep, columns, made)
        if progress is not None:
            progress(made, host(best.gains))
