"""Poker hand history files."""

from __future__ import annotations

import gzip
import warnings
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.cards.card import parse_cards
from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.formats.base import Problem, read_file
from railbird.history.formats.phh.format import PhhFormat
from railbird.table import Betting, Hand, Rules, State, table_rules

from .played import random_hand

TEXT = """# a hand
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, 300]
actions = [
  "d dh p1 AcKc",  # a comment
  "d dh p2 ????",
  "d dh p3 QcQh",
  "p3 cbr 6", "p1 cc # and another", "p2 f",
  "d db 2c3c4d",
  "p1 cc", "p3 cbr 10", "p1 f",
]
players = ["anna", "bert", "carl"]
hand = 5
"""


def read_text(text: str) -> list[Hand]:
    form = PhhFormat()
    return [form.read(group) for group in form.split(iter(list(enumerate(text.splitlines(), 1))))]


def dealt(seed: int, rules: Rules) -> Hand:
    """A random hand with no more board cards than were dealt."""
    hand = random_hand(seed, rules=rules)
    state = hand.replay()
    last = 3 if state.showdown else state.actions[-1][0]
    return replace(hand, board=hand.board[: (0, 3, 4, 5)[last]])


KINDS: tuple[tuple[str, Betting], ...] = (
    ("holdem", "limit"),
    ("holdem", "no-limit"),
    ("omaha", "pot-limit"),
    ("omaha8", "limit"),
)
GAMES = [
    table_rules(players, game=game, betting=betting, ante=ante, big_blind_ante=big_ante)
    for players in (2, 3, 6, 9)
    for game, betting in KINDS
    for ante, big_ante in ((0, 0), (1, 0), (0, 2))
]


def test_a_hand_is_read() -> None:
    (hand,) = read_text(TEXT)
    assert hand.rules == table_rules(3, betting="no-limit")
    assert hand.actions == (6, 0, -1, 0, 10, -1)
    assert hand.hole_cards[1] is None
    assert hand.payoffs == (-6, -2, 8)
    assert (hand.number, hand.players) == ("5", ("anna", "bert", "carl"))


def test_heads_up_the_button_has_the_small_blind() -> None:
    text = """variant = 'FT'
antes = [0, 3]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [inf, inf]
actions = ['p2 f']
"""
    (hand,) = read_text(text)
    assert hand.rules.blinds == (2, 1)
    assert hand.rules.antes == (3, 0)
    assert hand.rules.first == (1, 0, 0, 0)
    assert hand.stacks == (UNLIMITED, UNLIMITED)
    assert hand.payoffs == (1, -1)


def test_straddles_and_posts() -> None:
    straddle = TEXT.replace("[1, 2, 0]", "[1, 2, 4]").replace('"p3 cbr 6", "p1 cc', '"p1 cc')
    straddle = straddle.replace('"p2 f",', '"p2 f", "p3 cc",')
    (hand,) = read_text(straddle)
    assert hand.rules.first[0] == 0
    post = TEXT.replace("[1, 2, 0]", "[1, 2, -2]")
    (hand,) = read_text(post)
    assert (hand.rules.first[0], hand.rules.blinds) == (2, (1, 2, 2))
    assert read_text(PhhFormat().write(hand)) == [hand]


def test_decimals_are_scaled() -> None:
    text = TEXT.replace("[1, 2, 0]", "[1, 2.00, 0]") + 'currency = "USD"\n'
    (hand,) = read_text(text)
    assert hand.chip == "0.01 USD"
    assert hand.rules.blinds == (100, 200, 0)
    assert hand.payoffs == (-600, -200, 800)
    assert read_text(PhhFormat().write(hand)) == [hand]


def test_stated_payoffs_and_rake() -> None:
    (hand,) = read_text(TEXT + "finishing_stacks = [94, 198, 307]\n")
    assert (hand.payoffs, hand.rake) == ((-6, -2, 7), 1)
    (same,) = read_text(TEXT + "winnings = [0, 0, 13]\n")
    assert same == hand
    with pytest.raises(InputError, match="more chips"):
        read_text(TEXT + "finishing_stacks = [94, 198, 309]\n")


def test_a_hidden_showdown_needs_stated_payoffs() -> None:
    text = TEXT.replace(
        '"p1 f"', '"p1 cc", "d db 8h", "p1 cc", "p3 cc", "d db Jd", "p1 cc", "p3 cc"'
    )
    (hand,) = read_text(text)
    assert hand.payoffs == (-16, -2, 18)
    hidden = text.replace("QcQh", "????")
    with pytest.raises(InputError, match="payoffs unknown"):
        read_text(hidden)
    (shown,) = read_text(hidden.replace('"p3 cc",\n]', '"p3 cc", "p3 sm QcQh",\n]'))
    assert shown == hand


def test_time_and_table() -> None:
    more = "time = 12:30:15\nday = 3\nmonth = 4\nyear = 2023\ntable = 7\n"
    (hand,) = read_text(TEXT + more)
    assert (hand.when, hand.table) == (datetime(2023, 4, 3, 12, 30, 15), "7")
    (hand,) = read_text(TEXT + more + 'time_zone = "UTC"\n')
    assert hand.when == datetime(2023, 4, 3, 12, 30, 15, tzinfo=UTC)


def test_more_raises_than_usual_widen_the_cap() -> None:
    raises = ", ".join(f'"p{2 - i % 2} cbr {4 + 2 * i}"' for i in range(6))
    text = f"""variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = [{raises}, 'p2 f']
"""
    (hand,) = read_text(text)
    assert hand.rules.cap == (-1, -1, -1, -1)
    assert read_text(PhhFormat().write(hand)) == [hand]


