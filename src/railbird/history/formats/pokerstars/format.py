"""PokerStars hand histories: hold'em, Omaha and Omaha Hi/Lo, cash and tournament, read and written.

Chips are cents of the currency of a cash game (``Hand.chip`` says which), and plain chips in
tournaments and for play money. ``Hand.table`` keeps a tournament's number, buy-in and level, such
as ``Tournament #77, $5.00+$0.50 USD, Level IV, table 77 3``. Times are in UTC; one that names no
zone is kept as written.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing
from railbird.history.formats.labels import (
    check_play,
    check_same,
    clean,
    clean_names,
    is_text,
)
from railbird.history.formats.pokerstars.header import HEADER_START
from railbird.history.formats.pokerstars.read import read_hand
from railbird.history.formats.pokerstars.write import write_hand
from railbird.history.formats.rooms.split import split_hands
from railbird.table.hand import Hand

_BREAKS = re.compile(r"[\r\n]")
_SPACES = str.maketrans("\xa0\u202f\u2009", "   ")


class PokerStarsFormat:
    """The text format of PokerStars.

    Dead blinds are antes of one position. A limit hand is read with the usual cap of four bets, or
    without one if there were more. Pots are not kept apart: a player's winnings are one line. The
    only player with a line "Dealt to" is the hero; cards of others are written as shown, when they
    fold or at the end.

    Examples
    --------
    >>> PokerStarsFormat().recognises("PokerStars Hand #1: Hold'em No Limit ($1/$2 USD)")
    True
    """

    name = "pokerstars"
    title = "PokerStars hand history"

    def __init__(self) -> None:
        self._last: tuple[Hand | None, str] = None, ""  # what was fitted last, and its text

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return any(HEADER_START.match(line) for line in head.split("\n"))

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand: from its header to an empty line or the next header."""
        return split_hands(lines, HEADER_START)

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines; some programs put no-break spaces between words."""
        try:
            return read_hand(lines, ignore)
        except UnreadableHandError:
            plain = [(at, text.translate(_SPACES)) for at, text in lines]
            if plain == lines:
                raise
            return read_hand(plain, ignore)

    def fit(self, hand: Hand) -> Hand:
        """The hand with the labels that read back from its text."""
        if hand is self._last[0]:
            return hand
        names = hand.players
        if not all(map(is_text, names)) or _BREAKS.search("".join(names)):
            names = clean_names(names)
        cleaned = replace(
            hand,
            number=re.sub(r"\s", "_", clean(hand.number)),
            table=clean(hand.table),
            players=names,
            chip=hand.chip if is_text(hand.chip) else "",
        )
        text = write_hand(cleaned)
        back = self._read_back(cleaned, text)
        if back is None:  # some name breaks the text
            names = tuple(f"player {p + 1}" for p in range(len(names)))
            cleaned = replace(cleaned, players=names, table="")
            text = write_hand(cleaned)
            back = self._read_back(cleaned, text)
        if back is None:
            raise CannotHoldError(f"hand {hand.number}: PokerStars text has no way to write it")
        check_play(cleaned, back, format="PokerStars text")
        held = hand if back == hand else back
        self._last = held, text
        return held

    def _read_back(self, hand: Hand, text: str) -> Hand | None:
        """The hand that a text says, if it is one hand of the same players."""
        # universal line endings, as when a file is read
        lines = enumerate((line.rstrip("\n") for line in io.StringIO(text, newline=None)), 1)
        try:
            groups = list(self.split(lines))
            back = self.read(groups[0]) if len(groups) == 1 else None
        except InputError:
            return None
        return back if back is not None and back.players == hand.players else None

    def write(self, hand: Hand) -> str:
        """Write a hand as text that reads back as the same hand."""
        check_same(hand, self.fit(hand), format="PokerStars text")
        return self._last[1]

    def writer(self) -> Callable[[Hand], str]:
        """A function that writes the hands of one file; each is independent."""
        return self.write
