"""Values of hands: arrays for programs, small objects for people.

Higher is stronger. A high hand has a value 1…7,462 (one for each kind of five-card hand), however
many cards it was chosen from. A low hand has a value 1…56 (the wheel), or 0 if there is no
eight-or-better low.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.cards.card import RANKS, Card, check_distinct, format_cards, parse_cards
from railbird.compute.threads import map_threads, spans
from railbird.errors import BoardSizeError, CardError, DuplicateCardError, HandSizeError
from railbird.evaluate.values import _high_kernels as _kernels
from railbird.evaluate.values import _omaha_kernels
from railbird.evaluate.values.tables import high_tables, omaha_tables

Cards = npt.NDArray[np.uint8]
HighValues = npt.NDArray[np.uint16]
LowValues = npt.NDArray[np.uint8]

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
CATEGORY_FLOOR = np.array([1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453])
"""The lowest value of each category."""

_BATCH = 1 << 17
"""Hands that a thread takes at a time; fewer are not worth a second thread."""


def high_values(cards: npt.ArrayLike, *, check: bool = True, threads: int = 1) -> HighValues:
    """Values of n hands of 5, 6 or 7 cards each.

    Parameters
    ----------
    cards
        Card numbers 0…51, shape (n, 5), (n, 6) or (n, 7).
    check
        Look for impossible hands first. Without the check they give nonsense, but it is three times
        as fast.
    threads
        Threads to use for large arrays.

    Examples
    --------
    >>> high_values([[51, 47, 43, 39, 35, 0, 1], [0, 4, 8, 12, 17, 22, 27]]).tolist()
    [7462, 5857]
    """
    hands = _card_array(cards, sizes=(5, 6, 7), check=check)
    values: HighValues = np.empty(len(hands), dtype=np.uint16)
    tables = high_tables()

    def evaluate(part: slice) -> None:
        _kernels.high_values(hands[part], tables, values[part])

    for _ in map_threads(evaluate, spans(len(hands), _BATCH), threads=threads):
        pass
    return values


def board_high_values(
    boards: npt.ArrayLike, hands: npt.ArrayLike, *, check: bool = True, threads: int = 1
) -> HighValues:
    """Hold'em values of every hand on every board, shape (boards, hands).

    Boards have 3, 4 or 5 cards. The value is 0 where a hand and a board share a card.
    """
    board_array = _card_array(boards, sizes=(3, 4, 5), check=check)
    hand_array = _card_array(hands, sizes=(2,), check=check)
    values: HighValues = np.empty((len(board_array), len(hand_array)), dtype=np.uint16)
    tables = high_tables()

    def evaluate(part: slice) -> None:
        _kernels.board_values(board_array[part], hand_array, tables, values[part])

    step = max(1, _BATCH // max(1, len(hand_array)))
    for _ in map_threads(evaluate, spans(len(board_array), step), threads=threads):
        pass
    return values


def omaha_values(
    hands: npt.ArrayLike, boards: npt.ArrayLike, *, check: bool = True, threads: int = 1
) -> tuple[HighValues, LowValues]:
    """High and low of n Omaha hands, shape (n, 4), each on its own board, shape (n, 5).

    The high uses exactly two cards of the hand and three of the board, and so does the low.

    Examples
    --------
    >>> high, low = omaha_values([[51, 0, 5, 33]], [[9, 12, 43, 47, 16]])  # AsTd3d2c, KsQs6c5c4d
    >>> CATEGORIES[categories(high)[0]], low.tolist()
    ('straight', [53])
    """
    hand_array = _card_array(hands, sizes=(4,), check=False)
    board_array = _card_array(boards, sizes=(5,), check=False)
    if len(hand_array) != len(board_array):
        raise HandSizeError(
            f"{len(hand_array)} hands but {len(board_array)} boards: each hand needs its own board"
        )
    if check:
        _card_array(np.hstack([hand_array, board_array]), sizes=(9,), check=True)
    elif len(hand_array) and max(hand_array.max(), board_array.max()) > 51:
        raise CardError("a card number is not in 0 (2c) to 51 (As)")  # would read beyond tables
    high: HighValues = np.empty((len(hand_array), 1), dtype=np.uint16)
    low: LowValues = np.empty((len(hand_array), 1), dtype=np.uint8)
    tables = omaha_tables()

    def evaluate(part: slice) -> None:
        _omaha_kernels.deal_values(
            hand_array[part, None, :], board_array[part], tables, high[part], low[part]
        )

    for _ in map_threads(evaluate, spans(len(hand_array), _BATCH), threads=threads):
        pass
    return high[:, 0], low[:, 0]


def low_values(cards: npt.ArrayLike, *, check: bool = True) -> LowValues:
    """Eight-or-better low of n hands of 5, 6 or 7 cards, any five of which may be used.

    Examples
    --------
    >>> low_values([[48, 0, 4, 8, 12], [48, 0, 4, 8, 28]]).tolist()
    [56, 0]
    """
    hands = _card_array(cards, sizes=(5, 6, 7), check=check)
    tables = omaha_tables()
    ranks = np.bitwise_or.reduce(tables.low_bits[hands >> 2], axis=1)
    values: LowValues = tables.lows[ranks, ranks]
    return values


def categories(values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Category (an index into `CATEGORIES`) of high values; -1 for value 0."""
    return np.searchsorted(CATEGORY_FLOOR, values, side="right") - 1


