"""Texts of the Winning network in both forms."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.history.formats.winning.format import WinningFormat
from railbird.table import CALL, FOLD
from tests.history.rooms import read_all, read_one

FORMAT = WinningFormat()

NEW = """\
Hand #9001 - Holdem(No Limit) - $0.50/$1.00 - 2020/02/03 04:05:06 UTC
Lake Ann 6-max Seat #3 is the button
Seat 1: Ann ($100.00)
Seat 2: Bob B ($80.00)
Seat 3: Cyd ($50.00)
Seat 5: Away ($10.00) is sitting out
Ann posts the small blind $0.50
Bob B posts the big blind $1.00
*** HOLE CARDS ***
Dealt to Bob B [9s 9c]
Cyd raises $3.00 to $3.00
Ann folds
Bob B calls $2.00
*** FLOP *** [9d 2c 3h]
Main pot $6.20 | Rake $0.30
Bob B checks
Cyd bets $47.00 and is all-in
Bob B calls $47.00
*** TURN *** [9d 2c 3h] [Kd]
*** RIVER *** [9d 2c 3h Kd] [4s]
*** SHOW DOWN ***
Bob B shows [9s 9c] (three of a kind, Nines [9s 9c 9d Kd 4s])
Cyd shows [As Ad] (a pair of Aces [As Ad Kd 9d 4s])
Bob B collected $98.50 from main pot
*** SUMMARY ***
Total pot $98.50 | Rake $1.50 | JP Fee $0.50
Board [9d 2c 3h Kd 4s]
Seat 1: Ann (small blind) folded on the Pre-Flop
Seat 2: Bob B (big blind) showed [9s 9c] and won $98.50 with three of a kind
Seat 3: Cyd (button) showed [As Ad] and lost with a pair of Aces
"""

WALK = """\
Game Hand #9002 - $500 GTD Tournament #77 - Omaha H/L(Pot Limit) - Level 3 \
(50.00/100.00)- 2021/02/03 04:05:06 UTC
Table '4' 8-max Seat #1 is the button
Seat 1: Ann (1500.00)
Seat 2: Bob (2000.00)
Ann posts ante 10.00
Bob posts ante 10.00
Ann posts the small blind 50.00
Bob posts the big blind 100.00
*** HOLE CARDS ***
Main pot 20.00
Dealt to Bob [9s 9c 2d 3d]
Ann folds
Bob does not show
*** SUMMARY ***
Total pot 170.00
Seat 1: Ann (small blind) folded on the Pre-Flop
Seat 2: Bob did not show and won 170.00
"""

OLD = """\
Game started at: 2015/1/2 3:4:5
Game ID: 9003 {stakes} (PRR) {table} ({game})
Seat 3 is the button
Seat 1: Ann (100).
Seat 2: Bob B (80.50).
Seat 3: Cyd (50).
Player Ann has small blind ({small})
Player Bob B has big blind ({big})
Player Ann received a card.
Player Bob B received card: [10s]
Player Bob B received card: [9c]
{actions}------ Summary ------
{result}Game ended at: 2015/1/2 3:5:5
"""

OLD_CASH = OLD.format(
    stakes="0.50/1",
    table="Lake",
    game="Hold'em",
    small="0.50",
    big="1",
    actions="""\
Player Cyd raises (3)
Player Ann is timed out.
Player Ann folds
Player Bob B raises (9)
Player Cyd allin (47)
Player Bob B calls (40)
*** FLOP ***: [10d 2c 3h]
*** TURN ***: [10d 2c 3h] [Kd]
*** RIVER ***: [10d 2c 3h Kd] [4s]
""",
    result="""\
