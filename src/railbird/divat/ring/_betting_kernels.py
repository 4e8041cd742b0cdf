"""Kernels of the baseline's betting for two to ten players, with the chips that everybody has.

Positions count from the first player after the button. Chips are whole numbers. A hand in play is a
flat ``int64`` array with the places named below. What was played is followed by the kernels of the
table; from there on the baseline bets by the same rules, so a hand that it plays to the end is
worth the same before and after each of its actions.
"""

import numpy as np

from railbird.divat.baseline._kernels import baseline_action, call_threshold
from railbird.kernels.jit import kernel
from railbird.table import _kernels as table

SEATS = 10
LEVEL = 0  # how many full bets are in; before the flop the big blind is the first
TOP = 1  # chips of this round that each player must have in to stay
FULL = 2  # chips of the last full bet: an all-in of less than half a bet more is none
CAPPED = 3  # 1 once the round allows no more raises
POT = 4  # chips at the start of the round; before the flop two bets
PLACE = 5  # whose turn it is
LEFT = 6  # seats from there on that have yet to act in this round, including empty ones
LIVE = 7  # how many players have not folded
WHO = 8  # these players as bits
ABLE = 9  # those of them who have chips behind, as bits
ROUND = 10
PAID = 11  # by position: chips in during the whole hand
STACK = PAID + SEATS  # by position: chips at the start of the hand
BET = STACK + SEATS  # by position: chips in during this round
SEEN = BET + SEATS  # by position: TOP when the player last acted in this round; -1 before that
STATE_SIZE = SEEN + SEATS
KEPT = BET  # so many of these places say all there is to know between two rounds

MOST_BETS = 4
"""Most bets with their own fold offset. Facing more, the baseline folds as to this many.

The offsets of a round are followed by its fold slope."""


@kernel
def take_over(rules, played, round_, state):
    """Take a hand from the table, seen from a round of it: nobody acts if that is over."""
    players = rules[table.PLAYERS]
    going_on = played[table.ROUND] == round_
    state[ROUND] = round_
    state[LEVEL] = played[table.RAISES] + (round_ == 0)
    state[TOP] = played[table.LEVEL]
    state[FULL] = played[table.FULL_LEVEL]
    state[CAPPED] = played[table.CAPPED]
    state[POT] = 2 * rules[table.BLINDS : table.BLINDS + players].max() if round_ == 0 else 0
    state[PLACE] = played[table.ACTOR] if going_on else 0
    state[LEFT] = 0
    state[LIVE] = 0
    state[WHO] = 0
    state[ABLE] = 0
    for p in range(players):
        paid, bet = played[table.PAID + p], played[table.BET + p]
        state[PAID + p] = paid
        state[STACK + p] = paid + played[table.STACK + p]
        state[BET + p] = bet
        state[SEEN + p] = played[table.SEEN + p]
        if round_ > 0:
            state[POT] += paid - bet
        if played[table.FOLDED + p] == 0:
            state[LIVE] += 1
            state[WHO] |= 1 << p
            state[ABLE] |= np.int64(played[table.STACK + p] > 0) << p
    for i in range(players if going_on else 0):
        if played[table.TO_ACT + (state[PLACE] + i) % players] == 1:
            state[LEFT] = i + 1


@kernel
def next_round(rules, round_, state):
    """Begin a betting round on the flop or later."""
    players = rules[table.PLAYERS]
    state[ROUND] = round_
    state[LEVEL] = 0
    state[TOP] = 0
    state[FULL] = 0
    state[CAPPED] = is_capped(rules, round_, 0, state[LIVE])
    state[POT] = 0
    for p in range(players):
        state[BET + p] = 0
        state[SEEN + p] = -1
        state[POT] += state[PAID + p]
    state[PLACE] = rules[table.FIRST + round_]
    state[LEFT] = players


@kernel
def is_capped(rules, round_, level, live):
    """Whether the bets so far are all that a round allows, with so many players now in."""
    most, raises = rules[table.MOST_RAISES + round_], level - (round_ == 0)
    return 0 <= most <= raises and (rules[table.CAP_HEADS_UP] == 1 or live > 2)


@kernel
def reach(players, state, p):
    """The most chips of this round that another player still in has in, or can put in."""
    highest = 0
    for q in range(players):
        if q != p and state[WHO] >> q & 1:
            highest = max(highest, state[BET + q] + state[STACK + q] - state[PAID + q])
    return highest


