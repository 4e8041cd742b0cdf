"""Kernels that count, before the flop, how often hold'em hands win over all boards.

Boards are not dealt. If a board gives nobody a flush, its ranks decide, so one showdown stands for
all boards of the same ranks. The number of these boards is counted along with the ranks. If a board
gives somebody a flush, its ranks in the suit decide: the best flush wins, unless the board is
paired and a hand without a flush has a full house or better.

Sets of players are masks: bit p is player p.
"""

import numpy as np

from railbird.evaluate.equities._showdown_kernels import POT, outcome
from railbird.evaluate.values._high_kernels import plain_value
from railbird.kernels.jit import kernel

SPARE = 3
"""A board that gives a flush has 0, 1 or 2 cards of other suits."""


@kernel
def count_winners(hands, dead, tables, wins):
    """Add to ``wins`` how many boards each set of players wins together.

    The cards of ``hands`` are distinct. ``dead`` is the mask of other cards out of the deck.
    """
    players = hands.shape[0]
    choose = np.zeros((53, 6), np.int64)
    choose[:, 0] = 1
    for n in range(1, 53):
        for k in range(1, 6):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    held = np.zeros((4, players), np.int64)  # ranks of each suit, by player
    left = np.zeros(4, np.int64)  # ranks of each suit that can still come
    words = np.empty(players, np.uint64)
    gone = np.int64(dead)
    for p in range(players):
        words[p] = tables.words[hands[p, 0]] + tables.words[hands[p, 1]]
        for i in range(2):
            card = np.int64(hands[p, i])
            held[card & 3, p] |= 1 << (card >> 2)
            gone |= 1 << card
    for card in range(52):
        if not gone >> card & 1:
            left[card & 3] |= 1 << (card >> 2)
    alike = suits_alike(held, left)
    most = np.zeros(4, np.int64)  # the most cards of each suit in any hand
    for suit in range(4):
        for p in range(players):
            most[suit] = max(most[suit], count_bits(held[suit, p]))
    count_without_flush(left, alike, most, words, choose, tables, wins)
    for suit in range(4):
        if alike[suit] > 0:
            count_flushes(suit, alike[suit], most[suit], left, held, words, choose, tables, wins)


@kernel
def suits_alike(held, left):
    """How many suits each suit stands for: 0 if an earlier one is the same for all hands."""
    alike = np.ones(4, np.int64)
    for suit in range(4):
        for other in range(suit):
            if alike[other] == 0 or left[other] != left[suit]:
                continue
            same = True
            for p in range(held.shape[1]):
                same = same and held[other, p] == held[suit, p]
            if same:
                alike[other] += 1
                alike[suit] = 0
                break
    return alike


@kernel
def count_bits(mask):
    """Number of bits of a mask of 16 bits at most."""
    mask -= mask >> 1 & 0x5555
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return mask + (mask >> 8) & 0x1F


@kernel
def best_plain(word, words, among, tables):
    """The best value, ignoring flushes, that a set of players makes on a board, and who has it."""
    best = 0
    winners = 0
    for p in range(words.size):
        if among >> p & 1:
            value = np.int64(plain_value(word + words[p], tables.shift7, tables.value7))
            if value > best:
                best = value
                winners = 0
            if value == best:
                winners |= 1 << p
    return best, winners


