"""Kernels of hands in which up to three players are all in.

``table[x, y]`` is a row of 16 lanes for each class z, for three players of classes x, y and z.
Lanes 0 … 12 are the probabilities that they are dealt these classes and finish in each of the 13
orders, lane 13 that of the classes alone; the rest is 0. Any two of three players can be x and y,
with the orders renamed: so all sums run along rows, and long loops become vector instructions.
"""

import numpy as np

from railbird._jit import kernel

CLASSES = 169
ORDERS = 13
DEALT = 13
LANES = 16


@kernel
def expand(shares, deals, all_deals, permutations, columns, table):
    """Write the rows of all triples of classes, from those in order."""
    sorted_triple = np.zeros(3, dtype=np.int64)
    at = 0
    for i in range(CLASSES):
        for j in range(i, CLASSES):
            for k in range(j, CLASSES):
                sorted_triple[0], sorted_triple[1], sorted_triple[2] = i, j, k
                total = 0.0
                for o in range(ORDERS):
                    total += shares[o, at]
                if deals[at] > 0:
                    dealt = deals[at] / all_deals
                    for p in range(permutations.shape[0]):
                        x = sorted_triple[permutations[p, 0]]
                        y = sorted_triple[permutations[p, 1]]
                        z = LANES * sorted_triple[permutations[p, 2]]
                        for o in range(ORDERS):
                            table[x, y, z + o] = dealt * shares[columns[p, o], at] / total
                        table[x, y, z + DEALT] = dealt
                at += 1


@kernel
def add_row(weight, row, into):
    """``into += weight * row``."""
    for x in range(row.size):
        into[x] += weight * row[x]


@kernel
def add_calls(table, x, calls, into):
    """Sum over the callers' classes c of ``calls[k, c] * table[x, c]``, a row for each k."""
    into[:] = 0.0
    for k in range(calls.shape[0]):
        for c in range(CLASSES):
            if calls[k, c] > 0:
                add_row(calls[k, c], table[x, c], into[k])


@kernel
def by_second_and_third(
    table, dealt, joint, outcomes, first, second, calls, pay3, pay2, start, step,
    by_second, by_third, folds,
):  # fmt: skip
    """Add up what the second player and the callers meet, after two players are all in.

    Callers k = 0, 1, … act in turn until one calls. ``first[a]`` is the probability that the first
    player brings the hand here if dealt a; ``second[b]`` and ``calls[k, c]`` are the others'
    strategies. Row ``by_second[k]`` gets for each b the probabilities of b and the orders of (a, c,
    b) when k calls, if the second player jams; row k = callers is for no call: lanes 0 … 2 are
    first wins, second wins, tie. ``by_third[k]`` gets for each c those of the orders of (a, b, c)
    if k calls. ``folds[k, c]`` is what k expects of folding: ``pay3[m, k]`` are k's payoffs if m
    calls, in the orders of (a, c, b), ``pay2[k]`` if nobody does. Classes a are start, start +
    step, …
    """
    callers = calls.shape[0]
    lanes = table.shape[2] // CLASSES
    ends = np.zeros((callers, table.shape[2]))
    left = np.zeros((callers + 1, CLASSES))
    for a in range(start, CLASSES, step):
        if first[a] == 0:
            continue
        add_calls(table, a, calls, ends)
        left[0] = first[a]
        for k in range(callers):
            for b in range(CLASSES):
                at = b * lanes
                add_row(left[k, b], ends[k, at : at + lanes], by_second[k, at : at + lanes])
                left[k + 1, b] = left[k, b] * (1 - ends[k, at + DEALT] / joint[a, b])
        for b in range(CLASSES):
            at = b * lanes
            for o in range(3):
                by_second[callers, at + o] += left[callers, b] * joint[a, b] * outcomes[a, b, o]
            if second[b] == 0:
                continue
            for k in range(callers):
                value, rest = 0.0, 1.0
                for m in range(k + 1, callers):
                    for o in range(ORDERS):
                        value += rest * ends[m, at + o] * pay3[m, k, o] / joint[a, b]
                    rest *= 1 - ends[m, at + DEALT] / joint[a, b]
                for o in range(3):
                    value += rest * outcomes[a, b, o] * pay2[k, o]
                add_row(second[b] * left[k, b] * value, dealt[a, b], folds[k])
                add_row(second[b] * left[k, b], table[a, b], by_third[k])


@kernel
def by_first_class(
    table, prior, given, joint, outcomes, second, calls, start, step, by_first
):  # fmt: skip
    """Add up what the first player meets given the class a, after two are all in.

    Row ``by_first[k]`` gets for each a the probabilities that the second player jams, k calls, and
    of the orders of (b, c, a); the last row is for no call. Classes b are start, start + step, …
    """
    callers = calls.shape[0]
    lanes = table.shape[2] // CLASSES
    ends = np.zeros((callers, table.shape[2]))
    left = np.zeros(CLASSES)
    for b in range(start, CLASSES, step):
        if second[b] == 0:
            continue
        add_calls(table, b, calls, ends)
        left[:] = second[b]
        for k in range(callers):
            for a in range(CLASSES):
                at = a * lanes
                add_row(left[a] / prior[a], ends[k, at : at + lanes], by_first[k, at : at + lanes])
                left[a] *= 1 - ends[k, at + DEALT] / joint[a, b]
        for a in range(CLASSES):
            for o in range(3):
                by_first[callers, a * lanes + o] += left[a] * given[a, b] * outcomes[a, b, o]
