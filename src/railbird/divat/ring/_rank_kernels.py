"""Kernels that find boards in the tables and look up what hands are worth on them.

All boards are found first, then all hands are looked up, so the processor can fetch many of them
at a time. Tables are passed to functions that loop, never within a loop: counting references to
them would cost more than the look-ups.
"""

import numpy as np

from railbird.divat.baseline._kernels import RIVER_HANDS, effective_rank, made_bets
from railbird.kernels.jit import kernel
from railbird.kernels.ranks import board_row

ONES = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
"""Number of ones in four bits."""

LOWEST = (0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0)
"""Place of the lowest one in four bits."""

ROW, SUIT, INDEX = range(3)
"""Where a board is: its row in the rank tables, the suit of a possible flush, and its number."""


@kernel
def insert_card(cards, size, card):
    """Insert a card into ``size`` sorted cards, without a branch that is hard to predict."""
    for k in range(size - 1, -1, -1):
        other = cards[k]
        cards[k + 1] = max(other, card)
        card = min(other, card)
    cards[0] = card


@kernel
def sort_boards(boards, begin, end, ordered):
    """Insert the cards at places ``begin`` to ``end`` of boards into the sorted ones before."""
    for s in range(boards.shape[0]):
        for i in range(begin, end):
            insert_card(ordered[s], i, boards[s, i])


@kernel
def set_index(cards, size):
    """Colex index of three or four sorted cards."""
    a, b, c = cards[0], cards[1], cards[2]
    index = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    if size == 4:
        d = cards[3]
        index += d * (d - 1) * (d - 2) * (d - 3) // 24
    return index


@kernel
def turn_sums(boards, held, columns, table, choose, sums):
    """Sums of the ranks of hands over the rivers that can follow boards of four cards.

    ``held`` are the cards of the hands as bits. Hands that collide with a board get 0. Rivers of
    one rank whose suits allow no flush are alike.
    """
    plain, flush, starts = table.plain, table.flush, table.starts
    scratch = np.empty(5, np.int64)
    board = np.empty(5, np.int64)
    for b in range(boards.shape[0]):
        used = 0
        suits = 0
        for i in range(4):
            board[i] = boards[b, i]
            used |= 1 << board[i]
            suits += 1 << 4 * (board[i] & 3)
        dull = 0  # suits of which the river would not be the third card or more
        for suit in range(4):
            if suits >> 4 * suit & 15 < 2:
                dull |= 1 << suit
        sums[b] = 0
        for rank in range(13):
            free = ~(used >> 4 * rank) & 15
            for kind in range(5):
                cards = free & dull if kind == 4 else free & ~dull & 1 << kind
                if cards == 0:
                    continue
                board[4] = 4 * rank + LOWEST[cards]
                row, suit = board_row(board, 5, choose, starts, scratch)
                for h in range(held.size):
                    count = ONES[cards & ~(held[h] >> 4 * rank)]
                    if suit < 0:
                        sums[b, h] += count * np.int64(plain[row, columns[h, 0], 0])
                    else:
                        sums[b, h] += count * np.int64(flush[row, columns[h, suit + 1], 0])
        for h in range(held.size):
            if held[h] & used:
                sums[b, h] = 0


@kernel
def flop_sums(flops, turns, sums):
    """Sums of the ranks of all hands over the turns and rivers that can follow flops."""
    board = np.empty(4, np.int64)
    total = np.empty(sums.shape[1], np.int64)
    for f in range(flops.shape[0]):
        total[:] = 0
        for turn in range(52):
            if turn in (flops[f, 0], flops[f, 1], flops[f, 2]):
                continue
            for i in range(3):
                insert_card(board, i, flops[f, i])
            insert_card(board, 3, turn)
            index = set_index(board, 4)
            row = turns.sums[turns.row[index]]
            moved = turns.moved[turns.permutation[index]]
            for h in range(total.size):
                total[h] += np.int64(row[moved[h]])
        for h in range(total.size):
            sums[f, h] = total[h] // 2  # each turn and river came in both orders


@kernel
def look_cells(table, places, columns, what, out):
    """The ranks (0) or the values (1) of all players' hands on some boards."""
    plain, flush = table.plain, table.flush
    for s in range(out.shape[0]):
        row, suit = places[s, ROW], places[s, SUIT]
        if suit < 0:
            for p in range(out.shape[1]):
                out[s, p] = plain[row, columns[p, 0], what]
        else:
            for p in range(out.shape[1]):
                out[s, p] = flush[row, columns[p, suit + 1], what]


@kernel
def look_sums(later, places, hand, out):
    """The sums of the ranks of all players' hands over what comes after some boards."""
    rows, permutation, moved, sums = later.row, later.permutation, later.moved, later.sums
    for s in range(out.shape[0]):
        row, renamed = rows[places[s, INDEX]], permutation[places[s, INDEX]]
        for p in range(out.shape[1]):
            out[s, p] = sums[row, moved[renamed, hand[p]]]


