"""Kernels for hand strength and potential on a board, against one weight table.

Where no flush is possible, the worth of a hand depends on ranks alone, and there are 91 kinds of
hands (two ranks). So hands are compared by kind, and weights are added up by kind. Sums for each
card are used to subtract the hands that share a card. Hands that can make a flush are treated one
by one.

A score is 2 for a win, 1 for a tie, 0 for a loss.
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.kernels.ranks import PAIR_COLUMNS as KINDS
from railbird.kernels.ranks import pair_column as kind_of

ROUNDING = 1e-12
"""A difference of sums that is smaller than this, relative to the sums, is only rounding."""


@kernel
def score_of(mine, theirs):
    """2 for a win, 1 for a tie, 0 for a loss."""
    return 1 + np.int64(mine > theirs) - np.int64(mine < theirs)


@kernel
def standings(values, order, hands, weights, ahead, tied, behind):
    """Weight of the hands that each hand beats, ties and loses to, on one board.

    ``order`` sorts the possible hands by value. One sweep goes up from the weakest hand and another
    goes down from the strongest, and each starts at zero. So small sums are not differences of
    large ones. A sum for each card is used to subtract the hands that share a card.
    """
    live = order.size
    with_card = np.zeros(52)
    group = np.zeros(52)
    for up in range(2):
        with_card[:] = 0.0
        swept = 0.0
        first = 0
        while first < live:
            value = values[order[first] if up else order[live - 1 - first]]
            last = first
            together = 0.0
            while last < live:
                h = order[last] if up else order[live - 1 - last]
                if values[h] != value:
                    break
                a, b = hands[h, 0], hands[h, 1]
                less = swept - with_card[a] - with_card[b]
                if up:
                    ahead[h] = max(less, 0.0)
                    group[a] += weights[h]
                    group[b] += weights[h]
                    together += weights[h]
                else:
                    behind[h] = max(less, 0.0)
                last += 1
            for i in range(first, last):
                h = order[i] if up else order[live - 1 - i]
                a, b = hands[h, 0], hands[h, 1]
                if up:  # the hand itself was subtracted twice, once for each card
                    tied[h] = max(together - group[a] - group[b] + weights[h], 0.0)
                swept += weights[h]
                with_card[a] += weights[h]
                with_card[b] += weights[h]
            if up:
                for i in range(first, last):
                    group[hands[order[i], 0]] = 0.0
                    group[hands[order[i], 1]] = 0.0
            first = last


@kernel
def kind_gains(left, now, later, gains):
    """Half cases in which a hand of one kind gains on a hand of another kind with the next card.

    ``left[r]`` is the number of cards of rank r that are not on the board; ``now[a]`` and
    ``later[r, a]`` are values. From behind to ahead counts as two half cases. From behind to a tie,
    or from a tie to ahead, counts as one.
    """
    held = np.zeros((KINDS, 13), np.int64)
    for a in range(13):
        for b in range(a + 1):
            held[kind_of(a, b), a] += 1
            held[kind_of(a, b), b] += 1
    for mine in range(KINDS):
        for theirs in range(KINDS):
            gain = 0
            if now[mine] <= now[theirs]:
                for r in range(13):
                    cards = left[r] - held[mine, r] - held[theirs, r]
                    if cards > 0:
                        if later[r, mine] > later[r, theirs]:
                            gain += cards * (2 if now[mine] < now[theirs] else 1)
                        elif later[r, mine] == later[r, theirs] and now[mine] < now[theirs]:
                            gain += cards
            gains[mine, theirs] = gain


@kernel
def special_gains(special, now, later, masks, cards, gained, lost):
    """Half cases, as in `kind_gains`, of every hand against each special hand, and the reverse.

    ``later[c, h]`` is the value of hand h after the next card c, 0 if it holds that card. For two
    hands that share no card there are ``cards`` next cards.
    """
    hands = now.size
    above = np.empty(hands, np.int16)
    equal = np.empty(hands, np.int16)
    for f in range(special.size):
        one = special[f]
        above[:] = 0
        equal[:] = 0
        for c in range(later.shape[0]):
            value = later[c, one]
            if value > 0:
                for h in range(hands):  # the compiler vectorises this loop
                    above[h] += np.int16(later[c, h] > value)
                    equal[h] += np.int16(later[c, h] == value)
        for h in range(hands):
            gained[f, h] = 0
            lost[f, h] = 0
            if now[h] > 0 and masks[h] & masks[one] == 0:
                below = cards - above[h] - equal[h]
                if now[h] < now[one]:
                    gained[f, h] = 2 * above[h] + equal[h]
                elif now[h] > now[one]:
                    lost[f, h] = 2 * below + equal[h]
                else:
                    gained[f, h] = above[h]
                    lost[f, h] = below


@kernel
def all_gains(weights, hands, is_special, special, gains, gained, lost, live, up, down):
    """Weighted half cases of all hands against a weight table: gains (up) and losses (down)."""
    by_kind = np.zeros(KINDS)
    by_rank = np.zeros((52, 13))
    up[:] = 0.0
    down[:] = 0.0
    for h in live:
        if not is_special[h]:
            a, b = np.int64(hands[h, 0]), np.int64(hands[h, 1])
            by_kind[kind_of(a >> 2, b >> 2)] += weights[h]
            by_rank[a, b >> 2] += weights[h]
            by_rank[b, a >> 2] += weights[h]
    for f in range(special.size):
        weight = weights[special[f]]
        if weight > 0:
            for h in range(hands.shape[0]):
                up[h] += weight * gained[f, h]
                down[h] += weight * lost[f, h]
    for f in range(special.size):
        won, fell = 0.0, 0.0
        for h in live:
            won += weights[h] * lost[f, h]
            fell += weights[h] * gained[f, h]
        up[special[f]] = won
        down[special[f]] = fell
    up_kind = np.zeros(KINDS)
    down_kind = np.zeros(KINDS)
    for mine in range(KINDS):
        for theirs in range(KINDS):
            up_kind[mine] += gains[mine, theirs] * by_kind[theirs]
            down_kind[mine] += gains[theirs, mine] * by_kind[theirs]
    for h in live:
        if is_special[h]:
            continue
        a, b = np.int64(hands[h, 0]), np.int64(hands[h, 1])
        mine = kind_of(a >> 2, b >> 2)
        more, less = up_kind[mine], down_kind[mine]
        for r in range(13):  # the hand itself needs no care: its own kind gains nothing
            theirs = kind_of(a >> 2, r)
            more -= gains[mine, theirs] * by_rank[a, r]
            less -= gains[theirs, mine] * by_rank[a, r]
            theirs = kind_of(b >> 2, r)
            more -= gains[mine, theirs] * by_rank[b, r]
            less -= gains[theirs, mine] * by_rank[b, r]
        up[h] += max(more, 0.0)
        down[h] += max(less, 0.0)


@kernel
def one_gain(one, place, weights, hands, masks, is_special, gains, gained, lost, special_of, live):
    """`all_gains` for a single hand, hand by hand; ``place`` is its place among special hands."""
    up, down = 0.0, 0.0
    mine = kind_of(np.int64(hands[one, 0]) >> 2, np.int64(hands[one, 1]) >> 2)
    for h in live:
        if weights[h] == 0 or masks[h] & masks[one]:
            continue
        if place >= 0:
            up += weights[h] * lost[place, h]
            down += weights[h] * gained[place, h]
        elif is_special[h]:
            up += weights[h] * gained[special_of[h], one]
            down += weights[h] * lost[special_of[h], one]
        else:
            theirs = kind_of(np.int64(hands[h, 0]) >> 2, np.int64(hands[h, 1]) >> 2)
            up += weights[h] * gains[mine, theirs]
            down += weights[h] * gains[theirs, mine]
    return up, down


@kernel
def compare_one(one, values, weights, counts):
    """Weights, for each table, of the hands that hand ``one`` beats, ties and loses to."""
    mine = values[one]
    for t in range(weights.shape[0]):
        for h in range(values.size):
            if values[h] > 0:
                counts[t, 2 - score_of(mine, values[h])] += weights[t, h]


@kernel
def count_transitions(now, mine, values, weights, counts):
    """How a hand stands against each other hand now and on each board to come.

    ``now[h]`` is 0 if ahead of hand h, 1 if tied, 2 if behind. ``mine[b]`` and ``values[b, h]`` are
    the values on board b, 0 for a hand that cannot be held there. Adds weights to ``counts[now,
    then]``.
    """
    for b in range(values.shape[0]):
        for h in range(values.shape[1]):
            value = values[b, h]
            if value != 0:
                counts[now[h], 2 - score_of(mine[b], value)] += weights[h]
