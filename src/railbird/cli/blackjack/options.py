"""Options and words that the commands of blackjack share."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.blackjack.decisions import BlackjackDecision
    from railbird.blackjack.rules import BlackjackRules

PAYS = {"3:2": 1.5, "6:5": 1.2, "1:1": 1.0, "2:1": 2.0}

Decks = Annotated[str, typer.Option("--decks", "-d", help="Decks in the shoe, or inf.")]
StandSoft17 = Annotated[
    bool, typer.Option("--stand-soft-17", help="The dealer stands on soft 17 (default: hits).")
]
NoDoubleAfterSplit = Annotated[
    bool, typer.Option("--no-double-after-split", help="No doubling after a split.")
]
Pays = Annotated[str, typer.Option("--pays", help="What a blackjack pays: 3:2, 6:5, 1:1 or 2:1.")]


def rules_of(
    decks: str, *, stand_soft_17: bool, no_double_after_split: bool, pays: str
) -> BlackjackRules:
    """The rules that the options give."""
    from railbird.blackjack.rules import BlackjackRules

    if pays not in PAYS:
        raise OptionError(f"--pays {pays!r} is not known: choose {', '.join(PAYS)}")
    if decks == "inf":
        number = inf
    elif decks.isdecimal() and 1 <= int(decks) <= 100:
        number = int(decks)
    else:
        raise OptionError(f"--decks {decks!r} is no number of decks: give 1 to 100, or inf")
    return BlackjackRules(number, not stand_soft_17, not no_double_after_split, PAYS[pays])


def shown_rules(rules: BlackjackRules) -> str:
    """The rules in words."""
    pays = next((name for name, bets in PAYS.items() if bets == rules.blackjack_pays), "")
    pays = pays or f"{rules.blackjack_pays:g} bets"
    return f"{shown_decks(rules)}, {shown_play(rules)}, blackjack pays {pays}"


def shown_decks(rules: BlackjackRules) -> str:
    """The size of a full shoe in words."""
    if rules.decks == inf:
        return "infinite decks"
    return "1 deck" if rules.decks == 1 else f"{rules.decks:g} decks"


def shown_play(rules: BlackjackRules) -> str:
    """How a hand is played, in words."""
    soft = "hits" if rules.hits_soft_17 else "stands on"
    split = "" if rules.double_after_split else "no "
    return f"the dealer {soft} soft 17, {split}doubling after a split"


def shown_spot(decision: BlackjackDecision) -> str:
    """A decision in a few words: ``4,5 against 7``."""
    from railbird.blackjack.rules import RANKS, shown_cards

    split = ", after a split" if decision.split_hand else ""
    return f"{shown_cards(decision.hand)} against {RANKS[decision.up]}{split}"
