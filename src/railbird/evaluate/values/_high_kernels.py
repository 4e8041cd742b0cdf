"""Kernels of the high-hand evaluator.

A hand is the sum of the words of its cards (see `railbird.evaluate.values.build`) plus `START`. The
counter of a suit is four bits wide and starts at 3, so the fifth card of a suit brings it to 8,
which is its top bit. The flush branch is rare (3 % of seven-card hands), so it costs little.

Everything is explicitly cast to ``int64``/``uint64``: with the JIT off, ``uint8`` arithmetic would
wrap.
"""

import numpy as np

from railbird.kernels.jit import kernel

START = np.uint64(0x3333)
FIVE_SUITED = np.uint64(0x8888)
ONE_EACH = np.uint64(0x1111)
ROW = np.uint64(51)
SLOT = np.uint64(35)
SUIT_MASK = np.uint64(0x1FFF)


@kernel
def slot_of(word, shift, slots):
    """Slot of the ranks whose words were summed (unsigned, to skip the negative-index check)."""
    return ((word >> SLOT) + np.uint64(shift[word >> ROW])) & np.uint64(slots - 1)


@kernel
def plain_value(word, shift, value):
    """Value of a hand without a flush."""
    return value[slot_of(word, shift, value.size)]


@kernel
def plain_tables(cards, tables):
    """Displacements and values for hands of 5, 6 or 7 cards without a flush."""
    if cards == 5:
        return tables.shift5, tables.value5
    if cards == 6:
        return tables.shift6, tables.value6
    return tables.shift7, tables.value7


@kernel
def flush_suit(word):
    """Sixteen times the suit that has five cards (the place of its ranks in a mask)."""
    if word & np.uint64(0x0008):
        return np.uint64(0)
    if word & np.uint64(0x0080):
        return np.uint64(16)
    if word & np.uint64(0x0800):
        return np.uint64(32)
    return np.uint64(48)


@kernel
def suit_bit(card):
    """A card as a bit of the mask in which the ranks of suit s start at bit 16·s."""
    card = np.uint64(card)
    return np.uint64(1) << (np.uint64(16) * (card & np.uint64(3)) + (card >> np.uint64(2)))


@kernel
def high_values(cards, tables, out):
    """Values of n hands of k = 5, 6 or 7 cards, given as an (n, k) array.

    This is unrolled, because a loop over the cards is four times slower.
    """
    n, k = cards.shape
    words, flush = tables.words, tables.flush
    shift, value = plain_tables(k, tables)
    for i in range(n):
        word = (
            START
            + words[cards[i, 0]]
            + words[cards[i, 1]]
            + words[cards[i, 2]]
            + words[cards[i, 3]]
            + words[cards[i, 4]]
        )
        if k > 5:
            word += words[cards[i, 5]]
        if k > 6:
            word += words[cards[i, 6]]
        if word & FIVE_SUITED:
            suits = np.uint64(0)
            for j in range(k):
                suits |= suit_bit(cards[i, j])
            out[i] = flush[np.int64((suits >> flush_suit(word)) & SUIT_MASK)]
        else:
            out[i] = plain_value(word, shift, value)


@kernel
def board_values(boards, hands, tables, out):
    """Values of all hands on all boards, shape (boards, hands); 0 where they share a card."""
    words, flush = tables.words, tables.flush
    shift, value = plain_tables(boards.shape[1] + 2, tables)
    hand_words = np.empty(hands.shape[0], np.uint64)
    hand_suits = np.empty(hands.shape[0], np.uint64)
    for h in range(hands.shape[0]):
        hand_words[h] = words[hands[h, 0]] + words[hands[h, 1]]
        hand_suits[h] = suit_bit(hands[h, 0]) | suit_bit(hands[h, 1])
    for b in range(boards.shape[0]):
        word = START
        suits = np.uint64(0)
        for j in range(boards.shape[1]):
            word += words[boards[b, j]]
            suits |= suit_bit(boards[b, j])
        if (word + ONE_EACH + ONE_EACH) & FIVE_SUITED:
            for h in range(hands.shape[0]):
                if suits & hand_suits[h]:
                    out[b, h] = 0
                    continue
                whole = word + hand_words[h]
                if whole & FIVE_SUITED:
                    mask = (suits | hand_suits[h]) >> flush_suit(whole)
                    out[b, h] = flush[np.int64(mask & SUIT_MASK)]
                else:
                    out[b, h] = plain_value(whole, shift, value)
        else:
            for h in range(hands.shape[0]):
                made = plain_value(word + hand_words[h], shift, value)
                out[b, h] = 0 if suits & hand_suits[h] else made


