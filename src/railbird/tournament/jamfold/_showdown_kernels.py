"""Kernels of hands in which two, three or more players are all in.

``table[x, y]`` is a row of 16 lanes for each class z, for three players of classes x, y and z.
Lanes 0 … 12 are the probabilities that they are dealt these classes and finish in each of the 13
orders, lane 13 that of the classes alone; the rest is 0. Any two of three players can be x and y,
with the orders renamed. So all sums run along rows, and long loops become vector instructions.
"""

import numpy as np

from railbird.kernels.cards import bits_in
from railbird.kernels.jit import kernel

CLASSES = 169
ORDERS = 13
DEALT = 13
LANES = 16


@kernel
def add_triples(shares, deals, all_deals, permutations, columns, first, later, into):
    """Add to cells of a table how all triples of classes are dealt and finish.

    ``shares`` and ``deals`` are those of the sorted triples, ``columns[p]`` the orders of each of
    their ``permutations``. A player of class x is in row ``first[x]`` as the first of three, and in
    ``later[x]`` as another; ``into[first, later, later]`` are the lanes.
    """
    classes = first.size
    triple = np.zeros(3, dtype=np.int64)
    at = 0
    for i in range(classes):
        for j in range(i, classes):
            for k in range(j, classes):
                triple[0], triple[1], triple[2] = i, j, k
                total = 0.0
                for o in range(ORDERS):
                    total += shares[o, at]
                for p in range(permutations.shape[0]):
                    x = triple[permutations[p, 0]]
                    y = triple[permutations[p, 1]]
                    z = triple[permutations[p, 2]]
                    again = False  # equal classes have fewer orders
                    for q in range(p):
                        again |= (
                            triple[permutations[q, 0]] == x
                            and triple[permutations[q, 1]] == y
                            and triple[permutations[q, 2]] == z
                        )
                    if deals[at] > 0 and not again:
                        dealt = deals[at] / all_deals
                        cell = into[first[x], later[y], later[z]]
                        for o in range(ORDERS):
                            cell[o] += dealt * shares[columns[p, o], at] / total
                        cell[DEALT] += dealt
                at += 1


@kernel
def stacks_after(stacks, posted, who, levels, count, left):
    """Stacks after the hand with ties split, see `JamRules.after`; ``count`` players are all in."""
    n = stacks.size
    put = posted.copy()
    for x in range(count):
        put[who[x]] = stacks[who[x]]
    for p in range(n):
        left[p] = stacks[p] - put[p]
    below = 0.0
    while True:
        level = np.inf
        for x in range(count):
            if below < put[who[x]] < level:
                level = put[who[x]]
        if level == np.inf:
            break
        pot, best, winners = 0.0, 99, 0
        for p in range(n):
            pot += min(put[p], level) - min(put[p], below)
        for x in range(count):
            if put[who[x]] >= level:
                if levels[x] < best:
                    best, winners = levels[x], 0
                winners += levels[x] == best
        for x in range(count):
            if put[who[x]] >= level and levels[x] == best:
                left[who[x]] += pot / winners
        below = level
    for p in range(n):
        left[p] += max(put[p] - below, 0.0)


@kernel
def add_rows(weights, which, count, rows, into):
    """``into[k] += weights[k, n] * rows[which[n]]`` for all k and n < count.

    Eight rows at a time are added up in single precision, in which they are given, and the sums in
    double precision: this takes half of the time, and rounding errors do not add up. The arrays of
    n have room for seven more.
    """
    for n in range(count, count + 7):
        weights[:, n] = 0.0
        which[n] = 0
    for n in range(0, count, 8):
        a, b, c, d = rows[which[n]], rows[which[n + 1]], rows[which[n + 2]], rows[which[n + 3]]
        e, f, g, h = rows[which[n + 4]], rows[which[n + 5]], rows[which[n + 6]], rows[which[n + 7]]
        for k in range(weights.shape[0]):
            total = into[k]
            w = weights[k, n : n + 8]
            if not w.any():
                continue
            wa, wb, wc, wd, we, wf, wg, wh = w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]
            for x in range(total.size):
                first = (wa * a[x] + wb * b[x]) + (wc * c[x] + wd * d[x])
                total[x] += first + ((we * e[x] + wf * f[x]) + (wg * g[x] + wh * h[x]))


