"""``railbird acpc deal`` and ``railbird acpc join``."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import acpc_app
from railbird.cli.library_option import Keeping
from railbird.cli.match import print_winnings
from railbird.cli.options import Hands, Json, LibraryPath, NoLibrary, Seed
from railbird.cli.ui.output import print_json

if TYPE_CHECKING:
    from railbird.arena.acpc.dealer import DealerResult, Limits
    from railbird.history.formats.acpc.game_definition import GameDefinition

AcpcGame = Annotated[
    str, typer.Option("--game", "-g", help="A game definition file, or a standard game's name.")
]


@acpc_app.command("deal")
def acpc_deal(
    *,
    game: AcpcGame = "holdem.limit.2p.reverse_blinds.game",
    hands: Hands = 1_000,
    seed: Seed = None,
    ports: Annotated[
        str | None, typer.Option(help="One port per player, comma-separated (default: free ones).")
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="The players' names (default: p1,p2,…).")
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    time_limit: Annotated[float, typer.Option("--time", help="Seconds per action.")] = 600.0,
    time_per_hand: Annotated[
        float, typer.Option(help="Seconds per hand, averaged over the match.")
    ] = 7.0,
    hand_time: Annotated[float, typer.Option(help="Seconds for all actions in a hand.")] = 600.0,
    start_time: Annotated[float, typer.Option(help="Seconds to wait for players.")] = 600.0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="Write a log of the match here. If the file exists, the match resumes.",
        ),
    ] = None,
    library: LibraryPath = None,
    no_library: NoLibrary = False,
    as_json: Json = False,
) -> None:
    """Deal a match to programs that connect, each to its own port. Hands go to the library.

    \b
    Example:
      railbird acpc deal --hands 1000 --seed 1 --ports 18791,18374 --out match.log
    """
    from railbird.arena.acpc.dealer import Limits

    _deal(
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
    port: Annotated[int, typer.Argument(help="The player's port.")],
    player: Annotated[str, typer.Option("--player", "-p", help="KIND or NAME=KIND.")] = "rules",
    game: AcpcGame = "holdem.limit.2p.reverse_blinds.game",
    seed: Annotated[int, typer.Option(help="Seed for the player's random choices.")] = 0,
    as_json: Json = False,
) -> None:
    """Connect one of our players to a dealer, and play until the dealer closes the connection.

    \b
    Example:
      railbird acpc join 127.0.0.1 18791 --player rules
    """
    _join(host, port, player=player, game=game, seed=seed, as_json=as_json)


def _deal(
    game: str,
    *,
    hands: int,
    seed: int | None,
    ports: str | None,
    names: str | None,
    host: str,
    limits: Limits,
    out: Path | None,
    keeping: Keeping,
    as_json: bool,
) -> None:
    """Deal a match to programs that connect. If the log ``out`` holds it, it resumes."""
    from railbird.arena.acpc.dealer import AcpcDealer
    from railbird.cli.ui.files import check_files
    from railbird.compute.locks import lock_file
    from railbird.history.library import MatchInfo

    check_files({"--out": out})
    if seed is None:
        seed = secrets.randbits(32)
    name = f"acpc-{datetime.now(UTC):%Y%m%d-%H%M%S}" if out is None else out.stem.replace(" ", "_")
    definition = _game(game)
    dealer = AcpcDealer(
        definition,
        hands,
        seed,
        names=None if names is None else names.split(","),
        ports=None if ports is None else _ports(ports),
        host=host,
        limits=limits,
        match_name=name,
    )
    info = MatchInfo(
        name=f"{name}: {' v '.join(dealer.names)}, {Path(game).name}, {hands} hands, seed {seed}",
        kind="acpc",
        players=dealer.names,
        rules=definition.rules,
        seed=seed,
        duplicate=False,
        asked=hands,
    )
    with ExitStack() as stack, dealer:
        log = None
        if out is not None:
            log = stack.enter_context(out.open("a+", encoding="utf-8", errors="replace"))
            lock_file(log, out)
        recorder = keeping.record(stack, info)
        for player, port in zip(dealer.names, dealer.ports, strict=True):
            print(f"{player}: {host} port {port}", file=sys.stderr, flush=True)
        result = dealer.play(
            log, on_hand=None if recorder is None else recorder.add, on_missing=_say_missing
        )
    if as_json:
        print_json(result)
    else:
        _print_dealt(name, result, definition.rules.betting)
    if result.absent:
        raise typer.Exit(1)


def _print_dealt(title: str, result: DealerResult, betting: str) -> None:
    """Print what went wrong, and then what everybody won."""
    from railbird.cli.ui.forfeits import print_forfeits

    print_forfeits((), result.forfeited)
    for fault in result.faults[:10]:
        where = "before play" if fault.hand < 0 else f"hand {fault.hand}"
        print(f"fault: {fault.player}, {where}: {fault.reason}")
    more = len(result.faults[10:]) + result.more_faults
    if more:
        print(f"… and {more:,} more faults")
    print_winnings(title, result.players, result.verdict, betting)
    for name, score in zip(result.names, result.scores, strict=True):
        print(f"{name}  {score:+,} chips")
    print(f"{result.hands:,} hands, seed {result.seed}")
    print(result.score_line)


def _say_missing(names: Sequence[str]) -> None:
    """Tell the user who has not joined yet."""
    what = f"waiting for {', '.join(names)}" if names else "all players have joined"
    print(what, file=sys.stderr, flush=True)


def _join(host: str, port: int, *, player: str, game: str, seed: int, as_json: bool) -> None:
    """Play with a dealer until it ends the match."""
    from railbird.arena.acpc import client as acpc_client
    from railbird.arena.forfeits import same_forfeits
    from railbird.cli.ui.forfeits import print_forfeits
    from railbird.players import make_player

    result = acpc_client.join(host, port, make_player(player), _game(game), seed=seed)
    if as_json:
        print_json(result)
        return
    print_forfeits(same_forfeits(("", each) for each in result.forfeits))
    print(f"{result.name}  {result.chips:+,} chips in {result.hands:,} hands")


def _game(text: str) -> GameDefinition:
    """A game from a definition file, or one of the competition's games by name."""
    from railbird.history.formats.acpc.game_definition import load_game, named_game

    return load_game(text) if Path(text).exists() else named_game(text)


def _ports(text: str) -> list[int]:
    """Ports from a text such as ``18791,18374``."""
    from railbird.errors import OptionError

    ports = text.split(",")
    if not all(port.isdecimal() and int(port) < 65536 for port in ports):
        raise OptionError(
            f"ports {text!r} cannot be read: write them as 18791,18374; 0 is any free one"
        )
    return [int(port) for port in ports]