def seven_card_counts() -> npt.NDArray[np.int64]:
    """How many of the 133,784,560 seven-card hands have each value 0…7,462."""
    counts = np.zeros(7463, dtype=np.int64)
    _kernels.count_seven_card_values(high_tables(), counts)
    return counts


def _card_array(cards: npt.ArrayLike, *, sizes: tuple[int, ...], check: bool) -> Cards:
    array = np.asarray(cards)
    if array.ndim != 2 or array.shape[1] not in sizes:
        wanted = " or ".join(f"(n, {size})" for size in sizes)
        raise HandSizeError(f"an array of cards has shape {array.shape}; it must be {wanted}")
    if array.dtype != np.uint8:
        if array.size and not np.isin(array, np.arange(52)).all():
            raise CardError("a card number is not in 0 (2c) to 51 (As)")
        array = array.astype(np.uint8)
    array = np.ascontiguousarray(array)
    if check and not _kernels.all_possible(array):
        for i, row in enumerate(array.tolist()):
            if max(row) > 51:
                raise CardError(f"row {i} has the card number {max(row)}; cards are 0 to 51")
            if len(set(row)) < len(row):
                raise DuplicateCardError(f"row {i}, {format_cards(row)}, has a card twice")
    return array


@dataclass(frozen=True, slots=True, order=True)
class HandValue:
    """The value of a high hand and the five cards that make it; compares by value."""

    value: int
    category: str = field(compare=False)
    cards: tuple[Card, ...] = field(compare=False)
    name: str = field(compare=False)

    def __str__(self) -> str:
        return f"{self.name} ({format_cards(self.cards)})"


@dataclass(frozen=True, slots=True, order=True)
class LowValue:
    """The value of an eight-or-better low and the five cards that make it; compares by value."""

    value: int
    cards: tuple[Card, ...] = field(compare=False)

    @property
    def name(self) -> str:
        """The ranks from the highest, such as ``7-5-4-2-A``."""
        return "-".join(RANKS[c.rank] for c in self.cards)

    def __str__(self) -> str:
        return f"{self.name} ({format_cards(self.cards)})"


def evaluate_high(cards: str | Iterable[int]) -> HandValue:
    """Value of 5, 6 or 7 cards.

    Examples
    --------
    >>> print(evaluate_high("AcKc Ks5h3d Kd5s"))
    full house, kings over fives (KsKdKc5s5h)
    """
    hand = _card_tuple(cards)
    if len(hand) not in (5, 6, 7):
        raise HandSizeError(f"{format_cards(hand)!r} is {len(hand)} cards; 5, 6 or 7 make a hand")
    return _best_high(list(combinations(hand, 5)))


