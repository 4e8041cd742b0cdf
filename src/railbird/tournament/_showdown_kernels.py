"""Kernels of hands in which up to three players are all in.

``table[a, b, c]`` is a row of 16 lanes, for classes a and b that are all in and the class c of the
next player: lanes 0 … 12 have the probability that this player is dealt c and the three hands
finish in each of the 13 orders, lane 13 the probability of c alone, lanes 14 and 15 are free. A row
is a cache line.
"""

import numpy as np

from railbird._jit import kernel

CLASSES = 169
ORDERS = 13
DEALT = 13
FOLDS = 14
LANES = 16


@kernel
def expand(shares, deals, per_deal, permutations, columns, table):
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
                    for p in range(permutations.shape[0]):
                        a = sorted_triple[permutations[p, 0]]
                        b = sorted_triple[permutations[p, 1]]
                        c = sorted_triple[permutations[p, 2]]
                        dealt = deals[at] * per_deal[a, b]
                        for o in range(ORDERS):
                            table[a, b, c, o] = dealt * shares[columns[p, o], at] / total
                        table[a, b, c, DEALT] = dealt
                at += 1


@kernel
def three_way(
    table, dealt, given, joint, outcomes, first, second, calls, pay3, pay2, start, step,
    by_first, by_second, by_third, folds,
):  # fmt: skip
    """Add up what happens after two players, with classes a and b, are all in.

    Callers k = 0, 1, … act in turn, until one calls. ``first[a]`` is the probability that the first
    player brings the hand so far if dealt a, ``second[b]`` and ``calls[k, c]`` are the others'
    strategies. ``by_first[k, a]`` gets the probabilities of the orders when k calls, given a;
    ``by_second[k, b]`` and ``by_third[k, c]`` those of the orders and of that class if its player
    is all in. Row k = callers is for no call: lanes 0 … 2 are first wins, second wins, tie.
    ``folds[k, c]`` is what k expects of folding: ``pay3[m, k]`` are k's payoffs if m calls,
    ``pay2[k]`` if nobody does. Classes a are start, start + step, …

    ``table`` has its rows of three classes in one dimension, as have the sums by the third class:
    long loops without branches are those that become vector instructions.
    """
    callers = calls.shape[0]
    lanes = by_first.shape[2]  # not a constant: a loop that is unrolled is not made a vector
    held = np.zeros((callers, CLASSES), dtype=np.int64)
    holds = np.zeros(callers, dtype=np.int64)
    for k in range(callers):
        for c in range(CLASSES):
            if calls[k, c] > 0:
                held[k, holds[k]] = c
                holds[k] += 1
    ends = np.zeros((callers, lanes))
    to_third = np.zeros(callers)
    for a in range(start, CLASSES, step):
        for b in range(CLASSES):
            if joint[a, b] == 0 or (first[a] == 0 and second[b] == 0):
                continue
            row = table[a, b]
            one = given[a, b] * second[b]
            two = first[a] * joint[a, b]
            left = 1.0
            for k in range(callers):
                end = ends[k]
                end[:] = 0.0
                for x in range(holds[k]):
                    c = held[k, x]
                    call = calls[k, c]
                    cell = row[c * lanes : (c + 1) * lanes]
                    for o in range(lanes):
                        end[o] += call * cell[o]
                to_third[k] = two * second[b] * left
                for o in range(lanes):
                    by_first[k, a, o] += one * left * end[o]
                for o in range(lanes):
                    by_second[k, b, o] += two * left * end[o]
                left *= 1.0 - end[DEALT]
            for o in range(3):
                by_first[callers, a, o] += one * left * outcomes[a, b, o]
                by_second[callers, b, o] += two * left * outcomes[a, b, o]
            if first[a] == 0 or second[b] == 0:
                continue
            for k in range(callers):
                value, left = 0.0, 1.0
                for m in range(k + 1, callers):
                    paid = 0.0
                    for o in range(ORDERS):
                        paid += ends[m, o] * pay3[m, k, o]
                    value += left * paid
                    left *= 1.0 - ends[m, DEALT]
                for o in range(3):
                    value += left * outcomes[a, b, o] * pay2[k, o]
                value *= to_third[k]
                into = folds[k]
                cards = dealt[a, b]
                for c in range(CLASSES):
                    into[c] += value * cards[c]
                reach = to_third[k]
                into = by_third[k]
                for x in range(row.size):
                    into[x] += reach * row[x]
