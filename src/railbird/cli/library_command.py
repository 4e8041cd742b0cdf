"""``railbird import``, ``hands``, ``export`` and ``matches``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.cli.ui.output import print_json, progress_bar
from railbird.errors import HistoryError, OptionError

if TYPE_CHECKING:
    from railbird.history.library import KeptMatch, Library, MatchInfo, Query, Recorder

SHOWN_PROBLEMS = 10


def open_library(path: Path | None) -> Library:
    """The library the user named, or the usual one."""
    from railbird.history.library import Library, default_path

    return Library(default_path() if path is None else path)


@dataclass(frozen=True)
class Keeping:
    """Where the hands of a match are kept: in a library (None is the user's own), or nowhere."""

    path: Path | None
    wanted: bool = True

    def __post_init__(self) -> None:
        if self.path is not None and not self.wanted:
            raise OptionError("--library and --no-library contradict each other: give one of them")

    def seed_of(self, match: str) -> int | None:
        """The seed of a match by its name, if it is known."""
        if not self.wanted:
            return None
        with open_library(self.path) as library:
            return next((kept.seed for kept in library.matches(match)), None)

    def record(
        self, stack: ExitStack, match: MatchInfo, *, at_once: bool = False
    ) -> Recorder | None:
        """Open a recorder until the end of a stack, if one is wanted; see `Recorder`."""
        from railbird.history.library import Recorder

        if not self.wanted:
            return None
        library = stack.enter_context(open_library(self.path))
        recorder = Recorder(library, match, at_once=1) if at_once else Recorder(library, match)
        return stack.enter_context(recorder)


def import_files(
    files: list[Path], format_name: str | None, library: Path | None, as_json: bool
) -> None:
    """Read files into the library."""
    from railbird.history.files import read_hands
    from railbird.history.formats.base import Problem
    from railbird.history.library import file_digest

    done = []
    for file in files:  # before anything is written
        if not file.is_file():
            raise HistoryError(f"{file} is no file: check the name")
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
                    f"{file}: {added.added:,} hands added, {added.known:,} known before, "
                    f"{len(problems):,} unreadable"
                )
        if as_json:
            print_json({"library": str(shelf.path), "files": done})


def say_some(problems: Iterable[object]) -> None:
    """The first problems, and how many more there are, to stderr."""
    problems = list(problems)
    for problem in problems[:SHOWN_PROBLEMS]:
        print(f"railbird: {problem}", file=sys.stderr)
    if len(problems) > SHOWN_PROBLEMS:
        print(f"railbird: … and {len(problems) - SHOWN_PROBLEMS:,} more", file=sys.stderr)


def parse_time(text: str | None, option: str) -> datetime | None:
    """A date or time; without a zone it is UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise OptionError(
            f"{option} {text!r} is no date: write it as 2026-01-31 or 2026-01-31T20:15"
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def list_hands(query: Query, after: int, limit: int, library: Path | None, as_json: bool) -> None:
    """Print a page of hands."""
    from railbird.history.formats.railbird import hand_fields

    if limit < 1:
        raise OptionError(f"--limit {limit} shows nothing: ask for at least 1")
    with open_library(library) as shelf:
        page = list(shelf.hands(query, after=after, limit=limit))
        total = shelf.count(query)
    if as_json:
        hands = [{"id": number, **hand_fields(hand)} for number, hand in page]
        print_json({"total": total, "hands": hands, "next": page[-1][0] if page else None})
        return
    from rich.console import Console
    from rich.table import Table

    from railbird.cards import format_cards

    table = Table(title=f"{total:,} hands", title_justify="left")
    for heading in ("id", "played", "game", "players and results", "board"):
        table.add_column(heading, no_wrap=heading != "players and results")
    for number, hand in page:
        results = ", ".join(
            f"{name} {payoff:+d}" for name, payoff in zip(hand.players, hand.payoffs, strict=True)
        )
        when = "" if hand.when is None else f"{hand.when:%Y-%m-%d %H:%M}"
        game = f"{hand.rules.betting} {hand.rules.game}"
        table.add_row(str(number), when, game, results, format_cards(hand.board, symbols=True))
    console = Console()
    console.print(table)
    if page and len(page) == limit:
        console.print(f"more: --after {page[-1][0]}", style="dim", highlight=False)


def export(
    query: Query,
    out: Path,
    *,
    format_name: str,
    without_origin: bool,
    library: Path | None,
    as_json: bool,
) -> None:
    """Write hands of the library to a file."""
    from dataclasses import replace

    from railbird.errors import CannotHoldError
    from railbird.history.files import write_hands

    refused: list[CannotHoldError] = []
    with open_library(library) as shelf:
        hands = (
            replace(hand, when=None, table="", chip="") if without_origin else hand
            for _, hand in shelf.hands(query)
        )
        written = write_hands(out, hands, format=format_name, on_problem=refused.append)
    say_some(refused)
    if as_json:
        print_json({"file": str(out), "written": written, "left_out": len(refused)})
    else:
        print(f"{out}: {written:,} hands written, {len(refused):,} that {format_name} cannot hold")


def list_matches(library: Path | None, as_json: bool) -> None:
    """Print the matches and tables of the library."""
    with open_library(library) as shelf:
        found = shelf.matches()
    if as_json:
        print_json([_match_fields(match) for match in found])
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=f"{len(found):,} match{'' if len(found) == 1 else 'es'}", title_justify="left"
    )
    for heading in ("match", "hands", "game", "players", "begun", "finished"):
        table.add_column(heading, justify="right" if heading == "hands" else "left")
    for match in found:
        table.add_row(
            Text(match.name),  # as it is: it may have brackets
            f"{match.hands:,}",
            f"{match.rules.betting} {match.rules.game}",
            Text(", ".join(match.players)),
            match.begun or "",
            match.finished or "",
        )
    Console().print(table)


def _match_fields(match: KeptMatch) -> dict[str, Any]:
    return {
        "name": match.name,
        "kind": match.kind,
        "hands": match.hands,
        "asked": match.asked,
        "betting": match.rules.betting,
        "game": match.rules.game,
        "players": match.players,
        "seed": match.seed,
        "duplicate": match.duplicate,
        "begun": match.begun,
        "finished": match.finished,
    }
