"""Commands about the library of hands: ``import``, ``hands``, ``export``, ``matches``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json, LibraryPath

PlayerName = Annotated[str | None, typer.Option("--player", "-p", help="Hands of this player.")]
OfGame = Annotated[str | None, typer.Option("--game", "-g", help="holdem or omaha8.")]
OfBetting = Annotated[str | None, typer.Option(help="limit, pot-limit or no-limit.")]
OfPlayers = Annotated[int | None, typer.Option("--players", help="This many at the table.")]
OfMatch = Annotated[str | None, typer.Option("--match", help="Of this table or match.")]
Since = Annotated[str | None, typer.Option(help="Played at or after, such as 2026-01-31.")]
Until = Annotated[str | None, typer.Option(help="Played before.")]
LeastPot = Annotated[int | None, typer.Option("--pot", help="At least this many chips won.")]
LeastWon = Annotated[int | None, typer.Option("--won", help="The player won this or more.")]
LeastLost = Annotated[int | None, typer.Option("--lost", help="The player lost this or more.")]


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Hand histories, packed with gzip or not.")],
    format_name: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, if it is not recognised.")
    ] = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Read hand histories into the library; a hand that is there already is not added twice.

    \b
    Example:
      railbird import session.log.gz
    """
    from railbird.cli import library_command

    library_command.import_files(files, format_name, library, as_json)


@app.command()
def hands(
    *,
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
    limit: Annotated[int, typer.Option(help="Hands a page.")] = 20,
    after: Annotated[int, typer.Option(help="Begin behind this id.")] = 0,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Hands of the library, a page at a time.

    \b
    Example:
      railbird hands --player Alice --won 20 --limit 50
    """
    from railbird.cli import library_command as command
    from railbird.history.library import Query

    query = Query(
        player=player,
        game=game,
        betting=betting,
        players=players,
        match=match,
        since=command.parse_time(since, "--since"),
        until=command.parse_time(until, "--until"),
        pot=pot,
        won=won,
        lost=lost,
    )
    command.list_hands(query, after, limit, library, as_json)


@app.command()
def export(
    *,
    out: Annotated[Path, typer.Argument(help="The file to write; .gz packs it.")],
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="railbird, acpc, phh, pokerstars or one-line.")
    ] = "railbird",
    without_origin: Annotated[
        bool, typer.Option(help="Leave out time, table and the worth of a chip.")
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
    from railbird.cli import library_command as command
    from railbird.history.library import Query

    query = Query(
        player=player,
        game=game,
        betting=betting,
        players=players,
        match=match,
        since=command.parse_time(since, "--since"),
        until=command.parse_time(until, "--until"),
        pot=pot,
        won=won,
        lost=lost,
    )
    command.export(
        query,
        out,
        format_name=format_name,
        without_origin=without_origin,
        library=library,
        as_json=as_json,
    )


@app.command()
def matches(library: LibraryPath = None, as_json: Json = False) -> None:
    """Matches and tables that the library has hands of; show them with hands --match NAME.

    \b
    Example:
      railbird matches
    """
    from railbird.cli import library_command

    library_command.list_matches(library, as_json)