def evaluate_low(cards: str | Iterable[int]) -> LowValue | None:
    """Eight-or-better low of 5, 6 or 7 cards, or None if there is no low.

    Examples
    --------
    >>> print(evaluate_low("As2d3h7c8cKdKh"))
    8-7-3-2-A (8c7c3h2dAs)
    """
    hand = _card_tuple(cards)
    if len(hand) not in (5, 6, 7):
        raise HandSizeError(f"{format_cards(hand)!r} is {len(hand)} cards; 5, 6 or 7 make a hand")
    return _best_low(list(combinations(hand, 5)))


def evaluate_omaha(
    hand: str | Iterable[int], board: str | Iterable[int]
) -> tuple[HandValue, LowValue | None]:
    """High and low of an Omaha hand on a board of three to five cards.

    Examples
    --------
    >>> high, low = evaluate_omaha("As2s9dKd", "3h5c8sKhTd")
    >>> print(high, "/", low)
    pair of kings (KhKdAsTd8s) / 8-5-3-2-A (8s5c3h2sAs)
    """
    held, shown = _card_tuple(hand), _card_tuple(board)
    if len(held) != 4:
        raise HandSizeError(f"{format_cards(held)!r} is {len(held)} cards; an Omaha hand has four")
    if len(shown) not in (3, 4, 5):
        raise BoardSizeError(f"{format_cards(shown)!r} is {len(shown)} cards; a board has 3 to 5")
    check_distinct(held + shown, what=f"{format_cards(held)} with board {format_cards(shown)}")
    made = [two + three for two in combinations(held, 2) for three in combinations(shown, 3)]
    return _best_high(made), _best_low(made)


def _card_tuple(cards: str | Iterable[int]) -> tuple[Card, ...]:
    if isinstance(cards, str):
        return parse_cards(cards)
    given = tuple(Card(c) for c in cards)
    check_distinct(given, what=format_cards(given))
    return given


def _best_high(made: Sequence[tuple[Card, ...]]) -> HandValue:
    values = high_values(np.array(made, dtype=np.uint8), check=False)
    best = int(values.argmax())
    value = int(values[best])
    category = int(categories(value))
    ranks = [c.rank for c in made[best]]
    wheel = category in (4, 8) and {0, 12} <= set(ranks)
    cards = sorted(
        made[best], key=lambda c: (-ranks.count(c.rank), c.rank == 12 and wheel, -c.rank, -c.suit)
    )
    return HandValue(value, CATEGORIES[category], tuple(cards), _high_name(category, cards))


def _best_low(made: Sequence[tuple[Card, ...]]) -> LowValue | None:
    values = low_values(np.array(made, dtype=np.uint8), check=False)
    best = int(values.argmax())
    if values[best] == 0:
        return None
    cards = sorted(made[best], key=lambda c: -((c.rank + 1) % 13))
    return LowValue(int(values[best]), tuple(cards))


_RANK_NAMES = (
    "deuce three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
)


def _plural(rank: int) -> str:
    return "sixes" if rank == 4 else _RANK_NAMES[rank] + "s"


def _high_name(category: int, cards: list[Card]) -> str:
    """Name of a hand whose cards are in order of importance."""
    first, last = cards[0].rank, cards[4].rank
    if category == 8:
        return "royal flush" if first == 12 else f"straight flush, {_RANK_NAMES[first]} high"
    if category in (0, 4, 5):
        return f"{CATEGORIES[category]}, {_RANK_NAMES[first]}" + (" high" if category else "")
    if category == 6:
        return f"full house, {_plural(first)} over {_plural(last)}"
    if category == 2:
        return f"two pair, {_plural(first)} and {_plural(cards[2].rank)}"
    if category == 1:
        return f"pair of {_plural(first)}"
    return f"{CATEGORIES[category]}, {_plural(first)}"
