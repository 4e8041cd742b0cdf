"""Players that follow a table: basic strategy, computed for the rules, and simple ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from railbird.blackjack._kernels import DOUBLE, HIT, STAND
from railbird.blackjack.rules import ACTIONS, RANKS, BlackjackRules, total_of, without
from railbird.blackjack.strategy import SPLIT, TableStrategy
from railbird.blackjack.trees import Floats, first_hands
from railbird.blackjack.values import first_values
from railbird.errors import OptionError


@cache
def row_values(rules: BlackjackRules) -> dict[tuple[str, int], Floats]:
    """What the actions are worth in a full shoe, by row of the table and dealer's card.

    Rows are named ``8`` for a total without an ace, ``A,7`` and ``8,8``. A total is the mean over
    its hands of two cards that are no pair, or the pair if it has no other.
    """
    values = first_values(rules.shoe, rules=rules)
    rows: dict[tuple[str, int], Floats] = {}
    for up in range(10):
        unseen = without(rules.shoe, (up,))
        sums: dict[str, tuple[float, Floats]] = {}
        for i, hand in enumerate(first_hands()):
            for row in row_names(*hand):
                weight = unseen[hand[0]] * unseen[hand[1]]
                before, total = sums.get(row, (0.0, np.zeros(len(ACTIONS))))
                sums[row] = before + weight, total + weight * values[up, i]
        rows |= {(row, up): total / weight for row, (weight, total) in sums.items()}
    return rows


def row_names(one: int, two: int) -> list[str]:
    """The rows of a table that a hand of two cards, the lower first, belongs to."""
    if one == 0:
        return [f"A,{RANKS[two]}"]
    total = total_of((one, two))[0]
    if one != two:
        return [str(total)]
    pair = f"{RANKS[one]},{RANKS[two]}"
    return [pair, str(total)] if total in (4, 20) else [pair]  # no other two cards have these


@cache
def basic_strategy(rules: BlackjackRules | None = None) -> TableStrategy:
    """The best action for each total, soft total and pair in a full shoe.

    Where it would double and may not, it does the better of hit and stand.
    """
    known = row_values(rules or BlackjackRules())
    moves = np.zeros((2, 2, 22, 10), np.int64)
    splits = np.zeros((10, 10), bool)
    for up in range(10):
        for total in range(4, 21):
            moves[:, 0, total, up] = _two_moves(known[str(total), up])
        for card in range(10):
            soft = known[f"A,{RANKS[card]}", up]
            moves[:, 1, 12 + card, up] = _two_moves(soft)
            pair = known[f"{RANKS[card]},{RANKS[card]}", up]
            splits[card, up] = int(np.nanargmax(pair)) == SPLIT
    return TableStrategy("basic", moves, splits)


def _two_moves(worth: Floats) -> tuple[int, int]:
    """The best of hit and stand, and of these and double."""
    return int(np.argmax(worth[:DOUBLE])), int(np.argmax(worth[: DOUBLE + 1]))


def never_doubles(rules: BlackjackRules) -> TableStrategy:
    """Basic strategy without doubling."""
    basic = basic_strategy(rules)
    return TableStrategy("no-doubles", np.stack([basic.moves[0]] * 2), basic.splits)


def never_splits(rules: BlackjackRules) -> TableStrategy:
    """Basic strategy without splitting."""
    basic = basic_strategy(rules)
    return TableStrategy("no-splits", basic.moves, np.zeros_like(basic.splits))


def never_busts(rules: BlackjackRules) -> TableStrategy:
    """Stands on every hard 12 and more, and otherwise plays basic strategy."""
    basic = basic_strategy(rules)
    moves = basic.moves.copy()
    moves[:, 0, 12:] = STAND
    return TableStrategy("no-busts", moves, basic.splits)


def as_dealer(rules: BlackjackRules) -> TableStrategy:
    """Plays as the dealer does: hits to 17, and neither doubles nor splits."""
    moves = np.full((2, 2, 22, 10), STAND)
    moves[:, :, :17] = HIT
    if rules.hits_soft_17:
        moves[:, 1, 17] = HIT
    return TableStrategy("dealer", moves, np.zeros((10, 10), bool))


STRATEGIES: dict[str, Callable[[BlackjackRules], TableStrategy]] = {
    "basic": basic_strategy,
    "no-doubles": never_doubles,
    "no-splits": never_splits,
    "no-busts": never_busts,
    "dealer": as_dealer,
}


def strategy_by_name(name: str, rules: BlackjackRules) -> TableStrategy:
    """A strategy that has a name."""
    if name not in STRATEGIES:
        raise OptionError(f"{name!r} is no strategy: choose {', '.join(STRATEGIES)}")
    return STRATEGIES[name](rules)
