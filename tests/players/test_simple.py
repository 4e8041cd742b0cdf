"""The simple players, where they must not be too simple."""

from __future__ import annotations

import pytest

from railbird.cards import parse_cards
from railbird.players import RulePlayer, Seat, make_player
from railbird.players.simple import Bluffer
from railbird.table import CALL, FOLD, State, table_rules
from tests.players.ring import hands_of, heads_up


def answer(cards: str, *actions: int, stack: int = 200, betting: str = "no-limit") -> int:
    """What `rules` does heads-up with these cards after these actions before the flop."""
    rules = table_rules(2, betting="pot-limit" if betting == "pot-limit" else "no-limit")
    state = State(rules, (stack, stack))
    for action in actions:
        state.apply(action)
    assert state.actor is not None
    player = RulePlayer("rules")
    player.hand_starts(Seat(rules, (stack, stack), ("a", "b"), state.actor, 1))
    player.dealt(parse_cards(cards))
    return player.act(state)


@pytest.mark.parametrize("cards", ["KsQd", "Kh2c", "AcJc", "7d2s"])
def test_rules_does_not_call_a_hundred_blinds_with_high_cards(cards: str) -> None:
    assert answer(cards, 200) == FOLD


@pytest.mark.parametrize("cards", ["AsAd", "KsKd"])
def test_rules_calls_it_with_the_best(cards: str) -> None:
    assert answer(cards, 200) == CALL


def test_the_more_it_costs_the_better_the_hand_must_be() -> None:
    def calls(cards: str) -> int:
        """The largest of these raises that it calls."""
        return max(to for to in (0, 4, 8, 20, 40, 100, 200) if to == 0 or answer(cards, to) != FOLD)

    found = [calls(cards) for cards in ("7d2s", "KsQd", "4h4c", "QhQc", "AhAc")]
    assert found == sorted(found)
    assert len(set(found)) == 5


def test_a_short_stack_calls_more() -> None:
    assert answer("AcQc", 8, stack=8) != FOLD
    assert answer("AcQc", 200) == FOLD


def test_a_small_raise_is_judged_by_the_pot_alone() -> None:
    assert answer("Kh2c", 4) == CALL
    assert answer("Kh2c", 4, betting="pot-limit") == CALL


def test_the_bluffer_does_not_pay_for_large_bets_either() -> None:
    rules = table_rules(2, betting="no-limit")
    for seed in range(40):
        state = State(rules, (200, 200))
        state.apply(200)
        player = Bluffer("bluffer")
        player.hand_starts(Seat(rules, (200, 200), ("a", "b"), 0, seed))
        player.dealt(parse_cards("KsQd"))
        assert player.act(state) == FOLD  # no raise is possible any more


def test_teddy_folds_at_the_cap_and_only_there() -> None:
    hands = hands_of(["always-raise", "teddy"], 40)
    folds = 0
    for hand in hands:
        state = State(hand.rules, hand.stacks)
        for action in hand.actions:
            assert state.actor is not None
            if hand.players[state.actor] == "1":  # Teddy
                can_raise = state.options().lowest_raise > 0
                assert action == (state.options().lowest_raise if can_raise else FOLD)
                folds += not can_raise
            state.apply(action)
    assert folds == 20  # in the big blind, where the other player makes the last raise


def test_teddy_checks_where_that_is_free() -> None:
    state = State(table_rules(2, cap=(0, 0, 0, 0)), (200, 200))
    teddy = make_player("teddy")
    assert teddy.act(state) == FOLD  # half a bet to call, and no raise is allowed
    state.call()
    assert state.options() == (0, 0, 0)
    assert teddy.act(state) == CALL


def test_who_caps_the_betting_takes_it_from_teddy() -> None:
    """In the big blind Teddy loses three bets before the flop; on the button nobody folds."""
    always = heads_up("always-raise", "teddy", 60)
    assert always.players[0].mean >= 1.5 - 1e-9


def test_rules_plays_omaha_hi_lo_by_high_and_low() -> None:
    """The nut low bets and calls a raise; a hand that can win neither half folds to a bet."""
    rules = table_rules(2, game="omaha8")
    state = State(rules, [400, 400])
    for action in (CALL, CALL):
        state.apply(action)
    board = tuple(parse_cards("3s4d8h"))
    for cards, checked, bet in (
        ("As2sKdQh", 2, CALL),
        ("KcQcTh9h", CALL, FOLD),
    ):
        player = RulePlayer("Ann")
        player.hand_starts(Seat(rules, (400, 400), ("Ann", "Bob"), 0, 1))
        player.dealt(tuple(parse_cards(cards)))
        player.board(board)
        assert player.act(state) == checked
        raised = state.copy()
        raised.apply(CALL)
        raised.apply(raised.options().lowest_raise or CALL)
        assert player.act(raised) == bet
