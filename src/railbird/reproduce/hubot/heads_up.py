"""Everybody against everybody, heads-up and in duplicate: money and DIVAT side by side.

Sêca (2008) played his HuBot at full tables only. This goes beyond the document: the players of its
laboratory, and the two of the DIVAT documents, meet where skill can be told from luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np

from railbird import __version__
from railbird.divat.heads_up.estimators import DuplicateSummary, duplicate
from railbird.divat.heads_up.summary import line
from railbird.players import make_player
from railbird.reports.parts import name, plain, signed, table
from railbird.reproduce.claims import more_than, same_mean
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.experiment import Figure, Options, Outcome, beside

PLAYERS = ("hubot", "poki", "simbot", "jagbot", "sparbot", "vexbot")
DEALS = 2000
BEYOND = "beyond the document, which has no heads-up match"


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

    def reversed(self) -> Score:
        """The same for the other player."""
        return replace(self, money=-self.money, divat=-self.divat)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Scores of each player (row) against each other (column)."""

    players: tuple[str, ...]
    scores: dict[tuple[str, str], Score]

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
            mean, error = _part(score, skill)
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

    def page(self, how: str) -> str:
        """The table as an HTML page that needs nothing but itself."""

        def cell(score: Score | None, skill: bool) -> str:
            if score is None:
                return "–"
            mean, error = _part(score, skill)
            kind = "up" if mean > 0 else "down"
            return f'<span class="{kind}">{signed(mean, 2)} <small>± {error:.2f}</small></span>'

        style = files("railbird.divat").joinpath("assets", "report.css").read_text(encoding="utf-8")
        body = table(
            ["", *(name(player) for player in self.ranking()), "mean"],
            self.rows(cell),
            caption="Small bets per game of the player of the row; ± one standard error",
        )
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>Heads-up: everybody against everybody</title>\n<style>\n{style}</style>\n"
            "</head>\n<body>\n<header>\n"
            '<p class="kicker">Skill and luck in heads-up limit hold’em</p>\n'
            f"<h1>Everybody against everybody</h1>\n</header>\n<main>\n{body}\n"
            f"<p>{plain(how)}</p>\n</main>\n</body>\n</html>\n"
        )


def _part(score: Score, skill: bool) -> tuple[float, float]:
    if skill:
        return score.divat, score.divat_error
    return score.money, score.money_error


def seca_heads_up(options: Options) -> Outcome:
    """All pairs of players; each on deals of its own, played with the seats both ways."""
    deals = max(2, (options.games or 2 * DEALS) // 2)
    scores: dict[tuple[str, str], Score] = {}
    figures: list[Figure] = []
    notes: list[str] = []
    reductions = []
    meetings = list(combinations(PLAYERS, 2))
    for i, (first, second) in enumerate(meetings):
        own = replace(options.part(i, len(meetings), seed=options.seed + i), report=None)
        match, note = play_bots(make_player(first), make_player(second), deals, own, twice=True)
        pairs = duplicate(match)
        score = Score.of(pairs)
        scores[first, second], scores[second, first] = score, score.reversed()
        gaps = (match.money.astype(np.float64) - match.divat).reshape(2, deals).mean(axis=0)
        each = f"{first} v {second}"
        error = f"{BEYOND}; standard error"
        figures += [
            beside(f"{each}: money", score.money, None, f"{error} {score.money_error:.4f}"),
            beside(f"{each}: DIVAT", score.divat, None, f"{error} {score.divat_error:.4f}"),
            same_mean(f"{each}: money less DIVAT", line("gap", gaps, gaps)),
        ]
        reductions.append(pairs.divat.reduction)
        notes += [note] if "forfeited" in note else []
    figures.append(
        more_than("least variance of duplicate money over duplicate DIVAT", min(reductions), 1.0)
    )
    crosstable = Crosstable(PLAYERS, scores)
    how = (
        f"{len(reductions)} matches of {2 * deals:,} games: {deals:,} deals of their own, played "
        f"with the seats both ways; seeds {options.seed} to {options.seed + len(reductions) - 1}"
    )
    if options.report is not None:
        _write(options.report, crosstable, how)
    return Outcome(tuple(figures), crosstable.text(), (how, *notes))


def _write(path: Path, crosstable: Crosstable, how: str) -> None:
    page = crosstable.page(f"{how}; railbird {__version__}")
    path.write_text(page, encoding="utf-8", newline="\n")
