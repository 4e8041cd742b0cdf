"""The protocol that every agent implements.

A table tells a player what happens and asks for actions; what a player does not care about it need
not implement. To be reproducible a player takes all chance from the seed of the hand, and changes
its memory only by what it was told: then a match that was interrupted can be told again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from railbird.cards.card import Card
from railbird.table.rules import Rules
from railbird.table.state import State


class Seat(NamedTuple):
    """What a player knows when a hand starts; positions are those of the rules."""

    rules: Rules
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    position: int
    seed: int


class Player:
    """An agent; only `act` must be implemented."""

    reads_only = False
    """Whether `act` is known to leave the state alone, and to return; otherwise it gets a copy and
    a time limit."""

    def __init__(self, name: str) -> None:
        self.name = name

    def forget(self) -> None:
        """Be as new: matches begin with this, and so does each half of a duplicate match."""

    def hand_starts(self, seat: Seat) -> None:
        """A hand starts; blinds and antes are posted."""

    def dealt(self, cards: tuple[Card, ...]) -> None:
        """Your hole cards."""

    def board(self, cards: tuple[Card, ...]) -> None:
        """The community cards so far, when some were added."""

    def saw(self, position: int, action: int) -> None:
        """Somebody did something; your own actions are told too."""

    def act(self, state: State) -> int:
        """Your turn: `FOLD`, `CALL` or the level to raise to. It is not yours to change."""
        raise NotImplementedError

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        """The cards that were shown, by position; None for those who had folded."""

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        """What everybody won or lost, by position."""

    def save(self) -> dict[str, Any]:
        """Memory as plain values that JSON can hold."""
        return {}

    def load(self, memory: dict[str, Any]) -> None:
        """Inverse of `save`."""
