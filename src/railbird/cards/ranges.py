"""Hold'em ranges: weighted sets of the 1,326 hands, and the text they are written in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from railbird.cards.card import RANKS, HoleCards, format_cards, parse_cards
from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_of_hand, holdem_hands
from railbird.cards.index import colex_index
from railbird.cards.range_items import (
    TOO_MANY,
    Item,
    Weights,
    best_classes,
    checked_weights,
    free_of,
    nothing_left,
    read_weights,
)
from railbird.cards.range_text import range_text
from railbird.errors import HandSizeError, RangeError

if TYPE_CHECKING:
    from collections.abc import Iterable

_RANKED = """
    AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo
    55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s
    K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o
    J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o
    98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o
    94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s
    63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""
HAND_RANKING: tuple[str, ...] = tuple(_RANKED.split())
"""The 169 classes, strongest first: by exact all-in equity against one random hand.

All 2,097,572,400 deals of board and opponent were counted for each class; AA has 85.2037 %, 32o
has 32.3032 %, and no two classes tie. Percentages in range texts follow this order.
"""

_EVERYTHING = frozenset({"random", "any", "anytwo", "any2", "*"})
_CLASS = r"([2-9TJQKA])([2-9TJQKA])([SO]?)"
_ONE = re.compile(rf"{_CLASS}(\+?)")
_RUN = re.compile(rf"{_CLASS}-{_CLASS}")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Range:
    """A weighted set of hold'em hands; never empty.

    Parameters
    ----------
    weights : array, shape (1326,)
        Weight from 0 to 1 of each hand, by colex index. Kept as a read-only copy.

    Examples
    --------
    >>> opening = Range.parse("22+, A2s+, KTs+, ATo+, 50%:76s-54s")
    >>> opening.combos, round(opening.percent, 1)
    (192.0, 14.5)
    >>> opening
    Range('22+,AT+,A2s+,KTs+,50%:76s-54s')
    """

    weights: Weights

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", checked_weights(self.weights, count=1326))

    @classmethod
    def parse(cls, text: str) -> Range:
        """Read a range.

        Commas, semicolons or line ends separate the items. Spaces and letter case do not matter.

        ================================== =====================================================
        ``QQ`` ``22+`` ``88-55``           pairs: one, this and higher, from one to another
        ``AKs`` ``AKo`` ``AK``             suited, offsuit, both
        ``A2s+`` ``KTo+`` ``AT+``          the second card climbs to just below the first: A2s … AKs
        ``A5s-A2s``                        the same first card
        ``76s-54s``                        the same gap: 76s 65s 54s
        ``AhKh`` ``A♥K♥`` ``10h9h``        one combination
        ``random`` ``any two`` ``*``       all 1,326
        ``15%`` ``top 15%`` ``5%-15%``     the strongest classes by `HAND_RANKING` that together are
                                           no more than 15 % of 1,326; a band is the difference
        ``50%:22+`` ``22+:0.5``            any item with a weight
        ================================== =====================================================

        The second card of ``76s+`` cannot climb, so it is just ``76s``. Both cards move only in
        items like ``76s-54s``.

        Raises
        ------
        RangeError
            If an item cannot be read, or two items give the same hand different weights.
        WeightError
            If a weight is not between 0 and 100 %.
        EmptyRangeError
            If no hand has a positive weight.
        CardError, DuplicateCardError, HandSizeError
            If a combination is not two different cards.

        Examples
        --------
        >>> Range.parse("AK, A5s-A2s").combos
        32.0
        >>> len(Range.parse("top 15%")), str(Range.parse("3%-5%"))
        (196, '88-77,AJs+')
        """
        return cls(read_weights(text, count=1326, read=_read_item, name=_hand_name))

    @classmethod
    def from_weights(cls, weights: npt.ArrayLike) -> Range:
        """Make a range from 1,326 weights between 0 and 1, in the order of `holdem_hands`."""
        return cls(np.asarray(weights, dtype=np.float64))

    @classmethod
    def from_hand(cls, hand: HoleCards) -> Range:
        """Make a range of one hand.

        Examples
        --------
        >>> Range.from_hand(HoleCards.parse("KhAh"))
        Range('AhKh')
        """
        if len(hand) != 2:
            raise HandSizeError(f"{hand} is {len(hand)} cards; a hold'em hand has two")
        weights = np.zeros(1326)
        weights[colex_index(hand)] = 1
        return cls(weights)

    @property
    def combos(self) -> float:
        """Sum of the weights."""
        return float(self.weights.sum())

    @property
    def percent(self) -> float:
        """Sum of the weights as a percentage of all 1,326 hands."""
        return 100 * self.combos / 1326

    def class_weights(self) -> Weights:
        """Mean weight of the hands of each class, shape (13, 13), in the order of the grid.

        Examples
        --------
        >>> Range.parse("AhKh, 99").class_weights()[0, 1]
        np.float64(0.25)
        """
        classes = holdem_class_of_hand()
        totals = np.bincount(classes, self.weights, 169)
        return (totals / np.bincount(classes, minlength=169)).reshape(13, 13)

    def hands(self) -> tuple[npt.NDArray[np.uint8], Weights]:
        """The hands with a positive weight, shape (m, 2), low card first, and their weights."""
        held = self.weights > 0
        return holdem_hands()[held], self.weights[held]

    def without(self, dead: Iterable[int]) -> Range:
        """The range without the hands that hold a dead card.

        Raises
        ------
        EmptyRangeError
            If no hand is left.

        Examples
        --------
        >>> Range.parse("AKs").without(parse_cards("As Kh 2c"))
        Range('AdKd,AcKc')
        """
        dead = tuple(dead)
        left = self.weights * free_of(holdem_hands(), dead)
        if not left.any():
            raise nothing_left(str(self), dead)
        return Range(left)

    def __len__(self) -> int:
        return int(np.count_nonzero(self.weights))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return bool(np.array_equal(self.weights, other.weights))

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        return range_text(self.weights)

    def __repr__(self) -> str:
        return f"Range('{self}')"


