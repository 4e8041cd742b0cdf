"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Write the result as JSON.")]
GameName = Annotated[str, typer.Option("--game", "-g", help="holdem or omaha8.")]
Board = Annotated[str, typer.Option("--board", "-b", help="Community cards: none, 3, 4 or 5.")]
LibraryPath = Annotated[
    Path | None, typer.Option("--library", "-L", help="The library; the user's own by default.")
]
NoLibrary = Annotated[bool, typer.Option("--no-library", help="Keep the hands out of the library.")]
Hands = Annotated[int, typer.Option("--hands", "-n", help="Deals to play.")]
Duplicate = Annotated[
    bool, typer.Option("--duplicate", help="Play every deal in all rotations of the seats.")
]
Betting = Annotated[str, typer.Option("--betting", help="limit, pot-limit or no-limit.")]
Blinds = Annotated[str, typer.Option(help="Small and big blind, in chips.")]
Stack = Annotated[int | None, typer.Option(help="Chips of everybody at the start of a hand.")]
Seed = Annotated[int | None, typer.Option(help="Seed; chosen and reported if not given.")]
