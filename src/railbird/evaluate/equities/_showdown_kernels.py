"""Kernels that compare hands and split pots; most work on values, not cards, and serve all games.

Shares of a pot are whole numbers of 1/5,040: every pot that up to ten players split in two halves
is exact. ``low`` is an array without columns in games without a low.
"""

import numpy as np

from railbird.kernels.jit import kernel

POT = 5040
SCOOP, THREE_QUARTERS, HALF, QUARTER, NOTHING, OTHER = range(6)
OUTCOMES = 6
LOW_WON, HIGH_WON, LOW_SQUARES, HIGH_SQUARES, LOW_MADE = range(5)
HALVES = 5
"""What is summed for the halves of a split pot: the shares of the low and of the high half, each as
if it were a pot, their squares, and how often the player makes a low."""


@kernel
def split_pot(high, low, row, chosen, share, low_part):
    """Shares of one pot: player p shows ``high[row, chosen[p]]`` and the low at the same index.

    ``low_part`` is what of each share is won by the low hand. Returns whether there is a low.
    """
    players = chosen.size
    best = 0
    winners = 0
    for p in range(players):
        value = np.int64(high[row, chosen[p]])
        if value > best:
            best = value
            winners = 0
        if value == best:
            winners += 1
    best_low = 0
    low_winners = 0
    if low.shape[1] > 0:
        for p in range(players):
            value = np.int64(low[row, chosen[p]])
            if value > best_low:
                best_low = value
                low_winners = 0
            if value == best_low:
                low_winners += 1
    pot = POT // 2 if best_low > 0 else POT
    high_share = pot if winners == 1 else pot // winners  # division is slow and rarely needed
    low_share = pot if low_winners <= 1 else pot // low_winners
    for p in range(players):
        share[p] = high_share if np.int64(high[row, chosen[p]]) == best else 0
        low_part[p] = 0
        if best_low > 0 and np.int64(low[row, chosen[p]]) == best_low:
            low_part[p] = low_share
            share[p] += low_share
    return best_low > 0


@kernel
def add_halves(halves, weight, share, low_part, split, made):
    """Add a player's winnings in both halves of a pot; ``split`` tells whether there is a low."""
    low = 2 * low_part
    high = 2 * (share - low_part) if split else share
    halves[LOW_WON] += weight * low
    halves[HIGH_WON] += weight * high
    halves[LOW_SQUARES] += weight * np.float64(low) * low
    halves[HIGH_SQUARES] += weight * np.float64(high) * high
    halves[LOW_MADE] += weight * np.int64(made)


