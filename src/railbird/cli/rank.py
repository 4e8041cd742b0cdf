"""``railbird rank``."""

from __future__ import annotations

from dataclasses import asdict
from math import comb
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Board, GameName, Json
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_facts, print_line
from railbird.version import __version__

if TYPE_CHECKING:
    from railbird.evaluate.nuts import BoardStanding


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
    """Show what a hand makes, how far it is from the nuts, and how strong it is against a range.

    Outs are the next cards that improve the hand to a better class or a better low. In hold'em the
    hand must then be better than the board by itself. A card that pairs the board counts if its
    rank is in the hand, or if it makes a straight, a flush or a full house. Outs to the nuts are
    cards after which nothing that others can hold beats the hand.

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
    metrics: dict[str, object] = {}
    if result.metrics is not None:
        found = asdict(result.metrics)
        metrics = {"against": against} | {
            name: found[name] for name in found if name not in ("hand", "board")
        }
    if as_json:
        places = {"standing": result.standing, "low_standing": result.low_standing}
        nuts = {name: asdict(place) for name, place in places.items() if place is not None}
        print_json(rows | metrics | nuts)
        return
    if result.standing is not None:
        rows |= _standing_rows(result.standing, "", has_hand=True)
    if result.low_standing is not None:
        rows |= _standing_rows(result.low_standing, "low ", has_hand=result.low is not None)
    _print_rows(rows)
    if metrics:
        _print_rows(metrics)
    print_line(f"exact, by enumeration, railbird {__version__}")


_LABELS = {
    "ihr": "IHR  (share of hands beaten now)",
    "six_card_rank": "6cHR (with one card to come)",
    "seven_card_rank": "7cHR (with all cards to come)",
    "strength": "HS   (beaten now, of the range)",
    "positive_potential": "PPot (behind now, ahead later)",
    "negative_potential": "NPot (ahead now, behind later)",
    "effective_strength": "EHS  (HS + (1 − HS)·PPot)",
}


def _standing_rows(place: BoardStanding, half: str, *, has_hand: bool) -> dict[str, object]:
    """The nuts, how far the hand is from them, and its outs."""
    rows: dict[str, object] = {}
    rows[f"{half}nuts"] = f"{place.nuts} with {place.held}" if place.nuts else "none on this board"
    if has_hand:
        from railbird.stats import counted

        behind = counted(place.better, "better hand")
        beaten = f"{place.beaten_by:,} of {place.holdings:,} pairs of hole cards beat it"
        rows[f"{half}place"] = f"{behind} possible; {beaten}" if place.better else "the nuts"
    nuts, listed = set(place.outs_to_nuts), set[str]()
    for name, cards in place.outs.items():
        to = name if name != "low" else "a better low" if has_hand else "a low"
        to_nuts = nuts.issuperset(cards)
        rows[f"outs to {to}"] = _listed(cards) + (", all to the nuts" if to_nuts else "")
        listed = listed | set(cards) if to_nuts else listed
    if has_hand and not place.better:
        always = nuts and comb(len(nuts), 2) == place.holdings
        rows[f"stays the {half}nuts"] = "after any card" if always else _listed(place.outs_to_nuts)
    elif nuts != listed:
        rows[f"outs to the {half}nuts"] = _listed(place.outs_to_nuts)
    return rows


def _listed(cards: tuple[str, ...]) -> str:
    return f"{len(cards)}: {' '.join(cards)}" if cards else ""


def _print_rows(rows: dict[str, object]) -> None:
    """Print names and values in two columns, numbers with four decimals."""
    facts = {
        _LABELS.get(name, name): f"{value:.4f}" if isinstance(value, float) else str(value)
        for name, value in rows.items()
        if value is not None and value != ""
    }
    print_facts("", facts)
