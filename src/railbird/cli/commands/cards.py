"""Commands that answer a question about cards: ``equity``, ``rank``, ``range``, ``bench``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Board, GameName, Json


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
