"""A player's strategies for a whole tournament: what they do in every state of every layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.tournament.equity.models import HARVILLE, PRESSURE, ROBERTS, WEITZMAN
from railbird.tournament.whole.game import WholeGame, model_values
from railbird.tournament.whole.ranked import ranked_jams
from railbird.tournament.whole.solution import shipped_values
from railbird.tournament.whole.solve import GAMMA, solve_tournament
from railbird.tournament.whole.states import TournamentStakes

Array = Any
Floats = npt.NDArray[np.float64]
Report = Callable[[int], object]

SOLVED = "solved"
LOOKS_AHEAD = "fgs-"
RANKED = "-ranked"
MODELS = {model.name: model for model in (HARVILLE, WEITZMAN, ROBERTS)}
"""The document's models."""

OURS = {PRESSURE.name: PRESSURE}
"""Ours, which was fitted on solved tournaments."""

NAMED = MODELS | OURS


@dataclass(frozen=True, slots=True, eq=False)
class Strategies:
    """What a player does in all states, from any seat.

    Parameters
    ----------
    name
        What to call them.
    jams
        For each number of players, probabilities of jamming in steps of 1/`STEPS`, (states, nodes,
        169), see `railbird.tournament.whole.inner.Policy`.
    """

    name: str
    jams: Mapping[int, Array]

    @classmethod
    def of(cls, game: WholeGame, name: str) -> Strategies:
        """The policies of a game, which all its layers must have."""
        found = {}
        for n in range(2, game.players + 1):
            policy = game.policy(n)
            assert policy is not None
            found[n] = policy.jams
        return cls(name, found)

    def on(self, xp: Any) -> Strategies:
        """The same for another array module, NumPy or CuPy."""
        return Strategies(self.name, {n: xp.asarray(jams) for n, jams in self.jams.items()})


def hand_equilibria(
    game: WholeGame, name: str, *, gamma: float = GAMMA, report: Report | None = None
) -> Strategies:
    """Equilibria of every single hand, with the values of a game behind its ends.

    ``gamma`` and ``report`` are those of `solve_tournament`. They become the policies of the game.
    """
    for n in range(2, game.players + 1):
        game.improve(n, game.inner, gamma * game.stakes.pool, report=report)
        game.measure(n)
    return Strategies.of(game, name)


def strategies_by_name(
    name: str,
    stakes: TournamentStakes,
    players: int,
    *,
    values: Floats | None = None,
    gamma: float = GAMMA,
    xp: Any = np,
    report: Report | None = None,
) -> Strategies:
    """Strategies for a whole tournament by name.

    Parameters
    ----------
    name
        ``solved``, an equilibrium of the whole tournament. Others are equilibria of single hands
        whose ends are valued by a model: ``harville``, ``weitzman``, ``roberts`` or ``pressure``;
        or ``fgs-3`` for the values after three more hands, which begin with Harville's. With
        ``-ranked`` behind it, all ranges are the top of one order of classes, see `ranked_jams`.
    stakes, players
        The tournament.
    values
        The values of the solution, if they are known. Without them the shipped solution is taken
        if it has this tournament, and otherwise it is solved.
    gamma, xp, report
        See `solve_tournament`.
    """
    check_strategy(name)
    if name == SOLVED and values is None:
        values = shipped_values(stakes, players)
    if name == SOLVED and values is None:
        found = solve_tournament(stakes, players, gamma=gamma, xp=xp, report=report).warned()
        return Strategies.of(found.game, name)
    if name.endswith(RANKED):
        base, depth = name.removesuffix(RANKED), 0
        if base.startswith(LOOKS_AHEAD):
            base, depth = HARVILLE.name, int(base.removeprefix(LOOKS_AHEAD))
        first = WholeGame(stakes, players, values=model_values(stakes, players, NAMED[base]))
        return Strategies(name, ranked_jams(first, depth=depth)).on(xp)
    if name.startswith(LOOKS_AHEAD):
        depth = int(name.removeprefix(LOOKS_AHEAD))
        game = solve_tournament(
            stakes, players, algorithm="vi-margin", gamma=gamma, loops=depth, xp=xp, report=report
        ).game
    else:
        known = values if name == SOLVED else model_values(stakes, players, NAMED[name])
        game = WholeGame(stakes, players, values=known, xp=xp)
    return hand_equilibria(game, name, gamma=gamma, report=report)


def check_strategy(name: str) -> None:
    """Refuse a name that `strategies_by_name` does not know."""
    base = name.removesuffix(RANKED)
    depth = base.removeprefix(LOOKS_AHEAD)
    looks_ahead = base.startswith(LOOKS_AHEAD) and depth.isdecimal() and int(depth) > 0
    if not (looks_ahead or base in NAMED or name == SOLVED):
        raise OptionError(
            f"there are no strategies {name!r}: choose {SOLVED}, {', '.join(NAMED)} or, to look "
            f"three hands ahead, {LOOKS_AHEAD}3; {HARVILLE.name}{RANKED} or {LOOKS_AHEAD}3{RANKED} "
            "have ranges by a ranking"
        )
