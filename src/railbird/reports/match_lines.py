"""The lines of a match for a screen: cumulated, thinned to its pixels, with what lies between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.stats import mean_of

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinLine:
    """A cumulated score at the points of a `ThinLines`.

    ``low`` and ``high`` are its extremes since the point before, so that no peak is lost. ``band``
    is half of the 95 % interval of the score after as many games, by the deviation of all games;
    it is empty if the match is shorter than two games.
    """

    name: str
    last: Floats
    low: Floats
    high: Floats
    band: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinLines:
    """Lines over some games of a match: ``games`` are how many were played at each point."""

    first: int
    last: int
    games: npt.NDArray[np.int64]
    lines: tuple[ThinLine, ...]


def thin_lines(
    scores: Mapping[str, npt.NDArray[np.floating]], *, first: int, last: int, points: int
) -> ThinLines:
    """Cumulate scores by game, and thin them to at most so many points.

    Parameters
    ----------
    scores
        The score of each game, by name; all of the same length.
    first, last
        The part to show, from after game ``first`` to game ``last``. Sums begin with the match.
    points
        The most points of a line, at least 2.

    Examples
    --------
    >>> found = thin_lines({"money": np.array([1.0, 5.0, -7.0, 2.0])}, first=0, last=4, points=2)
    >>> found.games.tolist(), found.lines[0].last.tolist(), found.lines[0].low.tolist()
    ([0, 2, 4], [0.0, 6.0, 1.0], [0.0, 1.0, -1.0])
    """
    total = len(next(iter(scores.values())))
    if not 0 <= first < last <= total:
        raise OptionError(f"games {first} to {last} are not in a match of {total} games")
    bins = min(points, last - first)
    games = first + np.arange(bins + 1, dtype=np.int64) * (last - first) // bins
    return ThinLines(
        first=first,
        last=last,
        games=games,
        lines=tuple(_thin(name, column, games) for name, column in scores.items()),
    )


def _thin(name: str, column: npt.NDArray[np.floating], games: npt.NDArray[np.int64]) -> ThinLine:
    sums = np.concatenate([[0.0], np.cumsum(column, dtype=np.float64)])
    low, high = (
        np.concatenate([sums[games[:1]], extreme.reduceat(sums[: games[-1] + 1], games[:-1] + 1)])
        for extreme in (np.minimum, np.maximum)
    )
    band = np.zeros(0)
    if len(column) > 1:
        whole = mean_of(column)
        half = (whole.high - whole.low) / 2  # of the mean of all games
        band = half * np.sqrt(len(column) * games.astype(np.float64))
    return ThinLine(name=name, last=sums[games], low=low, high=high, band=band)
