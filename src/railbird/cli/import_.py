"""``railbird import``."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbird.cli.app import app
from railbird.cli.library_option import STREAM, open_library, say_counts, say_some
from railbird.cli.options import Json, LibraryPath, choose_format
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_named, print_text
from railbird.errors import HistoryError

if TYPE_CHECKING:
    from railbird.history.formats.base import Problem, UnknownFormatError
    from railbird.history.importing import ImportedFile
    from railbird.history.library import Library

_REASONS = 5
_NAMED = 5
"""Skipped files that are named."""


@app.command("import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(help="Hand histories, plain or gzipped; folders of them; - is stdin."),
    ],
    format_name: Annotated[
        str | None, typer.Option("--format", "-f", help="File format, if it is not recognised.")
    ] = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Read hand histories into the library. No hand is added twice.

    A hand is refused only for its cards, money or actions; then the exit status is 1. The library
    keeps its text, and a later version of railbird tries it again: `railbird hands --refused`
    lists such hands. Files in a folder that are not hand histories are skipped, but a
    folder with none is an error. Summary files of
    tournaments (PokerStars, GGPoker, Winamax, 888) are read too.

    \b
    Examples:
      railbird import session.log.gz
      railbird import ~/HandHistory
      zcat old.txt.gz | railbird import -
    """
    from railbird.history.files import find_format, read_again

    if format_name is not None:
        find_format(format_name)
    for file in files:  # before anything is written
        if str(file) != STREAM and not file.exists():
            raise HistoryError(f"{file} is not a file or folder: check the name")
    total = _Total()
    with open_library(library) as shelf:
        total.again = shelf.try_again(read_again)  # first: what is read now is refused no more
        for file in files:
            before = len(total.files)
            for part in sorted(file.rglob("*")) if file.is_dir() else [file]:
                if part.is_file() or str(part) == STREAM:
                    _import(shelf, part, format_name, total, in_folder=part is not file)
            if file.is_dir() and len(total.files) == before:
                total.unknown += 1
                print(f"railbird: {file} has no hand history: check the name", file=sys.stderr)
        if total.added:
            shelf.forget_known()
        where = str(shelf.path)
    total.say(where, named=library is not None, as_json=as_json)
    if total.unknown:
        raise typer.Exit(2)
    if total.reasons:
        raise typer.Exit(1)


