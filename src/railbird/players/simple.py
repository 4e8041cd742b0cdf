"""Simple players: always the same, at random, or by a few rules."""

from __future__ import annotations

from railbird.cards.card import Card
from railbird.evaluate import HOLDEM, hand_rank, hand_strength
from railbird.players.base import Player, Seat
from railbird.table.state import CALL, FOLD, State


class AlwaysCall(Player):
    """Checks and calls, whatever happens."""

    reads_only = True

    def act(self, state: State) -> int:
        return CALL


class AlwaysRaise(Player):
    """Raises as little as the rules allow, and calls when they do not."""

    reads_only = True

    def act(self, state: State) -> int:
        return state.options().lowest_raise or CALL


class AlwaysFold(Player):
    """Folds to any bet."""

    reads_only = True

    def act(self, state: State) -> int:
        return FOLD if state.options().to_call else CALL


class RandomPlayer(Player):
    """Chooses among the legal actions; of the raises, the lowest and the highest."""

    reads_only = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._state = 0

    def hand_starts(self, seat: Seat) -> None:
        self._state = seat.seed

    def act(self, state: State) -> int:
        # SplitMix64: a seeded generator of the standard library takes longer to seed than a hand
        self._state = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        bits = ((self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        actions = state.legal_actions()
        return actions[(bits >> 32) * len(actions) >> 32]


class RulePlayer(Player):
    """Bets good hands, calls with fair ones and folds the rest, by hand rank and pot odds.

    Before the flop by the immediate rank of two cards, later by the mean of immediate and
    seven-card rank; against n players ranks are taken to the power n. It does not bluff and does
    not remember. It knows hold'em only; in other games it takes every hand for a fair one.
    """

    reads_only = True
    RAISE, BET = 0.85, 0.65

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._cards: tuple[Card, ...] = ()
        self._board: tuple[Card, ...] = ()
        self._rank = 0.0

    def hand_starts(self, seat: Seat) -> None:
        self._board = ()

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards
        self._look()

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards
        self._look()

    def _look(self) -> None:
        if len(self._cards) != HOLDEM.hole_cards:
            self._rank = 0.5
        elif self._board:
            now = hand_strength(self._cards, self._board)
            self._rank = (now + hand_rank(self._cards, self._board)) / 2
        else:
            self._rank = hand_strength(self._cards)

    def act(self, state: State) -> int:
        others = state.rules.players - 1 - sum(state.folded)
        strength = self._rank**others
        to_call, lowest, _ = state.options()
        if lowest and strength > (self.RAISE if to_call else self.BET):
            return lowest
        if to_call == 0 or strength > to_call / (state.pot + to_call):
            return CALL
        return FOLD
