"""The rules of blackjack, its cards and the shoe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from railbird.errors import CardError, OptionError, RulesError

RANKS = "A23456789T"
"""The ranks by their places in a shoe; T stands for all cards that count ten."""

UP_CARDS = "23456789TA"
"""The dealer's cards in the order of the tables."""

ENDLESS = 10**9
"""Decks so many that drawing a card changes nothing."""

MOST_VALUE = 86
"""The points, aces as one, that two hands of a player and the dealer's can have at most."""

ACTIONS = {"S": "stand", "H": "hit", "D": "double", "P": "split"}

Counts = tuple[int, ...]
"""How many cards of each rank: ace, 2, …, 9, ten."""


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    """The rules of a table. By default they are those of Kan (2007), note 4.

    The dealer looks for a blackjack before the player acts. Any two cards can be doubled, and two
    cards of the same value can be split, once. Aces that are split get one card each, and a ten on
    one of them is no blackjack. There is no surrender and no insurance.

    Parameters
    ----------
    decks
        Decks in a full shoe; `math.inf` if a card that is drawn changes nothing.
    hits_soft_17
        Whether the dealer draws to a 17 in which an ace counts eleven.
    double_after_split
        Whether a hand may be doubled after a split.
    blackjack_pays
        What a blackjack wins, in bets.
    """

    decks: float = 4
    hits_soft_17: bool = True
    double_after_split: bool = True
    blackjack_pays: float = 1.5

    def __post_init__(self) -> None:
        if self.decks != inf and not (self.decks >= 1 and self.decks == int(self.decks)):
            raise RulesError(f"{self.decks:g} decks make no shoe: give 1 or more, or inf")
        if not 0 <= self.blackjack_pays < inf:
            raise RulesError(
                f"a blackjack cannot pay {self.blackjack_pays:g} bets: give 0 or more, such as 1.5"
            )

    @property
    def shoe(self) -> Counts:
        """A full shoe."""
        decks = ENDLESS if self.decks == inf else int(self.decks)
        return (*(4 * decks,) * 9, 16 * decks)


def rank_places(text: str | Iterable[str]) -> tuple[int, ...]:
    """The places of ranks in a shoe, from a text such as ``4,5``, ``A T``, ``10 5`` or ``4s5h``.

    Jacks, queens and kings count ten. A suit may follow each rank.

    Examples
    --------
    >>> rank_places("4,5"), rank_places("A 10 K"), rank_places("AsTh")
    ((3, 4), (0, 9, 9), (0, 9))
    """
    joined = text if isinstance(text, str) else "".join(text)
    found = []
    rest = joined.upper().replace("10", "T")
    for place, letter in enumerate(rest):
        if letter in " ,-" or (letter in "CDHS♣♦♥♠" and place and rest[place - 1] not in " ,-"):
            continue
        rank = "T" if letter in "JQK" else letter
        if rank not in RANKS:
            raise CardError(f"{letter!r} in {joined!r} is not a card: give A, 2 to 9, T, J, Q or K")
        found.append(RANKS.index(rank))
    return tuple(found)


def shown_cards(places: Iterable[int]) -> str:
    """Cards as text: ``4,5``."""
    return ",".join(RANKS[place] for place in places)


def without(shoe: Sequence[int], cards: Iterable[int]) -> Counts:
    """A shoe from which cards were taken."""
    left = list(shoe)
    for card in cards:
        left[card] -= 1
        if left[card] < 0:
            raise OptionError(
                f"the shoe has too few cards of rank {RANKS[card]}: it had only {shoe[card]}"
            )
    return tuple(left)


def check_shoe(shoe: Sequence[int]) -> Counts:
    """A shoe, refused if it could run out of cards before a hand is over."""
    if len(shoe) != len(RANKS) or any(count < 0 or count != int(count) for count in shoe):
        raise OptionError(
            f"{','.join(map(str, shoe))} is no shoe: count the aces, 2s, …, 9s and all tens, "
            "such as 16,16,16,16,16,16,16,16,16,64"
        )
    if sum((place + 1) * count for place, count in enumerate(shoe)) < MOST_VALUE:
        raise OptionError(
            f"a shoe of {sum(shoe)} cards may run out before the hand is over: give more cards"
        )
    return tuple(int(count) for count in shoe)


def total_of(hand: Iterable[int]) -> tuple[int, bool]:
    """The total of some cards, and whether an ace counts eleven in it.

    Examples
    --------
    >>> total_of(rank_places("A,6")), total_of(rank_places("A,6,T"))
    ((17, True), (17, False))
    """
    cards = tuple(hand)
    hard = sum(cards) + len(cards)
    soft = 0 in cards and hard <= 11
    return hard + 10 * soft, soft
