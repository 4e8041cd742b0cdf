"""What a hand says about the player who played it, by what this player can know during a match.

``money``
    What was won. Unbiased, with all the luck in it.
``divat``
    Run-time DIVAT (Kan 2007, §3.3): DIVAT where the other player has shown their cards, money
    elsewhere. Hands that are shown are not a fair sample of all hands, so it is biased.
``aivat``
    AIVAT without the other player's cards. The luck of the own cards is taken out for any player.
    For players who state their probabilities the luck of their decisions is taken out too, and for
    Sparbots a hand that is shown counts as the mean over all that they could have shown. Unbiased.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.cards.index import colex_index
from railbird.divat.estimators.aivat import KnownStrategy, aivat_seen
from railbird.divat.heads_up.encode import Encoder, Games, stack
from railbird.divat.heads_up.scores import score
from railbird.players.base import Player
from railbird.players.coach.seen import CoachedHand, Measure
from railbird.players.known.sparbot import KnownSparbot
from railbird.players.known.values import value_tables
from railbird.players.sparbot.player import Sparbot
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def games_of(hand: CoachedHand, encoder: Encoder) -> Games:
    """A hand as arrays. Cards that were not shown are replaced by two that nobody holds."""
    free = [Card(c) for c in range(52) if c not in hand.cards and c not in hand.board]
    theirs = tuple(free[:2]) if hand.shown is None else hand.shown
    hole = (hand.cards, theirs) if hand.seat.position == 0 else (theirs, hand.cards)
    whole = Hand.unchecked(
        rules=hand.seat.rules,
        stacks=hand.seat.stacks,
        players=hand.seat.names,
        hole_cards=hole,
        board=hand.board,
        actions=hand.actions,
        payoffs=hand.payoffs,
        rake=0,
        number="",
        table="",
        when=None,
        chip="",
    )
    betting = encoder.betting(whole)
    return stack([whole], [betting], [encoder.cards(whole, betting.rounds)])


class RuntimeDivat:
    """DIVAT of hands that were shown, money of the others."""

    def __init__(self) -> None:
        self._encoder = Encoder()

    def __call__(self, hand: CoachedHand, player: int) -> float:
        if hand.shown is None:
            return hand.money
        skill = float(score(games_of(hand, self._encoder), threads=1).skill[0])
        return skill if hand.seat.position == 0 else -skill


class RuntimeAivat:
    """AIVAT without the other player's cards, for some players."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._encoder = Encoder()
        self._assumed = KnownSparbot()
        self._players: list[OwnHand | KnownSparbot] = [
            KnownSparbot(player.table) if type(player) is Sparbot else OwnHand(player)
            for player in players
        ]

    def __call__(self, hand: CoachedHand, player: int) -> float:
        known: KnownStrategy = self._players[player]
        if isinstance(known, OwnHand):
            known.hand = hand
        position = hand.seat.position
        sign = 1.0 if position == 0 else -1.0
        found = aivat_seen(
            games_of(hand, self._encoder),
            np.array([position]),
            known,
            value_tables(),
            money=np.array([sign * hand.money]),
            assumed=self._assumed,
            threads=1,
        )
        estimate = sign * float(found.estimates[0])
        return estimate if np.isfinite(estimate) else hand.money


class OwnHand:
    """A player of whom only the hand that they held matters, as a `KnownStrategy`.

    A player who does not state probabilities counts as one who always does what they did. Their
    decisions have no luck then, and the estimate stays unbiased.
    """

    name = "own hand"

    def __init__(self, player: Player) -> None:
        self._states = type(player).probabilities is not Player.probabilities
        # it is asked about hands that are over; a player at the table must not notice
        self._player = deepcopy(player) if self._states else player
        self.hand: CoachedHand | None = None

    def chances(self, games: Games, seats: Ints, starts: Ints, total: int) -> Floats:
        """Its probabilities at its decisions, for the hand that it held; 0 for all others."""
        assert self.hand is not None
        hand, found = self.hand, np.zeros((total, 1326, 3))
        own, decision = colex_index([int(card) for card in hand.cards]), 0
        state = State(hand.seat.rules, hand.seat.stacks)
        for action in hand.actions:
            if state.actor == hand.seat.position:
                for each, p in self._asked(state, action).items():
                    found[decision, own, 0 if each == FOLD else 1 if each == CALL else 2] += p
                decision += 1
            state.apply(action)
        return found

    def _asked(self, state: State, action: int) -> Mapping[int, float]:
        hand = self.hand
        if not self._states or hand is None:
            return {action: 1.0}
        self._player.hand_starts(hand.seat)
        self._player.dealt(hand.cards)
        if dealt := BOARD_CARDS[state.round]:
            self._player.board(hand.board[:dealt])
        return self._player.probabilities(state.copy())


def measure_by(by: str, players: Sequence[Player]) -> Measure:
    """The measure ``divat`` or ``aivat`` for some players."""
    return RuntimeDivat() if by == "divat" else RuntimeAivat(players)
