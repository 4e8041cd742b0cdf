"""Kernels of the Omaha evaluator: exactly two cards from the hand, three from the board.

They serve Omaha high and Omaha Hi-Lo: without a low, the array ``low`` has no columns.

Without a flush, only the five ranks of the board and the two ranks of each pair of hole cards
matter. A table over both, made once, leaves six look-ups per hand. The low is one look-up by the
sets of low ranks in hand and board. A flush needs three board cards of a suit, and at most one suit
has that many.
"""

import numpy as np

from railbird.evaluate.values._high_kernels import SUIT_MASK, slot_of, suit_bit
from railbird.kernels.cards import bits_in, drop_lowest, next_ranks
from railbird.kernels.jit import kernel
from railbird.kernels.ranks import pair_column

PAIR_ROW = 96
"""Space for the 91 pairs of ranks, rounded up to whole cache lines."""

START = np.uint64(0x5555)
THREE_SUITED = np.uint64(0x8888)
RANK_KEY = np.uint64(0xFFFFFFFF00000000)


@kernel
def fill_pairs(words, shift, value, pairs):
    """Best value, without flushes, of each pair of hole ranks with each five board ranks."""
    counts = np.zeros(13, np.int64)
    board = np.zeros(5, np.int64)
    while next_ranks(board):
        if board[0] == board[4]:
            continue
        counts[:] = 0
        word = np.uint64(0)
        for r in board:
            counts[r] += 1
            word += words[4 * r] & RANK_KEY
        slot = slot_of(word, shift, value.size)
        for a in range(13):
            for b in range(a + 1):
                counts[a] += 1
                counts[b] += 1
                # five of a rank cannot be dealt, and their key may equal another one's
                if counts[a] <= 4 and counts[b] <= 4:
                    held = (words[4 * a] & RANK_KEY) + (words[4 * b] & RANK_KEY)
                    pairs[slot, pair_column(a, b)] = best_of_three(held, board, words, shift, value)
                counts[a] -= 1
                counts[b] -= 1


@kernel
def best_of_three(held, board, words, shift, value):
    """Best value of two ranks, given by their key, with three of five board ranks."""
    best = 0
    for i in range(3):
        for j in range(i + 1, 4):
            for k in range(j + 1, 5):
                made = held
                made += words[4 * board[i]] & RANK_KEY
                made += words[4 * board[j]] & RANK_KEY
                made += words[4 * board[k]] & RANK_KEY
                best = max(best, np.int64(value[slot_of(made, shift, value.size)]))
    return best


@kernel
def fill_lows(lows):
    """Best low of two ranks from a hand and three others from a board: 56 the wheel, 0 none."""
    order = np.zeros(256, np.uint8)
    rank = 56
    for made in range(256):  # read as a number, a better low is a smaller mask
        if bits_in(made) == 5:
            order[made] = rank
            rank -= 1
    for hand in range(256):
        for board in range(256):
            best = 0
            for made in range(256):
                if order[made] > best and made & ~(hand | board) == 0:
                    # two from the hand, three from the board; a rank in both can come from either
                    from_hand, from_board = bits_in(made & hand), bits_in(made & board)
                    if from_hand >= 2 and from_board >= 3:
                        best = np.int64(order[made])
            lows[hand, board] = best


@kernel
def flush_value(held, ranks, flush):
    """Best flush of two ranks of the hand and three of the board, all of one suit; 0 if none."""
    if drop_lowest(drop_lowest(held)) == 0 and drop_lowest(drop_lowest(drop_lowest(ranks))) == 0:
        # at most two from the hand and three from the board; fewer than five make no flush
        return np.int64(flush[held | ranks])
    best = 0
    first = held
    while drop_lowest(first):
        second = drop_lowest(first)
        one = first ^ second
        first = second
        while second:
            two = one | (second & -second)
            second = drop_lowest(second)
            a = ranks
            while drop_lowest(drop_lowest(a)):
                b = drop_lowest(a)
                three = two | (a ^ b)
                a = b
                while drop_lowest(b):
                    c = drop_lowest(b)
                    four = three | (b ^ c)
                    b = c
                    while c:
                        best = max(best, np.int64(flush[four | (c & -c)]))
                        c = drop_lowest(c)
    return best


