"""``railbird acpc``: matches with programs that others wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import acpc_app
from railbird.cli.options import Hands, Json, LibraryPath, NoLibrary, Seed

AcpcGame = Annotated[
    str, typer.Option("--game", "-g", help="A game definition file, or the name of a standard one.")
]


@acpc_app.command("deal")
def acpc_deal(
    *,
    game: AcpcGame = "holdem.limit.2p.reverse_blinds.game",
    hands: Hands = 1_000,
    seed: Seed = None,
    ports: Annotated[
        str | None, typer.Option(help="A port for each player; any free ones by default.")
    ] = None,
    names: Annotated[str | None, typer.Option(help="Names; p1,p2 and so on by default.")] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    time_limit: Annotated[float, typer.Option("--time", help="Seconds for an action.")] = 600.0,
    time_per_hand: Annotated[
        float, typer.Option(help="Seconds for a hand, on average over the match.")
    ] = 7.0,
    hand_time: Annotated[float, typer.Option(help="Seconds for all actions of a hand.")] = 600.0,
    start_time: Annotated[float, typer.Option(help="Seconds to wait for the players.")] = 600.0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Log of the match; one that was interrupted goes on."),
    ] = None,
    library: LibraryPath = None,
    no_library: NoLibrary = False,
    as_json: Json = False,
) -> None:
    """Deal a match to programs that connect, one port for each; the hands go to the library.

    \b
    Example:
      railbird acpc deal --hands 1000 --seed 1 --ports 18791,18374 --out match.log
    """
    from railbird.arena.acpc.dealer import Limits
    from railbird.cli import acpc_command
    from railbird.cli.library_command import Keeping

    acpc_command.deal(
        game,
        hands=hands,
        seed=seed,
        ports=ports,
        names=names,
        host=host,
        limits=Limits(start=start_time, action=time_limit, hand=hand_time, per_hand=time_per_hand),
        out=out,
        keeping=Keeping(library, not no_library),
        as_json=as_json,
    )


@acpc_app.command("join")
def acpc_join(
    *,
    host: Annotated[str, typer.Argument(help="The dealer's address.")],
    port: Annotated[int, typer.Argument(help="The port of this player.")],
    player: Annotated[str, typer.Option("--player", "-p", help="KIND or NAME=KIND.")] = "rules",
    game: AcpcGame = "holdem.limit.2p.reverse_blinds.game",
    seed: Annotated[int, typer.Option(help="Seed of the player's own chance.")] = 0,
    as_json: Json = False,
) -> None:
    """Take one of our players to a dealer, and play until that closes the connection.

    \b
    Example:
      railbird acpc join 127.0.0.1 18791 --player rules
    """
    from railbird.cli import acpc_command

    acpc_command.join(host, port, player=player, game=game, seed=seed, as_json=as_json)
