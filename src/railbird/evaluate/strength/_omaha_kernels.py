"""Kernels for what an Omaha Hi-Lo hand wins of the pot, on one board or over those to come.

A board is a row as in `railbird.kernels.ranks`: only its ranks matter, and where a flush is
possible also which cards have the suit. A card of a hand is then of one of 26 kinds: its rank, plus
13 if it has that suit. Two cards of a hand and three of the board make the high hand, so a hand is
worth its best pair of kinds. On each board these pairs are ordered by value, from 0. A hand's place
is that of its best pair.

The low depends on ranks alone, so its tables have a row for each five ranks.
"""

import numpy as np

from railbird.evaluate.values._high_kernels import slot_of
from railbird.evaluate.values._omaha_kernels import RANK_KEY, flush_value
from railbird.kernels.jit import kernel
from railbird.kernels.ranks import board_row, hand_column, pair_column

KINDS = 26
LOWS = 57
"""Lows from 0, none, to 56, the wheel."""

CHOICES = 178_365.0
"""Hands of four of the 47 cards that are not on a board of five."""

TURN_RIVERS, FLOP_BOARDS = 44, 990
"""Boards to come for a player who sees eight cards, and seven."""


@kernel
def kinds_left(board, suit, left):
    """How many cards of each kind are not on the board; with no suit (−1) all are off suit."""
    for rank in range(13):
        left[rank] = 4 if suit < 0 else 3
        left[13 + rank] = 0 if suit < 0 else 1
    for i in range(5):
        card = np.int64(board[i])
        left[(card >> 2) + (13 if (card & 3) == suit else 0)] -= 1


@kernel
def pair_values(board, suit, omaha, values):
    """Value of each pair of kinds with three cards of the board, shape (26, 26)."""
    word = np.uint64(0)
    suited = 0
    for i in range(5):
        card = np.int64(board[i])
        word += omaha.words[4 * (card >> 2)] & RANK_KEY
        if (card & 3) == suit:
            suited |= 1 << (card >> 2)
    slot = slot_of(word, omaha.shift5, omaha.pairs.shape[0])
    for a in range(KINDS):
        for b in range(a + 1):
            one, other = a % 13, b % 13
            value = np.int64(omaha.pairs[slot, pair_column(one, other)])
            if b >= 13 and one != other:
                value = max(value, flush_value(1 << one | 1 << other, suited, omaha.flush))
            values[a, b] = value
            values[b, a] = value


@kernel
def may_hold(left, a, b):
    """Whether a hand can hold a card of each of two kinds."""
    return left[a] > 0 and left[b] > (1 if a == b else 0)


@kernel
def order_pairs(left, kinds, values, seen, places):
    """Replace values by their order among those that can be held; returns how many there are.

    ``seen`` is scratch space, one element for each possible value.
    """
    seen[:] = 0
    for a in range(kinds):
        for b in range(a + 1):
            if may_hold(left, a, b):
                seen[values[a, b]] = 1
    count = 0
    for value in range(seen.size):
        if seen[value]:
            seen[value] = count
            count += 1
    for a in range(kinds):
        for b in range(a + 1):
            place = seen[values[a, b]] if may_hold(left, a, b) else 0
            places[a, b] = place
            places[b, a] = place
    return count


@kernel
def ways_to_add(ways, held, left):
    """Ways to hold one more card of a kind of which ``held`` are held and ``left`` were left."""
    return ways * (left - held) // (held + 1)


