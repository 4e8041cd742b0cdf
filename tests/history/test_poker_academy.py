"""Poker Academy text: hands that are known, damaged hands, and anything at all."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import Deck
from railbird.errors import HistoryError, InputError
from railbird.history import write_hands
from railbird.history.formats.base import Line, Problem, UnreadableHandError, read_file
from railbird.history.formats.poker_academy.format import PokerAcademyFormat
from railbird.table import CALL, FOLD, Hand, Rules, State, finish, table_rules
from railbird.table.rules import NO_CAP
from tests.naive.poker_academy import write_poker_academy

FORMAT = PokerAcademyFormat()
BOARD = (0, 3, 4, 5, 5)
GAMES = [
    table_rules(2, small_blind=50, big_blind=100),
    table_rules(4, small_blind=50, big_blind=100),
    table_rules(3, small_blind=100, big_blind=200, ante=25),
    table_rules(2, betting="no-limit", small_blind=50, big_blind=100),
    table_rules(6, betting="no-limit", small_blind=100, big_blind=200, ante=10),
    table_rules(10, betting="pot-limit", small_blind=25, big_blind=50),
]


def played(seed: int, rules: Rules, *, deep: bool = False) -> Hand:
    """A random hand with the board as far as it was dealt."""
    rng = random.Random(seed)
    least = 100_000 if deep else 1_000
    stacks = tuple(50 * rng.randint(least // 50, 200_000 // 50) for _ in range(rules.players))
    state = State(rules, stacks)
    while not state.is_over:
        actions = state.legal_actions()
        state.apply(rng.choice([a for a in actions if a != FOLD or rng.random() < 0.3] or actions))
    deck = Deck(seed=seed)
    last = state.actions[-1][0]
    return finish(
        Hand(
            rules=rules,
            stacks=stacks,
            players=tuple(f"Bot {p} wins*" if p == 1 else f"Bot{p}" for p in range(rules.players)),
            hole_cards=tuple(deck.deal(2) for _ in range(rules.players)),
            board=deck.deal(5)[: 5 if state.showdown else BOARD[last]],
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0,) * rules.players,
            number=str(130_725 + seed),
            table="One Bot Vs Another",
            when=datetime(2011, 5, 7, 12, seed % 60, 20),
            chip="0.01 USD",
            seats=tuple(range(2, rules.players + 2)),
        )
    )


def numbered(text: str) -> list[Line]:
    return list(enumerate(text.split("\n"), 1))


def read(text: str) -> Hand:
    (lines,) = FORMAT.split(iter(numbered(text)))
    return FORMAT.read(lines)


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: f"{r.betting}-{r.players}")
@pytest.mark.parametrize("deep", [True, False])
def test_known_hands_are_read(rules: Rules, deep: bool) -> None:
    for seed in range(60):
        hand = played(seed, rules, deep=deep)
        glued = write_poker_academy(hand, glue=seed % 2 == 0, away="David" if seed % 3 else None)
        assert read(glued) == hand


SAMPLE = """\
Poker Academy Pro #1,001
Limit Texas Holdem ($1/$2)
Table A vs B
May 07, 2011 - 12:41:20 (BST)

 1} Watcher      (sitting out)
 5) Ann *     $1,000  3h 2c
 6) Bob *x    $1,000.50  Ah 4h

Ann posts small blind $0.50
Bob *x posts big blind $1
Ann calls $0.50
Bob *x bets $1
Ann calls $1

FLOP:  Kd Js 2s
Bob *x checks
Ann bets $1
Bob *x folds

Ann wins $4 uncontested

