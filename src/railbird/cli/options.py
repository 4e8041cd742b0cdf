"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Write the result as JSON.")]
GameName = Annotated[str, typer.Option("--game", "-g", help="holdem or omaha8.")]
Board = Annotated[str, typer.Option("--board", "-b", help="Community cards: 0, 3, 4 or 5.")]
LibraryPath = Annotated[
    Path | None, typer.Option("--library", "-L", help="Library file (default: your own).")
]
NoLibrary = Annotated[bool, typer.Option("--no-library", help="Do not save the hands.")]
Hands = Annotated[int, typer.Option("--hands", "-n", help="Number of deals to play.")]
Duplicate = Annotated[
    bool, typer.Option("--duplicate", help="Play every deal once for each rotation of the seats.")
]
Betting = Annotated[str, typer.Option("--betting", help="limit, pot-limit or no-limit.")]
Blinds = Annotated[str, typer.Option(help="Small and big blind in chips.")]
Stack = Annotated[int | None, typer.Option(help="Each player's chips at the start of a hand.")]
Seed = Annotated[
    int | None, typer.Option(help="Random seed (default: a new one, which is reported).")
]
Figures = Annotated[
    Path | None,
    typer.Option("--figures", help="Write the charts here, as SVG and PNG for a paper."),
]
