"""How many iterations each algorithm needs with all 16,432 classes, as a shipped record."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.equilibrium.algorithms import ALGORITHMS, RegretMatching
from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes, MatchupProducts, host
from railbird.omaha8.jamfold.sweep import HO, Sweep

TABLE = "omaha8_convergence"
"""Name of the shipped table."""

STACKS = (2.0, 4.0, 6.0, 8.0, 9.5, 11.25, 14.0, 18.0, 24.0, 30.0, 37.5, 45.0)
"""The stacks that were solved, in big blinds."""

EPSILON = 2.5e-6
"""Neither player gains more than this: 0.001 chips with blinds of 200 and 400."""

MOST = 4_000
"""No more iterations were made."""

RULES: dict[str, RegretMatching] = {
    "cfr, last strategies": RegretMatching(gamma=math.inf),
    "cfr+ of Ho": HO,
    **{name: rule for name, rule in ALGORITHMS.items() if isinstance(rule, RegretMatching)},
}
"""The rules by name; those of the library, and two whose last strategies are the result."""

Ints = npt.NDArray[np.int64]


@cache
def load() -> dict[str, Ints]:
    """Iterations until `EPSILON` for each of `STACKS`, by the name of the rule.

    0 means that `MOST` iterations were not enough.

    Examples
    --------
    >>> load()["cfr+ of Ho"].tolist()
    [10, 16, 15, 13, 17, 19, 19, 30, 30, 20, 30, 30]
    """
    table = data.load(TABLE)["iterations"]
    return dict(zip(RULES, table.astype(np.int64), strict=True))


def iterations_of(
    matchups: MatchupProducts,
    rule: RegretMatching,
    *,
    epsilon: float = EPSILON,
    most: int = MOST,
) -> Ints:
    """Iterations that a rule needs for each of `STACKS`; 0 where ``most`` are not enough.

    Gains are measured after each of the first twenty iterations, and then after every tenth.
    """
    sweep = Sweep(HeadsUpJamFold(matchups, [JamStakes(stack) for stack in STACKS]), rule)
    found, open_ = np.zeros(len(STACKS), dtype=np.int64), np.arange(len(STACKS))
    for made in range(1, most + 1):
        sweep.step()
        if made > 20 and made % 10:
            continue
        gains = host(sweep.game.measure(*sweep.average()).gains).max(axis=0)
        found[open_[gains <= epsilon]] = made
        left = np.flatnonzero(gains > epsilon)
        if not len(left):
            break
        if len(left) < len(open_):
            open_ = open_[left]
            sweep.keep(left)
    return found


def record(
    matchups: MatchupProducts, progress: Callable[[int, int], None] | None = None
) -> data.Arrays:
    """Measure all rules."""
    rows = []
    for i, rule in enumerate(RULES.values()):
        rows.append(iterations_of(matchups, rule))
        if progress is not None:
            progress(i + 1, len(RULES))
    return {"iterations": np.array(rows, dtype=np.int16)}
