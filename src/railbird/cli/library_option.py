"""What the commands share that read or write the library of hands."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.history.library import Library, MatchInfo, Query, Recorder

PlayerName = Annotated[
    str | None, typer.Option("--player", "-p", help="Only hands of this player.")
]
OfGame = Annotated[str | None, typer.Option("--game", "-g", help="holdem or omaha8.")]
OfBetting = Annotated[str | None, typer.Option(help="limit, pot-limit or no-limit.")]
OfPlayers = Annotated[
    int | None, typer.Option("--players", help="Only tables with this many players.")
]
OfMatch = Annotated[str | None, typer.Option("--match", help="Only this match or table.")]
Since = Annotated[str | None, typer.Option(help="Played on or after, such as 2026-01-31.")]
Until = Annotated[str | None, typer.Option(help="Played before this date or time.")]
LeastPot = Annotated[int | None, typer.Option("--pot", help="Pots of at least this size.")]
LeastWon = Annotated[int | None, typer.Option("--won", help="The player won at least this.")]
LeastLost = Annotated[int | None, typer.Option("--lost", help="The player lost at least this.")]

SHOWN_PROBLEMS = 10


def open_library(path: Path | None) -> Library:
    """The library that the user named, or the default one."""
    from railbird.history.library import Library, default_path

    return Library(default_path() if path is None else path)


@dataclass(frozen=True)
class Keeping:
    """Where to save the hands of a match: in a library (None: the user's own), or nowhere."""

    path: Path | None
    wanted: bool = True

    def __post_init__(self) -> None:
        if self.path is not None and not self.wanted:
            raise OptionError("--library and --no-library contradict each other: give only one")

    def seed_of(self, match: str) -> int | None:
        """The seed of the match of this name, if the library knows it."""
        if not self.wanted:
            return None
        with open_library(self.path) as library:
            return next((kept.seed for kept in library.matches(match)), None)

    def record(
        self, stack: ExitStack, match: MatchInfo, *, at_once: bool = False
    ) -> Recorder | None:
        """Open a recorder, if one is wanted. It closes with the stack. See `Recorder`."""
        from railbird.history.library import Recorder

        if not self.wanted:
            return None
        library = stack.enter_context(open_library(self.path))
        recorder = Recorder(library, match, at_once=1) if at_once else Recorder(library, match)
        return stack.enter_context(recorder)


def say_some(problems: Iterable[object]) -> None:
    """Print the first problems to stderr, and how many more there are."""
    problems = list(problems)
    for problem in problems[:SHOWN_PROBLEMS]:
        print(f"railbird: {problem}", file=sys.stderr)
    if len(problems) > SHOWN_PROBLEMS:
        print(f"railbird: … and {len(problems) - SHOWN_PROBLEMS:,} more", file=sys.stderr)


def _time(text: str | None, option: str) -> datetime | None:
    """A date or time; without a zone it is UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise OptionError(
            f"{option} {text!r} is not a date: write 2026-01-31 or 2026-01-31T20:15"
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def query_of(*, since: str | None, until: str | None, **options: Any) -> Query:
    """The query that the options above ask for."""
    from railbird.history.library import Query

    return Query(since=_time(since, "--since"), until=_time(until, "--until"), **options)
