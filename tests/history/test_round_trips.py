"""What is exported reads back: hands of all games and bettings, with all kinds of labels."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.errors import CannotHoldError
from railbird.evaluate import GAMES
from railbird.history import read_hands, write_hands
from railbird.history.files import FORMATS, writable_format
from railbird.history.formats.base import WritableFormat
from railbird.history.formats.labels import LABELS
from railbird.table import Betting, Hand, Rules, table_rules
from railbird.table.rules import BETTINGS
from railbird.table.tournament import Bounty, Finish, TournamentTable
from tests.history.played import random_hand

NAMES = [known.name for known in FORMATS if isinstance(known, WritableFormat)]
EASY: dict[str, list[tuple[str, Betting]]] = {
    "railbird": [(game, betting) for game in GAMES for betting in BETTINGS],
    "acpc": [("holdem", "limit"), ("holdem", "no-limit")],
    "phh": [
        ("holdem", "limit"),
        ("holdem", "no-limit"),
        ("omaha", "pot-limit"),
        ("omaha8", "limit"),
    ],
    "pokerstars": [(game, betting) for game in GAMES for betting in BETTINGS],
    "ohh": [(game, betting) for game in GAMES for betting in BETTINGS],
    "one-line": [("holdem", "limit")],
}
"""The games and bettings that each format has a place for."""

TIMES = [
    None,
    datetime(2010, 11, 24, 13, 23, 3),
    datetime(2026, 1, 2, 3, 4, 5, 678_901, tzinfo=UTC),
    datetime(2026, 7, 2, 23, 4, 5, tzinfo=timezone(timedelta(hours=-4))),
]
TABLES = [
    "",
    "rules v hubot=poki, limit holdem 1/2, seed 5",
    "-",
    "It's 'here'",
    "two\nlines",
    "a\tb",
]
ODD = ["a:b", "c|d", "e\nf", "Ann", "Bob B.", "x: folds", "\ud800", "Édith", "[h] (i)", "j k l"]


def dealt(seed: int, rules: Rules) -> Hand:
    """A random hand with labels of all kinds, and no more board cards than were dealt."""
    rng = random.Random(seed)
    names = tuple(rng.sample(ODD, rules.players) if rng.random() < 0.5 else ODD[: rules.players])
    hand = random_hand(seed, rules=rules, names=names)
    state = hand.replay()
    last = 3 if state.showdown else state.actions[-1][0]
    seats = sorted(rng.sample(range(1, 11), rules.players))
    turn = rng.randrange(rules.players)
    return replace(
        hand,
        board=hand.board[: (0, 3, 4, 5)[last]],
        number=rng.choice(["", "17", "x 7", "RC-12"]),
        table=rng.choice(TABLES),
        when=rng.choice(TIMES),
        chip=rng.choice(["", "0.01 USD", "0.01 CHF", "1/2", "1 yen"]),
        hero=rng.choice([None, *range(rules.players)]),
        seats=tuple(seats[turn:] + seats[:turn]) if rng.random() < 0.7 else (),
        table_size=rng.choice([0, 0, 8, 10]),
    )


def test_a_side_pot_as_large_as_the_bet_that_nobody_called(tmp_path: Path) -> None:
    game, betting = EASY["ohh"][8 % len(EASY["ohh"])]
    hand = dealt(23434, table_rules(8, game=game, betting=betting))
    path = tmp_path / "hands.ohh"
    assert write_hands(path, [hand], format="ohh") == 1
    (back,) = read_hands(path)
    assert (back.payoffs, back.actions) == (hand.payoffs, hand.actions)


@pytest.mark.parametrize("form", NAMES)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 9), kind=st.integers(0, 8))
def test_only_labels_are_lost(
    tmp_path: Path, form: str, seed: int, players: int, kind: int
) -> None:
    game, betting = EASY[form][kind % len(EASY[form])]
    players = 2 if form == "one-line" else players
    rules = table_rules(players, game=game, betting=betting)
    hands = [dealt(seed + i, rules) for i in range(3)]
    changed: list[str] = []
    refused: list[CannotHoldError] = []
    path = tmp_path / "hands.gz"
    write_hands(path, hands, format=form, on_problem=refused.append, ignore=changed.append)
    if form == "one-line":  # where it matters that somebody ran out of chips
        assert all("runs out of chips" in str(error) for error in refused)
        hands = [hand for hand in hands if max(hand.stacks) > 10**9 or not any_all_in(hand)]
    elif form == "pokerstars":  # it would double the amounts
        assert all("the worth of its chips (1/2)" in str(error) for error in refused)
        hands = [hand for hand in hands if hand.chip != "1/2"]
    else:
        assert not refused
    back = list(read_hands(path)) if hands else []
    assert len(back) == len(hands)
    lost = []
    for hand, read in zip(hands, back, strict=True):
        for field in fields(Hand):
            if getattr(hand, field.name) != getattr(read, field.name):
                assert field.name in LABELS, field.name
                lost.append(LABELS[field.name])
        assert read.replay().paid == hand.replay().paid
    assert sorted(lost) == sorted(changed)
    if form == "railbird":
        assert back == hands


def any_all_in(hand: Hand) -> bool:
    return any(hand.replay().all_in)


PLAIN: dict[str, Any] = {"number": "17", "table": "", "chip": "", "when": None}


@pytest.mark.parametrize("form", ["railbird", "phh", "pokerstars", "ohh"])
@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_hero_seats_and_times_are_kept(tmp_path: Path, form: str, players: int) -> None:
    rules = table_rules(players, betting="no-limit")
    names = tuple(f"P{p}" for p in range(players))
    hands = [
        replace(
            dealt(seed, rules),
            players=names,
            number=str(seed),
            table="a table",
            chip="0.01 EUR",
            when=datetime(2026, 1, 2, 3, 4, seed, tzinfo=UTC),
        )
        for seed in range(12)
    ]
    changed: list[str] = []
    write_hands(tmp_path / "hands", hands, format=form, ignore=changed.append)
    assert not changed
    assert list(read_hands(tmp_path / "hands")) == hands


def test_every_cap_that_did_not_matter_may_change() -> None:
    rules = table_rules(2, cap=(1, 1, 1, 1), cap_heads_up=False)
    hand = replace(random_hand(1, rules=rules), actions=(-1,), board=(), **PLAIN)
    hand = replace(hand, payoffs=(1, -1))
    for form in ("pokerstars", "one-line", "acpc"):
        held = writable_format(form).fit(hand)
        assert held.rules.cap_heads_up
        assert held.actions == hand.actions


@pytest.mark.parametrize("form", NAMES)
def test_money_and_cards_refuse_a_hand(tmp_path: Path, form: str) -> None:
    hand = replace(random_hand(3), **PLAIN)
    torn = replace(hand, payoffs=(7, 7))
    if form == "railbird":
        return
    with pytest.raises(CannotHoldError):
        write_hands(tmp_path / "hands", [torn], format=form)
    assert not list(tmp_path.iterdir())


def test_pokerkit_reads_hero_and_seats() -> None:
    kit: Any = pytest.importorskip("pokerkit")
    hand = dealt(4, table_rules(3, betting="no-limit"))
    hand = replace(hand, players=("a", "b", "c"), seats=(4, 9, 2), table_size=8, hero=1, **PLAIN)
    history = kit.HandHistory.loads(writable_format("phh").write(hand))
    assert history.seats == [4, 9, 2]
    assert history.seat_count == 8
    assert history.user_defined_fields["_hero"] == 2
    *_, end = history
    assert tuple(end.payoffs) == hand.payoffs


def test_a_hand_of_a_tournament_stays_one_in_phh(tmp_path: Path) -> None:
    about = TournamentTable(
        "9",
        name='The "Big" one',
        buy_in=200,
        fee=20,
        currency="USD",
        level="IV",
        finishes=(Finish(1, 2138, 5),),
        bounties=(Bounty(0, 7),),
        heads=(3, 4),
        free=True,
    )
    hand = replace(random_hand(3), **PLAIN, tournament=about)
    changed: list[str] = []
    write_hands(tmp_path / "hands", [hand], format="phh", ignore=changed.append)
    assert list(read_hands(tmp_path / "hands")) == [hand]
    assert not changed
    text = (tmp_path / "hands").read_text()
    for old, new in (("[1, 2138, 5]", "[7, 1, 1]"), ("buy_in = 200", 'buy_in = "x"')):
        (tmp_path / "hands").write_text(text.replace(old, new))
        (back,) = read_hands(tmp_path / "hands", ignore=changed.append)
        assert back.tournament is None
        assert changed.pop() == "details of tournaments"
    history = pytest.importorskip("pokerkit").HandHistory.loads(text.partition("\n")[2])
    assert history.user_defined_fields["_tournament"]["number"] == "9"
    for form in ("acpc", "one-line"):
        write_hands(
            tmp_path / "other",
            [replace(hand, rules=hand.rules)],
            format=form,
            ignore=changed.append,
            on_problem=lambda _: None,
        )
    assert "tournaments: such hands read back as cash games" in changed
