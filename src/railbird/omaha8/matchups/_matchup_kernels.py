"""Kernels of the table of class against class: adding match-ups, making the table, checking it.

Sums stand for pairs of classes a ≤ b, at place b(b + 1)/2 + a: the deals in which both meet, and
the quarters of pots that the hands of the lower class a win.
"""

from railbird.kernels.jit import kernel

ALL_QUARTERS = 4 * 1_086_008
"""Quarters of pots over all boards."""


@kernel
def class_of_places(cards, places, class_of, choose):
    """Class of the hand at these places of eight cards, which have the highest card first."""
    index = 0
    for i in range(4):
        index += choose[cards[places[i]], 4 - i]
    return int(class_of[index])


@kernel
def add_matchups(sets, orbits, quarters, places, class_of, choose, deals, won):
    """Add each match-up of some sets, ``orbits`` times, to the sums of its pair of classes.

    ``quarters`` are those of the first hand. If both hands are of one class, both count.
    """
    for n in range(sets.shape[0]):
        times = orbits[n]
        for m in range(quarters.shape[1]):
            a = class_of_places(sets[n], places[2 * m], class_of, choose)
            b = class_of_places(sets[n], places[2 * m + 1], class_of, choose)
            one, other = min(a, b), max(a, b)
            pair = other * (other + 1) // 2 + one
            if a == b:
                deals[pair] += 2 * times
                won[pair] += times * ALL_QUARTERS
            else:
                deals[pair] += times
                won[pair] += times * (quarters[n, m] if a < b else ALL_QUARTERS - quarters[n, m])


@kernel
def fill_rows(first, deals, won, sizes, freq, quarters):
    """Rows of the table from ``first`` on, for one hand of each class.

    Returns the number of entries whose sums cannot be right: the hands of a class are alike, so
    that the size of the class divides its sums.
    """
    wrong = 0
    for b in range(sizes.size):
        for row in range(freq.shape[0]):
            a = first + row
            one, other = min(a, b), max(a, b)
            pair = other * (other + 1) // 2 + one
            met, mine, size = int(deals[pair]), int(won[pair]), int(sizes[a])
            if a > b:
                mine = met * ALL_QUARTERS - mine
            wrong += met % size != 0 or mine % size != 0 or mine < 0
            freq[row, b] = met // size
            quarters[row, b] = mine // size
    return wrong


@kernel
def count_opponents(hands, masks, class_of, freq):
    """For each hand (a mask of cards), the hands of each class that share no card with it."""
    for n in range(hands.size):
        for h in range(masks.size):
            if hands[n] & masks[h] == 0:
                freq[n, class_of[h]] += 1


@kernel
def count_contradictions(first, end, sizes, freq, quarters):
    """Pairs of classes, the first in these rows, whose hands together do not win every pot."""
    wrong = 0
    for b in range(end):
        for a in range(max(first, b), end):
            met = int(sizes[a]) * int(freq[a, b])
            mine, other = int(sizes[a]) * int(quarters[a, b]), int(sizes[b]) * int(quarters[b, a])
            wrong += met != int(sizes[b]) * int(freq[b, a]) or mine + other != ALL_QUARTERS * met
    return wrong
