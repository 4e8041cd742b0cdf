"""PokerStars hand histories: hold'em and Omaha Hi/Lo, cash and tournament, read and written.

Chips are cents of the currency of a cash game (``Hand.chip`` says which), and plain chips in
tournaments and for play money. ``Hand.table`` keeps a tournament's number, buy-in and level, such
as ``Tournament #77, $5.00+$0.50 USD, Level IV, table 77 3``. Times that name UTC have that time
zone; others are kept as written, which is Eastern time.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import fields

from railbird.errors import CannotHoldError, HistoryError, InputError
from railbird.history.formats.base import Line
from railbird.history.formats.pokerstars.read import HEADER_START, Reader
from railbird.history.formats.pokerstars.write import write_hand
from railbird.table.hand import Hand


class PokerStarsFormat:
    """The text format of PokerStars.

    Dead blinds are antes of one position. A limit hand is read with the usual cap of four bets, or
    without one if there were more. Straddles, capped pots and boards that are run twice cannot be
    read. Seats are not kept: written hands seat the players in order, the button last. Pots are not
    kept apart: a player's winnings are one line.

    Examples
    --------
    >>> PokerStarsFormat().recognises("PokerStars Hand #1: Hold'em No Limit ($1/$2 USD)")
    True
    """

    name = "pokerstars"
    title = "PokerStars hand history"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return any(HEADER_START.match(line) for line in head.split("\n"))

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand: from its header to an empty line or the next header."""
        group: list[Line] = []
        for line in lines:
            empty = not line[1].strip()
            if empty or HEADER_START.match(line[1]):
                if group and _is_hand(group):
                    yield group
                group = []
            if not empty:
                group.append(line)
        if group and _is_hand(group):
            yield group

    def read(self, lines: list[Line]) -> Hand:
        """Read a hand from its lines."""
        return Reader(lines).hand()

    def write(self, hand: Hand) -> str:
        """Write a hand as text that reads back as the same hand."""
        text = write_hand(hand)
        # universal line endings, as when a file is read
        lines = enumerate((line.rstrip("\n") for line in io.StringIO(text, newline=None)), 1)
        try:
            groups = list(self.split(lines))
            if len(groups) != 1:
                raise HistoryError("a name breaks the text")
            back = self.read(groups[0])
        except InputError as error:
            raise CannotHoldError(
                f"hand {hand.number}: PokerStars text has no way to write it ({error})"
            ) from None
        lost = _differences(hand, back)
        if lost:
            raise CannotHoldError(
                f"hand {hand.number}: PokerStars text does not keep {', '.join(lost)}"
            )
        return text

    def writer(self) -> Callable[[Hand], str]:
        """A function that writes the hands of one file; each is independent."""
        return self.write


def _is_hand(group: list[Line]) -> bool:
    """Whether lines are a hand, perhaps damaged, and not text between hands."""
    return bool(HEADER_START.match(group[0][1])) or any(
        text.startswith("*** ") for _, text in group
    )


def _differences(hand: Hand, back: Hand) -> list[str]:
    """The parts of a hand that read back differently from how they were written."""
    if hand == back:
        return []
    lost = []
    for field in fields(Hand):
        ours, theirs = getattr(hand, field.name), getattr(back, field.name)
        if field.name == "rules":
            lost += [
                f"the {rule.name} of its rules ({getattr(ours, rule.name)})"
                for rule in fields(ours)
                if getattr(ours, rule.name) != getattr(theirs, rule.name)
            ]
        elif ours != theirs:
            lost.append(f"its {field.name.replace('_', ' ')} ({ours})")
    return lost
