"""``railbird export``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import (
    need_hands,
    open_library,
    say_counts,
    say_some,
    takes_query,
)
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import print_json

if TYPE_CHECKING:
    from railbird.errors import CannotHoldError
    from railbird.history.library import Query


@app.command()
@takes_query
def export(
    *,
    out: Annotated[Path, typer.Argument(help="File to write; .gz compresses it.")],
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="railbird, acpc, phh, pokerstars or one-line.")
    ] = "railbird",
    query: Query,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Write hands of the library to a file.

    Labels that the format has no place for, such as times, are left out or replaced. A hand is left
    out only if the format cannot hold its cards, money or actions; then the exit status is 1.

    \b
    Examples:
      railbird export match.log --format acpc --match 3
      railbird export session.txt --format pokerstars --match "at the table"
    """
    from railbird.history.files import writable_format, write_hands

    writable_format(format_name)
    refused: list[CannotHoldError] = []
    replaced: Counter[str] = Counter()

    def replace(label: str) -> None:
        replaced[label] += 1

    need_hands(library, query)
    with open_library(library) as shelf:
        written = write_hands(
            out,
            (hand for _, hand in shelf.hands(query)),
            format=format_name,
            on_problem=refused.append,
            ignore=replace,
        )
    say_some(refused)
    say_counts(f"left out or replaced, as {format_name} has no place for them", replaced)
    if as_json:
        print_json(
            {
                "file": str(out),
                "written": written,
                "left_out": len(refused),
                "labels": dict(replaced),
            }
        )
    else:
        print(f"{out}: {written:,} hands written, {len(refused):,} that {format_name} cannot hold")
    if refused:
        raise typer.Exit(1)
