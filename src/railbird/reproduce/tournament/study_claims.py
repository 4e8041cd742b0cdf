"""What the text of Melcher (2015) says of chapters 4 to 9, computed again."""

from __future__ import annotations

import numpy as np

from railbird.reproduce.experiment import Figure, Outcome, beside, holds, same_text
from railbird.reproduce.tournament.study_positions import positions, winning_odds
from railbird.reproduce.tournament.study_values import origin, winning_apart
from railbird.tournament.equity.models import equity_model
from railbird.tournament.jamfold.ends import HandEnds
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.jamfold.showdowns import finishing_orders
from railbird.tournament.study.deviations import Deviations
from railbird.tournament.study.record import DEPTHS, PLAIN, SHARES, SOLUTION, Study, look_ahead
from railbird.tournament.whole.game import model_values
from railbird.tournament.whole.solve import solve_tournament
from railbird.tournament.whole.states import TournamentStakes
from railbird.tournament.whole.transitions import ValueIndex

HALF = (45, 55)
"""Percentages that count as about half."""

HOPE = 100.0
"""A value that is too high for every state."""


def claims(study: Study) -> Outcome:
    """Claims on the solution, the models, their strategies, and the algorithms."""
    figures = [*winning_apart(study).figures[:2]]
    judged, last = set(study.judged), look_ahead(DEPTHS)
    if {f"ex_post_{name}" for name in (SOLUTION, *PLAIN)} <= set(study.arrays):
        figures += [*_near_equilibrium(study), *_who_is_exploited(study), _less_gained(study)]
    figures += _too_few(study)
    if last in judged:
        figures += [_reversals(study), *_halved(study), _iterations(study)]
    figures += [*_work(), *_cuts(), *_hopes(), _approximated(study)]
    figures += [*positions(study), winning_odds(study)]
    left = () if last in judged else ("Claims on FGS are not there: its study is not finished.",)
    return Outcome(tuple(figures), notes=(*origin(), *left))


def _near_equilibrium(study: Study) -> list[Figure]:
    """§8.1: how much a nemesis gains against the solution."""
    found = study.ex_post(SOLUTION)
    parts = (
        ("on average at the start", float(found.start.mean()), 0.0003),
        ("on average", found.mean, 0.00021),
        ("at most", found.most, 0.00043),
    )
    why = (
        "of the strategies with which values were found; values are shipped, and strategies that "
        "are derived from them can be gained more from: see docs/theory/whole.md"
    )
    return [
        holds(
            f"a nemesis gains against the solution {what}",
            ours,
            f"≤ {most:g}",
            ours <= most,
            why=why,
        )
        for what, ours, most in parts
    ]


def _who_is_exploited(study: Study) -> list[Figure]:
    """§8.1: the order of the models, and who has the largest outliers."""
    gains = {name: study.ex_post(name) for name in PLAIN}
    said = "roberts, harville, weitzman"
    figures = []
    for where, key in (("at the start", "start"), ("on average", "mean")):
        sizes = {name: float(np.mean(getattr(one, key))) for name, one in gains.items()}
        ours = ", ".join(sorted(sizes, key=sizes.__getitem__))
        why = ", ".join(f"{size:.3f}" for size in sorted(sizes.values()))
        name = f"from the least to the most gained {where}"
        figures.append(holds(name, ours, said, ours == said, why=why))
    worst = max(gains, key=lambda name: gains[name].most)
    why = f"{gains[worst].most:.3f}"
    name = "the largest gain is against"
    return [*figures, holds(name, worst, "roberts", worst == "roberts", why=why)]


def _less_gained(study: Study) -> Figure:
    """§8.1: up to which share of all states less is gained against Roberts than Harville."""
    harville, roberts = (study.ex_post(name).quantiles for name in ("harville", "roberts"))
    more = SHARES[roberts > harville + 1e-6]
    below = float(100 * more.min()) if more.size else 100.0
    return holds(
        "less is gained against Roberts than Harville up to the percentile",
        below,
        "≥ 99",
        below > 99,
        why=f"the largest gains are {roberts[-1]:.3f} and {harville[-1]:.3f}",
    )


def _too_few(study: Study) -> list[Figure]:
    """§8.3: strategies of the models take too few first and last places."""
    figures = []
    for name in (name for name in PLAIN if name in study.judged):
        places = study.deviator(name).places.mean(axis=0)
        fair = 1 / study.players
        figures += [
            holds(
                f"{name}: {which} places, %",
                100 * float(share),
                f"< {100 * fair:g}",
                float(share) < fair,
            )
            for which, share in (("first", places[0]), ("last", places[-1]))
        ]
    return figures