@pytest.mark.parametrize("rules", GAMES)
def test_written_hands_read_back(rules: Rules) -> None:
    form = PhhFormat()
    hands = [dealt(seed, rules) for seed in range(4)] + [random_hand(5, rules=rules)]
    unknown = replace(hands[0], hole_cards=(None,) * rules.players, number='a "\\b', when=None)
    odd = replace(hands[1], chip="1/2", table="", number="")
    cents = replace(hands[2], chip="0.01 USD", payoffs=hands[2].payoffs)
    hands += [
        unknown,
        odd,
        cents,
        replace(odd, rules=replace(rules, cap_heads_up=False, cap=(9,) * 4)),
    ]
    assert read_text("".join(map(form.write, hands))) == hands
    assert read_text("".join(map(form.writer(), hands))) == hands


@pytest.mark.parametrize("rules", GAMES)
def test_pokerkit_gives_the_same_payoffs(rules: Rules) -> None:
    kit: Any = pytest.importorskip("pokerkit")
    for seed in range(4):
        hand = dealt(seed, rules)
        text = "".join(
            line + "\n"
            for line in PhhFormat().write(hand).splitlines()
            if not line.startswith(("_", "finishing"))
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            history = kit.HandHistory.loads(text)
            *_, end = history
        assert tuple(end.payoffs) == hand.payoffs, seed


def test_unlimited_stacks_are_inf() -> None:
    rules = table_rules(2)
    state = State(rules, (UNLIMITED, UNLIMITED))
    for action in (4, 0, 0, 0, 0, 0, 0, 0):
        state.apply(action)
    hand = Hand(
        rules=rules,
        stacks=(UNLIMITED, UNLIMITED),
        players=("a", "b"),
        hole_cards=(None, parse_cards("AcAd")),
        board=parse_cards("2c3c4c5d9h"),
        actions=tuple(action for _, _, action in state.actions),
        payoffs=(-4, 3),
        rake=1,
    )
    text = PhhFormat().write(hand)
    assert "starting_stacks = [inf, inf]" in text
    assert read_text(text) == [hand]


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        (table_rules(2, betting="pot-limit"), "pot-limit"),
        (table_rules(3, bets=(2, 4, 4, 4)), "bets"),
        (replace(table_rules(3), first=(2, 1, 0, 0)), "first to act"),
    ],
)
def test_what_has_no_place_is_named(rules: Rules, what: str) -> None:
    with pytest.raises(CannotHoldError, match=what):
        PhhFormat().write(random_hand(1, rules=rules))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"NT"', '"F7S"', 17, "'F7S' is not known"),
        ('"NT"', '"NS"', 17, "'NS' is not known"),
        ('"p2 f"', '"p1 f"', 17, "turn of p2"),
        ('"p2 f"', '"p2 x"', 17, "not known in this game"),
        ('"d db 2c3c4d",', "", 17, "board cards"),
        ("2c3c4d", "2c3c3c", 17, "twice"),
        ("2c3c4d", "2c3cQh", 17, "twice"),
        ("2c3c4d", "2c3c??", 17, "not known"),
        ("cbr 6", "cbr 3", 17, "4 to 300"),
        ("cbr 6", "cbr six", 17, "not an amount"),
        (', "p1 f"', "", 17, "not over"),
        ("min_bet = 2", "min_bet = true", 17, "not an amount"),
        ("min_bet = 2", "", 17, "min_bet is missing"),
        ("[1, 2, 0]", "[1, 2]", 17, "3 amounts"),
        ("[100, 200, 300]", "[100, 200, nan]", 17, "amount"),
        ("[100, 200, 300]", "[100, 200, 1e99]", 17, "amount"),
        ("min_bet = 2", "min_bet = = 2", 20, "not TOML"),
    ],
)
def test_bad_hands_are_passed_over(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    file = tmp_path / "hands.phhs.gz"
    good = TEXT.removeprefix("# a hand\n")
    with gzip.open(file, "wt") as packed:
        packed.write(f"[1]\n{good}[2]\n{good.replace(old, new)}[3]\n{good}")
    problems: list[Problem] = []
    hands = list(read_file(file, [PhhFormat()], on_problem=problems.append))
    assert len(hands) == 2
    assert len(problems) == 1
    assert reason in problems[0].reason
    assert problems[0].line in (line, line + 1)


@given(st.text(), st.integers(0, len(TEXT)), st.integers(0, 8))
def test_any_text_is_read_or_refused(text: str, at: int, gone: int) -> None:
    form = PhhFormat()
    for tried in (text, "variant=" + text, TEXT[:at] + text + TEXT[at + gone :]):
        form.recognises(tried)
        for group in form.split(iter(list(enumerate(tried.splitlines(), 1)))):
            with suppress(InputError):
                form.read(group)


@given(
    st.sampled_from(
        ["antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions", "hand"]
    ),
    st.sampled_from(
        ["1e400", "-1", "[[]]", "{a=1}", "inf", "-inf", "''", "[true]", "07:32:00", "[1e9, 2, -3]"]
    ),
)
def test_any_value_is_read_or_refused(key: str, value: str) -> None:
    plain = TEXT.replace("# a comment", "").replace("\n  ", " ").replace(",\n]", "]")
    lines = [f"{key} = {value}" if line.startswith(key) else line for line in plain.splitlines()]
    with suppress(InputError):
        read_text("\n".join(lines))
