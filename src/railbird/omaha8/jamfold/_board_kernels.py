"""Kernels that play all hands against strategies on whole boards, without a table of match-ups.

On a board the hands are sorted by value. Sums of the opponents' hands that contain given cards,
kept for every set of up to three cards of the deck, grow with the value. A hand beats all that has
been added before it and shares no card with it, by inclusion and exclusion: all, less those with
one of its cards, plus those with two, less those with three. (A hand that shares all four is
counted −1 times and added again.)

A row of the sums has a *lane* for each strategy. They are whole numbers, in any unit
that keeps the sum over all hands below 2^31.
"""

import numpy as np

from railbird.evaluate.values._high_kernels import SUIT_MASK
from railbird.evaluate.values._omaha_kernels import board_parts, flush_value
from railbird.kernels.jit import kernel
from railbird.kernels.ranks import pair_column

DECK = 47
HANDS = 178_365
VALUES = 7_463
"""One more than the highest value of a high hand."""


@kernel
def list_hands(deck, class_of, choose, codes, classes):
    """All hands of a deck in order: places in the deck, a byte each, and class."""
    n = 0
    for d in range(deck.size):
        for c in range(d):
            high = choose[deck[d], 4] + choose[deck[c], 3]
            for b in range(c):
                middle = high + choose[deck[b], 2]
                for a in range(b):
                    codes[n] = a | b << 8 | c << 16 | d << 24
                    classes[n] = class_of[middle + deck[a]]
                    n += 1


@kernel
def sum_rows(code, choose, cards, rows):
    """Rows of the sums of the sets in a hand: 1 of no card, 4 of one, 6 of two, 4 of three."""
    a, b, c, d = code & 255, code >> 8 & 255, code >> 16 & 255, code >> 24
    twos = 1 + cards
    threes = twos + choose[cards, 2]
    rows[0] = 0
    rows[1], rows[2], rows[3], rows[4] = 1 + a, 1 + b, 1 + c, 1 + d
    rows[5] = twos + choose[b, 2] + a
    rows[6] = twos + choose[c, 2] + a
    rows[7] = twos + choose[c, 2] + b
    rows[8] = twos + choose[d, 2] + a
    rows[9] = twos + choose[d, 2] + b
    rows[10] = twos + choose[d, 2] + c
    rows[11] = threes + choose[c, 3] + choose[b, 2] + a
    rows[12] = threes + choose[d, 3] + choose[b, 2] + a
    rows[13] = threes + choose[d, 3] + choose[c, 2] + a
    rows[14] = threes + choose[d, 3] + choose[c, 2] + b


# The loops over lanes become vectors only if their number is not a constant and few rows take part.


@kernel
def add_hand(rows, weights, sums):
    """Add the weights of a hand in all lanes to the sums of all sets in it."""
    lanes = weights.size
    for r in range(15):
        row = np.uint64(rows[r])
        for lane in range(lanes):
            sums[row, lane] += weights[lane]


@kernel
def disjoint(rows, sums, found):
    """What has been added of hands that share no card with a hand; see the head for itself."""
    lanes = found.size
    a, b, c, d, e = rows[0], rows[1], rows[2], rows[3], rows[4]
    for x in range(lanes):
        found[x] = sums[a, x] - sums[b, x] - sums[c, x] - sums[d, x] - sums[e, x]
    a, b, c, d, e = rows[5], rows[6], rows[7], rows[8], rows[9]
    for x in range(lanes):
        found[x] += sums[a, x] + sums[b, x] + sums[c, x] + sums[d, x] + sums[e, x]
    a, b, c, d, e = rows[10], rows[11], rows[12], rows[13], rows[14]
    for x in range(lanes):
        found[x] += sums[a, x] - sums[b, x] - sums[c, x] - sums[d, x] - sums[e, x]


@kernel
def add_found(factor, found, total):
    """Add a multiple of what was found to a class."""
    for lane in range(total.size):
        total[lane] += factor * found[lane]


