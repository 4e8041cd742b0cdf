"""One solver for all games and algorithms, which stops when its measured gains are small enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from railbird.equilibrium.algorithms import Algorithm, Run, find_algorithm
from railbird.equilibrium.game import Floats, Game, Strategy, checked, gains
from railbird.errors import OptionError


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A strategy for all players, and how far it is from an equilibrium.

    Parameters
    ----------
    strategy
        The best of the average strategies that were measured: one array for each place.
    converged
        Whether no player gains more than the requested ε. This is measured, not promised: with more
        than two players, or payoffs that do not sum to zero, no algorithm here is sure to get
        there.
    iterations
        The number of iterations.
    gains
        What each player would gain from a best response to the others.
    values
        Expected payoff of each player.
    algorithm
        The algorithm that found it.
    seconds
        How long it took.
    """

    strategy: tuple[Floats, ...] = field(repr=False)
    converged: bool
    iterations: int
    gains: Floats
    values: Floats
    algorithm: str
    seconds: float

    @property
    def epsilon(self) -> float:
        """The largest gain: the strategy is an ε-equilibrium for this ε."""
        return float(self.gains.max())

    @property
    def exploitability(self) -> float:
        """The mean gain: NashConv divided by the number of players, as open_spiel defines it."""
        return float(self.gains.mean())

    @property
    def nash_conv(self) -> float:
        """The sum of the gains."""
        return float(self.gains.sum())


def solve(
    game: Game,
    *,
    algorithm: str | Algorithm = "pdcfr+",
    epsilon: float = 1e-6,
    iterations: int = 10_000,
    warm_start: Strategy | None = None,
    check_every: int = 10,
    enough: Callable[[Solution], bool] | None = None,
    progress: Callable[[Solution], object] | None = None,
) -> Solution:
    """Search for an equilibrium of a game.

    Parameters
    ----------
    game
        Anything that follows the `Game` protocol.
    algorithm
        A name from `ALGORITHMS`, or a rule with exponents of your own.
    epsilon
        Stop when no player can gain more than this, in the units of the payoffs.
    iterations
        Stop after this many iterations in any case.
    warm_start
        A strategy to start from, such as the solution of a similar game. It is measured first, so
        the result is never worse.
    check_every
        Measure the gains every so many iterations. A measurement takes as long as about one
        iteration.
    enough
        Asked with each solution that is better than those before: whether to stop, however large
        its gains are.
    progress
        Called after each measurement with the best solution so far. It may raise to stop. Then, as
        after a keyboard interrupt, the last solution it received is complete and can be used as a
        warm start.

    Returns
    -------
    Solution

    Notes
    -----
    Updates alternate: each iteration updates one player after the other, and each sees the updates
    of those before. In two-player zero-sum games the average strategies of all algorithms converge
    to an equilibrium. In other games the gains show how close they came.

    Which algorithm is best depends on the game. Where most decisions are clear, as in jam-or-fold
    poker, PDCFR+ is ahead by orders of magnitude after a few hundred iterations, and a warm start
    saves most of them. In Leduc hold'em DCFR+ leads for the first few thousand iterations, and a
    warm start gains next to nothing: without its regrets, the solver soon leaves the strategy.

    References
    ----------
    - CFR: M. Zinkevich et al., "Regret minimization in games with incomplete information", 2007.
    - CFR+: O. Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042.
    - DCFR: N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret
      minimization", arXiv:1809.04040.
    - PCFR+: G. Farina, C. Kroer, T. Sandholm, "Faster game solving via predictive Blackwell
      approachability", arXiv:2007.14358.
    - DCFR+, PDCFR+: H. Xu et al., "Minimizing weighted counterfactual regret with optimistic online
      mirror descent", arXiv:2404.13891.
    - Fictitious play: J. Robinson, "An iterative method of solving a game", 1951.

    Examples
    --------
    >>> from railbird.equilibrium import kuhn, solve
    >>> found = solve(kuhn(), epsilon=1e-6)
    >>> found.converged, found.algorithm
    (True, 'pdcfr+')
    >>> found.values.round(6)
    array([-0.055556,  0.055556])
    """
    if iterations < 0 or check_every < 1 or not epsilon >= 0:
        raise OptionError(
            "iterations and epsilon must be 0 or more, and check_every must be 1 or more"
        )
    started = time.perf_counter()
    rule = find_algorithm(algorithm) if isinstance(algorithm, str) else algorithm
    name = algorithm if isinstance(algorithm, str) else repr(algorithm)
    run = Run(game, None if warm_start is None else checked(game, warm_start))
    rule.begin(run)
    best = tuple(array.copy() for array in run.strategy)
    least, values = gains(game, best), game.utilities(best)

    def solution(made: int) -> Solution:
        seconds = time.perf_counter() - started
        return Solution(
            strategy=best,
            converged=bool(least.max() <= epsilon),
            iterations=made,
            gains=least,
            values=values,
            algorithm=name,
            seconds=seconds,
        )

    def stops(made: int) -> bool:
        return enough is not None and enough(solution(made))

    made, is_enough = 0, stops(0)
    while made < iterations and least.max() > epsilon and not is_enough:
        for player in range(game.players):
            rule.step(run, player, run.iterations + 1)
        run.iterations += 1
        made += 1
        if made % check_every == 0 or made == iterations:
            average = run.average()
            gained = gains(game, average)
            is_better = gained.max() < least.max()
            if is_better:
                best, least, values = average, gained, game.utilities(average)
            if progress is not None:
                progress(solution(made))
            is_enough = is_better and stops(made)
    return solution(made)