@kernel
def deal_values(hands, boards, tables, out):
    """Values of n deals to p players: hands (n, p, 2), boards (n, 5), values (n, p)."""
    words, flush, shift, value = tables.words, tables.flush, tables.shift7, tables.value7
    for i in range(hands.shape[0]):
        word = START
        suits = np.uint64(0)
        for j in range(5):
            word += words[boards[i, j]]
            suits |= suit_bit(boards[i, j])
        for p in range(hands.shape[1]):
            whole = word + words[hands[i, p, 0]] + words[hands[i, p, 1]]
            if whole & FIVE_SUITED:
                mask = suits | suit_bit(hands[i, p, 0]) | suit_bit(hands[i, p, 1])
                out[i, p] = flush[np.int64(mask >> flush_suit(whole) & SUIT_MASK)]
            else:
                out[i, p] = plain_value(whole, shift, value)


@kernel
def all_possible(cards):
    """Whether no row has a card above 51 or a card twice.

    If all bits are different, their sum equals their bitwise or. The inner loop runs down a column,
    which is several times faster than a loop over the few cards of a row.
    """
    n, k = cards.shape
    total = np.empty(512, np.uint64)
    union = np.empty(512, np.uint64)
    wrong = np.uint64(0)
    for start in range(0, n, 512):
        size = min(512, n - start)
        total[:size] = 0
        union[:size] = 0
        for j in range(k):
            for i in range(size):
                card = np.uint64(cards[start + i, j])
                wrong |= card & np.uint64(0xC0)
                bit = np.uint64(1) << (card & np.uint64(63))
                total[i] += bit
                union[i] |= bit
        for i in range(size):
            wrong |= (total[i] ^ union[i]) | (union[i] >> np.uint64(52))
    return wrong == np.uint64(0)


@kernel
def count_seven_card_values(tables, counts):
    """Count how many of the 133,784,560 seven-card hands have each value, adding card by card."""
    words, flush, shift, value = tables.words, tables.flush, tables.shift7, tables.value7
    for a in range(6, 52):
        word_a = START + words[a]
        suits_a = suit_bit(a)
        for b in range(5, a):
            word_b = word_a + words[b]
            suits_b = suits_a | suit_bit(b)
            for c in range(4, b):
                word_c = word_b + words[c]
                suits_c = suits_b | suit_bit(c)
                for d in range(3, c):
                    word_d = word_c + words[d]
                    suits_d = suits_c | suit_bit(d)
                    for e in range(2, d):
                        word_e = word_d + words[e]
                        suits_e = suits_d | suit_bit(e)
                        for f in range(1, e):
                            word_f = word_e + words[f]
                            if (word_f + ONE_EACH) & FIVE_SUITED:
                                suits_f = suits_e | suit_bit(f)
                                for g in range(f):
                                    word = word_f + words[g]
                                    if word & FIVE_SUITED:
                                        mask = (suits_f | suit_bit(g)) >> flush_suit(word)
                                        counts[flush[np.int64(mask & SUIT_MASK)]] += 1
                                    else:
                                        counts[plain_value(word, shift, value)] += 1
                            else:
                                for g in range(f):
                                    counts[plain_value(word_f + words[g], shift, value)] += 1
