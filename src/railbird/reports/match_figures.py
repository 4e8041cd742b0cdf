"""The charts of a match report as pictures; the page draws the same ones itself, to zoom in."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.reports.charts import Cell, Curve, heat_map, line_chart, thinned
from railbird.reports.match_data import (
    BOLD,
    ClassMeans,
    Floats,
    bin_edges,
    bins,
    class_means,
    class_scale,
)
from railbird.stats import of, standard_errors
from railbird.table.state import ROUND_NAMES

FEWEST_FOR_CHARTS = 2
FEWEST_FOR_LEARNING = 20


def match_figures(match: MatchAnalysis) -> dict[str, str]:
    """The pictures of a match by name, for `railbird.reports.figures.save_figures`.

    They are ``lines``, ``rounds``, ``learning`` and ``classes``; a short match has fewer.
    """
    hero, other = match.players
    games, sums = bin_edges(len(match)).astype(np.float64), _cumulated(match)
    found = {}
    if len(match) >= FEWEST_FOR_CHARTS:
        who = f"{hero} v {other}"
        some = thinned(len(games))
        won = f"small bets won by {hero}"
        found["lines"] = line_chart(
            games[some],
            _lines(games, sums, some),
            title=f"{who}: cumulative results",
            x_label="games",
            y_label=won,
        )
        found["rounds"] = line_chart(
            games[some],
            [
                Curve(name.capitalize(), sums[f"skill{r}"][some], f"round{r}")
                for r, name in enumerate(ROUND_NAMES)
            ],
            title=f"{who}: DIVAT by betting round",
            x_label="games",
            y_label=won,
        )
    if len(match) >= FEWEST_FOR_LEARNING:
        found["learning"] = _learning(hero, games, sums)
    if len(match):
        found["classes"] = _classes(hero, class_means(match))
    return found


def _cumulated(match: MatchAnalysis) -> dict[str, Floats]:
    """Sums of all games before each edge of the bins."""
    sums = {key: np.concatenate([[0.0], column.cumsum()]) for key, column in bins(match).items()}
    sums["divat"] = sum((sums[f"skill{r}"] for r in range(1, 4)), start=sums["skill0"])
    return sums


def _lines(games: Floats, sums: dict[str, Floats], some: npt.NDArray[np.int64]) -> list[Curve]:
    def guide(key: str) -> Floats:
        error = standard_errors(games[-1], sums[key][-1], sums[f"{key}2"][-1])
        return np.asarray(float(error) * np.sqrt(games[-1] * games[some]))

    rest = sums["money"] - sums["dcash"]
    return [
        Curve("Money", sums["money"][some], "money"),
        Curve("DIVAT", sums["divat"][some], "divat"),
        Curve("Dcash", sums["dcash"][some], "dcash"),
        Curve("Money − Dcash", rest[some], "rest"),
        Curve("±σ√n, money", guide("money"), "money", dotted=True, mirrored=True),
        Curve("±σ√n, DIVAT", guide("divat"), "divat", dotted=True, mirrored=True),
    ]


def _learning(hero: str, games: Floats, sums: dict[str, Floats]) -> str:
    """Win rates in a window that slides over the match, of the width that the page opens with."""
    count = len(games) - 1
    fewest, most = max(2, min(10, count >> 3)), count >> 1
    width = round(fewest * sqrt(most / fewest))
    some = thinned(count - width + 1)
    inside = games[some + width] - games[some]

    def line(name: str, key: str) -> Curve:
        total = sums[key][some + width] - sums[key][some]
        squares = sums[f"{key}2"][some + width] - sums[f"{key}2"][some]
        errors = standard_errors(inside.astype(np.int64), total, squares)
        return Curve(name, total / inside, key, spread=errors)

    return line_chart(
        (games[some] + games[some + width]) / 2,
        [line("DIVAT", "divat")],
        title=f"Win rate of {hero} in a sliding window of {games[width]:,.0f} games",
        x_label="middle of the window, games",
        y_label="sb per game ± one error",
    )


def _classes(hero: str, means: ClassMeans) -> str:
    scale = class_scale(means)

    def cell(i: int) -> Cell:
        mean = float(means.mean[i])
        if not means.games[i]:
            return Cell(HOLDEM_CLASSES[i])
        strength = mean / scale if scale else 0.0
        return Cell(
            HOLDEM_CLASSES[i],
            f"{mean:+.2f}".replace("-", "−") + f"\nn {means.games[i]:,}",
            strength,
            bold=means.is_sure(i),
        )

    return heat_map(
        [""] * 13,
        [""] * 13,
        [[cell(13 * row + column) for column in range(13)] for row in range(13)],
        title=f"DIVAT by {of('hand', hero)}, small bets per game",
        note=f"n: games. Bold: {BOLD}.",
        cell_size=(54, 50),
    )
