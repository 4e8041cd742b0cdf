"""``railbird equity``."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from railbird.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from railbird.evaluate.equity import EquityResult, Method


def run(
    players: list[str],
    board: str,
    dead: str,
    game: str,
    method: str,
    samples: int | None,
    error: float | None,
    seed: int | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Compute and print equities."""
    from railbird.evaluate.equity import equity

    with progress_bar("dealing") as progress:
        result = equity(
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
        print_table(result)


def print_table(result: EquityResult) -> None:
    """The result as a table, best player marked, with how it was computed below."""
    from rich.console import Console
    from rich.table import Table

    from railbird.cards import format_cards, parse_cards
    from railbird.evaluate.games import find_game

    game = find_game(result.game)
    title = game.title
    if result.board:
        title += f" on {format_cards(parse_cards(result.board), symbols=True)}"
    if result.dead:
        title += f", without {format_cards(parse_cards(result.dead), symbols=True)}"
    table = Table(title=title, title_justify="left")
    table.add_column("player")
    table.add_column("equity", justify="right", style="bold")
    if not result.exact:
        table.add_column("±", justify="right", style="dim")
    table.add_column("", min_width=24)
    parts = ["scoop", "3/4", "half", "1/4", "nothing"] if game.has_low else ["win", "tie", "lose"]
    if game.has_low and any(p.shares.other for p in result.players):
        parts.append("other")
    for part in parts:
        table.add_column(part, justify="right")
    best = max(result.equities)
    for player in result.players:
        shares = player.shares
        row = [player.hand, f"{100 * player.equity:.4f} %"]
        if not result.exact:
            row = [player.hand, f"{100 * player.equity:.2f} %", f"{100 * player.error:.2f}"]
        colour = "green" if player.equity == best else "blue"
        filled = round(24 * player.equity)
        row.append(f"[{colour}]{'█' * filled}[/][dim]{'░' * (24 - filled)}[/]")
        if game.has_low:
            kinds = [
                shares.scoop,
                shares.three_quarters,
                shares.half,
                shares.quarter,
                shares.nothing,
                shares.other,
            ]
        else:
            kinds = [player.win, player.tie, shares.nothing]
        row += [f"{100 * kind:.2f} %" for kind in kinds[: len(parts)]]
        table.add_row(*row)
    console = Console()
    console.print(table)
    deals = "" if "deals" in result.how or "boards" not in result.how else (
        f", {result.deals:,.0f} deals"
    )
    console.print(
        f"{result.how}{deals}, {1000 * result.seconds:.1f} ms, railbird {result.version}",
        style="dim",
        highlight=False,
    )
