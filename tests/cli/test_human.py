"""A person at the terminal, played by a list of lines."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr
from typing import Any

import pytest
from rich.console import Console

from railbird.arena import Match, MatchTable
from railbird.cli.ui.asking import KeyAsks, LeaveTableError, LineAsks
from railbird.cli.ui.human import BesideTable, Human
from railbird.players import AlwaysCall, AlwaysRaise, Player
from railbird.table import CALL, Hand, State, table_rules

NO_LIMIT = Match(table_rules(2, betting="no-limit"), (100, 100), deals=1, seed=1)
LIMIT = Match(table_rules(2), (100, 100), deals=1, seed=1)


def sit_down(match: Match, other: Player, *lines: str) -> tuple[Hand, str]:
    """Play a hand; return it and what the person saw."""
    console = Console(file=io.StringIO(), width=100)
    remaining = iter(lines)
    human = Human("me", console, LineAsks(console, lambda: next(remaining)))
    table = MatchTable(match, [human, other])
    ((hand, _),) = table.play()
    assert not table.forfeits
    assert next(remaining, None) is None, "all lines were needed"
    assert isinstance(console.file, io.StringIO)
    return hand, console.file.getvalue()


def test_letters_are_actions() -> None:
    hand, seen = sit_down(NO_LIMIT, AlwaysCall("Bob"), "r 10", "C", "b", "a")
    assert [action for action in hand.actions if action] == [10, 2, 88]
    assert "Bob calls 8" in seen
    assert "Bob calls 88, all in" in seen
    assert "Bob shows" in seen
    mine = hand.payoffs[hand.players.index("me")]
    assert seen.splitlines()[-1].startswith(f"you {mine:+d} · ")
    assert seen.endswith(f"total {mine:+d} after 1 hand\n")


class Talker(AlwaysCall):
    def act(self, state: State) -> int:
        print("well, well")
        return super().act(state)


def test_what_a_bot_prints_has_a_line_of_its_own() -> None:
    console = Console(file=io.StringIO(), width=100)
    lines = iter("cccc")
    human = Human("me", console, LineAsks(console, lambda: next(lines)))
    assert isinstance(console.file, io.StringIO)
    with redirect_stderr(BesideTable(human, console.file)):
        list(MatchTable(LIMIT, [human, Talker("Bob")]).play())
    seen = console.file.getvalue().splitlines()
    assert seen.count("well, well") == sum("well" in line for line in seen) == 4


def test_the_help_fits_a_narrow_terminal() -> None:
    console = Console(file=io.StringIO())
    keys: Any = None
    for asks in (LineAsks(console, input), KeyAsks(console, keys, 1.0)):
        assert max(map(len, asks.help.splitlines())) <= 60


def test_folding_and_what_others_do() -> None:
    hand, seen = sit_down(LIMIT, AlwaysRaise("Bob"), "c", "c", "f")
    assert hand.actions == (4, 0, 0, 2, -1)
    assert "Bob raises to 4" in seen
    assert "Bob bets 2" in seen


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("f", "nothing to call"),
        ("r 1", "'1' is not a legal amount: choose 2 to 98"),
        ("r 2x", "'2x' is not a legal amount"),
        ("?", "q  leave the table"),
        ("", "q  leave the table"),
        ("hello", "q  leave the table"),
    ],
)
def test_a_line_that_means_nothing_is_asked_again(line: str, said: str) -> None:
    hand, seen = sit_down(NO_LIMIT, AlwaysCall("Bob"), "c", line, "c", "c", "c")
    assert said in seen
    assert set(hand.actions) == {0}


def test_no_raise_where_none_is_possible() -> None:
    hand, seen = sit_down(LIMIT, AlwaysRaise("Bob"), "r", "r", *["c"] * 7)
    assert hand.actions == (4, 6, 8, 0, 0, 2, 0, 0, 4, 0, 0, 4, 0)
    assert "no raise is possible here" in seen


def test_leaving_is_no_forfeit() -> None:
    with pytest.raises(LeaveTableError):
        sit_down(LIMIT, AlwaysCall("Bob"), "c", "q")


def test_the_end_of_the_input_is_leaving() -> None:
    def nobody() -> str:
        raise EOFError

    console = Console(file=io.StringIO())
    table = MatchTable(LIMIT, [Human("me", console, LineAsks(console, nobody)), AlwaysCall("Bob")])
    with pytest.raises(LeaveTableError):
        list(table.play())


def test_what_the_table_looks_like() -> None:
    match = Match(table_rules(3, betting="no-limit"), (100,) * 3, deals=1, seed=1)
    console = Console(file=io.StringIO(), width=60)
    lines = iter(["c", "r 10", "c", "a"])
    human = Human("me", console, LineAsks(console, lambda: next(lines)))
    list(MatchTable(match, [AlwaysCall("[b]Ann"), human, AlwaysCall("Bob")]).play())
    assert isinstance(console.file, io.StringIO)
    seen = [line.rstrip() for line in console.file.getvalue().splitlines()]
    assert seen == LOOKS.splitlines()


LOOKS = """
hand 1 ─────────────────────────────────────────────────────
  SB   [b]Ann   99  posts 1
  BB   you      98  posts 2
  BTN  Bob     100
