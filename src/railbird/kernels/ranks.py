"""Kernels that look up hand ranks by the pattern of board and hand.

The tables are those of `railbird.evaluate.strength.ranks`.

A hand rank is a count: twice the number of hands that it beats plus the number that tie.
"""

import numpy as np

from railbird.kernels.jit import kernel

PAIR_COLUMNS = 91
COLUMNS = 91 + 169 + 91


@kernel
def pair_column(a, b):
    """Column of two ranks in any order, 0…90 (branches here would be mispredicted)."""
    high, low = max(a, b), min(a, b)
    return (high * (high + 1) >> 1) + low


@kernel
def hand_column(first, second, suit):
    """Column of a hand when flushes are possible in ``suit`` (−1: in no suit)."""
    a, b = first >> 2, second >> 2
    first_suited, second_suited = (first & 3) == suit, (second & 3) == suit
    if first_suited and second_suited:
        return PAIR_COLUMNS + 169 + pair_column(a, b)
    if first_suited:
        return PAIR_COLUMNS + 13 * a + b
    if second_suited:
        return PAIR_COLUMNS + 13 * b + a
    return pair_column(a, b)


@kernel
def board_row(cards, size, choose, starts, ranks):
    """Row of a board in the rank tables, and the suit with three or more board cards (else −1).

    Without such a suit only ranks matter, and the row is the index of their multiset. With one, the
    row comes from the set of ranks in that suit and the multiset of the other ranks. ``ranks`` is
    scratch space.
    """
    counts = 0x5555
    for i in range(size):
        counts += 1 << 4 * (cards[i] & 3)
    suit = -1
    if counts & 0x8888:
        for s in range(4):
            if counts >> 4 * s & 8:
                suit = s
    others = 0
    suited = 0
    for i in range(size):  # sort both kinds: suited from the end of ``ranks``, others from 0
        rank = cards[i] >> 2
        if cards[i] & 3 == suit:
            at = suited
            while at > 0 and ranks[size - at] > rank:
                ranks[size - at - 1] = ranks[size - at]
                at -= 1
            ranks[size - at - 1] = rank
            suited += 1
        else:
            at = others
            while at > 0 and ranks[at - 1] > rank:
                ranks[at] = ranks[at - 1]
                at -= 1
            ranks[at] = rank
            others += 1
    row = 0
    for i in range(others):
        row += choose[ranks[i] + i, i + 1]
    if suit < 0:
        return row, suit
    mask_row = 0
    for i in range(suited):
        mask_row += choose[ranks[size - 1 - i], i + 1]
    return starts[suited] + mask_row * choose[12 + others, others] + row, suit


@kernel
def look_up(row, suit, first, second, table):
    """Hand rank (a count) and value of a hand on a board given by its row."""
    if suit < 0:
        column = pair_column(first >> 2, second >> 2)
        return np.int64(table.plain[row, column, 0]), np.int64(table.plain[row, column, 1])
    column = hand_column(first, second, suit)
    return np.int64(table.flush[row, column, 0]), np.int64(table.flush[row, column, 1])


@kernel
def board_ranks(board, hands, table, choose, counts, values):
    """Ranks (counts) and values of all hands on a board; 0 for hands that hold a board card."""
    size = board.size
    row, suit = board_row(board, size, choose, table.starts, np.empty(5, np.int64))
    used = 0
    for i in range(size):
        used |= 1 << board[i]
    for h in range(hands.shape[0]):
        first, second = np.int64(hands[h, 0]), np.int64(hands[h, 1])
        if used >> first & 1 or used >> second & 1:
            counts[h] = 0
            values[h] = 0
        else:
            counts[h], values[h] = look_up(row, suit, first, second, table)


