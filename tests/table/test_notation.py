"""Reading and writing the one-letter betting notation."""

from __future__ import annotations

from random import Random

import pytest

from railbird.errors import IllegalActionError, NotationError
from railbird.table import CALL, FOLD, State, read_betting, table_rules, write_betting
from tests.table.randoms import random_action

pytestmark = pytest.mark.small

RULES = table_rules(2)
DEEP = (100, 100)

EXAMPLES = {
    "SlRrC/kBrC/bC/bRc": (4, 6, 0, 0, 2, 4, 0, 4, 0, 4, 8, 0),
    "SlCk/kK/kK/kK": (0,) * 8,
    "SlF": (FOLD,),
    "SlRf": (4, FOLD),
    "SlRc/bF": (4, 0, 2, FOLD),
    "SlCrRrC/bRrRc/": (0, 4, 6, 8, 0, 2, 4, 6, 8, 0),
    "Sl": (),
}


@pytest.mark.parametrize(("text", "actions"), EXAMPLES.items())
def test_in_and_out(text: str, actions: tuple[int, ...]) -> None:
    assert read_betting(RULES, DEEP, text) == actions
    assert write_betting(RULES, DEEP, actions) == text


def test_letters_belong_to_players() -> None:
    state = State(RULES, DEEP)
    for action, letter in zip(EXAMPLES["SlRrC/kBrC/bC/bRc"], "RrCkBrCbCbRc", strict=True):
        assert letter.isupper() == (state.actor == 1)
        state.apply(action)
    assert state.showdown
    assert state.pot == 2 * (6 + 4 + 4 + 8)


def test_forward_blinds() -> None:
    rules = table_rules(2, reverse_blinds=False)
    assert write_betting(rules, DEEP, (4, 0, 2, FOLD)) == "sLrC/bF"
    assert read_betting(rules, DEEP, "sLrC/bF") == (4, 0, 2, FOLD)


def test_the_letter_that_looks_like_the_blind() -> None:
    """Kan's tables print a capital I for the l of the blind."""
    text = "SIRrC/kBrC/bC/bRc"
    assert read_betting(RULES, DEEP, text) == EXAMPLES[text.replace("I", "l")]


def test_no_betting_at_all() -> None:
    assert write_betting(RULES, (1, 100), ()) == "Sl///"
    assert read_betting(RULES, (1, 100), "Sl///") == ()


def test_round_trip() -> None:
    rng = Random(3)
    for _ in range(300):
        rules = table_rules(2, cap_heads_up=rng.random() < 0.5, reverse_blinds=rng.random() < 0.5)
        most = rng.choice([6, 30, 200])
        stacks = (rng.randint(1, most), rng.randint(1, most))
        state = State(rules, stacks)
        done: list[int] = []
        while True:
            text = write_betting(rules, stacks, tuple(done))
            assert read_betting(rules, stacks, text) == tuple(done)
            if state.is_over or len(done) > 40:
                break
            done.append(random_action(rng, state))
            state.apply(done[-1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RrC", "'RrC' must begin with the blinds, 'Sl'"),
        ("sLrC", "must begin with the blinds, 'Sl'"),
        ("", "must begin with the blinds"),
        ("SlCk/kRrC", "'R' in round 2 .*: with 0 to call, this is written 'b'"),
        ("SlBc", "'B' in round 1 .*: with 1 to call, this is written 'r'"),
        ("SlK", "'K' in round 1 .*: with 1 to call, this is written 'c'"),
        ("SlCc", "'c' in round 1 .*: with 0 to call, this is written 'k'"),
        ("SlCf", "'f' in round 1 .*: there is nothing to call: check instead of folding"),
        ("Slr", "'r' in round 1 .*: it is player 2's turn"),
        ("SlCK", "'K' in round 1 .*: it is player 1's turn"),
        ("SlX", "'X' in round 1 .*: the letters are k, c, b, r and f"),
        ("SlCk/k\N{KELVIN SIGN}", "in round 2 .*: the letters are k, c, b, r and f"),
        ("SlRrRrR", "'r' in round 1 .*: no raise is possible here"),
        ("SlCkkB", "'k' in round 1 .*: the betting of this round is over"),
        ("SlFk", "'k' in round 1 .*: the betting of this round is over"),
        ("SlC/kK", "slash 1 of .*: the betting of round 1 is not over"),
        ("SlF/", "slash 1 of .*: the hand is over"),
        ("SlCk/kK/kK/kK/k", "slash 4 of .*: the hand is over"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_betting(RULES, DEEP, text)


@pytest.mark.parametrize("actions", [(3,), (FOLD, CALL), (CALL,) * 9])
def test_actions_that_cannot_be_written(actions: tuple[int, ...]) -> None:
    with pytest.raises(IllegalActionError):
        write_betting(RULES, DEEP, actions)


@pytest.mark.parametrize("rules", [table_rules(3), table_rules(2, betting="no-limit")])
def test_other_games(rules: object) -> None:
    with pytest.raises(NotationError, match="for two players and fixed limits"):
        read_betting(rules, (100, 100, 100), "Sl")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="for two players and fixed limits"):
        write_betting(rules, (100, 100, 100), ())  # type: ignore[arg-type]
