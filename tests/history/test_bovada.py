"""Texts of Bovada, Ignition and Bodog."""

from __future__ import annotations

from datetime import datetime

import pytest

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.history.formats.bovada.format import BovadaFormat
from railbird.table.tournament import Bounty, Finish
from tests.history.rooms import read_all, read_one

FORMAT = BovadaFormat()

CASH = """\
Ignition Hand #501 TBL#77 HOLDEM No Limit - 2016-08-09 12:41:32
Seat 1: Small Blind ($50.50 in chips)
Seat 4: Big Blind [ME] ($50 in chips)
Seat 6: Dealer ($1,049.25 in chips)
Dealer : Set dealer [6]
Small Blind : Small Blind $0.25
Big Blind  [ME] : Big blind $0.50
*** HOLE CARDS ***
Small Blind : Card dealt to a spot [9c Th]
Big Blind  [ME] : Card dealt to a spot [9d 9s]
Dealer : Card dealt to a spot [4c Kd]
Dealer : Raises $1.50 to $1.50
Small Blind : Folds(timeout)
Big Blind  [ME] : Calls $1
*** FLOP *** [Kc 9h 2s]
Big Blind  [ME] : Checks
Dealer : Bets $2
Big Blind  [ME] : All-in(raise) $48.50 to $48.50
Table enter user
Dealer : Calls $46.50
*** TURN *** [Kc 9h 2s] [3s]
*** RIVER *** [Kc 9h 2s 3s] [3d]
Dealer : Showdown [Kd Kc 3s 3d 9h] (Two pair)
Big Blind  [ME] : Showdown [9d 9s 9h 3s 3d] (Full House)
Big Blind  [ME] : Hand result $98.25
*** SUMMARY ***
Total Pot($100.25)
Board [Kc 9h 2s 3s 3d]
Seat+1: Small Blind Folded before the FLOP
Seat+4: Big Blind $98.25  with Full House [9d 9s-9d 9s 9h 3s 3d]
Seat+6: Dealer lost with Two pair [4c Kd-Kd Kc 3s 3d 9h]
"""
UNMARKED = """\
Bodog Hand #502 TBL#78 HOLDEM Fixed Limit - 2012-05-22 14:54:12
Seat 1: Dealer ($41 in chips)
Seat 3: Small Blind ($85 in chips)
Seat 5: Big Blind [ME] ($252 in chips)
Dealer : Set dealer/Bring in spot [1]
Small Blind : Ante/Small Blind $1
Big Blind  [ME] : Big blind/Bring in $2
*** HOLE CARDS ***
Dealer : Folds
Small Blind : Raises $4
Big Blind  [ME] : Calls $2
Small Blind : Bets $2
Big Blind  [ME] : Calls $2
Small Blind : Checks
Big Blind  [ME] : Bets $4
Small Blind : Calls $4
Small Blind : Checks
Big Blind  [ME] : Checks
Small Blind : Hand result $19.50
*** SUMMARY ***
Total Pot($20) | Rake ($0.50)
Board [2s Qh 5c 5s Kd]
"""
TOURNAMENT = """\
Bovada Hand #503: HOLDEM Tournament #88 TBL#2, Turbo- Level 7 (75/150) [MVS] - 2021-04-22 01:42:48 \
UTC
Table Info: Version: 1, Type: MVS, Stakes: 75-150, Buyin: $25+$2.50, TableType: MTT
Seat 65: UTG (2,000 in chips)
Seat 17: Small Blind (1,000 in chips)
Seat 146: Big Blind [ME] (3,000 in chips)
UTG : Ante chip 15
Small Blind : Ante chip 15
Big Blind [ME] : Ante chip 15
Small Blind : Small blind 75
Big Blind [ME] : Big blind 150
*** HOLE CARDS ***
UTG : Card dealt to a spot [2d As]
Big Blind [ME] : Card dealt to a spot [Qd Qc]
UTG : Fold(Blind Disconnected)
Small Blind : All-in 910
Small Blind : All-in 910
Big Blind [ME] : Call 835
*** FLOP *** [Jd 6s 4c]
*** TURN *** [Jd 6s 4c] [3s]
*** RIVER *** [Jd 6s 4c 3s] [Jc]
Big Blind [ME] : Hand Result 2015
Big Blind [ME] : Hand Result 2015
Big Blind [ME] : BOUNTY PRIZE [$5]
Small Blind : Ranking 9
Small Blind : Prize Cash [$60]
Small Blind : Stand
*** SUMMARY ***
Total Pot(2015)
Board [Jd 6s 4c 3s Jc]
"""