you hold 7♠ Q♥
  Bob calls 2 · [b]Ann calls 1
pot 6 · behind: [b]Ann 98, you 98, Bob 98
c check · r raise to 4–100 · ? help
  you check
flop 3♦ 6♠ 5♥ · you hold 7♠ Q♥
  [b]Ann checks
pot 6 · behind: [b]Ann 98, you 98, Bob 98
c check · r bet 2–98 · ? help
  you bet 10 · Bob calls 10 · [b]Ann calls 10
turn 3♦ 6♠ 5♥ 4♥ · you hold 7♠ Q♥
  [b]Ann checks
pot 36 · behind: [b]Ann 88, you 88, Bob 88
c check · r bet 2–88 · ? help
  you check · Bob checks
river 3♦ 6♠ 5♥ 4♥ 8♥ · you hold 7♠ Q♥
  [b]Ann checks
pot 36 · behind: [b]Ann 88, you 88, Bob 88
c check · r bet 2–88 · ? help
  you bet 88, all in · Bob calls 88, all in
  [b]Ann calls 88, all in
  [b]Ann shows J♣ A♥ high card, ace (AJ865)
  you show 7♠ Q♥ straight, eight high (87654)
  Bob shows 7♦ K♣ straight, eight high (87654)
you +50 · Bob +50 · total +50 after 1 hand
"""


def test_omaha_has_no_low_and_only_the_pot_may_be_raised() -> None:
    rules = table_rules(2, game="omaha", betting="pot-limit")
    lines = ["r 99", "r 6", "c", "c", "c"]
    hand, seen = sit_down(Match(rules, (200, 200), deals=1, seed=3), AlwaysCall("Bob"), *lines)
    assert "choose 4 to 6" in seen
    assert hand.actions[:3] == (CALL, 6, CALL)
    assert len(hand.hole_cards[0] or ()) == 4
    assert "low" not in seen


def test_both_halves_of_a_split_game_are_named() -> None:
    match = Match(table_rules(2, game="omaha8"), (100, 100), deals=30, seed=1)
    console = Console(file=io.StringIO(), width=100)
    human = Human("me", console, LineAsks(console, lambda: "c"))
    list(MatchTable(match, [human, AlwaysCall("Bob")]).play())
    assert isinstance(console.file, io.StringIO)
    seen = console.file.getvalue()
    assert ", low " in seen
    assert "after 30 hands" in seen
    hands = [part for part in seen.split("hand ") if " shows " in part]
    halves = [re.search(r"^  (high.*)$", hand, re.MULTILINE) for hand in hands]
    assert all(halves)
    assert {half[1] for half in halves if half} >= {
        "high: you · low: Bob",
        "high: Bob · low: you",
        "high: you · no low",
        "high and low: Bob",
    }
    for hand, half in zip(hands, halves, strict=True):  # who wins more than half has won chips
        if half and half[1] == "high and low: you":
            assert "you +" in hand


def test_a_check_does_not_call() -> None:
    _, seen = sit_down(LIMIT, AlwaysRaise("Bob"), "k", "f")
    assert "you cannot check a bet: c calls 2, f folds" in seen
