"""Recipes that build the tables of this layer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from platformdirs import user_cache_path

from railbird import data
from railbird.compute.gpu import cupy, gpu_is_there, on_host
from railbird.evaluate.recipes import Recipe
from railbird.tournament.equity.models import as_model
from railbird.tournament.hand import solve_hand
from railbird.tournament.jamfold.ranked.rankings import TABLE, Ranking
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.study import record
from railbird.tournament.study.make import study_tournament
from railbird.tournament.whole import solution
from railbird.tournament.whole.evaluate import finishing
from railbird.tournament.whole.game import model_values
from railbird.tournament.whole.solve import LoopReport, solve_tournament

DEPTHS = np.geomspace(1.5, 60, 40)
"""Stacks in big blinds at which the equilibria behind `heads_up_ranges` are computed."""


def heads_up_ranges(progress: Callable[[int, int], None] | None = None) -> data.Arrays:
    """Build the shipped table: how much of each class heads-up equilibria play, in percent."""
    found = np.zeros((2, len(DEPTHS), CLASSES), dtype=np.uint8)
    for at, depth in enumerate(DEPTHS):
        solved = solve_hand([depth, depth], blinds=(0.5, 1.0), epsilon=1e-9)
        found[:, at] = [np.rint(100 * one.jam) for one in solved.decisions]
        if progress is not None:
            progress(at + 1, len(DEPTHS))
    return dict(zip(Ranking._fields, found, strict=True))


SOLVED_PLAYERS, SOLVED_GAMMA = 5, 7e-7
"""How many players the shipped tournament has, and the most that anybody gains in a hand there and
in its study, as a share of the prizes."""

MATCH_PRIZES = (65.0, 35.0)
"""In the shipped study, Harville and Roberts also meet for these prizes."""

RANKED_DEPTHS = 3
"""It judges restricted look-aheads by up to so many hands."""

LOOPS = 30
"""About as many outer loops as a number of players takes, for progress."""


def solved_tournament(progress: Callable[[int, int], None] | None = None) -> data.Arrays:
    """Build the shipped solution: on a GPU if CuPy finds one, else here.

    The values begin with those of the model ``pressure``, which is nearest to them. Another machine
    may find another equilibrium, which differs by some cents of 100 in most states.
    """
    done = 0

    def count(_: LoopReport) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(min(done, LOOPS * SOLVED_PLAYERS), LOOPS * SOLVED_PLAYERS)

    found = solve_tournament(
        solution.STAKES,
        SOLVED_PLAYERS,
        values=model_values(solution.STAKES, SOLVED_PLAYERS, as_model("pressure")),
        near=0,
        gamma=SOLVED_GAMMA,
        xp=cupy() if gpu_is_there() else np,
        progress=count,
    )
    values, places = found.game.values, finishing(found.game)
    return solution.pack(solution.STAKES, SOLVED_PLAYERS, on_host(values), on_host(places))


def studied_tournament(progress: Callable[[int, int], None] | None = None) -> data.Arrays:
    """Build the shipped study from the shipped solution: on a GPU if CuPy finds one, else here.

    A build that was interrupted resumes.
    """

    def report(_: str, share: float) -> None:
        if progress is not None:
            progress(round(1000 * share), 1000)

    solved = solution.solution()
    found = study_tournament(
        solved.stakes,
        solved.players,
        solved.array(),
        gamma=SOLVED_GAMMA,
        match_prizes=MATCH_PRIZES,
        ranked=RANKED_DEPTHS,
        checkpoint=user_cache_path("railbird", ensure_exists=True) / f"part-{record.TABLE}.npz",
        xp=cupy() if gpu_is_there() else np,
        progress=report,
    )
    return record.packed(found)


RECIPES = {
    TABLE: Recipe(
        "how much of each class is jammed and called in heads-up equilibria of 40 depths, in %",
        heads_up_ranges,
    ),
    solution.TABLE: Recipe(
        "a whole tournament of jam-or-fold, solved: 45 units of chips, blinds of 1 and 2, prizes "
        f"of 50, 30 and 20. For 2 to {SOLVED_PLAYERS} players, in order of action: the values of "
        "every state, and the probabilities of all places but the last in steps of 1/65,535",
        solved_tournament,
    ),
    record.TABLE: Recipe(
        "strategies of equity models beside the solved tournament: results of one player against "
        "the solution, direct matches, what is gained by a player who knows them, and the values "
        "of look-aheads",
        studied_tournament,
    ),
}
