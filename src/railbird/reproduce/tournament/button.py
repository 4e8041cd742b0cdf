"""Melcher (2015), Table B.010: which rule moves the positions from hand to hand."""

from __future__ import annotations

import numpy as np

from railbird.reproduce.experiment import Outcome, RunOptions, beside, holds
from railbird.table.seats import seat_names
from railbird.tournament import FutureGame
from railbird.tournament.jamfold.positions import MOVES

UNITS, PLAYERS, PAYOUTS = 9.0, 5, (50, 30, 20)
HANDS, CUT = 6, 2e-4
PRINTED = (19.770, 20.409, 21.421, 20.480, 17.897)
"""What five stacks of 9 are worth by position, from the first column of Table B.010."""


def melcher_button(_: RunOptions) -> Outcome:
    """Look ahead with each rule, and see which is nearer to print."""
    printed = np.array(PRINTED)
    figures, off = [], {}
    for moves in MOVES:
        look = FutureGame(HANDS, (1, 2), ties="random", cut=CUT, moves=moves)
        values = look.look([[UNITS] * PLAYERS], PAYOUTS).values[0]
        off[moves] = float(np.abs(values - printed).mean())
        why = f"{HANDS} hands ahead; mean distance {off[moves]:.2f}"
        figures += [
            beside(f"{moves} moves: {seat}", float(ours), theirs, why)
            for seat, ours, theirs in zip(seat_names(PLAYERS), values, PRINTED, strict=True)
        ]
    nearer = min(off, key=lambda moves: off[moves])
    return Outcome(
        (holds("the rule nearest to print", nearer, "button", nearer == "button"), *figures),
        notes=(
            "the text does not say what moves: the solved tournament has the rule that fits",
            f"{HANDS} hands ahead are not the whole tournament: the figures only choose a rule",
        ),
    )
