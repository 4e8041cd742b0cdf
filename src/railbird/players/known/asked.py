"""Players that state their probabilities when they are asked, hand by hand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.cards.classes import holdem_hands
from railbird.divat.heads_up.encode import Games
from railbird.errors import OptionError
from railbird.players.base import Player, Seat
from railbird.players.own import own_code
from railbird.table.rules import table_rules
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State

Ints = npt.NDArray[np.int64]

_DEEP = 1_000
_CLOSE = 1e-6


class AskedPlayer:
    """A player of any class with ``probabilities``, as a `KnownStrategy`.

    It is asked about each hand that it could hold at each of its decisions.
    """

    def __init__(self, player: Player, kind: str) -> None:
        self.name = kind
        self._player = player
        self._rules = table_rules(2)

    def chances(
        self, games: Games, seats: Ints, starts: Ints, total: int
    ) -> npt.NDArray[np.float64]:
        """Its probabilities at its decisions, for every hand."""
        found = np.zeros((total, 1326, 3))
        for g, (seat, start) in enumerate(zip(seats.tolist(), starts.tolist(), strict=True)):
            self._game(games, g, seat, found[start:])
        return found

    def _game(self, games: Games, g: int, seat: int, found: npt.NDArray[np.float64]) -> None:
        state = State(self._rules, (_DEEP, _DEEP))
        decision = 0
        for r in range(int(games.rounds[g])):
            board = tuple(Card(int(c)) for c in games.cards[g, 4 : 4 + BOARD_CARDS[r]])
            for act in games.actions[g, r, : games.counts[g, r]].tolist():
                if state.actor == seat:
                    self._ask(state, seat, board, found[decision])
                    decision += 1
                raised = state.options().lowest_raise
                state.apply(FOLD if act < 0 else CALL if act == 0 else raised)

    def _ask(
        self, state: State, seat: int, board: tuple[Card, ...], found: npt.NDArray[np.float64]
    ) -> None:
        names = ("known", "other") if seat == 0 else ("other", "known")
        taken = set(board)
        player = self._player
        with own_code(f"{self.name} cannot state its probabilities"):
            for h, (first, second) in enumerate(holdem_hands().tolist()):
                if first in taken or second in taken:
                    continue
                player.hand_starts(Seat(state.rules, state.stacks, names, seat, 0))
                player.dealt((Card(first), Card(second)))
                if board:
                    player.board(board)
                for action, p in player.probabilities(state.copy()).items():
                    place = 0 if action == FOLD else 1 if action == CALL else 2
                    found[h, place] += p
        sums = found.sum(axis=1)
        asked = sums != 0
        if (found < 0).any() or (abs(sums[asked] - 1) > _CLOSE).any() or not asked.any():
            raise OptionError(
                f"the probabilities of {self.name} do not add up to 1: correct its probabilities()"
            )
