"""Hands on their way from a table to the library."""

from __future__ import annotations

import time
from types import TracebackType

from railbird.arena.match import Match
from railbird.history.formats.railbird import rules_text
from railbird.history.library.store import Library
from railbird.table.hand import Hand

_HANDS_AT_ONCE = 500
_SECONDS_AT_ONCE = 0.5
"""Hands of a fast match share a transaction, which costs as much as many hands."""


class MatchShelf:
    """Puts the hands of a match into a library as they are played, each once.

    What a process that is killed had not yet put there is put there when the match goes on from its
    log: give all of its hands to `add` again.
    """

    def __init__(self, library: Library, match: Match) -> None:
        self.library = library
        self.match = match
        self._hands: list[Hand] = []
        self._put = time.monotonic()
        self._source: int | None = None

    def add(self, hand: Hand) -> None:
        """Put a hand there, at once or with some more."""
        self._hands.append(hand)
        waited = time.monotonic() - self._put
        if len(self._hands) >= _HANDS_AT_ONCE or waited > _SECONDS_AT_ONCE:
            self._flush()

    def _flush(self) -> int:
        """Put the hands there, and return the source they are from."""
        match = self.match
        if self._source is None:  # not before there is a hand: the match may be refused
            key = f"match {match.name} {match.stacks} {rules_text(match.rules)}"
            self._source = self.library.open_source(match.name, key)
            self.library.begin_match(
                match.name, seed=match.seed, deals=match.deals, rotations=match.rotations
            )
        self.library.add_some(self._source, self._hands)
        self._hands = []  # not before they are there: Ctrl-C may come in between
        self._put = time.monotonic()
        return self._source

    def __enter__(self) -> MatchShelf:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            source = self._flush()
            self.library.finish_match(self.match.name, source=source, hands=self.match.hands)
        elif self._hands:
            self._flush()
