"""``railbird reproduce``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json


@app.command()
def reproduce(
    *,
    name: Annotated[str | None, typer.Argument(help="The experiment, such as kan-3.3.")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="Show all experiments.")] = False,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=2, help="Games to play, where it plays.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 1,
    report: Annotated[
        Path | None, typer.Option("--report", "-r", help="Write the match as an HTML report.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute a table or figure of the documents again, beside what is printed.

    \b
    Examples:
      railbird reproduce --list
      railbird reproduce billings-2
    """
    from railbird.cli import reproduce_command as command
    from railbird.errors import OptionError

    if list_all:
        command.list_experiments(as_json)
    elif name is None:
        raise OptionError("name an experiment, or see them all with --list")
    else:
        command.run(name, games, seed, report, as_json)
