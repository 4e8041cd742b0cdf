"""Jagbot: basic strategy by fixed rules, for a beginners' table.

Before the flop it plays by Sklansky's groups, position and raises. Later it plays by the strength
and potential of its hand against a random hand. It has no opponent model, never bluffs, and always
does the same in the same situation.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.cards.index import colex_index
from railbird.cards.ranges import Range
from railbird.players.base import Player, Plays, Seat
from railbird.players.hand_order import board_order, preflop_order
from railbird.players.sizing import PART, level_to_raise
from railbird.table.state import CALL, FOLD, State

GROUPS = (
    "AA,KK,QQ,JJ,AKs",
    "TT,AQs,AJs,KQs,AKo",
    "99,JTs,QJs,KJs,ATs,AQo",
    "T9s,KQo,88,QTs,98s,J9s,AJo,KTs",
    "77,87s,Q9s,T8s,KJo,QJo,JTo,76s,97s,A9s-A2s,65s",
    "66,ATo,55,86s,KTo,QTo,54s,K9s,J8s",
    "44,J9o,43s,75s,T9o,33,98o,64s,22,K8s-K2s,Q8s",
    "87o,53s,A9o,Q9o,76o,42s,32s,96s,85s,J8o,J7s,65o,54o,74s,K9o,T8o",
)
"""Sklansky's groups 1 to 8, as in Table 2 of Sêca (2008)."""

FAIR, BAD = len(GROUPS) + 1, len(GROUPS) + 2
"""Two more groups: hands that make money against one random hand, and the rest."""


@cache
def hand_groups() -> npt.NDArray[np.int64]:
    """The group (1 to 10) of each of the 1,326 hands.

    Examples
    --------
    >>> int(hand_groups()[1325]), np.bincount(hand_groups())[1:].tolist()
    (1, [28, 30, 34, 50, 98, 64, 98, 136, 248, 540])
    """
    groups = np.where(preflop_order(2).worth > 0, FAIR, BAD)
    for number, hands in enumerate(GROUPS, start=1):
        groups[Range.parse(hands).weights > 0] = number
    return groups


@dataclass(frozen=True, slots=True)
class Basics:
    """The rules of a Jagbot.

    Parameters
    ----------
    early, middle, late : int
        The last group that is played for one bet, by position: with six or more, four or five, or
        fewer players left to act.
    raises : int
        The last group that is raised in early position. In middle position it is one group more,
        in late position two.
    against_raise : int
        The last group that is played after a raise. Hands in groups before ``raises`` re-raise.
    bet, raise_, call : float
        The least strength against all opponents with which it bets, raises, and calls a bet
        whatever the odds.
    """

    early: int = 4
    middle: int = 6
    late: int = 8
    raises: int = 2
    against_raise: int = 3
    bet: float = 0.55
    raise_: float = 0.85
    call: float = 0.60


class Jagbot(Player):
    """The player with fixed rules; ``basics`` is what it knows of the game."""

    reads_only = True
    made_for = Plays(games=("holdem",), bettings=("limit",))

    def __init__(self, name: str, *, basics: Basics | None = None) -> None:
        super().__init__(name)
        self.basics = basics if basics is not None else Basics()
        self._hand = -1
        self._board: tuple[int, ...] = ()

    def hand_starts(self, seat: Seat) -> None:
        self._board = ()

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._hand = colex_index(cards) if len(cards) == 2 else -1

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = tuple(int(c) for c in cards)

    def act(self, state: State) -> int:
        if self._hand < 0:  # not hold'em: no rule applies
            return CALL
        return self._before_flop(state) if state.round == 0 else self._after_flop(state)

    def _before_flop(self, state: State) -> int:
        to_call, lowest, _ = state.options()
        group = int(hand_groups()[self._hand])
        rules = self.basics
        me, players = state.actor, state.rules.players
        folded = state.folded
        acted = {p for _, p, _ in state.actions}
        behind = sum(p not in acted and not folded[p] for p in range(players) if p != me)
        # fewer opponents hold fewer good hands
        short = {2: 4, 3: 2, 4: 1}.get(players, 0)
        if state.raises == 0:
            late = 2 if behind <= 3 else 1 if behind <= 5 else 0
            if lowest and group <= rules.raises + late + short:
                return level_to_raise(state)
            limit = (rules.early, rules.middle, rules.late)[late] + (players == 2)
            return CALL if to_call == 0 or group <= limit else FOLD
        if lowest and state.raises < 3 and group <= rules.raises - 1 + short // 2:
            return level_to_raise(state)
        limit = rules.against_raise + short + (1 if players == 2 else 0)
        in_already = me in acted or (me is not None and state.bets[me] == state.rules.big_blind)
        cheap = to_call <= state.rules.bets[0] and in_already
        return CALL if group <= limit + (2 if cheap else 0) else FOLD

    def _after_flop(self, state: State) -> int:
        to_call, lowest, _ = state.options()
        order = board_order(self._board)
        others = state.rules.players - 1 - sum(state.folded)
        strength = float(order.strength[self._hand]) ** others
        positive = float(order.positive[self._hand])
        rules = self.basics
        if to_call == 0:
            return level_to_raise(state) if lowest and strength >= rules.bet else CALL
        if lowest and state.raises < 3 and strength >= rules.raise_:
            return level_to_raise(state)
        fixed = state.rules.betting == "limit"
        # a bet of the usual part of the pot counts as one, as a fixed one does
        bet = state.rules.bets[state.round] if fixed else PART * (state.pot - to_call)
        bets = to_call / bet
        enough = rules.call * min(bets, 1.3)
        if not fixed and bets > 2:  # much more than the pot
            enough = max(enough, rules.raise_)
        if strength >= enough:
            return CALL
        return CALL if positive >= to_call / (state.pot + to_call) else FOLD
