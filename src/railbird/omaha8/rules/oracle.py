"""ORACLE, the rule of Ho (2015, §4.3) for jamming and calling by counting points.

A hand is played if it has more than ten points for each big blind in the smaller stack before
posting, or if it is one of four kinds that are always played. The rule was made for stacks of up to
11.25 big blinds.
"""

from __future__ import annotations

import numpy as np

from railbird.omaha8.jamfold.solutions import POSITIONS, Position
from railbird.omaha8.rules.features import LOW, Bools, Features
from railbird.omaha8.rules.scoring import Lines, ScoringRule

PER_BLIND = 10
"""Points that a hand must exceed for each big blind in the stack."""

UNPAIRED = {"A": 46, "K": 12, "Q": 6, "9": -12}
PAIRS = {"2": -16, "3": -8, "5": 15, **dict.fromkeys("6789", 20), "T": 45, "J": 60, "Q": 75}
DISTANCES = {2: 10, 3: 20, 4: 15, 5: 15, 6: 5, 7: 5}


def always(hands: Features) -> dict[str, Bools]:
    """The kinds of hands that are played with any stack."""
    ace = hands.count("A") > 0
    return {
        "two aces or more": hands.count("A") >= 2,
        "exactly two kings": hands.times("K", 2),
        "an ace and a low card": ace & (hands.count(LOW) > 0),
        "an ace, double-suited": ace & hands.suited("double-suited"),
    }


def lines(hands: Features, position: Position) -> Lines:
    """Points of each hand for each line of the rule, in its order."""
    every = [*_suits(hands), *_unpaired(hands), *_low(hands), *_pairs(hands), *_shape(hands)]
    if position == "bb":
        every.append(("big blind", np.full(len(hands.ranks), -5)))
    return every


def _suits(hands: Features) -> Lines:
    rainbow, double = hands.suited("four suits"), hands.suited("double-suited")
    single = ~rainbow & ~double
    return [
        ("unsuited", 16 * rainbow),
        ("double-suited", 75 * double),
        ("single-suited", 40 * single),
        ("cards not in that suit", 6 * single * (4 - hands.suits[:, 0])),
    ]


def _unpaired(hands: Features) -> Lines:
    found = [(f"unpaired {rank}", by * hands.times(rank, 1)) for rank, by in UNPAIRED.items()]
    alone = hands.count(LOW) == 1
    bare = alone & (hands.count("234") == 1)
    return [*found, ("a 2, 3 or 4 without another low card", -5 * bare)]


def _low(hands: Features) -> Lines:
    values = hands.different(LOW)
    has = values >= 2
    return [
        ("two or three low cards", 48 * (has & (values < 4))),
        ("four low cards", 10 * (values == 4)),
        ("low cards from 2 to 5", 15 * has * hands.different("2345")),
        ("a low 6", 10 * (has & (hands.count("6") > 0))),
        ("a low 8", -8 * (has & (hands.count("8") > 0))),
    ]


def _pairs(hands: Features) -> Lines:
    return [(f"pair of {rank}", by * hands.times(rank, 2)) for rank, by in PAIRS.items()]


def _shape(hands: Features) -> Lines:
    points = np.zeros(14, np.int64)
    points[list(DISTANCES)] = list(DISTANCES.values())
    return [
        ("exactly one pair", -6 * (hands.sets(2) == 1)),
        ("three of a kind", -32 * (hands.sets(3) == 1)),
        ("straight potential", points[hands.distance]),
    ]


def threshold(position: Position, stack: float) -> float:  # noqa: ARG001
    """Ten points for each big blind in either position."""
    return PER_BLIND * stack


ORACLE = ScoringRule(
    name="ORACLE",
    most_stack=11.25,
    lines=lines,
    threshold=threshold,
    formula=dict.fromkeys(POSITIONS, f"{PER_BLIND} x R"),
    strict=True,
    always=always,
)
"""The rule.

Examples
--------
>>> from railbird.cards.card import HoleCards
>>> ORACLE.judge(HoleCards.parse("KsQs7d6h"), "sb", 9).score
128
"""