def test_a_cash_hand_shows_the_cards_of_all() -> None:
    hand = read_one(FORMAT, CASH)
    assert hand.players == ("Seat 1", "Hero", "Seat 6")
    assert hand.seats == (1, 4, 6)
    assert hand.hero == 1
    assert hand.hole_cards == tuple(map(parse_cards, ("9c Th", "9d 9s", "4c Kd")))
    assert hand.payoffs == (-25, 4825, -5000)
    assert hand.rake == 200
    assert (hand.rules.blinds, hand.chip, hand.table) == ((25, 50, 0), "0.01 USD", "77")
    assert hand.when == datetime(2016, 8, 9, 12, 41, 32)


def test_old_texts_do_not_say_when_a_street_is_dealt() -> None:
    hand = read_one(FORMAT, UNMARKED)
    assert hand.rules.bets == (200, 200, 400, 400)
    assert hand.board == parse_cards("2s Qh 5c 5s Kd")
    assert hand.payoffs == (950, -1000, 0)
    streets = [street for street, _, _ in hand.replay().actions]
    assert streets == [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]
    with pytest.raises(InputError, match="add up"):
        read_one(FORMAT, UNMARKED.replace("result $19.50", "result $18.50"))


def test_a_tournament_with_a_dead_button_and_repeated_lines() -> None:
    hand = read_one(FORMAT, TOURNAMENT)
    assert hand.players == ("Seat 17", "Hero", "Seat 65")
    assert hand.payoffs == (-1000, 1015, -15)
    assert hand.tournament is not None
    assert (hand.tournament.number, hand.tournament.level) == ("88", "7")
    assert (hand.tournament.buy_in, hand.tournament.fee) == (2500, 250)
    assert hand.tournament.finishes == (Finish(0, 9, 6000),)
    assert hand.tournament.bounties == (Bounty(1, 500),)


def test_a_last_chip_may_go_into_the_ante_or_the_blind() -> None:
    text = TOURNAMENT.replace("Seat 65: UTG (2,000", "Seat 65: UTG (15")
    text = text.replace("UTG : Ante chip 15", "UTG : All-in 15").replace(
        "UTG : Fold(Blind Disconnected)\n", ""
    )
    assert read_one(FORMAT, text).stacks[2] == 15
    text = CASH.replace("Big Blind [ME] ($50 in", "Big Blind [ME] ($0.30 in")
    text = text.replace(": Big blind $0.50", ": All-in $0.30")
    text = (
        text.partition("Dealer : Raises")[0]
        + """\
Dealer : Folds
Small Blind : Calls $0.25
Small Blind : Return uncalled portion of bet $0.20
*** FLOP *** [Kc 9h 2s]
*** TURN *** [Kc 9h 2s] [3s]
*** RIVER *** [Kc 9h 2s 3s] [3d]
Big Blind  [ME] : Hand result $0.60
*** SUMMARY ***
Total Pot($0.60)
"""
    )
    hand = read_one(FORMAT, text)
    assert (hand.rules.blinds, hand.payoffs) == ((25, 50, 0), (-30, 30, 0))


def test_a_header_within_a_line_and_a_hand_without_an_end() -> None:
    text = "\ufeff" + CASH.partition("*** TURN")[0] + "Dealer : Rais" + CASH
    problems = []
    groups = list(FORMAT.split(iter(enumerate(text.split("\n"), 1))))
    for lines in groups:
        try:
            FORMAT.read(lines)
        except InputError as error:
            problems.append(str(error))
    assert len(groups) == 2
    assert len(problems) == 1
    assert "cut off" in problems[0]
    assert len(read_all(FORMAT, CASH + "\n" + UNMARKED + "\n" + TOURNAMENT)) == 3
