"""Tables 8.1 to 8.7 and B.1 to B.10 of Melcher (2015): what strategies win and lose.

Print simulated tournaments, ours is exact. So a figure may be off by the rounding and by print's
sampling error, which follows from its number of tournaments.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from railbird.reproduce.experiment import Claim, Figure, Outcome, judged, rounding
from railbird.reproduce.tournament.study_print import DETAILS, EX_POST, MATCHES, SUMMARIES
from railbird.reproduce.tournament.study_values import origin, to_last_digit
from railbird.table.seats import seat_names
from railbird.tournament.study.record import PLAIN, Study

GOOD_ENOUGH = (
    "hands are solved to 0.00007 of 100, print's to 0.0001, and many strategies are as good as "
    "that. Look-aheads were solved twice here, and their ROI differs by up to 0.006 points; "
    "print's differs by up to 0.009"
)
"""Why figures of look-aheads differ."""

GAINS = (
    "hands are solved to 0.00007 of 100, print's to 0.0001, and what is gained against strategies "
    "as good as that differs. The largest gain is that of one player in one state"
)
"""Why what a nemesis gains differs."""

MODELS_LOSE_MORE = (
    "not settled. What a model loses moves with the inner loop that finds its strategies: two runs "
    "of ours, with hands solved to 0.00007 of 100, differ by 0.016 (Harville), 0.055 (Weitzman) "
    "and 0.003 points of ROI (Roberts). Print differs by 0.020, 0.078 and 0.023 from the nearer. "
    "CFR+ from nothing, as in print, was not run. Matches of Weitzman are of the other run. See "
    "docs/theory/study.md"
)
"""Why figures of Harville, Weitzman and Roberts differ."""

TOLERANCE = (
    "A figure matches if it is within half a unit of print's last digit plus some of print's "
    "standard errors (0.0006 in a payoff from one seat, 0.0013 in an ROI of one player): so many "
    "that less than one table in a thousand that is right is said to differ."
)
"""How far a figure may be off."""

SEAT_GAMES = 1e9
"""Tournaments that print simulated from each seat."""

MATCH_GAMES = 1e8
"""Tournaments that print simulated in each of 30 seatings."""

PAYOFF_ERROR = 0.0006
"""Print's standard error of a payoff from 10^9 tournaments."""

PLACE_ERROR = 100 * sqrt(0.2 * 0.8 / SEAT_GAMES)
"""That of a place, in points."""

MIXED = sum(k * (5 - k) * ways for k, ways in ((1, 5), (2, 10), (3, 10), (4, 5))) / 4
"""In a match, k players with the same strategies share a sum of fixed size with 5 − k others: its
variance is k (5 − k) / 4 times that of one player."""

MATCH_ERROR = sqrt(MIXED * MATCH_GAMES) / (75 * MATCH_GAMES)
"""Print's standard error of a mean over the 75 seats of a model, for a variance of 1."""


def ex_post(study: Study) -> Outcome:
    """Table 8.1: what a player gains who knows the strategies of all others."""
    figures: list[Figure] = []
    for line in EX_POST.strip().splitlines():
        name, *printed = line.split()
        if f"ex_post_{name}" not in study.arrays:
            continue
        found = study.ex_post(name)
        mean = float(found.start.mean())
        ours = (100 * mean / study.buy_in, mean, float(found.start.max()), found.mean, found.most)
        heads = ("ROI at the start, %", "mean there", "largest there", "mean of all", "largest")
        figures += [
            to_last_digit(f"{name}, {what}", x, text, why=GAINS)
            for what, x, text in zip(heads, ours, printed, strict=True)
        ]
    best = study.ex_post("solution")
    note = (
        f"Against our solution, a player gains {best.start.mean():.5f} on average at the start, "
        f"{best.mean:.5f} over all states and at most {best.most:.5f} (print: 0.0003, 0.00021 and "
        "0.00043)."
    )
    return Outcome(tuple(figures), notes=(*origin(), note))


