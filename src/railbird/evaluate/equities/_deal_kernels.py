"""Kernels that deal: every board, one board of each kind, or hands and boards at random."""

import numpy as np

from railbird.kernels.cards import bits_in, choose, next_ranks
from railbird.kernels.jit import kernel
from railbird.kernels.random import place_by_weight, random_card, random_number


@kernel
def next_boards(known, deck, missing, positions, boards):
    """Fill ``boards`` with the known cards and the next choices of ``missing`` cards from the deck.

    ``positions`` (the colex-next choice to write, ascending) is kept between calls.
    """
    for i in range(boards.shape[0]):
        for j in range(known.size):
            boards[i, j] = known[j]
        for j in range(missing):
            boards[i, known.size + j] = deck[positions[j]]
        j = 0
        while j < missing:
            positions[j] += 1
            if j + 1 == missing or positions[j] < positions[j + 1]:
                break
            positions[j] = j
            j += 1


@kernel
def lay_cards(suits, rank, count, board, at):
    """Put ``count`` cards of a rank, in a mask's first suits, on a board; return the next place."""
    for suit in range(4):
        if count > 0 and suits >> suit & 1:
            board[at] = 4 * rank + suit
            at += 1
            count -= 1
    return at


@kernel
def lay_rainbow(suits, ranks, counts, distinct, board):
    """Deal a board without three cards of a suit, by a search over the suits of each rank."""
    tried = np.zeros(5, np.int64)  # subsets of the four suits
    used = np.zeros((6, 4), np.int64)
    level = 0
    while level < distinct:
        tried[level] += 1
        chosen = tried[level]
        if chosen == 16:
            tried[level] = 0
            level -= 1
            continue
        if bits_in(chosen) != counts[level] or chosen & ~suits[ranks[level]]:
            continue
        fits = True
        for suit in range(4):
            used[level + 1, suit] = used[level, suit] + (chosen >> suit & 1)
            fits = fits and used[level + 1, suit] < 3
        if fits:
            level += 1
    at = 0
    for i in range(distinct):
        at = lay_cards(tried[i], ranks[i], counts[i], board, at)


@kernel
def board_kinds(suits, alike, boards, weights):
    """List one board of each possible kind, and how many boards it stands for.

    ``suits[r]`` is the mask of the suits of rank r that are left. Boards are of the same kind if no
    hand outside the board can tell them apart: they have the same ranks and either no three cards
    of a suit, or the same ranks in the suit that has three or more. There are at most 4·(1,287 +
    9,295 + 26,026) + 6,175 kinds. Suits in which all hands hold the same ranks are handled only
    once: ``alike[s]`` is the number of suits that suit s stands for, 0 if another stands for it.
    Returns the number of boards.
    """
    n = 0
    five = np.zeros(5, np.int64)
    ranks = np.empty(5, np.int64)
    counts = np.empty(5, np.int64)
    while next_ranks(five):
        distinct = 0
        for i in range(5):
            if i > 0 and five[i] == five[i - 1]:
                counts[distinct - 1] += 1
            else:
                ranks[distinct] = five[i]
                counts[distinct] = 1
                distinct += 1
        left = 1  # boards of these ranks not yet counted
        for i in range(distinct):
            left *= choose(bits_in(suits[ranks[i]]), counts[i])
        if left == 0:
            continue
        for suit in range(4):
            for suited in range(1 << distinct):
                if alike[suit] == 0 or bits_in(suited) < 3:
                    continue
                ways = 1
                for i in range(distinct):
                    held = suits[ranks[i]]
                    of_suit = suited >> i & 1
                    if of_suit and not held >> suit & 1:
                        ways = 0
                        break
                    ways *= choose(bits_in(held & ~(1 << suit)), counts[i] - of_suit)
                if ways == 0:
                    continue
                at = 0
                for i in range(distinct):
                    of_suit = suited >> i & 1
                    if of_suit:
                        boards[n, at] = 4 * ranks[i] + suit
                        at += 1
                    others = suits[ranks[i]] & ~(1 << suit)
                    at = lay_cards(others, ranks[i], counts[i] - of_suit, boards[n], at)
                weights[n] = ways * alike[suit]
                n += 1
                left -= ways * alike[suit]
        if left > 0:
            lay_rainbow(suits, ranks, counts, distinct, boards[n])
            weights[n] = left
            n += 1
    return n


@kernel
def sample_deals(
    state, known, used, cards, masks, cumulative, starts, uniform, tries, hands, boards
):
    """Deal hands and boards at random; return how many deals were made within ``tries``.

    Player p holds one of the hands ``starts[p]`` to ``starts[p + 1]``, drawn by weight. A deal in
    which two hands share a card is drawn again. This gives exactly the distribution of independent
    ranges, conditional on no collision. Players with the ``uniform`` range are dealt last, from the
    cards that are left: the distribution is the same, without drawing again.
    """
    players = starts.size - 1
    size = cards.shape[1]
    for i in range(hands.shape[0]):
        taken = used
        p = 0
        while p < players:
            if uniform[p]:
                p += 1
                continue
            if tries == 0:
                return i
            chosen = place_by_weight(cumulative, starts[p], starts[p + 1] - 1, random_number(state))
            if masks[chosen] & taken:
                tries -= 1
                taken = used
                p = 0
                continue
            taken |= masks[chosen]
            for j in range(size):
                hands[i, p, j] = cards[chosen, j]
            p += 1
        for p in range(players):
            if uniform[p]:
                for j in range(size):
                    card = random_card(state, taken)
                    taken |= np.uint64(1) << card
                    hands[i, p, j] = card
        for j in range(5):
            if j < known.size:
                boards[i, j] = known[j]
            else:
                card = random_card(state, taken)
                taken |= np.uint64(1) << card
                boards[i, j] = card
    return hands.shape[0]
