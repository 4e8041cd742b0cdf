"""A person at the terminal, played by a list of lines."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from railbird.arena import Match, MatchTable
from railbird.players import AlwaysCall, AlwaysRaise, Player
from railbird.players.human import Human, LeaveTableError
from railbird.table import Hand, table_rules

NO_LIMIT = Match(table_rules(2, betting="no-limit"), (100, 100), deals=1, seed=1)
LIMIT = Match(table_rules(2), (100, 100), deals=1, seed=1)


def sit_down(match: Match, other: Player, *lines: str) -> tuple[Hand, str]:
    """The hand that is played, and what the person saw."""
    console = Console(file=io.StringIO(), width=100)
    remaining = iter(lines)
    human = Human("me", console, lambda: next(remaining))
    table = MatchTable(match, [human, other])
    ((hand, _),) = table.play()
    assert not table.forfeits
    assert next(remaining, None) is None, "all lines were needed"
    assert isinstance(console.file, io.StringIO)
    return hand, console.file.getvalue()


def test_letters_are_actions() -> None:
    hand, seen = sit_down(NO_LIMIT, AlwaysCall("you"), "r 10", "C", "b", "a")
    mine = [action for action in hand.actions if action]
    assert mine == [10, 2, 88]
    assert "you calls 8" in seen
    assert "you calls 88 and is all in" in seen
    assert "you shows" in seen
    assert f"you {hand.payoffs[0]:+d}" in seen.splitlines()[-1]


def test_folding_and_what_others_do() -> None:
    hand, seen = sit_down(LIMIT, AlwaysRaise("you"), "c", "c", "f")
    assert hand.actions == (4, 0, 0, 2, -1)
    assert "you raises to 4" in seen
    assert "you bets 2" in seen


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("f", "nothing to call"),
        ("r 1", "'1' is no level to raise to: 2 to 98"),
        ("r 2x", "'2x' is no level"),
        ("?", "q leave the table"),
        ("", "q leave the table"),
        ("hello", "q leave the table"),
    ],
)
def test_a_line_that_means_nothing_is_asked_again(line: str, said: str) -> None:
    hand, seen = sit_down(NO_LIMIT, AlwaysCall("you"), "c", line, "c", "c", "c")
    assert said in seen
    assert set(hand.actions) == {0}


def test_no_raise_where_none_is_possible() -> None:
    hand, seen = sit_down(LIMIT, AlwaysRaise("you"), "r", "r", *["c"] * 7)
    assert hand.actions == (4, 6, 8, 0, 0, 2, 0, 0, 4, 0, 0, 4, 0)
    assert "no raise is possible here" in seen


def test_leaving_is_no_forfeit() -> None:
    with pytest.raises(LeaveTableError):
        sit_down(LIMIT, AlwaysCall("you"), "c", "q")