@kernel
def count_opponents(class_of, choose, weights, totals):
    """For a hand of each class, opponents' hands without its cards; summed over its hands."""
    deck = np.arange(52)
    count = class_of.size
    codes, classes = np.empty(count, np.int64), np.empty(count, np.int64)
    list_hands(deck, class_of, choose, codes, classes)
    sums = np.zeros((1 + 52 + choose[52, 2] + choose[52, 3], weights.shape[1]), np.int32)
    rows, found = np.empty(15, np.uint64), np.empty(weights.shape[1], np.int32)
    for h in range(count):
        sum_rows(codes[h], choose, 52, rows)
        add_hand(rows, weights[classes[h]], sums)
    for h in range(count):
        k = classes[h]
        sum_rows(codes[h], choose, 52, rows)
        disjoint(rows, sums, found)
        add_found(1, found, totals[k])
        add_found(1, weights[k], totals[k])


@kernel
def sort_by(keys, chosen, count, starts, order):
    """Put ``chosen[:count]`` into ``order``, sorted by key; ``starts`` gets the ends of keys."""
    starts[:] = 0
    for i in range(count):
        starts[keys[chosen[i]] + 1] += 1
    for v in range(1, starts.size):
        starts[v] += starts[v - 1]
    for i in range(count):
        h = chosen[i]
        order[starts[keys[h]]] = h
        starts[keys[h]] += 1


@kernel
def play_sorted(order, count, keys, codes, classes, choose, weights, sums, factor, totals):
    """Add ``factor`` for each opponent's hand that a hand ties, twice that for one it beats."""
    rows, found = np.empty(15, np.uint64), np.empty(weights.shape[1], np.int32)
    start = 0
    while start < count:
        value, stop = keys[order[start]], start
        while stop < count and keys[order[stop]] == value:
            h = order[stop]
            sum_rows(codes[h], choose, DECK, rows)
            disjoint(rows, sums, found)
            add_found(factor, found, totals[classes[h]])
            stop += 1
        for i in range(start, stop):
            h = order[i]
            sum_rows(codes[h], choose, DECK, rows)
            add_hand(rows, weights[classes[h]], sums)
        for i in range(start, stop):
            h = order[i]
            k = classes[h]
            sum_rows(codes[h], choose, DECK, rows)
            disjoint(rows, sums, found)
            add_found(factor, found, totals[k])
            add_found(factor, weights[k], totals[k])
        start = stop


@kernel
def pair_values(deck, slot, suit, board_suits, pairs, flush, values):
    """Best high value of each two cards of a deck on a board, with flushes."""
    ranks = np.int64(0)
    if suit >= 0:
        ranks = np.int64(board_suits >> np.uint64(16 * suit) & SUIT_MASK)
    for b in range(deck.size):
        for a in range(b):
            first, second = deck[a], deck[b]
            value = np.int64(pairs[slot, pair_column(first >> 2, second >> 2)])
            if first & 3 == suit and second & 3 == suit:
                held = 1 << (first >> 2) | 1 << (second >> 2)
                value = max(value, flush_value(held, ranks, flush))
            values[a, b] = value


@kernel
def hand_values(deck, codes, values, low_ranks, lows, low_bits, high, low):
    """High and low of all hands of a deck; returns whether any has a low."""
    any_low = 0
    for h in range(codes.size):
        code = codes[h]
        a, b, c, d = code & 255, code >> 8 & 255, code >> 16 & 255, code >> 24
        best = max(values[a, b], values[a, c], values[a, d])
        high[h] = max(best, values[b, c], values[b, d], values[c, d])
        held = low_bits[deck[a] >> 2] | low_bits[deck[b] >> 2]
        held |= low_bits[deck[c] >> 2] | low_bits[deck[d] >> 2]
        low[h] = lows[held, low_ranks]
        any_low |= low[h]
    return any_low > 0