******************************
"""


def test_a_sample() -> None:
    hand = read(SAMPLE)
    assert hand.players == ("Bob *x", "Ann")
    assert hand.stacks == (100_050, 100_000)
    assert hand.rules == table_rules(2, small_blind=50, big_blind=100)
    assert hand.actions == (CALL, 200, CALL, CALL, 100, FOLD)
    assert hand.payoffs == hand.computed_payoffs() == (-200, 200)
    assert [str(card) for card in hand.board] == ["Kd", "Js", "2s"]
    assert (hand.number, hand.table, hand.chip) == ("1001", "A vs B", "0.01 USD")
    assert hand.when == datetime(2011, 5, 7, 12, 41, 20)
    assert (hand.seats, hand.table_size) == ((6, 5), 0)


def test_cards_that_are_hidden() -> None:
    hand = read(SAMPLE.replace("  Ah 4h", "").replace("  3h 2c", "  ? ?"))
    assert hand.hole_cards == (None, None)


def test_more_than_four_bets_are_read_without_a_cap() -> None:
    rules = replace(GAMES[0], cap=NO_CAP)
    actions = (200, 300, 400, 500, 600, 700, FOLD)
    hand = finish(replace(played(1, rules, deep=True), actions=actions, board=()))
    assert read(write_poker_academy(hand)) == hand


def test_missing_chips_are_rake_up_to_a_tenth() -> None:
    hand = read(SAMPLE.replace("wins $4 ", "wins $3.80 "))
    assert (hand.payoffs, hand.rake) == ((-200, 180), 20)
    with pytest.raises(UnreadableHandError, match="300 cents are won from a pot of 400"):
        read(SAMPLE.replace("wins $4 ", "wins $3 "))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("Limit Texas Holdem", "Limit Omaha", 2, "is not known"),
        ("$1,000  3h", "$1,00  3h", 7, "is not a seat"),
        ("3h 2c", "3h 22", 7, "is not a card"),
        ("Ann *  ", "Ann    ", 9, "needs a dealer"),
        ("Bob *x bets $1\n", "Bob *x bats $1\n", 13, "cannot be read"),
        ("Ann calls $1\n", "", 16, "pre-flop betting is not over"),
        ("Ann calls $1\n", "Ann calls $2\n", 14, "other than the bet"),
        ("Bob *x checks\n", "", 17, "it is Bob"),
        ("Ann bets $1\n", "Ann bets $2\n", 18, "other than the bet"),
        ("Ann bets $1\n", "Ann checks\n", 19, "when the betting is over"),
        ("Js 2s", "Js", 16, "does not continue"),
        ("FLOP:", "TURN:", 16, "does not continue"),
        ("Bob *x folds", "", 22, "betting is not over"),
        ("Ann wins $4 uncontested\n", "", 21, "nobody wins"),
    ],
)
def test_damage_is_reported_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    assert old in SAMPLE
    with pytest.raises(UnreadableHandError, match=reason) as caught:
        read(SAMPLE.replace(old, new, 1))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "changes", "ignored"),
    [
        ("#1,001", "#", {"number": ""}, []),
        ("May 07", "November 24", {"when": datetime(2011, 11, 24, 12, 41, 20)}, []),
        ("May 07", "Mai 07", {"when": None}, ["times"]),
        ("May 07", "May 47", {"when": None}, ["times"]),
        ("May 07, 2011 - 12:41:20 (BST)", "yesterday", {"when": None}, ["lines"]),
        ("May 07, 2011 - 12:41:20 (BST)\n", "", {"when": None}, []),
        ("Table A", "Tisch A", {"table": ""}, ["lines"]),
        ("Table A vs B\n", "", {"table": ""}, []),
        ("Ann calls $1\n", "Ann calls $1\nAnn says hello\nA dog barks\n", {}, ["lines"] * 2),
    ],
)
def test_a_hand_is_not_lost_for_its_label(
    old: str, new: str, changes: dict[str, object], ignored: list[str]
) -> None:
    assert old in SAMPLE
    (lines,) = FORMAT.split(iter(numbered(SAMPLE.replace(old, new, 1))))
    told: list[str] = []
    assert FORMAT.read(lines, told.append) == replace(read(SAMPLE), **changes)  # type: ignore[arg-type]
    assert told == ignored


def test_what_is_wrong_first_is_reported() -> None:
    text = SAMPLE.replace("Ann calls $1\n", "Ann calls $2\n").replace("Js 2s", "Js 22")
    with pytest.raises(UnreadableHandError, match="other than the bet") as caught:
        read(text)
    assert caught.value.line == 14


def test_the_same_betting_with_other_stacks() -> None:
    """Known betting is taken for what it was only while nobody is all in."""
    raised = SAMPLE.replace("Ann bets $1\n", "Ann bets $1\nBob *x raises $1\nAnn calls $1\n")
    text = raised.replace("Bob *x folds\n\nAnn wins $4 ", "\nAnn wins $8 ")
    with pytest.raises(UnreadableHandError, match="flop betting is not over"):
        read(text)
    hand = read(text.replace("$1,000.50", "$4"))
    assert (hand.stacks, hand.payoffs) == ((400, 100_000), (-400, 400))
    with pytest.raises(UnreadableHandError, match="does not have enough chips"):
        read(text.replace("$1,000.50", "$3.50"))


@pytest.mark.parametrize("name", ["RIVERboat", "FLOP:"])
def test_a_player_named_like_a_street(name: str) -> None:
    assert read(SAMPLE.replace("Ann", name)).players == ("Bob *x", name)


def test_the_rest_is_read(tmp_path: Path) -> None:
    hands = [played(seed, GAMES[seed % 3]) for seed in range(4)]
    texts = [write_poker_academy(hand) for hand in hands]
    texts[1] = texts[1].replace(" posts big blind", " posts a big blind")
    texts[3] = texts[3][: len(texts[3]) // 2]
    path = tmp_path / "log.txt"
    path.write_text("some words\n\n" + "".join(texts), encoding="utf-8")
    problems: list[Problem] = []
    assert list(read_file(path, [FORMAT], on_problem=problems.append)) == [hands[0], hands[2]]
    assert len(problems) == 2
    line = problems[0].line
    assert "posts a big blind" in path.read_text("utf-8").split("\n")[line - 1]
    assert "posts a big blind" in problems[0].reason


def test_other_formats_are_not_recognised() -> None:
    assert FORMAT.recognises(SAMPLE)
    assert not FORMAT.recognises("PokerStars Hand #1: Hold'em")


def test_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match="can be read but not written: choose railbird, acpc"):
        write_hands(tmp_path / "hands.txt", [read(SAMPLE)], format="poker-academy")
    assert not list(tmp_path.iterdir())


MUTATED = [write_poker_academy(played(seed, GAMES[seed % len(GAMES)])) for seed in range(12)]


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(MUTATED),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.text(max_size=4)), max_size=4),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=3),
)
def test_any_text_is_read_or_refused(
    text: str, edits: list[tuple[float, int, str]], swaps: list[tuple[float, float]]
) -> None:
    for where, cut, new in edits:
        at = int(where * len(text))
        text = text[:at] + new + text[at + cut :]
    lines = text.split("\n")
    for one, other in swaps:
        i, j = int(one * (len(lines) - 1)), int(other * (len(lines) - 1))
        lines[i], lines[j] = lines[j], lines[i]
    for group in FORMAT.split(iter(enumerate(lines, 1))):
        try:
            hand = FORMAT.read(group)
            hand.replay()
        except InputError:
            pass
        else:
            assert sum(hand.payoffs) == -hand.rake
