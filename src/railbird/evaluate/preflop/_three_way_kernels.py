"""Kernel of the three-way table: counts of the hands above, equal to and below each hand.

On each board the hands are swept in order of value. For each hand b, ``rows`` gets the numbers of
hands of each class, sharing no card with b, that are above, equal and below. Two such hands may
still share a card with each other. So for every other card x, ``shared`` gets the same counts for
the hands that hold x, among the 25 classes of its rank. These pairs can then be subtracted.
"""

import numpy as np

from railbird.kernels.cards import CLASSES
from railbird.kernels.jit import kernel

PARTNERS = 25
"""Number of classes with a given rank: one pair, twelve suited, twelve offsuit."""

ABOVE, EQUAL, BELOW = 0, 1, 2


@kernel
def fill_rows(values, order, hands, index, class_of, partner_of, classes_of_rank, places, slots,
              rows, shared):  # fmt: skip
    """Fill ``rows`` (class, hand of it × board, side × class) and ``shared`` (class, rank, …).

    ``values`` and ``order`` (weakest first) have the shape boards × 1,326 hands; a value of 0 means
    that a hand cannot be held. ``places`` is the number of a hand among those of its class.
    ``slots`` is the row of a class, or −1 if it is not wanted.
    """
    boards = values.shape[0]
    below = np.empty(CLASSES, np.int32)
    equal = np.empty(CLASSES, np.int32)
    every = np.empty(CLASSES, np.int32)
    below_card = np.empty((52, PARTNERS), np.int32)
    equal_card = np.empty((52, PARTNERS), np.int32)
    every_card = np.empty((52, PARTNERS), np.int32)
    rows[:] = 0
    shared[:] = 0
    for board in range(boards):
        below[:] = 0
        every[:] = 0
        below_card[:] = 0
        every_card[:] = 0
        start = order.shape[1]
        for i in range(order.shape[1] - 1, -1, -1):
            h = order[board, i]
            if values[board, h] == 0:
                break
            start = i
            c = class_of[h]
            every[c] += 1
            for card in hands[h]:
                every_card[card, partner_of[card >> 2, c]] += 1
        while start < order.shape[1]:
            value = values[board, order[board, start]]
            stop = start
            equal[:] = 0
            equal_card[:] = 0
            while stop < order.shape[1] and values[board, order[board, stop]] == value:
                h = order[board, stop]
                c = class_of[h]
                equal[c] += 1
                for card in hands[h]:
                    equal_card[card, partner_of[card >> 2, c]] += 1
                stop += 1
            for i in range(start, stop):
                h = order[board, i]
                k = slots[class_of[h]]
                if k < 0:
                    continue
                row = rows[k, places[h] * boards + board]
                for c in range(CLASSES):
                    row[c] = every[c] - below[c] - equal[c]
                    row[CLASSES + c] = equal[c]
                    row[2 * CLASSES + c] = below[c]
                for card in hands[h]:
                    for j in range(PARTNERS):
                        c = classes_of_rank[card >> 2, j]
                        lower, same = below_card[card, j], equal_card[card, j]
                        row[c] -= every_card[card, j] - lower - same
                        row[CLASSES + c] -= same
                        row[2 * CLASSES + c] -= lower
                row[CLASSES + class_of[h]] += 1  # the hand itself was subtracted twice
                first, second = hands[h]
                for x in range(52):
                    if x in (first, second) or every_card[x].sum() == 0:
                        continue
                    rank = x >> 2
                    line = shared[k, rank, (places[h] * boards + board) * 4 + (x & 3)]
                    for j in range(PARTNERS):
                        lower, same = below_card[x, j], equal_card[x, j]
                        line[j] = every_card[x, j] - lower - same
                        line[PARTNERS + j] = same
                        line[2 * PARTNERS + j] = lower
                    for card in hands[h]:
                        other = index[x, card]
                        met = values[board, other]
                        if met == 0:
                            continue
                        side = ABOVE if met > value else EQUAL if met == value else BELOW
                        line[side * PARTNERS + partner_of[rank, class_of[other]]] -= 1
            for c in range(CLASSES):
                below[c] += equal[c]
            below_card += equal_card
            start = stop
