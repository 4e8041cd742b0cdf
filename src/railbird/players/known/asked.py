"""Players that state their probabilities when they are asked, hand by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.cards.classes import holdem_hands
from railbird.divat.heads_up.encode import Games
from railbird.errors import OptionError
from railbird.players.base import Player, Seat
from railbird.players.own import own_code
from railbird.stopwatch import Stopwatch
from railbird.table.rules import Betting, table_rules
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

HANDS = 1326
_DEEP = 1_000
_CLOSE = 1e-6
_DECISIONS = 4
"""About how many decisions a player has in a game."""


def _checked_sums(found: Mapping[int, Floats]) -> Floats:
    """The sums over all actions, of arrays that have a number for each hand."""
    for action, chances in found.items():
        if np.shape(chances) != (HANDS,):
            raise ValueError(
                f"action {action} has numbers of shape {np.shape(chances)}: give {HANDS} of them"
            )
    return np.asarray(sum(found.values(), np.zeros(HANDS)))


class AskedPlayer:
    """A player of any class with ``probabilities``, as a `KnownStrategy` of limit and no-limit.

    A class with ``all_probabilities`` is asked about all hands at once, any other about each hand
    that it could hold.
    """

    def __init__(self, player: Player, kind: str) -> None:
        self.name = kind
        self._player = player
        self._is_ours = type(player).__module__.startswith("railbird.")
        self._rules = table_rules(2)

    def chances(
        self, games: Games, seats: Ints, starts: Ints, total: int
    ) -> npt.NDArray[np.float64]:
        """Its probabilities at its decisions in limit games, for every hand."""
        found = np.zeros((total, HANDS, 3))
        for g, (seat, start) in enumerate(zip(seats.tolist(), starts.tolist(), strict=True)):
            self._game(games, g, seat, found[start:])
        return found

    def _game(self, games: Games, g: int, seat: int, found: Floats) -> None:
        state = State(self._rules, (_DEEP, _DEEP))
        decision = 0
        for r in range(int(games.rounds[g])):
            board = tuple(Card(int(c)) for c in games.cards[g, 4 : 4 + BOARD_CARDS[r]])
            for act in games.actions[g, r, : games.counts[g, r]].tolist():
                if state.actor == seat:
                    for action, p in self.at(state, seat, board).items():
                        found[decision, :, 0 if action == FOLD else 1 if action == CALL else 2] += p
                    decision += 1
                raised = state.options().lowest_raise
                state.apply(FOLD if act < 0 else CALL if act == 0 else raised)

    def cost(self, betting: Betting) -> str:
        """A warning how slow it is, if it is asked hand by hand; otherwise nothing."""
        if self._player.states_all:
            return ""
        state = State(table_rules(2, betting=betting), (_DEEP, _DEEP))
        watch = Stopwatch()
        self.at(state, 1, ())
        speed = 1 / max(watch.seconds * _DECISIONS, 1e-9)
        return (
            f"{self.name} is asked about every hand that it could hold, which takes most of the "
            f"time: about {speed:,.2g} games/s; a method all_probabilities(state, board) makes it "
            f"much faster"
        )

    def at(self, state: State, seat: int, board: tuple[Card, ...]) -> Mapping[int, Floats]:
        """The probability of each action at a decision, for every hand."""
        if self._is_ours:
            return self._asked(state, seat, board)
        with own_code(f"{self.name} cannot state its probabilities"):
            found = self._asked(state, seat, board)
            sums = _checked_sums(found)
        asked = sums != 0
        if (
            any((p < 0).any() for p in found.values())
            or not (abs(sums[asked] - 1) <= _CLOSE).all()
            or not asked.any()
        ):
            raise OptionError(
                f"the probabilities of {self.name} are not between 0 and 1, or do not add up to 1: "
                f"correct its probabilities()"
            )
        return found

    def _asked(self, state: State, seat: int, board: tuple[Card, ...]) -> Mapping[int, Floats]:
        if self._player.states_all:
            return self._player.all_probabilities(state, board)
        return self._one_by_one(state, seat, board)

    def _one_by_one(self, state: State, seat: int, board: tuple[Card, ...]) -> Mapping[int, Floats]:
        names = ("known", "other") if seat == 0 else ("other", "known")
        taken = set(board)
        player, found = self._player, dict[int, Floats]()
        for h, (first, second) in enumerate(holdem_hands().tolist()):
            if first in taken or second in taken:
                continue
            player.hand_starts(Seat(state.rules, state.stacks, names, seat, 0))
            player.dealt((Card(first), Card(second)))
            if board:
                player.board(board)
            for action, p in player.probabilities(state.copy()).items():
                found.setdefault(action, np.zeros(HANDS))[h] += p
        return found
