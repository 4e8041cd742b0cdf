"""Random numbers in compiled code, all from one generator: SplitMix64.

The state of a stream is an array of one ``uint64``, and any number can be its seed.
`railbird.players.chance` is the same generator in plain Python.

A random number below n is the whole part of n·b / 2**32, where b is 32 random bits. Its bias of at
most n / 2**32 is far below any sampling error.

References
----------
Steele, Lea, Flood (2014), Fast Splittable Pseudorandom Number Generators, OOPSLA.
"""

import numpy as np

from railbird.kernels.jit import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
"""The generator's odd constants: one is added to the state, and two multiply it to mix it."""

OTHER = np.uint64(0xD1342543DE82EF95)
"""Another odd constant, which mixes the number of a deal into its seed."""


@kernel
def bits_at(z):
    """The 64 bits of a stream at state ``z``; the states of a stream are `STEP` apart."""
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@kernel
def random_bits(state):
    """The next 64 bits of the stream whose state is ``state[0]``."""
    state[0] += STEP
    return bits_at(state[0])


@kernel
def random_number(state):
    """A number from 0 to just below 1, in steps of 2**-53."""
    return np.float64(random_bits(state) >> np.uint64(11)) / 9007199254740992.0


@kernel
def random_below(state, count):
    """A whole number from 0 to ``count`` − 1."""
    high = random_bits(state) >> np.uint64(32)
    return np.int64(high * np.uint64(count) >> np.uint64(32))


@kernel
def random_card(state, used):
    """A card outside the mask ``used``, all equally likely; both are ``uint64``."""
    while True:
        card = np.uint64(random_below(state, 52))
        if not used >> card & np.uint64(1):
            return card


@kernel
def place_by_weight(sums, first, last, at):
    """The first place in ``first`` … ``last`` whose running sum of weights is above ``at``."""
    while first < last:
        middle = (first + last) >> 1
        if sums[middle] > at:
            last = middle
        else:
            first = middle + 1
    return first


@kernel
def shuffled_deals(seed, first, cards):
    """Deal the first cards of shuffled decks; row i is deal ``first + i`` of the seed.

    Each deal has a stream of its own, and a partial Fisher-Yates shuffle makes all orders equally
    likely.
    """
    deals, wanted = cards.shape
    state = np.empty(1, np.uint64)
    deck = np.empty(52, np.uint8)
    for i in range(deals):
        state[0] = np.uint64(seed)
        state[0] = random_bits(state) ^ (np.uint64(first + i) * OTHER)
        state[0] = random_bits(state)
        for c in range(52):
            deck[c] = c
        for j in range(wanted):
            k = j + random_below(state, 52 - j)
            cards[i, j] = deck[k]
            deck[k] = deck[j]
