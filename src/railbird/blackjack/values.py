"""What each action is worth, exactly, for any shoe.

Every card that is seen is out of the shoe, and the dealer's hidden card is in it: where the dealer
shows an ace or a ten and has looked, that card is known to make no blackjack, which changes what
the player draws too.

After a split, each of the two hands is played without looking at the cards of the other. Then both
are worth the same, whichever comes first, and the value of a split is exact: which cards the other
hand took says nothing about those that are still to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from railbird.blackjack import _kernels as kernels
from railbird.blackjack.rules import (
    ACTIONS,
    RANKS,
    BlackjackRules,
    Counts,
    check_shoe,
    rank_places,
    shown_cards,
    total_of,
    without,
)
from railbird.blackjack.strategy import TableStrategy
from railbird.blackjack.trees import Floats, all_hands, dealer_tree, first_hands
from railbird.errors import OptionError

RULES = BlackjackRules()
"""The rules of the document."""


@dataclass(frozen=True, slots=True)
class ActionValues:
    """What each action wins on average, in bets; nan for an action that is not allowed.

    Examples
    --------
    >>> found = action_values("4,5", "7")
    >>> found.best, round(found.hit, 4), round(found.double, 4)
    ('H', 0.1786, 0.1252)
    """

    stand: float
    hit: float
    double: float = nan
    split: float = nan

    def of(self, action: str) -> float:
        """The value of an action by its letter: S, H, D or P."""
        worth: float = getattr(self, ACTIONS[action])
        return worth

    @property
    def allowed(self) -> dict[str, float]:
        """The actions that are allowed, by letter, with their values."""
        every = {letter: self.of(letter) for letter in ACTIONS}
        return {letter: worth for letter, worth in every.items() if not isnan(worth)}

    @property
    def best(self) -> str:
        """The letter of the best action."""
        return max(self.allowed, key=self.allowed.__getitem__)


def action_values(
    hand: str | Sequence[int],
    up: str | int,
    shoe: Sequence[int] | None = None,
    *,
    rules: BlackjackRules = RULES,
    after: TableStrategy | None = None,
    split_hand: bool = False,
) -> ActionValues:
    """What each action is worth with a hand, when the dealer has no blackjack.

    Parameters
    ----------
    hand, up
        The player's cards and the dealer's card, as text or places of ranks.
    shoe
        How many cards of each rank there were before this hand was dealt: aces, 2s, …, 9s, tens;
        by default a full shoe.
    rules
        The rules of the table.
    after
        The strategy by which the hand is played on after the action; by default as well as
        possible.
    split_hand
        Whether it is one of two hands after a split. The other's cards must be out of the shoe.

    Raises
    ------
    OptionError
        If the hand is over, or if the shoe has too few cards.
    """
    cards = tuple(sorted(rank_places(hand) if isinstance(hand, str) else hand))
    (dealer,) = _one(up)
    full = check_shoe(rules.shoe if shoe is None else shoe)
    if len(cards) < 2:
        raise OptionError(f"a hand has two cards or more, not {len(cards)}: such as 4,5")
    if total_of(cards)[0] > 21:
        raise OptionError(f"{shown_cards(cards)} is more than 21: the hand is over")
    known = without(full, (*cards, dealer))
    barred = kernels.hole_bar(dealer)
    if barred >= 0 and sum(known) == known[barred]:
        raise OptionError("only cards that give the dealer a blackjack are left in the shoe")
    return known_values(
        cards, dealer, without(full, (dealer,)), rules=rules, after=after, split_hand=split_hand
    )


def known_values(
    cards: Counts,
    up: int,
    unseen: Counts,
    *,
    rules: BlackjackRules,
    after: TableStrategy | None = None,
    split_hand: bool = False,
) -> ActionValues:
    """As `action_values`, of sorted cards; ``unseen`` is the shoe without any card but theirs."""
    table = _table(unseen, up, rules, cards, after)
    stand, hit, double = table[all_hands().place[cards], :3].tolist()
    first = len(cards) == 2
    may_split = first and cards[0] == cards[1] and not split_hand
    return ActionValues(
        stand,
        hit,
        double if first and (rules.double_after_split or not split_hand) else nan,
        _split(cards[0], up, unseen, rules, after) if may_split else nan,
    )


def first_values(
    shoe: Counts, *, rules: BlackjackRules = RULES, after: TableStrategy | None = None
) -> Floats:
    """Values of all first decisions: by the dealer's card, hand of two cards, and action.

    The dealer's cards are in the order of the shoe, hands in that of `first_hands`, and actions in
    that of `ACTIONS`. What cannot happen, or is not allowed, is nan.
    """
    hands = first_hands()
    found = np.full((10, len(hands), len(ACTIONS)), nan)
    places = [all_hands().place[hand] for hand in hands]
    for up in range(10):
        if shoe[up]:
            unseen = without(shoe, (up,))
            found[up, :, :3] = _table(unseen, up, rules, (), after)[places, :3]
            for i, (one, two) in enumerate(hands):
                if one == two and unseen[one] >= 2:
                    found[up, i, 3] = _split(one, up, unseen, rules, after)
    return found


def game_value(
    shoe: Sequence[int] | None = None,
    *,
    rules: BlackjackRules = RULES,
    after: TableStrategy | None = None,
) -> float:
    """What a hand wins on average before it is dealt, in bets, played well or by a strategy.

    Examples
    --------
    >>> round(game_value(), 4)
    -0.0061
    """
    full = check_shoe(rules.shoe if shoe is None else shoe)
    values = first_values(full, rules=rules, after=after)
    worth = 0.0
    for up in range(10):
        if not full[up]:
            continue
        unseen = without(full, (up,))
        among = sum(unseen)
        for i, (one, two) in enumerate(first_hands()):
            ways = unseen[one] * (unseen[two] - (one == two)) * (1 if one == two else 2)
            if ways <= 0:
                continue
            left = without(unseen, (one, two))
            barred = kernels.hole_bar(up)
            caught = left[barred] / sum(left) if barred >= 0 else 0.0
            natural = (one, two) == (kernels.ACE, kernels.TEN)
            if natural:
                mine = rules.blackjack_pays
            elif after is None:
                mine = float(np.nanmax(values[up, i]))
            else:
                mine = float(values[up, i, after.first_move(one, two, up)])
            open_part = (1 - caught) * mine if caught < 1 else 0.0
            each = open_part - caught * (not natural)
            worth += full[up] / sum(full) * ways / (among * (among - 1)) * each
    return worth


def dealer_chances(
    shoe: Sequence[int], up: str | int, *, rules: BlackjackRules = RULES
) -> dict[str, float]:
    """The chances of the dealer's totals, without a blackjack; ``shoe`` has no known card."""
    (dealer,) = _one(up)
    ends = np.empty(6)
    tree = dealer_tree(dealer, rules.hits_soft_17)
    kernels.dealer_ends(np.array(shoe, float), dealer, *tree, ends)
    return dict(zip(("17", "18", "19", "20", "21", "bust"), ends.tolist(), strict=True))


