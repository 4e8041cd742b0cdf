"""Who won how much from whom, as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import NamedTuple

from railbird.reports.charts import Cell, heat_map
from railbird.reports.parts import signed, with_error


class Score(NamedTuple):
    """What a player won from another, with its standard error, and whether that is sure."""

    mean: float
    error: float
    sure: bool


def crosstable(
    players: Sequence[str], score: Callable[[str, str], Score | None], *, title: str
) -> str:
    """A heat map with a row and a column for each player.

    ``score`` tells what the player in the row won from the one in the column.
    """
    scores = [[score(player, other) for other in players] for player in players]
    most = max(abs(each.mean) for row in scores for each in row if each is not None) or 1.0

    def cell(player: str, other: str, each: Score | None) -> Cell | None:
        if each is None:
            return None
        return Cell(
            signed(each.mean, 2),
            f"± {each.error:.2f}" if isfinite(each.error) else "",
            each.mean / most,
            bold=each.sure,
            tooltip=f"{player} v {other}: {with_error(each.mean, each.error)}",
        )

    return heat_map(
        [f"{number}  {player}" for number, player in enumerate(players, 1)],
        [str(number) for number in range(1, len(players) + 1)],
        [
            [cell(player, other, each) for other, each in zip(players, row, strict=True)]
            for player, row in zip(players, scores, strict=True)
        ],
        title=title,
        note="Row against column, ± one standard error. Bold: this match by itself is 95 % sure.",
    )
