"""Values of poker hands from their definition, for one hand and for many.

A card is 4·rank + suit, and rank 0 is a deuce. A *key* orders hands: a stronger hand has a greater
key. The plain versions are easy to read, and the NumPy versions handle hundreds of thousands of
hands. Each is checked against the other.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Cards = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.int64]
Key = tuple[int, ...]

NO_LOW = -(16**5)
"""The key of a hand without a low in the NumPy version; it is below all others."""


def cards_of(text: str) -> tuple[int, ...]:
    """The cards in a text such as ``AsKd``."""
    return tuple(
        4 * "23456789TJQKA".index(text[i]) + "cdhs".index(text[i + 1])
        for i in range(0, len(text), 2)
    )


def random_deals(count: int, cards: int, *, seed: int) -> Cards:
    """``count`` rows of ``cards`` different cards, in random order."""
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, 52), dtype=np.float32), axis=1)[:, :cards].astype(np.uint8)


# One hand


def five_card_key(cards: Sequence[int]) -> Key:
    """Category 0 (high card) … 8 (straight flush), then the ranks, larger groups first."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    group = Counter(ranks)
    ranks.sort(key=lambda rank: group[rank], reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]  # the ace of a wheel is its lowest card
    straight = len(group) == 5 and ranks[0] - ranks[4] == 4
    shape = sorted(group.values(), reverse=True)
    if straight and flush:
        category = 8
    elif shape == [4, 1]:
        category = 7
    elif shape == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    elif shape == [3, 1, 1]:
        category = 3
    elif shape == [2, 2, 1]:
        category = 2
    elif shape == [2, 1, 1, 1]:
        category = 1
    else:
        category = 0
    return (category, *ranks)


def five_card_low(cards: Iterable[int]) -> Key | None:
    """Eight-or-better low: five different ranks up to the eight, comparing the highest first.

    The ranks are negated, because lower is better. None if there is no such low.
    """
    ranks = sorted({(card // 4 + 1) % 13 for card in cards}, reverse=True)  # the ace is rank 0
    if len(ranks) < 5 or ranks[0] > 7:
        return None
    return tuple(-rank for rank in ranks)


def best_high(cards: Iterable[int]) -> Key:
    """The best five of any number of cards."""
    return max(five_card_key(five) for five in combinations(cards, 5))


def best_low(cards: Iterable[int]) -> Key | None:
    """The best low of any five cards."""
    return _best(five_card_low(five) for five in combinations(cards, 5))


def omaha_high(hand: Sequence[int], board: Sequence[int]) -> Key:
    """The best five cards: two from the hand and three from the board."""
    return max(five_card_key(five) for five in _two_and_three(hand, board))


def omaha_low(hand: Sequence[int], board: Sequence[int]) -> Key | None:
    """The best low: two cards from the hand and three from the board."""
    return _best(five_card_low(five) for five in _two_and_three(hand, board))


def _two_and_three(hand: Sequence[int], board: Sequence[int]) -> Iterable[tuple[int, ...]]:
    return (two + three for two in combinations(hand, 2) for three in combinations(board, 3))


def _best(lows: Iterable[Key | None]) -> Key | None:
    return max((low for low in lows if low is not None), default=None)


# Many hands


def every_five_cards() -> Cards:
    """All 2,598,960 five-card hands."""
    flat = (card for five in combinations(range(52), 5) for card in five)
    return np.fromiter(flat, np.uint8, 5 * 2_598_960).reshape(-1, 5)


def five_card_keys(cards: Cards) -> Keys:
    """`five_card_key` of many hands, shape (n, 5), as numbers."""
    ranks, suits = (cards.T >> 2).astype(np.int16), cards.T & 3
    group = np.stack([(ranks == rank).sum(axis=0, dtype=np.int16) for rank in ranks])
    ranks = np.sort(16 * group + ranks, axis=0)[::-1] % 16
    wheel = (ranks == _column(12, 3, 2, 1, 0)).all(axis=0)
    ranks = np.where(wheel, _column(3, 2, 1, 0, -1), ranks)
    shape = group.sum(axis=0)  # sum of the squares of the group sizes: different for every shape
    flush = (suits == suits[0]).all(axis=0)
    straight = (shape == 1 + 1 + 1 + 1 + 1) & (ranks[0] - ranks[4] == 4)
    category = np.select(
        [straight & flush, shape == 16 + 1, shape == 9 + 4, flush, straight],
        [8, 7, 6, 5, 4],
        np.select([shape == 9 + 1 + 1, shape == 4 + 4 + 1, shape == 4 + 1 + 1 + 1], [3, 2, 1], 0),
    )
    return _number(category, *ranks)


def five_card_low_keys(cards: Cards) -> Keys:
    """`five_card_low` of many hands, shape (n, 5), as numbers; `NO_LOW` without a low."""
    ranks = np.sort(((cards.T >> 2) + 1) % 13, axis=0)[::-1]
    low = (ranks[0] <= 7) & (ranks[1:] < ranks[:-1]).all(axis=0)
    return np.where(low, -_number(*ranks), NO_LOW)


def best_high_keys(cards: Cards) -> Keys:
    """`best_high` of many hands, shape (n, k)."""
    return _best_keys(five_card_keys, cards, combinations(range(cards.shape[1]), 5))


def best_low_keys(cards: Cards) -> Keys:
    """`best_low` of many hands, shape (n, k)."""
    return _best_keys(five_card_low_keys, cards, combinations(range(cards.shape[1]), 5))


def omaha_high_keys(deals: Cards) -> Keys:
    """`omaha_high` of many deals, shape (n, 9): four cards of the hand, then five of the board."""
    return _best_keys(five_card_keys, deals, _two_and_three(range(4), range(4, 9)))


def omaha_low_keys(deals: Cards) -> Keys:
    """`omaha_low` of many deals, shape (n, 9): four cards of the hand, then five of the board."""
    return _best_keys(five_card_low_keys, deals, _two_and_three(range(4), range(4, 9)))


def _best_keys(
    keys_of: Callable[[Cards], Keys], cards: Cards, choices: Iterable[tuple[int, ...]]
) -> Keys:
    """The best key of all choices of five columns."""
    best = np.full(len(cards), NO_LOW)
    for five in choices:
        np.maximum(best, keys_of(cards[:, five]), out=best)
    return best


def _number(*digits: npt.NDArray[np.generic]) -> Keys:
    """Rows of digits as numbers, highest digit first (the last digit may be -1)."""
    number = np.zeros(len(digits[0]), dtype=np.int64)
    for digit in digits:
        number = 16 * number + digit.astype(np.int64)
    return number


def _column(*numbers: int) -> npt.NDArray[np.int16]:
    return np.array(numbers, dtype=np.int16)[:, None]
