"""Kernels of the card abstraction: buckets from two numbers, and moves of pairs of buckets."""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.kernels.random import random_below


@kernel
def bucket_of(first, second, outer, inner):
    """Bucket of a hand: its group by the first number, and its part of it by the second."""
    group = 0
    while group < outer.size and first >= outer[group]:
        group += 1
    part = 0
    while part < inner.shape[1] and second >= inner[group, part]:
        part += 1
    return group * (inner.shape[1] + 1) + part


@kernel
def assign(first, second, outer, inner, buckets):
    """`bucket_of` for each element of flat arrays."""
    for i in range(first.size):
        buckets[i] = bucket_of(first[i], second[i], outer, inner)


@kernel
def count_boards(hands, live, buckets, values, pairs, state, turns, rivers, wins, met):
    """Sample pairs of hands on one board of five cards, and count each pair in both orders.

    ``buckets[r]`` are the buckets of all hands on flop, turn and river. Every hand meets ``pairs``
    random others that share no card with it. By buckets on the river, ``wins`` counts wins minus
    losses, and ``met`` counts showdowns.
    """
    flop, turn, river = buckets[0], buckets[1], buckets[2]
    for x in range(live.size):
        i = live[x]
        a, b = hands[i, 0], hands[i, 1]
        drawn = 0
        while drawn < pairs:
            j = live[random_below(state, live.size)]
            c, d = hands[j, 0], hands[j, 1]
            if (1 << a | 1 << b) & (1 << c | 1 << d):
                continue
            drawn += 1
            turns[flop[i], flop[j], turn[i], turn[j]] += 1
            turns[flop[j], flop[i], turn[j], turn[i]] += 1
            rivers[turn[i], turn[j], river[i], river[j]] += 1
            rivers[turn[j], turn[i], river[j], river[i]] += 1
            won = np.int64(values[i] > values[j]) - np.int64(values[i] < values[j])
            wins[river[i], river[j]] += won
            wins[river[j], river[i]] -= won
            met[river[i], river[j]] += 1
            met[river[j], river[i]] += 1


@kernel
def pot_shares(mine, values, shares):
    """Share of the pot that one hand wins from each other hand over all boards.

    ``mine[b]`` and ``values[b, h]`` are the values on board b. A value of 0 means that the hand is
    impossible there. A hand that is impossible on all boards gets 0.
    """
    boards, hands = values.shape
    points = np.zeros(hands, np.int64)
    met = np.zeros(hands, np.int64)
    for b in range(boards):
        own = np.int64(mine[b])
        for h in range(hands):
            other = np.int64(values[b, h])
            seen = np.int64(other > 0)
            met[h] += seen
            points[h] += seen * (1 + np.int64(own > other) - np.int64(own < other))
    for h in range(hands):
        shares[h] = points[h] / (2 * met[h]) if met[h] > 0 else 0.0
