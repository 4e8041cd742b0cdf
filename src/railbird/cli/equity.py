"""``railbird equity``."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, cast

import typer

from railbird.cli.app import app
from railbird.cli.options import Board, GameName, Json, Threads
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_line, print_table, screen
from railbird.errors import OptionError

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
    samples: Annotated[
        int | None, typer.Option(help="Number of deals to sample; with --error, the most.")
    ] = None,
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
      railbird equity AsAdKsKd JhTh9c8c random --game omaha
    """
    from railbird.evaluate.equities.equity import equity as compute

    if method == "exact":
        for option, given in {"--samples": samples, "--error": error, "--seed": seed}.items():
            if given is not None:
                raise OptionError(f"{option} is for sampling, not for --method exact: omit one")
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
    if seed is not None and result.exact:
        print(f"railbird: --seed {seed} was not needed: nothing was sampled", file=sys.stderr)
    if as_json:
        print_json(result)
    else:
        _print_table(result)


def _print_table(result: EquityResult) -> None:
    """Print the result as a table, and below it how it was computed."""
    from railbird.cards import format_cards, parse_cards
    from railbird.evaluate.games import find_game
    from railbird.stats import shown

    game = find_game(result.game)
    title = game.title
    if result.board:
        title += f" on {format_cards(parse_cards(result.board), symbols=True)}"
    if result.dead:
        title += f", without {format_cards(parse_cards(result.dead), symbols=True)}"
    width = screen().width
    bar = 24 if width >= 100 else 0 if game.has_low or width < 72 else 12
    headings = ["player", "equity %"]
    headings += [] if result.exact else ["±"]
    headings += [""] if bar else []
    rows = []
    for player in result.players:
        row = [player.hand.replace(",", ", ")]
        row.append(f"{100 * player.equity:.{4 if result.exact else 2}f}")
        if not result.exact:
            row.append(shown(100 * player.error, ".2f"))
        if bar:
            filled = round(bar * player.equity)
            row.append("█" * filled + "░" * (bar - filled))
        rows.append(row)
    more, cells = _halves(result) if game.has_low else _parts(result)
    print_table(headings + more, [[*a, *b] for a, b in zip(rows, cells, strict=True)], title=title)
    if result.any_low is not None:
        _print_split(result)
    took = f"{1000 * result.seconds:.1f} ms"
    print_line(f"{result.how}, {took}, railbird {result.version}")


def _parts(result: EquityResult) -> tuple[list[str], list[list[str]]]:
    """Headings and cells for the parts of the pot that a player wins."""
    if result.any_low is None:
        fields = {"win": "scoop", "tie": "tie", "lose": "nothing"}
    else:
        fields = {"scoop": "scoop", "3/4": "three_quarters", "half": "half", "1/4": "quarter"}
        if any(player.shares.other for player in result.players):
            fields["other"] = "other"
        fields["nothing"] = "nothing"
    cells = []
    for player in result.players:
        shares = asdict(player.shares) | {"tie": player.tie}
        cells.append([f"{100 * shares[field]:.2f}" for field in fields.values()])
    return [f"{name} %" for name in fields], cells


def _halves(result: EquityResult) -> tuple[list[str], list[list[str]]]:
    """Headings and cells for the high and the low apart, with errors if they were sampled."""
    from railbird.stats import shown

    headings: list[str] = []
    cells: list[list[str]] = [[] for _ in result.players]
    for name, field in (("high", "high"), ("low", "low"), ("scoop", ""), ("makes low", "made")):
        headings += [f"{name} %"] + ([] if result.exact else ["±"])
        for row, player in zip(cells, result.players, strict=True):
            share = getattr(player.halves, field) if field else player.shares.scoop
            row.append(shown(100 * share, ".2f"))
            if not result.exact:
                row.append(shown(100 * getattr(player.halves, f"{field or name}_error"), ".2f"))
    return headings, cells


def _print_split(result: EquityResult) -> None:
    """Print how often players win which part of the pot, and what high and low mean."""
    headings, cells = _parts(result)
    names = [player.hand.replace(",", ", ") for player in result.players]
    rows = [[name, *row] for name, row in zip(names, cells, strict=True)]
    print_table(["wins of the pot", *headings], rows)
    assert result.any_low is not None
    error = "" if result.exact else f" ± {100 * result.any_low_error:.2f}"
    print_line(
        "high %: share of the high; low %: share of the lows "
        f"({100 * result.any_low:.2f}{error} % of deals have one)"
    )
