"""Hands that PokerTracker exported, in the forms of four rooms."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.history.formats.pokertracker.format import PokerTrackerFormat
from railbird.table import CALL, FOLD
from railbird.table.tournament import Finish
from tests.history.rooms import read_all, read_one

FORMAT = PokerTrackerFormat()

IPOKER = """\
GAME #71 Version:18.9.3.4 Uncalled:Y Texas Hold'em NL €0.50/€1 2019-01-03 11:56:34/GMT
Table Lake
Seat 1: Ann (€100.00 in chips) DEALER
Seat 3: Bob B (€1,080.00 in chips)
Seat 5: Cyd (€50.00 in chips)
Seat 6: Dan (€50.00 in chips)
Bob B: Post SB €0.50
Cyd: Post BB €1.00
Dan: Post BB €1.50
*** HOLE CARDS ***
Dealt to Cyd [H10 CA]
Dan: Check
Ann: Raise (NF) €3.00
Bob B: Fold
Cyd: Call €2.00
Dan: Fold
*** FLOP *** [DJ SQ C8]
Cyd: Check
Ann: Bet €4.00
Cyd: Call €4.00
*** TURN *** [S3]
Ann: Check
Cyd: Check
*** RIVER *** [C10]
Cyd: Bet €10.00
Ann: Fold
*** SUMMARY ***
Total pot €15.50 Rake €0.50
Ann: Shows [D9 X]
Cyd: wins €15.50
"""
ARCHIVE = """\
GAME #72: Omaha 50/100 - 2013-08-01 22:16:18
Table Lake (Heads Up)
Server poker2.example.com

Seat 3: Ann ($10,000.00 in chips)
Seat 8: Bob ($10,000.00 in chips)

