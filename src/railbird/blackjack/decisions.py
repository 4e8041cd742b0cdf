"""Hands as they are played, and the decisions in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.blackjack import _game_kernels as kernels
from railbird.blackjack.rules import ACTIONS, BlackjackRules, Counts
from railbird.blackjack.strategy import TableStrategy
from railbird.blackjack.values import ActionValues, known_values
from railbird.errors import HandRecordError

LETTERS = "".join(ACTIONS)
"""The letters of the actions, in the order of their numbers."""

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class BlackjackDecision:
    """A decision of a player.

    Parameters
    ----------
    hand, up
        The player's cards, in order, and the dealer's card.
    unseen
        The cards that nobody has seen, with those of the hand.
    may_double, may_split
        What is allowed besides hit and stand.
    split_hand
        Whether the hand is one of two after a split.
    action
        The letter of what was done; empty if that is still open.
    """

    hand: Counts
    up: int
    unseen: Counts
    may_double: bool
    may_split: bool
    split_hand: bool
    action: str = ""

    @classmethod
    def of_row(cls, row: Rows) -> BlackjackDecision:
        """The decision in a row of a kernel."""
        counts = row[: kernels.UNSEEN].tolist()
        action = int(row[kernels.ACTION])
        return cls(
            hand=tuple(card for card, count in enumerate(counts) for _ in range(count)),
            up=int(row[kernels.UP]),
            unseen=tuple(row[kernels.UNSEEN : kernels.UP].tolist()),
            may_double=bool(row[kernels.MAY_DOUBLE]),
            may_split=bool(row[kernels.MAY_SPLIT]),
            split_hand=bool(row[kernels.IS_SPLIT]),
            action=LETTERS[action] if action >= 0 else "",
        )

    @property
    def allowed(self) -> str:
        """The letters of the actions that are allowed."""
        return "SH" + "D" * self.may_double + "P" * self.may_split

    def values(self, rules: BlackjackRules, *, after: TableStrategy | None = None) -> ActionValues:
        """What each action is worth; see `action_values`."""
        return known_values(
            self.hand, self.up, self.unseen, rules=rules, after=after, split_hand=self.split_hand
        )

    def action_of(self, strategy: TableStrategy) -> str:
        """The letter of what a strategy does here."""
        if self.may_split and strategy.splits[self.hand[0], self.up]:
            return "P"
        return LETTERS[strategy.move(self.hand, self.up, may_double=self.may_double)]


@dataclass(frozen=True, slots=True)
class BlackjackHand:
    """A hand so far, as its cards and actions give it.

    Parameters
    ----------
    over
        Whether it is over.
    wants_card
        Whether it cannot go on without another card.
    won
        What the player won, in bets, once it is over.
    used
        How many of the cards it took.
    before_dealer
        How many of them came before the dealer drew.
    decisions
        The decisions; the last one is open if an action is needed.
    """

    over: bool
    wants_card: bool
    won: float
    used: int
    before_dealer: int
    decisions: tuple[BlackjackDecision, ...]


def play(shoe: Counts, cards: Sequence[int], actions: str, rules: BlackjackRules) -> BlackjackHand:
    """Play a hand with its cards, in the order in which they are dealt, and its actions.

    Examples
    --------
    >>> from railbird.blackjack.rules import rank_places
    >>> hand = play(BlackjackRules().shoe, rank_places("4 7 5 T 2 9"), "HS", BlackjackRules())
    >>> hand.over, hand.won, [decision.action for decision in hand.decisions]
    (True, -1.0, ['H', 'S'])

    Raises
    ------
    HandRecordError
        If an action is not allowed, or comes after the end.
    """
    rows = np.empty((kernels.MOST_DECISIONS, kernels.WIDTH), np.int64)
    nothing = np.zeros((2, 2, 22, 10), np.int64), np.zeros((10, 10), np.bool_)
    status, won, used, decided, taken = kernels.play_hand(
        np.array(shoe),
        np.array(cards, np.int64),
        len(cards),
        np.array([LETTERS.index(letter) for letter in actions], np.int64),
        len(actions),
        *nothing,
        False,
        rules.hits_soft_17,
        rules.double_after_split,
        rules.blackjack_pays,
        rows,
    )
    decisions = tuple(BlackjackDecision.of_row(row) for row in rows[:decided])
    if status == kernels.ILLEGAL:
        raise HandRecordError(f"the actions {actions!r} are not possible with these cards")
    return BlackjackHand(
        over=status == kernels.DONE,
        wants_card=status == kernels.NEEDS_CARD,
        won=float(won),
        used=int(used),
        before_dealer=int(taken),
        decisions=decisions,
    )
