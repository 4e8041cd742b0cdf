"""Commands that play: ``match``, ``ring`` and ``play``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import (
    Betting,
    Blinds,
    Duplicate,
    GameName,
    Hands,
    Json,
    LibraryPath,
    NoLibrary,
    Seed,
    Stack,
)

Out = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="Write a log of the match here. If the file exists, the match resumes."
    ),
]
Processes = Annotated[
    int | None,
    typer.Option(
        help="Play the rotations of a duplicate match in so many processes, to the same result; "
        "one for each core by default, if it is long."
    ),
]


@app.command()
def match(
    *,
    first: Annotated[str, typer.Argument(help="A player: KIND or NAME=KIND.")],
    second: Annotated[str, typer.Argument(help="Another player.")],
    hands: Hands = 10_000,
    duplicate: Duplicate = False,
    game: GameName = "holdem",
    betting: Betting = "limit",
    blinds: Blinds = "1/2",
    stack: Stack = None,
    seed: Seed = None,
    out: Out = None,
    library: LibraryPath = None,
    no_library: NoLibrary = False,
    processes: Processes = None,
    as_json: Json = False,
) -> None:
    """Two players, heads-up, such as rules, random, hubot, poki, simbot, jagbot or sparbot.

    \b
    Example:
      railbird match rules random --hands 1000 --duplicate --out match.jsonl
    """
    from railbird.cli import match_command as command
    from railbird.cli.library_command import Keeping

    table = command.TableOptions(
        players=[first, second], game=game, betting=betting, blinds=blinds, stack=stack
    )
    command.run(
        table,
        kind="match",
        hands=hands,
        duplicate=duplicate,
        seed=seed,
        processes=processes,
        out=out,
        keeping=Keeping(library, not no_library),
        as_json=as_json,
    )


@app.command()
def ring(
    *,
    players: Annotated[list[str], typer.Argument(help="Two to ten players: KIND or NAME=KIND.")],
    hands: Hands = 1_000,
    duplicate: Duplicate = False,
    game: GameName = "holdem",
    betting: Betting = "limit",
    blinds: Blinds = "1/2",
    stack: Stack = None,
    seed: Seed = None,
    out: Out = None,
    library: LibraryPath = None,
    no_library: NoLibrary = False,
    processes: Processes = None,
    as_json: Json = False,
) -> None:
    """A table of up to ten players; the button moves every hand.

    \b
    Example:
      railbird ring rules Ann=always-call Bob=random --hands 500 --seed 1
    """
    from railbird.cli import match_command as command
    from railbird.cli.library_command import Keeping

    table = command.TableOptions(
        players=players, game=game, betting=betting, blinds=blinds, stack=stack
    )
    command.run(
        table,
        kind="ring",
        hands=hands,
        duplicate=duplicate,
        seed=seed,
        processes=processes,
        out=out,
        keeping=Keeping(library, not no_library),
        as_json=as_json,
    )


@app.command()
def play(
    *,
    opponents: Annotated[
        list[str] | None, typer.Argument(help="One to nine players; rules by default.")
    ] = None,
    hands: Annotated[int | None, typer.Option("--hands", "-n", help="Stop after these.")] = None,
    game: GameName = "holdem",
    betting: Betting = "limit",
    blinds: Blinds = "1/2",
    stack: Stack = None,
    seed: Seed = None,
    name: Annotated[str, typer.Option(help="Your name in the library.")] = "you",
    pause: Annotated[float, typer.Option(help="Seconds to take a key back.")] = 1.0,
    models: Annotated[
        Path | None,
        typer.Option(help="Folder of what they know of you; the user's data folder by default."),
    ] = None,
    library: LibraryPath = None,
) -> None:
    """Sit down and play against programs; the session lands in the library.

    \b
    Example:
      railbird play hubot poki jagbot --hands 50
      railbird play rules Bob=random --betting no-limit --blinds 50/100
    """
    from railbird.cli import play_command
    from railbird.cli.match_command import TableOptions

    play_command.run(
        TableOptions(
            players=opponents or ["rules"], game=game, betting=betting, blinds=blinds, stack=stack
        ),
        hands=hands,
        seed=seed,
        name=name,
        library=library,
        pause=pause,
        models=models,
    )
