"""What several commands of Omaha Hi-Lo share: options, and words on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.omaha8.chart import Chart, HandAdvice
    from railbird.omaha8.jamfold.solutions import Position

TableFolder = Annotated[
    Path | None, typer.Option("--table", help="Folder of the table (default: your own).")
]
PositionName = Annotated[
    str, typer.Option("--position", "-p", help="sb for the small blind, bb for the big blind.")
]


def position_of(text: str) -> Position:
    """Read a position."""
    positions: dict[str, Position] = {"sb": "sb", "bb": "bb"}
    if text.lower() not in positions:
        raise OptionError(f"--position {text!r} is no blind: give sb or bb")
    return positions[text.lower()]


def origin(chart: Chart) -> str:
    """Which equilibrium was looked up, and how exact it is."""
    exact = f"nobody can gain more than {max(chart.gains):.1g} big blinds a hand"
    if chart.interpolated:
        exact += "; what hands win is interpolated, off by at most 0.02 big blinds"
    if abs(float(chart.stack) - chart.wanted) < 1e-9:
        return f"shipped equilibrium; {exact}"
    return (
        f"R = {chart.wanted:g} is not among the shipped equilibria: this is the nearest, "
        f"R = {float(chart.stack):g}; {exact}"
    )


def percent(share: float) -> str:
    """A share on the screen."""
    return f"{100 * share:.1f}"


def spot_facts(spot: HandAdvice) -> dict[str, object]:
    """A class as JSON has it."""
    return {
        "class": spot.name,
        "hand": spot.hand,
        "hands": spot.hands,
        "played": spot.played,
        "wins_more_than_folding": spot.gap,
        "playable_to": spot.playable,
    }
