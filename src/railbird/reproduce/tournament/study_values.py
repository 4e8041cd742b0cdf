"""Tables 7.1 to 7.5 and Figures 7.1 to 7.9 of Melcher (2015): values beside the solution."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.reproduce.drawings import Lines, Series
from railbird.reproduce.experiment import (
    Figure,
    Outcome,
    Run,
    RunOptions,
    beside,
    compare,
    holds,
    same_text,
)
from railbird.reproduce.tournament.study_print import DEVIATIONS, PLACES
from railbird.tournament.study import record
from railbird.tournament.study.deviations import Deviations
from railbird.tournament.study.record import PLAIN, SOLUTION, Study
from railbird.tournament.whole import solution

Floats = npt.NDArray[np.float64]
OfStudy = Callable[[Study], Outcome]

EXAMPLE = (2, 5, 8, 13, 17)
EXAMPLE_PLACES = """
.047 .061 .092 .218 .582
.105 .131 .187 .322 .255
.166 .204 .273 .245 .112
.283 .298 .253 .130 .036
.398 .306 .195 .084 .016
6.04 12.9 19.89 28.15 33.02
"""
"""Section 7.3: a row for each stack, and the payoffs."""

NOT_UNIQUE = (
    "the equilibrium is not unique. Print's values and ours are those of different equilibria, or "
    "of hands that were solved to different limits; see docs/theory/study.md"
)
"""Why means over all states differ in their last digit."""

SYSTEMATIC = (
    "not explained. A solution of ours for three players that began from nothing differs from this "
    "one by 0.003 points on average and 0.015 at most; print is off by more, and for stacks in the "
    "middle always in one direction: see the notes, and docs/theory/study.md"
)
"""Why places by stack differ."""

MIDDLE = {3: (24, 38), 4: (21, 33), 5: (21, 33)}
"""Stacks at which print's first places are lower than ours, by the number of players. They were
chosen after a look at the differences."""

ROUNDED = 0.01 / sqrt(12)
"""The standard deviation of what rounding to 0.01 points changes."""

ONE_STATE = (
    "one player of one state. The equilibrium is not unique, and single states differ most between "
    "solutions"
)


def on_shipped(of_study: OfStudy) -> Run:
    """An experiment on the shipped study."""

    def run(_: RunOptions) -> Outcome:
        return of_study(record.shipped())

    return run


def origin() -> tuple[str, ...]:
    """Where the numbers come from."""
    tables = (solution.TABLE, record.TABLE)
    shipped = [info for info in map(data.manifest().get, tables) if info is not None]
    return tuple(
        f"From the table {info.name} (sha256 {info.checksum[:16]}…): {info.made_by}."
        for info in shipped
    )


def deviations(table: str, study: Study) -> Outcome:
    """Table 7.1, all states, or 7.2, where values are averaged over seatings first."""
    found = study.by_state if table == "7.1" else study.averaged
    figures: list[Figure] = []
    for line in DEVIATIONS[table].strip().splitlines():
        name, *printed = line.split()
        if name not in study.models:
            continue
        for (what, ours), text in zip(_columns(found(name)), printed, strict=True):
            why = NOT_UNIQUE if what.startswith("MA") else ONE_STATE
            figures.append(to_last_digit(f"{name}, {what}", ours, text, why=why))
    notes = ["MAPD: the mean of |model − solution| / solution over all players of all states."]
    return Outcome(tuple(figures), notes=(*origin(), *notes))


def _columns(found: Deviations) -> list[tuple[str, float]]:
    return [
        ("MAPD, %", 100 * found.relative),
        ("least, %", 100 * found.least_relative),
        ("largest, %", 100 * found.most_relative),
        ("MAD", found.absolute),
        ("least", found.least),
        ("largest", found.most),
    ]


def to_last_digit(name: str, ours: float, text: str, *, why: str = NOT_UNIQUE) -> Figure:
    """A figure beside a printed number, to its last digit."""
    return compare(name, ours, float(text), digits=len(text.partition(".")[2]), why=why)


def finishing_by_stack(players: int, study: Study) -> Outcome:
    """Tables 7.3 to 7.5: finishing probabilities by stack."""
    ours = 100 * study.configurations[players].by_stack(study.places(players))
    rows = [row.split() for row in PLACES[players].replace("|", "\n").strip().splitlines()]
    figures = [
        to_last_digit(
            f"{units} units, place {place}, %",
            float(ours[units - 1, place - 1]),
            text,
            why=SYSTEMATIC,
        )
        for units, row in enumerate(rows, start=1)
        if units <= len(ours)
        for place, text in enumerate(row, start=1)
    ]
    low, high = MIDDLE[players]
    wins = np.array([float(row[0]) for row in rows[low - 1 : high]])
    apart = ours[low - 1 : low - 1 + wins.size, 0] - wins
    rounded = ROUNDED / sqrt(wins.size)
    why = (
        f"place 1 at {low} to {high} units: ours is {apart.mean():+.4f} points from print on "
        f"average; rounding alone moves such a mean by about {rounded:.4f}"
    )
    notes = ("Each chip configuration counts once, its seatings averaged.", why)
    return Outcome(tuple(figures), notes=(*origin(), *notes))


def example(study: Study) -> Outcome:
    """Section 7.3: the finishing probabilities of stacks 2, 5, 8, 13 and 17, and their payoffs."""
    n = len(EXAMPLE)
    found = study.configurations[n]
    (row,) = np.flatnonzero((found.stacks == EXAMPLE).all(axis=1))
    places, paid = study.places(n)[row], study.values(SOLUTION, n)[row]
    *lines, payoffs = (line.split() for line in EXAMPLE_PLACES.strip().splitlines())
    figures = [
        to_last_digit(f"stack {stack}, place {place}", float(ours), text)
        for stack, mine, line in zip(EXAMPLE, places, lines, strict=True)
        for place, (ours, text) in enumerate(zip(mine, line, strict=True), start=1)
    ]
    figures += [
        to_last_digit(f"stack {stack}, payoff", float(ours), text)
        for stack, ours, text in zip(EXAMPLE, paid, payoffs, strict=True)
    ]
    return Outcome(tuple(figures), notes=origin())


# Figures


Curves = dict[str, Floats]
"""Values by stack, from one unit on; with more players the largest stack is smaller."""


def _share(study: Study, curve: Floats) -> Floats:
    """The share of all chips at each point of a curve."""
    return np.arange(1, curve.size + 1) / study.stakes.units


def _over(study: Study, curves: Curves, title: str, y: str) -> Lines:
    """Curves over a common axis."""
    x = np.arange(1.0, study.stakes.units)
    series = []
    for name, values in curves.items():
        whole = np.full(x.size, np.nan)
        whole[: values.size] = values
        series.append(Series(name, whole))
    return Lines(title, "small blinds", y, x, tuple(series))


def mean_payoffs(study: Study) -> Outcome:
    """Figure 7.1: mean payoffs by stack in the solution."""
    curves = {
        f"{n} players": study.configurations[n].by_stack(study.values(SOLUTION, n))
        for n in range(2, study.players + 1)
    }
    first, second = study.stakes.prizes_for(2)
    two = curves["2 players"]
    off = np.abs(two - (second + (first - second) * _share(study, two))).max()
    three, four = (float(curves[f"{n} players"][0]) for n in (3, 4))
    figures = (
        holds(
            "two players, averaged over both seats: furthest from chips",
            float(off),
            "≤ 0.045",
            bool(off <= 0.045),
            why="by state it is 0.045, see melcher-sec-7.2",
        ),
        holds(
            "one unit with four players is worth so much of one with three",
            four / three,
            "< 0.5",
            four < three / 2,
            why=f"{four:.2f} and {three:.2f}; the third prize alone makes a difference of "
            f"{study.stakes.prizes_for(3)[2]:g}",
        ),
    )
    drawing = _over(study, curves, "Mean payoffs in the solution", "payoff")
    return Outcome(figures, notes=origin(), drawings=(drawing,))


def bias(players: int, study: Study) -> Outcome:
    """Figures 7.2 to 7.4: how far models are off by stack, with the sign."""
    curves = _deviations_by_stack(study, players, np.asarray)
    harville, roberts = curves["harville"], curves["roberts"]
    share = _share(study, harville)
    big, small = share > 0.5, share <= 2 / study.stakes.units
    worst = {name: float(np.abs(curve).max()) for name, curve in curves.items()}
    figures = [
        holds(
            f"{name}: mean for stacks of more than half of all chips",
            float(curve[big].mean()),
            "< 0",
            float(curve[big].mean()) < 0,
            why=f"{curve[big].max():+.3f} to {curve[big].min():+.3f}",
        )
        for name, curve in curves.items()
    ]
    furthest = max(worst, key=lambda name: worst[name])
    near, far = (_off(roberts, which) - _off(harville, which) for which in (big, small))
    figures += [
        holds(
            "the furthest off of the three",
            furthest,
            "weitzman",
            furthest == "weitzman",
            why=", ".join(f"{name} {most:.3f}" for name, most in worst.items()),
        ),
        holds("Roberts is further off than Harville for big stacks by", near, "< 0", near < 0),
        holds("and for one and two units by", far, "> 0", far > 0),
    ]
    title = f"Difference of mean payoffs, {players} players"
    drawing = _over(study, curves, title, "model − solution")
    return Outcome(tuple(figures), notes=origin(), drawings=(drawing,))


def _off(curve: Floats, which: npt.NDArray[np.bool_]) -> float:
    """How far a curve is from 0, on average over some stacks."""
    return float(np.abs(curve[which]).mean())


def _deviations_by_stack(study: Study, players: int, size: Callable[[Floats], Floats]) -> Curves:
    known, found = study.values(SOLUTION, players), study.configurations[players]
    return {name: found.by_stack(size(study.values(name, players) - known)) for name in PLAIN}


def winning(study: Study) -> Outcome:
    """Figure 7.5: winning probabilities by stack."""
    figures = []
    for name, apart in _wins_apart(study).items():
        off = 100 * float(np.abs(apart).max())
        what = f"{name}: furthest from the share of chips, %"
        if name == "2 players":
            figures.append(holds(what, off, "< 1", off < 1, why="proportional to chips"))
        else:
            figures.append(holds(what, off, "> 5", off > 5, why="not proportional to chips"))
    percent = {name: 100 * curve for name, curve in _wins(study).items()}
    drawing = _over(study, percent, "Winning probabilities in the solution", "%")
    return Outcome(tuple(figures), notes=origin(), drawings=(drawing,))


def _wins(study: Study) -> Curves:
    return {
        f"{n} players": study.configurations[n].by_stack(study.places(n)[:, :, 0])
        for n in range(2, study.players + 1)
    }


def _wins_apart(study: Study) -> Curves:
    """How much more, or less, is won than the share of chips."""
    return {name: curve / _share(study, curve) - 1 for name, curve in _wins(study).items()}


def winning_apart(study: Study) -> Outcome:
    """Figure 7.6: winning probabilities beside the share of chips."""
    apart = {name: 100 * curve for name, curve in _wins_apart(study).items()}
    furthest = max(apart, key=lambda name: float(np.abs(apart[name]).max()))
    units = int(np.abs(apart[furthest]).argmax()) + 1
    four = float(apart["4 players"][3])
    won = (100 + four) * 4 / study.stakes.units
    figures = (
        same_text("furthest from chips", f"{units} units of {furthest}", "4 units of 4 players"),
        to_last_digit("4 units of 4 players: less than chips by, %", four, "-17.2"),
        to_last_digit("4 units of 4 players: winning, %", won, "7.36"),
    )
    drawing = _over(study, apart, "Winning probabilities beside chips", "% more than chips")
    return Outcome(figures, notes=origin(), drawings=(drawing,))


def distance(players: int, study: Study) -> Outcome:
    """Figures 7.7 to 7.9: mean absolute deviations by stack."""
    curves = _deviations_by_stack(study, players, np.abs)
    known, why = study.values(SOLUTION, players), "the figure has no numbers"
    figures = [
        beside(
            f"{name}: mean of the curve over all players",
            Deviations.of(study.values(name, players), known).absolute,
            None,
            why,
        )
        for name in PLAIN
    ]
    drawing = _over(study, curves, f"Mean absolute deviation, {players} players", "money")
    return Outcome(tuple(figures), notes=origin(), drawings=(drawing,))