@kernel
def count_hands(left, kinds, places, no_low, of_all, of_high):
    """Count all hands on a board by the place of their high hand.

    ``of_high`` counts only hands without a low; ``no_low`` says which sets of low ranks make none.
    """
    of_all[:] = 0
    of_high[:] = 0
    for a in range(kinds):
        if left[a] == 0:
            continue
        low_a = low_bit(a)
        for b in range(a, kinds):
            same_b = 1 if b == a else 0
            ways_b = ways_to_add(left[a], same_b, left[b])
            if ways_b == 0:
                continue
            best_b, low_b = places[a, b], low_a | low_bit(b)
            for c in range(b, kinds):
                same_c = 0 if c != b else same_b + 1
                ways_c = ways_to_add(ways_b, same_c, left[c])
                if ways_c == 0:
                    continue
                best_c = max(best_b, places[a, c], places[b, c])
                low_c = low_b | low_bit(c)
                for d in range(c, kinds):
                    ways = ways_to_add(ways_c, 0 if d != c else same_c + 1, left[d])
                    if ways == 0:
                        continue
                    best = max(best_c, places[a, d], places[b, d], places[c, d])
                    of_all[best] += ways
                    if no_low[low_c | low_bit(d)]:
                        of_high[best] += ways


@kernel
def low_bit(kind):
    """Bit of a kind in a set of low ranks: the ace first, 0 above the eight."""
    rank = kind % 13
    return 1 if rank == 12 else 1 << (rank + 1) if rank < 7 else 0


@kernel
def low_ranks(board, size):
    """The set of low ranks on a board."""
    found = 0
    for i in range(size):
        found |= low_bit(np.int64(board[i]) >> 2)
    return found


@kernel
def share_beaten(counts, size, shares):
    """The share of all hands that each place beats, ties counting half."""
    below = 0
    for i in range(size):
        shares[i] = (below + counts[i] / 2) / CHOICES
        below += counts[i]


@kernel
def fill_boards(boards, suit, omaha, places, sizes, shares):
    """Places of all pairs on some boards, and what each place wins.

    ``shares[b, i, 0]`` is the share of all hands that place i beats on board b, and
    ``shares[b, i, 1]`` the share that it beats and that have no low.
    """
    kinds = 13 if suit < 0 else KINDS
    left = np.empty(KINDS, np.int64)
    values, ordered = np.empty((KINDS, KINDS), np.int64), np.empty((KINDS, KINDS), np.int64)
    seen = np.empty(8192, np.int64)
    of_all, of_high = np.empty(512, np.int64), np.empty(512, np.int64)
    no_low = np.empty(256, np.bool_)
    for i in range(boards.shape[0]):
        kinds_left(boards[i], suit, left)
        if left.min() < 0:  # five cards of a rank: the row is never used
            sizes[i] = 0
            continue
        pair_values(boards[i], suit, omaha, values)
        sizes[i] = order_pairs(left, kinds, values, seen, ordered)
        board_low = low_ranks(boards[i], 5)
        for held in range(256):
            no_low[held] = omaha.lows[held, board_low] == 0
        count_hands(left, kinds, ordered, no_low, of_all, of_high)
        share_beaten(of_all, sizes[i], shares[i, :, 0])
        share_beaten(of_high, sizes[i], shares[i, :, 1])
        for first in range(kinds):
            for second in range(kinds):
                places[i, column_of_kinds(first, second)] = ordered[first, second]


@kernel
def column_of_kinds(first, second):
    """Column of two kinds, as `hand_column` has it; the suit is 3."""
    one = 4 * (first % 13) + (3 if first >= 13 else 0)
    other = 4 * (second % 13) + (3 if second >= 13 else 0)
    return hand_column(one, other, 3)


@kernel
def fill_low_shares(boards, omaha, shares):
    """The share of all hands whose low each low beats, by board; a tie counts half."""
    left = np.empty(KINDS, np.int64)
    counts = np.empty(LOWS, np.int64)
    for i in range(boards.shape[0]):
        kinds_left(boards[i], -1, left)
        if left.min() < 0:
            continue
        lows = omaha.lows[:, low_ranks(boards[i], 5)]
        counts[:] = 0
        for a in range(13):
            for b in range(a, 13):
                ways_b = ways_to_add(left[a], 1 if b == a else 0, left[b])
                for c in range(b, 13):
                    same_c = 0 if c != b else 2 if b == a else 1
                    ways_c = ways_to_add(ways_b, same_c, left[c])
                    for d in range(c, 13):
                        ways = ways_to_add(ways_c, 0 if d != c else same_c + 1, left[d])
                        held = low_bit(a) | low_bit(b) | low_bit(c) | low_bit(d)
                        counts[lows[held]] += ways
        share_beaten(counts, LOWS, shares[i])


