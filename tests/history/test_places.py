"""Places and prizes of tournaments as rooms write them: signs between thousands, currencies."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.history.formats.base import Format
from railbird.history.formats.bovada.format import BovadaFormat
from railbird.history.formats.party.format import PartyPokerFormat
from railbird.history.formats.pokerstars.format import PokerStarsFormat
from railbird.history.formats.pokertracker.format import PokerTrackerFormat
from railbird.history.summaries import read_summaries
from tests.history import test_bovada, test_summaries
from tests.history.pokerstars_samples import TOURNAMENT
from tests.history.rooms import read_one
from tests.history.rooms_samples import PARTY_TOURNAMENT
from tests.history.test_pokertracker import EVEREST

HANDS: list[tuple[Format, str, str]] = [
    (PartyPokerFormat(), PARTY_TOURNAMENT + "Player Hero finished in 7.\n", "in 7."),
    (PokerStarsFormat(), TOURNAMENT, "in 4th"),
    (PokerTrackerFormat(), EVEREST, "place 7"),
    (BovadaFormat(), test_bovada.TOURNAMENT, "Ranking 9"),
]
SUMMARIES = [
    (test_summaries.GG, "12th"),
    (test_summaries.WINAMAX.partition("\n\n")[2], "7th"),
    (test_summaries.PACIFIC, "3/9"),
]


def _with_place(text: str, words: str, place: str) -> str:
    """The text with another place in some of its words."""
    old = next(part for part in ("12", "7", "4", "3", "9") if part in words)
    assert words in text
    return text.replace(words, words.replace(old, place, 1))


@pytest.mark.parametrize("place", ["2138", "2,138", "2.138", "2 138", "2\u202f138", "2\xa0138"])
@pytest.mark.parametrize(("format", "text", "words"), HANDS)
def test_a_place_in_the_thousands(format: Format, text: str, words: str, place: str) -> None:  # noqa: A002
    hand = read_one(format, _with_place(text, words, place))
    assert hand.tournament is not None
    assert [finish.place for finish in hand.tournament.finishes] == [2138]


@pytest.mark.parametrize("place", ["2138", "2,138", "2 138"])
@pytest.mark.parametrize(("text", "words"), SUMMARIES)
def test_a_place_in_the_thousands_in_a_summary(
    tmp_path: Path, text: str, words: str, place: str
) -> None:
    text = _with_place(text, words, place).replace("/9 and", "/11,000 and")
    path = tmp_path / "s.txt"
    path.write_text(text, encoding="utf-8")
    (found,) = read_summaries(path) or []
    assert found.place == 2138
    assert found.prize > 0


def test_no_prize_says_no_currency() -> None:
    nobody = EVEREST.replace("won 0,03 €", "won $$0")
    both = nobody + "Ann finished in place 1 and won 0,03 €\n"
    for text, currency in ((nobody, ""), (both, "EUR"), (EVEREST, "EUR")):
        event = read_one(PokerTrackerFormat(), text).tournament
        assert event is not None
        assert event.currency == currency