@kernel
def count_without_flush(left, alike, most, words, choose, tables, wins):
    """Boards that give nobody a flush: a search over their ranks, highest first.

    Each step adds some cards of a lower rank. Besides the number of boards, ``suited`` keeps, for
    each suit, how many of them have 0, 1 or 2 cards of other suits. At the end, boards on which
    somebody has a flush are subtracted.
    """
    everybody = (1 << words.size) - 1
    of_rank = np.zeros(13, np.int64)
    for rank in range(13):
        for suit in range(4):
            of_rank[rank] += left[suit] >> rank & 1
    choice = np.empty(6, np.int64)  # four times the rank, and the number of its cards less one
    missing = np.empty(6, np.int64)
    boards = np.empty(6, np.int64)
    word = np.empty(6, np.uint64)
    suited = np.zeros((6, 4, SPARE), np.int64)
    suited[0, :, 0] = 1
    level, choice[0], missing[0], boards[0], word[0] = 0, 52, 5, 1, 0
    while level >= 0:
        choice[level] -= 1
        if choice[level] < 0:
            level -= 1
            continue
        rank, count = choice[level] >> 2, (choice[level] & 3) + 1
        ways = boards[level] * choose[of_rank[rank], count]
        if count > missing[level] or ways == 0:
            continue
        key = word[level] + np.uint64(count) * tables.words[4 * rank]
        flushes = 0
        for suit in range(4):
            if alike[suit] > 0:
                in_suit = left[suit] >> rank & 1
                others = choose[of_rank[rank] - in_suit]
                for j in range(most[suit] + 1):
                    to_come = 0
                    if in_suit and j >= count - 1:
                        to_come = suited[level, suit, j - count + 1] * others[count - 1]
                    if j >= count:
                        to_come += suited[level, suit, j - count] * others[count]
                    suited[level + 1, suit, j] = to_come
                    flushes += alike[suit] * to_come
        if count == missing[level]:
            _, winners = best_plain(key, words, everybody, tables)
            wins[winners] += ways - flushes
        else:
            missing[level + 1] = missing[level] - count
            level += 1
            choice[level], boards[level], word[level] = 4 * rank, ways, key


@kernel
def count_flushes(suit, times, most, left, held, words, choose, tables, wins):
    """Boards with enough cards of a suit to give somebody a flush; each counts several times."""
    others = np.zeros(13, np.int64)  # cards of the other suits, by rank
    for other in range(4):
        for rank in range(13):
            if other != suit:
                others[rank] += left[other] >> rank & 1
    spare_cards = others.sum()
    ranks = left[suit]
    while ranks > 0:
        size = count_bits(ranks)
        if 5 - most <= size <= 5:
            best = 0
            winners = 0
            plain = 0  # players without a flush
            for p in range(words.size):
                mine = held[suit, p]
                if count_bits(mine) + size < 5:
                    plain |= 1 << p
                    continue
                value = np.int64(tables.flush[ranks | mine])
                if value > best:
                    best = value
                    winners = 0
                if value == best:
                    winners |= 1 << p
            boards = choose[spare_cards, 5 - size]
            if plain > 0:
                boards -= count_full_houses(
                    ranks, size, others, best, plain, times, words, tables, wins
                )
            wins[winners] += times * boards
        ranks = (ranks - 1) & left[suit]


@kernel
def count_full_houses(ranks, size, others, flush, plain, times, words, tables, wins):
    """Boards of three or four cards of a suit on which a hand without a flush wins.

    These boards are paired. Returns how many there are, each counted once.
    """
    word = np.uint64(0)
    for rank in range(13):
        if ranks >> rank & 1:
            word += tables.words[4 * rank]
    total = 0
    for one in range(13):
        if others[one] == 0:
            continue
        paired = ranks >> one & 1
        word_one = word + tables.words[4 * one]
        if size == 4:
            if paired:
                best, winners = best_plain(word_one, words, plain, tables)
                if best > flush:
                    wins[winners] += times * others[one]
                    total += others[one]
            continue
        for two in range(one + 1):
            if one == two:
                ways = others[one] * (others[one] - 1) // 2
            elif paired or ranks >> two & 1:
                ways = others[one] * others[two]
            else:
                continue
            if ways > 0:
                best, winners = best_plain(word_one + tables.words[4 * two], words, plain, tables)
                if best > flush:
                    wins[winners] += times * ways
                    total += ways
    return total


@kernel
def split_wins(wins, outcomes, shares, squares):
    """Add up each player's winnings, given how many pots each set of players wins together."""
    for winners in range(1, wins.size):
        boards = wins[winners]
        if boards == 0:
            continue
        count = 0
        for p in range(shares.size):
            count += winners >> p & 1
        for p in range(shares.size):
            share = POT // count if winners >> p & 1 else 0
            outcomes[p, outcome(share)] += boards
            shares[p] += boards * share
            squares[p] += np.float64(boards) * share * share
