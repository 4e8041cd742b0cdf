"""``railbird league``."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli import options
from railbird.cli.app import app
from railbird.cli.library_option import Keeping, open_library
from railbird.cli.match import TableOptions, note_limits, table
from railbird.cli.options import (
    Blinds,
    Deals,
    Figures,
    GameName,
    Json,
    LeagueProcesses,
    LibraryPath,
    NoLibrary,
    Seed,
    Stack,
    TimeLimit,
)
from railbird.cli.ui.files import check_files
from railbird.cli.ui.interrupts import raise_interrupt
from railbird.cli.ui.output import print_json, progress_bar, resumable
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.arena import League, LeagueResult


@app.command()
def league(
    *,
    players: Annotated[list[str], typer.Argument(help="Two or more players: KIND or NAME=KIND.")],
    deals: Deals = 1_000,
    game: GameName = "holdem",
    betting: options.Betting = "limit",
    blinds: Blinds = "1/2",
    stack: Stack = None,
    seed: Seed = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Keep a log of each pair in this folder. The league resumes there."
        ),
    ] = None,
    library: LibraryPath = None,
    no_library: NoLibrary = False,
    processes: LeagueProcesses = None,
    time_limit: TimeLimit = 60.0,
    cluster: Annotated[
        str | None,
        typer.Option(help="Play on the Ray cluster at this address; 'here' starts one."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", "-r", help="Write an HTML page here.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write all results as CSV.")] = None,
    figures: Figures = None,
    as_json: Json = False,
) -> None:
    """Play every pair of programs against each other, and rate them.

    All pairs play the same deals, heads-up and from both sides. A rating says how probable it is to
    be ahead of each of the others, not by how much, so that it hangs little on the weakest. It says
    which differences are sure.

    \b
    Examples:
      railbird league hubot poki jagbot rules --deals 500
      railbird league rules bluffer random --out spring --report spring.html
    """
    from railbird.arena import play_league
    from railbird.arena.league_play import check_league
    from railbird.reports.figures import check_figures

    if processes is not None and cluster is not None:
        raise OptionError("--processes and --cluster contradict each other: give only one")
    files = check_files({"--report": report, "--csv": csv})
    check_figures(figures)
    keeping = Keeping(library, not no_library)
    seats = TableOptions(players=players, game=game, betting=betting, blinds=blinds, stack=stack)
    asked = _league(seats, deals, _seed(seed, out))
    check_league(asked, time_limit=time_limit)
    note_limits(asked.seated, asked.rules)
    with resumable(None if out is None else f"from {out}"), ExitStack() as within:
        shelf = within.enter_context(open_library(library)) if keeping.wanted else None
        count = f"{len(asked.pairs)} {'pair' if len(asked.pairs) == 1 else 'pairs'}"
        show = within.enter_context(progress_bar(f"{count} of players"))

        def progress(done: float) -> None:
            raise_interrupt()
            show(done)

        result = play_league(
            asked,
            folder=out,
            library=shelf,
            processes=processes,
            cluster=cluster,
            time_limit=time_limit,
            progress=progress,
        )
    _write(result, files, figures)
    if as_json:
        print_json(result)
    else:
        from railbird.cli.ui.league import print_league

        print_league(result)
    if result.absent:
        raise typer.Exit(1)


def _league(seats: TableOptions, deals: int, seed: int) -> League:
    """The league that the options ask for."""
    from railbird.arena import League

    rules, stacks = table(seats, 2)
    return League(
        players=tuple(seats.players),
        rules=rules,
        stacks=(stacks[0], stacks[1]),
        deals=deals,
        seed=seed,
        table=seats.table,
    )


def _seed(asked: int | None, out: Path | None) -> int:
    """The seed: as given, that of the league to resume, or a new one."""
    from railbird.arena.league_folder import read_manifest

    if asked is not None:
        return asked
    kept = None if out is None else read_manifest(out)
    return secrets.randbits(32) if kept is None else int(kept["seed"])


def _write(result: LeagueResult, files: dict[str, Path], figures: Path | None) -> None:
    """Write what was asked for."""
    from railbird.reports.figures import save_figures
    from railbird.reports.league import league_csv, league_figures, league_page
    from railbird.reports.page import write_page

    if "--report" in files:
        write_page(files["--report"], league_page(result))
    if "--csv" in files:
        write_page(files["--csv"], league_csv(result))
    if figures is not None:
        save_figures(figures, league_figures(result))
