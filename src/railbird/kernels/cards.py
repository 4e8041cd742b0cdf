"""Kernels for cards as numbers: masks, multisets of ranks, and the index of a hand."""

from railbird.kernels.jit import kernel

CLASSES = 169
"""Classes of two cards before the flop."""


@kernel
def drop_lowest(mask):
    """A mask without its lowest bit."""
    return mask & (mask - 1)


@kernel
def bits_in(mask):
    """The number of bits set in a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def choose(n, k):
    """Binomial coefficient of small numbers."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@kernel
def next_ranks(ranks):
    """Step to the next non-increasing ranks; False after the last ones, which are all aces."""
    i = ranks.size - 1
    while i > 0 and ranks[i] == ranks[i - 1]:
        ranks[i] = 0
        i -= 1
    if i == 0 and ranks[0] == 12:
        return False
    ranks[i] += 1
    return True


@kernel
def hand_index(a, b):
    """Colex index of two cards in any order."""
    if a < b:
        a, b = b, a
    return a * (a - 1) // 2 + b
