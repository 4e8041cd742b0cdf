"""``railbird export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import (
    LeastLost,
    LeastPot,
    LeastWon,
    OfBetting,
    OfGame,
    OfMatch,
    OfPlayers,
    PlayerName,
    Since,
    Until,
    open_library,
    query_of,
    say_some,
)
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import print_json


@app.command()
def export(
    *,
    out: Annotated[Path, typer.Argument(help="File to write; .gz compresses it.")],
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="railbird, acpc, phh, pokerstars or one-line.")
    ] = "railbird",
    without_origin: Annotated[
        bool, typer.Option(help="Omit the time, the table and the value of a chip.")
    ] = False,
    player: PlayerName = None,
    game: OfGame = None,
    betting: OfBetting = None,
    players: OfPlayers = None,
    match: OfMatch = None,
    since: Since = None,
    until: Until = None,
    pot: LeastPot = None,
    won: LeastWon = None,
    lost: LeastLost = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Write hands of the library to a file.

    \b
    Example:
      railbird export match.log --format acpc --match final
    """
    from railbird.errors import CannotHoldError
    from railbird.history.files import write_hands

    query = query_of(
        player=player,
        game=game,
        betting=betting,
        players=players,
        match=match,
        since=since,
        until=until,
        pot=pot,
        won=won,
        lost=lost,
    )
    refused: list[CannotHoldError] = []
    with open_library(library) as shelf:
        hands = (
            hand.without_origin() if without_origin else hand for _, hand in shelf.hands(query)
        )
        written = write_hands(out, hands, format=format_name, on_problem=refused.append)
    say_some(refused)
    if as_json:
        print_json({"file": str(out), "written": written, "left_out": len(refused)})
    else:
        print(f"{out}: {written:,} hands written, {len(refused):,} that {format_name} cannot hold")
