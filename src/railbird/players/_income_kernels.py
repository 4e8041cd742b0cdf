"""Kernels for roll-out simulations before the flop."""

import numpy as np

from railbird.kernels.cards import hand_index
from railbird.kernels.jit import kernel
from railbird.kernels.random import random_below


@kernel
def deal_to(first, second, state, hands, boards):
    """Deal hands (n, p, 2) and boards (n, 5); the first player holds two given cards."""
    deck = np.empty(50, np.int64)
    at = 0
    for c in range(52):
        if c not in (first, second):
            deck[at] = c
            at += 1
    players = hands.shape[1]
    wanted = 2 * (players - 1) + 5
    for i in range(hands.shape[0]):
        hands[i, 0, 0], hands[i, 0, 1] = first, second
        for j in range(wanted):  # a partial shuffle; the deck may start in any order
            k = j + random_below(state, 50 - j)
            deck[j], deck[k] = deck[k], deck[j]
            if j < 5:
                boards[i, j] = deck[j]
            else:
                hands[i, 1 + (j - 5) // 2, (j - 5) % 2] = deck[j]


@kernel
def incomes(values, hands, class_of, plays, forced, sums):
    """Add up the first player's income over deals, and its square.

    The first player puts in one bet. Player p plays for one bet if their class ``plays``. Otherwise
    they leave ``forced[p]`` in the pot; if that is the whole bet, they always play.
    """
    for i in range(values.shape[0]):
        pot = 1.0
        best = values[i, 0]
        winners = 1
        for p in range(1, values.shape[1]):
            a, b = np.int64(hands[i, p, 0]), np.int64(hands[i, p, 1])
            if forced[p] < 1 and not plays[class_of[hand_index(a, b)]]:
                pot += forced[p]
                continue
            pot += 1.0
            if values[i, p] > best:
                winners = 0
                best = values[i, p]
            elif values[i, p] == best and winners > 0:
                winners += 1
        income = (pot / winners if winners > 0 else 0.0) - 1.0
        sums[0] += income
        sums[1] += income * income
