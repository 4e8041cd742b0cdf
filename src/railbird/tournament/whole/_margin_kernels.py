"""Kernels that solve small games, see `_group_kernels`.

Sums over classes are made once for a small game. Then a player has up to sixteen groups instead of
169 classes, and an iteration takes some microseconds: the second player's groups are one vector.
"""

import numpy as np

from railbird.kernels.jit import kernel, summing_kernel
from railbird.tournament.whole._group_kernels import BANDS, DOWN, SIZE, UP, build, choose
from railbird.tournament.whole._sum_kernels import CLASSES

U1, U2, U3, U4, U5 = (np.uint32(x) for x in range(1, 6))

AVERAGE_EVERY = 16
"""After so many iterations the average is measured too."""

TINY = 1e-7
"""Less is as good as nothing."""


@summing_kernel
def _meet(orders, triple, a, plays, third, count, over, pair, met, called, left, k):
    """Masses of a third caller's jams by order, and what is left if they fold.

    ``met``, (players, 6 × SIZE), and ``left``, (players + 1, SIZE), are by the second player's
    group, as is ``called``, how often the third calls.
    """
    for x in range(6 * SIZE):
        met[k, x] = 0
    for c in range(count + 1):
        y = plays[third, c]
        if y != 0:
            for x in range(6 * SIZE):
                met[k, x] += y * orders[triple, a, c, x]
    for b in range(SIZE):
        called[k, b] = over[pair, a, b] * (
            met[k, b] + met[k, b + SIZE] + met[k, b + 2 * SIZE]
            + met[k, b + 3 * SIZE] + met[k, b + 4 * SIZE] + met[k, b + 5 * SIZE]
        )  # fmt: skip
        left[k + 1, b] = left[k, b] * (1 - called[k, b])


@summing_kernel
def _add_three(met, k, pay, p, end, left, row, into, at):
    """Add what a player gets from a third caller's jams, on average over the orders."""
    q, r, s = pay[p, end], pay[p, end + U1], pay[p, end + U2]
    t, u, v = pay[p, end + U3], pay[p, end + U4], pay[p, end + U5]
    for b in range(SIZE):
        into[at, b] += left[row, b] * (
            q * met[k, b] + r * met[k, b + SIZE] + s * met[k, b + 2 * SIZE]
            + t * met[k, b + 3 * SIZE] + u * met[k, b + 4 * SIZE] + v * met[k, b + 5 * SIZE]
        )  # fmt: skip


@summing_kernel
def _add_two(won, pair, a, pay, p, end, left, row, into, at):
    """Add what a player gets if two are all in."""
    q, r = pay[p, end], pay[p, end + U1]
    for b in range(SIZE):
        into[at, b] += left[row, b] * (q * won[pair, 0, a, b] + r * won[pair, 1, a, b])


@summing_kernel
def _dot(one, row, other, at):
    """The sum of products over the second player's groups."""
    found = np.float32(0.0)
    for b in range(SIZE):
        found += one[row, b] * other[at, b]
    return found


@summing_kernel
def _add_thirds(
    orders, triple, a, reach, folding, over, pair, pay, k, end, count, weights, into, third
):
    """Add what calling is worth more than folding to a third caller, (groups, SIZE)."""
    p, q, r = pay[k, end], pay[k, end + U1], pay[k, end + U2]
    s, t, u = pay[k, end + U3], pay[k, end + U4], pay[k, end + U5]
    for b in range(SIZE):
        fold, here = folding[0, b] * over[pair, a, b], reach[b]
        weights[b] = here * (p - fold)
        weights[b + SIZE] = here * (q - fold)
        weights[b + 2 * SIZE] = here * (r - fold)
        weights[b + 3 * SIZE] = here * (s - fold)
        weights[b + 4 * SIZE] = here * (t - fold)
        weights[b + 5 * SIZE] = here * (u - fold)
    for c in range(1, count + 1):
        for b in range(SIZE):
            into[third, c, b] += (
                weights[b] * orders[triple, a, c, b]
                + weights[b + SIZE] * orders[triple, a, c, b + SIZE]
                + weights[b + 2 * SIZE] * orders[triple, a, c, b + 2 * SIZE]
                + weights[b + 3 * SIZE] * orders[triple, a, c, b + 3 * SIZE]
                + weights[b + 4 * SIZE] * orders[triple, a, c, b + 4 * SIZE]
                + weights[b + 5 * SIZE] * orders[triple, a, c, b + 5 * SIZE]
            )


