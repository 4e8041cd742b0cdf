"""``railbird blackjack ev``: what every action is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import blackjack_app
from railbird.cli.blackjack.options import (
    Decks,
    NoDoubleAfterSplit,
    Pays,
    StandSoft17,
    rules_of,
    shown_decks,
    shown_play,
    shown_rules,
)
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_line, print_table
from railbird.errors import OptionError
from railbird.version import __version__

if TYPE_CHECKING:
    from railbird.blackjack import ActionValues, BlackjackRules
    from railbird.blackjack.rules import Counts


@blackjack_app.command("ev")
def blackjack_ev(
    hand: Annotated[str, typer.Argument(help="Your cards, such as 4,5 or A,T.")] = "",
    up: Annotated[str, typer.Argument(help="The dealer's card.")] = "",
    *,
    decks: Decks = "4",
    shoe: Annotated[
        str,
        typer.Option(
            help="Instead of --decks: how many aces, 2s, …, 9s and tens there were before this "
            "hand, such as 10,10,10,10,10,10,10,10,10,55."
        ),
    ] = "",
    gone: Annotated[
        str, typer.Option(help="Cards that were out of the shoe before this hand: 2,5,T,T.")
    ] = "",
    split_hand: Annotated[
        bool,
        typer.Option("--split-hand", help="The hand is one of two after a split; it cannot split."),
    ] = False,
    stand_soft_17: StandSoft17 = False,
    no_double_after_split: NoDoubleAfterSplit = False,
    pays: Pays = "3:2",
    as_json: Json = False,
) -> None:
    """Show what each action wins on average, in bets, exactly for the cards that are left.

    Your cards and the dealer's are taken out of the shoe. After the action you play on as well as
    possible. The dealer has looked and has no blackjack. After a split, each hand is played without
    looking at the other's cards. Without cards, the command shows what a hand wins before it is
    dealt.

    \b
    Examples:
      railbird blackjack ev 4,5 7
      railbird blackjack ev 4,5 7 --shoe 10,10,10,10,10,10,10,10,10,55
      railbird blackjack ev 8,8 T --decks 6 --stand-soft-17
      railbird blackjack ev --decks 1
    """
    from railbird.blackjack.rules import check_shoe, rank_places, without

    rules = rules_of(
        decks, stand_soft_17=stand_soft_17, no_double_after_split=no_double_after_split, pays=pays
    )
    if shoe and decks != "4":
        raise OptionError("--shoe and --decks both say what is in the shoe: omit one")
    if gone and decks == "inf":
        raise OptionError("--gone changes nothing in infinite decks: omit it, or give --decks 6")
    if bool(hand) != bool(up):
        raise OptionError("give your cards and the dealer's card, such as 4,5 7, or neither")
    counts = check_shoe(without(_counts(shoe) if shoe else rules.shoe, rank_places(gone)))
    if not hand:
        if split_hand:
            raise OptionError("--split-hand needs a hand: such as 8,3 6 --split-hand")
        _before_the_deal(counts, rules, as_json=as_json)
        return
    if pays != "3:2":
        raise OptionError("--pays changes nothing once a hand has no blackjack: omit it")
    _one_hand(hand, up, counts, rules, split_hand=split_hand, as_json=as_json)


def _counts(text: str) -> Counts:
    items = text.split(",")
    if not all(item.strip().isdecimal() for item in items):
        raise OptionError(
            f"--shoe {text!r} has something other than counts: give ten of them, of the aces, 2s, "
            "…, 9s and tens"
        )
    return tuple(int(item) for item in items)


def _size(shoe: Counts, rules: BlackjackRules) -> str:
    """How many cards there are, in words."""
    from railbird.blackjack.rules import ENDLESS

    return shown_decks(rules) if sum(shoe) >= ENDLESS else f"{sum(shoe):,} cards"


def _one_hand(
    hand: str, up: str, shoe: Counts, rules: BlackjackRules, *, split_hand: bool, as_json: bool
) -> None:
    from railbird.blackjack import action_values
    from railbird.blackjack.rules import ACTIONS, rank_places, shown_cards, total_of

    cards = rank_places(hand)
    if not split_hand and sorted(cards) == [0, 9]:
        raise OptionError(f"{hand} is a blackjack: there is nothing to decide")
    found = action_values(cards, up, shoe, rules=rules, split_hand=split_hand)
    if as_json:
        print_json(_as_json(hand, up, shoe, rules, found, split_hand=split_hand))
        return
    best = found.allowed[found.best]
    rows = [
        [
            f"{ACTIONS[letter]}{' (best)' if letter == found.best else ''}",
            f"{worth:+.6f}",
            f"{worth - best:+.6f}" if letter != found.best else "",
        ]
        for letter, worth in sorted(found.allowed.items(), key=lambda each: -each[1])
    ]
    total, soft = total_of(cards)
    title = f"{shown_cards(cards)} ({'soft ' if soft else ''}{total}) against {up.upper()}"
    print_table(["action", "EV, bets", "less than best"], rows, title=title)
    print_line(f"{_size(shoe, rules)} before the deal; {shown_play(rules)}")
    print_line(f"exact, railbird {__version__}")


def _as_json(
    hand: str,
    up: str,
    shoe: Counts,
    rules: BlackjackRules,
    found: ActionValues,
    *,
    split_hand: bool,
) -> dict[str, object]:
    from dataclasses import asdict

    from railbird.blackjack.rules import ACTIONS

    return {
        "hand": hand,
        "up": up,
        "split_hand": split_hand,
        "shoe": list(shoe),
        "rules": asdict(rules),
        "ev": {ACTIONS[letter]: worth for letter, worth in found.allowed.items()},
        "best": ACTIONS[found.best],
        "exact": True,
    }


def _before_the_deal(shoe: Counts, rules: BlackjackRules, *, as_json: bool) -> None:
    from dataclasses import asdict

    from railbird.blackjack import basic_strategy, game_value

    best = game_value(shoe, rules=rules)
    basic = game_value(shoe, rules=rules, after=basic_strategy(rules))
    if as_json:
        values = {"best_play": best, "basic_strategy": basic}
        print_json({"shoe": list(shoe), "rules": asdict(rules), "ev": values, "exact": True})
        return
    rows = [["best play", f"{best:+.6f}"], ["basic strategy", f"{basic:+.6f}"]]
    print_table(["before the deal", "EV, bets"], rows)
    print_line(f"{_size(shoe, rules)} before the deal; basic strategy is for {shown_rules(rules)}")
    print_line(f"exact, railbird {__version__}")
