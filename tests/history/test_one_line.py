"""Heads-up limit hands on one line."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.cards.card import parse_cards
from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.formats.base import Problem, read_file
from railbird.history.formats.one_line import OneLineFormat
from railbird.table import Hand, Rules, State, finish, table_rules

from .played import random_hand

LINE = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"


def played(seed: int, rules: Rules) -> Hand:
    """A hand with nothing that a line cannot hold."""
    rng = random.Random(seed)
    hand = random_hand(seed, rules=rules, names=("player 1", "player 2"), number="")
    state = State(rules, (UNLIMITED, UNLIMITED))
    while not state.is_over:
        state.apply(rng.choice(state.legal_actions()))
    actions = tuple(action for _, _, action in state.actions)
    return finish(replace(hand, stacks=state.stacks, actions=actions, table="", when=None))


def test_the_example_of_the_documents() -> None:
    hand = OneLineFormat().read([(1, LINE + "  # a comment")])
    assert hand.hole_cards == (parse_cards("AcKc"), parse_cards("7h6h"))
    assert hand.actions == (4, 6, 0, 0, 2, 4, 0, 4, 0, 4, 8, 0)
    assert hand.payoffs == (-22, 22)
    assert OneLineFormat().write(hand) == LINE + "\n"


def test_a_hand_that_ended_early_has_a_short_board() -> None:
    hand = OneLineFormat().read([(1, "AcKc 7h6h SlF")])
    assert (hand.board, hand.payoffs) == ((), (1, -1))
    hand = OneLineFormat().read([(1, "AcKc 7h6h Ks5h3d SlCk/bF")])
    assert len(hand.board) == 3
    assert hand.payoffs == (2, -2)


@pytest.mark.parametrize("reverse", [True, False])
def test_written_hands_read_back(reverse: bool) -> None:
    rules = table_rules(2, small_blind=3, big_blind=6, reverse_blinds=reverse)
    form = OneLineFormat(rules)
    for seed in range(60):
        hand = played(seed, rules)
        assert form.read([(1, form.write(hand).rstrip("\n"))]) == hand


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"rules": table_rules(2, small_blind=2, big_blind=4)}, "rules"),
        ({"stacks": (100, 100)}, "stacks"),
        ({"players": ("a", "b")}, "names"),
        ({"hole_cards": (None, None)}, "hole cards"),
        ({"number": "1"}, "number"),
        ({"table": "x"}, "table"),
        ({"when": datetime(2026, 1, 1)}, "time"),
        ({"chip": "1 USD"}, "chip"),
        ({"payoffs": (22, -22)}, "payoffs"),
        ({"rake": 1}, "rake"),
        ({"actions": (4,)}, "not over"),
        ({"board": ()}, "board cards"),
    ],
)
def test_what_has_no_place_is_named(changes: dict[str, object], what: str) -> None:
    hand = OneLineFormat().read([(1, LINE)])
    with pytest.raises(CannotHoldError, match=what):
        OneLineFormat().write(replace(hand, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("AcKc 7h6h Ks5h3d SlRrC/kBrC/bC/bRc", "board cards"),
        ("AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/b", "not over"),
        ("AcKc 7h6c Ks5h3d/Tc/4h SlRRC/kBrC/bC/bRc", "turn"),
        ("AcKc 7h6h Ks5h3d/Tc/7h SlRrC/kBrC/bC/bRc", "twice"),
        ("AcKc Ks5h3d/Tc/7h SlRrC/kBrC/bC/bRc", "is not a hand"),
    ],
)
def test_bad_hands_are_passed_over(tmp_path: Path, bad: str, reason: str) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"# hands\n{LINE}\n{bad}\n\n{LINE}\n")
    problems: list[Problem] = []
    hands = list(read_file(file, [OneLineFormat()], on_problem=problems.append))
    assert len(hands) == 2
    assert problems[0].line == 3
    assert reason in problems[0].reason


@given(st.text(), st.integers(0, len(LINE)), st.integers(0, 5))
def test_any_text_is_read_or_refused(text: str, at: int, gone: int) -> None:
    form = OneLineFormat()
    for tried in (text, LINE[:at] + text + LINE[at + gone :]):
        form.recognises(tried)
        for group in form.split(iter(list(enumerate(tried.splitlines(), 1)))):
            with suppress(InputError):
                form.read(group)
