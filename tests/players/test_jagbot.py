"""Jagbot: groups, rules, and that it can play at any table."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards import Card, colex_index, parse_cards
from railbird.players import Seat, make_player
from railbird.players.jagbot import Basics, Jagbot, hand_groups
from railbird.table import table_rules
from railbird.table.state import CALL, FOLD, State
from tests.players import ring

KINDS = (
    "jagbot", "jagbot-loose", "jagbot-tight", "jagbot-aggressive", "jagbot-passive",
    "jagbot-maniac", "jagbot-rock",
)  # fmt: skip


def first_action(cards: str, *, players: int = 9, folds: int = 0, raised: bool = False) -> int:
    """What Jagbot does after some folds, or after a raise by the first player and some folds."""
    rules = table_rules(players)
    state = State(rules, (400,) * players)
    if raised:
        state.raise_to(4)
    for _ in range(folds):
        state.fold()
    jagbot = Jagbot("jag")
    position = state.actor
    assert position is not None
    jagbot.hand_starts(Seat(rules, (400,) * players, ("x",) * players, position, 1))
    jagbot.dealt(tuple(parse_cards(cards)))
    return jagbot.act(state)


def flop_action(cards: str, board: str, *, bet: bool) -> int:
    """What Jagbot does heads-up on the flop, as first to act or against a bet."""
    rules = table_rules(2)
    state = State(rules, (400, 400))
    state.call()
    state.call()
    jagbot = Jagbot("jag")
    if bet:
        state.raise_to(2)
    position = state.actor
    assert position is not None
    jagbot.hand_starts(Seat(rules, (400, 400), ("x", "y"), position, 1))
    jagbot.dealt(tuple(parse_cards(cards)))
    jagbot.board(tuple(parse_cards(board)))
    return jagbot.act(state)


def test_groups_hold_every_hand_once() -> None:
    groups = hand_groups()
    assert np.bincount(groups)[1:9].tolist() == [28, 30, 34, 50, 98, 64, 98, 136]
    for cards, group in (("AsAh", 1), ("AsKh", 2), ("7c6c", 5), ("2c2d", 7), ("7c2d", 10)):
        assert groups[colex_index(parse_cards(cards))] == group


@pytest.mark.parametrize(
    ("cards", "folds", "raised", "expected"),
    [
        ("AsAh", 0, False, 4),  # aces raise anywhere
        ("7c2d", 0, False, FOLD),
        ("5c4c", 0, False, FOLD),  # group 6 waits for a better position
        ("5c4c", 5, False, CALL),
        ("AsJd", 5, False, 4),  # group 4 raises late
        ("AsJd", 0, False, CALL),
        ("AsAh", 0, True, 6),
        ("AsJd", 0, True, FOLD),
        ("TsTd", 0, True, CALL),
    ],
)
def test_before_the_flop(cards: str, folds: int, raised: bool, expected: int) -> None:
    assert first_action(cards, folds=folds, raised=raised) == expected


@pytest.mark.parametrize(
    ("cards", "bet", "expected"),
    [
        ("KcKd", False, 2),
        ("5c3d", False, CALL),
        ("KcKd", True, 4),
        ("9c8d", True, CALL),  # a pair
        ("6s5s", True, CALL),  # a flush draw has the odds
        ("5c3d", True, FOLD),
    ],
)
def test_on_the_flop(cards: str, bet: bool, expected: int) -> None:
    assert flop_action(cards, "KsTs8h", bet=bet) == expected


def test_omaha_does_not_break_it() -> None:
    jagbot = Jagbot("jag", basics=Basics(late=9))
    jagbot.dealt(tuple(Card(c) for c in range(4)))
    assert jagbot.act(State(table_rules(3, game="omaha8"), (400,) * 3)) == CALL


def test_plays_on_at_any_table() -> None:
    ring.check_legal(KINDS, hands=10, seed=1)
    ring.check_hidden_cards_do_not_matter("jagbot")
    ring.check_reproducible("jagbot", 30)


def test_loose_plays_more_hands_than_tight() -> None:
    hands = ring.hands_of(["jagbot-loose", "jagbot-tight"] * 4, 120)
    rules, played = hands[0].rules, {True: 0, False: 0}
    for hand in hands:
        state = State(rules, hand.stacks)
        for action in hand.actions:
            if state.round > 0:
                break
            position = state.actor
            assert position is not None
            played[int(hand.players[position]) % 2 == 0] += action != FOLD
            state.apply(action)
    assert played[True] > 1.5 * played[False]


def test_seven_jagbots_are_seven_different_players() -> None:
    players = [make_player(f"x={kind}") for kind in KINDS]
    basics = [player.basics for player in players if isinstance(player, Jagbot)]
    assert len(set(basics)) == len(KINDS) == 7


def test_names() -> None:
    assert make_player("Kay=jagbot-tight").name == "Kay"
