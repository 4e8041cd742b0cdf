"""Kernels of the baseline: hand ranks, what they are worth, and how they are played.

A hand rank is a count, or that count as a share. It counts twice the hands that are beaten plus
those that tie. ``settings_row`` is a row of `Settings.array`: the fold offset, Make1, Make2 and so
on, and the fold slope.
"""

import numpy as np

from railbird.kernels.jit import kernel

RIVER_HANDS = 2 * 990
TURN_HANDS = 2 * 1035
FLOP_HANDS = 2 * 1081
FLOP_BOARDS = 1081
TURN_BOARDS = 46

NOBODY, FIRST, SECOND = 0, 1, 2
"""Who folds with two players; the first is the big blind."""


@kernel
def effective_rank(round_, immediate, to_come, make_one, seven_only):
    """EHR from the immediate count and the sum of counts over the boards to come.

    Each branch divides once, so equal fractions give equal numbers.
    """
    if round_ == 3:
        return immediate / RIVER_HANDS
    if round_ == 2:
        now, then = immediate / TURN_HANDS, to_come / (TURN_BOARDS * RIVER_HANDS)
    else:
        now, then = immediate / FLOP_HANDS, to_come / (FLOP_BOARDS * RIVER_HANDS)
    if seven_only:
        return then
    best = max(now, then)
    if best > make_one:
        return best
    if round_ == 1:
        return (immediate * (RIVER_HANDS // 2) + to_come) / (2 * FLOP_BOARDS * RIVER_HANDS)
    return then


@kernel
def effective_ranks(round_, immediate, to_come, make_one, seven_only, ranks):
    """`effective_rank` of many hands."""
    for h in range(ranks.size):
        ranks[h] = effective_rank(round_, immediate[h], to_come[h], make_one, seven_only)


@kernel
def made_bets(rank, settings_row):
    """How many bets a hand rank is worth, from 0."""
    bets = 0
    for k in range(1, settings_row.size - 1):
        if rank >= settings_row[k]:
            bets = k
    return bets


@kernel
def call_threshold(price, pot, slope, offset):
    """Hand rank below which a price is not paid, unless the hand is worth that many bets."""
    return slope * (price / (pot + price)) + offset


@kernel
def fold_threshold(round_, size, settings_row):
    """`call_threshold` of one bet between two players with ``size`` each in the pot.

    Before the flop the pot counts as two bets, that is, a size of 1.
    """
    slope = settings_row[settings_row.size - 1]
    return call_threshold(1 if round_ < 2 else 2, 2 * size, slope, settings_row[0])


@kernel
def baseline_bets(first, second):
    """Bets of each player after the flop when nobody folds: Table 3.1 of Kan (2007).

    The first player makes the odd bets, the second player the even ones, until one of them has made
    as many as the hand is worth. If the first does not bet, the second may.
    """
    if first == 0:
        return 1 if second > 0 else 0
    return min(np.int64(second) | 1, (np.int64(first) + 1) & ~1)


@kernel
def baseline(first, second, first_folds, second_folds):
    """Bets of each player in the baseline after the flop, and who folds.

    A hand that is worth a bet does not fold. A player who folds has put nothing in this round.
    """
    if first == 0 and second > 0 and first_folds:
        return 0, FIRST
    if second == 0 and first > 0 and second_folds:
        return 0, SECOND
    return baseline_bets(first, second), NOBODY


@kernel
def preflop_baseline(first, second, first_folds, second_folds):
    """Bets of each player in the baseline before the flop, and who folds.

    The big blind is the first bet, and the second player, the small blind, acts first.
    """
    if second == 0 and second_folds:
        return 1, SECOND
    if second < 2:
        return (1 if first < 2 else 2), NOBODY
    if first == 0 and first_folds:
        return 1, FIRST
    if first < 3:
        return 2, NOBODY
    return (4 if second == 4 else 3), NOBODY


@kernel
def opening_baseline(opener, first, second, first_folds, second_folds):
    """`preflop_baseline` if the player ``opener`` has the small blind: usually the second."""
    if opener == SECOND:
        return preflop_baseline(first, second, first_folds, second_folds)
    bets, folds = preflop_baseline(second, first, second_folds, first_folds)
    return bets, NOBODY if folds == NOBODY else FIRST + SECOND - folds


@kernel
def baseline_action(level, to_call, made, folds):
    """The baseline's action: −1 folds, 0 checks or calls, 1 bets or raises.

    A hand raises until the bets that it is worth are in; ``level`` is how many are in now.
    ``to_call`` is the number of bets to pay. A hand that is worth as many does not fold.
    """
    if made > level:
        return 1
    return -1 if made < to_call and folds else 0
