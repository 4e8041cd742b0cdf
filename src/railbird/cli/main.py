"""The command ``railbird``. Kernels are imported only by the command that needs them."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import Annotated

import typer

from railbird import __version__
from railbird.errors import InputError

app = typer.Typer(
    name="railbird",
    help="A poker workbench: exact equities, skill without luck, solved endgames.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: half the time to import
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
tables_app = typer.Typer(
    help="The shipped tables: list, check or rebuild them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
acpc_app = typer.Typer(
    help="Matches over the protocol of the Annual Computer Poker Competition.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(acpc_app, name="acpc")
app.add_typer(tables_app, name="tables")

Json = Annotated[bool, typer.Option("--json", help="Write the result as JSON.")]
GameName = Annotated[str, typer.Option("--game", "-g", help="holdem or omaha8.")]
Board = Annotated[str, typer.Option("--board", "-b", help="Community cards: none, 3, 4 or 5.")]


def _version(asked: bool) -> None:
    if asked:
        print(f"railbird {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version


@app.command()
def equity(
    players: Annotated[list[str], typer.Argument(help="Two to ten hands or ranges.")],
    board: Board = "",
    dead: Annotated[str, typer.Option("--dead", "-d", help="Cards out of play.")] = "",
    game: GameName = "holdem",
    method: Annotated[str, typer.Option("--method", "-m", help="auto, exact or sample.")] = "auto",
    samples: Annotated[int | None, typer.Option(help="Sample this many deals.")] = None,
    error: Annotated[
        float | None, typer.Option(help="Sample to this standard error, such as 0.001.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the samples.")] = None,
    threads: Annotated[int | None, typer.Option(help="Threads; all cores by default.")] = None,
    as_json: Json = False,
) -> None:
    """Each player's share of the pot if all cards were dealt now.

    \b
    Examples:
      railbird equity AcKc 7h6h
      railbird equity "QQ+,AKs" "22+,A2s+,KTo+" random --board Ks5h3d
      railbird equity AsAdQsJd 5h4s3c2h --game omaha8
    """
    from railbird.cli import equity_command

    equity_command.run(players, board, dead, game, method, samples, error, seed, threads, as_json)


@app.command()
def rank(
    hand: Annotated[str, typer.Argument(help="A hand of two cards (four in Omaha).")],
    board: Board = "",
    game: GameName = "holdem",
    against: Annotated[
        str, typer.Option("--against", "-a", help="The other player's range.")
    ] = "random",
    as_json: Json = False,
) -> None:
    """What a hand is on a board, and how good it is against an unknown hand.

    \b
    Examples:
      railbird rank AcKc --board Ks5h3d
      railbird rank AcKc --board Ks5h3d --against "22+,A2s+"
      railbird rank AsAd2s3d --board 4h7cKs8d2h --game omaha8
    """
    from railbird.cli import rank_command

    rank_command.run(hand, board, game, against, as_json)


@app.command("range")
def range_(
    text: Annotated[str, typer.Argument(help="A range, such as '22+,A2s+,50%:KTo'.")],
    svg: Annotated[Path | None, typer.Option(help="Write the grid to this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write the grid to this PNG file.")] = None,
    as_json: Json = False,
) -> None:
    """A hold'em range as a 13×13 grid, its size and its shortest text.

    \b
    Examples:
      railbird range "22+,A2s+,KTo+,50%:QJs"
      railbird range 15% --svg grid.svg --png grid.png
    """
    from railbird.cli import range_command

    range_command.run(text, svg, png, as_json)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repetitions.")] = False,
    as_json: Json = False,
) -> None:
    """How fast railbird is on this machine.

    \b
    Example:
      railbird bench --quick
    """
    from railbird.cli import bench_command

    bench_command.run(quick, as_json)


LibraryPath = Annotated[
    Path | None, typer.Option("--library", "-L", help="The library; the user's own by default.")
]
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


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Hand histories, packed with gzip or not.")],
    format_name: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, if it is not recognised.")
    ] = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Read hand histories into the library; a hand that is there already is not added twice.

    \b
    Example:
      railbird import session.log.gz
    """
    from railbird.cli import library_command

    library_command.import_files(files, format_name, library, as_json)


