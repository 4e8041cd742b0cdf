"""Blackjack: all first decisions of a fresh shoe, and hands played by a table."""

from __future__ import annotations

import numpy as np

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.blackjack import (
    BlackjackRules,
    Simulated,
    action_values,
    basic_strategy,
    first_values,
    simulate,
)
from railbird.blackjack.trees import Floats

RULES = BlackjackRules()
FIRST = Case("blackjack, EV of all first decisions of four decks", most_seconds=2.0)
ONE = Case("blackjack, EV of 4,5 against 7, four decks")
HANDS = Case("blackjack, hands of basic strategy", unit="hands")


def test_first_decisions(race: Race) -> None:
    def check(found: Floats) -> None:
        assert np.isfinite(found[..., :3]).all()

    race(FIRST, US, lambda: first_values(RULES.shoe), check=check)


def test_one_decision(race: Race) -> None:
    def check(best: str) -> None:
        assert best == "H"

    race(ONE, US, lambda: action_values("4,5", "7").best, check=check)


def test_hands(race: Race) -> None:
    basic = basic_strategy(RULES)

    def check(found: Simulated) -> None:
        assert abs(found.won.mean()) < 0.1

    race(HANDS, US, lambda: simulate(basic, 20_000), check=check, count=20_000)