def _one(up: str | int) -> tuple[int, ...]:
    """The dealer's card."""
    cards = rank_places(up) if isinstance(up, str) else (up,)
    if len(cards) != 1:
        raise OptionError(f"the dealer shows one card, not {up!r}: give one of {', '.join(RANKS)}")
    return cards


def _table(
    unseen: Counts,
    up: int,
    rules: BlackjackRules,
    least: Counts,
    after: TableStrategy | None,
) -> Floats:
    """The values of all hands that hold the cards ``least``."""
    hands = all_hands()
    values = np.empty((len(hands.hard), 5))
    moves = np.zeros((2, 2, 22), np.int64) if after is None else after.moves[..., up]
    kernels.hand_values(
        np.array(unseen, float),
        up,
        np.bincount(least, minlength=10),
        hands.cards,
        hands.sizes,
        hands.hard,
        hands.draws,
        *dealer_tree(up, rules.hits_soft_17),
        np.ascontiguousarray(moves),
        after is not None,
        rules.double_after_split,
        values,
    )
    return values


def _split(
    card: int, up: int, unseen: Counts, rules: BlackjackRules, after: TableStrategy | None
) -> float:
    """The value of splitting a pair: two hands, each without the other's card in the shoe."""
    table = _table(without(unseen, (card,)), up, rules, (card,), after)
    return 2 * float(table[all_hands().place[card,], kernels.HIT])
