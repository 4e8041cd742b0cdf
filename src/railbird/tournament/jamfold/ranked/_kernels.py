"""Kernels of the jam-or-fold hand in which ranges are the best hands of a ranking.

A range is a threshold ``x`` from 0 to the number of groups of hands: whole groups up to x, and the
next one with the remaining fraction as its probability. For whole thresholds, ``one[x]``, ``two[x,
y]`` and ``three[x, y, z]`` hold the probabilities that one, two or three hands are in their ranges.
Lanes 0 … are the probabilities that they also finish in each order; the next lane is that of the
hands alone. Between whole thresholds all of these are linear in each.

A hand of n players ends in one of the rows: nobody in; player i alone; i and j, three orders each;
i, j and k, 13 orders each. Pairs and triples are in lexicographic order. Decisions are numbered
alike: i first in (i < n), j after i (n + pair), k after i and j (n + pairs + triple).
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.tournament.jamfold._showdown_kernels import LANES, ORDERS, stacks_after

TWO, THREE = 3, ORDERS
"""Orders of two and of three hands; also the lane of the probability of the hands alone."""

SMALLEST = 0.05
"""Free ranges hold at least this share of the first group: the response to a player who never
comes in is undefined."""

SHORTER, NARROWER = 0.6, 0.93
"""How fast the steps, and the distance at which gains are tested, shrink."""

EVERY = 3
"""The thresholds tried for a best response: every third one."""


@kernel
def pair_at(n, i, j):
    """Index of the pair i < j among all pairs."""
    return i * (2 * n - i - 1) // 2 + j - i - 1


@kernel
def triple_at(n, i, j, k):
    """Index of the triple i < j < k among all triples."""
    rest = n - i
    before = n * (n - 1) * (n - 2) // 6 - rest * (rest - 1) * (rest - 2) // 6
    return before + pair_at(rest - 1, j - i - 1, k - i - 1)


@kernel
def split(x, groups):
    """The whole threshold below x, and the fraction from it to the next."""
    low = min(int(x), groups - 1)
    return low, x - low


@kernel
def of_two(two, x, y, out):
    """Probabilities for two ranges."""
    a, s = split(x, two.shape[0] - 1)
    b, t = split(y, two.shape[0] - 1)
    for o in range(TWO + 1):
        out[o] = (1 - s) * ((1 - t) * two[a, b, o] + t * two[a, b + 1, o]) + s * (
            (1 - t) * two[a + 1, b, o] + t * two[a + 1, b + 1, o]
        )


@kernel
def in_both(two, x, y):
    """Probability that two hands are in their ranges."""
    a, s = split(x, two.shape[0] - 1)
    b, t = split(y, two.shape[0] - 1)
    return (1 - s) * ((1 - t) * two[a, b, TWO] + t * two[a, b + 1, TWO]) + s * (
        (1 - t) * two[a + 1, b, TWO] + t * two[a + 1, b + 1, TWO]
    )


@kernel
def of_three(three, size, x, y, z, out):
    """Probabilities for three ranges, from the flattened table; ``size`` is its length each way."""
    a, s = split(x, size - 1)
    b, t = split(y, size - 1)
    c, u = split(z, size - 1)
    p = np.uint64(((a * size + b) * size + c) * LANES)
    q = p + np.uint64(size * LANES)
    r = p + np.uint64(size * size * LANES)
    v = r + np.uint64(size * LANES)
    wp, wq, wr, wv = (1 - s) * (1 - t), (1 - s) * t, s * (1 - t), s * t
    for lane in range(LANES):
        o = np.uint64(lane)  # unsigned: no index is negative, so this becomes vector instructions
        low = wp * three[p + o] + wq * three[q + o] + wr * three[r + o] + wv * three[v + o]
        o += np.uint64(LANES)
        high = wp * three[p + o] + wq * three[q + o] + wr * three[r + o] + wv * three[v + o]
        out[lane] = low + u * (high - low)


@kernel
def of_one(one, x):
    """Probability of a range."""
    a, s = split(x, one.size - 1)
    return (1 - s) * one[a] + s * one[a + 1]


@kernel
def forced(stacks, posted, choice):
    """Mark forced decisions: 1 is in, 0 out, -1 is a real decision. See `JamRules.forced`.

    Returns whether the hand can be played: at most three are in by posting.
    """
    n = stacks.size
    pairs = n * (n - 1) // 2
    later = np.zeros(n + 1, dtype=np.int64)  # how many are in by posting, from each player on
    behind = np.zeros(n)  # what stays to be matched; endless if somebody behind may raise
    for p in range(n - 1, -1, -1):
        later[p] = later[p + 1] + (stacks[p] <= posted[p])
        if p < n - 1:
            behind[p] = max(behind[p + 1], stacks[p + 1])
            if stacks[p + 1] > posted[p + 1]:
                behind[p] = np.inf
    choice[:] = -1.0
    for i in range(n):
        if stacks[i] <= posted[i]:
            choice[i] = 1.0
        elif i < n - 1 and later[i + 1] >= 3:
            choice[i] = 0.0
        elif i < n - 1 and behind[i] <= posted[i]:
            choice[i] = 1.0
        for j in range(i + 1, n):
            at = n + pair_at(n, i, j)
            free = max(stacks[i], behind[j]) <= posted[j]
            if stacks[j] <= posted[j]:
                choice[at] = 1.0
            elif 1 + later[j + 1] >= 3:
                choice[at] = 0.0
            elif free:
                choice[at] = 1.0
            for k in range(j + 1, n):
                at = n + pairs + triple_at(n, i, j, k)
                free = max(stacks[i], stacks[j], behind[k]) <= posted[k]
                if stacks[k] <= posted[k]:
                    choice[at] = 1.0
                elif 2 + later[k + 1] >= 3:
                    choice[at] = 0.0
                elif free:
                    choice[at] = 1.0
    return later[0] <= 3


@kernel
def ends(stacks, posted, two_orders, three_orders, out):
    """Stacks after each row in which the hand can end."""
    n = stacks.size
    who = np.zeros(3, dtype=np.int64)
    alone = np.zeros(3, dtype=np.int64)
    who[0] = n - 1
    stacks_after(stacks, posted, who, alone, 1, out[0])
    row = 1
    for i in range(n):
        who[0] = i
        stacks_after(stacks, posted, who, alone, 1, out[row])
        row += 1
    for i in range(n):
        for j in range(i + 1, n):
            who[0], who[1] = i, j
            for o in range(TWO):
                stacks_after(stacks, posted, who, two_orders[o], 2, out[row])
                row += 1
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                who[0], who[1], who[2] = i, j, k
                for o in range(THREE):
                    stacks_after(stacks, posted, who, three_orders[o], 3, out[row])
                    row += 1


@kernel
def dot(chances, worth, row, orders, player):
    """A player's expectation over the orders of one set of players."""
    total = 0.0
    for o in range(orders):
        total += chances[o] * worth[player, row + o]
    return total


