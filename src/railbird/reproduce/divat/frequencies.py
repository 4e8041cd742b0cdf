"""How often the baseline folds and bets on the turn: Billings & Kan (2006), §4.3, counted exactly.

They print six frequencies from 100,000 simulated turns. The text's own settings do not give them.
So several readings of "turn scenarios" and of the settings stand side by side: all turns and hands,
counted exactly, and turns that the baseline's own play reaches, which are sampled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import hypot, inf, sqrt

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.suits import canonical_sets
from railbird.compute.threads import map_threads, spans
from railbird.divat.baseline._kernels import fold_threshold
from railbird.divat.baseline.preflop import Preflop, preflop
from railbird.divat.baseline.settings import BET_SETS, METRICS, STANDARD, Settings
from railbird.divat.heads_up.scores import score_each
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.kernels import ranks as rank_kernels
from railbird.reproduce.divat import _kernels as kernels
from railbird.reproduce.divat import styles
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
"""Styles of folding, with what is added to the offset and the printed share of folds in %."""

BETS = (
    ("aggressive", BET_SETS["aggressive low"], 45.0),
    ("normal", BET_SETS["moderate"], 37.2),
    ("conservative", BET_SETS["conservative low"], 30.5),
)
"""Styles of betting, with the thresholds and the printed share of bets in per cent."""

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
    hands: float = inf
    """How many hands they were sampled from."""

    def claims(self) -> list[Claim]:
        """The six figures in per cent: first the folds, then the bets."""
        pairs = [
            (f"folds, {style}", ours, printed)
            for ours, (style, _, printed) in zip(self.folds, FOLDS, strict=True)
        ] + [
            (f"bets, {style}", ours, printed)
            for ours, (style, _, printed) in zip(self.bets, BETS, strict=True)
        ]
        return [self._claim(*pair) for pair in pairs]

    def figures(self) -> tuple[Figure, ...]:
        """The six figures, judged together. Of all readings at most one is true."""
        return judged(*self.claims())

    def _claim(self, what: str, share: float, printed: float) -> Claim:
        """A share in per cent, which was printed from `TURNS` turns."""
        ours = 100 * share
        errors = sqrt(printed * (100 - printed) / TURNS), sqrt(ours * (100 - ours) / self.hands)
        return Claim(
            what,
            ours,
            printed,
            hypot(*errors),
            rounding=rounding(1),
            count=min(TURNS, self.hands),
            why=_TOO_FAR,
            exact=self.hands == inf,
        )

    def text(self) -> str:
        """Folds and bets in per cent."""
        parts = ["/".join(f"{100 * x:.1f}" for x in each) for each in (self.folds, self.bets)]
        return f"{parts[0]:<14}  {parts[1]:<14}"


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


def reached(games: int, options: RunOptions) -> dict[Reading, Frequencies]:
    """The same on turns that the text's baseline reaches with four small bets in the pot."""
    table = Preflop(replace(STANDARD, turn_metric="7chr"), preflop().sums)
    callers = styles.ALWAYS_CALL, styles.ALWAYS_CALL  # so that all cards are dealt
    parts: list[npt.NDArray[np.float64]] = []
    done = 0
    for some in styles.play(*callers, games, seed=options.seed):
        (scores,) = score_each(some.games, [table])
        ranks = np.stack([scores.column("rank_1"), scores.column("rank_2")], axis=1)
        there = kernels.reaches_turn(ranks, STANDARD.array(), SIZE)
        now = np.empty((len(ranks), 2, 4))
        rank_kernels.immediate_ranks(some.games.cards, rank_tables(), CHOOSE, now)
        parts.append(np.stack([ranks[there, :, 2], now[there, :, 2]]).reshape(2, -1))
        done += len(some.sign)
        options.progress(done / games)
    seven, now = np.concatenate(parts, axis=1)
    return {
        Reading(each.settings, "turns that are reached"): _shares(each.settings, seven, now)
        for each in READINGS[:4]
    }


def _shares(
    settings: Settings, seven: npt.NDArray[np.float64], now: npt.NDArray[np.float64]
) -> Frequencies:
    """Folds and bets of sampled hands by their 7cHR and IHR on the turn."""
    best = seven if settings.seven_card_rounds()[2] else np.maximum(seven, now)
    found = []
    for each in _variants(settings):
        row = each.array()[2]
        bets = best >= row[1]
        folds = ~bets & (seven < fold_threshold(2, SIZE, row))
        found.append((float(folds.mean()), float(bets.mean())))
    (a, _), (b, _), (c, _), (_, d), (_, e), (_, f) = found
    return Frequencies((a, b, c), (d, e, f), len(seven))


def billings_frequencies(options: RunOptions) -> Outcome:
    """The six frequencies by every reading, and the documents' examples by the same settings."""
    every = frequencies() | reached(options.games or TURNS, options)
    figures = [
        replace(figure, name=f"{reading.name}: {figure.name}")
        for reading, found in every.items()
        for figure in found.figures()
    ]
    in_text = frozenset(figure.name for figure in figures)
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
    return Outcome(tuple(figures), _table(every), in_text=in_text)


def _table(every: Mapping[Reading, Frequencies]) -> str:
    """Six frequencies in a line for each reading, and how many of them agree with print."""
    printed = Frequencies(
        (FOLDS[0][2] / 100, FOLDS[1][2] / 100, FOLDS[2][2] / 100),
        (BETS[0][2] / 100, BETS[1][2] / 100, BETS[2][2] / 100),
    )
    lines = ["folds, %        bets, %         agree", f"{printed.text()}         printed"]
    for reading, found in every.items():
        agree = sum(figure.verdict == "match" for figure in found.figures())
        lines.append(f"{found.text()}    {agree}    {reading.name}")
    return "\n".join(lines)


_TOO_FAR = "farther from print than the 100,000 turns behind it allow"

TABLE_2, TABLE_3_3 = "SlCrC bC bF bRc", "SlCk bRrC bRrC bC"
"""The printed baselines of the examples."""

_EXAMPLES = "these settings play the example otherwise"
