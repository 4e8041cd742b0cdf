"""PokerStars text as it was and is: what rooms allow, old texts, and all kinds of extras."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from railbird.errors import CannotHoldError
from railbird.history.files import read_hands, write_hands
from railbird.history.formats.base import UnreadableHandError
from railbird.history.formats.pokerstars.format import PokerStarsFormat
from railbird.history.formats.railbird import OwnFormat
from railbird.table import CALL, FOLD, Hand
from railbird.table.tournament import Bounty, Finish, TournamentTable
from tests.history.pokerstars_samples import TOURNAMENT

FORMAT, OWN = PokerStarsFormat(), OwnFormat()

CASH = """\
PokerStars Hand #7: Hold'em No Limit ($0.50/$1.00 USD) - 2012/05/01 10:00:00 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: But ($100 in chips)
Seat 2: Sam ($50 in chips)
Seat 4: Bea ($80 in chips)
Sam: posts small blind $0.50
Bea: posts big blind $1
*** HOLE CARDS ***
Dealt to But [Ah Kd]
"""
ALL_IN = """\
But: raises $99 to $100 and is all-in
Sam: calls $49.50 and is all-in
Bea: folds
Uncalled bet ($50) returned to But
"""


def read(text: str) -> Hand:
    (lines,) = FORMAT.split(iter(enumerate(text.split("\n"), 1)))
    hand = FORMAT.read(lines)
    assert sum(hand.payoffs) == hand.added - hand.rake
    hand.replay()
    assert OWN.read([(1, OWN.write(hand))]) == hand
    return hand


def test_a_fold_with_nothing_to_call_is_read() -> None:
    hand = read(
        CASH
        + """\
But: folds
Sam: calls $0.50
Bea: checks
*** FLOP *** [2c 3d 4h]
Sam: folds
Bea collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""
    )
    assert hand.rules.tolerant
    assert hand.actions == (FOLD, CALL, CALL, FOLD)
    assert hand.payoffs == (-100, 100, 0)
    assert read(FORMAT.write(hand)) == hand
    with pytest.raises(CannotHoldError, match="break the usual rules"):
        write_hands("/dev/null", [hand], format="phh")


def test_who_is_all_in_and_away_folds_no_more() -> None:
    text = CASH.replace("Sam ($50", "Sam ($0.50").replace("0.50\n", "0.50 and is all-in\n") + (
        """\
But: raises $2 to $3
Sam: folds
Bea: calls $2
*** FLOP *** [2c 3d 4h]
Bea: checks
But: bets $5
Bea: folds
Uncalled bet ($5) returned to But
*** TURN *** [2c 3d 4h] [5s]
*** RIVER *** [2c 3d 4h 5s] [6s]
But collected $5 from side pot
But collected $1.50 from main pot
*** SUMMARY ***
Total pot $6.50 Main pot $1.50. Side pot $5. | Rake $0
"""
    )
    assert read(text).payoffs == (-50, -300, 350)


def test_old_texts_do_not_say_that_a_bet_was_returned() -> None:
    text = (
        CASH
        + """\
But: raises $2 to $3
Sam: folds
Bea: folds
But collected $2.50 from pot
*** SUMMARY ***
Total pot $2.50 | Rake $0
"""
    )
    assert read(text).payoffs == (-50, -100, 150)
    with pytest.raises(UnreadableHandError, match=r"550 chips paid in.*240 collected.* missing"):
        read(
            text.replace("2.50 from", "2.40 from").replace("$2.50 |", "$2.40 |").replace("$3", "$4")
        )


def test_a_hand_that_is_run_twice() -> None:
    hand = read(
        CASH
        + ALL_IN
        + """\
*** FIRST FLOP *** [2c 3d 4h]
*** FIRST TURN *** [2c 3d 4h] [5s]
*** FIRST RIVER *** [2c 3d 4h 5s] [6s]
*** SECOND FLOP *** [7c 8d 9h]
*** SECOND TURN *** [7c 8d 9h] [Ts]
*** SECOND RIVER *** [7c 8d 9h Ts] [Js]
*** FIRST SHOW DOWN ***
Sam: shows [Ac Kc] (a straight)
But: shows [Ah Kd] (a straight)
But collected $24.75 from pot
Sam collected $24.75 from pot
*** SECOND SHOW DOWN ***
But collected $24.75 from pot
Sam collected $24.75 from pot
*** SUMMARY ***
Total pot $101 | Rake $2
Hand was run twice
"""
    )
    assert [len(board) for board in (hand.board, *hand.run_outs)] == [5, 5]
    assert hand.payoffs == (-50, -100, -50)
    assert hand.computed_payoffs() is None
    for name in ("pokerstars", "phh"):
        with pytest.raises(CannotHoldError, match="run more than once"):
            write_hands("/dev/null", [hand], format=name)


