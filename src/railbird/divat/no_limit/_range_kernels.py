"""Kernels of AIVAT for no-limit hold'em: ranges against ranges.

A range is an array of 1,326 weights. Hands that share a card cannot meet. A hand against all hands
that do not share a card with it is a sum over all hands less the sums by card; hands with both
cards in common are then subtracted twice and added once.
"""

import numpy as np

from railbird.divat.estimators._aivat_kernels import set_index
from railbird.kernels.jit import kernel
from railbird.kernels.ranks import board_row, look_up

HANDS = 1326


@kernel
def meeting(own, other, hands, found):
    """Weight of each own hand times that of all other hands it can meet; the sum is returned."""
    by_card = np.zeros(52)
    total = 0.0
    for h in range(HANDS):
        if other[h] > 0:
            total += other[h]
            by_card[hands[h, 0]] += other[h]
            by_card[hands[h, 1]] += other[h]
    whole = 0.0
    for h in range(HANDS):
        left = total - by_card[hands[h, 0]] - by_card[hands[h, 1]] + other[h]
        found[h] = own[h] * max(left, 0.0) if own[h] > 0 else 0.0
        whole += found[h]
    return whole


@kernel
def remove_card(weights, card, hands):
    """Nobody can hold this card."""
    for h in range(HANDS):
        if hands[h, 0] == card or hands[h, 1] == card:
            weights[h] = 0.0


@kernel
def pair_sum(first, second, matrix):
    """Sum of a matrix over all pairs of hands by their weights."""
    live = np.nonzero(second)[0]
    total = 0.0
    for i in range(HANDS):
        if first[i] > 0:
            row = 0.0
            for k in range(live.size):
                row += second[live[k]] * matrix[i, live[k]]
            total += first[i] * row
    return total


@kernel
def bucket_mean(first, second, buckets, matrix):
    """Mean of a matrix over the buckets of two ranges, as if any two hands could meet."""
    n = matrix.shape[0]
    one, two = np.zeros(n), np.zeros(n)
    for h in range(HANDS):
        one[buckets[h]] += first[h]
        two[buckets[h]] += second[h]
    total = 0.0
    for i in range(n):
        if one[i] > 0:
            for j in range(n):
                total += one[i] * two[j] * matrix[i, j]
    weight = one.sum() * two.sum()
    return total / weight if weight > 0 else 0.0


@kernel
def bucket_sum(first, second, buckets, matrix):
    """Sum of a matrix over the buckets of all pairs of hands that can meet."""
    n = matrix.shape[0]
    one, two = np.zeros(n), np.zeros(n)
    total = 0.0
    for h in range(HANDS):
        one[buckets[h]] += first[h]
        two[buckets[h]] += second[h]
        total += first[h] * second[h] * matrix[buckets[h], buckets[h]]
    for i in range(n):
        for j in range(n):
            total += one[i] * two[j] * matrix[i, j]
    mine, theirs = np.empty(51, np.int64), np.empty(51, np.int64)
    for card in range(52):
        a, b = 0, 0
        for other in range(52):
            if other != card:
                high, low = max(card, other), min(card, other)
                h = high * (high - 1) // 2 + low
                if first[h] > 0:
                    mine[a] = h
                    a += 1
                if second[h] > 0:
                    theirs[b] = h
                    b += 1
        for x in range(a):
            line, row = matrix[buckets[mine[x]]], 0.0
            for y in range(b):
                row += second[theirs[y]] * line[buckets[theirs[y]]]
            total -= first[mine[x]] * row
    return total


@kernel
def met_without(first, second, hands, card):
    """Sum of the weights of all pairs that can meet and do not hold a card."""
    one, two = np.zeros(52), np.zeros(52)
    total_1, total_2, same = 0.0, 0.0, 0.0
    for h in range(HANDS):
        a, b = hands[h, 0], hands[h, 1]
        if card in (a, b):
            continue
        x, y = first[h], second[h]
        if x > 0:
            total_1 += x
            one[a] += x
            one[b] += x
            same += x * y
        if y > 0:
            total_2 += y
            two[a] += y
            two[b] += y
    found = total_1 * total_2 + same
    for c in range(52):
        found -= one[c] * two[c]
    return max(found, 0.0)


@kernel
def over_turns(tables, choose, board, first, second, matrix, chances, values):
    """Chance of each turn card, and the mean of a matrix over the buckets it leads to."""
    four = np.empty(4, np.int64)
    four[:3] = board[:3]
    n = matrix.shape[0]
    one, two = np.empty(n), np.empty(n)
    chances[:] = 0.0
    for turn in range(52):
        if turn == four[0] or turn == four[1] or turn == four[2]:
            continue
        chances[turn] = met_without(first, second, tables.hands, turn)
        if chances[turn] <= 0:
            continue
        four[3] = turn
        at = set_index(four, 4, choose)
        row, moved = tables.turn_row[at], tables.moved[tables.turn_turned[at]]
        one[:] = 0.0
        two[:] = 0.0
        for h in range(HANDS):
            if (
                first[h] + second[h] > 0
                and tables.hands[h, 0] != turn
                and tables.hands[h, 1] != turn
            ):
                bucket = tables.turns[row, moved[h]]
                one[bucket] += first[h]
                two[bucket] += second[h]
        values[turn] = 0.0
        for i in range(n):
            for j in range(n):
                values[turn] += one[i] * two[j] * matrix[i, j]
        values[turn] /= one.sum() * two.sum()


