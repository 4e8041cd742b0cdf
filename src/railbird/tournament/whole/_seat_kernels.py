"""Kernels for the ends of hands in which players use different strategies.

What third callers do with a class of the first player depends on one strategy each. So sums over
their classes are made once for each strategy, and those over the second player's classes once for
all seatings that are alike from the second player on. See `_sum_kernels`.
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.tournament.whole._sum_kernels import (
    CLASSES,
    LANES,
    ORDERS,
    add_rows,
    chosen,
    dot_two,
    means_by_order,
    what_is_left,
)


@kernel
def seated_ends(jams, folds, unopened, seatings, alike, dealt, tables, shape, ends):
    """Set the probabilities of all ends, (states, seatings, ends).

    Parameters
    ----------
    jams
        Probabilities of jamming by strategy, (strategies, states, decisions, 169).
    folds
        How often a player folds behind one jam, by strategy, first and second player and the
        first's class, (strategies, states, players, players, 169).
    unopened
        How often a player folds if all before have folded, (strategies, states, players).
    seatings
        The strategy of each player, (seatings, players).
    alike
        For each player the seatings in groups that are alike from this player on: the number of
        groups, (players,), the group of each seating, and a seating of each group, (players,
        seatings).
    dealt
        Probabilities of the classes.
    tables
        See `_sum_kernels.sums`.
    shape
        The decisions of the first player, of the second and of the third; the first rows of the
        ends with one, two and three all in.
    """
    table, every, inverse, two = tables
    firsts, seconds, thirds, one_end, two_end, three_end = shape
    strategies, states, nodes = jams.shape[:3]
    count, players = seatings.shape
    last, wide, kind = players - 1, inverse.shape[1], table.dtype
    groups, group_of, example = alike
    rows = np.zeros((strategies, states, nodes, CLASSES), dtype=np.uint32)
    weights = np.zeros((strategies, states, nodes, CLASSES), dtype=kind)
    counts = np.zeros((strategies, states, nodes), dtype=np.int64)
    is_rest = np.zeros((strategies, states, nodes), dtype=np.bool_)
    plays = np.zeros((strategies, states, nodes, wide), dtype=kind)
    widths = np.zeros((strategies, states, nodes), dtype=np.int64)
    for t in range(strategies):
        for s in range(states):
            for n in range(nodes):
                counts[t, s, n], is_rest[t, s, n] = chosen(
                    jams[t, s, n], rows[t, s, n], weights[t, s, n]
                )
                for c in range(CLASSES):
                    plays[t, s, n, c] = jams[t, s, n, c]
                    if jams[t, s, n, c] > 0:
                        widths[t, s, n] = (c // LANES + 1) * LANES
    orders = np.zeros((strategies, players, ORDERS * wide), dtype=kind)
    left = np.ones((2, wide), dtype=kind)
    met = np.zeros((count, players, ORDERS), dtype=kind)
    both = np.zeros((count, 2), dtype=kind)
    here = np.zeros(count)
    ends[:] = 0
    for s in range(states):
        for x in range(count):
            ends[s, x, 0] = 1.0
            for i in range(last):
                ends[s, x, 0] *= unopened[seatings[x, i], s, i]
    for a in range(CLASSES):
        won, lost, over = two[0, a], two[1, a], inverse[a]
        for s in range(states):
            for i in range(last):
                is_played = False
                for x in range(count):
                    here[x] = jams[seatings[x, i], s, firsts[i], a]
                    for before in range(i):
                        here[x] *= unopened[seatings[x, before], s, before]
                    is_played = is_played or here[x] > 0
                if not is_played:
                    continue
                for j in range(i + 1, players):
                    width = 0
                    for t in range(strategies):
                        width = max(width, widths[t, s, seconds[i, j]])
                    for k in range(j + 1, players if width > 0 else 0):
                        for t in range(strategies):
                            node = thirds[i, j, k]
                            for x in range(ORDERS * width):
                                orders[t, k, x] = every[a, x] if is_rest[t, s, node] else 0
                            add_rows(
                                orders[t, k], table[a], rows[t, s, node], weights[t, s, node],
                                counts[t, s, node], ORDERS * width,
                            )  # fmt: skip
                    for g in range(groups[j]):
                        x = example[j, g]
                        own = seatings[x, j]
                        second, width = plays[own, s, seconds[i, j]], widths[own, s, seconds[i, j]]
                        met[g] = 0
                        left[0, :width] = 1
                        for k in range(j + 1, players):
                            t, node = seatings[x, k], thirds[i, j, k]
                            if counts[t, s, node] > 0 or is_rest[t, s, node]:
                                means_by_order(
                                    orders[t, k], second, left[0], width // LANES, met[g, k]
                                )
                                what_is_left(orders[t, k], over, left[0], left[0], width // LANES)
                            if counts[t, s, node] == 0 and is_rest[t, s, node]:
                                left[0, :width] = 0
                                break
                        dot_two(won, lost, second, left[0], width, both[g])
                    for x in range(count):
                        if here[x] > 0:
                            g = group_of[j, x]
                            for o in range(2):
                                ends[s, x, two_end[i, j] + o] += here[x] * both[g, o]
                            for k in range(j + 1, players):
                                for o in range(ORDERS):
                                    ends[s, x, three_end[i, j, k] + o] += here[x] * met[g, k, o]
                            here[x] *= folds[seatings[x, j], s, i, j, a]
                for x in range(count):
                    ends[s, x, one_end[i]] += here[x] * dealt[a]
