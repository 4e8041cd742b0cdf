"""``railbird rank``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Board, GameName, Json
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_facts, print_line
from railbird.version import __version__


@app.command()
def rank(
    hand: Annotated[str, typer.Argument(help="Two hole cards (four in Omaha).")],
    board: Board = "",
    game: GameName = "holdem",
    against: Annotated[
        str, typer.Option("--against", "-a", help="The opponent's range.")
    ] = "random",
    as_json: Json = False,
) -> None:
    """Show what a hand makes, and how strong it is against a range.

    \b
    Examples:
      railbird rank AcKc --board Ks5h3d
      railbird rank AcKc --board Ks5h3d --against "22+,A2s+"
      railbird rank AsAd2s3d --board 4h7cKs8d2h --game omaha8
      railbird rank AsKsQhJd --board Ts9s2h --game omaha
    """
    from railbird.evaluate import rank as compute
    from railbird.evaluate.games import find_game

    result = compute(hand, board, game=game, against=against)
    rows: dict[str, object] = {"hand": result.hand, "board": board, "class": result.hand_class}
    if result.made and find_game(game).has_low:
        low = result.low
        rows |= {"high": str(result.made), "high value": result.made.value}
        rows |= {"low": str(low) if low else "none", "low value": low.value if low else 0}
    elif result.made:
        rows |= {"made": str(result.made), "value": result.made.value}
    if result.metrics is not None:
        rows["against"] = against
        metrics = asdict(result.metrics)
        rows |= {name: metrics[name] for name in metrics if name not in ("hand", "board")}
    if as_json:
        print_json(rows)
    else:
        _print_rows(rows)


_LABELS = {
    "ihr": "IHR  (share of hands beaten now)",
    "six_card_rank": "6cHR (with one card to come)",
    "seven_card_rank": "7cHR (with all cards to come)",
    "strength": "HS   (beaten now, of the range)",
    "positive_potential": "PPot (behind now, ahead later)",
    "negative_potential": "NPot (ahead now, behind later)",
    "effective_strength": "EHS  (HS + (1 − HS)·PPot)",
}


def _print_rows(rows: dict[str, object]) -> None:
    """Print names and values in two columns, numbers with four decimals."""
    facts = {
        _LABELS.get(name, name): f"{value:.4f}" if isinstance(value, float) else str(value)
        for name, value in rows.items()
        if value is not None and value != ""
    }
    print_facts("", facts)
    print_line(f"exact, by enumeration, railbird {__version__}")
