"""Open Hand History, the public JSON standard: https://hh-specs.handhistory.org.

A file has one object for each hand, with an empty line between them. Amounts are in the currency of
the table, or chips. An action's amount is what the player puts in; files in which a raise is what
it is raised to are read too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.base import Ignore, Line, ignore_nothing
from railbird.history.formats.labels import check_play, check_same
from railbird.history.formats.ohh.read import read_hand
from railbird.history.formats.ohh.write import write_hand
from railbird.table.hand import Hand

_HEAD = re.compile(r'\ufeff?\s*\{(?:\s*"id"\s*:\s*"[^"]*"\s*,)?\s*"ohh"\s*:')


class OpenHandHistoryFormat:
    """Open Hand History 1.4.7.

    Levels and places of tournaments have no place in it, and all pots are written as one.

    Examples
    --------
    >>> OpenHandHistoryFormat().recognises('{"ohh": {"spec_version": "1.4.7"}}')
    True
    """

    name = "ohh"
    title = "Open Hand History (JSON)"

    def __init__(self) -> None:
        self._last: tuple[Hand | None, str] = None, ""  # what was fitted last, and its text

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return _HEAD.match(head) is not None

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each object, which may be one or many."""
        group: list[Line] = []
        for at, line in lines:
            text = line.strip("\ufeff \t")
            if not text:
                if group:
                    yield group
                group = []
                continue
            if group and text.startswith('{"ohh"'):
                yield group
                group = []
            group.append((at, text))
            if text[0] == "{" and text[-1] == "}" and len(group) == 1 and _is_whole(text):
                yield group
                group = []
        if group:
            yield group

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        return read_hand(lines, ignore)

    def fit(self, hand: Hand) -> Hand:
        """The hand with the labels that read back from its text."""
        if hand is self._last[0]:
            return hand
        text = write_hand(hand)
        try:
            back = self.read([(1, text.strip())])
        except InputError as error:
            raise CannotHoldError(
                f"hand {hand.number}: Open Hand History has no way to write it ({error})"
            ) from None
        check_play(hand, back, format="Open Hand History")
        held = hand if back == hand else back
        self._last = held, text
        return held

    def write(self, hand: Hand) -> str:
        """Write a hand as text that reads back as the same hand."""
        check_same(hand, self.fit(hand), format="Open Hand History")
        return self._last[1]

    def writer(self) -> Callable[[Hand], str]:
        """A function that writes the hands of one file; each is independent."""
        return self.write


def _is_whole(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
