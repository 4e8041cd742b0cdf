"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.history.formats.base import UnknownFormatError


def _at_least_one(option: typer.CallbackParam, value: int | None) -> int | None:
    """Refuse 0 and less."""
    if value is not None and value < 1:
        raise OptionError(f"--{option.name} {value} is too few: ask for at least 1")
    return value


def hand_class(text: str, what: str = "--hand") -> str:
    """The class of a hold'em hand, which is given as a class or as two cards."""
    from railbird.cards.classes import HOLDEM_CLASSES, holdem_class

    name = text[:2].upper() + text[2:].lower()
    if name in HOLDEM_CLASSES:
        return name
    if len(text.replace(" ", "")) < 4:
        raise OptionError(f"{what} {text!r} is not a hand: give a class such as AKs, or AhKd")
    return holdem_class(text)


def choose_format(error: UnknownFormatError) -> str:
    """What a command that has ``--format`` says about a file in no known format."""
    more = "; if it is in one of these, choose that with --format" if error.may_be_chosen else ""
    return f"{error}{more}"


Json = Annotated[bool, typer.Option("--json", help="Write the result as JSON.")]
GAMES_HELP = "holdem, omaha or omaha8."
GameName = Annotated[str, typer.Option("--game", "-g", help=GAMES_HELP)]
Board = Annotated[str, typer.Option("--board", "-b", help="Community cards: 0, 3, 4 or 5.")]
LibraryPath = Annotated[
    Path | None, typer.Option("--library", "-L", help="Library file (default: your own).")
]
NoLibrary = Annotated[bool, typer.Option("--no-library", help="Do not save the hands.")]
Hands = Annotated[
    int,
    typer.Option("--hands", "-n", help="Number of deals to play.", callback=_at_least_one),
]
Deals = Annotated[
    int,
    typer.Option(
        "--deals",
        "-n",
        help="Deals that each pair plays, from both sides.",
        callback=_at_least_one,
    ),
]
MostHands = Annotated[
    int | None,
    typer.Option("--hands", "-n", help="Stop after this many hands.", callback=_at_least_one),
]
Threads = Annotated[
    int | None, typer.Option(help="Threads (default: one per core).", callback=_at_least_one)
]
Processes = Annotated[
    int | None,
    typer.Option(
        help="Processes for the rotations of a duplicate match; the result is the same. "
        "By default a long match uses one for each core.",
        callback=_at_least_one,
    ),
]
LeagueProcesses = Annotated[
    int | None,
    typer.Option(
        "--processes",
        help="Processes that play (default: one for each core); the result is the same.",
        callback=_at_least_one,
    ),
]
Duplicate = Annotated[
    bool, typer.Option("--duplicate", help="Play every deal once for each rotation of the seats.")
]
Betting = Annotated[str, typer.Option("--betting", help="limit, pot-limit or no-limit.")]
Blinds = Annotated[str, typer.Option(help="Small and big blind in chips.")]
Cap = Annotated[
    str | None,
    typer.Option(
        help="Bets allowed in a round of a limit game (default: 4). The big blind is the first. "
        "4/5/5/5 gives them round by round."
    ),
]
Stack = Annotated[int | None, typer.Option(help="Each player's chips at the start of a hand.")]
TimeLimit = Annotated[
    float,
    typer.Option(help="Seconds that a player has for an action. A player who is late forfeits it."),
]
Seed = Annotated[
    int | None, typer.Option(help="Random seed (default: a new one, which is reported).")
]
Figures = Annotated[
    Path | None,
    typer.Option("--figures", help="Write the charts here, as SVG and PNG for a paper."),
]