@kernel
def advice(bet, level, owed, behind, pot, made, rank, offsets):
    """What the baseline wants to do: fold (−1), check or call (0), bet or raise (1).

    ``made`` is the number of bets that the hand is worth. Of what is owed, a part of a bet counts
    as one, and more than four as four; the price is never more than the chips ``behind``. The pot
    is that at the start of the round.
    """
    bets = 0
    while bets * bet < min(owed, behind) and bets < MOST_BETS:
        bets += 1
    folds = made < bets and rank < call_threshold(
        min(bets * bet, behind), pot, offsets[MOST_BETS], offsets[bets - 1]
    )
    return baseline_action(level, bets, made, folds)


@kernel
def finish_round(rules, state, made, rank, s, offsets):
    """Play the rest of a betting round by the baseline.

    ``made`` are the bets that hands are worth, ``rank`` their ranks, both by board and position. s
    is the board. An all-in of less than half a bet more is no raise that others could answer.
    """
    players, round_ = made.shape[1], state[ROUND]
    bet = rules[table.BETS + round_]
    level, top, full, capped = state[LEVEL], state[TOP], state[FULL], state[CAPPED] == 1
    pot, place, left = state[POT], state[PLACE], state[LEFT]
    live, who, able = state[LIVE], state[WHO], state[ABLE]
    half = (bet + 1) // 2
    while left > 0 and live > 1:
        can = able >> place & 1 == 1
        if able == 1 << place:  # with all others all in for no more, there is nothing to decide
            can = min(top, reach(players, state, place)) > state[BET + place]
        if can:
            behind, seen = state[STACK + place] - state[PAID + place], state[SEEN + place]
            owed = top - state[BET + place]
            action = advice(bet, level, owed, behind, pot, made[s, place], rank[s, place], offsets)
            if action > 0 and (
                capped
                or behind <= owed
                or (seen >= 0 and top - seen < half)  # has acted, and no full raise came since
                or reach(players, state, place) <= top
            ):
                action = 0
            if action < 0:
                who ^= 1 << place
                able ^= 1 << place
                live -= 1
                state[WHO] = who  # `reach` reads it
            else:
                if action > 0:
                    top = min(full + bet, state[BET + place] + behind)
                    owed = top - state[BET + place]
                    left = players
                    if top - full >= half:
                        level += 1
                        full = top
                        capped = is_capped(rules, round_, level, live)
                owed = min(owed, behind)
                state[BET + place] += owed
                state[PAID + place] += owed
                state[SEEN + place] = top
                if owed == behind:
                    able ^= 1 << place
        left -= 1
        place += 1
        if place == players:
            place = 0
    state[LIVE], state[ABLE] = live, able


@kernel
def play_round(rules, round_, state, made, rank, s, offsets):
    """Play a betting round by the baseline, on the flop or later."""
    able, bettors = state[ABLE], 0
    for p in range(made.shape[1]):
        bettors |= np.int64(made[s, p] > 0) << p
    if bettors & able and able & (able - 1):  # a player alone has nobody to bet against
        next_round(rules, round_, state)
        finish_round(rules, state, made, rank, s, offsets)


@kernel
def settle(state, values, s, times, payoffs, row):
    """Add each player's winnings on board s, ``times`` over.

    Each pot is made of the chips up to what a player still in has paid, and goes to the best hands
    of those who paid as much.
    """
    players, who = payoffs.shape[1], state[WHO]
    pot, most, least = 0, 0, np.int64(1) << 62
    for p in range(players):
        paid = state[PAID + p]
        payoffs[row, p] -= times * paid
        pot += paid
        if who >> p & 1:
            most, least = max(most, paid), min(least, paid)
    if least == most:
        award(state, values, s, times, pot, most, payoffs, row)
        return
    below = 0
    while below < most:
        level, pot = most, 0
        for p in range(players):
            if who >> p & 1 and state[PAID + p] > below:
                level = min(level, state[PAID + p])
        for p in range(players):
            paid = state[PAID + p]
            # chips that nobody still in has matched are in the last pot
            pot += (paid if level == most else min(paid, level)) - min(paid, below)
        award(state, values, s, times, pot, level, payoffs, row)
        below = level


@kernel
def award(state, values, s, times, pot, level, payoffs, row):
    """Give a pot to the best hands of those who paid up to a level; odd chips to the first."""
    players, who = payoffs.shape[1], state[WHO]
    best, winners = -1, 0
    for p in range(players):
        if who >> p & 1 and state[PAID + p] >= level:
            value = np.int64(values[s, p])
            if value > best:
                best, winners = value, 0
            winners += value == best
    share, odd = (pot, 0) if winners == 1 else (pot // winners, pot % winners)
    for p in range(players):
        if who >> p & 1 and state[PAID + p] >= level and values[s, p] == best:
            payoffs[row, p] += times * (share + (odd > 0))
            odd -= 1
