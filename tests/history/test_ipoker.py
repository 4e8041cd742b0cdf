"""iPoker's XML, whole and not."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.history.formats.ipoker import IPokerFormat
from railbird.table import CALL, FOLD
from railbird.table.tournament import Finish, Rebuy
from tests.history.rooms import read_all, read_one

FORMAT = IPokerFormat()

SESSION = """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="1">
 <general>
  <gametype>{kind}</gametype>
  <tablename>Lake, 4711</tablename>
  <currency>EUR</currency>
  <nickname>Bob &amp; B</nickname>
{more} </general>
"""
GAME = """\
 <game gamecode="55">
  <general>
   <startdate>2013-07-27 21:56:06</startdate>
   <players>
    <player seat="1" name="Ann" chips="€100" dealer="0" win="{ann}" bet="{paid}"/>
    <player seat="2" name="" chips="€0" dealer="0" win="€0" bet="€0"/>
    <player seat="3" name="Bob &amp; B" chips="€80.50" dealer="0" win="{bob}" bet="€6"/>
    <player seat="8" name="Cyd" chips="€50" dealer="1" win="€0" bet="€0"/>
   </players>
  </general>
  <round no="0">
   <action no="1" player="Ann" type="1" sum="€0.50"/><action no="2" player="Bob &amp; B" \
