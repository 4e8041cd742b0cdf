"""What the commands share that read the library of hands or write to it."""

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

PlayerName = Annotated[str | None, typer.Option("--player", "-p", help="Hands of this player.")]
OfGame = Annotated[str | None, typer.Option("--game", "-g", help="holdem or omaha8.")]
OfBetting = Annotated[str | None, typer.Option(help="limit, pot-limit or no-limit.")]
OfPlayers = Annotated[int | None, typer.Option("--players", help="This many at the table.")]
OfMatch = Annotated[str | None, typer.Option("--match", help="Of this table or match.")]
Since = Annotated[str | None, typer.Option(help="Played at or after, such as 2026-01-31.")]
Until = Annotated[str | None, typer.Option(help="Played before.")]
LeastPot = Annotated[int | None, typer.Option("--pot", help="At least this many chips won.")]
LeastWon = Annotated[int | None, typer.Option("--won", help="The player won this or more.")]
LeastLost = Annotated[int | None, typer.Option("--lost", help="The player lost this or more.")]

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


def say_some(problems: Iterable[object]) -> None:
    """The first problems, and how many more there are, to stderr."""
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
            f"{option} {text!r} is no date: write it as 2026-01-31 or 2026-01-31T20:15"
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def query_of(*, since: str | None, until: str | None, **options: Any) -> Query:
    """The query that the options above ask for."""
    from railbird.history.library import Query

    return Query(since=_time(since, "--since"), until=_time(until, "--until"), **options)
