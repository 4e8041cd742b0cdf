"""GGPoker hand histories: the form of PokerStars, with the room's own games, fees and gifts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from railbird.history.formats.base import Ignore, Line, ignore_nothing
from railbird.history.formats.pokerstars.read import read_hand
from railbird.history.formats.rooms.split import split_hands
from railbird.table.hand import Hand

_START = re.compile(r"\ufeff?Poker Hand #(?P<number>\w*)(?P<colon>: +)?")


class GGPokerFormat:
    """The text format of GGPoker.

    The rake includes what is taken for jackpots. Cash drops are what the house added.

    Examples
    --------
    >>> GGPokerFormat().recognises("Poker Hand #HD1: Hold'em No Limit ($1/$2)")
    True
    """

    name = "ggpoker"
    title = "GGPoker hand history"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return any(_START.match(line) for line in head.split("\n"))

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand."""
        return split_hands(lines, _START)

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        return read_hand(lines, ignore, start=_START)
