"""Kernel of the pre-flop table: all pairs of hands on one board of four cards.

Hands are sorted by their rank on the turn. So the hands of one class are neighbours, and so are
those of the class that fold. Every loop over the other hands runs over a span of an array, without
a branch, in 16-bit numbers, many of which a core handles in parallel.
"""

import numpy as np

from railbird.kernels.jit import kernel

RIVERS = 44
POTS = 4
"""Bets of each player before the flop: one to four."""

TURN_SIZES = 8
"""What each player can have in the pot on the turn: 1…8 small bets."""

WON = 512
"""Weight of a won showdown in a sum that also counts bets: over twice the bets of 44 rivers."""


@kernel
def ones(bits):
    """Number of ones in a 64-bit word (in a form that compilers turn into one instruction)."""
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + (
        (bits >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (bits * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def river_bits(value, made, rank, thresholds, worth_bet, folds):
    """On which rivers hands bet, and do not call a bet with each size in the pot, as bits.

    ``thresholds`` fall with the size, so a hand that calls with one calls with all larger ones.
    """
    worth_bet[:] = 0
    folds[:] = 0
    for r in range(value.shape[0]):
        bit = np.uint64(1) << np.uint64(r)
        for j in range(value.shape[1]):
            if value[r, j] == 0:
                continue
            if made[r, j] > 0:
                worth_bet[j] |= bit
                continue
            for size in range(1, thresholds.size):
                if rank[r, j] >= thresholds[size]:
                    break
                folds[size, j] |= bit


@kernel
def river_sums(i, value, made, stake, sums):
    """Rivers that hand i wins minus those it loses, times `WON`, plus the bets on them."""
    sums[:] = 0
    for r in range(value.shape[0]):
        mine = value[r, i]
        if mine == 0:
            continue
        row = stake[r, made[r, i]]
        others = value[r]
        for j in range(sums.size):
            won = row[j] if others[j] < mine else np.int16(0)
            lost = row[j] if others[j] > mine else np.int16(0)
            sums[j] += won - lost


@kernel
def turn_gains(after, span, ahead, extra, i, folds, worth_bet, out):
    """44 times what hand i wins from some others with ``after`` from each in the pot on the turn.

    A hand that folds on the river is behind, and saves the bet of two.
    """
    lo, hi = span  # loops from 0 over slices cannot have a negative index, so they are vectorised
    out, ahead, extra = out[lo:hi], ahead[lo:hi], extra[lo:hi]
    for j in range(out.size):
        out[j] = after * ahead[j] + extra[j]
    mine, bets = folds[after, i], worth_bet[i]
    if mine:
        betting = worth_bet[lo:hi]
        for j in range(out.size):
            out[j] += np.int16(2) * np.int16(ones(mine & betting[j]))
    if bets:
        theirs = folds[after][lo:hi]
        for j in range(out.size):
            out[j] -= np.int16(2) * np.int16(ones(theirs[j] & bets))


@kernel
def add_masked(mask, gains, out):
    """Add gains where the mask is −1, and not where it is 0."""
    for j in range(out.size):
        out[j] += mask[j] & gains[j]


@kernel
def add_constant(mask, gain, out):
    """Add a constant where the mask is −1."""
    for j in range(out.size):
        out[j] += mask[j] & gain


@kernel
def add_flop(pot, made, folds, masks, won, out):
    """Add what a hand wins if the flop that led to the board began with ``pot``.

    ``masks`` of the other hands: worth no bet, folding, calling or worth one bet, worth 1…4, 2…4,
    2…3, and 4 bets.
    """
    none, fold, one, some, two_up, two_three, four = range(7)
    if made == 0:
        add_masked(masks[none], won[pot], out)
        if folds:
            add_constant(masks[some], np.int16(-RIVERS * pot), out)
        else:
            add_masked(masks[some], won[pot + 1], out)
        return
    add_constant(masks[fold], np.int16(RIVERS * pot), out)
    add_masked(masks[one], won[pot + 1], out)
    if made < 3:
        add_masked(masks[two_up], won[pot + 2], out)
    else:
        add_masked(masks[two_three], won[pot + 3], out)
        add_masked(masks[four], won[pot + 4], out)


@kernel
def add_board(
    index, weight, value, made, stake, worth_bet, folds, turn_starts, turn_folding, flop_made,
    flop_folds, flop_masks, bets, total,
):  # fmt: skip
    """Add what every pair of hands wins on the turns and rivers of one board of four cards.

    The board stands for its four flops, each with the fourth card as the turn. On each river (the
    first axis), ``value`` is the value of a hand, ``made`` the bets it is worth, and ``stake``
    `WON` plus the bets against a hand of another class. Bit r of ``worth_bet`` says that it bets on
    river r, and bit r of ``folds[size]`` that it does not call there. On the turn, hands from
    ``turn_starts[k]`` are worth k bets, and the first ``turn_folding[size]`` fold. For each flop
    and pot, ``flop_made``, ``flop_folds`` and ``flop_masks`` say what hands do (`add_flop`). The
    results of pairs that share a card are meaningless.
    """
    n = index.size
    sums = np.empty(n, np.int16)
    ahead = np.empty(n, np.int16)
    extra = np.empty(n, np.int16)
    won = np.zeros((TURN_SIZES + 1, n), np.int16)
    gains = np.empty((POTS, n), np.int16)
    for i in range(n):
        river_sums(i, value, made, stake, sums)
        for j in range(n):
            ahead[j] = (sums[j] + np.int16(WON // 2)) >> 9
            extra[j] = 2 * (sums[j] - (ahead[j] << 9))
        mine = 0
        while turn_starts[mine + 1] <= i:
            mine += 1
        for size in range(1, TURN_SIZES + 1):
            for theirs in range(5):
                lo, hi = turn_starts[theirs], turn_starts[theirs + 1]
                if mine == 0 and theirs > 0 and i < turn_folding[size]:
                    won[size, lo:hi] = -RIVERS * size
                    continue
                if theirs == 0 and mine > 0:
                    lo = turn_folding[size]
                    won[size, :lo] = RIVERS * size
                after = np.int16(size + 2 * bets[mine, theirs])
                turn_gains(after, (lo, hi), ahead, extra, i, folds, worth_bet, won[size])
        gains[:] = 0
        for f in range(4):
            for pot in range(1, POTS + 1):
                add_flop(
                    pot, flop_made[f, i], flop_folds[f, pot, i], flop_masks[f, pot], won,
                    gains[pot - 1],
                )  # fmt: skip
        for pot in range(POTS):
            row = total[pot, index[i]]
            for j in range(n):
                row[index[j]] += weight * gains[pot, j]
