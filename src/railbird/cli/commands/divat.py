"""Commands about skill and luck: ``analyze``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import OfMatch, Since, Until, query_of
from railbird.cli.options import Json, LibraryPath
from railbird.errors import OptionError


@app.command()
def analyze(
    *,
    logs: Annotated[
        list[Path] | None,
        typer.Argument(help="Hand histories in any format; without them the library is read."),
    ] = None,
    hand: Annotated[
        str | None, typer.Option("--hand", help="One hand: cards, board and betting in letters.")
    ] = None,
    player: Annotated[
        str | None, typer.Option("--player", "-p", help="See the match from this player's view.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", "-r", help="Write an HTML report to this file.")
    ] = None,
    columns: Annotated[
        Path | None, typer.Option("--columns", help="Write every game's scores as Parquet.")
    ] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Average the two games of each duplicate deal.")
    ] = False,
    runtime: Annotated[
        bool, typer.Option("--runtime", help="Also DIVAT of shown hands and money of the rest.")
    ] = False,
    smooth: Annotated[
        str | None,
        typer.Option(help="Also the average of five settings, weighted: flat, triangle, binomial."),
    ] = None,
    ring: Annotated[
        bool, typer.Option("--ring", help="Three players and more: who influences whom.")
    ] = False,
    samples: Annotated[
        int, typer.Option(help="Boards of a roll-out before the flop, with --ring.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the roll-outs, with --ring.")] = 0,
    cluster: Annotated[
        str | None,
        typer.Option(help="Score on the Ray cluster of this address; 'here' starts one."),
    ] = None,
    format_name: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, if it is not recognised.")
    ] = None,
    last: Annotated[
        bool, typer.Option("--last", help="The newest match or session of the library.")
    ] = False,
    match: OfMatch = None,
    since: Since = None,
    until: Until = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Tell skill from luck in a match: who played better, by how much, and how sure that is.

    \b
    Examples:
      railbird analyze match.log --report match.html
      railbird analyze --match "final table" --player Ann
      railbird analyze --last --player you
      railbird analyze --hand "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    """
    from railbird.cli import analyze_command as command

    if hand is not None:
        command.show_hand(hand, as_json)
        return
    if last:
        if logs or match:
            raise OptionError("--last is a match of the library: leave files and --match out")
        newest = command.last_match(library)
        match, ring = newest.name, ring or len(newest.players) > 2
    source = command.Source(
        tuple(logs or ()), format_name, library, query_of(match=match, since=since, until=until)
    )
    if ring:
        command.show_ring(source, player, samples, seed, as_json)
    else:
        extras = command.Extras(report, columns, duplicate, runtime, smooth)
        command.show_match(source, player, extras, cluster, as_json)
