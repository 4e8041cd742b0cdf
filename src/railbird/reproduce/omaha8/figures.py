"""Figures 4.1 to 4.3 of Ho (2015): the equilibria by stack."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from railbird.cards.classes import omaha_class_index, omaha_classes
from railbird.omaha8.jamfold import gaps, solutions
from railbird.omaha8.jamfold.game import Floats
from railbird.omaha8.jamfold.solutions import LEVELS, grid
from railbird.omaha8.rules.features import Ints
from railbird.reproduce.drawings import Lines, Series
from railbird.reproduce.experiment import (
    Figure,
    Outcome,
    RunOptions,
    holds,
    same_text,
    within,
)
from railbird.reproduce.omaha8.tables import MOST, origin

CHIPS = 4_500
"""The largest stack of the smaller player: there are 9,000 chips in all."""


def ho_shares(_: RunOptions) -> Outcome:
    """Figure 4.1: how often both blinds play."""
    shipped, sizes = solutions.load(), omaha_classes()[1]
    shares = {"sb": shipped.share("sb", sizes), "bb": shipped.share("bb", sizes)}
    row, short = shipped.at(MOST), [i for i, r in enumerate(shipped.stacks) if r <= 10]
    figures = []
    for position, name, printed in (("sb", "small blind", 33), ("bb", "big blind", 18)):
        share = 100 * shares[position]
        by_class = 100 * shipped.played("sb" if position == "sb" else "bb")[row].mean() / LEVELS
        later = share[shipped.at(MOST + 1)]  # SAGE's R: the big blind has posted
        why = (
            f"two other readings do not give print's number either: {by_class:.1f} % of the "
            f"classes, and {later:.1f} % of the hands if R = {MOST} is after posting the big blind"
        )
        figures.append(within(f"{name} plays at R = 45, %", float(share[row]), printed, 1, why=why))
        least = float(share[short].min())
        figures.append(_beyond(f"{name} plays at R of 10 and less, %", least, 70, more=True))
    lines = [
        Series("small blind", 100 * shares["sb"], "divat"),
        Series("big blind", 100 * shares["bb"], "money"),
    ]
    return Outcome(
        tuple(figures),
        notes=origin(),
        drawings=(Lines("Play frequency", "R", "% of hands", _stacks(), tuple(lines)),),
    )


def _stacks() -> Floats:
    return np.array([float(stack) for stack in solutions.load().stacks])


def _beyond(name: str, ours: float, bound: float, *, more: bool) -> Figure:
    truth = ours > bound if more else ours < bound
    return holds(name, ours, f"{'>' if more else '<'} {bound:g}", truth)


def ho_values(_: RunOptions) -> Outcome:
    """Figure 4.3: what the small blind wins."""
    shipped = solutions.load()
    stacks = grid(2, 50)
    values = shipped.value[[shipped.at(stack) for stack in stacks]]
    best = float(stacks[int(values.argmax())])
    peak = shipped.value[[shipped.at(Fraction(19, 2)), shipped.at(10)]]
    why = f"it is {peak[0]:.5f} bb at 9.5 and {peak[1]:.5f} bb at 10"
    first = float(next(r for r, v in zip(stacks, values, strict=True) if v < 0 and r > 1))
    at_16 = float(shipped.value[shipped.at(16)])
    figures = (
        within("R of the largest value, steps of 1/2", best, 9.5, 0, why=why),
        within("R of the first loss", first, 16, 0, why=f"at 16 it still wins {at_16:.4f} bb"),
    )
    line = Series("value for the small blind", shipped.value, "divat")
    drawing = Lines("Value for the small blind", "R", "big blinds a hand", _stacks(), (line,))
    return Outcome(figures, notes=origin(), drawings=(drawing,))


def jams_by_chips(big: int) -> tuple[list[int], np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """Stacks in steps of 50 chips at some stakes, and whether each class is mostly jammed."""
    shipped = solutions.load()
    chips = [stack for stack in range(50, CHIPS + 1, 50) if 2 * stack >= big]
    rows = [shipped.at(Fraction(stack, big)) for stack in chips]
    return chips, np.asarray(shipped.jam[rows] > LEVELS // 2)


def _returns(big: int) -> Ints:
    """For each class, how often the small blind folds with a stack but jams with the next."""
    jams = jams_by_chips(big)[1]
    return np.asarray((jams[1:] & ~jams[:-1]).sum(axis=0))


def ho_returns(_: RunOptions) -> Outcome:
    """Figure 4.2: hands that are jammed with a large stack but not with a smaller one."""
    chips, jams = jams_by_chips(400)
    figures: list[Figure] = []
    for hand, said in (("8s5s6h2c", ("Raise", "Fold")), ("AsKsQsJs", ("Fold", "Raise"))):
        mine = jams[:, omaha_class_index(hand)]
        for stack, printed in zip((3_000, 4_000), said, strict=True):
            ours = "Raise" if mine[chips.index(stack)] else "Fold"
            gap = gaps.load().of("sb", Fraction(stack, 400))[omaha_class_index(hand)]
            why = "" if ours == printed else f"jamming wins {gap:+.3f} bb more than folding"
            figures.append(same_text(f"{hand} with {stack:,} at 200/400", ours, printed, why=why))
    at_400, at_500 = _returns(400), _returns(500)
    why = "print's equilibria are not ours: see ho-table-4.1"
    figures += [
        within("discontinuities at 200/400", int(at_400.sum()), 116, 0, why=why),
        within("of the same hands at 250/500", int(at_500[at_400 > 0].sum()), 3, 0, why=why),
        within("at 300/600", int(_returns(600).sum()), 0, 0),
    ]
    return Outcome(tuple(figures), notes=origin())
