"""How fast the evaluators are on this machine, as ``railbird bench`` prints it.

The project's ``benchmarks`` folder compares these speeds with other programs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.evaluate.equities.equity import equity
from railbird.evaluate.strength.metrics import hand_ranks
from railbird.evaluate.values.evaluator import high_values, omaha_values, seven_card_counts


@dataclass(frozen=True, slots=True)
class Speed:
    """The best of several runs of one case; ``rate`` is per second, if the case counts anything."""

    case: str
    seconds: float
    rate: float | None


def random_deals(deals: int, cards: int, seed: int = 0) -> npt.NDArray[np.uint8]:
    """Random deals of different cards, shape (deals, cards)."""
    rng = np.random.default_rng(seed)
    deck = np.arange(52, dtype=np.uint8)
    return np.ascontiguousarray(rng.permuted(np.tile(deck, (deals, 1)), axis=1)[:, :cards])


Case = tuple[str, int | None, Callable[[], object]]
"""What is measured, how many things one run counts, and how to run it."""


def all_cases(*, quick: bool = False) -> list[Case]:
    """All cases; quick ones are smaller."""
    hands = random_deals(200_000 if quick else 1_000_000, 9)
    seven, four, five = (
        np.ascontiguousarray(hands[:, p]) for p in (slice(7), slice(4), slice(4, 9))
    )
    return [
        ("7-card hands, random, one thread", len(hands), lambda: high_values(seven, check=False)),
        ("7-card hands, random, checked", len(hands), lambda: high_values(seven)),
        ("7-card hands, all in order, one thread", 133_784_560, seven_card_counts),
        (
            "Omaha high and low, one thread",
            len(hands),
            lambda: omaha_values(four, five, check=False),
        ),
        ("AcKc v 7h6h, exact", None, lambda: equity("AcKc", "7h6h")),
        (
            "QQ+,AKs v 22+,A2s+,KTs+,ATo+ before the flop, exact",
            None,
            lambda: equity("QQ+,AKs", "22+,A2s+,KTs+,ATo+"),
        ),
        (
            "random v random on 2c7dTh, exact",
            None,
            lambda: equity("random", "random", board="2c7dTh"),
        ),
        ("AhAs v KhKs v QhQs, exact", None, lambda: equity("AhAs", "KhKs", "QhQs")),
        (
            "AcKcQd2s v 7h6h5d4s in Omaha Hi-Lo, exact",
            None,
            lambda: equity("AcKcQd2s", "7h6h5d4s", game="omaha8"),
        ),
        ("7cHR of all hands on a flop", None, lambda: hand_ranks("2c7dTh")),
        (
            "six random hands, sampled deals",
            1_000_000,
            lambda: equity(*["random"] * 6, samples=1_000_000, seed=1),
        ),
    ]


def measure(case: Case, *, runs: int = 5) -> Speed:
    """The best of several runs, after one run to load tables and compile."""
    name, count, run = case
    run()
    best = min(_seconds(run) for _ in range(runs))
    return Speed(name, best, None if count is None else count / best)


def _seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started
