"""Bovada, Ignition and Bodog: hold'em, Omaha and Omaha Hi-Lo, cash and tournament.

Players are anonymous there: the text calls them by their position. Here the one who owns the file
is ``Hero``, and the others are ``Seat 4``, by the number that the text gives them. In a tournament
that is the number of a player, not of a seat, and the seats are in the order of the lines. The hole
cards of all players are in the text. Chips are cents of a dollar, and plain chips in tournaments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from railbird.history.formats.base import Ignore, Line, ignore_nothing
from railbird.history.formats.bovada.read import HEADER_START, read_hand
from railbird.history.formats.rooms.split import MOST_LINES
from railbird.table.hand import Hand

_HEAD = re.compile(rf"{HEADER_START.pattern}[0-9]+:? +(?:TBL#|Zone Poker|HOLDEM|OMAHA|7CARD)")


class BovadaFormat:
    """The text of Bovada, Ignition and Bodog.

    Examples
    --------
    >>> BovadaFormat().recognises("Ignition Hand #7 TBL#8 HOLDEM No Limit - 2020-01-01 10:00:00")
    True
    """

    name = "bovada"
    title = "Bovada, Ignition and Bodog hand history"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return _HEAD.search(head) is not None

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand: from its header to the next, which may stand within a line."""
        group: list[Line] = []
        for line in lines:
            at, text = line
            start = HEADER_START.search(text) if " Hand #" in text else None
            if start is not None:
                if group:
                    yield group
                group = [(at, text[start.start() :].strip())]
            elif 0 < len(group) < MOST_LINES and (taken := text.strip()):
                group.append(line if taken is text else (at, taken))
        if group:
            yield group

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        return read_hand(lines, ignore)
