"""What the text of Ho (2015) says of single hands, of its models, and of CFR+."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from railbird import data
from railbird.cards.classes import omaha_class_index
from railbird.omaha8.jamfold import convergence, gaps
from railbird.omaha8.rules.features import class_features
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, holds, same_text, within
from railbird.reproduce.omaha8 import models
from railbird.reproduce.omaha8.figures import jams_by_chips
from railbird.reproduce.omaha8.tables import kinds_of, origin, playability, played_to

GAPS = {"8s5s6h2c": (3_550, 4_100), "AsKsQsJs": (2_700, 3_950)}
"""Hands that return at 200/400: the first and the last stack with which the text folds them."""


def ho_claims(_: RunOptions) -> Outcome:
    """Single hands of §4.1, the models of §4.2, and the iterations of §5.2."""
    quads = float(playability("sb")[omaha_class_index("KsKhKdKc")])
    figures = [
        holds("KKKK, small blind", quads, "< 2", quads < 2),
        played_to("A922 of four suits, big blind", "As9h2d2c", "bb", 12.5),
        played_to("JT96 double-suited, small blind", "Js6sTh9h", "sb", 3.5),
        played_to("JT96 double-suited, big blind", "Js6sTh9h", "bb", 6.5),
        _least_call(),
        *(_folded(hand) for hand in GAPS),
        *models.model_costs(),
        *models.apart(),
        _iterations(),
    ]
    info = data.manifest()[convergence.TABLE]
    note = (
        f"Iterations are those of the table {info.name} (sha256 {info.checksum[:16]}…), made by "
        f"`{info.made_by}`: twelve stacks from 2 to 45 big blinds, with all 16,432 classes, until "
        f"nobody gains more than 0.001 chips at 200/400."
    )
    return Outcome(tuple(figures), notes=(*origin(), models.measured(), note))


def _least_call() -> Figure:
    """The least playable hand for the big blind with an ace and a low card."""
    big = playability("bb")
    which = kinds_of(class_features())["ace and low card, not trips"]
    which &= class_features().count("A") == 1
    least = np.flatnonzero(which & (big == big[which].min()))
    truth = omaha_class_index("As9h2d2c") in least
    name = "A922 is the least playable with one ace and a low card"
    return holds(name, "yes" if truth else "no", "yes", truth)


def _folded(hand: str) -> Figure:
    """The stacks with which a hand is folded: every unbroken run of them."""
    first, last = GAPS[hand]
    chips, jams = jams_by_chips(400)
    runs = folded_runs(chips, (~jams[:, omaha_class_index(hand)]).tolist())
    ours = " and ".join(
        f"{low:,} and more" if high == chips[-1] else f"{low:,} to {high:,}" for low, high in runs
    )
    printed = f"{first:,} to {last:,}"
    gap = gaps.load().of("sb", last / 400)[omaha_class_index(hand)]
    why = f"with {last:,} jamming wins {gap:+.3f} bb more than folding"
    return same_text(f"{hand} at 200/400 is folded", ours or "never", printed, why=why)


def folded_runs(chips: Sequence[int], folds: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and the last stack of each unbroken run of folds.

    Examples
    --------
    >>> folded_runs([50, 100, 150, 200, 250], [False, True, True, False, True])
    [(100, 150), (250, 250)]
    """
    each = groupby(zip(chips, folds, strict=True), key=lambda one: one[1])
    runs = [[stack for stack, _ in run] for folded, run in each if folded]
    return [(run[0], run[-1]) for run in runs]


def _iterations() -> Figure:
    """How many iterations CFR+ needs for one of CFR: both give their last strategies."""
    known = convergence.load()
    plus, plain = known["cfr+ of Ho"], known["cfr, last strategies"]
    why = (
        f"CFR+ as in §3.5 needs {plus.min()} to {plus.max()} iterations, CFR {plain.min()} to "
        f"{plain.max()}; if averages are the result, CFR+ needs {known['cfr+'].min()} to "
        f"{known['cfr+'].max():,}, and CFR more than {convergence.MOST:,}"
    )
    return within("iterations of CFR+ / of CFR", float((plus / plain).mean()), 0.5, 0.05, why=why)
