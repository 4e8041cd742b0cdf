"""Hands that PokerTracker exported, in the form of the room they were played in.

iPoker and Merge, Microgaming, and Everest have a form each, and those changed with time: what an
amount means depends on the version. Chips are hundredths of the currency in cash games and plain
chips in tournaments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing
from railbird.history.formats.pokertracker.everest import EVEREST, read_everest
from railbird.history.formats.pokertracker.ipoker import IPOKER, read_ipoker
from railbird.history.formats.pokertracker.microgaming import MICROGAMING, read_microgaming
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.split import split_at_headers
from railbird.table.hand import Hand

_READERS = ((IPOKER, read_ipoker), (MICROGAMING, read_microgaming), (EVEREST, read_everest))
_START = re.compile("|".join(start.pattern for start, _ in _READERS))
_HEAD = re.compile(rf"^\ufeff?(?:{_START.pattern})", re.MULTILINE)


class PokerTrackerFormat:
    """The exports of PokerTracker.

    Examples
    --------
    >>> PokerTrackerFormat().recognises("GAME #7: Texas Hold'em NL $0.50/$1 2011/01/23 20:16:35")
    True
    """

    name = "pokertracker"
    title = "PokerTracker export (iPoker, Merge, Microgaming, Everest)"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return _HEAD.search(head) is not None

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand: from its header to the next."""
        return split_at_headers(lines, _START, initials="GM*E")

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        for start, read in _READERS:
            if start.match(lines[0][1]):
                return read(lines, ignore)
        raise UnreadableHandError(lines[0][0], not_ours(lines[0][1]))
