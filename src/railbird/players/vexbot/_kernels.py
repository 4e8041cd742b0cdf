"""Vexbot's kernels: search of one betting round, the opponent model, own cards on a board."""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.players.sparbot._game_kernels import FOLDED, NODE


@kernel
def back_up(actor, kind, child, amount, stakes, chances, later, me, temperature, values, worth):
    """Set ``worth[pot, state]`` to what a betting round is worth to one player, for many pots.

    ``actor``, ``kind``, ``child`` and ``amount`` describe the betting of the round (see the kernels
    of the abstract game). ``stakes[pot]`` is what each player put in during the rounds before.
    ``chances[pot, node]`` are the other player's probabilities of fold, call and raise.
    ``later[pot, end, state]`` is what each end of the round is worth to us in a state of our cards.
    Our own nodes are worth their best action. With a temperature above 0 they are worth the mean
    over actions, each weighted by the exponential of its value over the temperature.
    ``values[node, action, state]`` gets what each action of the last pot is worth.
    """
    nodes = actor.size
    states = later.shape[2]
    here = np.empty((nodes, states))
    sign = 1.0 if me == 0 else -1.0
    for pot in range(stakes.size):
        for k in range(nodes - 1, -1, -1):
            for a in range(3):
                if kind[k, a] == NODE:
                    values[k, a] = here[child[k, a]]
                elif kind[k, a] == FOLDED:
                    lost = -stakes[pot] if actor[k] == 0 else stakes[pot]
                    values[k, a] = sign * (amount[k, a] + lost)
                elif kind[k, a] != 0:
                    values[k, a] = later[pot, child[k, a]]
            if actor[k] != me:
                here[k] = 0.0
                for a in range(3):
                    if kind[k, a] != 0:
                        p = chances[pot, k, a]
                        for s in range(states):
                            here[k, s] += p * values[k, a, s]
                continue
            here[k] = values[k, 1]  # a call is always legal
            for a in range(0, 3, 2):
                if kind[k, a] != 0:
                    for s in range(states):
                        here[k, s] = max(here[k, s], values[k, a, s])
            if temperature > 0.0:
                for s in range(states):
                    total = 0.0
                    mean = 0.0
                    for a in range(3):
                        if kind[k, a] != 0:
                            weight = np.exp((values[k, a, s] - here[k, s]) / temperature)
                            total += weight
                            mean += weight * values[k, a, s]
                    here[k, s] = mean / total
        worth[pot] = here[0]


@kernel
def shrink(counts, expected, prior, classes, sizes, strengths, found):
    """Estimate distributions from counts and a prior, by levels of classes from coarse to fine.

    Row i of ``found`` starts as row i of ``prior``. Row i of ``expected`` is what the prior
    expected when the observations in ``counts`` were made. At each level the observations of all
    rows of a class are pooled and compared with the mean expectation m. The better estimate is
    (counts + strength · m) / (total + strength). Its ratio to m is applied to every row of the
    class, and to the expectations at the next level. Where each row is its own class, this is the
    usual mean of counts and prior.
    """
    rows, width = counts.shape
    levels = classes.shape[0]
    totals = np.zeros(rows)
    for i in range(rows):
        for j in range(width):
            totals[i] += counts[i, j]
    some = np.nonzero(totals)[0]
    found[:] = prior
    weights = np.zeros((levels, sizes.max()))
    ratios = np.zeros((levels, sizes.max(), width))
    together = np.empty((sizes.max(), width))
    hoped = expected.copy()
    for level in range(levels):
        seen, weight = ratios[level], weights[level]
        together[:] = 0.0
        for i in some:
            c = classes[level, i]
            weight[c] += totals[i]
            for j in range(width):
                seen[c, j] += counts[i, j]
                together[c, j] += hoped[i, j]
        k = strengths[level]
        for c in range(sizes[level]):
            if weight[c] > 0.0:
                for j in range(width):
                    if together[c, j] > 0.0:
                        better = (seen[c, j] + k * together[c, j] / weight[c]) / (weight[c] + k)
                        seen[c, j] = better * weight[c] / together[c, j]
        for i in some:
            c = classes[level, i]
            total = 0.0
            for j in range(width):
                hoped[i, j] *= seen[c, j]
                total += hoped[i, j]
            for j in range(width):
                hoped[i, j] *= totals[i] / total
    for i in range(rows):
        for level in range(levels):
            c = classes[level, i]
            if weights[level, c] > 0.0:
                for j in range(width):
                    found[i, j] *= ratios[level, c, j]
        total = 0.0
        for j in range(width):
            total += found[i, j]
        scale = 1.0 / total
        for j in range(width):
            found[i, j] *= scale


@kernel
def product(a, b, found):
    """A matrix product. The matrices are small, and many threads would take longer than one."""
    for i in range(a.shape[0]):
        found[i] = 0.0
        for j in range(a.shape[1]):
            x = a[i, j]
            for k in range(b.shape[1]):
                found[i, k] += x * b[j, k]


@kernel
def meet(counts, values, weights, own, bucket_of_count, met, won):
    """The hands that one hand meets on some full boards, by their bucket.

    ``counts[s, h]`` and ``values[s, h]`` are the ranks and values of all hands on board s; the
    value is 0 if a hand is impossible there. ``weights[h]`` is how likely a hand is; it is 0 if the
    hand shares a card with hand ``own``. ``met[s, bucket]`` gets the weight of all hands met.
    ``won[s, bucket]`` gets the weight of those that lose minus the weight of those that win.
    """
    for s in range(counts.shape[0]):
        met[s] = 0.0
        won[s] = 0.0
        mine = values[s, own]
        for h in range(weights.size):
            if weights[h] > 0.0 and values[s, h] > 0:
                j = bucket_of_count[counts[s, h]]
                met[s, j] += weights[h]
                if mine > values[s, h]:
                    won[s, j] += weights[h]
                elif mine < values[s, h]:
                    won[s, j] -= weights[h]


@kernel
def turns_and_rivers(ranks, live, bucket_of_count, rivers):
    """Probabilities of the river buckets by turn card, ``rivers[i, bucket]``.

    ``ranks[turn, river]`` are counts of a hand's rank. ``live`` are the cards that can come.
    """
    for i in range(live.size):
        rivers[i] = 0.0
        for j in range(live.size):
            if i != j:
                rivers[i, bucket_of_count[ranks[live[i], live[j]]]] += 1.0 / (live.size - 1)