@kernel
def outcome(share):
    """Kind of a share: the whole pot, three quarters, …"""
    if share == POT:
        return SCOOP
    if share == 0:
        return NOTHING
    if share == POT // 2:
        return HALF
    if share == POT // 4:
        return QUARTER
    if share == 3 * (POT // 4):
        return THREE_QUARTERS
    return OTHER


@kernel
def showdown_deals(high, low, weights, outcomes, shares, squares, halves):
    """Add up outcomes, shares, their squares and halves; a row is a deal, a column a player.

    ``weights`` are whole numbers: how many deals each row stands for.
    """
    deals, players = high.shape
    if players == 2:
        showdown_heads_up(high, low, weights, outcomes, shares, squares, halves)
        return
    share = np.empty(players, np.int64)
    low_part = np.empty(players, np.int64)
    chosen = np.arange(players)
    alone = np.zeros(players, np.int64)
    for i in range(deals):
        if low.shape[1] == 0:  # most pots have one winner: just count them
            best = 0
            for p in range(1, players):
                if high[i, p] > high[i, best]:
                    best = p
            winners = 0
            for p in range(players):
                winners += np.int64(high[i, p] == high[i, best])
            if winners == 1:
                alone[best] += weights[i]
                continue
        split = split_pot(high, low, i, chosen, share, low_part)
        for p in range(players):
            outcomes[p, outcome(share[p])] += weights[i]
            shares[p] += weights[i] * share[p]
            squares[p] += weights[i] * share[p] * share[p]
            if low.shape[1] > 0:
                made = low[i, p] > 0
                add_halves(halves[p], weights[i], share[p], low_part[p], split, made)
    for p in range(players):
        outcomes[p, SCOOP] += alone[p]
        outcomes[p, NOTHING] += alone.sum() - alone[p]
        shares[p] += alone[p] * POT
        squares[p] += np.float64(alone[p]) * POT * POT


@kernel
def showdown_heads_up(high, low, weights, outcomes, shares, squares, halves):
    """`showdown_deals` for two players: count who wins what, and split twelve pots at the end."""
    counts = np.zeros((4, 3), np.int64)  # low: nobody, second, tie, first; high: second, tie, first
    made = np.zeros(2, np.int64)
    has_low = low.shape[1] > 0
    for i in range(high.shape[0]):
        won = 1 + np.int64(high[i, 0] > high[i, 1]) - np.int64(high[i, 0] < high[i, 1])
        won_low = 0
        if has_low:
            a, b = low[i, 0], low[i, 1]
            some = np.int64((a | b) > 0)
            won_low = some * (2 + np.int64(a > b) - np.int64(a < b))
            made[0] += weights[i] * np.int64(a > 0)
            made[1] += weights[i] * np.int64(b > 0)
        counts[won_low, won] += weights[i]
    for won_low in range(4):
        for won in range(3):
            count = counts[won_low, won]
            split = won_low > 0
            share = POT * won // 2
            low_part = 0
            if split:
                low_part = POT * (won_low - 1) // 4
                share = share // 2 + low_part
            for p in range(2):
                outcomes[p, outcome(share)] += count
                shares[p] += count * share
                squares[p] += np.float64(count) * share * share
                if has_low:
                    add_halves(halves[p], count, share, low_part, split, False)
                share = POT - share
                low_part = POT // 2 - low_part if split else 0
    if has_low:
        for p in range(2):
            halves[p, LOW_MADE] += made[p]


@kernel
def showdown_ranges(high, low, masks, weights, starts, outcomes, shares, halves):
    """Compare ranges on boards (rows): player p holds a hand ``starts[p]`` to ``starts[p + 1]``.

    All choices of hands that share no card count with the product of their weights. A hand that
    collides with the board has the value 0. Returns the total weight.
    """
    players = starts.size - 1
    share = np.empty(players, np.int64)
    low_part = np.empty(players, np.int64)
    chosen = np.empty(players, np.int64)
    used = np.zeros(players + 1, np.uint64)
    weight = np.ones(players + 1)
    total = 0.0
    for row in range(high.shape[0]):
        p = 0
        chosen[0] = starts[0] - 1
        while p >= 0:
            chosen[p] += 1
            hand = chosen[p]
            if hand == starts[p + 1]:
                p -= 1
                continue
            if high[row, hand] == 0 or masks[hand] & used[p]:
                continue
            used[p + 1] = used[p] | masks[hand]
            weight[p + 1] = weight[p] * weights[hand]
            if p + 1 < players:
                p += 1
                chosen[p] = starts[p] - 1
                continue
            split = split_pot(high, low, row, chosen, share, low_part)
            total += weight[players]
            for q in range(players):
                outcomes[q, outcome(share[q])] += weight[players]
                shares[q] += weight[players] * share[q]
                if low.shape[1] > 0:
                    made = low[row, chosen[q]] > 0
                    add_halves(halves[q], weight[players], share[q], low_part[q], split, made)
    return total


@kernel
def sort_by_value(values, order, buffer, count):
    """Sort hands by value, weakest first, without those of value 0; return how many there are.

    Two passes of counting sort over 7 and 6 bits (values are below 8,192).
    """
    count[:] = 0
    n = 0
    for h in range(values.size):
        if values[h] > 0:
            buffer[n] = h
            count[(np.int64(values[h]) & 127) + 1] += 1
            n += 1
    for i in range(1, 129):
        count[i] += count[i - 1]
    for i in range(n):
        digit = np.int64(values[buffer[i]]) & 127
        order[count[digit]] = buffer[i]
        count[digit] += 1
    count[:] = 0
    for i in range(n):
        count[(np.int64(values[order[i]]) >> 7) + 1] += 1
        buffer[i] = order[i]
    for i in range(1, 129):
        count[i] += count[i - 1]
    for i in range(n):
        digit = np.int64(values[buffer[i]]) >> 7
        order[count[digit]] = buffer[i]
        count[digit] += 1
    return n


@kernel
def duel(values, hands, weights, board_weights, ahead, tied, total):
    """Compare two-card hands with a weighted range of the same hands, board by board.

    Hands are swept in order of value. The weight that a hand beats is the weight of all weaker
    hands minus those that hold one of its two cards. A sum for each card keeps the latter, so no
    pairs are formed. Adds to ``ahead``, ``tied`` and ``total`` of each hand.
    """
    n = hands.shape[0]
    order = np.empty(n, np.int64)
    buffer = np.empty(n, np.int64)
    count = np.empty(129, np.int64)
    with_card = np.empty(52)
    beaten = np.empty(n)
    for row in range(values.shape[0]):
        live = sort_by_value(values[row], order, buffer, count)
        board_weight = board_weights[row]
        with_card[:] = 0.0
        weaker = 0.0
        start = 0
        while start < live:
            value = values[row, order[start]]
            stop = start
            while stop < live and values[row, order[stop]] == value:
                h = order[stop]
                beaten[h] = weaker - with_card[hands[h, 0]] - with_card[hands[h, 1]]
                stop += 1
            for i in range(start, stop):
                h = order[i]
                weaker += weights[h]
                with_card[hands[h, 0]] += weights[h]
                with_card[hands[h, 1]] += weights[h]
            for i in range(start, stop):
                h = order[i]
                # the hand itself was subtracted twice, once with each card
                equal = weaker - with_card[hands[h, 0]] - with_card[hands[h, 1]] + weights[h]
                ahead[h] += board_weight * beaten[h]
                tied[h] += board_weight * (equal - beaten[h])
            start = stop
        for i in range(live):
            h = order[i]
            met = weaker - with_card[hands[h, 0]] - with_card[hands[h, 1]] + weights[h]
            total[h] += board_weight * met


@kernel
def rank_counts(values, hands, counts):
    """For each two-card hand and board, twice the hands it beats plus the hands it ties.

    Hands are swept in order of value, as in `duel`; a hand that collides with the board gets 0.
    """
    n = hands.shape[0]
    order = np.empty(n, np.int64)
    buffer = np.empty(n, np.int64)
    count = np.empty(129, np.int64)
    with_card = np.empty(52, np.int64)
    for row in range(values.shape[0]):
        live = sort_by_value(values[row], order, buffer, count)
        counts[row] = 0
        with_card[:] = 0
        weaker = 0
        start = 0
        while start < live:
            value = values[row, order[start]]
            stop = start
            while stop < live and values[row, order[stop]] == value:
                h = order[stop]
                counts[row, h] = weaker - with_card[hands[h, 0]] - with_card[hands[h, 1]]
                stop += 1
            for i in range(start, stop):
                h = order[i]
                weaker += 1
                with_card[hands[h, 0]] += 1
                with_card[hands[h, 1]] += 1
            for i in range(start, stop):
                h = order[i]
                # the hand itself was subtracted twice, once with each card, and is no opponent
                not_stronger = weaker - with_card[hands[h, 0]] - with_card[hands[h, 1]] + 1
                counts[row, h] += not_stronger
            start = stop
