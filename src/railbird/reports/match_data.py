"""The numbers of a report: thinned lines for the charts, hand classes, credits."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand
from railbird.cards.index import colex_indices
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.stats import FEWEST_FOR_VERDICT, mean_from, standard_errors

Floats = npt.NDArray[np.float64]

MOST_BINS = 3000
"""Most points of a line: more than a screen's pixels, but few enough to keep reports small."""


def bin_edges(games: int) -> npt.NDArray[np.int64]:
    """Where the bins begin and end: i · games // bins. The page's script repeats this formula."""
    bins = min(games, MOST_BINS)
    return np.arange(bins + 1, dtype=np.int64) * games // max(bins, 1)


def bins(match: MatchAnalysis) -> dict[str, Floats]:
    """Sums over the bins of what the charts show. Squares are for the errors of a window.

    The sums are not cumulated: in single precision, cumulated sums would lose digits.
    """
    skill, luck = match.by_round["skill"], match.by_round["luck"]
    columns: dict[str, Callable[[], Floats]] = {  # each lives only while it is summed
        "money": lambda: match.money.astype(np.float64),
        "dcash": lambda: match.dcash.astype(np.float64),
        "luck": lambda: np.asarray(luck.sum(axis=1, dtype=np.float64)),
        **{f"skill{r}": partial(skill[:, r].astype, np.float64) for r in range(4)},
        "money2": lambda: match.money.astype(np.float64) ** 2,
        "divat2": lambda: match.divat**2,
    }
    starts = bin_edges(len(match))[:-1]
    return {
        name: np.add.reduceat(column(), starts) if len(starts) else column()
        for name, column in columns.items()
    }


def embedded(match: MatchAnalysis) -> dict[str, object]:
    """The data for the page's script. Columns are little-endian single floats in base 64."""
    return {
        "games": len(match),
        "bins": len(bin_edges(len(match))) - 1,
        "columns": {
            name: b64encode(column.astype("<f4").tobytes()).decode("ascii")
            for name, column in bins(match).items()
        },
    }


class ClassMeans(NamedTuple):
    """By the hero's hand class: games, and mean and standard error of DIVAT per game."""

    games: npt.NDArray[np.int64]
    mean: Floats
    error: Floats

    def is_sure(self, i: int) -> bool:
        """Whether the games with a class carry a verdict, as everywhere; it is then bold."""
        games = int(self.games[i])
        deviation = float(self.error[i]) * sqrt(games)
        return mean_from(float(self.mean[i]), deviation, games).is_sure


BOLD = (
    f"at least {FEWEST_FOR_VERDICT} games and a 95 % interval that excludes 0; "
    "of 169 hands, about 8 would be by chance"
)
"""What bold means in the grid of classes."""


def class_means(match: MatchAnalysis) -> ClassMeans:
    """How the hero played the 169 classes of hands. NaN where there are too few games."""
    first = (match.sign > 0)[:, None]
    cards = np.where(first, match.games.cards[:, :2], match.games.cards[:, 2:4])
    classes = holdem_class_of_hand()[colex_indices(cards)] if len(match) else np.zeros(0, np.uint8)
    divat = match.divat
    games = np.bincount(classes, minlength=169)
    with np.errstate(divide="ignore", invalid="ignore"):
        sums, squares = np.array(
            [np.bincount(classes, x, minlength=169) for x in (divat, divat**2)], dtype=np.float64
        )
        return ClassMeans(games, sums / games, standard_errors(games, sums, squares))


def class_scale(means: ClassMeans) -> float:
    """The mean that has the full colour: twice the root mean square over all games."""
    known = means.games > 0
    if not known.any():
        return 0.0
    return 2 * sqrt(np.average(means.mean[known] ** 2, weights=means.games[known]))


def credits_and_blames(match: MatchAnalysis) -> Floats:
    """RedGreen points of both players, shape (2, 2, 4): player, credit or blame, round."""
    found = []
    for player in (1, 2):
        points = match.by_round[f"red_green_{player}"]
        sides = points.clip(min=0), points.clip(max=0)
        found.append([side.sum(axis=0, dtype=np.float64) for side in sides])
    return np.array(found)