@kernel
def after_two(
    table, dealt, joint, outcomes, rows, columns, is_known, calls, pay3, pay2, seats, more,
    strides, start, step, worth, by_third, folds, asked,
):  # fmt: skip
    """The expectations of two all-in players, and of those behind them, by the two classes.

    One of the two has class x, the other y. ``rows[x]`` and ``columns[y]`` are the probabilities
    that they get here with these; x of probability 0 and y that are known are skipped. Callers k =
    0, 1, … act in turn until one calls, with probabilities ``calls[k, c]``. ``pay3[k, o, p]`` is
    the payoff of player p if k calls and (x, c, y) finish in order o, ``pay2[p]`` if nobody calls.

    ``worth[p, x * strides[0] + y * strides[1]]`` becomes what p expects. ``by_third[k]`` gets for
    each c the probabilities of c, that k is to act, and of the orders of (x, y, c); ``folds[k, c]``
    what k, who is player ``seats[k]``, expects from folding. Classes x are start, start + step, …

    ``more[k, p]`` is added to what p expects if k calls, by the classes in the order of ``worth``;
    ``asked[k]`` becomes the probability that k is to act. Both may be empty.
    """
    callers, players = pay3.shape[0], pay3.shape[2]
    lanes = table.shape[2] // CLASSES
    ends = np.zeros((callers, table.shape[2]))
    paid = np.zeros((callers, players))
    left = np.zeros(callers + 1)
    which = np.zeros(CLASSES + 7, dtype=np.int64)
    here = np.zeros((callers, CLASSES + 7), dtype=np.float32)
    folded = np.zeros((callers, CLASSES + 7), dtype=np.float32)
    for x in range(start, CLASSES, step):
        if rows[x] == 0:
            continue
        count = 0
        for c in range(CLASSES):
            if calls[:, c].any():
                which[count] = c
                here[:, count] = calls[:, c]
                count += 1
        ends[:] = 0.0
        add_rows(here, which, count, table[x], ends)
        count = 0
        for y in range(CLASSES):
            if is_known[y]:
                continue
            at, cell = y * lanes, x * strides[0] + y * strides[1]
            left[0] = 1.0
            for k in range(callers):
                paid[k] = 0.0
                for o in range(ORDERS):
                    share = ends[k, at + o] / joint[x, y]
                    for p in range(players):
                        paid[k, p] += share * pay3[k, o, p]
                if more.shape[2] > 0:
                    for p in range(players):
                        paid[k, p] += more[k, p, cell]
                if asked.shape[1] > 0:
                    asked[k, cell] = left[k]
                left[k + 1] = left[k] * (1 - ends[k, at + DEALT] / joint[x, y])
            for p in range(players):
                value = 0.0
                for o in range(3):
                    value += outcomes[x, y, o] * pay2[p, o]
                value *= left[callers]
                for k in range(callers):
                    value += left[k] * paid[k, p]
                worth[p, cell] = value
            if columns[y] == 0:
                continue
            which[count] = y
            for k in range(callers):
                value, rest = 0.0, 1.0
                for m in range(k + 1, callers):
                    value += rest * paid[m, seats[k]]
                    rest *= 1 - ends[m, at + DEALT] / joint[x, y]
                for o in range(3):
                    value += rest * outcomes[x, y, o] * pay2[seats[k], o]
                reach = rows[x] * columns[y] * left[k]
                here[k, count] = reach
                folded[k, count] = reach * value
            count += 1
        add_rows(here, which, count, table[x], by_third)
        add_rows(folded, which, count, dealt[x], folds)


