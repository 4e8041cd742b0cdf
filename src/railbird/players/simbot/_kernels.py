"""Kernels that play the rest of a limit hand many times by simple rules.

A *runout* is one way to complete the board. Everything that depends on it (values and places of all
hands) is passed in. The kernels deal hands, let all players act, and add up what the simulating
player, *we*, wins from here on.

What there is to call is an index: 0 nothing, 1 a bet, 2 more, 3 a raise after having put chips in.
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.kernels.random import FIRST, place_by_weight, random_bits, random_number

# the numbers that describe the situation
PLAYERS, WE, ROUND, LEVEL, RAISES, OUR_HAND = 0, 1, 2, 3, 4, 5
NUMBERS = 6

# the rows of the table, which has a column for each position
STACK, BET, PAID, FOLDED, TO_ACT = 0, 1, 2, 3, 4
ROWS = 5

# our parameters in the simulation
OUR_BET, OUR_RAISE, OUR_CALL, BLUR, ODD = 0, 1, 2, 3, 4
OURS = 5

BUCKETS = 64
_TRIES = 40


@kernel
def value_places(values, places):
    """Place of each hand on each board: the share of the possible hands that are weaker.

    Ties count half. Hands that share a card are counted too. Impossible hands have value 0.
    """
    counts = np.zeros(values.max() + 2, np.int64)
    for b in range(values.shape[0]):
        counts[:] = 0
        possible = 0
        for h in range(values.shape[1]):
            if values[b, h] > 0:
                counts[np.int64(values[b, h]) + 1] += 1
                possible += 1
        for v in range(1, counts.size):
            counts[v] += counts[v - 1]
        for h in range(values.shape[1]):
            value = np.int64(values[b, h])
            if value > 0:
                places[b, h] = (counts[value] + counts[value + 1]) / (2.0 * possible)
            else:
                places[b, h] = 0.0


@kernel
def range_maps(plain, weights, maps):
    """For each range, the share of its weight below each of the `BUCKETS` + 1 plain places."""
    for p in range(weights.shape[0]):
        maps[p, :] = 0.0
        for h in range(weights.shape[1]):
            if weights[p, h] > 0:
                maps[p, min(np.int64(plain[h] * BUCKETS), BUCKETS - 1) + 1] += weights[p, h]
        for i in range(BUCKETS):
            maps[p, i + 1] += maps[p, i]
        if maps[p, BUCKETS] > 0:
            maps[p] /= maps[p, BUCKETS]
        else:
            for i in range(BUCKETS + 1):
                maps[p, i] = i / BUCKETS


@kernel
def mapped(map_, place):
    """Convert a plain place to a place in a range."""
    at = place * BUCKETS
    i = min(np.int64(at), BUCKETS - 1)
    return map_[i] + (map_[i + 1] - map_[i]) * min(at - i, 1.0)


@kernel
def draw_hand(sums, state):
    """Draw a hand by the running sums of the weights."""
    return place_by_weight(sums, 0, sums.size - 1, random_number(state) * sums[-1])


@kernel
def deal(table, sums, masks, taken, state, held):
    """Draw hands by weight for all opponents still in, so that no two share a card.

    When two hands collide, all are drawn again. After too many tries, the opponents draw one after
    the other from the cards that are left. Returns False if no deal was found.
    """
    players = sums.shape[0]
    for tried in range(_TRIES + 1):
        gone = taken
        fine = True
        for p in range(players):
            if table[FOLDED, p] == 1 or sums[p, -1] == 0:
                continue
            hand = draw_hand(sums[p], state)
            again = 0
            while masks[hand] & gone and tried == _TRIES and again < 10 * _TRIES:
                hand = draw_hand(sums[p], state)
                again += 1
            if masks[hand] & gone:
                fine = False
                break
            gone |= masks[hand]
            held[p] = hand
        if fine:
            return True
    return False


@kernel
def next_to_act(table, players, after):
    """The next position that has to act, or −1 if there is none."""
    for i in range(1, players + 1):
        p = (after + i) % players
        if table[TO_ACT, p] == 1:
            return p
    return -1


@kernel
def in_hand(table, players):
    """The number of players who have not folded."""
    live = 0
    for p in range(players):
        live += 1 - table[FOLDED, p]
    return live


@kernel
def do(table, players, p, action, level, bet):
    """Fold (0), check or call (1), bet or raise (2). Returns the new level."""
    table[TO_ACT, p] = 0
    if action == 0:
        table[FOLDED, p] = 1
        return level
    if action == 2:
        level = min(level + bet, table[BET, p] + table[STACK, p])
        for q in range(players):
            if q != p and table[FOLDED, q] == 0 and table[STACK, q] > 0:
                table[TO_ACT, q] = 1
    chips = min(max(level - table[BET, p], 0), table[STACK, p])
    table[STACK, p] -= chips
    table[BET, p] += chips
    table[PAID, p] += chips
    return level


@kernel
def their_action(place, fold, raise_, owes, ours, state):
    """What an opponent does with a hand at this place in their range."""
    if random_number(state) < ours[ODD]:
        at = random_number(state)
    else:
        at = place + ours[BLUR] * (2 * random_number(state) - 1)
        at = -at if at < 0 else 2 - at if at > 1 else at
    if at > 1 - raise_:
        return 2
    return 0 if owes and at < fold else 1


@kernel
def threshold(at, opponents):
    """Convert a strength needed against one opponent to several (as in `players.poki`)."""
    return at * (1 + 4 / (opponents + 1)) / 3


@kernel
def our_action(ahead, opponents, to_call, pot, raises, ours, can_raise):
    """What we do with this chance of being ahead of all opponents."""
    if to_call == 0:
        return 2 if can_raise and ahead > threshold(ours[OUR_BET], opponents) else 1
    if can_raise and ahead > threshold(ours[OUR_RAISE] + 0.07 * (raises - 1), opponents):
        return 2
    return 1 if ahead > ours[OUR_CALL] * to_call / (pot + to_call) else 0


@kernel
def settle(table, players, we, held, values):
    """What we get from the pot at the end."""
    mine, equal = np.int64(values[held[we]]), 1
    for p in range(players):
        if p != we and table[FOLDED, p] == 0:
            theirs = np.int64(values[held[p]])
            if theirs > mine:
                return 0.0
            equal += np.int64(theirs == mine)
    won = 0.0
    for p in range(players):  # nobody loses more to us than we put in
        won += min(table[PAID, p], table[PAID, we])
    return won / equal


@kernel
def play_out(
    numbers,
    table,
    first,
    sizes,
    caps,
    action,
    usual,
    ours,
    places,
    ahead,
    maps,
    later,
    positive,
    values,
    held,
    low,
    high,
    state,
):
    """What we win or lose from here on if we take ``action`` now. ``table`` is overwritten.

    For this round, ``places[p, h]`` is the place of hand h in the range of p, and ``ahead[p]`` that
    of our hand. ``later[i, h]`` are plain places in the rounds to come.
    """
    players, we, now = numbers[PLAYERS], numbers[WE], numbers[ROUND]
    round_, level, raises = now, numbers[LEVEL], numbers[RAISES]
    before, p = table[PAID, we], we
    low[:] = 0.0
    high[:] = 1.0
    while True:
        bet = sizes[round_]
        to_call = min(max(level - table[BET, p], 0), table[STACK, p])
        can_raise = (caps[round_] < 0 or raises < caps[round_]) and table[STACK, p] > to_call
        bets = 0 if to_call == 0 else 3 if table[BET, p] > 0 else 1 if to_call <= bet else 2
        if p == we:
            if action >= 0:
                did, action = action, -1
            else:
                chance, others = 1.0, 0
                for q in range(players):
                    if q != we and table[FOLDED, q] == 0:
                        others += 1
                        at = ahead[q]
                        if round_ > now:
                            plain = later[round_ - now - 1, held[we]]
                            if round_ < 3:
                                plain += (1 - plain) * positive[held[we]]
                            at = mapped(maps[q], plain)
                        span = max(high[q] - low[q], 0.02)
                        inside = min(max((at - low[q]) / span, 0.0), 1.0)
                        chance *= (1 - ours[ODD]) * inside + ours[ODD] * at
                pot = 0
                for q in range(players):
                    pot += table[PAID, q]
                did = our_action(chance, others, to_call, pot, raises, ours, can_raise)
        else:
            at = places[p, held[p]]
            if round_ > now:
                plain = later[round_ - now - 1, held[p]]
                if round_ < 3:
                    plain += (1 - plain) * positive[held[p]]
                at = mapped(maps[p], plain)
            fold, raise_ = usual[p, round_, bets, 0], usual[p, round_, bets, 2]
            did = their_action(at, fold, raise_, to_call > 0, ours, state)
            if did == 2 and not can_raise:
                did = 1
            if did == 2:  # what we may conclude from the action
                low[p], high[p] = max(low[p], 1 - raise_), 1.0
            elif did == 1:
                low[p] = max(low[p], fold)
                high[p] = max(1 - raise_, low[p] + 0.02)
        level = do(table, players, p, did, level, bet)
        raises += did == 2
        if did == 0 and (p == we or in_hand(table, players) == 1):
            break
        p = next_to_act(table, players, p)
        while p < 0 and round_ < 3:
            round_ += 1
            level, raises = 0, 0
            can_bet = 0
            for q in range(players):
                table[BET, q] = 0
                can_bet += table[FOLDED, q] == 0 and table[STACK, q] > 0
                low[q] *= 0.5
                high[q] = 1.0
            if can_bet > 1:
                for q in range(players):
                    table[TO_ACT, q] = np.int64(table[FOLDED, q] == 0 and table[STACK, q] > 0)
                p = next_to_act(table, players, first[round_] - 1 + players)
        if p < 0:
            break
    paid = table[PAID, we] - before
    if table[FOLDED, we] == 1:
        return -np.float64(paid)
    return settle(table, players, we, held, values) - paid


@kernel
def simulate(
    numbers,
    start,
    first,
    sizes,
    caps,
    actions,
    usual,
    ours,
    places,
    ahead,
    maps,
    laters,
    positive,
    values,
    dealt,
    rows,
    masks,
    sums,
    known,
    state,
    trials,
    totals,
    products,
):
    """Play out ``trials`` deals, each with every action. Returns the number of deals played.

    Deal i uses the runout of row i, modulo the number of rows. All actions of a deal see the same
    cards and the same random numbers. ``totals`` gets the sums of what each action wins, and
    ``products`` the sums of their products.
    """
    players = numbers[PLAYERS]
    held = np.zeros(players, np.int64)
    held[numbers[WE]] = numbers[OUR_HAND]
    table = np.empty_like(start)
    low, high = np.empty(players), np.empty(players)
    won = np.empty(actions.size)
    stream = np.empty(1, np.uint64)
    done = 0
    for trial in range(trials):
        i = rows[trial % rows.size]
        if not deal(start, sums, masks, known | dealt[i], state, held):
            continue
        for a in range(actions.size):
            table[:] = start
            stream[0] = state[0] * FIRST  # a separate stream, the same for all actions
            won[a] = play_out(
                numbers,
                table,
                first,
                sizes,
                caps,
                actions[a],
                usual,
                ours,
                places,
                ahead,
                maps,
                laters[i],
                positive,
                values[i],
                held,
                low,
                high,
                stream,
            )
        random_bits(state)
        done += 1
        for a in range(actions.size):
            totals[a] += won[a]
            for b in range(actions.size):
                products[a, b] += won[a] * won[b]
    return done
