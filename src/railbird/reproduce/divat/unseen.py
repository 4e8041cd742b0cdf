"""Matches of people and programs that nobody else has: Kan (2007), chapter 5.

The texts give some numbers of these matches. They stand beside those of a match of the same length
between our nearest players, which says how usual they are, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from railbird.divat.heads_up.estimators import duplicate
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.summary import summarise
from railbird.players import make_player
from railbird.players.base import Player
from railbird.reproduce.claims import less_than, more_than
from railbird.reproduce.divat.bot_matches import MERGED, play_bots
from railbird.reproduce.experiment import (
    Claim,
    Figure,
    Outcome,
    RunOptions,
    beside,
    compare,
    judged,
)
from railbird.stats import mean_of
from railbird.table.state import ROUND_NAMES

Maker = Callable[[str], Player]


def _kind(kind: str, name: str) -> Player:
    return make_player(f"{name}={kind}")


sparbot, vexbot, poki, poki_x, teddy = (
    partial(_kind, kind) for kind in ("sparbot", "vexbot", "poki", "poki-x", "teddy")
)
TRICKY = 0.25
"""The share of the flops of strong and weak hands that the trickiness filter changes."""


def hyperborean(tricky: float) -> str:
    """Two versions of Sparbot with a coach, as Hyperborean was of PsOpti."""
    one, two = f"fine=sparbot(tricky={tricky})", f"coarse=sparbot(merged=2,tricky={tricky})"
    return f"coach({one},{two},by=divat)"


STAND_INS: dict[str, tuple[Maker, str]] = {
    "thecount": (vexbot, "vexbot (it learns too)"),
    "PsOpti1": (sparbot, "sparbot"),
    "Poki-X": (poki_x, "our poki-x"),
    "PokerProbot": (poki, "poki (its architecture)"),
    "Phil Laak": (sparbot, "sparbot"),
    "Hyperborean": (
        partial(_kind, hyperborean(0)),
        "a coach of two sparbots, by run-time DIVAT,",
    ),
    "Hyperborean with its filter": (
        partial(_kind, hyperborean(TRICKY)),
        "a coach of two tricky sparbots, by run-time DIVAT,",
    ),
    "Bluffbot": (
        partial(_kind, f"sparbot(merged={MERGED})"),
        f"a sparbot with {MERGED} buckets as one",
    ),
    "GS2": (partial(_kind, "sparbot(merged=3)"), "a sparbot with 3 buckets as one"),
    "Monash": (poki, "poki"),
    "Teddy": (teddy, "our teddy"),
}
"""Who plays for whom, and how that is said."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """A match that nobody else has, and the numbers that a text gives of it.

    ``slips`` are printed numbers that contradict each other. ``twice`` is for a duplicate match.
    ``note`` says what the printed numbers mean, where that is not plain. ``shape`` has a sign for
    each round, as the text describes the lines: ``+`` where the first player gains by DIVAT, ``-``
    where they lose, and ``.`` where the text says nothing, or that it is about even.
    """

    players: tuple[str, str]
    games: int
    printed: Mapping[str, float] = field(repr=False)
    twice: bool = False
    slips: tuple[Figure, ...] = ()
    note: str = ""
    shape: str = "...."

    def run(self, options: RunOptions) -> Outcome:
        """Play it with our stand-ins, and put the printed numbers beside theirs."""
        games = options.games or self.games
        first, second = (STAND_INS[name][0](f"our {name}") for name in self.players)
        match, note = play_bots(first, second, games, options, twice=self.twice)
        summary = summarise(match)
        ours = {
            "money per game": summary.money.mean,
            "DIVAT per game": summary.divat.mean,
            "money s.d.": summary.money.deviation,
            "DIVAT s.d.": summary.divat.deviation,
            "s.d. of money − Dcash": summary.money_minus_dcash.deviation,
            "reduction of variance": summary.divat.reduction,
            "DIVAT per game before the flop": summary.by_round[0].mean,
            "folds before the flop in %": _early_folds(match),
        }
        if self.twice:
            ours["variance of duplicate money"] = duplicate(match).money.deviation ** 2
        why = (
            f"neither the hands nor the players are public; {_stands(self.players)} here, so only "
            f"the size of the numbers can be compared"
        )
        figures = [beside(name, value, self.printed.get(name), why) for name, value in ours.items()]
        return Outcome(
            judged(*self.slips, *figures, *self._shaped(match)),
            notes=(note, *self._meant()),
            drawings=(match,),
        )

    def _shaped(self, match: MatchAnalysis) -> Iterator[Claim]:
        """Whether the lines of the rounds go up and down as the text says."""
        skill = match.by_round["skill"].astype(np.float64)
        if self.twice:
            skill = skill.reshape(2, -1, skill.shape[1]).mean(axis=0)
        for name, sign, each in zip(ROUND_NAMES, self.shape, skill.T, strict=True):
            if sign != ".":
                found, claim = mean_of(each), more_than if sign == "+" else less_than
                what = f"DIVAT per game, {name}, as the text says"
                yield claim(what, found.mean, 0.0, error=found.error, count=found.count)

    def _meant(self) -> tuple[str, ...]:
        """The note, and the reduction of variance that follows from the printed deviations."""
        money, divat = (self.printed.get(name) for name in ("money s.d.", "DIVAT s.d."))
        said = [self.note] if self.note else []
        if money and divat:
            said.append(f"the printed deviations give a reduction of {(money / divat) ** 2:.2f}")
        return tuple(said)


def _early_folds(match: MatchAnalysis) -> float:
    """How often the first player folds before the flop, in percent; the button acts first."""
    actions, counts = match.games.actions[:, 0], match.games.counts[:, 0].astype(np.int64)
    last = counts - 1
    folds = actions[np.arange(len(match)), last] == -1
    by_big_blind = last % 2 == 1
    return 100 * float(np.mean(folds & (by_big_blind == (match.sign > 0))))


def _stands(names: tuple[str, ...]) -> str:
    return " and ".join(f"{STAND_INS[name][1]} plays for {name}" for name in names)


COUNT: Mapping[str, float] = {
    "DIVAT per game": 0.01,
    "money s.d.": 5.756,
    "DIVAT s.d.": 2.109,
    "s.d. of money − Dcash": 3.417,
    "reduction of variance": 7.45,
    "DIVAT per game before the flop": -0.08,
    "folds before the flop in %": 16,
}
MISPRINT = compare(
    "reduction from the printed 5.576 and 2.109",
    (5.576 / 2.109) ** 2,
    7.4,
    digits=1,
    why="misprint: 5.756, as in Billings & Kan (2006); (5.756 / 2.109)² is 7.45",
)
# 5.576 stands in the text about Figure 5.5 alone
THECOUNT = Unseen(("thecount", "PsOpti1"), 7_030, COUNT, shape="-+++")
THECOUNT_IN_KAN = replace(THECOUNT, slips=(MISPRINT,))
VEGAS = (
    Unseen(
        ("Poki-X", "PokerProbot"),
        900,
        {"money s.d.": 4.680, "DIVAT s.d.": 2.168, "reduction of variance": 4.7},
        shape=".+.-",
    ),
    Unseen(
        ("Phil Laak", "PokerProbot"),
        399,
        {
            "money per game": 0.1765,
            "money s.d.": 3.2289,
            "DIVAT per game": 0.1652,
            "DIVAT s.d.": 2.081,
            "reduction of variance": 2.4,
        },
        shape=".++-",
    ),
    Unseen(
        ("Poki-X", "Phil Laak"),
        290,
        {"DIVAT per game": -0.049},
        shape=".-..",
        note="the printed DIVAT is that of the games in which PsOpti4 played for Poki-X",
    ),
)
AAAI = (
    Unseen(
        ("Hyperborean", "Bluffbot"),
        20_000,
        {"money per game": 0.05, "DIVAT per game": 0.07, "variance of duplicate money": 2.445},
        twice=True,
        shape="+--+",
        note=(
            "the root of the printed variance is 1.564; Figure 4.7 has a standard deviation of "
            "1.643 for another duplicate match"
        ),
    ),
    Unseen(
        ("Hyperborean with its filter", "Bluffbot"),
        6_000,
        {"money per game": 0.11},
        twice=True,
        shape="+..+",
    ),
    Unseen(
        ("Hyperborean with its filter", "GS2"),
        6_000,
        {"money per game": 0.18},
        twice=True,
        shape="+-++",
    ),
    Unseen(("Monash", "Teddy"), 20_000, {"money per game": 1.17}, twice=True, shape="-+++"),
)
"""The matches of the figures, in their order."""