@kernel
def code_of(values, hands, m):
    """Σ l_x m^x for the levels l_x of m hands: a level counts the distinct better values."""
    code, unit = 0, 1
    for x in range(m):
        level = 0
        for y in range(m):
            if values[hands[y]] > values[hands[x]]:
                is_first = True
                for z in range(y):
                    if values[hands[z]] == values[hands[y]]:
                        is_first = False
                level += is_first
        code += level * unit
        unit *= m
    return code


@kernel
def finish(values, most, lookup, starts, columns):
    """The number of the order in which the hands of each deal finish, for each set of hands.

    Sets are hands 0, 1, 2 and those of the others, 3, 4, …, whose bits are in the mask. An order of
    m hands with levels l₀, l₁, … is in ``lookup`` at ``starts[m]`` + Σ l_x m^x.
    """
    hands = np.empty(values.shape[1], dtype=np.int64)
    for d in range(values.shape[0]):
        for mask in range(columns.shape[1]):
            m = 0
            for h in range(values.shape[1]):
                if h < 3 or mask >> (h - 3) & 1:
                    hands[m] = h
                    m += 1
            if m > most:
                continue
            columns[d, mask] = lookup[starts[m] + code_of(values[d], hands, m)]


@kernel
def play_on(classes, columns, later, jams, room, pay, first_columns, worth):
    """Set ``worth[0]`` to what everybody expects from one deal once three are all in.

    The ``later`` players act in turn; ``room`` of them can come in. Decision (l, mask) of the l-th
    of them, after those in ``mask`` came in, has row 2^l − 1 + mask of ``jams``. Before l acts,
    ``worth[mask]`` is the expected payoffs; at the end, the payoffs of the order.
    """
    players = pay.shape[0]
    for mask in range(1 << later):
        if bits_in(mask) <= room:
            for p in range(players):
                worth[mask, p] = pay[p, first_columns[mask] + columns[mask]]
    for at in range(later - 1, -1, -1):
        for mask in range(1 << at):
            if bits_in(mask) < room:
                jam = jams[(1 << at) - 1 + mask, classes[3 + at]]
                for p in range(players):
                    called = worth[mask | 1 << at, p]
                    worth[mask, p] += jam * (called - worth[mask, p])


@kernel
def more_by_pair(classes, columns, weights, later, call, jams, room, pay, first_columns, more):
    """Add the extra value of a third call over everybody else folding, by the first two classes."""
    worth = np.zeros((columns.shape[1], pay.shape[0]))
    for d in range(classes.shape[0]):
        called = weights[d] * call[classes[d, 2]]
        comes = False
        for at in range(later):
            comes = comes or jams[(1 << at) - 1, classes[d, 3 + at]] > 0
        if called == 0 or not comes:
            continue
        play_on(classes[d], columns[d], later, jams, room, pay, first_columns, worth)
        cell = CLASSES * np.int64(classes[d, 0]) + classes[d, 1]
        for p in range(pay.shape[0]):
            more[p, cell] += called * (worth[0, p] - pay[p, first_columns[0] + columns[d, 0]])