Bob: SB $50.00
Ann: BB $100.00
*** HOLE CARDS ***
Dealt to Ann [C7 SQ HJ CK]
Bob: Raise to $250.00
Ann: Call $200.00
*** FLOP *** [C6 DK D7]
Ann: Check
Bob: Bet $300.00
Ann: Fold
*** SUMMARY ***
Total pot $898.00 Rake $2.00
Bob: wins $898.00
"""
MERGE = """\
MERGE_GAME #42: Holdem NL Tournament 11/02/2011 21:16:13
Table $2 Turbo, 4711 (Tournament: $2 Turbo, 4711 Buy-In: $2+$0.20)
Seat 1: Ann ($1,275.00 in chips) DEALER
Seat 2: Bob ($8,109.00 in chips)
Ann: Post Ante $25.00
Bob: Post Ante $25.00
Ann: Post SB $125.00
Bob: Post BB $250.00
*** HOLE CARDS ***
Dealt to Bob [9d 4c]
Ann: Allin $1,275.00
Bob: Call $1,150.00
*** FLOP *** [9h 5s Qc]
*** TURN *** [6c]
*** RIVER *** [Jd]
*** SUMMARY ***
Ann: Shows [6s 2h]
Bob: Shows [9d 4c]
Bob: wins $2,850.00
"""
MICROGAMING = """\
** Game ID 73{version} starting - 2013-05-28 16:44:14
** Deal 2 - €5K Max [Hold'em] (0.50|1 NL - € Cash Game seats:6 badbeat ) Real Money

- Ann sitting in seat 1 with €100.00{ann} [Dealer]
- Bob B sitting in seat 2 with €80.00{bob}
- Out sitting in seat 3 with €80.00{out} [Sitting out]

Ann posted the small blind - €0.50
Bob B posted the big blind - €1.00
** Dealing card to Bob B: A of c, 10 of d
Ann raised - {to}
Bob B called - {call}
** Dealing the flop: 6 of s, 10 of h, 6 of c
Bob B checked
Ann bet - €3.00
Bob B folded
Ann mucks:
Ann wins €8.70 from the main pot

End of game 73
"""
EVEREST = """\
EverestPoker Game #74: Tourney ID: 4711, Table 4711-0 - 50/100 - No Limit Hold'em - 09:01:24 \
- 2011/11/02
Seat 1: Ann ($1,170.00)
Seat 2: Bob B ($680.00)
Seat 3: Cyd ($1,305.00)
Bob B posts the small blind of $50.00
Cyd posts the big blind of $100.00
Ann posts the dead blind of $100.00
The button is in seat #1
*** HOLE CARDS ***
Dealt to Cyd [Ad 9h]
Ann raises to $300.00
Bob B raises to $680.00, and is all-in
Cyd folds
Ann calls $380.00
Bob B shows [4s 4c]
*** FLOP *** [Ah 9d 9s]
*** TURN *** [3d]
*** RIVER *** [10c]
*** SUMMARY ***
Ann shows [Ac 8c]
Ann collects $1,460.00
Bob B finished in place 7 and won 0,03 €
"""


def test_ipoker_with_a_missed_blind() -> None:
    hand = read_one(FORMAT, IPOKER)
    assert hand.players == ("Bob B", "Cyd", "Dan", "Ann")
    assert hand.payoffs == (-50, 850, -150, -700)
    assert hand.rake == 50
    assert hand.rules.blinds == (50, 100, 100, 0)
    assert hand.rules.antes == (0, 0, 50, 0)
    assert hand.hole_cards[1] == parse_cards("Th Ac")
    assert (hand.hero, hand.chip, hand.number) == (1, "0.01 EUR", "71")
    assert hand.when == datetime(2019, 1, 3, 11, 56, 34, tzinfo=UTC)


def test_the_archive_of_ipoker_raises_by_what_it_says_it_raises_to() -> None:
    hand = read_one(FORMAT, ARCHIVE)
    assert hand.rules.betting == "pot-limit"
    assert hand.actions == (30000, CALL, CALL, 30000, FOLD)
    assert dict(zip(hand.players, hand.payoffs, strict=True)) == {"Ann": -30000, "Bob": 29800}


def test_merge_writes_stacks_after_the_posts() -> None:
    hand = read_one(FORMAT, MERGE)
    assert dict(zip(hand.players, hand.stacks, strict=True)) == {"Ann": 1425, "Bob": 8384}
    assert dict(zip(hand.players, hand.payoffs, strict=True)) == {"Ann": -1425, "Bob": 1425}
    assert hand.when == datetime(2011, 11, 2, 21, 16, 13)
    assert hand.tournament is not None
    assert (hand.tournament.number, hand.tournament.buy_in, hand.tournament.fee) == (
        "4711",
        200,
        20,
    )


@pytest.mark.parametrize("version", ["", " Version:3"])
def test_microgaming_with_and_without_a_version(version: str) -> None:
    ends = {"ann": "", "bob": "", "out": ""}
    amounts = {"to": "€3.00", "call": "€3.00"}
    if version:
        ends = {"ann": " at end €102.70", "bob": " at end €77.00", "out": " at end €80.00"}
        amounts = {"to": "€2.50", "call": "€2.00"}
    hand = read_one(FORMAT, MICROGAMING.format(version=version, **ends, **amounts))
    assert dict(zip(hand.players, hand.payoffs, strict=True)) == {"Ann": 270, "Bob B": -300}
    assert hand.rake == 30
    assert hand.actions == (300, CALL, CALL, 300, FOLD)


def test_everest_with_a_short_all_in_and_a_place() -> None:
    hand = read_one(FORMAT, EVEREST)
    assert hand.players == ("Bob B", "Cyd", "Ann")
    assert hand.payoffs == (-680, -100, 780)
    assert hand.rules.blinds == (50, 100, 100)
    assert hand.tournament is not None
    assert hand.tournament.finishes == (Finish(0, 7, 3),)


def test_damage() -> None:
    assert len(read_all(FORMAT, "\ufeff" + IPOKER + "\n\n" + ARCHIVE + MERGE + EVEREST)) == 4
    for text in (IPOKER, MERGE, EVEREST):
        with pytest.raises(InputError, match="cut off"):
            read_one(FORMAT, text.partition("*** SUMMARY")[0])
        with pytest.raises(InputError, match="not the beginning of a hand of hold'em"):
            read_one(FORMAT, text.replace("old'em", "orse").replace("oldem", "orse"))
    with pytest.raises(InputError, match="add up"):
        read_one(FORMAT, IPOKER.replace("wins €15.50", "wins €16.50"))
