"""The record of a hand that was played: one type, whatever the source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np

from railbird.cards.card import Card, check_distinct, format_cards
from railbird.errors import HandRecordError, IllegalActionError
from railbird.evaluate.games import Values
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, State


@dataclass(frozen=True)
class Hand:
    """A hand from the first card to the last chip; everything is by position (see `Rules`).

    Parameters
    ----------
    rules : Rules
        What was played.
    stacks : tuple of int
        Chips before blinds and antes.
    players : tuple of str
        Names.
    hole_cards : tuple
        The cards of each player, None where they are not known.
    board : tuple of Card
        The community cards that were dealt.
    actions : tuple of int
        What was done, in order: `FOLD`, `CALL` or the level of a raise. Who did it, and in which
        round, follows from the rules.
    payoffs : tuple of int
        What each player won or lost, rake included.
    rake : int
        Chips taken from the pot by the house.
    number, table, when, chip
        Where the hand comes from: its number, the name of table or match, the time, and what a chip
        is worth, such as ``"0.01 USD"``. They take no part in the rules.
    """

    rules: Rules
    stacks: tuple[int, ...]
    players: tuple[str, ...]
    hole_cards: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]
    actions: tuple[int, ...]
    payoffs: tuple[int, ...]
    rake: int = 0
    number: str = ""
    table: str = ""
    when: datetime | None = None
    chip: str = ""

    def __post_init__(self) -> None:
        count = self.rules.players
        size = self.rules.rules_of_game.hole_cards
        for name, values in (
            ("stacks", self.stacks),
            ("players", self.players),
            ("hole_cards", self.hole_cards),
            ("payoffs", self.payoffs),
        ):
            if len(values) != count:
                raise HandRecordError(
                    f"hand {self.number}: {len(values)} {name} for {count} players"
                )
        dealt = list(self.board)
        for cards in self.hole_cards:
            if cards is not None:
                if len(cards) != size:
                    raise HandRecordError(f"hand {self.number}: a player has not {size} hole cards")
                dealt += cards
        if len(self.board) not in BOARD_CARDS:
            raise HandRecordError(f"hand {self.number}: a board of {len(self.board)} cards")
        if len(set(dealt)) < len(dealt):
            check_distinct(dealt, what=f"hand {self.number}: {format_cards(dealt)}")

    @classmethod
    def unchecked(cls, **fields: Any) -> Hand:
        """A hand whose fields, all of them given, are known to fit: four times faster."""
        hand: Hand = object.__new__(cls)
        object.__setattr__(hand, "__dict__", fields)  # frozen, and faster than one by one
        return hand

    def replay(self) -> State:
        """The state after all actions; `IllegalActionError` names the first that is not legal."""
        state = State(self.rules, self.stacks)
        for i, action in enumerate(self.actions):
            try:
                state.apply(action)
            except IllegalActionError as error:
                raise IllegalActionError(f"hand {self.number}, action {i + 1}: {error}") from None
        return state

    def computed_payoffs(self) -> tuple[int, ...] | None:
        """Payoffs by the rules, without rake; None if a showdown hides cards that decide it."""
        state = self.replay()
        if not state.is_over:
            raise HandRecordError(f"hand {self.number}: the betting is not over")
        if not state.showdown:
            return state.settle()
        shown = [p for p, folded in enumerate(state.folded) if not folded]
        if len(self.board) != 5 or any(self.hole_cards[p] is None for p in shown):
            return None
        return state.settle(self.values())

    def values(self) -> Values:
        """High and low values by position on the full board; 0 for unknown cards."""
        game = self.rules.rules_of_game
        known = [p for p, cards in enumerate(self.hole_cards) if cards is not None]
        high = np.zeros(len(self.players), dtype=np.uint16)
        low = np.zeros(len(self.players) if game.has_low else 0, dtype=np.uint8)
        if known:
            boards = np.array([self.board], dtype=np.uint8)
            hands = np.array([self.hole_cards[p] for p in known], dtype=np.uint8)
            known_high, known_low = game.board_values(boards, hands)
            high[known] = known_high[0]
            if game.has_low:
                low[known] = known_low[0]
        return high, low

    def check(self) -> None:
        """Raise `HandRecordError` unless payoffs and rake are what the rules give."""
        if sum(self.payoffs) != -self.rake:
            raise HandRecordError(
                f"hand {self.number}: payoffs {self.payoffs} and rake {self.rake} do not add up"
            )
        computed = self.computed_payoffs()
        if computed is not None and self.rake == 0 and computed != self.payoffs:
            raise HandRecordError(
                f"hand {self.number}: payoffs are {self.payoffs}, by the rules {computed}"
            )


def finish(hand: Hand) -> Hand:
    """A hand with its payoffs filled in by the rules."""
    payoffs = hand.computed_payoffs()
    if payoffs is None:
        raise HandRecordError(f"hand {hand.number}: the showdown hides cards that decide it")
    return replace(hand, payoffs=payoffs)
