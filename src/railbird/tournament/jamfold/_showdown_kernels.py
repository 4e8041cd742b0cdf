"""Kernels of hands in which two, three or more players are all in.

``table[x, y, lane, z]`` is for three players of classes x, y and z. Lanes 0 … 12 are the
probabilities that they are dealt these classes and finish in each of the 13 orders, lane 13 that of
the classes alone. Any two of three players can be x and y, with the orders renamed. So all sums run
along z, and long loops become vector instructions.
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
def after_two(
    ends, rows, joint, given, outcomes, weights, columns, always, passed, skips, pay3, pay2, seats,
    more, strides, worth, here, folded, asked,
):  # fmt: skip
    """The expectations of two all-in players, and of those behind them, by the two classes.

    One of the two has class x = ``rows[b]``, the other y; negative rows are skipped. ``weights[x]``
    and ``columns[y]`` are the probabilities that they get here with these. Callers k = 0, 1, … act
    in turn until one calls; ``ends[b, k, o, y]`` is the probability that all three are dealt, k
    calls with some c, and (x, c, y) finish in order o. ``pay3[k, o, p]`` is the payoff of player p
    then, ``pay2[p]`` if nobody calls. ``always[k]`` is whether k calls with everything, and
    ``passed[k]`` whether those behind are then asked as if k had folded.

    ``worth[p, x * strides[0] + y * strides[1]]`` becomes what p expects, times ``given[x, y]``, for
    all y that are not skipped. ``here[b, k, y]`` becomes the probability that k is to act, and
    ``folded`` this times what k, who is player ``seats[k]``, expects from folding.

    ``more[k, p]`` is added to what p expects if k calls, by the classes in the order of ``worth``;
    ``asked[k]`` becomes the probability that k is to act. Both may be empty.
    """
    callers, players = pay3.shape[0], pay3.shape[2]
    paid = np.zeros((callers, players, CLASSES))
    goes = np.zeros((callers, CLASSES))
    alone = np.zeros((players, CLASSES))
    left = np.zeros(CLASSES)
    value = np.zeros((players, CLASSES))
    seen = np.zeros(CLASSES)
    fold = np.zeros(CLASSES)
    for b in range(rows.size):
        x = rows[b]
        if x < 0:
            continue
        for p in range(players):
            for y in range(CLASSES):
                alone[p, y] = 0.0
                for o in range(3):
                    alone[p, y] += outcomes[x, y, o] * pay2[p, o]
        paid[:] = 0.0
        goes[:] = 0.0
        for k in range(callers):
            for o in range(ORDERS):
                share = ends[b, k, o]
                for y in range(CLASSES):
                    goes[k, y] += share[y]
                for p in range(players):
                    pay, into = pay3[k, o, p], paid[k, p]
                    for y in range(CLASSES):
                        into[y] += share[y] * pay
            for p in range(players):
                for y in range(CLASSES):
                    paid[k, p, y] /= joint[x, y]
                    if more.shape[2] > 0:
                        paid[k, p, y] += more[k, p, x * strides[0] + y * strides[1]]
            for y in range(CLASSES):
                goes[k, y] = 0.0 if always[k] else max(1 - goes[k, y] / joint[x, y], 0.0)
        left[:] = 1.0
        value[:] = 0.0
        for k in range(callers):
            if asked.shape[1] > 0:
                for y in range(CLASSES):
                    asked[k, x * strides[0] + y * strides[1]] = left[y]
            for p in range(players):
                for y in range(CLASSES):
                    value[p, y] += left[y] * paid[k, p, y]
            for y in range(CLASSES):
                left[y] *= goes[k, y]
        for p in range(players):
            for y in range(CLASSES):
                if not skips[y]:
                    at = x * strides[0] + y * strides[1]
                    worth[p, at] = (value[p, y] + left[y] * alone[p, y]) * given[x, y]
        if weights[x] == 0:
            continue
        for y in range(CLASSES):
            seen[y] = weights[x] * columns[y]
        for k in range(callers):
            own = seats[k]
            for y in range(CLASSES):
                fold[y] = alone[own, y]
            for m in range(callers - 1, k, -1):
                for y in range(CLASSES):
                    fold[y] = paid[m, own, y] + goes[m, y] * fold[y]
            for y in range(CLASSES):
                here[b, k, y] = seen[y]
                folded[b, k, y] = seen[y] * fold[y]
                if not passed[k]:
                    seen[y] *= goes[k, y]


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