@kernel
def gain_third(two, three, x, y, z, worth, row, player, fold, buffer):
    """The gain of calling third with range z over folding, times its probability."""
    of_three(three, two.shape[0], x, y, z, buffer)
    return dot(buffer, worth, row, THREE, player) - buffer[THREE] * fold


@kernel
def gain_second(two, three, x, y, n, i, j, s, worth, player, fold, buffer):
    """As `gain_third` for j after i with range y, or i's payoff if ``player`` is i (fold is 0)."""
    pairs = n * (n - 1) // 2
    of_two(two, x, y, buffer)
    dealt = buffer[TWO]
    if dealt <= 0.0:
        return 0.0
    total = dot(buffer, worth, 1 + n + TWO * pair_at(n, i, j), TWO, player)
    no_call = 1.0
    value = 0.0
    for k in range(j + 1, n):
        t = triple_at(n, i, j, k)
        z = s[n + pairs + t]
        if z > 0.0:
            of_three(three, two.shape[0], x, y, z, buffer)
            value += no_call * dot(buffer, worth, 1 + n + TWO * pairs + THREE * t, THREE, player)
            no_call *= 1 - buffer[THREE] / dealt
    return value + no_call * total - dealt * fold


@kernel
def gain_first(one, two, three, x, n, i, s, worth, fold, buffer):
    """The same for i, who is first in with range x."""
    dealt = of_one(one, x)
    if dealt <= 0.0:
        return 0.0
    value, no_call = 0.0, 1.0
    for j in range(i + 1, n):
        y = s[n + pair_at(n, i, j)]
        if y > 0.0:
            value += no_call * gain_second(two, three, x, y, n, i, j, s, worth, i, 0.0, buffer)
            no_call *= 1 - in_both(two, x, y) / dealt
    return value + no_call * dealt * worth[i, 1 + i] - dealt * fold


