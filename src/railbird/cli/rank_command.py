"""``railbird rank``."""

from __future__ import annotations

from dataclasses import asdict

from railbird.cli.ui.output import print_json


def run(hand: str, board: str, game: str, against: str, as_json: bool) -> None:
    """Print the value of a hand on a board, and in hold'em its metrics."""
    from railbird.cards import HoleCards, Range, holdem_class, omaha_class, parse_cards
    from railbird.errors import HandSizeError, OptionError
    from railbird.evaluate import evaluate_high, evaluate_omaha, hand_metrics
    from railbird.evaluate.games import find_game

    rules = find_game(game)
    held = HoleCards.parse(hand)
    shown = parse_cards(board, what="board")
    if len(held) != rules.hole_cards:
        raise HandSizeError(
            f"{hand!r} is {len(held)} cards; a hand of {rules.title} has {rules.hole_cards}"
        )
    rows: dict[str, object] = {"hand": str(held), "board": str(board)}
    if rules.has_low:
        if against != "random":
            raise OptionError("--against is for hold'em; leave it out with --game omaha8")
        rows["class"] = omaha_class(held)
        if shown:
            high, low = evaluate_omaha(held, shown)
            rows |= {"high": str(high), "high value": high.value}
            rows |= {"low": str(low) if low else "none", "low value": low.value if low else 0}
    else:
        metrics = hand_metrics(held, shown, weights=Range.parse(against))
        rows["class"] = holdem_class(held)
        if shown:
            made = evaluate_high([*held, *shown])
            rows |= {"made": str(made), "value": made.value}
        rows["against"] = against
        rows |= {k: v for k, v in asdict(metrics).items() if k not in ("hand", "board")}
    if as_json:
        print_json(rows)
    else:
        print_rows(rows)


_LABELS = {
    "ihr": "IHR  (share of hands beaten now)",
    "six_card_rank": "6cHR (with one card to come)",
    "seven_card_rank": "7cHR (with all cards to come)",
    "strength": "HS   (beaten now, of the range)",
    "positive_potential": "PPot (behind now, ahead later)",
    "negative_potential": "NPot (ahead now, behind later)",
    "effective_strength": "EHS  (HS + (1 − HS)·PPot)",
}


def print_rows(rows: dict[str, object]) -> None:
    """Names and values in two columns; exact numbers with four decimals."""
    from rich.console import Console
    from rich.table import Table

    table = Table(show_header=False, box=None)
    for name, value in rows.items():
        if value is None or value == "":
            continue
        text = f"{value:.4f}" if isinstance(value, float) else str(value)
        table.add_row(_LABELS.get(name, name), f"[bold]{text}[/]")
    console = Console()
    console.print(table)
    from railbird import __version__

    console.print(f"exact, by enumeration, railbird {__version__}", style="dim", highlight=False)
