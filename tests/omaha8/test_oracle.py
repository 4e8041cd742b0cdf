"""The ORACLE rule as printed, by hands counted with pencil and paper."""

from __future__ import annotations

import pytest

from railbird.cards.card import HoleCards
from railbird.omaha8.rules.features import class_features
from railbird.omaha8.rules.oracle import ORACLE, always


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("KsQhTd9c", 16 + 12 + 6 - 12 + 15),  # unsuited, distance 5
        ("KsQs7d6h", 40 + 12 + 12 + 6 + 48 + 10),
        ("Ks2s9h2h", 75 + 12 - 12 - 16 - 6),  # one low value: no points for low cards
        ("QsQh9d2c", 16 - 12 - 5 + 75 - 6),  # a bare deuce
        ("9s9h2s2h", 75 - 16 + 20),  # two pairs are not exactly one
        ("8s7s6s5s", 40 + 10 + 15 + 10 - 8 + 15),  # four of a suit, four low cards
        ("8s7s6s5d", 40 + 6 + 10 + 15 + 10 - 8 + 15),
        ("JsJhJdTc", 16 - 32 + 10),
        ("KsKhKdKc", 16),  # four of a kind is neither a pair nor three of a kind
        ("AsKhQdJc", 16 + 46 + 12 + 6 + 15),  # the ace is high
        ("4s4h4d3c", 16 + 48 + 30 - 32 + 10),
    ],
)
def test_points_of_a_hand(hand: str, score: int) -> None:
    small, big = (ORACLE.judge(HoleCards.parse(hand), position, 5) for position in ("sb", "bb"))
    assert small.score == score
    assert big.score == score - 5


def test_a_hand_needs_more_than_ten_points_a_blind() -> None:
    hand = HoleCards.parse("KsQs7d6h")  # 128 points
    assert ORACLE.judge(hand, "sb", 12.7).play
    assert not ORACLE.judge(hand, "sb", 12.8).play
    assert not ORACLE.judge(hand, "bb", 12.7).play


@pytest.mark.parametrize("hand", ["AsAhAdAc", "KsKh9d2c", "AsTh9d8c", "As9sTh9h"])
def test_hands_that_are_always_played(hand: str) -> None:
    assert ORACLE.judge(HoleCards.parse(hand), "bb", 50).play


def test_the_regression_of_the_document_has_as_many_hands() -> None:
    left = sum(not any(row) for row in zip(*always(class_features()).values(), strict=True))
    assert left == 11_706
