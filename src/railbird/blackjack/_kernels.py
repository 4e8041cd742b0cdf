"""Kernels that value hands of blackjack exactly, for any shoe.

Ranks have places: 0 for the ace, 1 for the deuce, …, 9 for all cards that count ten. A shoe and a
hand are counts of the ten ranks.
"""

import numpy as np

from railbird.kernels.jit import kernel

ACE, TEN = 0, 9
STAND, HIT, DOUBLE, GO_ON, ONCE_SPLIT = range(5)
"""Columns of values: three actions, the value of a hand that may only be hit, and of one of two
hands after a split, which may also be doubled."""

STANDS_FROM, BUST = 17, 22
DEEPEST = 16
"""More cards than a dealer can draw."""


@kernel
def hole_bar(up):
    """The rank that the dealer's hidden card is known not to have, or -1: no blackjack."""
    if up == ACE:
        return TEN
    return ACE if up == TEN else -1


@kernel
def draw_chance(left, among, up, card):
    """The chance that a player draws ``card``, when the dealer is known to have no blackjack.

    ``left`` counts the ``among`` cards that nobody has seen, the dealer's hidden card included.
    """
    barred = hole_bar(up)
    if barred < 0:
        return left[card] / among
    if card == barred:
        return left[card] / (among - 1)
    return left[card] / (among - left[barred]) * (among - 1 - left[barred]) / (among - 1)


@kernel
def dealer_ends(left, up, nodes, ways, ends):
    """Probabilities that a dealer who shows ``up`` ends with 17, 18, 19, 20, 21 or busts.

    ``nodes`` are the sets of cards that the dealer may draw, as a tree: depth, card, how many such
    cards come before it, the end that it leads to (or -1), and the node after its branch. ``ways``
    is in how many orders the set can be drawn.
    """
    ends[:] = 0.0
    among = left.sum()
    barred = hole_bar(up)
    first = among - left[barred] if barred >= 0 else among
    shares = np.empty(DEEPEST)
    for depth in range(1, DEEPEST):
        shares[depth] = 1 / (first if depth == 1 else max(among - depth + 1, 1))
    chances = np.empty(DEEPEST)
    chances[0] = 1.0
    i = 0
    while i < len(nodes):
        depth = nodes[i, 0]
        count = left[nodes[i, 1]] - nodes[i, 2]
        if count <= 0:
            i = nodes[i, 4]
            continue
        chances[depth] = chances[depth - 1] * count * shares[depth]
        if nodes[i, 3] >= 0:
            ends[nodes[i, 3]] += ways[i] * chances[depth]
        i += 1


@kernel
def stand_value(total, ends):
    """What a hand that stands on ``total`` wins on average, in bets."""
    worth = ends[BUST - STANDS_FROM]
    for end in range(BUST - STANDS_FROM):
        if total > STANDS_FROM + end:
            worth += ends[end]
        elif total < STANDS_FROM + end:
            worth -= ends[end]
    return worth


@kernel
def hand_values(
    shoe, up, least, hands, sizes, hard, draws, nodes, ways, moves, follows, double_split, values
):
    """Values of all hands that hold at least the cards ``least``, by action.

    Parameters
    ----------
    shoe
        The cards that nobody has seen, with those of the player's hand.
    hands, sizes, hard, draws
        All hands that have not busted, by rising total: their cards, how many, their total with
        aces as one, and the hand after each further card (-1 if it busts).
    moves, follows
        What a strategy does, by whether it may double, whether the hand is soft, and its total. It
        goes on so if ``follows``, and otherwise as well as possible.
    double_split
        Whether a hand may be doubled after a split.
    values
        The result, a row for each hand. The value of splitting is not here: the two hands do not
        share a card, so it is another shoe. For one card alone, `HIT` is the value of that one of
        the two hands.
    """
    ends = np.empty(6)
    left = np.empty(10)
    values[:] = np.nan
    for i in range(len(hands) - 1, -1, -1):
        fits = sizes[i] > 0
        for card in range(10):
            left[card] = shoe[card] - hands[i, card]
            fits = fits and left[card] >= 0 and hands[i, card] >= least[card]
        if not fits:
            continue
        soft = 1 if hands[i, ACE] and hard[i] <= 11 else 0
        total = hard[i] + 10 * soft
        dealer_ends(left, up, nodes, ways, ends)
        stand = stand_value(total, ends)
        hit, double = 0.0, 0.0
        among = left.sum()
        then = GO_ON
        if sizes[i] == 1:
            then = STAND if hands[i, ACE] else ONCE_SPLIT
        for card in range(10):
            if left[card] > 0:
                chance = draw_chance(left, among, up, card)
                after = draws[i, card]
                hit += chance * (values[after, then] if after >= 0 else -1.0)
                double += 2 * chance * (values[after, STAND] if after >= 0 else -1.0)
        values[i, STAND], values[i, HIT], values[i, DOUBLE] = stand, hit, double
        if follows:
            values[i, GO_ON] = stand if moves[0, soft, total] == STAND else hit
            values[i, ONCE_SPLIT] = values[i, moves[1 if double_split else 0, soft, total]]
        else:
            values[i, GO_ON] = max(stand, hit)
            values[i, ONCE_SPLIT] = max(stand, hit, double if double_split else stand)
