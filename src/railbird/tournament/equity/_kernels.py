"""Finishing probabilities on plain arrays; every stack is positive here.

Batches are ``(states, players)``; ``out`` is ``(states, players, places)``, set to 0 by the caller.
A set of players is a number whose bit i stands for player i.
"""

from __future__ import annotations

import numpy as np

from railbird.kernels.jit import kernel


@kernel
def _count_bits(players):
    counts = np.zeros(1 << players, dtype=np.int64)
    for i in range(players):
        for mask in range(1 << i):
            counts[mask | (1 << i)] = counts[mask] + 1
    return counts


@kernel
def _sum_sets(stack, sums):
    """Set ``sums[mask]`` to the chips of the players in each set."""
    sums[0] = 0.0
    for i in range(stack.size):
        for mask in range(1 << i):
            sums[mask | (1 << i)] = sums[mask] + stack[i]


@kernel
def harville(stacks, out):
    """Malmuth-Harville: ``weight[mask]`` is the probability that a set takes the first places."""
    states, players = stacks.shape
    places = out.shape[2]
    counts = _count_bits(players)
    full = (1 << players) - 1
    sums = np.empty(1 << players)
    weight = np.empty(1 << players)
    at_place = np.empty((places, players))
    for s in range(states):
        stack = stacks[s]
        _sum_sets(stack, sums)
        weight[:] = 0.0
        weight[0] = 1.0
        at_place[:] = 0.0
        for mask in range(full):
            place = counts[mask]
            if place >= places:
                continue
            factor = weight[mask] / sums[full ^ mask]
            for i in range(players):
                share = factor * stack[i] * (1 - ((mask >> i) & 1))
                weight[mask | (1 << i)] += share
                at_place[place, i] += share
        out[s] = at_place.T


@kernel
def weitzman(stacks, out):
    """Malmuth-Weitzman: ``weight[mask]`` is the probability that a set is left at some point."""
    states, players = stacks.shape
    places = out.shape[2]
    counts = _count_bits(players)
    full = (1 << players) - 1
    sums = np.empty(1 << players)
    weight = np.empty(1 << players)
    inverse = np.empty(players)
    for s in range(states):
        stack = stacks[s]
        _sum_sets(stack, sums)
        weight[:] = 0.0
        weight[full] = 1.0
        for mask in range(full, 0, -1):
            left = counts[mask]
            gain = sums[full ^ mask] / left
            norm = 0.0
            for i in range(players):
                inverse[i] = ((mask >> i) & 1) / (stack[i] + gain)
                norm += inverse[i]
            factor = weight[mask] / norm
            for i in range(players):
                share = factor * inverse[i]  # 0 for those not in the set
                weight[mask & ~(1 << i)] += share
                if left <= places:
                    out[s, i, left - 1] += share


@kernel
def _next_out(stack, count, odds):
    """Roberts: the odds that one of a group of equal stacks is out next, and what is left then.

    ``odds[0]`` are the probabilities, ``odds[1]`` the sums of 1/stack over those who remain.
    """
    groups = stack.size
    norm = 0.0
    for g in range(groups):
        odds[0, g] = 0.0
        if count[g] > 0:
            rest = (count[g] - 1) / stack[g]  # summed, not subtracted: tiny stacks would cancel
            for h in range(groups):
                if h != g and count[h] > 0:
                    rest += count[h] / stack[h]
            odds[1, g] = rest
            odds[0, g] = count[g] * rest / (stack[g] * stack[g])
            norm += odds[0, g]
    for g in range(groups):
        odds[0, g] /= norm


