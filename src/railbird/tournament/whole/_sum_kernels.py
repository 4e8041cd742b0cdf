"""Kernels for sums over three classes, state by state: each sums only over what it plays.

The first player's class is the outermost loop, so that a part of the table of triples is read once
for all states of a batch and stays in the cache. Classes are in an order of strength.
"""

import numpy as np

from railbird.kernels.jit import kernel, summing_kernel

CLASSES, ORDERS = 169, 6
LANES = 16
"""Rows are summed in whole parts of so many classes."""

BLOCK = ORDERS * LANES
"""In a row of the table, the first parts of all six orders come first, then the second ones."""


@kernel
def chosen(jams, rows, weights):
    """The classes that play with their weights, or those that do not with negative ones.

    Returns how many there are, and whether they are those that do not: the shorter list is made.
    """
    plays, folds = 0, 0
    for c in range(CLASSES):
        plays += jams[c] > 0
        folds += jams[c] < 1
    is_rest = folds < plays
    count = 0
    for c in range(CLASSES):
        if is_rest and jams[c] < 1:
            rows[count], weights[count] = c, jams[c] - 1
            count += 1
        elif not is_rest and jams[c] > 0:
            rows[count], weights[count] = c, jams[c]
            count += 1
    return count, is_rest


@summing_kernel
def add_rows(into, table, rows, weights, count, length):
    """Add rows of a table times weights, up to a length."""
    at = 0
    while at + 8 <= count:
        p, q, r, s = table[rows[at]], table[rows[at + 1]], table[rows[at + 2]], table[rows[at + 3]]
        t, u, v, w = (
            table[rows[at + 4]], table[rows[at + 5]], table[rows[at + 6]], table[rows[at + 7]]
        )  # fmt: skip
        f, g, h, i = weights[at], weights[at + 1], weights[at + 2], weights[at + 3]
        j, k, n, m = weights[at + 4], weights[at + 5], weights[at + 6], weights[at + 7]
        for x in range(length):
            into[x] += (
                f * p[x] + g * q[x] + h * r[x] + i * s[x]
                + j * t[x] + k * u[x] + n * v[x] + m * w[x]
            )  # fmt: skip
        at += 8
    while at + 2 <= count:
        p, q, f, g = table[rows[at]], table[rows[at + 1]], weights[at], weights[at + 1]
        for x in range(length):
            into[x] += f * p[x] + g * q[x]
        at += 2
    if at < count:
        p, f = table[rows[at]], weights[at]
        for x in range(length):
            into[x] += f * p[x]


@summing_kernel
def what_is_left(orders, inverse, before, after, parts):
    """What is left of each class of the second player if a third caller folds."""
    o = orders
    for part in range(parts):
        at, b = part * BLOCK, part * LANES
        for lane in range(LANES):
            x, y = at + lane, b + lane
            called = o[x] + o[x + 16] + o[x + 32] + o[x + 48] + o[x + 64] + o[x + 80]
            after[y] = before[y] * (1 - called * inverse[y])


@summing_kernel
def means_by_order(orders, second, left, parts, found):
    """Sums over the second player's classes that play, for the six orders."""
    o, zero = orders, second[0] * 0
    p, q, r, s, t, u = zero, zero, zero, zero, zero, zero
    for part in range(parts):
        at, b = part * BLOCK, part * LANES
        for lane in range(LANES):
            x = at + lane
            here = second[b + lane] * left[b + lane]
            p += here * o[x]
            q += here * o[x + 16]
            r += here * o[x + 32]
            s += here * o[x + 48]
            t += here * o[x + 64]
            u += here * o[x + 80]
    found[0], found[1], found[2], found[3], found[4], found[5] = p, q, r, s, t, u


@summing_kernel
def _add_paid(orders, pay, weights, parts, into):
    """Add what a player gets, on average over the orders, times weights."""
    o = orders
    p, q, r, s, t, u = pay[0], pay[1], pay[2], pay[3], pay[4], pay[5]
    for part in range(parts):
        at, b = part * BLOCK, part * LANES
        for lane in range(LANES):
            x = at + lane
            into[b + lane] += weights[b + lane] * (
                p * o[x] + q * o[x + 16] + r * o[x + 32]
                + s * o[x + 48] + t * o[x + 64] + u * o[x + 80]
            )  # fmt: skip


@summing_kernel
def _add_two(won, lost, pay, weights, width, into):
    """Add what a player gets if nobody else calls, times weights."""
    u, v = pay[0], pay[1]
    for b in range(width):
        into[b] += weights[b] * (u * won[b] + v * lost[b])