@kernel
def evaluate(jams, counts, pay, ends, shape, game, work, edges):
    """Edges of all groups of a small game, (nodes, SIZE); see `Hands.edges`.

    ``jams`` are probabilities of jamming, (nodes, SIZE), and ``pay`` what everybody gets at each
    end less a walk, (players, ends).
    """
    firsts, seconds, thirds, pairs, triples = shape
    one, pair_end, triple_end = ends
    single, both, over, won, orders = game
    plays, unopened, alone, folds, worth, jammed, walk, met, called, left, here = work[:11]
    more, by_third = work[11], work[12]
    calling, reach, folding, rest, weights = (
        more[0], more[1], more[2:3], more[3:5], more[5:].reshape(-1)
    )  # fmt: skip
    players = len(firsts) + 1
    last = players - 1
    edges[:] = 0.0
    by_third[:] = 0
    plays[:] = jams
    unopened[0] = 1.0
    for i in range(last):
        node = firsts[i]
        jam = 0.0
        for a in range(counts[node] + 1):
            jam += plays[node, a] * single[node, a]
        unopened[i + 1] = unopened[i] * (1 - jam)
    for p in range(players):
        walk[p] = 0.0
    for i in range(last - 1, -1, -1):
        node = firsts[i]
        ca = counts[node] + 1
        for a in range(ca):
            chance = unopened[i] * plays[node, a]
            for j in range(i + 1, players):
                alone[j, a] = chance
                calls = _dot(plays, seconds[i, j], both[pairs[i, j]], a)
                folds[j, a] = 1 - calls / single[node, a] if single[node, a] > 0 else 1.0
                chance *= folds[j, a]
            for p in range(players):
                worth[p, a] = pay[p, one[i]]
        for j in range(last, i, -1):
            second, pair, e2 = seconds[i, j], pairs[i, j], pair_end[i, j]
            calling[:] = 0
            for a in range(ca):
                first = alone[j, a]
                # what others get counts only if the first player jams
                start, stop = (0, j + 1) if plays[node, a] > 0 else (i, i + 1)
                here[start:stop] = 0
                left[j + 1] = 1
                for k in range(j + 1, players):
                    third, triple = thirds[i, j, k], triples[i, j, k]
                    _meet(
                        orders, triple, a, plays, third, counts[third], over, pair, met, called,
                        left, k,
                    )  # fmt: skip
                    for p in range(start, stop):
                        _add_three(met, k, pay, p, triple_end[i, j, k], left, k, here, p)
                for p in range(start, stop):
                    _add_two(won, pair, a, pay, p, e2, left, players, here, p)
                    if single[node, a] > 0:
                        jammed[p, a] = _dot(plays, second, here, p) / single[node, a]
                    else:
                        jammed[p, a] = 0.0
                if first == 0:
                    continue
                for b in range(SIZE):
                    calling[b] += first * (here[j, b] - both[pair, a, b] * worth[j, a])
                for k in range(j + 1, players):
                    third = thirds[i, j, k]
                    if counts[third] == 0:
                        continue
                    folding[0] = 0
                    rest[0] = 1
                    for later in range(k + 1, players):
                        _add_three(met, later, pay, k, triple_end[i, j, later], rest, 0, folding, 0)
                        for b in range(SIZE):
                            rest[0, b] *= 1 - called[later, b]
                    _add_two(won, pair, a, pay, k, e2, rest, 0, folding, 0)
                    for b in range(SIZE):
                        reach[b] = first * plays[second, b] * left[k, b]
                    _add_thirds(
                        orders, triples[i, j, k], a, reach, folding, over, pair, pay, k,
                        triple_end[i, j, k], counts[third], weights, by_third, third,
                    )  # fmt: skip
            for b in range(counts[second] + 1):
                edges[second, b] = calling[b]
            for p in range(j + 1):
                for a in range(ca):
                    worth[p, a] = jammed[p, a] + folds[j, a] * worth[p, a]
        jam = 0.0
        for a in range(ca):
            jam += plays[node, a] * single[node, a]
            edges[node, a] = unopened[i] * single[node, a] * (worth[i, a] - walk[i])
        for p in range(i + 1):
            opened = 0.0
            for a in range(ca):
                opened += plays[node, a] * single[node, a] * worth[p, a]
            walk[p] = opened + (1 - jam) * walk[p]
    for i in range(players):
        for j in range(i + 1, players):
            for k in range(j + 1, players):
                third = thirds[i, j, k]
                for c in range(1, counts[third] + 1):
                    edges[third, c] = by_third[third, c].sum()


@kernel
def lost(plays, edges, offset, counts, players_of, base, gains):
    """The most that a player gains, beside ``base``, at the groups at the margin."""
    gains[:] = base
    for node in range(len(counts)):
        for g in range(1, counts[node] + 1):
            e, y = edges[node, g] + offset[node, g], plays[node, g]
            gains[players_of[node]] += e * (1 - y) if e > 0 else -e * y
    return gains.max()


@kernel
def _settle(y):
    """A probability without what is hardly ever done."""
    return 0.0 if y < TINY else (1.0 if y > 1 - TINY else y)


