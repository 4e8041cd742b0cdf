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
    except KeyboardInterrupt:
        print("railbird: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
