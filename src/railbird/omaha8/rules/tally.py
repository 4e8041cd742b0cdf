"""TALLY, our rule for jamming and calling by counting points.

Its constants were found by a search against best responses at stacks of 1.5 to 11.5 big blinds, in
steps of a half. A hand is played if its points reach 24 − 50/R in the small blind and 33 − 145/R in
the big blind, where R is the smaller stack before posting, in big blinds.

1. Add 11 for an ace and 1 each for a king and a queen. Subtract 2 each for a seven and a nine, and
   5 for an eight. A rank counts once.
2. Add 16 for two different low cards, 20 for three, 17 for four. Low cards are ace to eight.
3. Add 13 if the hand is double-suited, 7 for two of a suit, 5 for three or four of a suit.
4. For each pair, subtract 5 from its rank and add the double (tens 10, jacks 12, queens 14).
5. Subtract 12 for three or four of a kind.
6. Add 2 if all cards are within five ranks (the ace is high).
7. Play any hand with exactly two kings.
"""

from __future__ import annotations

import numpy as np

from railbird.omaha8.jamfold.solutions import Position
from railbird.omaha8.rules.family import countable
from railbird.omaha8.rules.features import Bools, Features
from railbird.omaha8.rules.scoring import Lines, ScoringRule

POINTS = {
    "an ace": (("A", 11),),
    "a king, a queen": (("K or Q", 1),),
    "a seven, a nine": (("7 or 9", -2),),
    "an eight": (("8", -5),),
    "two low cards": (("2 lows", 16),),
    "three low cards": (("3 lows", 20),),
    "four low cards": (("4 lows", 17),),
    "double-suited": (("double-suited", 13),),
    "two of a suit": (("two of a suit", 7),),
    "three or four of a suit": (("more of a suit", 5),),
    "pairs: twice the rank less five": (("rank of pairs", 2), ("pairs", -10)),
    "three or four of a kind": (("more of a kind", -12),),
    "within five ranks": (("five ranks", 2),),
}
"""The lines: what each counts, by the names of `countable`, and the points for it."""

LIMITS: dict[Position, tuple[int, int]] = {"sb": (24, 50), "bb": (33, 145)}
"""a and b of the threshold a − b/R."""


def lines(hands: Features, position: Position) -> Lines:  # noqa: ARG001
    """Points of each hand for each line of the rule; the same in both positions."""
    found = countable(hands)
    return [
        (name, np.asarray(sum(points * found[column] for column, points in parts)))
        for name, parts in POINTS.items()
    ]


def threshold(position: Position, stack: float) -> float:
    """What the points must reach."""
    most, less = LIMITS[position]
    return most - less / stack


def always(hands: Features) -> dict[str, Bools]:
    """The one kind of hand that is played with any stack."""
    return {"exactly two kings": hands.times("K", 2)}


TALLY = ScoringRule(
    name="TALLY",
    most_stack=11.5,
    lines=lines,
    threshold=threshold,
    formula={position: f"{most} - {less}/R" for position, (most, less) in LIMITS.items()},
    always=always,
)
"""The rule.

Examples
--------
>>> from railbird.cards.card import HoleCards
>>> TALLY.judge(HoleCards.parse("KsQs7d6h"), "sb", 9).score
23
"""
