"""Simple players: they always do the same, act at random, or follow a few rules."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.evaluate import HOLDEM, OMAHA8
from railbird.evaluate.strength import omaha8
from railbird.evaluate.strength.all_hands import all_ranks
from railbird.evaluate.strength.ranks import hand_ranks
from railbird.players.base import Player, Plays, Seat
from railbird.players.chance import Chance
from railbird.players.sizing import level_to_raise
from railbird.table.state import CALL, FOLD, State

Floats = npt.NDArray[np.float64]
HANDS = 1326


class _Blind(Player):
    """A player who does not look at their cards: their probabilities are the same for all hands."""

    def probabilities(self, state: State) -> Mapping[int, float]:
        return {self.act(state): 1.0}

    def all_probabilities(self, state: State, board: tuple[Card, ...]) -> Mapping[int, Floats]:
        return {action: np.full(HANDS, p) for action, p in self.probabilities(state).items()}


class AlwaysCall(_Blind):
    """Always checks or calls."""

    reads_only = states_all = True

    def act(self, state: State) -> int:
        return CALL


class AlwaysRaise(_Blind):
    """Always makes the smallest legal raise, and calls when no raise is legal."""

    reads_only = states_all = True

    def act(self, state: State) -> int:
        return state.options().lowest_raise or CALL


class Teddy(_Blind):
    """Always raises, and folds where the betting is capped.

    By the analysis of the matches of 2006 the program of this name asked for a raise even then. The
    dealer took this for an illegal action and folded its hand. Kan (2007), §5.4.4.
    """

    reads_only = states_all = True

    def act(self, state: State) -> int:
        to_call, lowest, _ = state.options()
        return lowest or (FOLD if to_call else CALL)


class AlwaysFold(_Blind):
    """Folds to any bet."""

    reads_only = states_all = True

    def act(self, state: State) -> int:
        return FOLD if state.options().to_call else CALL


class RandomPlayer(_Blind):
    """Chooses a legal action at random. Of the raises it considers the lowest and the highest."""

    reads_only = states_all = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._chance = Chance()

    def hand_starts(self, seat: Seat) -> None:
        self._chance.seed(seat.seed)

    def act(self, state: State) -> int:
        actions = state.legal_actions()
        return actions[self._chance.below(len(actions))]

    def probabilities(self, state: State) -> Mapping[int, float]:
        actions = state.legal_actions()
        return dict.fromkeys(actions, 1 / len(actions))


class RulePlayer(Player):
    """Bets good hands, calls with fair ones and folds the rest, by hand rank and pot odds.

    Before the flop it uses the immediate rank of its two cards, later the mean of the immediate
    and the seven-card rank. Against n players it raises the rank to the power n. It never bluffs
    and has no memory. At Omaha Hi-Lo it uses the rank of its share of the pot, high and low. In
    other games it treats every hand as a fair one.

    Where bets have no fixed size it bets two thirds of the pot with every hand that it bets; see
    `railbird.players.sizing`. A large bet speaks for a strong hand. A bet of b on top of the usual
    one, into a pot of p, counts as made with the best p / (p + b) of all hands: with half of them
    if it is as large as the pot. The rank is then the share of these that our hand beats.
    """

    reads_only = True
    made_for = Plays(games=("holdem", "omaha8"))
    RAISE, BET = 0.85, 0.65

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._cards: tuple[Card, ...] = ()
        self._board: tuple[Card, ...] = ()
        self._game = HOLDEM.name
        self._rank = 0.0

    def hand_starts(self, seat: Seat) -> None:
        self._board = ()
        self._game = seat.rules.game

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards
        self._look()

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards
        self._look()

    def _look(self) -> None:
        if self._game == OMAHA8.name:
            self._rank = omaha8.hand_rank(self._cards, self._board)
        elif self._game != HOLDEM.name:
            self._rank = 0.5
        else:
            now, later = hand_ranks(self._cards, self._board)
            self._rank = (now + later) / 2 if self._board else now

    def act(self, state: State) -> int:
        others = state.rules.players - 1 - sum(state.folded)
        to_call, lowest, _ = state.options()
        strength = self._rank**others
        if state.rules.betting != "limit":
            strength *= self._after_bet(state, to_call)
        if lowest and strength > (self.RAISE if to_call else self.BET):
            return level_to_raise(state)
        if to_call == 0 or strength > to_call / (state.pot + to_call):
            return CALL
        return FOLD

    def probabilities(self, state: State) -> Mapping[int, float]:
        return {self.act(state): 1.0}

    def all_probabilities(self, state: State, board: tuple[Card, ...]) -> Mapping[int, Floats]:
        """`act` for all hands. Only for heads-up hold'em, where one other player is left."""
        now, later = all_ranks(tuple(map(int, board)))
        strength = rank = (now + later) / 2 if board else now
        to_call, lowest, _ = state.options()
        if state.rules.betting != "limit":
            extra, before = self._extra(state, to_call)
            beats = 1 - (1 - rank) * (before + extra) / before
            strength = rank * np.maximum(0.0, beats / np.where(rank > 0, rank, 1.0)) * (rank > 0)
        raises = (strength > (self.RAISE if to_call else self.BET)) & bool(lowest)
        folds = ~raises & (to_call > 0) & (strength <= to_call / (state.pot + to_call))
        # without a legal raise, the level is 0 as CALL is: that comes later and counts
        found = {level_to_raise(state): raises, CALL: ~raises & ~folds, FOLD: folds}
        return {a: each.astype(np.float64) for a, each in found.items() if each.any()}

    def _after_bet(self, state: State, to_call: int) -> float:
        """The part of the rank that is left among the hands that would bet as much."""
        extra, before = self._extra(state, to_call)
        beats = 1 - (1 - self._rank) * (before + extra) / before
        return max(0.0, beats / self._rank) if self._rank else 0.0

    @staticmethod
    def _extra(state: State, to_call: int) -> tuple[int, int]:
        """What a bet has on top of the usual one, and the pot before it."""
        return max(0, to_call - state.rules.bets[state.round]), max(1, state.pot - to_call)


class Bluffer(RulePlayer):
    """Plays by the same rules, but one time in four bets or raises where they would not."""

    reads_only = True
    BLUFF = 4

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._chance = Chance()

    def hand_starts(self, seat: Seat) -> None:
        super().hand_starts(seat)
        self._chance.seed(seat.seed)

    def act(self, state: State) -> int:
        action = super().act(state)
        if action in (FOLD, CALL) and self._chance.below(self.BLUFF) == 0:
            return level_to_raise(state) or action
        return action

    def probabilities(self, state: State) -> Mapping[int, float]:
        action = super().act(state)
        bluff = level_to_raise(state) or action
        if action not in (FOLD, CALL) or bluff == action:
            return {action: 1.0}
        return {action: 1 - 1 / self.BLUFF, bluff: 1 / self.BLUFF}

    def all_probabilities(self, state: State, board: tuple[Card, ...]) -> Mapping[int, Floats]:
        found = dict(super().all_probabilities(state, board))
        bluff = level_to_raise(state)
        if bluff:
            for action in (FOLD, CALL):
                if action in found:
                    found[bluff] = found.get(bluff, np.zeros(HANDS)) + found[action] / self.BLUFF
                    found[action] = found[action] * (1 - 1 / self.BLUFF)
        return found
