"""A tournament whose blinds rise after so many hands, solved backwards from its last level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.gpu import on_host
from railbird.tournament.jamfold.blinds import BlindLevel, BlindSchedule
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.inner import Policy
from railbird.tournament.whole.solve import GAMMA, solve_tournament
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.transitions import by_players

Array = Any
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RisingSolution:
    """Values of all states before each hand up to the first of the last level.

    Parameters
    ----------
    stakes
        The tournament with the blinds of its first level.
    players
        How many play at the beginning.
    schedule
        When the blinds rise, in hands from the beginning.
    values
        The arrays of all values, see `ValueIndex`, one for each hand. The last one is that of all
        hands of the last level.
    epsilon
        The most that any player gains in any hand.
    """

    stakes: TournamentStakes
    players: int
    schedule: BlindSchedule
    values: tuple[Floats, ...] = field(repr=False)
    epsilon: float

    def at(self, stacks: npt.ArrayLike, hand: int = 0) -> Floats:
        """What everybody expects before a hand with these stacks, in units and order of action."""
        units = np.asarray(stacks)
        layer = Layer(self.stakes, units.shape[-1])
        return self.before(hand)[layer.players][layer.ranks(units)]

    def before(self, hand: int) -> dict[int, Floats]:
        """What everybody expects before a hand by the number of players, (states, players)."""
        values = self.values[min(hand, len(self.values) - 1)]
        return by_players(self.stakes, self.players, values)


def solve_rising(
    stakes: TournamentStakes,
    players: int,
    schedule: BlindSchedule,
    *,
    gamma: float = GAMMA,
    xp: Any = np,
    progress: Callable[[float], object] | None = None,
    report: Callable[[int], object] | None = None,
) -> RisingSolution:
    """Solve a tournament whose blinds rise after so many hands.

    Parameters
    ----------
    stakes
        Chips and prizes; the blinds are those of the schedule.
    players
        How many play at the beginning.
    schedule
        Levels, and how many hands of the tournament come before each.
    gamma, xp, report
        See `solve_tournament`.
    progress
        Called with the share of hands that are done.

    Notes
    -----
    In the last level nothing changes any more: `solve_tournament` solves it. Before it, a state has
    other values before each hand. So hands are solved backwards: an equilibrium of each state's
    hand, with the values before the next hand behind its ends. These values are exact for the
    strategies that were found, and no player gains more than γ in a hand.

    Examples
    --------
    >>> schedule = BlindSchedule.parse("1/2", "2: 2/4")
    >>> found = solve_rising(TournamentStakes(units=6), 2, schedule)
    >>> len(found.values), round(float(found.at([3, 3]).sum()), 6)
    (3, 80.0)
    """
    last = schedule.levels[-1]
    levels = {level: _with_blinds(stakes, level) for level in schedule.levels}
    for one in levels.values():
        Layer(one, players)  # refuses what cannot be
    end = solve_tournament(levels[last], players, gamma=gamma, xp=xp, report=report).warned()
    values, epsilon = [end.game.values], max(done.epsilon for done in end.loops[-1:])
    near: WholeGame | None = None
    for hand in range(last.first_hand - 1, -1, -1):
        here = levels[schedule.at(hand)]
        if near is None or near.stakes != here:
            game = WholeGame(here, players, values=values[-1], xp=xp)
        else:
            game = near.with_values(values[-1])
        value, worst = _one_hand(game, near, gamma * stakes.pool, report)
        near, epsilon = game, max(epsilon, worst)
        values.append(value)
        if progress is not None:
            progress(1 - hand / last.first_hand)
    kept = tuple(np.asarray(on_host(one)) for one in reversed(values))
    return RisingSolution(levels[schedule.levels[0]], players, schedule, kept, epsilon)


def _with_blinds(stakes: TournamentStakes, level: BlindLevel) -> TournamentStakes:
    return replace(stakes, blinds=(level.small, level.big), ante=level.ante)


def _one_hand(
    game: WholeGame,
    near: WholeGame | None,
    gamma: float,
    report: Callable[[int], object] | None,
) -> tuple[Array, float]:
    """Values before a hand, with those of the game after it; and the most that a player gains.

    It begins with the strategies of the hand after it, if there are any.
    """
    found, worst = game.values.copy(), 0.0
    for n in range(2, game.players + 1):
        layer, policy = game.layer(n), None if near is None else near.policy(n)
        if policy is not None:
            layer.policy = Policy(policy.jams.copy(), policy.ends.copy(), policy.epsilon.copy())
        game.improve(n, game.inner, gamma, report=report)
        assert layer.policy is not None
        worst = max(worst, float(layer.policy.epsilon.max()))
        found[layer.place] = layer.means(game.values)
    return found, worst
