"""What the tests of the texts of rooms share."""

from __future__ import annotations

from railbird.history.files import FORMATS
from railbird.history.formats.base import Format
from railbird.history.formats.railbird import OwnFormat
from railbird.table import Hand

_OWN = OwnFormat()


def read_all(format: Format, text: str) -> list[Hand]:  # noqa: A002
    """The hands of a text, which only this format recognises; all of them add up."""
    assert next(known for known in FORMATS if known.recognises(text)).name == format.name
    hands = [format.read(lines) for lines in format.split(iter(enumerate(text.split("\n"), 1)))]
    for hand in hands:
        assert sum(hand.payoffs) == hand.added - hand.rake
        hand.replay()
        assert _OWN.read([(1, _OWN.write(hand))]) == hand
    return hands


def read_one(format: Format, text: str) -> Hand:  # noqa: A002
    """The only hand of a text."""
    (hand,) = read_all(format, text)
    return hand
