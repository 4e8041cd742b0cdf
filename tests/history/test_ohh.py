"""Open Hand History: other programs' objects, and our own hands written and read back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from railbird.cards import parse_cards
from railbird.errors import CannotHoldError, InputError
from railbird.history.files import read_hands, write_hands
from railbird.history.formats.ohh.format import OpenHandHistoryFormat
from railbird.history.formats.pokerstars.format import PokerStarsFormat
from railbird.table import CALL, FOLD, Hand, table_rules
from railbird.table.tournament import Bounty, Finish, TournamentTable
from tests.history.played import random_hand
from tests.history.pokerstars_samples import DEAD_BLINDS, HEADS_UP, OMAHA, POT_LIMIT_OMAHA, RAKED
from tests.history.rooms import read_all, read_one

FORMAT = OpenHandHistoryFormat()


def action(player: int, what: str, amount: float = 0, **more: Any) -> dict[str, Any]:
    return {"player_id": player, "action": what, "amount": amount, "is_allin": False, **more}


def game(*, raised: float) -> dict[str, Any]:
    """A hand in which the small blind raises to 3 dollars, which is 2.50 more."""
    preflop = [
        action(7, "Post SB", 0.5),
        action(9, "Post BB", 1),
        action(7, "Dealt Cards", cards=["Ah", "Kh"]),
        action(7, "Raise", raised),
        action(9, "Call", 2.00),
    ]
    flop = [action(9, "Bet", 5), action(7, "Fold")]
    return {
        "spec_version": "1.4.6",
        "game_type": "Holdem",
        "table_name": "Lake",
        "table_size": 6,
        "game_number": "42",
        "start_date_utc": "2024-02-02T20:17:51Z",
        "currency": "USD",
        "small_blind_amount": 0.50,
        "big_blind_amount": 1,
        "bet_limit": {"bet_cap": 0, "bet_type": "NL"},
        "dealer_seat": 2,
        "hero_player_id": 7,
        "players": [
            {"id": 7, "name": "Hero", "seat": 2, "starting_stack": 100},
            {"id": 9, "name": "Bob", "seat": 5, "starting_stack": 80.25},
            {"id": 3, "name": "Out", "seat": 6, "starting_stack": 1, "is_sitting_out": True},
        ],
        "rounds": [
            {"id": 0, "street": "Preflop", "actions": preflop},
            {"id": 1, "street": "Flop", "cards": ["Tc", "9c", "8c"], "actions": flop},
        ],
        "pots": [{"amount": 6, "rake": 0.3, "player_wins": [{"player_id": 9, "win_amount": 5.70}]}],
    }


@pytest.mark.parametrize("raised", [2.5, 3])
def test_an_object_of_another_program(raised: float) -> None:
    hand = read_one(FORMAT, json.dumps({"ohh": game(raised=raised)}, indent=1))
    assert hand.players == ("Bob", "Hero")
    assert hand.actions == (300, CALL, 500, FOLD)
    assert hand.payoffs == (270, -300)
    assert (hand.rake, hand.hero, hand.chip) == (30, 1, "0.01 USD")
    assert hand.hole_cards == (None, parse_cards("Ah Kh"))
    assert hand.when == datetime(2024, 2, 2, 20, 17, 51, tzinfo=UTC)
    assert (hand.number, hand.table, hand.seats) == ("42", "Lake", (5, 2))


def test_objects_one_after_the_other_with_and_without_empty_lines() -> None:
    line, long = ({"ohh": game(raised=2.5)},) * 2
    text = json.dumps(line) + "\n" + json.dumps(line) + "\n\n" + json.dumps(long, indent=2) + "\n\n"
    assert len(read_all(FORMAT, text + json.dumps(line))) == 4


@pytest.mark.parametrize("text", [HEADS_UP, RAKED, OMAHA, POT_LIMIT_OMAHA, DEAD_BLINDS])
def test_hands_of_a_room_are_kept(text: str) -> None:
    stars = PokerStarsFormat()
    for lines in stars.split(iter(enumerate(text.split("\n"), 1))):
        hand = stars.read(lines)
        assert read_one(FORMAT, FORMAT.write(FORMAT.fit(hand))) == FORMAT.fit(hand)
        assert replace(FORMAT.fit(hand), tournament=hand.tournament) == hand


def test_a_tournament_without_its_level_and_places(tmp_path: Path) -> None:
    about = TournamentTable(
        "77", name="Daily", buy_in=500, bounty=250, fee=50, currency="USD", bounties=(Bounty(1, 9),)
    )
    hand = replace(random_hand(4, rules=table_rules(3, betting="no-limit")), tournament=about)
    hand = FORMAT.fit(replace(hand, chip=""))
    assert hand.tournament == about
    ended = replace(hand, tournament=replace(about, level="IV", finishes=(Finish(0, 3, 0),)))
    assert FORMAT.fit(ended).tournament == about
    ignored: list[str] = []
    write_hands(tmp_path / "t.ohh", [ended], format="ohh", ignore=ignored.append)
    assert ignored == ["details of tournaments"]
    assert list(read_hands(tmp_path / "t.ohh")) == [hand]


def test_straddles_caps_and_money_of_the_house() -> None:
    rules = table_rules(4, betting="no-limit", small_blind=50, big_blind=100)
    rules = replace(rules, blinds=(50, 100, 200, 0), first=(3, 0, 0, 0), stake_cap=3000)
    hand = Hand(
        rules=rules,
        stacks=(9000,) * 4,
        players=("a", "b", "c", "d"),
        hole_cards=(None,) * 4,
        board=(),
        actions=(3000, FOLD, FOLD, FOLD),
        payoffs=(-50, -100, -200, 450),
        added=100,
    )
    assert FORMAT.fit(hand) is hand
    assert '"bet_cap":3000' in FORMAT.write(hand)


def test_a_hand_that_was_run_twice(tmp_path: Path) -> None:
    hand = Hand(
        rules=table_rules(2, betting="no-limit"),
        stacks=(100, 100),
        players=("a", "b"),
        hole_cards=(parse_cards("As Ad"), parse_cards("Ks Kd")),
        board=parse_cards("2c 3c 4c 5h 9h"),
        actions=(CALL, CALL, 98, CALL),
        payoffs=(0, 0),
        run_outs=(parse_cards("2c 3c 4c 6h Kh"),),
    )
    write_hands(tmp_path / "twice.ohh", [hand], format="ohh")
    assert list(read_hands(tmp_path / "twice.ohh")) == [hand]


def test_what_cannot_be_read_or_written() -> None:
    good = game(raised=2.5)
    for change, reason in (
        ({"game_type": "Stud"}, "Stud is a game that railbird does not know"),
        ({"pots": [{"amount": 6, "player_wins": [{"player_id": 9, "win_amount": 9}]}]}, "add up"),
        ({"players": []}, "not a hand of Open Hand History"),
        ({"rounds": [{"street": "Preflop", "actions": [action(7, "Dance")]}]}, "'Dance'"),
        ({"players": [{**good["players"][0], "starting_stack": "1e99"}]}, "is not an amount"),
    ):
        with pytest.raises(InputError, match=reason):
            read_one(FORMAT, json.dumps({"ohh": good | change}))
    hand = read_one(FORMAT, json.dumps({"ohh": good}))
    with pytest.raises(CannotHoldError, match="payoffs"):
        FORMAT.write(replace(hand, payoffs=(7, 7)))
    odd = replace(hand, rules=replace(hand.rules, first=(1, 1, 1, 1)))
    with pytest.raises(CannotHoldError):
        FORMAT.write(odd)
