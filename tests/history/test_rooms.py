"""The texts of other rooms: what they say, and that any damage is refused and never a crash."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import parse_cards
from railbird.errors import InputError
from railbird.history.files import FORMATS, read_hands
from railbird.history.formats.base import Format, UnreadableHandError
from railbird.history.formats.railbird import OwnFormat
from railbird.table import Hand
from railbird.table.tournament import TournamentTable
from tests.history import rooms_samples as samples
from tests.history.pokerstars_samples import HEADS_UP

ROOMS = {
    "ggpoker": [samples.GG_CASH, samples.GG_TOURNAMENT],
    "winamax": [samples.WINAMAX_CASH, samples.WINAMAX_TOURNAMENT],
    "888": [samples.PACIFIC_CASH, samples.PACIFIC_TOURNAMENT],
    "partypoker": [samples.PARTY_CASH, samples.PARTY_TOURNAMENT, samples.PARTY_NEW],
}
TEXTS = [(name, text) for name, texts in ROOMS.items() for text in texts]


def form_of(name: str) -> Format:
    return next(form for form in FORMATS if form.name == name)


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Hand]:
    def read_text(text: str) -> Hand:
        path = tmp_path / "hand.txt"
        path.write_text(text, encoding="utf-8")
        (hand,) = read_hands(path)
        assert sum(hand.payoffs) == hand.added - hand.rake
        hand.replay()
        own = OwnFormat()
        assert own.read([(1, own.write(hand))]) == hand
        return hand

    return read_text


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_each_is_recognised_by_one_format(name: str, text: str) -> None:
    assert [form.name for form in FORMATS if form.recognises(text)] == [name]
    assert not form_of(name).recognises(HEADS_UP)


def test_ggpoker_cash(read: Callable[[str], Hand]) -> None:
    hand = read(samples.GG_CASH)
    assert (hand.rules.game, hand.rules.betting, hand.chip) == ("omaha", "pot-limit", "0.01 USD")
    assert hand.players == ("Hero", "99aa88bb", "a1b2c3d4")
    assert hand.rules.blinds == (50, 100, 200)
    assert hand.hero == 0
    assert [len(board) for board in (hand.board, *hand.run_outs)] == [5, 5, 5]
    assert (hand.rake, hand.added) == (300, 500 - 150)
    assert hand.payoffs == (2800 - 4050, -100, 5600 - 4050 - 150)


def test_ggpoker_tournament(read: Callable[[str], Hand]) -> None:
    hand = read(samples.GG_TOURNAMENT)
    assert hand.tournament == TournamentTable(
        "555", name="Big Sunday $32.10", buy_in=3210, currency="USD", level="4"
    )
    assert hand.payoffs == (-110, 110)


def test_winamax_cash(read: Callable[[str], Hand]) -> None:
    hand = read(samples.WINAMAX_CASH)
    assert hand.players == ("Cam", "Zoé la folle", "Ben", "folds often")
    assert hand.rules.blinds == (50, 100, 100, 0)
    assert hand.rules.antes == (0, 0, 50, 0)
    assert hand.payoffs == (-50, 455, -450, 0)  # the bet that nobody called is not in the pot
    assert hand.rake == 45
    assert hand.when == datetime(2015, 6, 7, 8, 9, 10, tzinfo=UTC)
    assert (hand.chip, hand.table) == ("0.01 EUR", "Nice 02")
    long = samples.WINAMAX_CASH.replace("(100€)", "(1 500€)").replace("bets 5€", "bets 1 051€")
    assert read(long).payoffs == hand.payoffs


def test_winamax_tournament_with_split_chips(read: Callable[[str], Hand]) -> None:
    hand = read(samples.WINAMAX_TOURNAMENT)
    assert hand.chip == "0.01"
    assert hand.stacks == (91_050, 6_000, 150_000)
    assert hand.rules.blinds == (5_000, 10_000, 0)
    assert hand.payoffs == (7_000, -6_000, -1_000)
    assert hand.tournament == TournamentTable(
        "4321", name="Le Petit", buy_in=450, fee=50, currency="EUR", level="7"
    )


def test_888_cash_in_german(read: Callable[[str], Hand]) -> None:
    hand = read(samples.PACIFIC_CASH)
    assert hand.players == ("Sam", "Bea", "New", "But")
    assert hand.stacks[3] == 125_050
    assert hand.hole_cards[3] == parse_cards("As Qh")
    assert hand.board == parse_cards("2c 7d Jh")
    assert hand.rules.antes == (0, 0, 50, 0)
    assert hand.payoffs == (-50, -1_900, -150, 1_850)
    assert hand.rake == 250  # what is missing, after the bet that nobody called
    assert hand.when == datetime(2014, 12, 31, 23, 59, 58)
    same = samples.PACIFIC_CASH.replace("raises [25 $]", "raises [47,50 $]")
    assert read(same).payoffs == hand.payoffs  # the pot is as large as the bet that nobody called
    with pytest.raises(InputError, match=r"does not add up.* are missing"):
        read(samples.PACIFIC_CASH.replace("37,50 $ ]", "17,50 $ ]"))


def test_seats_are_numbered_from_1(read: Callable[[str], Hand]) -> None:
    with pytest.raises(InputError, match="seat 0 is not a seat"):
        read(samples.PACIFIC_CASH.replace("Seat 2: But", "Seat 0: But"))


def test_888_tournament(read: Callable[[str], Hand]) -> None:
    hand = read(samples.PACIFIC_TOURNAMENT)
    assert hand.payoffs == hand.computed_payoffs() == (900, -900)
    assert hand.tournament == TournamentTable("99", buy_in=1000, fee=100, currency="USD")
    assert hand.rake == 0
    with pytest.raises(InputError, match="does not add up: 1800 chips paid in, but 1700"):
        read(samples.PACIFIC_TOURNAMENT.replace("1,800", "1,700"))


def test_party_cash(read: Callable[[str], Hand]) -> None:
    hand = read(samples.PARTY_CASH)
    assert hand.players == ("Sam", "Hero", "But")
    assert hand.payoffs == (-50, 9_390, -9_640)
    assert hand.rake == 300
    assert hand.hole_cards[2] == parse_cards("Qc Qd")
    assert hand.when == datetime(2011, 4, 25, 8, 42, 13, tzinfo=UTC)
    assert hand.table_size == 0
    assert hand.seating() == ((4, 5, 3), 6)


def test_party_tournaments_do_not_say_who_posts(read: Callable[[str], Hand]) -> None:
    hand = read(samples.PARTY_TOURNAMENT)
    assert hand.players == ("Hero", "Ann", "But")  # somebody has been moved away
    assert hand.rules.blinds == (75, 150, 0)
    assert hand.payoffs == (150, -150, 0)
    assert hand.tournament == TournamentTable(
        "1528", buy_in=3000, fee=300, currency="USD", level="4"
    )


def test_converted_party_tournaments_have_their_number_with_the_table(
    read: Callable[[str], Hand],
) -> None:
    start, end = (samples.PARTY_TOURNAMENT.index(word) for word in ("NL Texas", "Tuesday"))
    text = samples.PARTY_TOURNAMENT
    text = f"{text[:start]}Tourney Hand NL Texas Hold'em Blinds(50/100) - {text[end:]}"
    text = text.replace("Trny:1528 Level:5\n", "")
    for table, number in (("2481408818 659", "2481408818"), ("Sunday #4", "0")):
        about = read(text.replace("Sunday #4", table)).tournament
        assert about is not None
        assert about.number == number


def test_party_of_today_with_a_cash_out(read: Callable[[str], Hand]) -> None:
    hand = read(samples.PARTY_NEW)
    assert hand.players == ("Sam", "Hero", "But")
    assert (hand.rake, hand.added) == (200, 3_050)
    assert hand.payoffs == (-950, 3_800, 0)


@pytest.mark.parametrize(
    "name", ["888poker", "Snap Poker", "888poker Snap Poker", "WSOP.com", "888.it", "Pacific Poker"]
)
def test_888_has_many_names(read: Callable[[str], Hand], name: str) -> None:
    start = samples.PACIFIC_CASH.index("*****") + 6
    end = samples.PACIFIC_CASH.index(" Hand History")
    hand = read(samples.PACIFIC_CASH[:start] + name + samples.PACIFIC_CASH[end:])
    assert hand.payoffs == read(samples.PACIFIC_CASH).payoffs


def test_a_line_of_blanks_does_not_take_for_ever() -> None:
    blanks = " " * 30_000  # three ways to divide them would take hours
    lines = samples.PACIFIC_CASH.split("\n")
    acts = [at for at, line in enumerate(lines) if " posts " in line or " collected " in line]
    for at in acts:
        words = lines[at].replace(" [", f"{blanks}x[")
        damaged = "\n".join([*lines[:at], words, *lines[at + 1 :]])
        groups = list(form_of("888").split(iter(list(enumerate(damaged.split("\n"), 1)))))
        with suppress(InputError):
            form_of("888").read(groups[0])


def test_a_text_that_begins_like_no_hand_is_refused() -> None:
    with pytest.raises(UnreadableHandError, match="not the beginning of a hand"):
        form_of("pokertracker").read([(1, "nothing")])


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(TEXTS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.text(max_size=4)), max_size=4),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=3),
)
def test_any_text_is_read_or_refused(
    sample: tuple[str, str],
    edits: list[tuple[float, int, str]],
    swaps: list[tuple[float, float]],
) -> None:
    name, text = sample
    for where, cut, new in edits:
        at = int(where * len(text))
        text = text[:at] + new + text[at + cut :]
    lines = text.split("\n")
    for one, other in swaps:
        i, j = int(one * (len(lines) - 1)), int(other * (len(lines) - 1))
        lines[i], lines[j] = lines[j], lines[i]
    form = form_of(name)
    for group in form.split(iter(enumerate(lines, 1))):
        try:
            hand = form.read(group)
            hand.replay()
        except InputError:
            pass
        else:
            assert sum(hand.payoffs) == hand.added - hand.rake


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_huge_numbers_and_endless_hands_are_refused(name: str, text: str) -> None:
    form = form_of(name)
    huge = "9" * 5000
    for old in ("Seat 2", "Seat 3", "Seat 4", "Seat #1", "50", "6 Max", "3/6"):
        lines = text.replace(old, old[:-1] + huge).split("\n")
        for group in form.split(iter(enumerate(lines, 1))):
            with suppress(InputError):
                form.read(group)
    endless = text.rstrip("\n").split("\n") + ["Nobody: sits down"] * 100_000
    assert all(len(group) < 10_000 for group in form.split(iter(enumerate(endless, 1))))
