"""Omaha ranges: weighted sets of the 270,725 four-card hands, and the text they are written in."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.card import RANKS, HoleCards, check_distinct, format_cards, parse_cards
from railbird.cards.classes import omaha_class_of_hand, omaha_classes
from railbird.cards.index import all_sets, colex_index, colex_indices
from railbird.cards.range_items import (
    TOO_MANY,
    Item,
    Weights,
    best_classes,
    checked_weights,
    free_of,
    nothing_left,
    read_weights,
    split_items,
    write_weight,
)
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.errors import CardError, DuplicateCardError, HandSizeError, RangeError

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKING_TABLE = "omaha8_ranking"
"""Name of the shipped table of `omaha8_ranking`."""

_HANDS = comb(52, 4)
_EVERYTHING = frozenset({"random", "any", "anyfour", "any4", "*"})
_PATTERN = re.compile(r"([2-9TJQKAX*]+)(DS|SS|R)?")
_CLASS_NAME = re.compile(r"(?:[2-9TJQKA]|\([2-9TJQKA]+\))+")
_SUITS_OF_SUFFIX = {"DS": (2, 2, 0, 0), "SS": (2, 1, 1, 0), "R": (1, 1, 1, 1)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OmahaRange:
    """A weighted set of Omaha hands; never empty.

    Parameters
    ----------
    cards : array, shape (m, 4)
        The hands. They are kept as a read-only copy in a normal form: low card first, in order of
        colex index, without duplicates, and only hands with a positive weight.
    weights : array, shape (m,)
        Their weights, from 0 to 1.
    text : str
        A text that reads back as this range; by default, the list of the hands.

    Examples
    --------
    >>> aces = OmahaRange.parse("AAxxds, 50%:A2xxss")
    >>> len(aces), round(aces.percent, 2)
    (10812, 2.16)
    >>> aces
    OmahaRange('AAxxds, 50%:A2xxss')
    """

    cards: npt.NDArray[np.uint8]
    weights: Weights
    text: str = ""

    def __post_init__(self) -> None:
        given = np.asarray(self.cards)
        if given.ndim != 2 or given.shape[1] != 4:
            raise HandSizeError(
                f"hands of shape {given.shape} do not fit: an Omaha hand has 4 cards"
            )
        for card in given[(given < 0) | (given > 51)]:
            raise CardError(f"{card} is not a card: cards are numbered 0 (2c) to 51 (As)")
        cards = np.sort(given.astype(np.uint8), axis=1)
        weights = checked_weights(self.weights, count=len(cards))
        for hand in cards[(cards[:, 1:] == cards[:, :-1]).any(axis=1)]:
            check_distinct(hand, what=f"hand {format_cards(hand[::-1])!r}")
        _, first, times = np.unique(colex_indices(cards), return_index=True, return_counts=True)
        for hand in cards[first[times > 1]]:
            raise DuplicateCardError(
                f"{format_cards(hand[::-1])} is given twice in an Omaha range; give each hand once"
            )
        first = first[weights[first] > 0]
        for name, array in (("cards", cards[first]), ("weights", weights[first])):
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @classmethod
    def parse(cls, text: str, *, hi_lo: bool = True) -> OmahaRange:
        """Read a range.

        Percentages are of hands ranked for Omaha Hi-Lo; if the game is another one (``hi_lo`` is
        false) they are refused.

        Commas, semicolons or line ends separate the items. Spaces and letter case do not matter.

        ============================ ===========================================================
        ``AsAdQsJd``                 one hand
        ``AA23`` ``7777``            these ranks, in any suits
        ``AAxx`` ``A23x``            at least these ranks; ``x`` or ``*`` is any card, even an ace
        ``AA23ds`` ``AKxxds``        double-suited: two suits with two cards each
        ``AA23ss`` ``xxxxss``        single-suited: two cards of one suit, two of other suits
        ``AA23r`` ``AKxxr``          rainbow: four suits
        ``(A3)(A2)`` ``(Q2)AK``      exactly this class: ranks in one pair of brackets share a suit,
                                     and every other rank has a suit of its own
        ``random`` ``*``             all 270,725
        ``top 15%`` ``5%-15%``       the strongest classes by `omaha8_ranking` that together are no
                                     more than 15 % of all hands; a band is the difference
        ``50%:AAxx`` ``AAxx:0.5``    any item with a weight
        ============================ ===========================================================

        So a text without brackets and without an ending means any suits. The class that
        `omaha_class` calls ``AKQJ`` has no two cards of one suit; here it is written ``AKQJr``.

        Raises
        ------
        RangeError
            If an item cannot be read, or two items give the same hand different weights.
        WeightError
            If a weight is not between 0 and 100 %.
        EmptyRangeError
            If no hand has a positive weight.
        CardError, DuplicateCardError, HandSizeError
            If a hand is not four different cards.

        Examples
        --------
        >>> [len(OmahaRange.parse(t)) for t in ("(A3)(A2)", "AA23", "AA23ds", "A23x", "*")]
        [12, 96, 12, 2848, 270725]
        >>> round(OmahaRange.parse("top 15%").percent, 2)
        15.0
        """
        read = partial(_read_item, hi_lo=hi_lo)
        weights = read_weights(text, count=_HANDS, read=read, name=_hand_name)
        held = np.flatnonzero(weights)
        kept = ", ".join(" ".join(item.text.split()) for item in split_items(text))
        return cls(_all_hands()[held], weights[held], kept)

    @classmethod
    def from_hand(cls, hand: HoleCards) -> OmahaRange:
        """Make a range of one hand."""
        if len(hand) != 4:
            raise HandSizeError(f"{hand} is {len(hand)} cards; an Omaha hand has four")
        return cls(np.array([hand.cards], dtype=np.uint8), np.ones(1))

    @property
    def combos(self) -> float:
        """Sum of the weights."""
        return float(self.weights.sum())

    @property
    def percent(self) -> float:
        """Sum of the weights as a percentage of all 270,725 hands."""
        return 100 * self.combos / _HANDS

    def hands(self) -> tuple[npt.NDArray[np.uint8], Weights]:
        """The hands, shape (m, 4), low card first, and their weights."""
        return self.cards, self.weights

    def without(self, dead: Iterable[int]) -> OmahaRange:
        """The range without the hands that hold a dead card.

        Raises
        ------
        EmptyRangeError
            If no hand is left.

        Examples
        --------
        >>> OmahaRange.parse("(AK)(AK)").without(parse_cards("As 2h"))
        OmahaRange('AhAdKhKd,AhAcKhKc,AdAcKdKc')
        """
        dead = tuple(dead)
        free = free_of(self.cards, dead)
        if free.all():
            return self
        if not free.any():
            raise nothing_left(str(self), dead)
        return OmahaRange(self.cards[free], self.weights[free])

    def __len__(self) -> int:
        return len(self.cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OmahaRange):
            return NotImplemented
        return np.array_equal(self.cards, other.cards) and np.array_equal(
            self.weights, other.weights
        )

    def __hash__(self) -> int:
        return hash((self.cards.tobytes(), self.weights.tobytes()))

    def __str__(self) -> str:
        return self.text or ",".join(self._hand_texts(len(self)))

    def __repr__(self) -> str:
        text = self.text or ",".join(self._hand_texts(12))
        if len(text) <= 60:
            return f"OmahaRange('{text}')"
        return f"<OmahaRange of {len(self):,} hands: {text[:50]}…>"

    def _hand_texts(self, most: int) -> list[str]:
        """The last ``most`` hands, highest first."""
        texts = []
        for hand, weight in zip(
            self.cards[: -most - 1 : -1], self.weights[: -most - 1 : -1].tolist(), strict=True
        ):
            before, after = write_weight(weight)
            texts.append(f"{before}{format_cards(hand[::-1])}{after}")
        return texts


@cache
def _all_hands() -> npt.NDArray[np.uint8]:
    return all_sets(4)


@cache
def _rank_counts() -> npt.NDArray[np.uint8]:
    """The number of cards of each rank in each hand, shape (270725, 13)."""
    ranks = _all_hands() >> 2
    return np.stack([(ranks == rank).sum(axis=1, dtype=np.uint8) for rank in range(13)], axis=1)


@cache
def _suit_counts() -> npt.NDArray[np.uint8]:
    """The number of cards of each suit in each hand, highest first, shape (270725, 4)."""
    suits = _all_hands() & 3
    counts = np.stack([(suits == suit).sum(axis=1, dtype=np.uint8) for suit in range(4)], axis=1)
    return np.sort(counts, axis=1)[:, ::-1]


def _hand_name(hand: int) -> str:
    return format_cards(_all_hands()[hand][::-1])


@cache
def omaha8_ranking() -> npt.NDArray[np.uint16]:
    """The 16,432 classes in order of strength at Omaha Hi-Lo, the strongest first.

    A class is stronger if the small blind jams it with a larger stack at the equilibrium of
    heads-up jam or fold: the largest stack, up to 50 big blinds, at which it is jammed half of the
    time or more. Of classes with the same stack, the one whose jam wins more at it is stronger.
    """
    return np.asarray(data.load(RANKING_TABLE)["order"], dtype=np.uint16)


def _read_item(item: Item, *, hi_lo: bool) -> npt.NDArray[np.int64]:
    """Indices of the hands that an item names."""
    body = item.body.upper()
    if body.lower() in _EVERYTHING:
        return np.arange(_HANDS)
    if item.shares is not None:
        return _read_shares(item, hi_lo=hi_lo)
    if item.is_cards:
        cards = parse_cards(item.body, what="hand")
        _check_four(len(cards), item)
        return np.array([colex_index(cards)])
    body = body.replace("10", "T")
    if match := _PATTERN.fullmatch(body):
        return _read_pattern(*match.groups(), item=item)
    if _CLASS_NAME.fullmatch(body):
        return _read_class(body, item, hi_lo=hi_lo)
    raise _unreadable(item, hi_lo=hi_lo)


def _read_shares(item: Item, *, hi_lo: bool) -> npt.NDArray[np.int64]:
    if not hi_lo:
        raise _unreadable(item, " because only hands of Omaha Hi-Lo are ranked", hi_lo=False)
    assert item.shares is not None
    if item.shares[1] > 100:
        raise _unreadable(item, TOO_MANY, hi_lo=hi_lo)
    held = np.zeros(len(omaha_classes()[1]), dtype=bool)
    held[best_classes(item, omaha8_ranking(), omaha_classes()[1])] = True
    return np.flatnonzero(held[omaha_class_of_hand()])


def _read_pattern(symbols: str, suffix: str | None, *, item: Item) -> npt.NDArray[np.int64]:
    _check_four(len(symbols), item)
    wanted = Counter(RANKS.index(symbol) for symbol in symbols if symbol in RANKS)
    fits = np.ones(_HANDS, dtype=bool)
    for rank, times in wanted.items():
        fits &= _rank_counts()[:, rank] >= times
    if suffix:
        fits &= (_suit_counts() == _SUITS_OF_SUFFIX[suffix]).all(axis=1)
    return np.flatnonzero(fits)


def _read_class(name: str, item: Item, *, hi_lo: bool) -> npt.NDArray[np.int64]:
    groups = [group.strip("()") for group in re.findall(r"\(.*?\)|.", name)]
    _check_four(sum(map(len, groups)), item)
    cards = [4 * RANKS.index(rank) + suit for suit, group in enumerate(groups) for rank in group]
    if len(set(cards)) < 4:
        why = " because two cards of one rank cannot have the same suit"
        raise _unreadable(item, why, hi_lo=hi_lo)
    alike = {colex_index([c & ~3 | suits[c & 3] for c in cards]) for suits in SUIT_PERMUTATIONS}
    return np.array(sorted(alike))


def _check_four(count: int, item: Item) -> None:
    if count != 4:
        raise HandSizeError(
            f"{item.text!r} is {count} card{'s' * (count > 1)}; an Omaha hand has four, such as "
            f"AsAdQsJd or AAxx, and commas separate hands"
        )


def _unreadable(item: Item, why: str = "", *, hi_lo: bool) -> RangeError:
    last = ", top 15% or random" if hi_lo else " or random"
    return RangeError(
        f"{item.text!r} is not an item of an Omaha range{why}: write AsAdQsJd, AAxx, AA23ds, "
        f"A2xxss, (A3)(A2){last}, with commas between items and weights as in 50%:AAxx"
    )
