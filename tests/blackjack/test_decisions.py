"""Blackjack: how a hand goes, and scores that are unbiased over all cards."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from railbird.blackjack import (
    BlackjackRules,
    TableStrategy,
    basic_strategy,
    game_value,
    simulate,
    strategy_by_name,
)
from railbird.blackjack.decisions import BlackjackDecision, play
from railbird.blackjack.rules import rank_places
from railbird.blackjack.scores import decision_score
from railbird.errors import HandRecordError, OptionError, RulesError
from railbird.stats import mean_of

RULES = BlackjackRules()
TINY = (4, 0, 0, 0, 0, 5, 0, 0, 0, 6)
"""Aces, sixes and tens: few enough cards to go through all that can come."""


@pytest.mark.parametrize(
    ("cards", "actions", "won"),
    [
        ("A 7 T 5", "", 1.5),  # blackjack
        ("A T T A", "", 0.0),  # the dealer has one too
        ("9 A 9 T", "", -1.0),  # the dealer looks first
        ("4 7 5 T T", "D", 2.0),
        ("4 7 5 T 2", "D", -2.0),
        ("T 7 6 T 9", "H", -1.0),  # bust: the dealer draws no card
        ("T 7 7 T", "S", 0.0),
        ("T 6 7 T T", "S", 1.0),  # the dealer busts
        ("T 6 7 A 4", "S", -1.0),  # soft 17 is hit
        ("8 6 8 T T 3 T 9", "PSD", 3.0),  # 18, and 11 doubled to 21, against a bust
        ("A 6 A T T 5 T", "P", 2.0),  # split aces get one card each; 21 is no blackjack
        ("6 T 6 7 T T", "PHH", None),  # 16 busts, then the second six waits for a card
        ("5 T 5 7 A", "H", 1.0),  # 21 stands by itself
    ],
)
def test_a_hand_wins_what_the_rules_say(cards: str, actions: str, won: float | None) -> None:
    hand = play(RULES.shoe, rank_places(cards), actions, RULES)
    assert hand.over == (won is not None)
    if won is None:
        assert hand.wants_card
    else:
        assert (hand.won, hand.used) == (won, len(rank_places(cards)))


def test_the_dealer_stands_on_soft_17_where_the_rules_say_so() -> None:
    cards = rank_places("T 6 8 A")
    assert play(RULES.shoe, cards, "S", RULES).wants_card
    assert play(RULES.shoe, cards, "S", BlackjackRules(hits_soft_17=False)).won == 1


@pytest.mark.parametrize(
    ("cards", "actions"), [("T 7 6 T 2 2", "HD"), ("T 7 6 T", "P"), ("T 7 6 T", "SS")]
)
def test_an_action_that_is_not_allowed_is_refused(cards: str, actions: str) -> None:
    with pytest.raises(HandRecordError, match="not possible"):
        play(RULES.shoe, rank_places(cards), actions, RULES)


def test_no_double_after_a_split_where_the_rules_say_so() -> None:
    hand = play(RULES.shoe, rank_places("8 6 8 T 3"), "P", RULES)
    assert hand.decisions[-1].allowed == "SHD"
    strict = BlackjackRules(double_after_split=False)
    hand = play(RULES.shoe, rank_places("8 6 8 T 3"), "P", strict)
    assert hand.decisions[-1].allowed == "SH"


def odd_player() -> TableStrategy:
    """Splits all pairs, doubles wherever it may, and otherwise hits up to 17."""
    moves = np.full((2, 2, 22, 10), 1)
    moves[:, :, 18:] = 0
    moves[1, :, :17] = 2
    return TableStrategy("odd", moves, np.ones((10, 10), bool))


def all_cards(strategy: TableStrategy, rules: BlackjackRules) -> tuple[float, float]:
    """The mean of money and of scores over all cards that can come from the tiny shoe."""
    base = basic_strategy(rules)
    score = cache(lambda decision: decision_score(decision, rules, base))
    money = scores = 0.0

    def go_on(cards: tuple[int, ...], actions: str, chance: float) -> None:
        nonlocal money, scores
        hand = play(TINY, cards, actions, rules)
        if hand.wants_card:
            left = np.array(TINY) - np.bincount(cards, minlength=10)
            for card in np.flatnonzero(left):
                share = float(left[card] / left.sum())
                go_on((*cards, int(card)), actions, chance * share)
        elif hand.over:
            money += chance * hand.won
            scores += chance * sum(map(score, hand.decisions))
        else:
            go_on(cards, actions + hand.decisions[-1].action_of(strategy), chance)

    go_on((), "", 1.0)
    return money, scores


@pytest.mark.parametrize("rules", [RULES, BlackjackRules(4, False, False, 1.2)])
@pytest.mark.parametrize("name", ["basic", "no-busts", "dealer", "odd"])
def test_the_mean_score_is_what_is_won_more_than_the_baseline(
    name: str, rules: BlackjackRules
) -> None:
    player = odd_player() if name == "odd" else strategy_by_name(name, rules)
    money, score = all_cards(player, rules)
    base = basic_strategy(rules)
    assert money == pytest.approx(game_value(TINY, rules=rules, after=player), abs=1e-12)
    assert money - game_value(TINY, rules=rules, after=base) == pytest.approx(score, abs=1e-12)
    assert (abs(score) < 1e-12) == (name == "basic")


def test_many_hands_at_once_have_the_scores_of_each() -> None:
    player = strategy_by_name("no-busts", RULES)
    found = simulate(player, 2000, seed=5)
    worth = game_value(after=player) - game_value(after=basic_strategy(RULES))
    mean = mean_of(found.scores)
    assert abs(mean.mean - worth) < 4 * mean.error
    assert mean.deviation < mean_of(found.won).deviation / 2
    again = simulate(player, 500, seed=5)
    assert (again.won == found.won[:500]).all()
    assert (again.scores == found.scores[:500]).all()


def test_the_same_action_has_no_score() -> None:
    decision = BlackjackDecision((3, 4), 6, (16,) * 10, True, False, False, "H")
    assert decision_score(decision, RULES, basic_strategy(RULES)) == 0


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(OptionError, match="at least 1 hand"):
        simulate(basic_strategy(RULES), 0)
    with pytest.raises(OptionError, match="infinite"):
        simulate(odd_player(), 1, rules=BlackjackRules(decks=float("inf")))
    with pytest.raises(RulesError, match="stand on 21"):
        TableStrategy("bad", np.ones((2, 2, 22, 10), np.int64), np.zeros((10, 10), bool))