def _reversals(study: Study) -> Figure:
    """§8.3.2: where looking further ahead loses more."""
    depths = [depth for depth in range(1, DEPTHS + 1) if look_ahead(depth) in study.judged]
    roi = {depth: study.deviator(look_ahead(depth)).roi(study.buy_in) for depth in depths}
    worse = [f"FGS-{d - 1} to FGS-{d}" for d in depths[1:] if roi[d] < roi[d - 1]]
    why = ", ".join(f"{100 * roi[depth]:.3f} %" for depth in depths)
    ours = ", ".join(worse) or "nowhere"
    return same_text("looking further ahead loses more from", ours, "FGS-6 to FGS-7", why=why)


def _halved(study: Study) -> list[Figure]:
    """The same section: two or three hands ahead, Harville's loss is about half."""
    whole = study.deviator("harville").roi(study.buy_in)
    figures = []
    for depth in (2, 3):
        part = 100 * study.deviator(look_ahead(depth)).roi(study.buy_in) / whole
        name = f"FGS-{depth} loses so much of what Harville loses, %"
        figures.append(_about_half(name, part, f"of {100 * whole:.3f} %"))
    return figures


def _about_half(name: str, ours: float, why: str) -> Figure:
    """A percentage of which the text says that it is about half."""
    return holds(
        name, ours, f"about half, {HALF[0]} to {HALF[1]}", HALF[0] <= ours <= HALF[1], why=why
    )


def _iterations(study: Study) -> Figure:
    """§6.3: ten rounds of value iteration are much further from an equilibrium."""
    last = study.ex_post(look_ahead(DEPTHS)).mean
    best = study.ex_post(SOLUTION).mean
    return holds(
        "a nemesis gains so many times more against ten rounds of VI than against PI",
        last / best,
        "> 1",
        last > best,
        why=f"{last:.5f} and {best:.5f} on average over all states",
    )


def _work() -> list[Figure]:
    """The same section: PI takes a fraction of the work. Two players are enough to see it."""
    stakes = TournamentStakes()
    pi = solve_tournament(stakes, 2, algorithm="pi-cfr+")
    vi = solve_tournament(stakes, 2, algorithm="vi-cfr+", loops=10)
    counts = [sum(loop.exact for loop in found.loops) for found in (pi, vi)]
    share = counts[0] / counts[1]
    return [
        holds(
            "work of PI as a share of ten rounds of VI, two players",
            share,
            "< 1",
            share < 1 and pi.converged,
            why=f"{counts[0]} and {counts[1]} evaluations of a state; only PI has converged",
        )
    ]


def _cuts() -> list[Figure]:
    """§4.2.1: about half of all branches can only be reached by a split pot."""
    figures = []
    for players in (5, 6, 9):
        stacks = tuple(float(20 + 3 * seat) for seat in range(players))
        ends = HandEnds.of(JamRules(stacks, (1, 2), most_all_in=3))
        strict = []
        for all_in, rows in ends.rows.items():
            orders = finishing_orders(max(len(all_in), 1))
            strict += [
                row
                for row, levels in zip(range(rows.start, rows.stop), orders, strict=True)
                if len(set(levels)) == len(levels)
            ]
        every = len(np.unique(ends.stacks, axis=0))
        saved = 1 - len(np.unique(ends.stacks[strict], axis=0)) / every
        name = f"{players} players: branches that only a split pot leads to, %"
        figures.append(_about_half(name, 100 * saved, f"of {every} branches"))
    return figures


def _hopes() -> list[Figure]:
    """§4.1: VI from values that are too high ends where nobody plays; PI recovers (§4.3)."""
    stakes = TournamentStakes(units=8)
    hopes = model_values(stakes, 2)
    hopes[: ValueIndex(stakes, 2).prize_at] = HOPE
    known = solve_tournament(stakes, 2).values(2)
    figures = []
    for algorithm, finds_it in (("vi-cfr+", False), ("pi-cfr+", True)):
        found = solve_tournament(stakes, 2, algorithm=algorithm, values=hopes)
        off = float(np.abs(found.values(2) - known).max())
        said, truth = ("< 0.01", off < 0.01) if finds_it else ("> 1", off > 1)
        name = f"{algorithm.upper()} from values that are too high: off by"
        figures.append(holds(name, off, said, truth))
    return figures


def _approximated(study: Study) -> Figure:
    """§2.3: an approximation of Roberts performs the same as the full model."""
    near = []
    for n in range(2, study.players + 1):
        stacks = study.configurations[n].stacks.astype(np.float64)
        values = equity_model("roberts:means")(stacks, study.stakes.prizes_for(n))
        seatings = study.configurations[n].seatings[:, None]
        near.append(Deviations.of(values, study.values(SOLUTION, n), seatings))
    ours, full = Deviations.all(near).relative, study.averaged("roberts").relative
    why = (
        "the approximation in n^4 steps is not printed; ours takes the mean stacks of each set of "
        f"players. Its MAPD is {100 * ours:.3f} %, that of the full model {100 * full:.3f} %"
    )
    return beside("approximated Roberts: MAPD beside the full model's, %", 100 * ours, None, why)