def test_the_second_board_may_share_the_flop() -> None:
    hand = read(
        CASH
        + """\
But: folds
Sam: calls $0.50
Bea: checks
*** FLOP *** [2c 3d 4h]
Sam: bets $49 and is all-in
Bea: calls $49
*** FIRST TURN *** [2c 3d 4h] [5s]
*** FIRST RIVER *** [2c 3d 4h 5s] [6s]
*** SECOND TURN *** [2c 3d 4h] [Ts]
*** SECOND RIVER *** [2c 3d 4h Ts] [Js]
Bea collected $50 from pot
Sam collected $50 from pot
*** SUMMARY ***
Total pot $100 | Rake $0
"""
    )
    assert hand.run_outs[0][:3] == hand.board[:3]
    assert len(hand.run_outs[0]) == 5


def test_a_straddle_is_a_blind_that_acts_last() -> None:
    text = CASH.replace("Bea: posts big blind $1\n", "Bea: posts big blind $1\nBut: straddle $2\n")
    text = text.replace("But: straddle", "But: posts straddle")
    hand = read(
        text
        + """\
Sam: calls $1.50
Bea: calls $1
But: checks
*** FLOP *** [2c 3d 4h]
Sam: bets $6
Bea: folds
But: folds
Uncalled bet ($6) returned to Sam
Sam collected $6 from pot
*** SUMMARY ***
Total pot $6 | Rake $0
"""
    )
    assert hand.rules.blinds == (50, 100, 200)
    assert hand.rules.big_blind == 100
    assert hand.payoffs == (400, -200, -200)


def test_a_capped_pot() -> None:
    text = CASH.replace("$1.00 USD", "$1.00 - $20 Cap -  USD")
    hand = read(
        text
        + """\
But: raises $19 to $20 and has reached the $20 cap
Sam: calls $19.50 and has reached the $20 cap
Bea: folds
*** FLOP *** [2c 3d 4h]
*** TURN *** [2c 3d 4h] [5s]
*** RIVER *** [2c 3d 4h 5s] [6s]
Sam: shows [Ac Kc] (a straight)
But: shows [Ah Kd] (a straight)
But collected $20.50 from pot
Sam collected $20.50 from pot
*** SUMMARY ***
Total pot $41 | Rake $0
"""
    )
    assert hand.rules.stake_cap == 2000
    assert hand.stacks == (5000, 8000, 10000)
    assert hand.payoffs == hand.computed_payoffs() == (50, -100, 50)


def test_a_hand_that_is_cashed_out() -> None:
    hand = read(
        CASH
        + ALL_IN
        + """\
*** FLOP *** [2c 3d 4h]
*** TURN *** [2c 3d 4h] [5s]
*** RIVER *** [2c 3d 4h 5s] [Ks]
Sam: shows [Qc Jc]
But: shows [Ah Kd] (a pair)
But collected $99 from pot
Sam cashed out the hand for $45.54 | Cash Out Fee $0.46
*** SUMMARY ***
Total pot $101 | Rake $2
"""
    )
    assert hand.payoffs == (-446, -100, 4900)
    assert hand.added == 4554
    with pytest.raises(CannotHoldError, match="what the house paid"):
        write_hands("/dev/null", [hand], format="pokerstars")


def test_a_cancelled_hand_says_so() -> None:
    with pytest.raises(UnreadableHandError, match="was cancelled"):
        read(CASH + "Hand cancelled\n*** SUMMARY ***\n")


def test_splashed_pots_of_a_room_with_the_same_form() -> None:
    hand = read(
        CASH.replace("PokerStars Hand", "Run It Once Poker Hand").replace("Table '", "Table ID '")
        + """\
STP added: $5.00
But: folds
Sam: folds
Bea collected $6.50 from pot
*** SUMMARY ***
Total pot $6.50 | Main pot $1.50 | STP $5.00 | Rake $0.00
"""
    )
    assert (hand.added, hand.rake, hand.payoffs) == (500, 0, (-50, 550, 0))


