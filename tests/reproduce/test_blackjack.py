"""Blackjack: the dealer against a slow oracle, and the figures of Kan (2007)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from railbird.reproduce.blackjack._kernels import dealer_ends
from railbird.reproduce.blackjack.basic_strategy import Blackjack, value
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import find

SMALL = (2, 1, 2, 0, 3, 1, 1, 2, 1, 5)


def slow_ends(shoe: tuple[int, ...], up: int, hand: tuple[int, ...] = ()) -> list[Fraction]:
    """Each way to draw, one after the other."""
    held = (up, *hand)
    total, soft = value(held)
    ends = [Fraction(0)] * 6
    if total > 17 or (total == 17 and not soft):
        ends[min(total, 22) - 17] = Fraction(1)
        return ends
    left = list(shoe)
    if not hand and up in {0, 9}:
        left[9 - up] = 0  # no blackjack
    for card, number in enumerate(left):
        if number:
            fewer = tuple(n - (i == card) for i, n in enumerate(shoe))
            for i, chance in enumerate(slow_ends(fewer, up, (*hand, card))):
                ends[i] += chance * Fraction(number, sum(left))
    return ends


@pytest.mark.parametrize("up", [0, 1, 5, 9])
def test_the_dealer_draws_as_the_rules_say(up: int) -> None:
    shoe, ends = np.array(SMALL), np.empty(6)
    dealer_ends(shoe, up, ends)
    assert ends == pytest.approx([float(x) for x in slow_ends(SMALL, up)], abs=1e-12)
    assert ends.sum() == pytest.approx(1)
    assert tuple(shoe) == SMALL


def test_a_hand_that_cannot_lose() -> None:
    game = Blackjack((4,) * 9 + (16,), 5)
    assert value((0, 9)) == (21, True)
    assert value((0, 5, 9)) == (17, False)
    assert game.stand((1, 9, 9)) == -1
    assert game.draw((4, 5)) > 0.3  # eleven
    assert game.double((4, 5)) > game.draw((4, 5))


def test_the_examples_of_the_text() -> None:
    figures = find("kan-blackjack").run(RunOptions()).figures
    assert [figure.name for figure in figures if figure.verdict != "match"] == [
        "rich shoe: score of doubling"
    ]


def test_the_table_has_six_slips() -> None:
    first, *wrong = find("kan-table-2.1").run(RunOptions()).figures
    assert (first.ours, first.printed) == (264, 270)
    assert [figure.name for figure in wrong] == [
        *(f"T against {up}" for up in "2789"), "A,7 against 7", "A,7 against 8",
    ]  # fmt: skip
