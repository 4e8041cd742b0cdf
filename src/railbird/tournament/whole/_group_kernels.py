"""Kernels that make small games: a hand in which only classes at the margin still decide.

At each decision a few groups of classes are at the margin, and all others that play are one group
together, which stays as it is. Classes are in an order of strength, so that those that play are
next to each other. Sums are over buckets of similar classes, or over classes as buckets of one.
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.tournament.whole._sum_kernels import BLOCK, CLASSES, LANES, add_rows

SIZE = 16
"""The most groups of a decision: as many as fit into a vector of a CPU."""

SINGLE, UP, DOWN = 0, 1, 2
"""What a group is: one class; classes that should play more; classes that should play less."""

BANDS = (6, 18)
"""Behind the single classes on both sides of the margin there are groups of so many classes."""


@kernel
def _next(sizes, open_):
    """Take the smallest of some numbers that is still open; -1 if there is none."""
    best, found = np.inf, -1
    for c in range(CLASSES):
        if open_[c] and sizes[c] < best:
            best, found = sizes[c], c
    if found >= 0:
        open_[found] = False
    return found


@kernel
def choose(jams, edges, dealt, is_still, most, bands, groups, inside, outside, kinds, starts):
    """Divide the classes of one decision into groups; returns how many are at the margin.

    Classes that lose something where they are come first, then those that are nearest to a change,
    each a group of its own. If too many lose something, those with similar edges are a group. Then
    bands of classes that are further from a change, on both sides.

    Parameters
    ----------
    jams, edges, dealt
        Probabilities of jamming, edges, and probabilities of the classes, (169,).
    is_still
        Whether nothing is at the margin.
    most, bands
        How many groups there are at most without bands, and how many bands on each side.
    groups
        Set to the group of each class, from 1; 0 is not at the margin.
    inside, outside
        Set to how much of a class plays if its group does, and how much plays anyhow.
    kinds, starts
        Set to what each group is, and how often it plays now; both from 1.
    """
    outside[:] = jams
    inside[:] = 0.0
    groups[:] = 0
    if is_still:
        return 0
    sizes = np.empty(CLASSES)
    open_ = np.zeros(CLASSES, dtype=np.bool_)
    losing, reached = 0, False
    for c in range(CLASSES):
        reached = reached or edges[c] != 0.0
        sizes[c] = abs(edges[c]) / dealt[c]
        open_[c] = (edges[c] > 0 and jams[c] < 1) or (edges[c] < 0 and jams[c] > 0)
        losing += open_[c]
    if not reached:
        return 0
    count = 0
    if losing > most:
        count = _together(edges, sizes, open_, UP, most // 2, 0, groups, kinds)
        count = _together(edges, sizes, open_, DOWN, most // 2, count, groups, kinds)
    else:
        for at in range(most):
            if at == losing:
                for c in range(CLASSES):
                    open_[c] = groups[c] == 0
            found = _next(sizes, open_)
            count += 1
            groups[found], kinds[count] = count, SINGLE
    for kind in (UP, DOWN):
        for c in range(CLASSES):
            open_[c] = groups[c] == 0 and (jams[c] < 0.5) == (kind == UP)
        for band in range(bands):
            found = _next(sizes, open_)
            if found < 0:
                break
            count += 1
            kinds[count] = kind
            for _ in range(BANDS[band]):
                if found < 0:
                    break
                groups[found] = count
                found = _next(sizes, open_)
            if found >= 0:
                open_[found] = True
    for c in range(CLASSES):
        g = groups[c]
        if g > 0:
            if kinds[g] == SINGLE:
                inside[c], outside[c], starts[g] = 1.0, 0.0, jams[c]
            elif kinds[g] == UP:
                inside[c], outside[c], starts[g] = 1 - jams[c], jams[c], 0.0
            else:
                inside[c], outside[c], starts[g] = jams[c], 0.0, 1.0
    return count


@kernel
def _together(edges, sizes, open_, kind, most, count, groups, kinds):
    """Make groups of classes that lose something in the same way; returns how many there are."""
    here = np.zeros(CLASSES, dtype=np.bool_)
    many = 0
    for c in range(CLASSES):
        here[c] = open_[c] and (edges[c] > 0) == (kind == UP)
        many += here[c]
    used = min(most, many)
    for at in range(many):
        group = count + 1 + at * used // many
        groups[_next(sizes, here)], kinds[group] = group, kind
    return count + used


@kernel
def _weigh(node, groups, inside, outside, count, buckets, room):
    """For each group of a decision its buckets and weights; returns how far buckets go."""
    lists, weights, lengths = room[0][node], room[1][node], room[2][node]
    bucket_of, dealt, masses = buckets
    mass = np.zeros(len(masses))
    top = 0
    for g in range(count + 1):
        for c in range(CLASSES):
            weight = outside[node, c] if g == 0 else inside[node, c]
            if weight > 0 and (g == 0 or groups[node, c] == g):
                mass[bucket_of[c]] += weight * dealt[c]
        found = 0
        for at in range(len(masses)):
            if mass[at] > 0:
                lists[g, found], weights[g, found] = at, mass[at] / masses[at]
                found += 1
                top = max(top, at + 1)
                mass[at] = 0.0
        lengths[g] = found
    return top


@kernel
def build(groups, inside, outside, counts, tables, shape, game, room):
    """Make the small game of one state.

    Parameters
    ----------
    groups, inside, outside, counts
        See `choose`, with an axis of decisions before.
    tables
        The bucket of each class and the probabilities of classes; probabilities of buckets, of
        pairs of them, (buckets, buckets), of pairs by who wins, (2, buckets, buckets), and of
        triples, as those of classes in `_sum_kernels.sums`.
    shape
        Numbers of decisions, pairs and triples, see `HandShape`.
    game
        Set to masses of groups, (decisions, SIZE), of pairs, (pairs, SIZE, SIZE), one over them, by
        who wins, (pairs, 2, SIZE, SIZE), and of triples, (triples, SIZE, SIZE, 6 × SIZE): by the
        group of the first player, of the third, order and group of the second.
    room
        Arrays to work with, see `small_games.SmallGames`.
    """
    firsts, seconds, thirds, pairs, triples = shape
    bucket_of, classes_dealt, dealt, joint, two, three = tables
    buckets = bucket_of, classes_dealt, dealt
    single, both, over, won, orders = game
    lists, weights, lengths, is_needed = room[0], room[1], room[2], room[5]
    players = len(firsts) + 1
    for i in range(players - 1):
        first = firsts[i]
        _weigh(first, groups, inside, outside, counts[first], buckets, room)
        top = 0
        is_needed[:] = False
        for j in range(i + 1, players):
            second = seconds[i, j]
            above = _weigh(second, groups, inside, outside, counts[second], buckets, room)
            if j < players - 1:
                top = max(top, above)
            for k in range(j + 1, players):
                third = thirds[i, j, k]
                _weigh(third, groups, inside, outside, counts[third], buckets, room)
                for gc in range(counts[third] + 1):
                    for x in range(lengths[third, gc]):
                        is_needed[lists[third, gc, x]] = True
        length = (top + LANES - 1) // LANES * BLOCK
        for ga in range(counts[first] + 1):
            single[first, ga] = 0.0
            for x in range(lengths[first, ga]):
                single[first, ga] += weights[first, ga, x] * dealt[lists[first, ga, x]]
            for j in range(i + 1, players):
                pair = pairs[i, j]
                both[pair, ga] = 0
                over[pair, ga] = 0
                won[pair, :, ga] = 0
                _pair(ga, first, seconds[i, j], joint, two, counts, room, both[pair], won[pair])
                for gb in range(counts[seconds[i, j]] + 1):
                    if both[pair, ga, gb] > 0:
                        over[pair, ga, gb] = 1 / both[pair, ga, gb]
            if i == players - 2:
                continue
            _rows(first, ga, length, three, room)
            for j in range(i + 1, players - 1):
                for k in range(j + 1, players):
                    second, third = seconds[i, j], thirds[i, j, k]
                    into = orders[triples[i, j, k], ga]
                    into[:] = 0
                    _triple(second, third, length, counts, room, into)


@kernel
def _pair(ga, first, second, joint, two, counts, room, both, won):
    """The masses of a group of the first player with those of the second."""
    lists, weights, lengths = room[0], room[1], room[2]
    for gb in range(counts[second] + 1):
        mass = wins = loses = 0.0
        for x in range(lengths[first, ga]):
            a, wa = lists[first, ga, x], weights[first, ga, x]
            for y in range(lengths[second, gb]):
                b = lists[second, gb, y]
                here = wa * weights[second, gb, y] * joint[a, b]
                mass += here
                wins += here * two[0, a, b]
                loses += here * two[1, a, b]
        both[ga, gb] = mass
        won[0, ga, gb] = wins
        won[1, ga, gb] = loses


@kernel
def _rows(first, ga, length, three, room):
    """Sums over a group of the first player, by the third's bucket; rows are the table's."""
    lists, weights, lengths, rows, _, is_needed = room
    members, parts, count = lists[first, ga], weights[first, ga], lengths[first, ga]
    for c in range(three.shape[1]):
        if is_needed[c]:
            rows[c, :length] = 0
            add_rows(rows[c], three[:, c], members, parts, count, length)


@kernel
def _triple(second, third, length, counts, room, orders):
    """The masses of a group of the first player with those of the second and the third."""
    lists, weights, lengths, rows, summed, _ = room
    for gc in range(counts[third] + 1):
        members, count = lists[third, gc], lengths[third, gc]
        summed[:length] = 0
        add_rows(summed, rows, members, weights[third, gc], count, length)
        for gb in range(counts[second] + 1):
            s0 = s1 = s2 = s3 = s4 = s5 = np.float32(0.0)
            for y in range(lengths[second, gb]):
                weight, b = weights[second, gb, y], lists[second, gb, y]
                at = b // np.uint32(LANES) * np.uint32(BLOCK) + b % np.uint32(LANES)
                s0 += weight * summed[at]
                s1 += weight * summed[at + np.uint32(LANES)]
                s2 += weight * summed[at + np.uint32(2 * LANES)]
                s3 += weight * summed[at + np.uint32(3 * LANES)]
                s4 += weight * summed[at + np.uint32(4 * LANES)]
                s5 += weight * summed[at + np.uint32(5 * LANES)]
            here = orders[gc]
            here[gb], here[gb + SIZE], here[gb + 2 * SIZE] = s0, s1, s2
            here[gb + 3 * SIZE], here[gb + 4 * SIZE], here[gb + 5 * SIZE] = s3, s4, s5
