"""What the commands share that read or write the library of hands."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from railbird.cli.options import GAMES_HELP
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.history.library import Library, MatchInfo, Query, Recorder

OfMatch = Annotated[
    str | None,
    typer.Option("--match", help="Only this match or table: its number, or part of its name."),
]
OfGame = Annotated[str | None, typer.Option("--game", "-g", help=GAMES_HELP)]
OfBetting = Annotated[str | None, typer.Option(help="limit, pot-limit or no-limit.")]
OfPlayers = Annotated[
    int | None, typer.Option("--players", help="Only tables with this many players.")
]
Since = Annotated[str | None, typer.Option(help="Played on or after, such as 2026-01-31, in UTC.")]
Until = Annotated[str | None, typer.Option(help="Played before this date or time, in UTC.")]

_QUERY_OPTIONS: dict[str, Any] = {
    "player": Annotated[
        str | None, typer.Option("--player", "-p", help="Only hands of this player.")
    ],
    "game": OfGame,
    "betting": OfBetting,
    "players": OfPlayers,
    "match": OfMatch,
    "since": Since,
    "until": Until,
    "pot": Annotated[
        float | None,
        typer.Option("--pot", help="Pots of at least this, in the money of the table."),
    ],
    "won": Annotated[
        float | None, typer.Option("--won", help="The player (or anybody) won at least this.")
    ],
    "lost": Annotated[
        float | None, typer.Option("--lost", help="The player (or anybody) lost at least this.")
    ],
}
"""The options of commands that take hands from the library: the fields of `Query`."""

_QUERY = {"query", "ask"}
"""What a command calls the argument that it receives them in."""

STREAM = "-"
"""The name of stdin and stdout where a file is asked for."""

SHOWN_PROBLEMS = 10
NOTHING_YET = "read some with `railbird import FILE`, or play with `railbird play`"


def open_library(path: Path | None, *, to_read: bool = False) -> Library:
    """The library that the user named, or the default one. One ``to_read`` must be there."""
    from railbird.history.library import Library, default_path

    if to_read and path is not None and not path.exists():
        raise OptionError(f"there is no library {path}: check the name, or import hands into it")
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


def say_some(problems: Iterable[object], *, where: str = "") -> None:
    """Print the first problems to stderr, each once, and how many more there are, and where."""
    counts: dict[str, int] = {}
    for problem in map(str, problems):
        counts[problem] = counts.get(problem, 0) + 1
    for problem, count in list(counts.items())[:SHOWN_PROBLEMS]:
        times = f" ({count:,} times)" if count > 1 else ""
        print(f"railbird: {problem}{times}", file=sys.stderr)
    more = sum(list(counts.values())[SHOWN_PROBLEMS:])
    if more:
        print(f"railbird: … and {more:,} more{where and f': {where}'}", file=sys.stderr)


def say_counts(what: str, counts: Mapping[str, int]) -> None:
    """Print to stderr, in one line, how much of each kind there was; nothing if there was none."""
    if counts:
        listed = ", ".join(f"{kind} ({count:,})" for kind, count in counts.items())
        print(f"railbird: {what}: {listed}", file=sys.stderr)


def query_of(library: Path | None, **options: Any) -> Query:
    """The query that options ask for, with the match and player of the library that they name."""
    from railbird.history.library import find_match, find_player
    from railbird.history.library.query import query_of as checked

    query = checked(**options, prefix="--")
    if query.match is not None or query.player is not None:
        with open_library(library, to_read=True) as shelf:
            if query.match is not None:
                query = replace(query, match=find_match(shelf, query.match).name)
            if query.player is not None:
                query = replace(query, player=find_player(shelf, query.player))
    return query


def say_undated(library: Path | None, query: Query) -> None:
    """Say how many hands a period leaves out because it is not known when they were played."""
    from railbird.stats import counted

    if query.since is None and query.until is None:
        return
    with open_library(library, to_read=True) as shelf:
        count = shelf.count(replace(query, since=None, until=None, undated=True))
    if count:
        were = "it was" if count == 1 else "they were"
        what = f"{counted(count, 'hand')} left out: not known when {were} played"
        print(f"railbird: {what}", file=sys.stderr)


def need_hands(library: Path | None, query: Query) -> None:
    """Refuse a query that no hand of the library answers."""
    with open_library(library, to_read=True) as shelf:
        if shelf.count(query):
            return
    where = "the library" if query.match is None else f"match {query.match}"
    if query.since is None and query.until is None:
        raise OptionError(
            f"no hand of {where} is asked for: `railbird matches` lists what there is"
        )
    raise OptionError(
        f"no hand of {where} that is asked for was played in this period: "
        f"`railbird matches` shows when matches were begun"
    )


def takes_query(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a query. It receives them as one argument, ``query``.

    A command with ``ask`` instead calls it with the library that it has found, to get the query.
    """
    signature = inspect.signature(command)
    kinds = {name: kind for name, kind in command.__annotations__.items() if name not in _QUERY}
    command.__annotations__ = kinds  # `Query` is imported only when a command runs
    hints = get_type_hints(command, include_extras=True)
    options = {
        name: inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option
        )
        for name, option in _QUERY_OPTIONS.items()
    }
    parameters: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        if name in _QUERY:
            parameters += options.values()
        else:
            parameters.append(parameter.replace(annotation=hints[name]))

    @wraps(command)
    def run(**given: Any) -> None:
        asked = {name: given.pop(name) for name in _QUERY_OPTIONS}
        if given.get("number") is not None and any(x is not None for x in asked.values()):
            raise OptionError(
                f"hand {given['number']} is one hand: omit the options that choose hands"
            )
        if "ask" in signature.parameters:
            command(ask=partial(query_of, **asked), **given)
        else:
            command(query=query_of(given["library"], **asked), **given)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run
