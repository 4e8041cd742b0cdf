"""The lines of a duplicate match, and where they stand early: Billings & Kan (2006), Figures 6, 7.

Each deal is played twice with the seats reversed, and the two results are averaged. The lines of
money, DIVAT and Dcash are sums of these averages. That of Dcash is not exactly zero: where one
player folds and the other does not, the rest is rolled out once and played out once (note 28).
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from railbird.divat.heads_up.match import MatchAnalysis
from railbird.reproduce.claims import NOT_PUBLIC
from railbird.reproduce.drawings import Lines, Series
from railbird.reproduce.experiment import Figure, beside

EARLY = 1000
"""Deals of Figure 7, which zooms in on Figure 6."""

STANDINGS: tuple[tuple[int, float | None, float | None], ...] = (
    (200, 0.0, 0.0),
    (300, None, 1.5),
    (400, None, 3.4),
    (EARLY, None, None),
)
"""Deals, and where money and DIVAT stand in print, in standard deviations."""

INCONCLUSIVE = f"printed as inconclusive, that is, below 1.96; {NOT_PUBLIC}"
SURE = f"printed as more than 99 %, that is, above 2.58; {NOT_PUBLIC}"

Floats = npt.NDArray[np.float64]


class DuplicateLines:
    """Averages of the two games of each deal, and their sums."""

    def __init__(self, match: MatchAnalysis) -> None:
        self._players = match.players
        self.single: dict[str, Floats] = {
            "Money": match.money.astype(np.float64),
            "DIVAT": match.divat,
            "Dcash": match.dcash.astype(np.float64),
        }
        deals = len(match) // 2
        self.average = {
            name: (each[:deals] + each[deals:]) / 2 for name, each in self.single.items()
        }

    def figures(self) -> list[Figure]:
        """How much variance duplicate play removes, and where the lines stand early."""
        usual = float(np.var(self.single["Money"]))
        found = [
            beside(
                f"duplicate {name}: reduction of variance",
                usual / float(np.var(self.average[column])) if usual else float("nan"),
                printed,
                NOT_PUBLIC,
            )
            for name, column, printed in (("money", "Money", 8.36), ("DIVAT", "DIVAT", 16.25))
        ]
        for deals, money, divat in STANDINGS:
            if deals > len(self.average["Money"]):
                break
            for name, column, printed, otherwise in (
                ("money", "Money", money, INCONCLUSIVE),
                ("DIVAT", "DIVAT", divat, SURE),
            ):
                why = NOT_PUBLIC if printed is not None else otherwise
                found.append(
                    beside(
                        f"duplicate {name} after {deals:,} games, in s.d.",
                        self._standing(column, deals),
                        printed,
                        why,
                    )
                )
        return found

    def _standing(self, column: str, deals: int) -> float:
        """A line after some deals, in standard deviations of so many."""
        each = self.average[column]
        deviation = float(each.std()) * sqrt(deals)
        return float(each[:deals].sum()) / deviation if deviation else float("nan")

    def drawings(self) -> tuple[Lines, ...]:
        """The whole match, and its beginning if it is longer."""
        deals = len(self.average["Money"])
        drawn = [self._lines(deals, "duplicate averages")]
        if deals > EARLY:
            drawn.append(self._lines(EARLY, f"the first {EARLY:,} deals"))
        return tuple(drawn)

    def _lines(self, deals: int, what: str) -> Lines:
        xs = np.arange(deals + 1)
        lines = [
            Series(name, np.concatenate([[0.0], each[:deals].cumsum()]), name.lower())
            for name, each in self.average.items()
        ]
        guides = [
            Series(f"±σ√n, {name}", float(self.average[name].std()) * np.sqrt(xs), colour, True)
            for name, colour in (("Money", "money"), ("DIVAT", "divat"))
        ]
        hero, other = self._players
        return Lines(
            f"{hero} v {other}, {what}",
            "deals, each played twice",
            f"small bets won by {hero}",
            xs,
            (*lines, *guides),
        )
