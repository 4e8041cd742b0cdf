"""All hands that have not busted, and all draws of a dealer: the same for any shoe."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from railbird.blackjack._kernels import BUST, STANDS_FROM, hole_bar
from railbird.blackjack.rules import total_of

Ints = npt.NDArray[np.int32] | npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class AllHands:
    """Every hand up to a total of 21, by rising total with aces as one.

    Parameters
    ----------
    cards, sizes, hard
        Cards of each hand by rank, how many there are, and the total.
    draws
        The hand after each further card; -1 if it busts.
    place
        Where the hand with these sorted cards is.
    """

    cards: Ints
    sizes: Ints
    hard: Ints
    draws: Ints
    place: dict[tuple[int, ...], int]


@cache
def all_hands() -> AllHands:
    """The 3,083 hands, the empty one included."""
    by_total: list[list[tuple[int, ...]]] = [[()], *([] for _ in range(21))]
    for total in range(1, 22):
        for card in range(min(total, 10)):
            by_total[total] += [
                (*hand, card) for hand in by_total[total - card - 1] if not hand or hand[-1] <= card
            ]
    hands = [hand for group in by_total for hand in group]
    place = {hand: i for i, hand in enumerate(hands)}
    return AllHands(
        cards=np.array([np.bincount(hand, minlength=10) for hand in hands]),
        sizes=np.array([len(hand) for hand in hands]),
        hard=np.array([sum(hand) + len(hand) for hand in hands]),
        draws=np.array(
            [[place.get(tuple(sorted((*hand, c))), -1) for c in range(10)] for hand in hands]
        ),
        place=place,
    )


def first_hands() -> list[tuple[int, int]]:
    """The 55 hands of two cards."""
    return list(combinations_with_replacement(range(10), 2))


@cache
def dealer_tree(up: int, hits_soft_17: bool) -> tuple[Ints, Floats]:
    """The sets of cards that a dealer may draw, and in how many orders; see `dealer_ends`."""
    ends: dict[tuple[int, ...], int] = {}
    orders: dict[tuple[int, ...], int] = {}
    alive: dict[tuple[int, ...], int] = {(): 1}
    while alive:
        longer: dict[tuple[int, ...], int] = {}
        for drawn, ways in alive.items():
            for card in range(10):
                if not drawn and card == hole_bar(up):
                    continue
                cards = tuple(sorted((*drawn, card)))
                total, soft = total_of((up, *cards))
                if total > STANDS_FROM or (total == STANDS_FROM and not (soft and hits_soft_17)):
                    ends[cards] = min(total, BUST) - STANDS_FROM
                    orders[cards] = orders.get(cards, 0) + ways
                else:
                    longer[cards] = longer.get(cards, 0) + ways
        alive = longer
    branches = sorted({cards[:size] for cards in ends for size in range(1, len(cards) + 1)})
    nodes = np.empty((len(branches), 5), np.int32)
    for i, cards in enumerate(branches):
        after = next(
            (j for j in range(i + 1, len(branches)) if branches[j][: len(cards)] != cards),
            len(branches),
        )
        earlier = cards[:-1].count(cards[-1])
        nodes[i] = len(cards), cards[-1], earlier, ends.get(cards, -1), after
    return nodes, np.array([float(orders.get(cards, 0)) for cards in branches])
