"""What is written as PokerStars text or Open Hand History reads back as the same hands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from railbird.cards import parse_cards
from railbird.errors import CannotHoldError, HistoryError
from railbird.history.files import read_hands, write_hands
from railbird.history.formats.labels import check_play
from railbird.table import Hand
from railbird.table.tournament import Rebuy, TournamentTable
from tests.history.pokerstars_samples import DEAD_BLINDS, HEADS_UP, TOURNAMENT
from tests.history.test_bovada import TOURNAMENT as BOVADA
from tests.history.test_zones import read

UNPRICED = TOURNAMENT.replace(TOURNAMENT.partition("#77, ")[2].partition(" Hold'em")[0] + " ", "")


def back(tmp_path: Path, hand: Hand, form: str) -> Hand:
    path = tmp_path / "hands.txt"
    assert write_hands(path, [hand], format=form) == 1
    (found,) = read_hands(path)
    return found


@pytest.mark.parametrize("form", ["pokerstars", "ohh"])
@pytest.mark.parametrize(
    "text",
    [
        UNPRICED,
        UNPRICED.replace(" - Level IV", ""),
        TOURNAMENT.replace(" - Level IV", ""),
        BOVADA.replace(", Buyin: $25+$2.50", ""),
        BOVADA.replace("Tournament #88", "Tournament #8-x"),
    ],
)
def test_a_tournament_stays_one(tmp_path: Path, text: str, form: str) -> None:
    hand = read(text)
    assert hand.tournament is not None
    found = back(tmp_path, hand, form)
    assert found.tournament is not None
    assert found.tournament.number == hand.tournament.number
    assert (found.table, found.payoffs, found.chip) == (hand.table, hand.payoffs, "")
    assert "None" not in hand.table


def test_a_tournament_that_only_the_hand_knows_of_is_written(tmp_path: Path) -> None:
    about = TournamentTable("9", buy_in=500, bounty=200, fee=50, currency="EUR", level="II")
    hand = replace(read(TOURNAMENT), table="Main", tournament=about)
    found = back(tmp_path, hand, "pokerstars")
    assert found.tournament == about
    assert found.table == "Tournament #9, €5.00+€2.00+€0.50 EUR, Level II, table Main"


@pytest.mark.parametrize("form", ["pokerstars", "ohh"])
def test_play_money_with_parts_is_as_much_as_before(tmp_path: Path, form: str) -> None:
    for text in (HEADS_UP, DEAD_BLINDS):
        hand = replace(read(text), chip="0.01")
        assert back(tmp_path, hand, form) == hand


def test_chips_of_another_worth_are_refused_or_kept(tmp_path: Path) -> None:
    hand = replace(read(HEADS_UP), chip="1/2")
    assert back(tmp_path, hand, "ohh") == hand
    with pytest.raises(CannotHoldError, match=r"does not keep the worth of its chips \(1/2\)"):
        write_hands(tmp_path / "hands.txt", [hand], format="pokerstars")


def test_what_is_not_kept_is_said_in_words() -> None:
    hand = replace(read(TOURNAMENT), board=parse_cards("2c 3c 4c 5c 6c"))
    twice = replace(hand, run_outs=(parse_cards("2c 3c 4c 7d 8d"),))
    with pytest.raises(CannotHoldError, match=r"keep its run outs \(2c 3c 4c 7d 8d\)$"):
        check_play(twice, hand, format="the text")
    other = replace(hand, hole_cards=(None, *hand.hole_cards[1:]))
    cards = r"-, Ac Js, -, Qs Qh"
    with pytest.raises(CannotHoldError, match=rf"keep its hole cards \({cards}\)$"):
        check_play(other, replace(other, hole_cards=(None,) * 4), format="the text")


def test_rebuys_and_addons_are_read() -> None:
    at = TOURNAMENT.index("*** SUMMARY")
    lines = (
        "first re-buys and receives 1500 chips for $5.00\n"
        "second takes the add-on and receives 2000 chips for $5.00\n"
    )
    hand = read(TOURNAMENT[:at] + lines + TOURNAMENT[at:])
    assert hand.tournament is not None
    places = [hand.players.index(name) for name in ("first", "second")]
    assert hand.tournament.rebuys == tuple(Rebuy(place, 500) for place in places)


def test_a_prize_says_the_currency_and_a_freeroll_costs_nothing() -> None:
    at = UNPRICED.index("*** SUMMARY")
    won = "second finished the tournament in 3rd place and received €12.50.\n"
    about = read(UNPRICED[:at] + won + UNPRICED[at:]).tournament
    assert about is not None
    assert (about.currency, about.free) == ("EUR", False)
    about = read(UNPRICED.replace("#77, ", "#77, $25 Freeroll ")).tournament
    assert about is not None
    assert (about.buy_in, about.currency, about.free) == (0, "USD", True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"railbird":1}', "'rules' is missing"),
        ('{"railbird":1,', "it is not JSON"),
        ('{"railbird":1,"rules":3}', "a value is not what it should be"),
        ('{"ohh":{"players":[]}}', "'rounds' is missing"),
        ('{"ohh":{"players":3}}', "a value is not what it should be"),
    ],
)
def test_json_that_is_not_a_hand_is_refused_in_words(
    tmp_path: Path, text: str, reason: str
) -> None:
    (tmp_path / "hands.jsonl").write_text(text)
    with pytest.raises(HistoryError, match=reason) as error:
        list(read_hands(tmp_path / "hands.jsonl"))
    assert "Error" not in str(error.value)
