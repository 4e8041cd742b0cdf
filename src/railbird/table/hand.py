"""The record of a played hand: one type, whatever the source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

import numpy as np

from railbird.cards.card import Card, check_distinct, format_cards
from railbird.errors import HandRecordError, IllegalActionError
from railbird.evaluate.games import Values
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, State
from railbird.table.tournament import TournamentTable

_USUAL_SIZES = (2, 6, 9, 10)


def _usual_size(seats: int) -> int:
    """The smallest usual table with at least this many seats."""
    return next((size for size in _USUAL_SIZES if size >= seats), seats)


@lru_cache(maxsize=4096)
def normal_seating(
    seats: tuple[int, ...], table_size: int, players: int
) -> tuple[tuple[int, ...], int] | None:
    """Seats and size of a table, without those that are usual; None if they cannot be."""
    if seats and (len(set(seats)) != len(seats) or len(seats) != players or min(seats) < 1):
        return None
    if seats == tuple(range(1, players + 1)):
        seats = ()
    usual = _usual_size(max(seats, default=players))
    return seats, 0 if table_size == usual else table_size


@dataclass(frozen=True)
class Hand:
    """A whole hand, from the blinds to the payoffs; everything is by position (see `Rules`).

    Parameters
    ----------
    rules : Rules
        What was played.
    stacks : tuple of int
        Chips before blinds and antes.
    players : tuple of str
        Names.
    hole_cards : tuple
        The cards of each player, or None where they are unknown.
    board : tuple of Card
        The community cards that were dealt.
    actions : tuple of int
        The actions in order: `FOLD`, `CALL` or the level of a raise. Who acted, and in which round,
        follows from the rules.
    payoffs : tuple of int
        What each player won or lost, including the rake.
    rake : int
        Chips taken from the pot by the house, also for a jackpot.
    added : int
        Chips that the house paid: into the pot, or for a hand that was cashed out, less the share
        of the pot that it took for it.
    run_outs : tuple of tuples of Card
        The other boards, if the hand was run more than once; each is whole.
    tournament : TournamentTable or None
        The tournament, if the hand was played in one and its text says more than its table.
    number, table, when, chip
        Where the hand comes from: its number, the name of the table or match, the time, and the
        worth of a chip, such as ``"0.01 USD"``. They do not affect the rules.
    hero, seats, table_size
        Who told the hand (a position, or None), the numbers of the seats by position, and how many
        seats the table has. ``()`` and 0 are what is usual: seats 1, 2, … with the button last,
        and the smallest usual table with such seats. They do not affect the rules either.
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
    hero: int | None = None
    seats: tuple[int, ...] = ()
    table_size: int = 0
    added: int = 0
    run_outs: tuple[tuple[Card, ...], ...] = ()
    tournament: TournamentTable | None = None

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
        if self.seats or self.table_size or self.hero is not None:
            self._check_seating()
        dealt = list(self.board)
        for cards in self.hole_cards:
            if cards is not None:
                if len(cards) != size:
                    raise HandRecordError(f"hand {self.number}: a player needs {size} hole cards")
                dealt += cards
        if len(self.board) not in BOARD_CARDS:
            raise HandRecordError(f"hand {self.number}: a board of {len(self.board)} cards")
        if self.run_outs:
            dealt += self._check_run_outs()
        if len(set(dealt)) < len(dealt):
            check_distinct(dealt, what=f"hand {self.number}: {format_cards(dealt)}")

    def _check_run_outs(self) -> list[Card]:
        """The cards of the other boards that are not on the first."""
        if any(len(board) != len(self.board) for board in self.run_outs):
            raise HandRecordError(f"hand {self.number}: its boards are not of the same size")
        shared = 0  # the cards that were dealt before the hand was run again
        for cards in zip(self.board, *self.run_outs, strict=True):
            if len(set(cards)) > 1:
                break
            shared += 1
        # a later board may begin with cards of an earlier one
        others = {card for board in self.run_outs for card in board[shared:]}
        return sorted(others - set(self.board[shared:]))

    def _check_seating(self) -> None:
        """Check the hero and the seats, and take the usual ones as such."""
        if self.hero is not None and not 0 <= self.hero < self.rules.players:
            raise HandRecordError(f"hand {self.number}: hero {self.hero} is not a position")
        normal = normal_seating(self.seats, self.table_size, self.rules.players)
        if normal is None:
            raise HandRecordError(
                f"hand {self.number}: seats {self.seats} are not those of {self.rules.players} "
                f"players"
            )
        for name, value in zip(("seats", "table_size"), normal, strict=True):
            object.__setattr__(self, name, value)

    def seating(self) -> tuple[tuple[int, ...], int]:
        """The numbers of the seats by position, and the size of the table."""
        seats = self.seats or tuple(range(1, len(self.players) + 1))
        return seats, self.table_size or _usual_size(max(seats))

    @classmethod
    def unchecked(cls, **fields: Any) -> Hand:
        """Make a hand without checks, four times faster; fields must fit, all but labels given."""
        hand: Hand = object.__new__(cls)
        object.__setattr__(hand, "__dict__", fields)  # frozen, and faster than one by one
        return hand

    def told_by(self, hero: str, when: datetime, number: int) -> Hand:
        """The same hand with the player who told it, the time (to the second) and its number."""
        time = when.replace(microsecond=0)
        return replace(self, hero=self.players.index(hero), when=time, number=str(number))

    @property
    def pot(self) -> int:
        """The chips that were played for: all that were put in, less the bet nobody called."""
        state = State(self.rules, self.stacks)
        for action in self.actions:
            state.apply_legal(action)
        return state.pot - max(state.uncalled())

    def replay(self) -> State:
        """The state after all actions; `IllegalActionError` names the first illegal one."""
        state = State(self.rules, self.stacks)
        for i, action in enumerate(self.actions):
            try:
                state.apply(action)
            except IllegalActionError as error:
                raise IllegalActionError(f"hand {self.number}, action {i + 1}: {error}") from None
        return state

    def computed_payoffs(self) -> tuple[int, ...] | None:
        """Payoffs by the rules, without rake; None if unknown cards or other boards decide."""
        state = self.replay()
        if not state.is_over:
            raise HandRecordError(f"hand {self.number}: the betting is not over")
        if not state.showdown:
            return state.settle()
        shown = [p for p, folded in enumerate(state.folded) if not folded]
        if len(self.board) != 5 or self.run_outs or any(self.hole_cards[p] is None for p in shown):
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
        if sum(self.payoffs) != self.added - self.rake:
            raise HandRecordError(
                f"hand {self.number}: payoffs {self.payoffs} and rake {self.rake} do not add up"
            )
        computed = self.computed_payoffs()
        if computed is not None and self.rake == self.added == 0 and computed != self.payoffs:
            raise HandRecordError(
                f"hand {self.number}: payoffs are {self.payoffs}, but the rules give {computed}"
            )


def finish(hand: Hand) -> Hand:
    """A copy of a hand with its payoffs filled in by the rules."""
    payoffs = hand.computed_payoffs()
    if payoffs is None:
        raise HandRecordError(f"hand {hand.number}: unknown cards decide the showdown")
    return replace(hand, payoffs=payoffs)
