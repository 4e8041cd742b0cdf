"""Kernels for sums over the classes of a third caller."""

import numpy as np

from railbird.kernels.jit import kernel

CLASSES, ORDERS = 169, 6


@kernel
def third(calls, three, first, second, paid, called, worth):
    """What a third caller does to pairs of classes that are played, for many states at once.

    Each part of the table is read once for all states, and each state sums only over what it plays.

    Parameters
    ----------
    calls
        Probabilities of a call, (states, 169).
    three
        Probabilities of the caller's class and of each order, (169, 6, cells).
    first, second
        Whether the first and the second player are in with a class, (states, 169).
    paid
        What the players get by order, (states, players, 6).
    called
        Set to the probability of a call where the first or the second player is in, (states, 169,
        169); 0 elsewhere.
    worth
        Set to what the players expect from it, (states, players, 169, 169).
    """
    states, players = paid.shape[0], paid.shape[1]
    called[:] = 0.0
    worth[:] = 0.0
    here = np.empty(states, dtype=np.int64)
    some = np.empty((states, CLASSES), dtype=np.int64)
    counts = np.zeros(states, dtype=np.int64)
    for s in range(states):
        for b in range(CLASSES):
            if second[s, b]:
                some[s, counts[s]] = b
                counts[s] += 1
    for c in range(CLASSES):
        count = 0
        for s in range(states):
            if calls[s, c] > 0:
                here[count] = s
                count += 1
        if count == 0:
            continue
        for a in range(CLASSES):
            part = three[c, :, CLASSES * a : CLASSES * (a + 1)]
            for at in range(count):
                s = here[at]
                if first[s, a]:
                    add_row(part, calls[s, c], paid[s], called[s, a], worth[s, :, a])
                    continue
                for x in range(counts[s]):
                    b = some[s, x]
                    likely = 0.0
                    for o in range(ORDERS):
                        likely += part[o, b]
                    called[s, a, b] += calls[s, c] * likely
                    for p in range(players):
                        mean = 0.0
                        for o in range(ORDERS):
                            mean += paid[s, p, o] * part[o, b]
                        worth[s, p, a, b] += calls[s, c] * mean


@kernel
def add_row(part, weight, paid, called, worth):
    """Add a class of the caller to a row of pairs: (6, 169), (players, 6), (169,), (players, 169).

    The orders are written out, so that loops over classes become vector instructions.
    """
    for b in range(CLASSES):
        called[b] += weight * (
            part[0, b] + part[1, b] + part[2, b] + part[3, b] + part[4, b] + part[5, b]
        )
    for p in range(paid.shape[0]):
        u, v, w = weight * paid[p, 0], weight * paid[p, 1], weight * paid[p, 2]
        x, y, z = weight * paid[p, 3], weight * paid[p, 4], weight * paid[p, 5]
        for b in range(CLASSES):
            worth[p, b] += (
                u * part[0, b]
                + v * part[1, b]
                + w * part[2, b]
                + x * part[3, b]
                + y * part[4, b]
                + z * part[5, b]
            )