@summing_kernel
def dot_two(won, lost, second, left, width, found):
    """Sums over the second player's classes that play, if nobody else calls."""
    u = v = second[0] * 0
    for b in range(width):
        here = second[b] * left[b]
        u += here * won[b]
        v += here * lost[b]
    found[0], found[1] = u, v


@summing_kernel
def _add_edges(table, rows, count, reach, folding, inverse, pay, into):
    """Add what calling is worth more than folding to a third caller, by their class.

    The table is that of the first player's class, with the classes of the second and the third
    caller changed.
    """
    u, v, w, x, y, z = pay[0], pay[1], pay[2], pay[3], pay[4], pay[5]
    for at in range(count):
        b = rows[at]
        here, fold = reach[b], folding[b] * inverse[b]
        if here == 0:
            continue
        o = table[b]
        f, g, h = here * (u - fold), here * (v - fold), here * (w - fold)
        i, j, k = here * (x - fold), here * (y - fold), here * (z - fold)
        for part in range(len(into) // LANES):
            start, c = part * BLOCK, part * LANES
            for lane in range(LANES):
                m = start + lane
                into[c + lane] += (
                    g * o[m] + f * o[m + 16] + j * o[m + 32]
                    + k * o[m + 48] + h * o[m + 64] + i * o[m + 80]
                )  # fmt: skip


@kernel
def sums(
    jams, first, pay, decides, limits, tables, pairs, shape, calling, jammed, edges, ends
):  # fmt: skip
    """What two jams lead to, in many states.

    Parameters
    ----------
    jams
        Probabilities of jamming, (states, decisions, 169).
    first
        For each of ``pairs``, the probability that all before have folded, that the first player
        jams if they have a class, and that all between the two fold, (states, pairs, 169).
    pay
        What everybody gets at each end less a walk, (states, ends, players).
    decides
        Whether there is a decision, (states, decisions).
    limits
        So many classes of each decision are of interest, in whole parts and with all that play,
        (states, decisions): what is behind them stays 0.
    tables
        Masses of triples of classes, (169, 169, 6 × wide), by the class of the first player, of the
        third, order and class of the second; the same for any third class, (169, 6 × wide); one
        over the masses of pairs, (169, wide); masses of pairs by who wins, (2, 169, wide).
    pairs
        First and second player, (pairs, 2).
    shape
        The decisions of the first player, of the second and of the third; the first rows of the
        ends with two and three all in.
    calling
        Set to what the second player gets if they jam with a class, times its probability and that
        of what came before, (states, pairs, 169).
    jammed
        Set to what the players before the second get if the second jams, by the first player's
        class and times its probability, (states, pairs, players, 169). Where the first player never
        jams, it is set for them alone.
    edges
        Set to what calling is worth more than folding to third callers, (states, decisions, 169).
    ends
        Set to the probabilities of ends with two and three all in, (states, ends).
    """
    table, every, inverse, two = tables
    firsts, seconds, thirds, two_end, three_end = shape
    states, nodes, players = len(jams), jams.shape[1], pay.shape[2]
    wide, kind = inverse.shape[1], table.dtype
    rows = np.zeros((states, nodes, CLASSES), dtype=np.uint32)
    weights = np.zeros((states, nodes, CLASSES), dtype=kind)
    counts = np.zeros((states, nodes), dtype=np.int64)
    is_rest = np.zeros((states, nodes), dtype=np.bool_)
    seconds_in = np.zeros((states, len(pairs), wide), dtype=kind)
    some = np.zeros((states, len(pairs), CLASSES), dtype=np.uint32)
    many = np.zeros((states, len(pairs)), dtype=np.int64)
    widths = np.zeros((states, len(pairs)), dtype=np.int64)
    paid = np.zeros((states, pay.shape[2], pay.shape[1]), dtype=kind)
    calling[:] = 0
    jammed[:] = 0
    edges[:] = 0
    ends[:] = 0
    for s in range(states):
        for e in range(pay.shape[1]):
            for p in range(players):
                paid[s, p, e] = pay[s, e, p]
        for n in range(nodes):
            counts[s, n], is_rest[s, n] = chosen(jams[s, n], rows[s, n], weights[s, n])
        for q in range(len(pairs)):
            second = jams[s, seconds[pairs[q, 0], pairs[q, 1]]]
            for b in range(CLASSES):
                if second[b] > 0:
                    seconds_in[s, q, b] = second[b]
                    some[s, q, many[s, q]] = b
                    many[s, q] += 1
                    widths[s, q] = (b // LANES + 1) * LANES
    orders = np.zeros((players, ORDERS * wide), dtype=kind)
    lefts = np.ones((players + 1, wide), dtype=kind)
    met, both = np.zeros((players, ORDERS), dtype=kind), np.zeros(2, dtype=kind)
    pot, folding, reach = np.zeros(wide, kind), np.zeros(wide, kind), np.zeros(wide, kind)
    edge = np.zeros(wide, dtype=kind)
    does = np.zeros(players, dtype=np.bool_)
    for a in range(CLASSES):
        won, lost, over = two[0, a], two[1, a], inverse[a]
        for s in range(states):
            for q in range(len(pairs)):
                i, j = pairs[q, 0], pairs[q, 1]
                here, jams_first = first[s, q, a], jams[s, firsts[i], a] > 0
                if here == 0 and (many[s, q] == 0 or a >= limits[s, firsts[i]]):
                    continue
                second = seconds_in[s, q]
                width = limits[s, seconds[i, j]] if here > 0 else widths[s, q]
                pot[:] = 0
                lefts[j + 1, :width] = 1
                e2, stop = two_end[i, j], players
                for k in range(j + 1, players):
                    node, e3 = thirds[i, j, k], three_end[i, j, k]
                    does[k] = counts[s, node] > 0 or is_rest[s, node]
                    if not does[k]:
                        lefts[k + 1, :width] = lefts[k, :width]
                        continue
                    for x in range(ORDERS * width):
                        orders[k, x] = every[a, x] if is_rest[s, node] else 0
                    add_rows(
                        orders[k], table[a], rows[s, node], weights[s, node], counts[s, node],
                        ORDERS * width,
                    )  # fmt: skip
                    what_is_left(orders[k], over, lefts[k], lefts[k + 1], width // LANES)
                    means_by_order(orders[k], second, lefts[k], widths[s, q] // LANES, met[k])
                    if here > 0:
                        _add_paid(orders[k], paid[s, j, e3:], lefts[k], width // LANES, pot)
                    if counts[s, node] == 0:  # always in
                        lefts[k + 1, :width] = 0
                        if not decides[s, node]:
                            stop = k + 1
                            break
                dot_two(won, lost, second, lefts[stop], widths[s, q], both)
                if here > 0:
                    for o in range(2):
                        ends[s, e2 + o] += here * both[o]
                    for k in range(j + 1, stop):
                        if does[k]:
                            e3 = three_end[i, j, k]
                            for o in range(ORDERS):
                                ends[s, e3 + o] += here * met[k, o]
                # somebody between the two may always call: what they would get for a fold counts
                for p in range(j if jams_first else i + 1):
                    if p != i and not jams_first:
                        continue
                    worth = 0.0
                    for o in range(2):
                        worth += pay[s, e2 + o, p] * both[o]
                    for k in range(j + 1, stop):
                        if does[k]:
                            e3 = three_end[i, j, k]
                            for o in range(ORDERS):
                                worth += pay[s, e3 + o, p] * met[k, o]
                    jammed[s, q, p, a] = worth
                if here == 0:
                    continue
                _add_two(won, lost, paid[s, j, e2:], lefts[stop], width, pot)
                for b in range(min(width, CLASSES)):
                    calling[s, q, b] += here * pot[b]
                if many[s, q] == 0:
                    continue
                width = widths[s, q]
                for k in range(j + 1, stop):
                    node, e3 = thirds[i, j, k], three_end[i, j, k]
                    if not decides[s, node]:
                        continue
                    folding[:width] = 0
                    reach[:width] = 1
                    for later in range(k + 1, stop):
                        if does[later]:
                            e = three_end[i, j, later]
                            parts = width // LANES
                            _add_paid(orders[later], paid[s, k, e:], reach, parts, folding)
                            what_is_left(orders[later], over, reach, reach, parts)
                            if counts[s, thirds[i, j, later]] == 0:
                                reach[:width] = 0
                    _add_two(won, lost, paid[s, k, e2:], reach, width, folding)
                    for b in range(width):
                        reach[b] = here * second[b] * lefts[k, b]
                    limit = limits[s, node]
                    edge[:limit] = 0
                    _add_edges(
                        table[a], some[s, q], many[s, q], reach, folding, over, paid[s, k, e3:],
                        edge[:limit],
                    )  # fmt: skip
                    for c in range(min(limit, CLASSES)):
                        edges[s, node, c] += edge[c]