@kernel
def flop_counts(flop, hands, tables, choose, now, to_come):
    """Ranks of all hands on a flop: immediate, and summed over the turns and rivers to come.

    ``hands`` are all hands in colex order. The rows of the river table are added up by column.
    Hands that hold the turn or the river have no rank on that board, so theirs are subtracted.
    """
    board = np.empty(5, np.int64)
    board[:3] = flop
    scratch = np.empty(5, np.int64)
    value = np.empty(hands.shape[0], np.int64)
    board_ranks(flop, hands, tables.flop, choose, now, value)
    to_come[:] = 0
    sums = np.zeros((5, COLUMNS), np.int64)  # by suit in which a flush is possible; the last: none
    used = (1 << flop[0]) | (1 << flop[1]) | (1 << flop[2])
    river_table = tables.river
    for turn in range(52):
        for river in range(turn):
            if used >> turn & 1 or used >> river & 1:
                continue
            board[3], board[4] = turn, river
            row, suit = board_row(board, 5, choose, river_table.starts, scratch)
            if suit < 0:
                for column in range(PAIR_COLUMNS):
                    sums[4, column] += river_table.plain[row, column, 0]
            else:
                for column in range(COLUMNS):
                    sums[suit, column] += river_table.flush[row, column, 0]
            for other in range(52):
                if other != turn:
                    high, low = max(turn, other), min(turn, other)
                    count, _ = look_up(row, suit, low, high, river_table)
                    to_come[high * (high - 1) // 2 + low] -= count
                if other not in (turn, river):  # that hand is subtracted already
                    high, low = max(river, other), min(river, other)
                    count, _ = look_up(row, suit, low, high, river_table)
                    to_come[high * (high - 1) // 2 + low] -= count
    for h in range(hands.shape[0]):
        first, second = np.int64(hands[h, 0]), np.int64(hands[h, 1])
        if used >> first & 1 or used >> second & 1:
            to_come[h] = 0
            continue
        to_come[h] += sums[4, pair_column(first >> 2, second >> 2)]
        for suit in range(4):
            to_come[h] += sums[suit, hand_column(first, second, suit)]


@kernel
def turn_counts(board, hands, tables, choose, now, to_come):
    """Ranks of all hands on a turn: immediate, and summed over the rivers to come."""
    five = np.empty(5, np.int64)
    five[:4] = board
    count = np.empty(hands.shape[0], np.int64)
    value = np.empty(hands.shape[0], np.int64)
    board_ranks(board, hands, tables.turn, choose, now, value)
    to_come[:] = 0
    used = (1 << board[0]) | (1 << board[1]) | (1 << board[2]) | (1 << board[3])
    for river in range(52):
        if used >> river & 1 == 0:
            five[4] = river
            board_ranks(five, hands, tables.river, choose, count, value)
            to_come += count


@kernel
def fill_rows(table, first_row, boards, suits, hands, counts, values):
    """Write the ranks and values of all hands on some boards into consecutive rows of a table."""
    for b in range(boards.shape[0]):
        row = first_row + b
        for h in range(hands.shape[0]):
            if values[b, h] == 0:
                continue
            first, second = np.int64(hands[h, 0]), np.int64(hands[h, 1])
            if suits[b] < 0:
                column = pair_column(first >> 2, second >> 2)
                table.plain[row, column, 0] = counts[b, h]
                table.plain[row, column, 1] = values[b, h]
            else:
                column = hand_column(first, second, suits[b])
                table.flush[row, column, 0] = counts[b, h]
                table.flush[row, column, 1] = values[b, h]


@kernel
def deal_flop(cards, g, tables, choose, deals, seen, alike):
    """Ranks of both hands of deal g on every turn and river that can follow its flop.

    A player knows that their own cards cannot come, but not which cards the opponent holds. So the
    opponent's cards count in a player's hand ranks, and only the roll-outs leave them out. Boards
    are alike if their turns and rivers agree in rank and in whether they have the suit in which a
    flush is possible. ``seen`` and ``alike`` keep what was looked up.
    """
    board = np.empty(5, np.int64)
    scratch = np.empty(5, np.int64)
    used = 0
    suits = 0x5555  # a four-bit count for each suit; three cards set its highest bit
    for i in range(3):
        board[i] = cards[4 + i]
        used |= 1 << board[i]
        suits += 1 << 4 * (board[i] & 3)
    a, b, c, d = np.int64(cards[0]), np.int64(cards[1]), np.int64(cards[2]), np.int64(cards[3])
    hole = ((a, b), (c, d))
    held = ((1 << a) | (1 << b), (1 << c) | (1 << d))
    row, suit = board_row(board, 3, choose, tables.flop.starts, scratch)
    for p in range(2):
        deals.flop_now[g, p], _ = look_up(row, suit, hole[p][0], hole[p][1], tables.flop)
        deals.flop_sum[g, p] = 0
        deals.turn_sum[g, p, :] = 0
    seen[:] = False
    for turn in range(52):
        deals.live[g, turn] = (used | held[0] | held[1]) >> turn & 1 == 0
        if used >> turn & 1:
            continue
        board[3] = turn
        row, suit = board_row(board, 4, choose, tables.turn.starts, scratch)
        for p in range(2):
            now, _ = look_up(row, suit, hole[p][0], hole[p][1], tables.turn)
            deals.turn_now[g, p, turn] = now
        for river in range(turn):
            if used >> river & 1:
                continue
            flush = suits + (1 << 4 * (turn & 3)) + (1 << 4 * (river & 3)) & 0x8888
            kind = 0
            if flush != 0:
                kind = 1 if flush == 0x8 else 2 if flush == 0x80 else 3 if flush == 0x800 else 4
            one = (turn >> 2) + 13 * np.int64((turn & 3) == kind - 1)
            other = (river >> 2) + 13 * np.int64((river & 3) == kind - 1)
            if one < other:
                one, other = other, one
            if not seen[kind, one, other]:
                seen[kind, one, other] = True
                board[4] = river
                row, suit = board_row(board, 5, choose, tables.river.starts, scratch)
                for p in range(2):
                    rank, value = look_up(row, suit, hole[p][0], hole[p][1], tables.river)
                    alike[kind, one, other, 2 * p] = rank
                    alike[kind, one, other, 2 * p + 1] = value
            both = (1 << turn) | (1 << river)
            for p in range(2):
                if held[p] & both == 0:
                    rank = alike[kind, one, other, 2 * p]
                    value = alike[kind, one, other, 2 * p + 1]
                    deals.rank[g, p, turn, river] = rank
                    deals.rank[g, p, river, turn] = rank
                    deals.value[g, p, turn, river] = value
                    deals.value[g, p, river, turn] = value
                    deals.turn_sum[g, p, turn] += rank
                    deals.turn_sum[g, p, river] += rank
                    deals.flop_sum[g, p] += rank


@kernel
def deal_flops(cards, tables, choose, deals):
    """`deal_flop` for each row of cards: both hands and the board (52: not dealt)."""
    seen = np.empty((5, 26, 26), np.bool_)
    alike = np.empty((5, 26, 26, 4), np.int64)
    for g in range(cards.shape[0]):
        if cards[g, 4] < 52:
            deal_flop(cards[g], g, tables, choose, deals, seen, alike)


@kernel
def immediate_ranks(cards, tables, choose, ranks):
    """Immediate hand ranks (0…1) of both players in each deal on flop, turn and river."""
    board = np.empty(5, np.int64)
    scratch = np.empty(5, np.int64)
    for g in range(cards.shape[0]):
        for i in range(5):
            board[i] = cards[g, 4 + i]
        for size in range(3, 6):
            table = tables.flop if size == 3 else tables.turn if size == 4 else tables.river
            others = (50 - size) * (49 - size)  # twice the hands that the opponent can hold
            row, suit = board_row(board, size, choose, table.starts, scratch)
            for p in range(2):
                first, second = np.int64(cards[g, 2 * p]), np.int64(cards[g, 2 * p + 1])
                rank, _ = look_up(row, suit, first, second, table)
                ranks[g, p, size - 2] = rank / others


@kernel
def hand_counts(hand, board, size, tables, choose):
    """Rank of one hand on a board of 3, 4 or 5 cards: now, and summed over boards to come."""
    scratch = np.empty(5, np.int64)
    table = tables.flop if size == 3 else tables.turn if size == 4 else tables.river
    row, suit = board_row(board, size, choose, table.starts, scratch)
    now, _ = look_up(row, suit, hand[0], hand[1], table)
    if size == 5:
        return now, now
    used = (1 << hand[0]) | (1 << hand[1])
    for i in range(size):
        used |= 1 << board[i]
    total = 0
    for first in range(52):
        if used >> first & 1:
            continue
        board[size] = first
        for second in range(first if size == 3 else 1):
            if size == 3:
                if used >> second & 1:
                    continue
                board[4] = second
            row, suit = board_row(board, 5, choose, tables.river.starts, scratch)
            rank, _ = look_up(row, suit, hand[0], hand[1], tables.river)
            total += rank
    return now, total
