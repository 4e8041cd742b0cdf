"""Build Sparbot's table: fit the buckets, count their moves, solve the game, measure the result.

The work has four steps. The checkpoint keeps the results of the first two, and the state of the
solver every half minute. An interrupted build resumes from there, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.compute.checkpoint import Checkpoint
from railbird.equilibrium.algorithms import RegretMatching, Run, find_algorithm
from railbird.equilibrium.game import Floats, gains
from railbird.errors import OptionError
from railbird.players.sparbot.buckets import (
    GROUPS,
    Buckets,
    FlopStrengths,
    Moves,
    Report,
    count_moves,
    fit_buckets,
)
from railbird.players.sparbot.game import LIMIT_ROUNDS, AbstractLimit

SCALE = 65_535
"""Probabilities are stored as whole numbers; this one stands for 1."""

ROUND_NAMES = ("preflop", "flop", "turn", "river")
_STEP = 100


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What to build: size of the abstraction, deals to count, iterations of the solver.

    The defaults are those of the shipped table.
    """

    groups: Sequence[tuple[int, int]] = GROUPS
    fit_boards: int = 3_000
    boards: int = 20_000
    pairs: int = 32
    iterations: int = 300
    algorithm: str = "dcfr+"
    seed: int = 1
    measure: bool = True

    def __post_init__(self) -> None:
        if self.iterations < 1:
            raise OptionError(f"{self.iterations} iterations solve nothing: ask for at least 1")
        if not isinstance(find_algorithm(self.algorithm), RegretMatching):
            raise OptionError(f"{self.algorithm} is too slow for this game: choose cfr+ or dcfr+")

    def text(self) -> str:
        """All settings in one line, to identify a checkpoint."""
        return repr(self)


def build(
    progress: Report | None = None,
    *,
    plan: BuildPlan | None = None,
    checkpoint: Path | None = None,
    threads: int | None = None,
    strengths: FlopStrengths | None = None,
) -> data.Arrays:
    """Compute the table. An interrupted build resumes from the file ``checkpoint``.

    ``strengths`` are counted if they are not given.
    """
    plan = BuildPlan() if plan is None else plan
    total = 3 * _STEP + plan.iterations

    def report(start: int) -> Report:
        def tell(done: int, of: int) -> None:
            if progress is not None:
                progress(start + _STEP * done // of, total)

        return tell

    saved = Checkpoint(checkpoint, plan=plan.text())
    kept = saved.read()
    if not kept:
        if strengths is None:
            strengths = FlopStrengths(threads=threads, progress=report(0))
        buckets = fit_buckets(strengths, groups=plan.groups, boards=plan.fit_boards, seed=plan.seed)
        moves = count_moves(
            buckets,
            strengths,
            boards=plan.boards,
            pairs=plan.pairs,
            seed=plan.seed,
            threads=threads,
            progress=report(_STEP),
        )
        kept = {**_bucket_arrays(buckets), **_move_arrays(moves)}
        saved.write(kept)
    game = abstract_game(kept)
    run = Run(game, None)
    _resume(run, kept)
    rule = find_algorithm(plan.algorithm)
    while run.iterations < plan.iterations:
        for player in range(2):
            rule.step(run, player, run.iterations + 1)
        run.iterations += 1
        if saved.is_due():
            saved.write({**kept, **_run_arrays(run)})
        if progress is not None:
            progress(2 * _STEP + run.iterations, total)
    saved.write({**kept, **_run_arrays(run)})
    table = _table(plan, kept, game, run)
    if progress is not None:
        progress(total, total)
    saved.remove()
    return table


def abstract_game(moves: data.Arrays) -> AbstractLimit:
    """Make the game from counts of pairs of buckets, ``start`` … ``met``; the players are alike."""
    tables = []
    for name in ROUND_NAMES[1:]:
        counts = moves[f"moves_{name}"].astype(np.float64)
        seen = counts.sum(axis=(2, 3), keepdims=True)
        # the buckets of a pair that never came up move independently
        alone = counts.sum(axis=(1, 3))
        alone = alone / np.maximum(alone.sum(axis=1, keepdims=True), 1)
        apart = alone[:, None, :, None] * alone[None, :, None, :]
        tables.append(np.where(seen > 0, counts / np.maximum(seen, 1), apart))
    start = moves["start"].astype(np.float64)
    met = moves["met"].astype(np.float64)
    order = np.sign(np.arange(len(met))[:, None] - np.arange(len(met))[None, :])
    shown = np.where(met > 0, moves["wins"] / np.maximum(met, 1), order)
    return AbstractLimit(LIMIT_ROUNDS, start / start.sum(), tuple(tables), shown)


def _bucket_arrays(buckets: Buckets) -> data.Arrays:
    found: data.Arrays = {"classes": buckets.preflop, "flops": buckets.flops}
    for name, outer, inner in zip(ROUND_NAMES[1:], buckets.outer, buckets.inner, strict=True):
        found[f"outer_{name}"], found[f"inner_{name}"] = outer, inner
    return found


def _move_arrays(moves: Moves) -> data.Arrays:
    return {
        "start": moves.start,
        "moves_flop": moves.flop,
        "moves_turn": moves.turn,
        "moves_river": moves.river,
        "wins": moves.wins,
        "met": moves.met,
    }


def _run_arrays(run: Run) -> data.Arrays:
    found: data.Arrays = {"iterations": np.array(run.iterations)}
    for name in ("strategy", "regrets", "weighted"):
        for i, array in enumerate(getattr(run, name)):
            found[f"run_{name}_{i}"] = array
    return found


def _resume(run: Run, kept: data.Arrays) -> None:
    if "iterations" not in kept:
        return
    run.iterations = int(kept["iterations"])
    for name in ("strategy", "regrets", "weighted"):
        arrays = getattr(run, name)
        for i in range(len(arrays)):
            arrays[i] = np.array(kept[f"run_{name}_{i}"])


def _table(plan: BuildPlan, kept: data.Arrays, game: AbstractLimit, run: Run) -> data.Arrays:
    """The table to ship: thresholds, probabilities, and measurements of exactly these."""
    dense = [quantised(probabilities) for probabilities in game.dense(run.average())]
    table: data.Arrays = {
        key: array
        for key, array in kept.items()
        if key.startswith(("classes", "flops", "outer_", "inner_"))
    }
    for name, whole in zip(ROUND_NAMES, dense, strict=True):
        table[f"play_{name}"] = whole
    strategy = game.sparse([whole / SCALE for whole in dense])
    nothing = np.full(2, np.nan)
    table["gains"] = gains(game, strategy) if plan.measure else nothing
    table["value"] = game.utilities(strategy)
    table["made_with"] = np.array([plan.boards, plan.pairs, run.iterations, plan.seed])
    return table


def quantised(probabilities: Floats) -> npt.NDArray[np.uint16]:
    """Probabilities of fold, call and raise in whole numbers that sum to `SCALE`.

    Probabilities below one in a thousand are left over from the first iterations and are dropped.
    Call, which is always legal, takes the rounding error.
    """
    kept = np.where(probabilities < 1e-3, 0.0, probabilities)
    kept /= np.maximum(kept.sum(axis=-1, keepdims=True), 1e-300)
    whole = np.floor(kept * SCALE + 0.5).astype(np.int64)
    whole[..., 1] = SCALE - whole[..., 0] - whole[..., 2]
    return np.maximum(whole, 0).astype(np.uint16)
