"""Blackjack: a session from a shoe, its log and its analysis."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.blackjack import BlackjackRules, TableStrategy, analyze_hands, read_log, write_log
from railbird.blackjack.decisions import BlackjackDecision
from railbird.blackjack.session import BlackjackTable
from railbird.errors import OptionError


def cautious(decision: BlackjackDecision) -> str:
    """Splits where it may, and otherwise hits up to 11."""
    if decision.may_split:
        return "P"
    return "H" if sum(decision.hand) + len(decision.hand) < 12 else "S"


@pytest.mark.parametrize("decks", [1, 4])
def test_a_shoe_is_shuffled_in_time_and_no_card_comes_twice(decks: int) -> None:
    rules = BlackjackRules(decks=decks)
    table = BlackjackTable(rules, seed=3)
    hands = [table.play_hand(cautious) for _ in range(200)]
    left = None
    fresh = 0
    for hand in hands:
        if hand.shoe == rules.shoe:
            fresh += 1
        else:
            assert hand.shoe == left
        left = tuple((np.array(hand.shoe) - np.bincount(hand.cards, minlength=10)).tolist())
        assert min(left) >= 0
    assert fresh > 3
    again = BlackjackTable(rules, seed=3)
    assert [again.play_hand(cautious) for _ in range(20)] == hands[:20]


def test_a_fresh_shoe_for_each_hand() -> None:
    table = BlackjackTable(BlackjackRules(), seed=3, fresh=True)
    hands = [table.play_hand(cautious) for _ in range(20)]
    assert {hand.shoe for hand in hands} == {BlackjackRules().shoe}
    assert len({hand.cards for hand in hands}) > 10


def test_a_log_keeps_all_hands(tmp_path: Path) -> None:
    rules = BlackjackRules(2, False, False, 1.2)
    table = BlackjackTable(rules, seed=1, bet=5)
    hands = tuple(table.play_hand(cautious) for _ in range(30))
    write_log(tmp_path / "log.jsonl", "Ann", rules, 1, hands)
    found = read_log(tmp_path / "log.jsonl")
    assert (found.player, found.rules, found.hands) == ("Ann", rules, hands)


def test_a_score_counts_as_often_as_was_bet() -> None:
    rules = BlackjackRules()
    table = BlackjackTable(rules, seed=1)
    hands = [table.play_hand(cautious) for _ in range(30)]
    # a baseline that always stands is computed at once
    stands = TableStrategy("stand", np.zeros((2, 2, 22, 10), np.int64), np.zeros((10, 10), bool))
    once = analyze_hands(hands, rules, baseline=stands)
    thrice = analyze_hands([replace(hand, bet=3) for hand in hands], rules, baseline=stands)
    assert once.score.mean != 0
    assert thrice.score.mean == pytest.approx(3 * once.score.mean)
    assert thrice.money.mean == pytest.approx(3 * once.money.mean)
    assert once.luck.mean == pytest.approx(once.money.mean - once.score.mean)


@pytest.mark.parametrize(
    ("decks", "seed", "bet", "said"),
    [(float("inf"), 1, 1.0, "infinite"), (4, -1, 1.0, "seed"), (4, 1, 0.0, "no bet")],
)
def test_a_table_that_cannot_be_is_refused(decks: float, seed: int, bet: float, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        BlackjackTable(BlackjackRules(decks=decks), seed=seed, bet=bet)
