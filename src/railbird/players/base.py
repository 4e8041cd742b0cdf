"""The protocol that every agent implements.

A table tells a player what happens and asks it for actions. A player implements only the calls that
it needs. To be reproducible, a player draws all random numbers from the seed of the hand and
changes its memory only by what it was told. An interrupted match can then be replayed to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from railbird.cards.card import Card
from railbird.table.rules import Rules
from railbird.table.state import State


class Seat(NamedTuple):
    """What a player knows when a hand starts. Positions are numbered as in the rules."""

    rules: Rules
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    position: int
    seed: int


class Player:
    """An agent; only `act` must be implemented."""

    reads_only = False
    """Whether `act` is known to leave the state unchanged and to return. Otherwise it gets a copy
    of the state and a time limit."""

    made_for = ""
    """``hold'em`` or ``limit hold'em`` if it plays badly in other games."""

    def __init__(self, name: str) -> None:
        self.name = name

    def forget(self) -> None:
        """Clear the memory. Called before each match and before each half of a duplicate match."""

    def hand_starts(self, seat: Seat) -> None:
        """A hand starts. Blinds and antes are posted."""

    def dealt(self, cards: tuple[Card, ...]) -> None:
        """Your hole cards."""

    def board(self, cards: tuple[Card, ...]) -> None:
        """All community cards so far. Called when new ones are dealt."""

    def saw(self, position: int, action: int) -> None:
        """A player acted. Your own actions are reported too."""

    def act(self, state: State) -> int:
        """Your turn: return `FOLD`, `CALL` or the level to raise to. Do not change the state."""
        raise NotImplementedError

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        """The cards shown, by position; None for players who had folded."""

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        """What each player won or lost, by position."""

    def save(self) -> dict[str, Any]:
        """Memory as plain values that JSON can hold."""
        return {}

    def load(self, memory: dict[str, Any]) -> None:
        """Inverse of `save`."""
