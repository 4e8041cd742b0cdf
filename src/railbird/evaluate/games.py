"""The games that railbird knows: their hole cards, and how boards and deals are valued."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.evaluate.values import _high_kernels as _kernels
from railbird.evaluate.values import _omaha_kernels
from railbird.evaluate.values.evaluator import (
    HandValue,
    LowValue,
    evaluate_high,
    evaluate_omaha,
)
from railbird.evaluate.values.tables import high_tables, omaha_tables

Cards = npt.NDArray[np.uint8]
Values = tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]
"""High and low values; the low array has no columns in games without a low."""


@dataclass(frozen=True, slots=True)
class PokerGame:
    """A game with five community cards; with four hole cards a hand uses exactly two of them."""

    name: str
    title: str
    hole_cards: int
    has_low: bool

    @property
    def is_omaha(self) -> bool:
        """Whether players have four hole cards."""
        return self.hole_cards == 4

    def made(self, hand: Iterable[int], board: Iterable[int]) -> tuple[HandValue, LowValue | None]:
        """The high hand and, if the game has one, the low hand on three to five board cards.

        Examples
        --------
        >>> from railbird.cards import parse_cards
        >>> held, shown = parse_cards("AhKs7c2d"), parse_cards("QhJh9h4h3c")
        >>> print(OMAHA.made(held, shown)[0])  # one heart in the hand makes no flush
        high card, ace (AhKsQhJh9h)
        """
        if not self.is_omaha:
            return evaluate_high([*hand, *board]), None
        high, low = evaluate_omaha(hand, board)
        return high, low if self.has_low else None

    def board_values(self, boards: Cards, hands: Cards) -> Values:
        """Values of all hands, (h, k), on all boards, (b, 5); 0 where they share a card."""
        high, low = self._room(len(boards), len(hands))
        if self.is_omaha:
            _omaha_kernels.board_values(boards, hands, omaha_tables(), high, low)
        else:
            _kernels.board_values(boards, hands, high_tables(), high)
        return high, low

    def deal_values(self, hands: Cards, boards: Cards) -> Values:
        """Values of n deals to p players: hands (n, p, k), boards (n, 5)."""
        high, low = self._room(len(boards), hands.shape[1])
        if self.is_omaha:
            _omaha_kernels.deal_values(hands, boards, omaha_tables(), high, low)
        else:
            _kernels.deal_values(hands, boards, high_tables(), high)
        return high, low

    def _room(self, rows: int, columns: int) -> Values:
        return (
            np.empty((rows, columns), dtype=np.uint16),
            np.empty((rows, columns if self.has_low else 0), dtype=np.uint8),
        )


HOLDEM = PokerGame("holdem", "Texas hold'em", hole_cards=2, has_low=False)
OMAHA = PokerGame("omaha", "Omaha", hole_cards=4, has_low=False)
OMAHA8 = PokerGame("omaha8", "Omaha Hi-Lo (eight or better)", hole_cards=4, has_low=True)
GAMES = {game.name: game for game in (HOLDEM, OMAHA, OMAHA8)}


def find_game(name: str) -> PokerGame:
    """A game by its name."""
    try:
        return GAMES[name]
    except KeyError:
        *most, last = GAMES
        known = f"{', '.join(most)} or {last}"
        raise OptionError(f"game {name!r} is not known: choose {known}") from None
