"""What an experiment can have drawn: lines over a common axis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """A line of `Lines`.

    Parameters
    ----------
    name
        What the legend calls it.
    values
        One value for each place of the axis.
    colour
        A colour of the pages, such as ``"money"`` or ``"divat"``. Without one, the line gets the
        next of a palette.
    guide
        Draw it dotted, above and below 0, like the curve of one standard deviation.
    """

    name: str
    values: npt.ArrayLike
    colour: str = ""
    guide: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines over a common axis, as in the figures of the documents.

    Examples
    --------
    >>> from railbird.reproduce.drawings import Lines, Series
    >>> Lines("Bankrolls", "hands", "small bets", [0, 1, 2], (Series("Ann", [0, 2, 1]),)).key
    'bankrolls'
    """

    title: str
    x_label: str
    y_label: str
    x: npt.ArrayLike
    series: tuple[Series, ...]

    @property
    def key(self) -> str:
        """The title as the name of a file."""
        words = "".join(c if c.isalnum() and c.isascii() else " " for c in self.title.lower())
        return "-".join(words.split())


def sums(
    title: str,
    columns: Mapping[str, npt.ArrayLike],
    *,
    x_label: str,
    y_label: str = "small bets",
    colours: Mapping[str, str] | None = None,
) -> Lines:
    """What was won after each game or hand, from 0 on, by name; ``columns`` are single results.

    Examples
    --------
    >>> sums("Bankrolls", {"Ann": [2, -1]}, x_label="hands").series[0].values
    array([0., 2., 1.])
    """
    lines = tuple(
        Series(
            name,
            np.concatenate([[0.0], np.cumsum(np.asarray(each, dtype=np.float64))]),
            (colours or {}).get(name, ""),
        )
        for name, each in columns.items()
    )
    return Lines(title, x_label, y_label, np.arange(np.size(lines[0].values)), lines)
