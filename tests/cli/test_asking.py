"""What keys mean; `test_keyboard` tests the terminal itself."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest
from rich.console import Console

from railbird.cli.ui.asking import KeyAsks, LeaveTableError
from railbird.cli.ui.keyboard import BACKSPACE, ENTER, ESCAPE
from railbird.table import CALL, FOLD, State, table_rules

PAUSE = 0.7
TIME_IS_UP = None


class Fingers:
    """Keys in order; None is a pause, which is only allowed where the wait is limited."""

    def __init__(self, keys: Iterable[str | None]) -> None:
        self._keys = iter(keys)

    def key(self, wait: float | None = None) -> str | None:
        key = next(self._keys)
        if key is TIME_IS_UP:
            assert wait == PAUSE, "only a key that was pressed takes effect by itself"
        return key

    def drop(self) -> None:
        """Do nothing: no key was pressed too early."""

    def done(self) -> bool:
        return next(self._keys, "none") == "none"


def choose(state: State, *keys: str | None) -> tuple[int, str]:
    """The action, and what was drawn."""
    console = Console(file=io.StringIO(), width=100)
    fingers = Fingers(keys)
    action = KeyAsks(console, fingers, PAUSE).choose(state)
    assert fingers.done(), "all keys were needed"
    assert isinstance(console.file, io.StringIO)
    return action, console.file.getvalue()


def limit() -> State:
    return State(table_rules(2), [100, 100])


def no_limit() -> State:
    return State(table_rules(2, betting="no-limit"), [100, 100])


@pytest.mark.parametrize(
    ("key", "action", "drawn"),
    [("c", CALL, "call 1"), ("f", FOLD, "fold"), ("r", 4, "raise to 4")],
)
@pytest.mark.parametrize("end", [ENTER, TIME_IS_UP])
def test_a_key_counts_with_time_or_enter(
    key: str, action: int, drawn: str, end: str | None
) -> None:
    done, seen = choose(limit(), key, end)
    assert done == action
    assert f"{drawn} · Backspace takes it back" in seen


def test_a_check_is_no_call() -> None:
    done, seen = choose(limit(), "k", "f", ENTER)
    assert done == FOLD
    assert "you cannot check a bet: c calls 1, f folds" in seen
    unraised = limit()
    unraised.apply(CALL)
    done, seen = choose(unraised, "k", ENTER)
    assert done == CALL
    assert "check · Backspace takes it back" in seen


@pytest.mark.parametrize("undo", [BACKSPACE, ESCAPE, "x", ""])
def test_a_key_is_taken_back(undo: str) -> None:
    assert choose(limit(), "f", undo, "c", ENTER)[0] == CALL


def test_another_key_replaces_it() -> None:
    assert choose(limit(), "f", "r", TIME_IS_UP)[0] == 4


def test_enter_alone_does_nothing() -> None:
    assert choose(limit(), ENTER, "", "c", ENTER)[0] == CALL


@pytest.mark.parametrize(
    ("keys", "level"),
    [
        (["r", *"12", ENTER], 12),
        (["r", ENTER], 4),
        ([*"37", ENTER], 37),
        (["r", *"12", BACKSPACE, *"5", ENTER], 15),
        (["r", *"999", ENTER, *"99", ENTER], 99),
        (["r", "1", ESCAPE, "c", TIME_IS_UP], CALL),
        (["r", "1", BACKSPACE, BACKSPACE, "c", ENTER], CALL),
        (["r", "x", "", *"8", ENTER], 8),
        (["a", TIME_IS_UP], 100),
    ],
)
def test_amounts(keys: list[str | None], level: int) -> None:
    assert choose(no_limit(), *keys)[0] == level


def test_a_wrong_amount_is_said() -> None:
    _, seen = choose(no_limit(), *"3", ENTER, *"4", ENTER)
    assert "'3' is not a legal amount: choose 4 to 100" in seen


def test_what_is_not_possible_is_said() -> None:
    state = no_limit()
    state.raise_to(100)
    action, seen = choose(state, "r", "9", "c", ENTER)
    assert action == CALL
    assert "no raise is possible here" in seen
    assert "'9' is not a key: ? lists the keys" in seen
    assert "call 98, all in" in seen
    state = limit()
    state.call()
    assert "nothing to call: check with c" in choose(state, "f", "c", ENTER)[1]


def test_help_says_when_a_key_counts() -> None:
    _, seen = choose(limit(), "?", "c", ENTER)
    assert "A key counts after 0.7 s, or immediately with Enter." in seen
    assert "A key counts immediately." in KeyAsks(Console(), Fingers([]), 0).help


def test_leaving_asks_first() -> None:
    assert choose(limit(), "q", "n", "c", ENTER)[0] == CALL
    with pytest.raises(LeaveTableError):
        choose(limit(), "q", "y")
