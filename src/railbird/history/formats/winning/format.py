"""Winning network (Americas Cardroom, Black Chip): both forms of its text, cash and tournament.

Chips are cents of a dollar in cash games, hundredths of a chip for play money, and plain chips in
tournaments. The older form does not say what the betting is: a game whose big blind is the smaller
of its two stakes is limit, other hold'em is no-limit and other Omaha pot-limit. Nor does it say the
number of a tournament, which only the name of the file has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from railbird.history.formats.base import Ignore, Line, ignore_nothing
from railbird.history.formats.rooms.split import split_at_headers
from railbird.history.formats.winning.new import NEW_HAND, read_new
from railbird.history.formats.winning.old import OLD_HAND, OLD_NUMBER, read_old
from railbird.table.hand import Hand

_START = re.compile(f"{OLD_HAND.pattern}|{NEW_HAND.pattern}")
_HEAD = re.compile(rf"^\ufeff?(?:{OLD_NUMBER.pattern}|{NEW_HAND.pattern})", re.MULTILINE)


class WinningFormat:
    """The text of the Winning network.

    Examples
    --------
    >>> WinningFormat().recognises("Hand #7 - Holdem(No Limit) - $1.00/$2.00 - 2020/01/01 UTC")
    True
    """

    name = "winning"
    title = "Winning network (Americas Cardroom) hand history"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return _HEAD.search(head) is not None

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand: from its first line to that of the next."""
        return split_at_headers(lines, _START, initials="GH", lost=OLD_NUMBER)

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        read = read_new if NEW_HAND.match(lines[0][1]) else read_old
        return read(lines, ignore)