def test_what_a_text_says_of_a_tournament() -> None:
    text = TOURNAMENT.replace("$5.00+$0.50 USD", "$4.00+$1.00+$0.50 USD")
    winner = read(text).players[read(text).payoffs.index(max(read(text).payoffs))]
    loser = read(text).players[1]
    out = f"{loser} finished the tournament in 4th place"
    assert out in text
    text = text.replace(
        out, f"{winner} wins the $1 bounty for eliminating {loser}\n{out} and received $12.50."
    )
    hand = read(text)
    assert hand.tournament == TournamentTable(
        "77",
        buy_in=400,
        bounty=100,
        fee=50,
        currency="USD",
        level="IV",
        finishes=(Finish(1, 4, 1250),),
        bounties=(Bounty(hand.players.index(winner), 100),),
    )
    assert read(FORMAT.write(hand)) == hand
    for place, words in ((1, "1st"), (12, "12th"), (23, "23rd")):
        moved = replace(hand.tournament, finishes=(Finish(1, place, 0),))
        text = FORMAT.write(replace(hand, tournament=moved))
        assert f"finished the tournament in {words} place\n" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PokerStars Hand #7: Hold'em No Limit", "PokerStars Hand #7: {Club #5} Hold'em No Limit"),
        ("PokerStars Hand #7", "PokerStars Home Game Hand #7"),
        ("PokerStars Hand #7: Hold'em No Limit", "POKERSTARS GAME #7: HOLD'EM NO LIMIT"),
        ("No Limit (", "Pot Limit Pre-Flop, No Limit Post-Flop ("),
        ("10:00:00 ET", "15:00:00 WET [2012/05/01 10:00:00 ET]"),
        ("But ($100 in chips)", "But ($100 in chips, $5 bounty)"),
        ("Dealt to", "But has timed out while being disconnected\nDealt to"),
        ("Sam: folds\n", "Sam: folds \nSam leaves the table\n"),
        ("Table 'Vega' 6-max", "Table 'Vega' 6-max (Play Money)"),
        ("$100 in", "$100.00 in"),
    ],
)
def test_ways_to_say_the_same(old: str, new: str) -> None:
    text = (
        CASH
        + """\
But: folds
Sam: folds
Uncalled bet ($0.50) returned to Bea
Bea collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
"""
    )
    assert old in text
    assert read(text.replace(old, new, 1)) == read(text)


def test_who_is_away_may_miss_a_turn() -> None:
    text = CASH.replace("Dealt to", "Sam is disconnected\nDealt to")
    end = "Bea collected $1 from pot\n*** SUMMARY ***\nTotal pot $1 | Rake $0\n"
    assert read(f"{text}But: folds\n{end}").actions == (FOLD, FOLD)
    with pytest.raises(UnreadableHandError, match="cut off"):
        read(f"{CASH}But: folds\n{end}")


HEADS_UP_LOST = """\
PokerStars Hand #1: Tournament #7, $5+$0.50 USD Hold'em No Limit - Level I (10/20) - \
2012/03/04 05:06:07 ET
Table '7 1' 2-max Seat #1 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Bob (1500 in chips)
Ann: posts small blind 10
Bob: posts big blind 20
*** HOLE CARDS ***
Dealt to Bob [As Kd]
{played}Ann collected 40 from pot
*** SUMMARY ***
Total pot 40 | Rake 0
"""


@pytest.mark.parametrize(
    ("played", "actions"),
    [
        ("Ann: calls 10\nBob is disconnected\n", (CALL, FOLD)),
        (
            "Ann: calls 10\nBob: checks\n*** FLOP *** [2c 3c 4c]\nBob is disconnected\n",
            (CALL, CALL, FOLD),
        ),
        (
            (
                "Ann: raises 40 to 60\nBob is disconnected\nBob is being treated as all-in\n"
                "Uncalled bet (40) returned to Ann\n*** FLOP *** [2c 3c 4c]\n"
                "*** TURN *** [2c 3c 4c] [5d]\n*** RIVER *** [2c 3c 4c 5d] [9d]\n"
            ),
            (60,),
        ),
    ],
)
def test_heads_up_with_a_lost_connection(played: str, actions: tuple[int, ...]) -> None:
    hand = read(HEADS_UP_LOST.format(played=played))
    assert hand.actions == actions
    assert dict(zip(hand.players, hand.payoffs, strict=True)) == {"Ann": 20, "Bob": -20}


@pytest.mark.parametrize("game", ["Swap Hold'em", "6+ Hold'em", "5 Card Omaha"])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(UnreadableHandError, match="is a game that railbird does not know"):
        read(CASH.replace("Hold'em", game))


def test_a_file_of_windows_in_euros(tmp_path: Path) -> None:
    text = CASH.replace("$", "€").replace("USD", "EUR").replace("Bea", "Béa") + (
        "But: folds\nSam: folds\nBéa collected €1 from pot\n*** SUMMARY ***\n"
        "Total pot €1 | Rake €0\n"
    )
    hands: list[Hand] = []
    for encoding in ("utf-8-sig", "cp1252", "utf-16"):
        path = tmp_path / encoding
        path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
        hands += read_hands(path)
    assert [hand.players for hand in hands] == [("Sam", "Béa", "But")] * 3
    assert hands[0] == replace(hands[1]) == hands[2]


WON = """\
But: folds
Sam: folds
Uncalled bet ($0.50) returned to Bea
Bea collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
"""


@pytest.mark.parametrize(
    ("usual", "other"), [(" in chips", "\xa0in\xa0chips"), (": posts ", ":\xa0posts\u202f")]
)
def test_no_break_spaces_between_words(usual: str, other: str) -> None:
    assert read((CASH + WON).replace(usual, other)) == read(CASH + WON)


def test_stakes_in_crowns() -> None:
    hand = read((CASH + WON).replace("$", "kr").replace("USD", "SEK"))
    assert (hand.chip, hand.payoffs) == ("0.01 SEK", (-50, 50, 0))