@kernel
def rank_row(board, choose, ranks):
    """Row of a board's five ranks, whatever the suits; ``ranks`` is scratch space."""
    for i in range(5):
        rank = np.int64(board[i]) >> 2
        at = i
        while at > 0 and ranks[at - 1] > rank:
            ranks[at] = ranks[at - 1]
            at -= 1
        ranks[at] = rank
    row = 0
    for i in range(5):
        row += choose[ranks[i] + i, i + 1]
    return row


@kernel
def hand_place(hand, row, suit, tables):
    """Place of a hand's high hand on a board given by its row, and where its shares stand."""
    best = 0
    for i in range(4):
        for j in range(i):
            if suit < 0:
                column = pair_column(hand[i] >> 2, hand[j] >> 2)
                best = max(best, np.int64(tables.plain[row, column]))
            else:
                column = hand_column(hand[i], hand[j], suit)
                best = max(best, np.int64(tables.flush[row, column]))
    return best, (tables.plain_starts[row] if suit < 0 else tables.flush_starts[row]) + best


@kernel
def share_won(at, low, low_row, tables):
    """Share of the pot against all hands: half by the high, half by the low.

    Without a low, the second half is won only from hands that have none either.
    """
    if low > 0:
        return (tables.shares[at, 0] + tables.low_shares[low_row, low]) / 2
    return (tables.shares[at, 0] + tables.shares[at, 1]) / 2


@kernel
def hand_lows(hand):
    """The set of low ranks in a hand."""
    found = 0
    for i in range(4):
        found |= low_bit(hand[i] >> 2)
    return found


@kernel
def river_share(hand, board, lows, tables, choose, scratch):
    """Share of the pot that a hand wins against all hands on a board of five cards."""
    row, suit = board_row(board, 5, choose, tables.starts, scratch)
    _, at = hand_place(hand, row, suit, tables)
    low = np.int64(lows[hand_lows(hand), low_ranks(board, 5)])
    return share_won(at, low, rank_row(board, choose, scratch), tables)


@kernel
def mean_share(hand, board, size, lows, tables, choose):
    """Mean of `river_share` over all boards to come after three or four cards."""
    scratch = np.empty(5, np.int64)
    if size == 5:
        return river_share(hand, board, lows, tables, choose, scratch)
    used = 0
    for i in range(4):
        used |= 1 << hand[i]
    for i in range(size):
        used |= 1 << board[i]
    total, boards = 0.0, 0
    for first in range(52):
        if used >> first & 1:
            continue
        board[size] = first
        for second in range(first if size == 3 else 1):
            if size == 3:
                if used >> second & 1:
                    continue
                board[4] = second
            total += river_share(hand, board, lows, tables, choose, scratch)
            boards += 1
    return total / boards


@kernel
def look_up_rank(curve, share):
    """The rank of a share, between the points of a curve."""
    place = share * (curve.size - 1)
    at = min(np.int64(place), curve.size - 2)
    return curve[at] + (place - at) * (curve[at + 1] - curve[at])


@kernel
def deal_shares(cards, size, lows, tables, choose, shares):
    """Share of the pot of a hand in each row: four cards of the hand, and ``size`` of the board."""
    hand, board = np.empty(4, np.int64), np.empty(5, np.int64)
    for i in range(cards.shape[0]):
        hand[:] = cards[i, :4]
        board[:size] = cards[i, 4 : 4 + size]
        shares[i] = mean_share(hand, board, size, lows, tables, choose)