@kernel
def after_three(
    classes, columns, weights, later, first, second, asked, call, jams, room, pay,
    first_columns, third, calls, values, reaches, by_deal,
):  # fmt: skip
    """Add to the values the outcomes of the third caller, player ``third``, and those behind.

    ``calls[c]`` is about the third caller's call, as in `more_by_pair`; rows of ``values`` and
    ``reaches`` are those of ``jams``. ``by_deal[d, p]``, if not empty, gets what p wins in a deal.
    """
    players = pay.shape[0]
    worth = np.zeros((columns.shape[1], players))
    reach = np.zeros(jams.shape[0])
    for d in range(classes.shape[0]):
        a, b, c = np.int64(classes[d, 0]), classes[d, 1], classes[d, 2]
        here = weights[d] * first[a] * second[b] * asked[CLASSES * a + b]
        if here == 0:
            continue
        one = classes[d]
        play_on(one, columns[d], later, jams, room, pay, first_columns, worth)
        alone = first_columns[0] + columns[d, 0]
        calls[c] += here * (worth[0, third] - pay[third, alone])
        here *= call[c]
        if here == 0:
            continue
        for p in range(by_deal.shape[1]):
            by_deal[d, p] += here * (worth[0, p] - pay[p, alone])
        # forward: the probability of each decision, then the value of both its actions
        reach[0] = here
        for at in range(later):
            for mask in range(1 << at):
                row = (1 << at) - 1 + mask
                jam = jams[row, one[3 + at]]
                if at + 1 < later:
                    below = (1 << (at + 1)) - 1 + mask
                    reach[below] = reach[row] * (1 - jam)
                    reach[below + (1 << at)] = reach[row] * jam
        for mask in range(1 << later):
            if bits_in(mask) <= room:
                for p in range(players):
                    worth[mask, p] = pay[p, first_columns[mask] + columns[d, mask]]
        for at in range(later - 1, -1, -1):
            for mask in range(1 << at):
                row = (1 << at) - 1 + mask
                if bits_in(mask) >= room:
                    continue
                player = third + 1 + at
                kind = one[3 + at]
                reaches[row, kind] += reach[row]
                values[row, kind, 0] += reach[row] * worth[mask, player]
                values[row, kind, 1] += reach[row] * worth[mask | 1 << at, player]
                for p in range(players):
                    called = worth[mask | 1 << at, p]
                    worth[mask, p] += jams[row, kind] * (called - worth[mask, p])


@kernel
def play_deals(
    classes, values, deciders, on_fold, on_jam, jams, sets, sizes, starts, lookup, at, pay,
    payoffs, differences,
):  # fmt: skip
    """Play strategies on whole deals, weighting every course of the hand by its probability.

    Decision n is that of player ``deciders[n]``; what follows comes later in the list: decision
    ``on_fold[n]``, or end e as −1 − e. At end e players ``sets[e, : sizes[e]]`` are all in, and
    ``pay[:, starts[e] + …]`` are the payoffs by order; ``lookup`` and ``at`` are as in `finish`.

    ``payoffs[0]`` and ``[1]`` get the sums of everybody's payoffs and of their squares. Row n,
    class c of ``differences`` gets the sums of w, w², w d, w² d and w² d². Here w is the
    probability that a deal reaches decision n, and d the player's gain from jamming instead of
    folding.
    """
    nodes, ends, players = deciders.size, sizes.size, pay.shape[0]
    paid = np.zeros((nodes + ends, players))
    reach = np.zeros(nodes)
    for d in range(classes.shape[0]):
        reach[:] = 0.0
        reach[0] = 1.0
        for n in range(nodes):
            jam = jams[n, classes[d, deciders[n]]]
            if on_fold[n] >= 0:
                reach[on_fold[n]] += reach[n] * (1 - jam)
            if on_jam[n] >= 0:
                reach[on_jam[n]] += reach[n] * jam
        for e in range(ends):
            m = sizes[e]
            column = starts[e] + lookup[at[m] + code_of(values[d], sets[e], m)]
            for p in range(players):
                paid[nodes + e, p] = pay[p, column]
        for n in range(nodes - 1, -1, -1):
            fold = on_fold[n] if on_fold[n] >= 0 else nodes - 1 - on_fold[n]
            jam = on_jam[n] if on_jam[n] >= 0 else nodes - 1 - on_jam[n]
            own, kind = deciders[n], classes[d, deciders[n]]
            for p in range(players):
                paid[n, p] = paid[fold, p] + jams[n, kind] * (paid[jam, p] - paid[fold, p])
            w, gain = reach[n], paid[jam, own] - paid[fold, own]
            if w > 0:
                differences[n, kind, 0] += w
                differences[n, kind, 1] += w * w
                differences[n, kind, 2] += w * gain
                differences[n, kind, 3] += w * w * gain
                differences[n, kind, 4] += w * w * gain * gain
        for p in range(players):
            payoffs[0, p] += paid[0, p]
            payoffs[1, p] += paid[0, p] * paid[0, p]