@kernel
def roberts(stacks, out):
    """Roberts, exact: all orders of elimination, with players of equal stacks as one group.

    Equal stacks stay equal, so only the order of groups matters. The stacks of a state are sorted.
    """
    states, players = stacks.shape
    places = out.shape[2]
    stack = np.empty((players + 1, players))
    count = np.zeros((players + 1, players), dtype=np.int64)
    odds = np.empty((players + 1, 2, players))
    weight = np.empty(players + 1)
    turn = np.empty(players + 1, dtype=np.int64)
    found = np.empty((players, players))
    group_of = np.empty(players, dtype=np.int64)
    for s in range(states):
        groups = 0
        for i in range(players):
            if i == 0 or stacks[s, i] != stacks[s, i - 1]:
                stack[0, groups] = stacks[s, i]
                count[0, groups] = 0
                groups += 1
            group_of[i] = groups - 1
            count[0, groups - 1] += 1
        found[:] = 0.0
        weight[0] = 1.0
        turn[0] = 0
        _next_out(stack[0, :groups], count[0, :groups], odds[0, :, :groups])
        depth = 0
        while depth >= 0:
            g = turn[depth]
            if g == groups:
                depth -= 1
                continue
            turn[depth] += 1
            if count[depth, g] == 0:
                continue
            left = players - depth
            share = weight[depth] * odds[depth, 0, g]
            found[left - 1, g] += share
            chips = stack[depth, g] / odds[depth, 1, g]
            for h in range(groups):
                stack[depth + 1, h] = stack[depth, h] + chips / stack[depth, h]
                count[depth + 1, h] = count[depth, h]
            count[depth + 1, g] -= 1
            if left == 2:
                for h in range(groups):
                    found[0, h] += share * count[depth + 1, h]
                continue
            depth += 1
            weight[depth] = share
            turn[depth] = 0
            _next_out(stack[depth, :groups], count[depth, :groups], odds[depth, :, :groups])
        for i in range(players):
            g = group_of[i]
            for place in range(places):
                out[s, i, place] = found[place, g] / count[0, g]


@kernel
def roberts_means(stacks, out):
    """Roberts with one state for each set of players: the mean of their stacks over all orders."""
    states, players = stacks.shape
    places = out.shape[2]
    counts = _count_bits(players)
    full = (1 << players) - 1
    weight = np.empty(1 << players)
    chips = np.empty((1 << players, players))  # weighted sums of the stacks of a set
    ones = np.ones(players, dtype=np.int64)
    member = np.empty(players, dtype=np.int64)
    stack = np.empty(players)
    odds = np.empty((2, players))
    for s in range(states):
        weight[:] = 0.0
        chips[:] = 0.0
        weight[full] = 1.0
        chips[full] = stacks[s]
        for mask in range(full, 0, -1):
            left = counts[mask]
            if left == 1:
                continue
            m = 0
            for i in range(players):
                if (mask >> i) & 1:
                    member[m] = i
                    stack[m] = chips[mask, i] / weight[mask]
                    m += 1
            _next_out(stack[:m], ones[:m], odds[:, :m])
            for a in range(m):
                share = weight[mask] * odds[0, a]
                after = mask ^ (1 << member[a])
                weight[after] += share
                if left <= places:
                    out[s, member[a], left - 1] += share
                gain = stack[a] / odds[1, a]
                for b in range(m):
                    if b != a:
                        chips[after, member[b]] += share * (stack[b] + gain / stack[b])
        for i in range(players):
            out[s, i, 0] = weight[1 << i]


@kernel
def sampled_places(stack, uniforms, by_roberts, places):
    """Draw places of all players by Weitzman's or Roberts' odds of elimination."""
    samples = uniforms.shape[0]
    players = stack.size
    left = np.empty(players, dtype=np.int64)
    chips = np.empty(players)
    inverse = np.empty(players)
    odds = np.empty(players)
    for s in range(samples):
        for i in range(players):
            left[i] = i
            chips[i] = stack[i]
        for m in range(players, 1, -1):
            total = 0.0
            for a in range(m):
                inverse[a] = 1.0 / chips[a]
                total += inverse[a]
            norm = 0.0
            for a in range(m):
                odds[a] = inverse[a]
                if by_roberts:
                    odds[a] *= inverse[a] * (total - inverse[a])
                norm += odds[a]
            point = uniforms[s, m - 2] * norm
            out = 0
            point -= odds[0]
            while point > 0.0 and out < m - 1:
                out += 1
                point -= odds[out]
            places[s, left[out]] = m - 1
            rest = 0.0
            for a in range(m):
                if a != out:
                    rest += inverse[a]
            gain = chips[out] / rest if by_roberts else chips[out] / (m - 1)
            for a in range(m):
                chips[a] += gain * inverse[a] if by_roberts else gain
            left[out] = left[m - 1]
            chips[out] = chips[m - 1]
        places[s, left[0]] = 0


