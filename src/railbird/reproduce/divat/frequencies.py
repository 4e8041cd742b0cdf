"""How often the baseline folds and bets on the turn: Billings & Kan (2006), §4.3, counted exactly.

They print six frequencies from 100,000 simulated turns. The text's own settings do not give them.
So several readings of "turn scenarios" and of the settings stand side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import sqrt

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.suits import canonical_sets
from railbird.compute.threads import map_threads, spans
from railbird.divat.baseline._kernels import fold_threshold
from railbird.divat.baseline.preflop import Preflop, preflop
from railbird.divat.baseline.settings import BET_SETS, METRICS, STANDARD, Settings
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.reproduce.divat import _kernels as kernels
from railbird.reproduce.divat.tables import ALFRED, ALICE, baselines, view
from railbird.reproduce.experiment import (
    Claim,
    Figure,
    Outcome,
    RunOptions,
    judged,
    rounding,
    same_text,
)

TURNS = 100_000
"""How many turns the printed frequencies come from."""

SIZE = 2
"""What each player has in a pot of four small bets."""

FOLDS = (("tight", 0.05, 36.3), ("normal", 0.0, 29.3), ("loose", -0.05, 22.5))
"""Styles of folding: what is added to the offset, and the printed share of folds in per cent."""

BETS = (
    ("aggressive", BET_SETS["aggressive low"], 45.0),
    ("normal", BET_SETS["moderate"], 37.2),
    ("conservative", BET_SETS["conservative low"], 30.5),
)
"""Styles of betting: the thresholds, and the printed share of bets in per cent."""

_AT_ONCE = 256


HANDS = {
    "all hands": (1, 1),
    "no 3-2, 4-2 offsuit": (0, 1),
    "one player without 3-2, 4-2": (1, 2),
}
"""Which hands are on the turn: weights of the hands that the baseline folds before the flop, and
of the others. In the last case one of two players, the small blind, has folded; how the other's
cards change the chances is left out."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a program may have counted: its settings, and which hands are on the turn."""

    settings: Settings
    hands: str = "all hands"

    @property
    def name(self) -> str:
        """The reading in words."""
        rank = "7cHR" if self.settings.seven_card_rounds()[2] else "EHR"
        offset = "offset 0.10" if self.settings.fold_offsets[2] else "no offset"
        return f"{rank}, {offset}, {self.hands}"


READINGS = tuple(
    Reading(replace(STANDARD, turn_metric=metric).with_fold_offset(2, offset), hands)
    for hands, metric, offset in product(HANDS, METRICS, (0.1, 0.0))
)
"""All readings; the first is the text's. The first eight were fixed before they were counted. As
they bracket print, the last four were added: a small blind that folds as the baseline does."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Shares of turns on which a hand folds and bets, by style."""

    folds: tuple[float, float, float]
    bets: tuple[float, float, float]

    def figures(self) -> tuple[Figure, ...]:
        """The six figures in per cent, judged together: first the folds, then the bets."""
        pairs = [
            (f"folds, {style}", ours, printed)
            for ours, (style, _, printed) in zip(self.folds, FOLDS, strict=True)
        ] + [
            (f"bets, {style}", ours, printed)
            for ours, (style, _, printed) in zip(self.bets, BETS, strict=True)
        ]
        return judged(*(_claim(what, 100 * ours, printed) for what, ours, printed in pairs))


def _claim(what: str, ours: float, printed: float) -> Claim:
    """A share that we know exactly, and that was printed from `TURNS` turns."""
    error = sqrt(printed * (100 - printed) / TURNS)
    why = f"ours is exact; the printed figure has a standard error of {error:.2f}"
    return Claim(what, ours, printed, error, rounding=rounding(1), count=TURNS, why=why)


@cache
def frequencies(readings: tuple[Reading, ...] = READINGS) -> dict[Reading, Frequencies]:
    """The six frequencies by each reading, over all turns and hands."""
    settings = tuple(dict.fromkeys(each.settings for each in readings))
    counts = _count([variant for each in settings for variant in _variants(each)])
    found = {}
    for each in readings:
        first = 6 * settings.index(each.settings)
        total = np.tensordot(HANDS[each.hands], counts[:, first : first + 6], axes=1)
        shares = total[:, 1:] / total[:, :1]
        (a, b, c), (d, e, f) = shares[:3, 0].tolist(), shares[3:, 1].tolist()
        found[each] = Frequencies((a, b, c), (d, e, f))
    return found


def _count(variants: list[Settings]) -> npt.NDArray[np.int64]:
    """Hands, folds and bets on all turns; first hands that fold before the flop, then others."""
    hands = holdem_hands()
    kinds = (preflop().ranks >= fold_threshold(0, 1, STANDARD.array()[0])).astype(np.int64)
    rows = np.array([each.array()[2] for each in variants])
    seven_only = np.array([each.seven_card_rounds()[2] for each in variants])
    boards, orbits = canonical_sets(4)
    tables = rank_tables()

    def count(some: slice) -> npt.NDArray[np.int64]:
        counts = np.zeros((2, len(variants), 3), dtype=np.int64)
        kernels.count_turns(
            boards[some].astype(np.int64), orbits[some], hands, kinds, SIZE, rows, seven_only,
            tables, CHOOSE, counts,
        )  # fmt: skip
        return counts

    counted = np.sum(list(map_threads(count, spans(len(boards), _AT_ONCE))), axis=0)
    return np.asarray(counted, dtype=np.int64)


def _variants(settings: Settings) -> list[Settings]:
    """Three styles of folding, then three of betting."""
    offset = settings.fold_offsets[2]
    return [settings.with_fold_offset(2, offset + more) for _, more, _ in FOLDS] + [
        settings.with_makes((2,), makes) for _, makes, _ in BETS
    ]


def billings_frequencies(_: RunOptions) -> Outcome:
    """The six frequencies by every reading, and the documents' examples by the same settings."""
    figures = [
        replace(figure, name=f"{reading.name}: {figure.name}")
        for reading, found in frequencies().items()
        for figure in found.figures()
    ]
    for each in READINGS[:4]:
        table = Preflop(each.settings, preflop().sums)  # baselines do not depend on the sums
        settings = each.name.removesuffix(f", {each.hands}")
        figures += [
            same_text(f"{settings}: {name}", baselines(view(line, table)), printed, why=_EXAMPLES)
            for name, line, printed in (
                ("Table 2, baselines", ALFRED, TABLE_2),
                ("Kan's Table 3.3, baselines", ALICE, TABLE_3_3),
            )
        ]
    return Outcome(tuple(figures))


TABLE_2, TABLE_3_3 = "SlCrC bC bF bRc", "SlCk bRrC bRrC bC"
"""The printed baselines of the examples."""

_EXAMPLES = "these settings play the example otherwise"