@kernel
def play_boards(boards, orbits, class_of, choose, weights, tables, totals):
    """Quarters of pots that all hands of each class win on some boards, × the boards like them."""
    words, shift, flush, pairs = tables.words, tables.shift5, tables.flush, tables.pairs
    lows, low_bits, slots = tables.lows, tables.low_bits, tables.pairs.shape[0]
    deck = np.empty(DECK, np.int64)
    codes, classes = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    high, low = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    order, some = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    starts, few = np.empty(VALUES + 1, np.int64), np.empty(58, np.int64)
    values = np.zeros((DECK, DECK), np.int64)
    every = np.arange(HANDS)
    sums = np.empty((1 + DECK + choose[DECK, 2] + choose[DECK, 3], weights.shape[1]), np.int32)
    for i in range(boards.shape[0]):
        slot, low_ranks, suit, board_suits = board_parts(boards, i, words, shift, slots, low_bits)
        n = 0
        for card in range(52):
            if not board_suits >> np.uint64(16 * (card & 3) + (card >> 2)) & np.uint64(1):
                deck[n] = card
                n += 1
        list_hands(deck, class_of, choose, codes, classes)
        pair_values(deck, slot, suit, board_suits, pairs, flush, values)
        any_low = hand_values(deck, codes, values, low_ranks, lows, low_bits, high, low)
        factor = orbits[i] if any_low else 2 * orbits[i]
        sort_by(high, every, HANDS, starts, order)
        sums[:] = 0
        play_sorted(order, HANDS, high, codes, classes, choose, weights, sums, factor, totals)
        if not any_low:
            continue
        # the low half: hands without a low play for it by their highs, and lose it to all others
        sums[:] = 0
        count = 0
        for j in range(HANDS):
            if low[order[j]] == 0:
                some[count] = order[j]
                count += 1
        play_sorted(some, count, high, codes, classes, choose, weights, sums, factor, totals)
        count = 0
        for h in range(HANDS):
            if low[h] > 0:
                some[count] = h
                count += 1
        sort_by(low, some, count, few, order)
        play_sorted(order, count, low, codes, classes, choose, weights, sums, factor, totals)


@kernel
def play_hand(hand, boards, class_of, choose, weights, tables, found):
    """What one hand wins on each board from all hands that fit beside it, in quarters above half.

    The hand's cards are in rising order. ``found`` gets a row for each board with a lane for each
    strategy: the sum over the opponents' hands, weighted.
    """
    words, shift, flush, pairs = tables.words, tables.shift5, tables.flush, tables.pairs
    lows, low_bits, slots = tables.lows, tables.low_bits, tables.pairs.shape[0]
    deck = np.empty(DECK - 4, np.int64)
    count = choose[DECK - 4, 4]
    codes, classes = np.empty(count, np.int64), np.empty(count, np.int64)
    high, low = np.empty(count, np.int64), np.empty(count, np.int64)
    code, own = np.empty(1, np.int64), np.empty(1, np.int64)
    mine, my_low = np.empty(1, np.int64), np.empty(1, np.int64)
    values, my_values = np.zeros((DECK, DECK), np.int64), np.zeros((4, 4), np.int64)
    list_hands(np.arange(4), class_of, choose, code, own)
    held = np.uint64(0)
    for j in range(4):
        held |= np.uint64(1) << np.uint64(16 * (hand[j] & 3) + (hand[j] >> 2))
    for i in range(boards.shape[0]):
        slot, low_ranks, suit, board_suits = board_parts(boards, i, words, shift, slots, low_bits)
        n = 0
        for card in range(52):
            if not (board_suits | held) >> np.uint64(16 * (card & 3) + (card >> 2)) & np.uint64(1):
                deck[n] = card
                n += 1
        list_hands(deck, class_of, choose, codes, classes)
        pair_values(deck, slot, suit, board_suits, pairs, flush, values)
        hand_values(deck, codes, values, low_ranks, lows, low_bits, high, low)
        pair_values(hand, slot, suit, board_suits, pairs, flush, my_values)
        hand_values(hand, code, my_values, low_ranks, lows, low_bits, mine, my_low)
        for h in range(count):
            lead = (mine[0] > high[h]) * 1 - (mine[0] < high[h]) * 1
            if low[h] > 0 or my_low[0] > 0:
                lead += (my_low[0] > low[h]) * 1 - (my_low[0] < low[h]) * 1
            else:
                lead += lead
            if lead != 0:
                add_found(lead, weights[classes[h]], found[i])
