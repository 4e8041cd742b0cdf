"""Outs from their definition: deal each next card, and look at all that others can hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tests.naive.hands import (
    NO_LOW,
    best_high,
    five_card_key,
    five_card_keys,
    five_card_low_keys,
    omaha_high,
    omaha_low,
)

NAMES = (
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


def next_cards(hand: Sequence[int], board: Sequence[int]) -> list[int]:
    """The cards that may come next."""
    return [card for card in range(52) if card not in (*hand, *board)]


def naive_outs(game: str, hand: tuple[int, ...], board: tuple[int, ...]) -> dict[str, set[int]]:
    """By its class, the next cards that make the high hand better."""

    def key(shown: tuple[int, ...]) -> tuple[int, ...]:
        return best_high(hand + shown) if game == "holdem" else omaha_high(hand, shown)

    outs: dict[str, set[int]] = {}
    now = key(board)
    for card in next_cards(hand, board):
        then = key((*board, card))
        name = NAMES[then[0]]
        if then[0] == now[0]:
            continue
        if game == "holdem" and len(board) == 4 and then == five_card_key((*board, card)):
            continue  # everybody plays the board
        paired = any(card // 4 == shown // 4 for shown in board)
        held = any(card // 4 == own // 4 for own in hand)
        if paired and not held and ("pair" in name or "kind" in name):
            continue  # everybody has the pair or more
        outs.setdefault(name, set()).add(card)
    return outs


def naive_low_outs(hand: tuple[int, ...], board: tuple[int, ...]) -> set[int]:
    """The next cards that make an Omaha low, or a better one."""
    now = omaha_low(hand, board) or ()
    lows = {card: omaha_low(hand, (*board, card)) or () for card in next_cards(hand, board)}
    return {card for card, low in lows.items() if low and (not now or low > now)}


def naive_outs_to_nuts(
    game: str, hand: tuple[int, ...], board: tuple[int, ...], *, low: bool = False
) -> set[int]:
    """The next cards after which no pair of other cards beats the hand."""
    keys_of, found = five_card_low_keys if low else five_card_keys, set()

    def best(cards: Sequence[int], shown: tuple[int, ...]) -> int:
        pairs = np.array([*combinations(cards, 2)], dtype=np.uint8)
        rows = np.hstack([pairs, np.tile(np.array(shown, dtype=np.uint8), (len(pairs), 1))])
        if game == "holdem":
            uses = [*combinations(range(rows.shape[1]), 5)]
        else:
            uses = [(0, 1, *three) for three in combinations(range(2, rows.shape[1]), 3)]
        return max(int(keys_of(rows[:, used]).max()) for used in uses)

    for card in next_cards(hand, board):
        shown = (*board, card)
        mine = best(hand, shown)
        others = best(next_cards(hand, shown), shown)
        if mine > NO_LOW and mine >= others:
            found.add(card)
    return found