def summary(table: str, study: Study) -> Outcome:
    """Tables 8.2 and 8.7: one player with a model's strategies, over all first seats."""
    claims: list[Claim] = []
    for line in SUMMARIES[table].strip().splitlines():
        name, roi, *places = line.split()
        if name not in study.judged:
            continue
        found = study.deviator(name)
        error = 100 * PAYOFF_ERROR / sqrt(study.players) / study.buy_in
        why = _why(name)
        claims.append(_claim(f"{name}, ROI, %", 100 * found.roi(study.buy_in), roi, error, why))
        means = 100 * found.places.mean(axis=0)
        claims += _places(name, means.tolist(), places, PLACE_ERROR / sqrt(study.players), why)
    return Outcome(judged(*claims), notes=(*origin(), TOLERANCE))


def details(name: str, study: Study) -> Outcome:
    """Tables 8.3 to 8.5 and B.1 to B.10: the same from each seat."""
    found = study.deviator(name)
    rows = [row.split() for row in DETAILS[name].replace("|", "\n").strip().splitlines()]
    ours = [
        (float(paid), (100 * places).tolist())
        for paid, places in zip(found.payoffs, found.places, strict=True)
    ]
    ours.append((float(found.payoffs.mean()), (100 * found.places.mean(axis=0)).tolist()))
    seats = [*seat_names(study.players), "mean"]
    claims: list[Claim] = []
    for seat, (paid, places), (text, *printed) in zip(seats, ours, rows, strict=True):
        shrink = sqrt(study.players) if seat == "mean" else 1.0
        claims.append(_claim(f"{seat}, payoff", paid, text, PAYOFF_ERROR / shrink, _why(name)))
        claims += _places(seat, places, printed, PLACE_ERROR / shrink, _why(name))
    return Outcome(judged(*claims), notes=(*origin(), TOLERANCE))


def matches(study: Study) -> Outcome:
    """Table 8.6: direct matches in 30 seatings, and one for 65/35."""
    lines = [line.split() for line in MATCHES.strip().splitlines()]
    paid = study.stakes.prizes
    found = {(one.first, one.second): one for one in study.matches if one.prizes == paid}
    payoff_error = 100 * MATCH_ERROR * sqrt(360) / study.buy_in
    claims: list[Claim] = []
    for first, second in zip(lines[::2], lines[1::2], strict=True):
        names = (first[0], second[0])
        sign = 1 if names in found else -1
        match = found[names] if sign > 0 else found[names[::-1]]
        # print has both models of a match; the second's numbers follow from the first's
        printed = first if sign > 0 else second
        title = f"{match.first} v {match.second}"
        why = MODELS_LOSE_MORE
        claims.append(_claim(f"{title}, ROI, %", 100 * match.roi, printed[1], payoff_error, why))
        error = 100 * MATCH_ERROR * sqrt(0.16)
        claims += _places(title, (100 * match.places).tolist(), printed[2:], error, why)
    notes = [
        f"{one.first} v {one.second} for {'/'.join(f'{x:g}' for x in one.prizes)}: ROI "
        f"{100 * one.roi:+.3f} %. Print suspects that other prizes explain +1 % in simulations of "
        "others."
        for one in study.matches
        if one.prizes != paid
    ]
    return Outcome(judged(*claims), notes=(*origin(), TOLERANCE, *notes))


def _why(name: str) -> str:
    return MODELS_LOSE_MORE if name in PLAIN else GOOD_ENOUGH


def _places(
    name: str, ours: Sequence[float], printed: Sequence[str], error: float, why: str
) -> list[Claim]:
    return [
        _claim(f"{name}, place {place}, %", x, text, error, why)
        for place, (x, text) in enumerate(zip(ours, printed, strict=True), start=1)
    ]


def _claim(name: str, ours: float, text: str, error: float, why: str) -> Claim:
    """A printed number that was simulated; ours is exact."""
    digits = len(text.partition(".")[2])
    return Claim(name, ours, float(text), error, rounding=rounding(digits), why=why, exact=True)