@kernel
def _ring(stack, t, late, early):
    """Probabilities that each player is late or early, and the mean number of early ones."""
    mean = 0.0
    for i in range(stack.size):
        late[i] = np.exp(-stack[i] * t)
        early[i] = -np.expm1(-stack[i] * t)
        mean += early[i]
    return mean


@kernel
def _window(mean):
    """The range in which the number of early players has a probability above 1e-20 (Chernoff)."""
    high = np.int64(mean) + 1
    while high - mean - high * np.log(high / mean) > -46.0:
        high += 1
    low = np.int64(mean)
    while low > 0 and low - mean - low * np.log(low / mean) > -46.0:
        low -= 1
    return low, high + 1


@kernel
def field_payoffs(stack, payouts, times, out):
    """Add the integrand over log t of the payoffs of a large field, at the given times.

    ``before[r]`` is the probability that r of the players ahead in the list were early; ``after[i,
    r]`` is what is then paid, on average over those from i on.
    """
    players = stack.size
    before = np.empty(payouts.size + 1)
    after = np.empty((players + 1, payouts.size + 1))
    late = np.empty(players)
    early = np.empty(players)
    for t in times:
        low, high = _window(_ring(stack, t, late, early))
        if low > payouts.size:
            continue
        paid = min(payouts.size, high)
        after[:, paid] = 0.0
        after[players, :paid] = payouts[:paid]
        for i in range(players - 1, 0, -1):
            p = late[i]
            q = early[i]
            for r in range(min(i, paid)):  # at most i players are ahead in the list
                after[i, r] = p * after[i + 1, r] + q * after[i + 1, r + 1]
        before[:] = 0.0
        before[0] = 1.0
        for i in range(players):
            value = 0.0
            for r in range(min(i + 1, paid)):
                value += before[r] * after[i + 1, r]
            out[i] += stack[i] * t * late[i] * value
            p = late[i]
            q = early[i]
            for r in range(min(i + 1, paid - 1), 0, -1):
                before[r] = p * before[r] + q * before[r - 1]
            before[0] *= p


@kernel
def field_places(stack, times, out):
    """Add the integrand of the places, ``out[place, player]``; stacks are sorted, largest first.

    The number of early players is a polynomial with a factor for each player. It is divided by the
    factor of one player: from below where they are more likely late than early, else from above.
    """
    players = stack.size
    places = out.shape[0]
    early = np.empty(players)
    late = np.empty(players)
    scale = np.empty(players)
    value = np.empty(players)
    chances = np.empty(players + 2)
    for t in times:
        low, high = _window(_ring(stack, t, late, early))
        high = min(high, players)
        likely = 0
        for i in range(players):
            scale[i] = stack[i] * t * late[i]
            if early[i] > 0.5:
                likely = i + 1
        chances[:] = 0.0
        chances[0] = 1.0
        for i in range(players):
            p = late[i]
            q = early[i]
            for r in range(min(i + 1, high), 0, -1):
                chances[r] = p * chances[r] + q * chances[r - 1]
            chances[0] *= p
        value[:] = 0.0
        for r in range(low, min(places, high)):
            for i in range(likely, players):
                value[i] = (chances[r] - early[i] * value[i]) / late[i]
                out[r, i] += scale[i] * value[i]
        for r in range(high - 1, low - 1, -1):
            for i in range(likely):
                value[i] = (chances[r + 1] - late[i] * value[i]) / early[i]
                if r < places:
                    out[r, i] += scale[i] * value[i]