@app.command()
def hands(
    player: PlayerName = None,
    game: OfGame = None,
    betting: OfBetting = None,
    players: OfPlayers = None,
    match: OfMatch = None,
    since: Since = None,
    until: Until = None,
    pot: LeastPot = None,
    won: LeastWon = None,
    lost: LeastLost = None,
    limit: Annotated[int, typer.Option(help="Hands a page.")] = 20,
    after: Annotated[int, typer.Option(help="Begin behind this id.")] = 0,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Hands of the library, a page at a time.

    \b
    Example:
      railbird hands --player Alice --won 20 --limit 50
    """
    from railbird.cli import library_command as command
    from railbird.history.library import Query

    begin, end = command.parse_time(since, "--since"), command.parse_time(until, "--until")
    query = Query(player, game, betting, players, match, begin, end, pot, won, lost)
    command.list_hands(query, after, limit, library, as_json)


@app.command()
def export(
    out: Annotated[Path, typer.Argument(help="The file to write; .gz packs it.")],
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="railbird, acpc, phh, pokerstars or one-line.")
    ] = "railbird",
    without_origin: Annotated[
        bool, typer.Option(help="Leave out time, table and the worth of a chip.")
    ] = False,
    player: PlayerName = None,
    game: OfGame = None,
    betting: OfBetting = None,
    players: OfPlayers = None,
    match: OfMatch = None,
    since: Since = None,
    until: Until = None,
    pot: LeastPot = None,
    won: LeastWon = None,
    lost: LeastLost = None,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """Write hands of the library to a file.

    \b
    Example:
      railbird export match.log --format acpc --match final
    """
    from railbird.cli import library_command as command
    from railbird.history.library import Query

    begin, end = command.parse_time(since, "--since"), command.parse_time(until, "--until")
    query = Query(player, game, betting, players, match, begin, end, pot, won, lost)
    command.export(query, format_name, out, without_origin, library, as_json)


Hands = Annotated[int, typer.Option("--hands", "-n", help="Deals to play.")]
Duplicate = Annotated[
    bool, typer.Option("--duplicate", help="Play every deal in all rotations of the seats.")
]
PlayedBetting = Annotated[str, typer.Option("--betting", help="limit, pot-limit or no-limit.")]
Blinds = Annotated[str, typer.Option(help="Small and big blind, in chips.")]
Stack = Annotated[int | None, typer.Option(help="Chips of everybody at the start of a hand.")]
Seed = Annotated[int | None, typer.Option(help="Seed; chosen and reported if not given.")]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="Log; one that is there is gone on with.")
]
Keep = Annotated[bool, typer.Option("--keep", help="Put the log into the library at the end.")]


@app.command()
def match(
    first: Annotated[str, typer.Argument(help="A player: KIND or NAME=KIND.")],
    second: Annotated[str, typer.Argument(help="Another player.")],
    hands: Hands = 10_000,
    duplicate: Duplicate = False,
    game: GameName = "holdem",
    betting: PlayedBetting = "limit",
    blinds: Blinds = "1/2",
    stack: Stack = None,
    seed: Seed = None,
    out: Out = None,
    library: LibraryPath = None,
    keep: Keep = False,
    as_json: Json = False,
) -> None:
    """Two players, heads-up; players are always-call, always-raise, always-fold, random, rules.

    \b
    Example:
      railbird match rules random --hands 1000 --duplicate --out match.jsonl
    """
    from railbird.cli import match_command

    match_command.run(
        [first, second],
        hands,
        duplicate,
        game,
        betting,
        blinds,
        stack,
        seed,
        out,
        library,
        keep,
        as_json,
    )


@app.command()
def ring(
    players: Annotated[list[str], typer.Argument(help="Two to ten players: KIND or NAME=KIND.")],
    hands: Hands = 1_000,
    duplicate: Duplicate = False,
    game: GameName = "holdem",
    betting: PlayedBetting = "limit",
    blinds: Blinds = "1/2",
    stack: Stack = None,
    seed: Seed = None,
    out: Out = None,
    library: LibraryPath = None,
    keep: Keep = False,
    as_json: Json = False,
) -> None:
    """A table of up to ten players; the button moves every hand.

    \b
    Example:
      railbird ring rules Ann=always-call Bob=random --hands 500 --seed 1
    """
    from railbird.cli import match_command

    match_command.run(
        players,
        hands,
        duplicate,
        game,
        betting,
        blinds,
        stack,
        seed,
        out,
        library,
        keep,
        as_json,
    )


@app.command()
def play(
    opponents: Annotated[
        list[str] | None, typer.Argument(help="One to nine players; rules by default.")
    ] = None,
    hands: Annotated[int | None, typer.Option("--hands", "-n", help="Stop after these.")] = None,
    game: GameName = "holdem",
    betting: PlayedBetting = "limit",
    blinds: Blinds = "1/2",
    stack: Stack = None,
    seed: Seed = None,
    name: Annotated[str, typer.Option(help="Your name in the library.")] = "you",
    library: LibraryPath = None,
) -> None:
    """Sit down and play against programs; the session lands in the library.

    \b
    Example:
      railbird play rules Bob=random --betting no-limit --blinds 50/100
    """
    from railbird.cli import play_command

    play_command.run(
        opponents or ["rules"], hands, game, betting, blinds, stack, seed, name, library
    )


AcpcGame = Annotated[
    str, typer.Option("--game", "-g", help="A game definition file, or the name of a standard one.")
]


@acpc_app.command("deal")
def acpc_deal(
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
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Log of the match.")] = None,
    as_json: Json = False,
) -> None:
    """Deal a match to programs that connect, one port for each.

    \b
    Example:
      railbird acpc deal --hands 1000 --seed 1 --ports 18791,18374 --out match.log
    """
    from railbird.cli import acpc_command

    acpc_command.deal(
        game, hands, seed, ports, names, host, time_limit, time_per_hand, out, as_json
    )


@acpc_app.command("join")
def acpc_join(
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

    acpc_command.join(host, port, player, game, seed, as_json)


@tables_app.command("list")
def tables_list(as_json: Json = False) -> None:
    """The shipped tables, what they hold, how they are made, and their checksums.

    \b
    Example:
      railbird tables list
    """
    from railbird.cli import tables_command

    tables_command.list_(as_json)


@tables_app.command("verify")
def tables_verify(as_json: Json = False) -> None:
    """Read every shipped table and compare it with its checksum.

    \b
    Example:
      railbird tables verify
    """
    from railbird.cli import tables_command

    tables_command.verify(as_json)


@tables_app.command("build")
def tables_build(
    name: Annotated[str, typer.Argument(help="The table, such as holdem_preflop.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder to write to; in place by default.")
    ] = None,
) -> None:
    """Compute a table anew (at most half a minute each).

    \b
    Example:
      railbird tables build holdem_preflop --out .
    """
    from railbird.cli import tables_command

    tables_command.build(name, out)


def main() -> None:
    """Run the command; bad input ends in one sentence and exit status 2."""
    gc.set_threshold(100_000, 50, 50)  # a fifth of the start would go into collecting modules
    try:
        app()
    except InputError as error:
        print(f"railbird: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        print(f"railbird: {error.filename or 'a file'}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
    except SystemExit as stop:
        if stop.code == 130:  # how Typer ends after Ctrl-C, without a word
            print("railbird: interrupted", file=sys.stderr)
        raise


if __name__ == "__main__":
    main()