@kernel
def early_ranks(round_, places, deal, table, later, play, rank, made):
    """What the hands of all players are worth on flops or turns. Players know only their own cards.

    ``rank`` gets the effective hand ranks, ``made`` the bets that they are worth.
    """
    now = np.empty(rank.shape, np.uint16)
    to_come = np.empty(rank.shape, np.uint32)
    look_cells(table, places, deal.columns, 0, now)
    look_sums(later, places, deal.hand, to_come)
    settings, seven_only = play.settings[round_], play.seven_only[round_]
    make_one = settings[1]
    for s in range(rank.shape[0]):
        for p in range(rank.shape[1]):
            rank[s, p] = effective_rank(
                round_, np.int64(now[s, p]), np.int64(to_come[s, p]), make_one, seven_only
            )
            made[s, p] = made_bets(rank[s, p], settings)


@kernel
def river_ranks(places, deal, table, play, rank, made, value):
    """What the hands of all players are worth on rivers, and their values at the showdown."""
    now = np.empty(rank.shape, np.uint16)
    look_cells(table, places, deal.columns, 0, now)
    look_cells(table, places, deal.columns, 1, value)
    settings = play.settings[3]
    for s in range(rank.shape[0]):
        for p in range(rank.shape[1]):
            rank[s, p] = now[s, p] / RIVER_HANDS
            made[s, p] = made_bets(rank[s, p], settings)


@kernel
def find(boards, size, table, choose, places):
    """Find sorted boards of ``size`` cards in the tables: `ROW`, `SUIT` and `INDEX`."""
    starts, scratch = table.starts, np.empty(5, np.int64)
    for s in range(places.shape[0]):
        places[s, ROW], places[s, SUIT] = board_row(boards[s], size, choose, starts, scratch)
        if size < 5:
            places[s, INDEX] = set_index(boards[s], size)


@kernel
def fill_room(boards, deal, look, play, room):
    """What all hands are worth on the flop, the turn and the river of sampled boards."""
    tables = look.tables
    places = np.empty((boards.shape[0], 3), np.int64)
    ordered = np.empty(boards.shape, np.int64)
    sort_boards(boards, 0, 3, ordered)
    find(ordered, 3, tables.flop, look.choose, places)
    early_ranks(1, places, deal, tables.flop, look.flops, play, room.rank[0], room.made[0])
    sort_boards(boards, 3, 4, ordered)
    find(ordered, 4, tables.turn, look.choose, places)
    early_ranks(2, places, deal, tables.turn, look.turns, play, room.rank[1], room.made[1])
    sort_boards(boards, 4, 5, ordered)
    find(ordered, 5, tables.river, look.choose, places)
    river_ranks(places, deal, tables.river, play, room.rank[2], room.made[2], room.value)


@kernel
def live_cards(held, board, size, live):
    """Fill in the cards that are neither held nor on the board. Returns their number."""
    used = 0
    for i in range(size):
        used |= 1 << board[i]
    for p in range(held.size):
        used |= held[p]
    cards = 0
    for card in range(52):
        if used >> card & 1 == 0:
            live[cards] = card
            cards += 1
    return cards


@kernel
def fill_come(r, dealt, deal, look, play, come, rank, made):
    """What all hands are worth in round r and on all boards to come. Returns the number of cards.

    ``dealt`` are five cards; only those of the round are used.
    """
    tables = look.tables
    first, place = np.empty((1, 5), np.int64), np.empty((1, 3), np.int64)
    sort_boards(dealt.reshape(1, 5), 0, r + 2, first)
    if r == 3:
        find(first, 5, tables.river, look.choose, place)
        river_ranks(place, deal, tables.river, play, rank, made, come.value[:1])
        return 1
    if r == 1:
        find(first, 3, tables.flop, look.choose, place)
        early_ranks(1, place, deal, tables.flop, look.flops, play, rank, made)
    else:
        find(first, 4, tables.turn, look.choose, place)
        early_ranks(2, place, deal, tables.turn, look.turns, play, rank, made)
    live = np.empty(52, np.int64)
    cards = live_cards(deal.held, first[0], r + 2, live)
    turns = np.empty((cards if r == 1 else 1, 5), np.int64)
    turns[:] = first
    if r == 1:
        for i in range(cards):
            insert_card(turns[i], 3, live[i])
        places = np.empty((cards, 3), np.int64)
        find(turns, 4, tables.turn, look.choose, places)
        early_ranks(2, places, deal, tables.turn, look.turns, play, come.turn_rank, come.turn_made)
    count = cards * (cards - 1) // 2 if r == 1 else cards
    boards, places = np.empty((count, 5), np.int64), np.empty((count, 3), np.int64)
    at = 0
    for i in range(turns.shape[0]):
        for j in range(i if r == 1 else cards):
            boards[at] = turns[i]
            insert_card(boards[at], 4, live[j])
            at += 1
    find(boards, 5, tables.river, look.choose, places)
    river_ranks(places, deal, tables.river, play, come.rank[:count], come.made[:count],
                come.value[:count])  # fmt: skip
    return cards


@kernel
def spread(rows):
    """Turn rows of numbers, the i-th below total − i, into rows of different ones below total.

    Each number is the place among the numbers that are left.
    """
    order = np.empty(rows.shape[1], np.int64)
    for s in range(rows.shape[0]):
        for i in range(rows.shape[1]):
            number = rows[s, i]
            at = 0
            while at < i and number >= order[at]:
                number += 1
                at += 1
            for k in range(i, at, -1):
                order[k] = order[k - 1]
            order[at] = number
            rows[s, i] = number
