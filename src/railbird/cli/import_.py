"""``railbird import``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import open_library, say_some
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import print_json, progress_bar
from railbird.errors import HistoryError


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Hand histories, plain or gzipped.")],
    format_name: Annotated[
        str | None, typer.Option("--format", "-f", help="File format, if it is not recognised.")
    ] = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Read hand histories into the library. No hand is added twice.

    \b
    Example:
      railbird import session.log.gz
    """
    from railbird.history.files import read_hands
    from railbird.history.formats.base import Problem
    from railbird.history.library import file_digest

    done = []
    for file in files:  # before anything is written
        if not file.is_file():
            raise HistoryError(f"{file} is not a file: check the name")
    with open_library(library) as shelf:
        for file in files:
            problems: list[Problem] = []
            with progress_bar(f"reading {file.name}") as progress:
                hands = read_hands(
                    file, format=format_name, on_problem=problems.append, progress=progress
                )
                added = shelf.add(hands, source=str(file.resolve()), digest=file_digest(file))
            say_some(problems)
            done.append(
                {
                    "file": str(file),
                    "added": added.added,
                    "known": added.known,
                    "problems": len(problems),
                }
            )
            if not as_json:
                print(
                    f"{file}: {added.added:,} hands added, {added.known:,} already known, "
                    f"{len(problems):,} unreadable"
                )
        if as_json:
            print_json({"library": str(shelf.path), "files": done})
