"""A session at a table: hands from a shoe that is shuffled again in time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from railbird.blackjack import _game_kernels as kernels
from railbird.blackjack.decisions import BlackjackDecision, BlackjackHand, play
from railbird.blackjack.log import LoggedHand
from railbird.blackjack.rules import MOST_VALUE, BlackjackRules, Counts
from railbird.errors import OptionError

CUT = 0.25
"""The shoe is shuffled once no more than this part of it is left."""


class BlackjackTable:
    """Deals hands from a shuffled shoe; with ``fresh`` it is shuffled before each of them.

    The cards depend only on the rules, the seed and what was drawn before.
    """

    def __init__(
        self, rules: BlackjackRules, *, seed: int, bet: float = 1.0, fresh: bool = False
    ) -> None:
        if rules.decks == np.inf:
            raise OptionError("hands cannot be dealt from infinite decks: give a number of decks")
        if seed < 0:
            raise OptionError(f"--seed {seed}: give a seed of 0 or more")
        if not 0 < bet < np.inf:
            raise OptionError(f"--bet {bet:g} is no bet: give a number above 0")
        self.rules, self.bet = rules, bet
        self._seed, self._fresh = seed, fresh
        self._cards: tuple[int, ...] = ()
        self._shoes = self._hands = 0
        self.shuffled = False

    def deal(self) -> None:
        """Begin a hand, after shuffling if it is time."""
        points = sum(self._cards) + len(self._cards)
        few = len(self._cards) <= CUT * sum(self.rules.shoe) or points < MOST_VALUE
        self.shuffled = self._fresh or few
        if self.shuffled:
            left = np.array(self.rules.shoe)
            cards = np.empty(left.sum(), np.int64)
            state = kernels.stream_of(self._seed, self._shoes)
            kernels.draw_cards(state, left, cards, 0, len(cards))
            self._cards = tuple(cards.tolist())
            self._shoes += 1
        self._actions = ""

    @property
    def shoe(self) -> Counts:
        """The counts of the ranks before this hand."""
        return tuple(np.bincount(self._cards, minlength=10).tolist())

    def so_far(self) -> BlackjackHand:
        """The hand as it stands."""
        return play(self.shoe, self._cards, self._actions, self.rules)

    def cards(self, count: int) -> tuple[int, ...]:
        """The first cards of the hand, in the order in which they were dealt."""
        return self._cards[:count]

    def act(self, action: str) -> BlackjackHand:
        """Take an action, by its letter, and see how the hand stands then."""
        self._actions += action
        return self.so_far()

    def finish(self) -> LoggedHand:
        """Take the cards of a hand that is over away, and return what is to be kept of it."""
        hand = self.so_far()
        self._hands += 1
        done = LoggedHand(
            self._hands, self.bet, self.shoe, self._cards[: hand.used], self._actions, hand.won
        )
        self._cards = self._cards[hand.used :]
        return done

    def play_hand(self, choose: Callable[[BlackjackDecision], str]) -> LoggedHand:
        """Play a hand; ``choose`` gives the letter of each action."""
        self.deal()
        hand = self.so_far()
        while not hand.over:
            hand = self.act(choose(hand.decisions[-1]))
        return self.finish()
