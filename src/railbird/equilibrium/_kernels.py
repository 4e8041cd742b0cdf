"""Kernels of regret minimisation and of games in sequence form.

A sequence is the list of actions that one player has taken on the way to a node. Sequence p is the
empty sequence of player p. The others are numbered through all places, so that the actions of an
information set are neighbours: ``first[i]`` … ``first[i] + actions[i] − 1``. ``parent[i]`` is the
player's own last sequence before information set i. An information set comes after those from which
it is reached. ``strategy[s]`` is the probability of the last action of sequence s at the
information set where that action is available.
"""

import numpy as np

from railbird.kernels.jit import kernel


@kernel
def plan_of(strategy, parent, first, actions):
    """The probability of each sequence: the product of the player's own probabilities along it."""
    plan = np.ones(strategy.size)
    for i in range(parent.size):
        above = plan[parent[i]]
        for s in range(first[i], first[i] + actions[i]):
            plan[s] = above * strategy[s]
    return plan


@kernel
def leaf_values(player, plan, ends, payoffs):
    """Payoff of the ends right after each of the player's sequences, weighted by the others' plans.

    Later decisions of the player are not included; see `back_up`.
    """
    values = np.zeros(plan.size)
    for z in range(payoffs.shape[1]):
        reach = payoffs[player, z]
        for q in range(ends.shape[0]):
            if q != player:
                reach *= plan[ends[q, z]]
        values[ends[player, z]] += reach
    return values


@kernel
def back_up(values, strategy, own, parent, first, actions):
    """Add to `leaf_values` what comes later if the player continues with ``strategy``."""
    for k in range(own.size - 1, -1, -1):
        i = own[k]
        total = 0.0
        for s in range(first[i], first[i] + actions[i]):
            total += strategy[s] * values[s]
        values[parent[i]] += total


@kernel
def back_up_best(values, response, own, parent, first, actions):
    """Add to `leaf_values` what comes later if the player continues with a best response."""
    for k in range(own.size - 1, -1, -1):
        i = own[k]
        best = first[i]
        for s in range(first[i], first[i] + actions[i]):
            response[s] = 0.0
            if values[s] > values[best]:
                best = s
        response[best] = 1.0
        values[parent[i]] += values[best]


@kernel
def minimise(values, reach, weight, positive, negative, prediction, strategy, regrets, weighted):
    """Do one step of discounted, predictive regret matching at one place; arrays are updated.

    The strategy is added to the average, ``weighted``. The regrets of ``values`` are added to the
    sums, which are then multiplied by ``positive`` or ``negative`` according to their sign. The
    sums plus ``prediction`` times the last regrets make the next strategy.
    """
    infosets, actions = strategy.shape
    for i in range(infosets):
        expected = 0.0
        for a in range(actions):
            expected += strategy[i, a] * values[i, a]
        total = 0.0
        for a in range(actions):
            weighted[i, a] += weight * reach[i] * strategy[i, a]
            regret = values[i, a] - expected
            kept = regrets[i, a] + regret
            kept *= positive if kept > 0 else negative
            regrets[i, a] = kept
            strategy[i, a] = max(kept + prediction * regret, 0.0)
            total += strategy[i, a]
        for a in range(actions):
            strategy[i, a] = strategy[i, a] / total if total > 0 else 1 / actions
