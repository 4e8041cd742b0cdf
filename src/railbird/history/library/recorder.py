"""The only route of hands from the table, where they are played, to the library."""

from __future__ import annotations

import time

from railbird.closing import Closing
from railbird.history.library.matches import MatchInfo
from railbird.history.library.store import Library, Recording
from railbird.table.hand import Hand

HANDS_AT_ONCE = 500
_SECONDS_AT_ONCE = 0.5
"""Hands of a fast match share a transaction, because it takes as long as many hands."""


class Recorder(Closing):
    """Adds the hands of a match to a library as they are played, each once.

    They may come in any order: the library has them in the order of their numbers. If a process is
    killed, its last hands may be missing. They are added when the match resumes from its log: give
    all of its hands to `add` again. A match that is closed is finished; one that is abandoned is
    not.

    Parameters
    ----------
    library
        The library to add to.
    match
        The match. It enters the library with its first hand: it may be refused before that.
    at_once
        The most hands to add together; they wait half a second at most. 1 adds each by itself.
    """

    def __init__(self, library: Library, match: MatchInfo, *, at_once: int = HANDS_AT_ONCE) -> None:
        self.library = library
        self.match = match
        self._at_once = at_once
        self._hands: list[Hand] = []
        self._put = time.monotonic()
        self._recording: Recording | None = None

    def add(self, hand: Hand) -> None:
        """Add a hand, immediately or together with others."""
        self._hands.append(hand)
        waited = time.monotonic() - self._put
        first = self._recording is None  # after it the library knows the match
        if first or len(self._hands) >= self._at_once or waited > _SECONDS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        if self._recording is None:
            self._recording = self.library.begin_match(self.match)
        self.library.add_played(self._recording, self._hands)
        self._hands = []  # only after they are stored: Ctrl-C may come in between
        self._put = time.monotonic()

    def close(self) -> None:
        """Add the last hands; the match is finished."""
        self.abandon()
        if self._recording is not None:
            self.library.finish_match(self._recording)

    def abandon(self) -> None:
        """Add the last hands; the match may resume."""
        if self._hands:
            self._flush()
