"""Equities by dealing every hand and every board, with fractions and without shortcuts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from tests.naive.hands import Key, best_high, cards_of, omaha_high, omaha_low

WeightedHands = Mapping[str, Fraction | int]
"""Hands such as ``AsKd``, with the probability of each, up to a common factor."""

Shares = dict[Fraction, Fraction]
"""Parts of the pot, and how often each is won."""


@dataclass(frozen=True)
class NaiveEquity:
    """The weight of all deals, and for each player the weight by the part of the pot they won.

    ``lows`` is what their low hands won, summed over the deals.
    """

    total: Fraction
    parts: tuple[Shares, ...]
    lows: tuple[Fraction, ...]
    highs: tuple[Fraction, ...]
    made: tuple[Fraction, ...]
    with_low: Fraction

    def equity(self, player: int) -> Fraction:
        """Mean part of the pot."""
        return sum((p * w for p, w in self.parts[player].items()), Fraction()) / self.total

    def probability(self, player: int, part: Fraction) -> Fraction:
        """Probability of getting exactly this part of the pot."""
        return self.parts[player].get(part, Fraction()) / self.total


def naive_equity(
    players: Sequence[str | WeightedHands], *, board: str = "", dead: str = "", game: str = "holdem"
) -> NaiveEquity:
    """Deal everything possible: hands that share no card, then the rest of the board."""
    shown, gone = cards_of(board), cards_of(dead)
    ranges = [{player: 1} if isinstance(player, str) else player for player in players]
    total = Fraction()
    parts: tuple[Shares, ...] = tuple(defaultdict(Fraction) for _ in players)
    lows = [Fraction()] * len(players)
    highs, made = list(lows), list(lows)
    with_low = Fraction()
    for chosen in product(*(hands.items() for hands in ranges)):
        held = [cards_of(hand) for hand, _ in chosen]
        known = [*shown, *gone, *(card for hand in held for card in hand)]
        if len(set(known)) < len(known):
            continue
        weight = Fraction(1)
        for _, factor in chosen:
            weight *= factor
        deck = [card for card in range(52) if card not in known]
        for rest in combinations(deck, 5 - len(shown)):
            total += weight
            full = tuple(sorted(shown + rest))
            shares, by_low = split_pot(held, full, game)
            whole = 2 if any(by_low) else 1
            with_low += weight * (whole - 1)
            for player, hand in enumerate(held):
                highs[player] += weight * whole * (shares[player] - by_low[player])
                made[player] += weight * (hand_values(hand, full, game)[1] is not None)
            for part, share in zip(parts, shares, strict=True):
                part[share] += weight
            lows = [sum_ + weight * low for sum_, low in zip(lows, by_low, strict=True)]
    return NaiveEquity(total, parts, tuple(lows), tuple(highs), tuple(made), with_low)


def split_pot(
    hands: Sequence[tuple[int, ...]], board: tuple[int, ...], game: str
) -> tuple[list[Fraction], list[Fraction]]:
    """Each player's part of the pot, and what of it the low wins: half, if there is a low."""
    values = [hand_values(hand, board, game) for hand in hands]
    highs = [high for high, _ in values]
    lows = [low for _, low in values if low is not None]
    pot = Fraction(1, 2) if lows else Fraction(1)
    shares, by_low = [Fraction()] * len(hands), [Fraction()] * len(hands)
    for player, (high, low) in enumerate(values):
        if high == max(highs):
            shares[player] += pot / highs.count(high)
        if low is not None and low == max(lows):
            by_low[player] = pot / lows.count(low)
            shares[player] += by_low[player]
    return shares, by_low


@cache
def hand_values(hand: tuple[int, ...], board: tuple[int, ...], game: str) -> tuple[Key, Key | None]:
    """High and low of a hand on a board."""
    if game in {"omaha", "omaha8"}:
        return omaha_high(hand, board), omaha_low(hand, board) if game == "omaha8" else None
    return best_high(hand + board), None