def _hand_name(hand: int) -> str:
    cards = format_cards(sorted(holdem_hands()[hand], reverse=True))
    return f"{cards} ({HOLDEM_CLASSES[holdem_class_of_hand()[hand]]})"


@cache
def _hands_of_classes() -> tuple[npt.NDArray[np.int64], ...]:
    return tuple(np.flatnonzero(holdem_class_of_hand() == i) for i in range(169))


def _read_item(item: Item) -> npt.NDArray[np.int64]:
    """Indices of the hands that an item names."""
    if item.body.lower() in _EVERYTHING:
        return np.arange(1326)
    if item.is_cards:
        cards = parse_cards(item.body, what="hand")
        if len(cards) != 2:
            raise HandSizeError(
                f"{item.text!r} is {len(cards)} card{'s' * (len(cards) > 1)}; a hold'em hand has "
                f"two, such as AhKh, and commas separate hands"
            )
        return np.array([colex_index(cards)])
    classes = _read_classes(item)
    return np.concatenate([_hands_of_classes()[i] for i in classes] or [np.arange(0)])


def _read_classes(item: Item) -> list[int]:
    """Indices of the classes that an item names."""
    body = item.body.upper()
    if item.shares is not None:
        if item.shares[1] > 100:
            raise _unreadable(item, TOO_MANY)
        sizes = np.array([len(hands) for hands in _hands_of_classes()])
        return [*best_classes(item, _ranking(), sizes).tolist()]
    body = body.replace("10", "T")
    if match := _ONE.fullmatch(body):
        first, second, kind, plus = match.groups()
        high, low = _ranks(first, second, kind, item)
        if not plus:
            cells = [(high, low)]
        elif high == low:
            cells = [(rank, rank) for rank in range(high, 13)]
        else:
            cells = [(high, kicker) for kicker in range(low, high)]
    elif match := _RUN.fullmatch(body):
        kind = match[3]
        (high, low), (other_high, other_low) = sorted(
            (_ranks(match[i], match[i + 1], match[i + 2], item) for i in (1, 4)), reverse=True
        )
        if kind != match[6]:
            raise _unreadable(item, " because its ends must both be suited, offsuit or neither")
        if high == other_high and other_low != high != low:
            cells = [(high, kicker) for kicker in range(other_low, low + 1)]
        elif high - low == other_high - other_low:
            cells = [(rank, rank - high + low) for rank in range(other_high, high + 1)]
        else:
            raise _unreadable(item, " because its ends share neither the first card nor the gap")
    else:
        raise _unreadable(item)
    suited = [13 * (12 - high) + 12 - low for high, low in cells]
    offsuit = [13 * (12 - low) + 12 - high for high, low in cells]
    return suited if kind == "S" else offsuit if kind == "O" else [*{*suited, *offsuit}]


def _ranks(first: str, second: str, kind: str, item: Item) -> tuple[int, int]:
    high, low = sorted((RANKS.index(first), RANKS.index(second)), reverse=True)
    if high == low and kind:
        raise _unreadable(item, " because a pair is neither suited nor offsuit")
    return high, low


@cache
def _ranking() -> npt.NDArray[np.int64]:
    return np.array([HOLDEM_CLASSES.index(name) for name in HAND_RANKING])


def _unreadable(item: Item, why: str = "") -> RangeError:
    return RangeError(
        f"{item.text!r} is not an item of a hold'em range{why}: write QQ, 88-55, AKs, A2s+, KTo+, "
        f"76s-54s, AhKh, top 15% or random, with commas between items and weights as in 50%:QQ"
    )
