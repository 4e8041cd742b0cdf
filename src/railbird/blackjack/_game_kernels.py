"""Kernels that play hands of blackjack: the one place that knows how a hand goes.

Cards come in the order in which they are dealt: player, dealer, player, dealer (hidden), and then
each as it is drawn. The player stands on 21 without being asked. After a split the first hand is
played before the second gets its card. The dealer draws unless all hands have busted.
"""

import numpy as np

from railbird.blackjack._kernels import ACE, BUST, DOUBLE, STAND, STANDS_FROM, TEN
from railbird.kernels.jit import kernel
from railbird.kernels.random import OTHER, random_below, random_bits

SPLIT = 3
DONE, NEEDS_CARD, NEEDS_ACTION, ILLEGAL = range(4)
"""How far a hand has come."""

UNSEEN, UP, MAY_DOUBLE, MAY_SPLIT, IS_SPLIT, ACTION, WIDTH = 10, 20, 21, 22, 23, 24, 25
"""Columns of a decision: the hand's ten counts, those of all unseen cards with the hand's own, the
dealer's card, what is allowed, whether the hand is one of two, and the action (-1: not made)."""

MOST_DECISIONS = 48
FEW, MANY = 16, 64
"""Cards that most hands need, and cards that no hand exceeds."""


@kernel
def hand_total(hand):
    """The total of a hand's ten counts, and 1 if an ace counts eleven in it."""
    hard = 0
    for card in range(10):
        hard += (card + 1) * hand[card]
    soft = 1 if hand[ACE] > 0 and hard <= 11 else 0
    return hard + 10 * soft, soft


@kernel
def is_natural(one, two):
    """Whether two cards are a blackjack."""
    return min(one, two) == ACE and max(one, two) == TEN


@kernel
def table_action(decision, moves, splits):
    """What a table strategy does at a decision."""
    hand, up = decision[:UNSEEN], decision[UP]
    if decision[MAY_SPLIT]:
        for card in range(10):
            if hand[card] == 2 and splits[card, up]:
                return SPLIT
    total, soft = hand_total(hand)
    return moves[decision[MAY_DOUBLE], soft, total, up]


@kernel
def play_hand(
    shoe, cards, dealt, actions, acted, moves, splits, by_table, hits_soft_17, double_split, pays,
    decisions,
):  # fmt: skip
    """Play a hand with the cards and actions that are known.

    Returns how far it has come, what it won in bets, how many cards it took, the number of
    decisions written to ``decisions``, and how many of the cards the dealer did not draw. The last
    decision is still to be made if an action is needed.
    With ``by_table`` the table strategy acts in place of ``actions``.
    """
    if dealt < 4:
        return NEEDS_CARD, 0.0, 0, 0, 0
    up, hole = cards[1], cards[3]
    left = shoe.copy()
    for i in range(3):
        left[cards[i]] -= 1
    natural = is_natural(cards[0], cards[2])
    caught = is_natural(up, hole)
    if natural or caught:
        won = 0.0 if natural and caught else pays if natural else -1.0
        return DONE, won, 4, 0, 4
    used, decided, hands, h = 4, 0, 1, 0
    held = np.zeros((2, 10), np.int64)
    held[0, cards[0]] += 1
    held[0, cards[2]] += 1
    bets = np.ones(2)
    while h < hands:
        split_aces = hands == 2 and cards[0] == ACE
        wants_card = hands == 2 and held[h].sum() == 1
        while True:
            if wants_card:
                if used >= dealt:
                    return NEEDS_CARD, 0.0, used, decided, used
                held[h, cards[used]] += 1
                left[cards[used]] -= 1
                used += 1
                if split_aces or bets[h] == 2:
                    break
            total, _ = hand_total(held[h])
            if total >= 21:
                break
            size = held[h].sum()
            row = decisions[decided]
            row[:UNSEEN] = held[h]
            row[UNSEEN:UP] = left + held[h]
            row[UP], row[IS_SPLIT], row[ACTION] = up, hands - 1, -1
            row[MAY_DOUBLE] = 1 if size == 2 and (hands == 1 or double_split) else 0
            row[MAY_SPLIT] = 1 if size == 2 and hands == 1 and cards[0] == cards[2] else 0
            if by_table:
                action = table_action(row, moves, splits)
            elif decided < acted:
                action = actions[decided]
            else:
                return NEEDS_ACTION, 0.0, used, decided + 1, used
            row[ACTION] = action
            decided += 1
            doubles, parts = action == DOUBLE, action == SPLIT
            if (doubles and not row[MAY_DOUBLE]) or (parts and not row[MAY_SPLIT]):
                return ILLEGAL, 0.0, used, decided, used
            if action == STAND:
                break
            if parts:
                hands = 2
                held[0, cards[0]] -= 1
                held[1, cards[0]] += 1
                split_aces = cards[0] == ACE
            elif doubles:
                bets[h] = 2
            wants_card = True
        h += 1
    if not by_table and decided < acted:
        return ILLEGAL, 0.0, used, decided, used
    return dealer_plays(cards, dealt, used, decided, held[:hands], bets, hits_soft_17)