type="2" sum="€1"/>
  </round>
  <round no="1">
   <cards type="Pocket" player="Ann">X X</cards><action no="4" player="Ann" type="23" sum="€3"/>
   <cards type="Pocket" player="Bob &amp; B">S10 C9</cards>
   <action no="5" player="Bob &amp; B" type="3" sum="€2"/>
   <action no="3" player="Cyd" type="0" sum="€0"/>
  </round>
  <round no="2"><cards type="Flop" player="">D10 C2 H3</cards>
   <action no="7" player="Bob &amp; B" type="5" sum="€3"/>
   <action no="6" player="Ann" type="4" sum="€0"/>
   <action no="8" player="Ann" type="0" sum="€0"/>
  </round>
 </game>"""
CASH = SESSION.format(kind="Holdem NL €0.50/€1", more="")
OLD = GAME.format(ann="€0", bob="€8.70", paid="€3")


def test_a_hand_is_read_in_the_order_of_the_numbers() -> None:
    hand = read_one(FORMAT, CASH + OLD + "</session>")
    assert hand.players == ("Ann", "Bob & B", "Cyd")
    assert hand.actions == (FOLD, 300, CALL, CALL, 300, FOLD)
    assert hand.payoffs == (-300, 270, 0)
    assert hand.rake == 30
    assert hand.hero == 1
    assert hand.hole_cards[1] == parse_cards("Ts 9c")
    assert (hand.chip, hand.number, hand.table) == ("0.01 EUR", "55", "Lake, 4711")
    assert hand.when == datetime(2013, 7, 27, 21, 56, 6)


def test_later_files_leave_out_the_bet_that_nobody_called() -> None:
    text = CASH + GAME.format(ann="€0", bob="€5.70", paid="€3.50")  # the bet counts the blind twice
    hand = read_one(FORMAT, text)
    assert hand.payoffs == (-300, 270, 0)
    assert hand.rake == 30


def test_a_session_may_be_cut_off_and_have_games_in_one_line() -> None:
    text = CASH + OLD + OLD.replace('"55"', '"56"').replace("\n", " ")
    assert [hand.number for hand in read_all(FORMAT, text)] == ["55", "56"]
    with pytest.raises(InputError, match="cut off"):
        read_one(FORMAT, text.partition('<round no="1">')[0])


def test_a_limit_table_may_name_its_blinds_or_its_bets() -> None:
    game = OLD.replace('"€3"', '"€2"').replace(
        '"€2"/>\n   <action no="3"', '"€1"/>\n   <action no="3"'
    )
    game = game.replace('type="5" sum="€2"', 'type="5" sum="€1"')
    game = game.replace("€8.70", "€4.90").replace('bet="€6"', 'bet="€3"')
    for kind in ("Holdem L €1/€2", "LH 1/2 x2 Limit €0.50/€1"):
        hand = read_one(FORMAT, SESSION.format(kind=kind, more="") + game)
        assert hand.rules.bets == (100, 100, 200, 200)
        assert hand.payoffs == (-200, 190, 0)


def test_a_player_without_a_connection_is_all_in() -> None:
    game = OLD.replace('type="0" sum="€0"/>\n  </round>\n </game>', 'type="7" sum="DP"/>\n </game>')
    game = game.replace(
        'no="8" player="Ann" type="0" sum="€0"', 'no="8" player="Ann" type="7" sum="DP"'
    )
    game = game.replace('   <action no="7" player="Bob &amp; B" type="5" sum="€3"/>\n', "")
    hand = read_one(FORMAT, CASH + game.replace("€8.70", "€5.70").replace('bet="€6"', 'bet="€3"'))
    assert hand.stacks[0] == 300


@pytest.mark.parametrize(
    ("total", "rebuys"),
    [("", ()), ("€10", ()), ("€28", (Rebuy(1, 1800),)), ("Join[ €9 + €1 ]", ())],
)
def test_a_tournament_and_the_place_of_the_hero(total: str, rebuys: tuple[Rebuy, ...]) -> None:
    more = (
        "  <tournamentname>Daily</tournamentname><place>1 007</place>"
        f"<buyin>€9+€1</buyin><totalbuyin>{total}</totalbuyin><win>€2.50</win>\n"
    )
    session = SESSION.format(kind="Omaha PL", more=more)
    game = (
        OLD.replace("S10 C9", "S10 C9 C8 C7").replace("X X", "DA DK DQ DJ").replace("€80.50", "6")
    )
    game = game.replace("0.50", "1").replace('sum="€1"', 'sum="2"').replace("€", "")
    game = game.replace('type="1" sum="2"', 'type="1" sum="1"').replace('sum="3"', 'sum="6"')
    game = game.replace('type="3" sum="2"', 'type="7" sum="4"').replace('win="8.70"', 'win="0"')
    game = game.replace('win="0" bet="3"', 'win="12" bet="6"').partition('   <action no="7"')[0]
    game += '<cards type="Turn">HA</cards><cards type="River">SA</cards>'
    hand = read_one(
        FORMAT, session + game.replace('sum="1"/><action no="2"', 'sum="1"/><action no="2"')
    )
    assert hand.payoffs == (6, -6, 0)
    assert hand.tournament is not None
    assert (hand.tournament.number, hand.tournament.buy_in, hand.tournament.fee) == (
        "4711",
        900,
        100,
    )
    assert hand.tournament.finishes == (Finish(1, 1007, 250),)
    assert hand.tournament.rebuys == rebuys


def test_other_games_are_refused() -> None:
    with pytest.raises(InputError, match="5 Card Omaha is a game"):
        read_one(FORMAT, CASH.replace("Holdem", "5 Card Omaha") + OLD)


def test_a_price_in_the_name_is_no_number_of_a_tournament() -> None:
    """Two events of one name are two tournaments."""
    more = "  <tournamentname>€3,500 GP</tournamentname><buyin>€9+€1</buyin>\n"
    numbers = []
    for table in ("€3,500 GP, 942927853", "Table 4 €3,500 GP 942927999", "€3,500 GP"):
        session = SESSION.format(kind="Holdem NL", more=more).replace("Lake, 4711", table)
        chips = re.sub(r"€([0-9.]+)", lambda found: f"{100 * float(found[1]):.0f}", OLD)
        hand = read_one(FORMAT, session + chips.replace('"870"', '"900"'))
        assert hand.tournament is not None
        numbers.append(hand.tournament.number)
    assert numbers == ["942927853", "942927999", ""]
