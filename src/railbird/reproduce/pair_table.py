"""Everybody against everybody: money and DIVAT of each pair of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from railbird.divat.heads_up.estimators import DuplicateSummary


@dataclass(frozen=True, slots=True)
class Score:
    """What a player won in a match or on average, in small bets a game, with standard errors."""

    money: float
    money_error: float
    divat: float
    divat_error: float

    @classmethod
    def of(cls, pairs: DuplicateSummary) -> Score:
        """The score of the first player of a duplicate match."""
        money, divat = pairs.money, pairs.divat
        return cls(money.mean, money.error, divat.mean, divat.error)

    @classmethod
    def mean(cls, scores: Sequence[Score]) -> Score:
        """The mean of matches that were played on different deals."""
        count = len(scores)
        return cls(
            sum(score.money for score in scores) / count,
            sqrt(sum(score.money_error**2 for score in scores)) / count,
            sum(score.divat for score in scores) / count,
            sqrt(sum(score.divat_error**2 for score in scores)) / count,
        )

    def part(self, skill: bool) -> tuple[float, float]:
        """DIVAT or money, with its error."""
        return (self.divat, self.divat_error) if skill else (self.money, self.money_error)

    def reversed(self) -> Score:
        """The same for the other player."""
        return replace(self, money=-self.money, divat=-self.divat)


@dataclass(frozen=True, slots=True)
class PairTable:
    """Scores of each player (row) against each other (column); ``how`` says how they came about."""

    players: tuple[str, ...]
    scores: dict[tuple[str, str], Score]
    how: str = ""

    def mean(self, player: str) -> Score:
        """A player's score against all others."""
        others = [other for other in self.players if other != player]
        return Score.mean([self.scores[player, other] for other in others])

    def ranking(self) -> list[str]:
        """Players by what DIVAT says of them, the best first."""
        return sorted(self.players, key=lambda player: -self.mean(player).divat)

    def rows(self, cell: Callable[[Score | None, bool], str]) -> list[list[str]]:
        """The table in text: two rows a player, the first for money; ``cell`` writes a score."""
        order = self.ranking()
        return [
            [
                f"{player} {measure}",
                *(cell(self.scores.get((player, other)), skill) for other in order),
                cell(self.mean(player), skill),
            ]
            for player in order
            for skill, measure in ((False, "money"), (True, "DIVAT"))
        ]

    def text(self) -> str:
        """The table for a terminal."""

        def cell(score: Score | None, skill: bool) -> str:
            if score is None:
                return "–"
            mean, error = score.part(skill)
            return f"{mean:+.2f}±{error:.2f}"

        rows = [["sb a game", *self.ranking(), "mean"], *self.rows(cell)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        return "\n".join(
            "  ".join(
                text.ljust(width) if i == 0 else text.rjust(width)
                for i, (text, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        )
