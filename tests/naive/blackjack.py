"""Blackjack in fractions: every card drawn one after the other, the dealer's hidden card first.

Cards are their points, the ace is 1. A shoe is a sorted tuple of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

Cards = tuple[int, ...]
Moves = Callable[[Cards, bool], str]
"""What to do with a hand that may or may not be doubled: S, H or D."""


def points(hand: Cards) -> tuple[int, bool]:
    total = sum(hand)
    soft = 1 in hand and total <= 11
    return (total + 10, True) if soft else (total, False)


def drawn(shoe: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
    """Each card that can come, its chance, and the shoe without it."""
    for card, number in Counter(shoe).items():
        rest = list(shoe)
        rest.remove(card)
        yield card, Fraction(number, len(shoe)), tuple(rest)


class NaiveBlackjack:
    """The value of actions against one card of the dealer. It goes on by ``moves``, or as best."""

    def __init__(
        self,
        up: int,
        *,
        hits_soft_17: bool = True,
        double_after_split: bool = True,
        moves: Moves | None = None,
    ) -> None:
        self.up, self.hits_soft_17 = up, hits_soft_17
        self.double_after_split, self.moves = double_after_split, moves
        self.dealer = cache(self._dealer)
        self.go_on = cache(self._go_on)
        self.stand = cache(self._stand)

    def _dealer(self, hand: Cards, shoe: Cards) -> dict[int, Fraction]:
        total, soft = points(hand)
        if total > 17 or (total == 17 and not (soft and self.hits_soft_17)):
            return {total: Fraction(1)}
        ends: dict[int, Fraction] = {}
        for card, chance, rest in drawn(shoe):
            for end, share in self.dealer((*hand, card), rest).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * share
        return ends

    def hidden(self, shoe: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
        """Each hidden card that makes no blackjack, with its chance."""
        fine = [each for each in drawn(shoe) if {self.up, each[0]} != {1, 10}]
        all_of_them = sum(chance for _, chance, _ in fine)
        for card, chance, rest in fine:
            yield card, chance / all_of_them, rest

    def _stand(self, hand: Cards, shoe: Cards) -> Fraction:
        mine = points(hand)[0]
        if mine > 21:
            return Fraction(-1)
        worth = Fraction(0)
        for hole, chance, rest in self.hidden(shoe):
            for end, share in self.dealer((self.up, hole), rest).items():
                sign = 1 if end > 21 or end < mine else -1 if end > mine else 0
                worth += chance * share * sign
        return worth

    def draw(self, hand: Cards, shoe: Cards, then: Callable[[Cards, Cards], Fraction]) -> Fraction:
        """Take a card from behind the hidden one."""
        worth = Fraction(0)
        for hole, chance, rest in self.hidden(shoe):
            for card, share, _ in drawn(rest):
                after = list(shoe)
                after.remove(card)
                assert hole in after
                worth += chance * share * then(tuple(sorted((*hand, card))), tuple(after))
        return worth

    def _go_on(self, hand: Cards, shoe: Cards) -> Fraction:
        if points(hand)[0] > 21:
            return Fraction(-1)
        if self.moves is not None:
            move = self.moves(hand, False)
            return self.stand(hand, shoe) if move == "S" else self.hit(hand, shoe)
        return max(self.stand(hand, shoe), self.hit(hand, shoe))

    def hit(self, hand: Cards, shoe: Cards) -> Fraction:
        return self.draw(hand, shoe, self.go_on)

    def double(self, hand: Cards, shoe: Cards) -> Fraction:
        return 2 * self.draw(hand, shoe, self.stand)

    def split(self, card: int, shoe: Cards) -> Fraction:
        """One hand, and then the other, whose plays do not look at each other: twice the first."""

        def one(hand: Cards, shoe: Cards) -> Fraction:
            if card == 1:
                return self.stand(hand, shoe)
            may = self.double_after_split
            if self.moves is not None:
                move = self.moves(hand, may)
                if move == "D":
                    return self.double(hand, shoe)
                return self.hit(hand, shoe) if move == "H" else self.stand(hand, shoe)
            found = [self.stand(hand, shoe), self.hit(hand, shoe)]
            return max([*found, self.double(hand, shoe)] if may else found)

        return 2 * self.draw((card,), shoe, one)