@kernel
def board_parts(boards, i, words, shift, slots, low_bits):
    """Slot, low ranks, flush suit (-1 if none) and ranks by suit of a board."""
    word = START
    suits = np.uint64(0)
    low = 0
    for j in range(5):
        card = np.int64(boards[i, j])
        word += words[card]
        suits |= suit_bit(card)
        low |= np.int64(low_bits[card >> 2])
    suit = -1
    if word & THREE_SUITED:
        suit = 0 if word & np.uint64(0x0088) else 2
        suit += 1 if word & np.uint64(0x8080) else 0
    return slot_of(word, shift, slots), low, suit, suits


@kernel
def hand_parts(hands, deal, player, low_bits, pair_of, at):
    """Ranks by suit and low ranks of a hand; its six pairs go to row ``at`` of ``pair_of``."""
    n = 0
    suits = np.uint64(0)
    low = 0
    for i in range(4):
        card = np.int64(hands[deal, player, i])
        rank = card >> 2
        suits |= suit_bit(card)
        low |= np.int64(low_bits[rank])
        for j in range(i):
            pair_of[at, n] = pair_column(rank, np.int64(hands[deal, player, j]) >> 2)
            n += 1
    return suits, low


@kernel
def hand_high(pair_of, at, suits, slot, suit, board_suits, pairs, flush):
    """High value of a hand on a board, both given by their parts."""
    best = np.int64(
        max(
            pairs[slot, pair_of[at, 0]],
            pairs[slot, pair_of[at, 1]],
            pairs[slot, pair_of[at, 2]],
            pairs[slot, pair_of[at, 3]],
            pairs[slot, pair_of[at, 4]],
            pairs[slot, pair_of[at, 5]],
        )
    )
    if suit >= 0:
        held = np.int64(suits >> np.uint64(16 * suit) & SUIT_MASK)
        ranks = np.int64(board_suits >> np.uint64(16 * suit) & SUIT_MASK)
        best = max(best, flush_value(held, ranks, flush))
    return best


# Take the arrays out of `tables` only once: each access costs an atomic reference count.


@kernel
def deal_values(hands, boards, tables, high, low):
    """High and low of n deals to p players: hands (n, p, 4), boards (n, 5), values (n, p)."""
    words, shift, flush, pairs = tables.words, tables.shift5, tables.flush, tables.pairs
    lows, low_bits, slots = tables.lows, tables.low_bits, tables.pairs.shape[0]
    has_low = low.shape[1] > 0
    pair_of = np.empty((1, 6), np.uint8)
    for i in range(hands.shape[0]):
        slot, low_ranks, suit, cards = board_parts(boards, i, words, shift, slots, low_bits)
        for p in range(hands.shape[1]):
            suits, hand_low = hand_parts(hands, i, p, low_bits, pair_of, 0)
            high[i, p] = hand_high(pair_of, 0, suits, slot, suit, cards, pairs, flush)
            if has_low:
                low[i, p] = lows[hand_low, low_ranks]


@kernel
def board_values(boards, hands, tables, high, low):
    """High and low of all hands on all boards, shape (boards, hands); 0 where they share a card."""
    words, shift, flush, pairs = tables.words, tables.shift5, tables.flush, tables.pairs
    lows, low_bits, slots = tables.lows, tables.low_bits, tables.pairs.shape[0]
    has_low = low.shape[1] > 0
    n = hands.shape[0]
    one_deal = hands.reshape((1, n, 4))
    pair_of = np.empty((n, 6), np.uint8)
    hand_suits = np.empty(n, np.uint64)
    hand_lows = np.empty(n, np.int64)
    for h in range(n):
        hand_suits[h], hand_lows[h] = hand_parts(one_deal, 0, h, low_bits, pair_of, h)
    for i in range(boards.shape[0]):
        slot, low_ranks, suit, cards = board_parts(boards, i, words, shift, slots, low_bits)
        for h in range(n):
            if cards & hand_suits[h]:
                high[i, h] = 0
                if has_low:
                    low[i, h] = 0
            else:
                high[i, h] = hand_high(pair_of, h, hand_suits[h], slot, suit, cards, pairs, flush)
                if has_low:
                    low[i, h] = lows[hand_lows[h], low_ranks]
