"""Cards, hands and decks as small values.

A card is a number 0…51 = 4·rank + suit (rank 0 is the deuce, suits are c d h s). An array of
``uint8`` is therefore an array of cards, and `Card` is such a number with a name.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from railbird.errors import CardError, DuplicateCardError, HandSizeError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"

_SUIT_OF = {
    **{letter: i for i, letter in enumerate(SUITS)},
    **{letter.upper(): i for i, letter in enumerate(SUITS)},
    **{symbol: i for i, symbol in enumerate(SUIT_SYMBOLS)},
    **{symbol: i for i, symbol in enumerate("♧♢♡♤")},
}
_RANK_OF = {
    **{letter: i for i, letter in enumerate(RANKS)},
    **{letter.lower(): i for i, letter in enumerate(RANKS)},
    "10": 8,
}
_SKIPPED = " ,;-_\t\n\ufe0e\ufe0f"


class Card(int):
    """One card, an integer 0…51 with a name.

    Examples
    --------
    >>> Card.parse("A♠"), Card.parse("10d"), int(Card.parse("2c"))
    (Card('As'), Card('Td'), 0)
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        try:
            number = operator.index(number)
        except TypeError:
            raise CardError(f"{number!r} is not a whole number from 0 to 51") from None
        if not 0 <= number <= 51:
            raise CardError(f"{number} is not a card: cards are numbered 0 (2c) to 51 (As)")
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card, such as ``As``, ``10d`` or ``K♥``."""
        cards = parse_cards(text)
        if len(cards) != 1:
            raise CardError(f"{text!r} is {len(cards)} cards; one card is needed, such as As or Td")
        return cards[0]

    @property
    def rank(self) -> int:
        """0 for a deuce … 12 for an ace."""
        return int(self) >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return int(self) & 3

    @property
    def symbol(self) -> str:
        """The name with a suit symbol, such as ``A♠``."""
        return RANKS[self.rank] + SUIT_SYMBOLS[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def parse_cards(text: str, *, what: str = "cards") -> tuple[Card, ...]:
    """Read any number of cards, ignoring spaces, commas and dashes between them.

    Raises
    ------
    CardError
        If something in the text is not a card.
    DuplicateCardError
        If a card occurs twice.

    Examples
    --------
    >>> parse_cards("AsKd 10h")
    (Card('As'), Card('Kd'), Card('Th'))
    """
    cards: list[Card] = []
    shown = text if len(text) <= 60 else f"{text[:59]}…"
    at = 0
    while at < len(text):
        if text[at] in _SKIPPED:
            at += 1
            continue
        rank_end = at + (2 if text.startswith("10", at) else 1)
        rank = _RANK_OF.get(text[at:rank_end])
        suit = _SUIT_OF.get(text[rank_end : rank_end + 1])
        if rank is None or suit is None:
            raise CardError(
                f"{text[at : rank_end + 1]!r} in {shown!r} is not a card: write a rank "
                f"(2-9 T J Q K A) and a suit (c d h s), such as As or Td"
            )
        cards.append(Card(4 * rank + suit))
        at = rank_end + 1
    check_distinct(cards, what=f"{what} {shown!r}")
    return tuple(cards)


def check_distinct(cards: Iterable[int], *, what: str) -> None:
    """Raise `DuplicateCardError` if a card occurs twice."""
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise DuplicateCardError(f"{Card(card)} occurs twice in {what}; give each card once")
        seen.add(int(card))


def format_cards(cards: Iterable[int], *, symbols: bool = False) -> str:
    """Write cards without spaces: ``AsKd``, or ``A♠K♦`` with ``symbols``."""
    return "".join(Card(int(c)).symbol if symbols else str(Card(int(c))) for c in cards)


@dataclass(frozen=True, slots=True)
class HoleCards:
    """The hole cards of a player, highest first: two in hold'em, four in Omaha.

    Examples
    --------
    >>> HoleCards.parse("KdAs")
    HoleCards('AsKd')
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        cards = tuple(sorted((Card(c) for c in self.cards), reverse=True))
        if len(cards) not in (2, 4):
            raise HandSizeError(
                f"{format_cards(cards) or 'nothing'!r} is {len(cards)} cards; a hand has two "
                f"(hold'em) or four (Omaha)"
            )
        check_distinct(cards, what=f"hand {format_cards(cards)!r}")
        object.__setattr__(self, "cards", cards)

    @classmethod
    def parse(cls, text: str) -> HoleCards:
        """Read a hand, such as ``AcKc`` or ``AsAdQsJd``."""
        return cls(parse_cards(text, what="hand"))

    @property
    def mask(self) -> int:
        """The cards as a 52-bit set."""
        return sum(1 << c for c in self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return format_cards(self.cards)

    def __repr__(self) -> str:
        return f"HoleCards('{self}')"


class Deck:
    """A shuffled deck without the dead cards, dealt from the top.

    Examples
    --------
    >>> deck = Deck(seed=1)
    >>> hand, board = deck.deal(2), deck.deal(5)
    >>> len(deck)
    45
    """

    def __init__(self, *, seed: int | None = None, dead: Iterable[int] = ()) -> None:
        gone = {int(Card(c)) for c in dead}
        self._cards = [Card(c) for c in range(52) if c not in gone]
        random.Random(seed).shuffle(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def deal(self, count: int) -> tuple[Card, ...]:
        """Take ``count`` cards from the top."""
        if not 0 <= count <= len(self):
            raise HandSizeError(f"cannot deal {count} cards: {len(self)} are left in the deck")
        dealt = tuple(self._cards[:count])
        del self._cards[:count]
        return dealt
