"""A hand as the player saw it who played it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from railbird.cards.card import Card
from railbird.players.base import Seat


@dataclass(slots=True)
class CoachedHand:
    """A hand as one player saw it. ``shown`` are the other player's cards, if they showed them."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    actions: tuple[int, ...] = ()
    shown: tuple[Card, ...] | None = None
    payoffs: tuple[int, ...] = ()

    @property
    def money(self) -> float:
        """What was won, in small bets."""
        return self.payoffs[self.seat.position] / self.seat.rules.bets[0]


Measure = Callable[[CoachedHand, int], float]
"""What a hand was worth, in small bets, if a player of this number played it."""


def by_money(hand: CoachedHand, _: int) -> float:
    """The money."""
    return hand.money
