"""Follows the hands at a table: counts what all players do and weighs the hands they may hold.

It connects `railbird.players.hubot.frequencies`, which lasts as long as a player is known, with
`railbird.players.hubot.weights`, which lasts for one hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from railbird.cards.card import Card
from railbird.players.base import Seat
from railbird.players.hubot.frequencies import ActionFrequencies, Chances, Deed, First, Last
from railbird.players.hubot.weights import HandRanges, SeenDeed, Weights
from railbird.table.state import FOLD, State


class TableModel:
    """The model of all players at a table, including the observer.

    ``frequencies`` are by name. ``state`` is the hand as far as it has been reported.
    """

    def __init__(self) -> None:
        self.frequencies: dict[str, ActionFrequencies] = {}
        self.state: State | None = None
        self._start: State | None = None
        self._ranges: HandRanges | None = None
        self._mine: list[ActionFrequencies] = []
        self._position = -1
        self._first: list[First | None] = []
        self._acted: list[int] = []
        self._last: list[Last] = []
        self._before: list[Last] = []

    def __getstate__(self) -> dict[str, object]:
        """A hand in progress is not pickled."""
        return {"frequencies": self.frequencies}

    def __setstate__(self, kept: dict[str, dict[str, ActionFrequencies]]) -> None:
        self.__init__()  # type: ignore[misc]
        self.frequencies = kept["frequencies"]

    def hand_starts(self, seat: Seat) -> None:
        """A hand starts. Every player may hold any hand."""
        start = self._start
        if start is None or start.rules is not seat.rules or start.stacks != seat.stacks:
            self._start = start = State(seat.rules, seat.stacks)
        self.state = start.copy()
        players = seat.rules.players
        self._mine = [self._known(name) for name in seat.names]
        self._position = seat.position
        self._ranges = HandRanges(players)
        self._last = [Last.CHECK] * players
        self._round_begins()

    def board(self, cards: Sequence[Card]) -> None:
        """Community cards were dealt."""
        if self._ranges is not None and self.state is not None:
            folded = self.state.folded
            self._ranges.round_begins(cards, [p for p, out in enumerate(folded) if not out])

    def saw(self, position: int, action: int) -> None:
        """A player acted."""
        state = self.state
        if state is None:
            return
        to_call = state.options().to_call
        street, level = state.round, state.level
        raised = action > 0
        deed = Deed.FOLD if action == FOLD else Deed.RAISE if raised else Deed.CALL
        first, frequencies = self._first[position], self._mine[position]
        if self._ranges is not None and deed != Deed.FOLD:
            self._ranges.saw(position, self._seen(state, position, deed))
        if first is None:
            bets = to_call // state.rules.bets[street]
            frequencies.record_first(deed, bets=bets, street=street, last=self._before[position])
            self._first[position] = _first(deed, to_call)
        elif self._acted[position] == 1:
            frequencies.record_second(deed, first=first, street=street)
        self._acted[position] += 1
        if raised:
            self._last[position] = Last.RAISE if level else Last.BET
        else:
            self._last[position] = Last.CALL if to_call else Last.CHECK
        state.apply_legal(action)
        if action == FOLD and position == self._position:
            self._ranges = None  # no more decisions: only frequencies matter now
        if state.round != street:
            self._round_begins()

    def weights(self, positions: Sequence[int]) -> tuple[Weights, ...]:
        """The weight tables of some positions. The observer must still be in the hand."""
        assert self._ranges is not None
        return tuple([self._ranges.weights(p) for p in positions])

    def fold_chance(self, position: int) -> float:
        """How likely a player is to fold if the observer bets once more in this round."""
        return self._chances(position, bets=1).fold

    def _known(self, name: str) -> ActionFrequencies:
        if name not in self.frequencies:
            self.frequencies[name] = ActionFrequencies()
        return self.frequencies[name]

    def _round_begins(self) -> None:
        self._before = list(self._last)
        self._first = [None] * len(self._last)
        self._acted = [0] * len(self._last)

    def _chances(self, position: int, bets: int) -> Chances:
        assert self.state is not None
        first, street = self._first[position], self.state.round
        if first is None:
            last = self._before[position]
            return self._mine[position].predict_first(bets=bets, street=street, last=last)
        return self._mine[position].predict_second(first=first, street=street)

    def _seen(self, state: State, position: int, deed: Deed) -> SeenDeed:
        to_call, can_raise, _ = state.options()
        expected = self._chances(position, to_call // state.rules.bets[state.round])
        chances = expected.possible(to_call=to_call > 0, can_raise=can_raise > 0)
        if deed == Deed.RAISE:
            return SeenDeed(deed, chances)
        first = self._first[position]
        if first is None:
            first = _first(deed, to_call)
        later = self._mine[position].predict_second(first=first, street=state.round).raised
        return SeenDeed(deed, chances, to_call / (state.pot + to_call), later)


def _first(deed: Deed, to_call: int) -> First:
    if deed == Deed.RAISE:
        return First.RAISE
    return First.CALL if to_call else First.CHECK