@dataclass
class _Total:
    """What was read so far."""

    files: list[dict[str, Any]] = field(default_factory=list)
    named: list[dict[str, Any]] = field(default_factory=list)
    added: int = 0
    known: int = 0
    again: int = 0
    summaries: int = 0
    problems: list[Problem] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    skipped: list[dict[str, str]] = field(default_factory=list)
    unknown: int = 0
    ignored: Counter[str] = field(default_factory=Counter)

    def skip(self, file: str, error: UnknownFormatError, *, in_folder: bool) -> None:
        """Note a file that holds no hands we read; one that was named is an error."""
        if in_folder:
            self.skipped.append({"file": file, "reason": error.why})
        else:
            self.unknown += 1
            print(f"railbird: {choose_format(error)}", file=sys.stderr)

    def take(self, file: str, found: ImportedFile) -> None:
        """Note what a file had: hands, or the tournaments of a summary."""
        self.problems += found.problems
        self.reasons.update(_kind(problem.reason) for problem in found.problems)
        self.summaries += found.summaries
        told: dict[str, Any] = {
            "file": file,
            "added": found.added,
            "known": found.known,
            "problems": len(found.problems),
        }
        if found.summaries:
            told["summaries"] = found.summaries
        else:
            self.added += found.added
            self.known += found.known
        self.files.append(told)

    def say(self, library: str, *, named: bool, as_json: bool) -> None:
        """Print the result of each file that was named, and of all."""
        from railbird.stats import counted

        limit = f" --limit {len(self.problems)}" if len(self.problems) > 20 else ""
        listed = f"railbird hands --refused{limit}" + (f" --library {library}" if named else "")
        say_some(self.problems, where=f"`{listed}` lists the hands")
        say_counts("ignored, as they could not be read", self.ignored)
        refused = self.reasons.total()
        if as_json:
            total = {
                "files": len(self.files),
                "added": self.added,
                "known": self.known,
                "read_again": self.again,
                "summaries": self.summaries,
                "refused": dict(self.reasons.most_common()),
                "ignored": dict(self.ignored),
                "skipped": len(self.skipped),
            }
            refusals = [{"file": p.file, "line": p.line, "reason": p.reason} for p in self.problems]
            told = {"library": library, "files": self.files, "total": total}
            print_json(told | {"refused": refusals, "skipped": self.skipped})
            return
        for file in self.named:
            what = "tournament" if "summaries" in file else "hand"
            print(
                f"{file['file']}: {counted(file['added'], what)} added, "
                f"{file['known']:,} already known, {file['problems']:,} unreadable"
            )
        skipped = f", {len(self.skipped):,} skipped" if self.skipped else ""
        if not (self.files or self.skipped or self.again):
            return  # all that was named is refused, and said
        print_text(
            f"total: {counted(len(self.files), 'file')}{skipped}; "
            f"{counted(self.added, 'hand')} added, {self.known:,} already known, "
            f"{refused:,} refused"
        )
        if self.summaries:
            print_text(f"{counted(self.summaries, 'tournament')} in summary files")
        if self.again:
            print_text(f"{counted(self.again, 'hand')} added that an older railbird refused")
        for reason, count in self.reasons.most_common(_REASONS):
            print_text(f"{count:,} × {reason}", indent=2, hanging=2)
        if len(self.reasons) > _REASONS:
            print(f"  and {counted(len(self.reasons) - _REASONS, 'other reason')}")
        if self.skipped:
            print("skipped:")
            for each in self.skipped[:_NAMED]:
                print_named(each["file"], each["reason"], indent=2)
            if len(self.skipped) > _NAMED:
                print(f"  and {len(self.skipped) - _NAMED:,} more, which --json names")


def _import(
    shelf: Library, file: Path, format_name: str | None, total: _Total, *, in_folder: bool
) -> None:
    """Read a file into the library."""
    from railbird.history.formats.base import UnknownFormatError
    from railbird.history.importing import import_file

    def ignore(what: str) -> None:
        total.ignored[what] += 1

    with _at_hand(file) as (path, name), progress_bar(f"reading {file.name}") as progress:
        try:
            found = import_file(
                shelf,
                path,
                name=name,
                source=None if path == file else name,
                format=format_name,
                ignore=ignore,
                progress=progress,
            )
        except UnknownFormatError as error:
            total.skip(name, error, in_folder=in_folder)
            return
    if found.is_empty and not in_folder:
        total.unknown += 1
        form = "" if format_name is None else f" in the form {format_name}"
        print(f"railbird: {name} holds no hand{form}: check the file", file=sys.stderr)
    total.take(name, found)
    total.named += [] if in_folder else total.files[-1:]


def _kind(reason: str) -> str:
    """A reason without the words and figures of one hand."""
    from railbird.history.formats.rooms.games import UNKNOWN_GAME

    if UNKNOWN_GAME in reason:
        return reason
    without_quotes = re.sub(r"(?<!\w)'[^']*'|(?<!\w)\"[^\"]*\"", "…", reason)
    return re.sub(r"[0-9]+(?:[,.][0-9]+)*", "N", without_quotes)


@contextmanager
def _at_hand(file: Path) -> Iterator[tuple[Path, str]]:
    """A file that can be read twice, and its name: stdin is copied."""
    if str(file) != STREAM:
        yield file, str(file)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "stdin"
        with copy.open("wb") as target:
            shutil.copyfileobj(sys.stdin.buffer, target)
        yield copy, "stdin"
