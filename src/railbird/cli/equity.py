"""``railbird equity``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, cast

import typer

from railbird.cli.app import app
from railbird.cli.options import Board, GameName, Json, Threads
from railbird.cli.ui.output import print_json, progress_bar

if TYPE_CHECKING:
    from railbird.evaluate.equities.equity import EquityResult, Method


@app.command()
def equity(
    *,
    players: Annotated[list[str], typer.Argument(help="Two to ten hands or ranges.")],
    board: Board = "",
    dead: Annotated[str, typer.Option("--dead", "-d", help="Cards known to be out of play.")] = "",
    game: GameName = "holdem",
    method: Annotated[str, typer.Option("--method", "-m", help="auto, exact or sample.")] = "auto",
    samples: Annotated[int | None, typer.Option(help="Number of deals to sample.")] = None,
    error: Annotated[
        float | None,
        typer.Option(help="Sample until the standard error is this small, such as 0.001."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed for sampling.")] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Compute each player's equity, their share of the pot.

    The remaining cards are dealt without further betting.

    \b
    Examples:
      railbird equity AcKc 7h6h
      railbird equity "QQ+,AKs" "22+,A2s+,KTo+" random --board Ks5h3d
      railbird equity AsAdQsJd 5h4s3c2h --game omaha8
    """
    from railbird.evaluate.equities.equity import equity as compute

    with progress_bar("dealing") as progress:
        result = compute(
            *players,
            board=board,
            dead=dead,
            game=game,
            method=cast("Method", method),
            samples=samples,
            error=error,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    if as_json:
        print_json(result)
    else:
        _print_table(result)


def _print_table(result: EquityResult) -> None:
    """Print the result as a table, the best player marked, and below it how it was computed."""
    from rich.console import Console
    from rich.table import Table

    from railbird.cards import format_cards, parse_cards
    from railbird.evaluate.games import find_game
    from railbird.stats import shown

    game = find_game(result.game)
    title = game.title
    if result.board:
        title += f" on {format_cards(parse_cards(result.board), symbols=True)}"
    if result.dead:
        title += f", without {format_cards(parse_cards(result.dead), symbols=True)}"
    console = Console()
    parts = _parts(result, has_low=game.has_low)
    bar = 24 if console.width >= 100 else 0 if game.has_low else 12
    table = Table(title=title, title_justify="left")
    table.add_column("player", overflow="ellipsis", no_wrap=True)
    table.add_column("equity %", justify="right", style="bold", no_wrap=True)
    if not result.exact:
        table.add_column("±", justify="right", style="dim", no_wrap=True)
    if bar:
        table.add_column("", no_wrap=True)
    for part in parts:
        table.add_column(f"{part} %", justify="right", no_wrap=True)
    best = max(result.equities)
    for player in result.players:
        row = [player.hand, f"{100 * player.equity:.{4 if result.exact else 2}f}"]
        if not result.exact:
            row.append(shown(100 * player.error, ".2f"))
        if bar:
            colour = "green" if player.equity == best else "blue"
            filled = round(bar * player.equity)
            row.append(f"[{colour}]{'█' * filled}[/][dim]{'░' * (bar - filled)}[/]")
        shares = asdict(player.shares) | {"tie": player.tie}
        row += [f"{100 * shares[field]:.2f}" for field in parts.values()]
        table.add_row(*row)
    console.print(table)
    console.print(
        f"{result.how}, {1000 * result.seconds:.1f} ms, railbird {result.version}",
        style="dim",
        highlight=False,
    )


def _parts(result: EquityResult, *, has_low: bool) -> dict[str, str]:
    """Headings for the parts of the pot that can be won in this game, with their fields."""
    if not has_low:
        return {"win": "scoop", "tie": "tie", "lose": "nothing"}
    fields = {"scoop": "scoop", "3/4": "three_quarters", "half": "half", "1/4": "quarter"}
    if any(player.shares.other for player in result.players):
        fields["other"] = "other"
    return fields | {"nothing": "nothing"}