@kernel
def over_rivers(tables, ranks, rows_of, board, first, second, growth, chances, values):
    """Chance of each river card, and what is won less lost if it comes, per chip in the pot now.

    ``growth`` is how many times the pot is expected to grow, by the rank of the weaker hand. Hands
    are compared by rank, and cards in common do not count. That is close, not exact.
    """
    five, scratch = np.empty(5, np.int64), np.empty(5, np.int64)
    five[:4] = board[:4]
    one, two = np.empty(1981), np.empty(1981)
    chances[:] = 0.0
    for river in range(52):
        if river == five[0] or river == five[1] or river == five[2] or river == five[3]:
            continue
        chances[river] = met_without(first, second, tables.hands, river)
        if chances[river] <= 0:
            continue
        five[4] = river
        row, suit = board_row(five, 5, rows_of, ranks.river.starts, scratch)
        one[:] = 0.0
        two[:] = 0.0
        for h in range(HANDS):
            a, b = np.int64(tables.hands[h, 0]), np.int64(tables.hands[h, 1])
            if first[h] + second[h] > 0 and river not in (a, b):
                count, _ = look_up(row, suit, a, b, ranks.river)
                one[count] += first[h]
                two[count] += second[h]
        below_1, below_2, edge = 0.0, 0.0, 0.0
        for k in range(1981):
            edge += one[k] * below_2 - two[k] * below_1
            below_1 += one[k] * growth[k]
            below_2 += two[k] * growth[k]
        values[river] = edge / (one.sum() * two.sum())


@kernel
def over_run_outs(tables, ranks, rows_of, board, first, second, chances, values):
    """Chance of each turn card, and the share of showdowns won less lost over all rivers after it.

    Nobody bets any more. As in `over_rivers`, cards in common do not count.
    """
    five, scratch = np.empty(5, np.int64), np.empty(5, np.int64)
    five[:3] = board[:3]
    used = (1 << five[0]) | (1 << five[1]) | (1 << five[2])
    one, two = np.zeros(1981), np.zeros(1981)
    live = np.empty(HANDS, np.int64)
    size = 0
    for h in range(HANDS):
        if first[h] + second[h] > 0:
            live[size] = h
            size += 1
    chances[:] = 0.0
    values[:] = 0.0
    for turn in range(52):
        if used >> turn & 1 == 0:
            chances[turn] = met_without(first, second, tables.hands, turn)
    for turn in range(52):
        for river in range(turn):
            if chances[turn] <= 0 or chances[river] <= 0:
                continue
            five[3], five[4] = turn, river
            row, suit = board_row(five, 5, rows_of, ranks.river.starts, scratch)
            for x in range(size):
                a, b = np.int64(tables.hands[live[x], 0]), np.int64(tables.hands[live[x], 1])
                if river not in (a, b) and turn not in (a, b):
                    count, _ = look_up(row, suit, a, b, ranks.river)
                    one[count] += first[live[x]]
                    two[count] += second[live[x]]
            below_1, below_2, edge = 0.0, 0.0, 0.0
            for k in range(1981):
                edge += one[k] * below_2 - two[k] * below_1
                below_1 += one[k]
                below_2 += two[k]
                one[k] = 0.0
                two[k] = 0.0
            if below_1 > 0 and below_2 > 0:
                values[turn] += edge / (below_1 * below_2) / 48
                values[river] += edge / (below_1 * below_2) / 48


@kernel
def shown_edge(first, second, hands, order, values):
    """Share of showdowns won less lost by the first range, over all pairs that can meet.

    ``order`` are the hands by ascending value.
    """
    one, two = np.zeros(52), np.zeros(52)
    below_1, below_2, edge = 0.0, 0.0, 0.0
    start = 0
    while start < HANDS:
        end = start
        while end < HANDS and values[order[end]] == values[order[start]]:
            h = order[end]
            a, b = hands[h, 0], hands[h, 1]
            edge += first[h] * (below_2 - two[a] - two[b])
            edge -= second[h] * (below_1 - one[a] - one[b])
            end += 1
        for k in range(start, end):
            h = order[k]
            a, b = hands[h, 0], hands[h, 1]
            below_1 += first[h]
            one[a] += first[h]
            one[b] += first[h]
            below_2 += second[h]
            two[a] += second[h]
            two[b] += second[h]
        start = end
    met = met_without(first, second, hands, 52)
    return edge / met if met > 0 else 0.0