@kernel
def dealer_plays(cards, dealt, used, decided, held, bets, hits_soft_17):
    """The dealer draws if a hand is left to beat, and all hands are paid."""
    totals = np.zeros(2, np.int64)
    taken = used
    alive = False
    for h in range(len(held)):
        totals[h], _ = hand_total(held[h])
        alive = alive or totals[h] < BUST
    dealer = np.zeros(10, np.int64)
    dealer[cards[1]] += 1
    dealer[cards[3]] += 1
    score, soft = hand_total(dealer)
    while alive and (score < STANDS_FROM or (score == STANDS_FROM and soft and hits_soft_17)):
        if used >= dealt:
            return NEEDS_CARD, 0.0, used, decided, taken
        dealer[cards[used]] += 1
        used += 1
        score, soft = hand_total(dealer)
    won = 0.0
    for h in range(len(held)):
        if totals[h] >= BUST:
            won -= bets[h]
        elif score >= BUST or totals[h] > score:
            won += bets[h]
        elif totals[h] < score:
            won -= bets[h]
    return DONE, won, used, decided, taken


@kernel
def draw_cards(state, left, cards, first, last):
    """Draw cards at random from the counts ``left``, which lose them."""
    among = left.sum()
    for i in range(first, last):
        at = random_below(state, among)
        card = 0
        while at >= left[card]:
            at -= left[card]
            card += 1
        cards[i] = card
        left[card] -= 1
        among -= 1


@kernel
def stream_of(seed, number):
    """The random stream of one hand, or one shoe, of a seed."""
    state = np.empty(1, np.uint64)
    state[0] = np.uint64(seed)
    state[0] = random_bits(state) ^ (np.uint64(number) * OTHER)
    state[0] = random_bits(state)
    return state


@kernel
def play_many(
    seed, first, shoe, moves, splits, base_moves, base_splits, hits_soft_17, double_split, pays,
    won, differing, of_hand,
):  # fmt: skip
    """Play hands by a table strategy, each from the same shoe.

    ``differing`` gets the decisions at which another strategy acts otherwise, and ``of_hand`` the
    hand of each. Returns how many hands were played, which are all unless the decisions do not
    fit, and how many decisions there are.
    """
    decisions = np.empty((MOST_DECISIONS, WIDTH), np.int64)
    cards = np.empty(MANY, np.int64)
    nothing = np.empty(0, np.int64)
    found = 0
    for i in range(len(won)):
        if found + MOST_DECISIONS > len(differing):
            return i, found
        state = stream_of(seed, first + i)
        left = shoe.copy()
        draw_cards(state, left, cards, 0, FEW)
        dealt = FEW
        while True:
            status, won[i], _, decided, _ = play_hand(
                shoe, cards, dealt, nothing, 0, moves, splits, True, hits_soft_17, double_split,
                pays, decisions,
            )  # fmt: skip
            if status != NEEDS_CARD:
                break
            draw_cards(state, left, cards, dealt, dealt + 1)
            dealt += 1
        for d in range(decided):
            if decisions[d, ACTION] != table_action(decisions[d], base_moves, base_splits):
                differing[found] = decisions[d]
                of_hand[found] = i
                found += 1
    return len(won), found
