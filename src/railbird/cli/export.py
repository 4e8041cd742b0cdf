"""``railbird export``."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from railbird.cli.app import app
from railbird.cli.library_option import (
    STREAM,
    need_hands,
    open_library,
    say_counts,
    say_some,
    say_undated,
    takes_query,
)
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.errors import CannotHoldError
    from railbird.history.library import Query


@app.command()
@takes_query
def export(
    *,
    out: Annotated[Path, typer.Argument(help="File to write; .gz compresses it; - is stdout.")],
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            help="railbird, acpc, phh, pokerstars, ohh or one-line. Default: as the file is "
            "named (.phh, .phhs, .ohh), else railbird.",
        ),
    ] = None,
    query: Query,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Write hands of the library to a file.

    A file that exists is replaced.

    Labels that the format has no place for, such as times, are left out or replaced. A hand is left
    out only if the format cannot hold its cards, money or actions; then the exit status is 1.

    \b
    Examples:
      railbird export match.phhs --match 3
      railbird export match.log --format acpc --match 3
      railbird export session.txt --format pokerstars --match "at the table"
      railbird export - --player Ann | gzip > ann.jsonl.gz
    """
    from railbird.history.files import format_of_name, writable_format, write_hands
    from railbird.stats import counted

    to_stdout = str(out) == STREAM
    if to_stdout and as_json:
        raise OptionError("--json and - both write to stdout: name a file, or omit --json")
    if not to_stdout:
        check_files({"OUT": out})
    form = writable_format(format_name or format_of_name(out) or "railbird").name
    refused: list[CannotHoldError] = []
    replaced: Counter[str] = Counter()

    def replace(label: str) -> None:
        replaced[label] += 1

    need_hands(library, query)
    say_undated(library, query)
    existed = out.exists()
    with open_library(library, to_read=True) as shelf, _opened(out, stdout=to_stdout) as file:
        written = write_hands(
            file,
            (hand for _, hand in shelf.hands(query)),
            format=form,
            on_problem=refused.append,
            ignore=replace,
        )
    was_replaced = existed and written > 0 and not to_stdout
    say_some(refused)
    say_counts(f"left out or replaced, as {form} has no place for them", replaced)
    if was_replaced:
        print(f"railbird: {out} existed and was replaced", file=sys.stderr)
    if as_json:
        result = {
            "file": str(out),
            "format": form,
            "written": written,
            "left_out": len(refused),
            "labels": dict(replaced),
            "replaced": was_replaced,
        }
        print_json(result)
    elif not to_stdout:
        hands = counted(written, "hand")
        print(f"{out}: {hands} written as {form}, {len(refused):,} that it cannot hold")
    if refused:
        raise typer.Exit(1)


@contextmanager
def _opened(out: Path, *, stdout: bool) -> Iterator[Path | TextIO]:
    """Where to write hands: the file, or stdout as UTF-8, which its reader may close early."""
    if not stdout:
        yield out
        return
    file = TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="surrogateescape")
    try:
        yield file
        file.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is left
        raise typer.Exit(1) from None
    finally:
        file.detach()