@kernel
def evaluate(one, two, three, n, s, worth, value, reach, folds, chances):
    """Everybody's expectation, and for each decision its probability and the value of folding.

    ``reach`` is the probability that the hand reaches a decision, without the probabilities of the
    hands of those who are in; ``chances`` are the probabilities of the rows.
    """
    pairs = n * (n - 1) // 2
    chances[:] = 0.0
    of_pair = np.empty((pairs, TWO + 1))
    of_triple = np.empty((pairs * (n - 2) // 3, LANES))
    # forward: all probabilities
    unopened = 1.0
    for i in range(n - 1):
        reach[i] = unopened
        jam = of_one(one, s[i])
        if jam > 0.0:
            alone = unopened
            for j in range(i + 1, n):
                p = pair_at(n, i, j)
                reach[n + p] = alone
                y = s[n + p]
                if y <= 0.0:
                    continue
                pair = of_pair[p]
                of_two(two, s[i], y, pair)
                dealt, both = pair[TWO], alone
                for k in range(j + 1, n):
                    t = triple_at(n, i, j, k)
                    reach[n + pairs + t] = both
                    if s[n + pairs + t] <= 0.0:
                        continue
                    triple = of_triple[t]
                    of_three(three, two.shape[0], s[i], y, s[n + pairs + t], triple)
                    end = 1 + n + TWO * pairs + THREE * t
                    for o in range(THREE):
                        chances[end + o] = both * triple[o]
                    both *= 1 - triple[THREE] / dealt
                row = 1 + n + TWO * p
                for o in range(TWO):
                    chances[row + o] = both * pair[o]
                alone *= 1 - dealt / jam
            chances[1 + i] = alone * jam
            unopened *= 1 - jam
    chances[0] = unopened
    # backward: the value of what follows each player's fold
    later = np.zeros(n)
    after_two = np.zeros(n)
    after_one = worth[:, 0].copy()
    for i in range(n - 2, -1, -1):
        folds[i] = after_one[i]
        jam = of_one(one, s[i])
        if jam <= 0.0:
            continue
        after_two[:] = worth[:, 1 + i]
        for j in range(n - 1, i, -1):
            p = pair_at(n, i, j)
            folds[n + p] = after_two[j]
            y = s[n + p]
            if y <= 0.0:
                continue
            pair = of_pair[p]
            dealt = pair[TWO]
            row = 1 + n + TWO * p
            for q in range(n):
                later[q] = dot(pair, worth, row, TWO, q) / dealt
            for k in range(n - 1, j, -1):
                t = triple_at(n, i, j, k)
                folds[n + pairs + t] = later[k]
                if s[n + pairs + t] <= 0.0:
                    continue
                triple = of_triple[t]
                end = 1 + n + TWO * pairs + THREE * t
                call = triple[THREE] / dealt
                for q in range(n):
                    later[q] = (1 - call) * later[q] + dot(triple, worth, end, THREE, q) / dealt
            for q in range(n):
                after_two[q] += dealt / jam * (later[q] - after_two[q])
        for q in range(n):
            after_one[q] += jam * (after_two[q] - after_one[q])
    value[:] = after_one


@kernel
def gain_at(one, two, three, n, at, x, s, worth, folds, who, buffer):
    """The gain of the decision ``at`` with range x over folding, times its probability."""
    i, j, k = who[at]
    if j < 0:
        return gain_first(one, two, three, x, n, i, s, worth, folds[at], buffer)
    if k < 0:
        return gain_second(two, three, s[i], x, n, i, j, s, worth, j, folds[at], buffer)
    row = 1 + n + TWO * (n * (n - 1) // 2) + THREE * triple_at(n, i, j, k)
    y = s[n + pair_at(n, i, j)]
    return gain_third(two, three, s[i], y, x, worth, row, k, folds[at], buffer)


@kernel
def decisions(n, who):
    """Players of each decision: (i, -1, -1), (i, j, -1) or (i, j, k); the last one decides."""
    who[:] = -1
    at = n
    for i in range(n):
        who[i, 0] = i
        for j in range(i + 1, n):
            who[at, 0], who[at, 1] = i, j
            at += 1
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                who[at, 0], who[at, 1], who[at, 2] = i, j, k
                at += 1


@kernel
def is_reached(n, at, who, s):
    """Whether the players before a decision can be in."""
    i, j, k = who[at]
    if j < 0:
        return i < n - 1
    return s[i] > 0.0 and (k < 0 or s[n + pair_at(n, i, j)] > 0.0)


@kernel
def solve(one, two, three, n, choice, worth, s, step, sweeps, value, chances):
    """Find thresholds from which nobody gains by deviating; start from ``s``.

    All decisions move simultaneously to more or fewer hands, whichever gains. They move by ``step``
    at first, and by less each time the direction turns. Gains are tested further away at first,
    because a range may be worse than both its neighbours. Returns the most that one player could
    gain by changing all of their thresholds.
    """
    groups = float(one.size - 1)
    nodes = choice.size
    steps = np.full(nodes, step)
    way, moves = np.zeros(nodes), np.zeros(nodes)
    reach, folds = np.zeros(nodes), np.zeros(nodes)
    buffer = np.zeros(LANES)
    who = np.empty((nodes, 3), dtype=np.int64)
    decisions(n, who)
    for at in range(nodes):
        s[at] = choice[at] * groups if choice[at] >= 0 else min(max(s[at], SMALLEST), groups)
    window = step
    for _ in range(sweeps):
        evaluate(one, two, three, n, s, worth, value, reach, folds, chances)
        moves[:] = 0.0
        for at in range(nodes):
            if choice[at] >= 0 or not is_reached(n, at, who, s):
                continue
            low, high = max(s[at] - window, 0.0), min(s[at] + window, groups)
            slope = gain_at(one, two, three, n, at, high, s, worth, folds, who, buffer) - gain_at(
                one, two, three, n, at, low, s, worth, folds, who, buffer
            )
            if way[at] * slope < 0:
                steps[at] *= SHORTER
            way[at] = np.sign(slope)
            moves[at] = way[at] * steps[at]
        for at in range(nodes):
            if choice[at] < 0:
                s[at] = min(max(s[at] + moves[at], SMALLEST), groups)
        window = max(NARROWER * window, 1.0)
    evaluate(one, two, three, n, s, worth, value, reach, folds, chances)
    return best_gain(one, two, three, n, choice, worth, s, reach, folds, who, buffer)


@kernel
def best_gain(one, two, three, n, choice, worth, s, reach, folds, who, buffer):
    """The most that one player can gain by other thresholds while the others stay as they are."""
    groups = one.size - 1
    gains = np.zeros(n)
    for at in range(choice.size):
        if choice[at] >= 0 or not is_reached(n, at, who, s):
            continue
        now = gain_at(one, two, three, n, at, s[at], s, worth, folds, who, buffer)
        best = now
        for x in range(0, groups + 1, EVERY):
            gain = gain_at(one, two, three, n, at, float(x), s, worth, folds, who, buffer)
            best = max(best, gain)
        gains[who[at].max()] += reach[at] * (best - now)
    return gains.max()
