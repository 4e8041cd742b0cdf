"""``railbird results``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import open_library, say_some, say_undated, takes_query
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import print_json, progress_bar
from railbird.errors import HistoryError, LibraryError, OptionError

if TYPE_CHECKING:
    from railbird.history.library import Library, Query


@app.command("results")
@takes_query
def results_command(
    *,
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Hand histories or folders to read instead of the library."),
    ] = None,
    hero: Annotated[
        str | None,
        typer.Option("--hero", help="The player; several names of one person: --hero ann,ann88."),
    ] = None,
    remember: Annotated[
        bool, typer.Option("--remember", help="Keep the names of --hero in the library.")
    ] = False,
    ask: Callable[[Path | None], Query],
    html: Annotated[Path | None, typer.Option("--html", help="Write a page here.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the groups here.")] = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Show what a player won and how they played, as trackers count it.

    The player is the one who told the hands ("Dealt to"), unless --hero names another. Options that
    choose hands, such as --since, choose those that are counted.

    \b
    Examples:
      railbird results --since 2026-01-01 --html results.html
      railbird results ~/HandHistory --hero ann,ann88
    """
    names = _names(hero)
    if remember and files:
        raise OptionError(
            "--remember keeps names in the library, and files are not the library: omit it"
        )
    if remember and not names:
        raise OptionError("--remember keeps the names of --hero in the library: give --hero NAME")
    if files and library is not None:
        raise OptionError("--library and files contradict each other: give only one of them")
    wanted = check_files({"--html": html, "--csv": csv})
    with _shelf(files or [], library) as shelf:
        from railbird.history.library import Query
        from railbird.history.player_hands import TOURNAMENTS
        from railbird.history.results import find_heroes, results

        query = ask(shelf.path)
        with progress_bar("counting hands", shown=not as_json) as progress:
            shelf.count_old(lambda done, total: progress(done / total))
        if not shelf.count():
            raise OptionError("the library has no hands: read some with `railbird import FILE`")
        heroes = find_heroes(shelf, names)
        found = results(shelf, heroes, query)
        if not found.all.hands:
            raise OptionError(f"no hand of {', '.join(heroes)} is like that: ask for others")
        say_undated(shelf.path, query)
        if remember:
            shelf.keep_heroes(heroes)
        is_part = query != Query()
        if is_part and any(kind.name == TOURNAMENTS for kind in found.kinds):
            what = "the ROI of tournaments is shown only without options that choose hands"
            print(f"railbird: {what}", file=sys.stderr)
        others = {n: c for n, c in shelf.tellers().items() if n not in heroes}
        dates = {pot.hand: shelf.hand(pot.hand) for pot in found.pots}
    from railbird.cli.ui.results_screen import print_results
    from railbird.reports.page import write_page
    from railbird.reports.results import results_csv, results_json, results_page

    if "--html" in wanted:
        write_page(wanted["--html"], results_page(found, dates, from_files=bool(files)))
    if "--csv" in wanted:
        write_page(wanted["--csv"], results_csv(found))
    if as_json:
        print_json(results_json(found, dates, from_files=bool(files)))
    else:
        print_results(found, dates, from_files=bool(files))
        if others and not names:
            most = ", ".join(f"{name} ({count:,})" for name, count in list(others.items())[:3])
            print(f"railbird: hands told by others: {most}; join with --hero", file=sys.stderr)


def _names(hero: str | None) -> list[str]:
    """The names of --hero."""
    from railbird.history.results import hero_names

    return [] if hero is None else hero_names(hero)


@contextmanager
def _shelf(files: list[Path], library: Path | None) -> Iterator[Library]:
    """The library; or one that has only the hands of some files, and is gone afterwards."""
    if not files:
        with open_library(library, to_read=True) as shelf:
            yield shelf
        return
    from railbird.history.files import read_hands
    from railbird.history.formats.base import Problem, UnknownFormatError
    from railbird.history.summaries import read_summaries

    for file in files:
        if not file.exists():
            raise HistoryError(f"{file} is not a file or folder: check the name")
    problems: list[Problem] = []
    with tempfile.TemporaryDirectory() as folder, open_library(Path(folder) / "hands.db") as shelf:
        for file in files:
            for part in sorted(file.rglob("*")) if file.is_dir() else [file]:
                if not part.is_file():
                    continue
                try:
                    summaries = read_summaries(part, on_problem=problems.append)
                    if summaries is not None:
                        shelf.add_summaries(summaries)
                        continue
                    shelf.add(read_hands(part, on_problem=problems.append), source=str(part))
                except UnknownFormatError:
                    if not file.is_dir():
                        raise
        say_some(problems)
        if not shelf.count():
            raise HistoryError(f"{', '.join(map(str, files))}: no hand could be read")
        try:
            yield shelf
        except LibraryError as error:  # which names a file that is gone then
            said = str(error).replace(f"the library {shelf.path}", ", ".join(map(str, files)))
            raise LibraryError(said.partition(": `railbird ")[0]) from None
