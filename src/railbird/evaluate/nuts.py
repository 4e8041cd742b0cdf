"""The best hand that a board allows, how far a hand is from it, and the cards that improve it.

What two hole cards make decides all of this: in hold'em a hand is two cards, and in Omaha it uses
exactly two of its four, for the high and for the low.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card, format_cards
from railbird.evaluate.games import PokerGame
from railbird.evaluate.values.evaluator import (
    CATEGORIES,
    categories,
    evaluate_high,
    evaluate_low,
    high_values,
    low_values,
)

Cards = Sequence[Card]
Values = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class BoardStanding:
    """Where a hand stands on a board, for the high or for the low.

    Parameters
    ----------
    nuts, held
        The best hand that the board allows, and two hole cards that make it. Both are empty if
        there is no low yet.
    better
        How many different hands that others can hold are better than this one.
    beaten_by, holdings
        How many pairs of hole cards beat it, of all that others can hold.
    outs_to_nuts
        Next cards after which nothing that others can hold beats it. If that is so already, they
        are the cards after which it stays so.
    outs
        By what the hand becomes, the next cards that improve it: to a better class for the high, to
        a first or a better low. In hold'em the hand must then be better than the board by itself. A
        card that pairs the board counts if its rank is in the hand, or if it makes a straight, a
        flush or a full house.
    """

    nuts: str
    held: str
    better: int
    beaten_by: int
    holdings: int
    outs_to_nuts: tuple[str, ...]
    outs: dict[str, tuple[str, ...]]


def standings(
    game: PokerGame, hand: Cards, board: Cards
) -> tuple[BoardStanding, BoardStanding | None]:
    """Where a hand stands on a board of three to five cards: the high, and the low if there is one.

    Examples
    --------
    >>> from railbird.cards import parse_cards
    >>> from railbird.evaluate import HOLDEM
    >>> high, _ = standings(HOLDEM, parse_cards("AhQh"), parse_cards("Kh7h2s"))
    >>> high.nuts, high.better, len(high.outs["flush"]), len(high.outs_to_nuts)
    ('three of a kind, kings (KsKhKd7h2s)', 46, 9, 8)
    """
    high, low = (_standing(game, hand, board, low=which) for which in (False, True))
    return high, low if game.has_low else None


def _standing(game: PokerGame, hand: Cards, board: Cards, *, low: bool) -> BoardStanding:
    anybody = _pairs([card for card in _deck() if card not in board])
    others = _pairs([card for card in _deck() if card not in (*board, *hand)])
    all_values = _values(game, anybody, board, low=low)
    best = anybody[int(all_values.argmax())]
    mine, theirs = _mine(game, hand, board, low=low), _values(game, others, board, low=low)
    stronger = theirs[theirs > mine]
    outs: dict[str, list[str]] = {}
    to_nuts = []
    for card in _deck() if len(board) < 5 else []:
        if card in (*hand, *board):
            continue
        shown = (*board, card)
        then = _mine(game, hand, shown, low=low)
        if low and then > mine:
            outs.setdefault("low", []).append(str(card))
        elif not low and _is_out(game, hand, shown, mine, then):
            outs.setdefault(CATEGORIES[int(categories(then))], []).append(str(card))
        if then:
            left = _pairs([other for other in _deck() if other not in (*hand, *shown)])
            if _values(game, left, shown, low=low).max() <= then:
                to_nuts.append(str(card))
    possible = all_values.max() > 0
    return BoardStanding(
        nuts=_name(game, best, board, low=low) if possible else "",
        held=format_cards(sorted(map(Card, best.tolist()), reverse=True)) if possible else "",
        better=len(np.unique(stronger)),
        beaten_by=len(stronger),
        holdings=len(others),
        outs_to_nuts=tuple(to_nuts),
        outs={name: tuple(outs[name]) for name in (*reversed(CATEGORIES), "low") if name in outs},
    )


def _deck() -> list[Card]:
    """The strongest first."""
    return [Card(card) for card in range(51, -1, -1)]


def _pairs(cards: Cards) -> npt.NDArray[np.uint8]:
    return np.array(list(combinations(cards, 2)), dtype=np.uint8)


def _uses(game: PokerGame, board: Cards) -> list[tuple[Card, ...]]:
    """What of a board two hole cards are played with: three cards of it, or in hold'em any."""
    return [*combinations(board, 3)] if game.hole_cards == 4 else [tuple(board)]


def _values(game: PokerGame, pairs: npt.NDArray[np.uint8], board: Cards, *, low: bool) -> Values:
    """The best value that each pair of hole cards makes."""
    best = np.zeros(len(pairs), dtype=np.int64)
    for used in _uses(game, board):
        shown = np.broadcast_to(np.array(used, dtype=np.uint8), (len(pairs), len(used)))
        cards = np.hstack([pairs, shown])
        found = low_values(cards, check=False) if low else high_values(cards, check=False)
        best = np.maximum(best, found)
    return best


def _mine(game: PokerGame, hand: Cards, board: Cards, *, low: bool) -> int:
    return int(_values(game, _pairs(hand), board, low=low).max())


def _is_out(game: PokerGame, hand: Cards, shown: Cards, before: int, after: int) -> bool:
    """Whether the last card of a board makes a hand better, and not just every hand.

    A hold'em hand may play the board: then the card helps everybody. So does a card that pairs the
    board, unless its rank is in the hand or it makes a straight, a flush or a full house.
    """
    now, then = (int(categories(value)) for value in (before, after))
    if then <= now:
        return False
    if not game.is_omaha and len(shown) == 5 and after == evaluate_high(shown).value:
        return False
    *board, card = shown
    helps_all = _has_rank(board, card) and not _has_rank(hand, card)
    return not helps_all or CATEGORIES[then] not in _OF_A_KIND


_OF_A_KIND = ("pair", "two pair", "three of a kind", "four of a kind")
"""Classes that a card can make for everybody by pairing the board."""


def _has_rank(cards: Cards, card: Card) -> bool:
    return any(other.rank == card.rank for other in cards)


def _name(game: PokerGame, pair: npt.NDArray[np.uint8], board: Cards, *, low: bool) -> str:
    made = [(*map(Card, pair.tolist()), *used) for used in _uses(game, board)]
    if not low:
        return str(max(evaluate_high(cards) for cards in made))
    return str(max(found for cards in made if (found := evaluate_low(cards)) is not None))