@kernel
def solve(
    jams, edges, pay, forced, tables, shape, ends, players_of, bands, still, iterations,
    target, part, alpha, gamma, game, room, work, found, expected,
):  # fmt: skip
    """Solve the small games of states, and put what their groups do into ``found``.

    Parameters
    ----------
    jams, edges
        What is played, (states, decisions, 169), and its exact edges.
    pay
        What everybody gets at each end less a walk, (states, players, ends).
    forced
        What is done without a decision, (states, decisions).
    tables, shape, ends, game, room, work
        See `build` and `evaluate`.
    players_of
        The player of each decision.
    bands, still
        See `choose`; for each decision. Nothing is at the margin where players lose no more than
        this part of ``target``.
    iterations, target, part
        Stop after so many iterations, or when nobody gains more than this, or than this part of
        what they gain at first.
    alpha, gamma
        Exponents of the discount and of the weights of a predictive, discounted CFR+.
    found
        Set to the new jams.
    expected
        Set to the most that anybody gains there, as far as the small game tells.

    Notes
    -----
    Exact edges less those of the small game for the same jams are added to all of its edges.
    """
    nodes, players = jams.shape[1], pay.shape[1]
    most, size = SIZE - 1 - 2 * len(BANDS), SIZE
    groups = np.zeros((nodes, CLASSES), dtype=np.uint32)
    inside, outside = np.zeros((nodes, CLASSES)), np.zeros((nodes, CLASSES))
    kinds, starts = np.zeros((nodes, size), dtype=np.int64), np.zeros((nodes, size))
    counts = np.zeros(nodes, dtype=np.int64)
    all_of = np.zeros((8, nodes, size))
    plays, mean, best, average = all_of[0], all_of[1], all_of[2], all_of[3]
    here, offset, fold, jam = all_of[4], all_of[5], all_of[6], all_of[7]
    base, gains = np.zeros(players), np.zeros(players)
    plays[:, 0] = 1.0
    average[:, 0] = 1.0
    for s in range(len(jams)):
        base[:] = 0.0
        offset[:] = 0.0
        for node in range(nodes):
            loss = 0.0
            for c in range(CLASSES):
                e, x = edges[s, node, c], jams[s, node, c]
                loss += e * (1 - x) if e > 0 else -e * x
            is_still = not np.isnan(forced[s, node]) or loss < still[node] * target
            counts[node] = choose(
                jams[s, node], edges[s, node], tables[1], is_still, most, bands[node],
                groups[node], inside[node], outside[node], kinds[node], starts[node],
            )  # fmt: skip
            for c in range(CLASSES):
                e, x = edges[s, node, c], jams[s, node, c]
                if groups[node, c] > 0:
                    offset[node, groups[node, c]] += e * inside[node, c]
                else:
                    base[players_of[node]] += e * (1 - x) if e > 0 else -e * x
            plays[node, 1:] = starts[node, 1:]
        build(groups, inside, outside, counts, tables, shape, game, room)
        evaluate(plays, counts, pay[s], ends, shape, game, work, here)
        for node in range(nodes):
            for g in range(1, counts[node] + 1):
                e, y = offset[node, g], plays[node, g]
                offset[node, g] -= here[node, g]
                fold[node, g], jam[node, g] = abs(e) * (1 - y), abs(e) * y
                mean[node, g] = y
        best[:] = plays
        weights, least_gain, enough = 1.0, np.inf, target
        for t in range(2, iterations + 2):
            if t > 2:
                evaluate(plays, counts, pay[s], ends, shape, game, work, here)
            gain = lost(plays, here, offset, counts, players_of, base, gains)
            if t == 2:
                enough = max(target, part * gain)
            if gain < least_gain:
                least_gain = gain
                best[:] = plays
            if least_gain <= enough:
                break
            discount, weight = 1 / (1 + t ** (-alpha)), t**gamma
            weights += weight
            for node in range(nodes):
                for g in range(1, counts[node] + 1):
                    e, y = here[node, g] + offset[node, g], plays[node, g]
                    mean[node, g] += weight * y
                    f = max(fold[node, g] - y * e, 0.0) * discount
                    j = max(jam[node, g] + (1 - y) * e, 0.0) * discount
                    fold[node, g], jam[node, g] = f, j
                    f, j = max(f - y * e, 0.0), max(j + (1 - y) * e, 0.0)
                    plays[node, g] = _settle(j / (f + j)) if f + j > 0 else 0.5
            if t % AVERAGE_EVERY == 0:
                for node in range(nodes):
                    for g in range(1, counts[node] + 1):
                        average[node, g] = _settle(mean[node, g] / weights)
                evaluate(average, counts, pay[s], ends, shape, game, work, here)
                gain = lost(average, here, offset, counts, players_of, base, gains)
                if gain < least_gain:
                    least_gain = gain
                    best[:] = average
        expected[s] = least_gain
        for node in range(nodes):
            for c in range(CLASSES):
                g, x = groups[node, c], jams[s, node, c]
                if g > 0:
                    y = best[node, g]
                    if kinds[node, g] == UP:
                        x = x + (1 - x) * y
                    else:
                        x = x * y if kinds[node, g] == DOWN else y
                found[s, node, c] = x
