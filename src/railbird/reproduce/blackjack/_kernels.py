"""Kernel that plays out the dealer's hand in blackjack."""

import numpy as np

from railbird.kernels.jit import kernel

RANKS = 10
ACE, TEN = 0, 9
"""Places of the ranks in a shoe: ace, 2, …, 9, and all cards that count ten."""
STANDS_FROM, BUST = 17, 22
MOST_CARDS = 24


@kernel
def dealer_ends(shoe, up, ends):
    """Probabilities that a dealer who shows ``up`` ends with 17, 18, 19, 20, 21 or busts.

    The dealer draws from the shoe, hits soft 17, and is known to have no blackjack.
    """
    ends[:] = 0.0
    cards = np.zeros(MOST_CARDS, np.int64)
    totals = np.zeros(MOST_CARDS, np.int64)
    aces = np.zeros(MOST_CARDS, np.int64)
    chances = np.zeros(MOST_CARDS)
    left = shoe.sum()
    depth = 0
    totals[0], aces[0], chances[0] = up + 1, int(up == ACE), 1.0
    cards[1] = -1
    while depth >= 0:
        # try the next card that follows the hand at this depth
        if cards[depth + 1] >= 0:
            shoe[cards[depth + 1]] += 1
            left += 1
        cards[depth + 1] += 1
        card = cards[depth + 1]
        if card == RANKS:
            depth -= 1
            continue
        weight, among = shoe[card], left
        if depth == 0 and up in (ACE, TEN):
            hidden = TEN if up == ACE else ACE  # this card would make a blackjack
            among -= shoe[hidden]
            if card == hidden:
                weight = 0
        chance = chances[depth] * weight / among if weight else 0.0
        shoe[card] -= 1
        left -= 1
        if chance == 0.0:
            continue
        total, ace = totals[depth] + card + 1, aces[depth] + (card == ACE)
        best = total + 10 if ace and total <= 11 else total
        soft = best != total
        if best > STANDS_FROM or (best == STANDS_FROM and not soft):
            ends[min(best, BUST) - STANDS_FROM] += chance
            continue
        depth += 1
        totals[depth], aces[depth], chances[depth] = total, ace, chance
        cards[depth + 1] = -1