Pot: 99.50. Rake 0.76. JP fee 0.24
Board: [10d 2c 3h Kd 4s]
Player Ann does not show cards.Bets: 0.50. Collects: 0. Loses: 0.50.
*Player Bob B shows: One pair of 10s [10s 9c]. Bets: 50. Collects: 99.50. Wins: 49.50.
Player Cyd mucks (does not show: [8s 8d]). Bets: 50. Collects: 0. Loses: 50.
""",
)


def test_a_hand_of_the_new_form() -> None:
    hand = read_one(FORMAT, NEW)
    assert hand.players == ("Ann", "Bob B", "Cyd")
    assert hand.payoffs == (-50, 4850, -5000)
    assert hand.rake == 200
    assert hand.hero == 1
    assert hand.hole_cards == (None, parse_cards("9s 9c"), parse_cards("As Ad"))
    assert (hand.chip, hand.table, hand.table_size) == ("0.01 USD", "Lake Ann", 0)
    assert hand.when == datetime(2020, 2, 3, 4, 5, 6, tzinfo=UTC)


def test_who_wins_without_a_showdown_is_named_in_the_summary_only() -> None:
    hand = read_one(FORMAT, WALK)
    assert hand.rules.game == "omaha8"
    assert hand.rules.betting == "pot-limit"
    assert dict(zip(hand.players, hand.payoffs, strict=True)) == {"Ann": -60, "Bob": 60}
    assert hand.tournament is not None
    assert hand.tournament.number == "77"
    assert hand.tournament.level == "3"


def test_a_hand_of_the_old_form() -> None:
    hand = read_one(FORMAT, OLD_CASH)
    assert hand.payoffs == (-50, 4950, -5000)
    assert hand.rake == 100
    assert hand.rules.betting == "no-limit"
    assert hand.actions == (300, FOLD, 1000, 5000, CALL)
    assert hand.hole_cards == (None, parse_cards("Ts 9c"), parse_cards("8s 8d"))


def test_the_big_blind_tells_the_betting_of_the_old_form() -> None:
    text = OLD.format(
        stakes="1/2",
        table="Lake",
        game="Hold'em",
        small="0.50",
        big="1",
        actions="Player Cyd folds\nPlayer Ann raises (1.50)\nPlayer Bob B folds\n"
        "Uncalled bet (1) returned to Ann\nPlayer Ann mucks cards\n",
        result="Pot: 2. Rake 0\n*Player Ann mucks (does not show cards). "
        "Bets: 1. Collects: 2. Wins: 1.\n",
    )
    hand = read_one(FORMAT, text)
    assert hand.rules.betting == "limit"
    assert hand.rules.bets == (100, 100, 200, 200)
    assert hand.payoffs == (100, -100, 0)


def test_a_capped_table() -> None:
    text = OLD_CASH.replace("allin (47)", "caps (27)").replace("calls (40)", "calls (20)")
    text = text.replace("Pot: 99.50", "Pot: 59.50").replace("Collects: 99.50", "Collects: 59.50")
    hand = read_one(FORMAT, text)
    assert hand.rules.stake_cap == 3000
    assert hand.payoffs == (-50, 2950, -3000)


def test_a_player_who_loses_the_connection_is_all_in() -> None:
    text = OLD.format(
        stakes="0.50/1",
        table="Lake",
        game="Hold'em",
        small="0.50",
        big="1",
        actions="""\
Player Cyd calls (1)
Player Ann calls (0.50)
Player Bob B checks
*** FLOP ***: [10d 2c 3h]
Player Ann checks
Player Bob B bets (2)
Player Cyd is disconnected and ALL IN.
Player Cyd allin
Player Ann folds
Uncalled bet (2) returned to Bob B
*** TURN ***: [10d 2c 3h] [Kd]
*** RIVER ***: [10d 2c 3h Kd] [4s]
""",
        result="""\
Pot: 3. Rake 0
*Player Bob B shows: One pair of 10s [10s 9c]. Bets: 1. Collects: 3. Wins: 2.
Player Cyd shows: One pair of 8s [8s 8d]. Bets: 1. Collects: 0. Loses: 1.
""",
    )
    hand = read_one(FORMAT, text)
    assert hand.payoffs == (-100, 200, -100)
    assert hand.stacks == (10000, 8050, 100)


def test_a_player_without_a_name_has_the_seat_that_is_left() -> None:
    text = OLD_CASH.replace("Player Cyd ", "Player  ")
    assert read_one(FORMAT, text).payoffs == (-50, 4950, -5000)
    with pytest.raises(InputError, match="without a name"):
        read_one(FORMAT, text.replace("Seat 3: Cyd (50).\n", ""))


def test_play_money_and_tournaments_have_other_chips() -> None:
    play = OLD_CASH.replace("(PRR) Lake", "PM Hold`em 1/2")
    assert read_one(FORMAT, play).chip == "0.01"
    text = OLD.format(
        stakes="5/10",
        table="Lake",
        game="Hold'em",
        small="5",
        big="10",
        actions="Player Cyd folds\nPlayer Ann folds\n",
        result="Pot: 15\n*Player Bob B mucks (does not show cards). "
        "Bets: 10. Collects: 15. Wins: 5.\n",
    ).replace("80.50", "80")
    hand = read_one(FORMAT, text.replace("(PRR) Lake", "$2.20 Turbo, Table 3"))
    assert (hand.chip, hand.payoffs) == ("", (-5, 5, 0))
    assert hand.tournament is not None
    assert (hand.tournament.buy_in, hand.tournament.currency) == (220, "USD")
    assert hand.tournament.name == "$2.20 Turbo"
    hand = read_one(FORMAT, text.replace("(PRR) Lake", "$50K GTD Satellite, Table 3"))
    assert hand.tournament is not None
    assert hand.tournament.buy_in == 0


def test_hands_one_after_the_other_and_damage() -> None:
    assert len(read_all(FORMAT, NEW + "\n\n" + WALK + OLD_CASH)) == 3
    with pytest.raises(InputError, match="cut off"):
        read_one(FORMAT, NEW.partition("*** SUMMARY")[0])
    with pytest.raises(InputError, match="add up"):
        read_one(FORMAT, NEW.replace("collected $98.50", "collected $97.50"))
    with pytest.raises(InputError, match="is a game that railbird does not know"):
        read_one(FORMAT, OLD_CASH.replace("(Hold'em)", "(Six Plus Hold'em)"))
