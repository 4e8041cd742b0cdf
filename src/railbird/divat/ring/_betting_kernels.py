"""Kernels of limit betting for two to ten players, and of the baseline's actions.

Positions count from the first player after the button. Chips are whole numbers. A hand in play is a
flat ``int64`` array with the places named below. Stacks do not matter: nobody is ever all-in, so
there is one pot.
"""

import numpy as np

from railbird.divat.baseline._kernels import baseline_action, call_threshold
from railbird.kernels.jit import kernel

SEATS = 10
ROUND = 0
LEVEL = 1  # bets that each player must have in to stay; the big blind is the first
POT = 2  # chips at the start of the round; before the flop two bets
PLACE = 3  # whose turn it is
LEFT = 4  # seats from there on that have yet to act in this round, including empty ones
LIVE = 5  # how many players have not folded
WHO = 6  # these players as bits
PAID = 7  # by position: chips in during the whole hand
BET = PAID + SEATS  # by position: chips in during this round
STATE_SIZE = BET + SEATS

MOST_BETS = 4
"""Most bets with their own fold offset. Facing more, the baseline folds as to this many.

The offsets of a round are followed by its fold slope."""


@kernel
def start(blinds, first, state):
    """Post the blinds."""
    players = blinds.size
    state[:] = 0
    state[PAID : PAID + players] = blinds
    state[BET : BET + players] = blinds
    state[LEVEL] = 1
    state[POT] = 2 * blinds.max()
    state[PLACE] = first
    state[LEFT] = players
    state[LIVE] = players
    state[WHO] = (1 << players) - 1


@kernel
def pass_turn(players, state):
    """Give the turn to the next player who has not folded, if anybody has yet to act."""
    while True:
        state[LEFT] -= 1
        state[PLACE] += 1
        if state[PLACE] == players:
            state[PLACE] = 0
        if state[LEFT] == 0 or state[WHO] >> state[PLACE] & 1:
            return


@kernel
def next_round(players, state):
    """Begin the next betting round with the first live player after the button."""
    state[ROUND] += 1
    state[LEVEL] = 0
    state[POT] = 0
    for p in range(players):
        state[BET + p] = 0
        state[POT] += state[PAID + p]
    state[PLACE] = -1
    state[LEFT] = players + 1
    pass_turn(players, state)


@kernel
def act(players, bet, state, action):
    """Fold (−1), check or call (0), bet or raise (1)."""
    p = state[PLACE]
    if action < 0:
        state[WHO] ^= 1 << p
        state[LIVE] -= 1
    else:
        if action > 0:
            state[LEVEL] += 1
            state[LEFT] = players
        chips = state[LEVEL] * bet - state[BET + p]
        state[BET + p] += chips
        state[PAID + p] += chips
    pass_turn(players, state)


@kernel
def advice(bet, level, owed, pot, made, rank, offsets):
    """The baseline's action: −1, 0 or 1 as in `act`.

    ``made`` is the number of bets that the hand is worth. Of what is owed, a part of a bet counts
    as one, and more than four as four. The pot is that at the start of the round.
    """
    bets = 0
    while bets * bet < owed and bets < MOST_BETS:
        bets += 1
    folds = made < bets and rank < call_threshold(
        bets * bet, pot, offsets[MOST_BETS], offsets[bets - 1]
    )
    return baseline_action(level, bets, made, folds)


@kernel
def finish_round(bet, state, made, rank, s, offsets):
    """Play the rest of a betting round by the baseline.

    ``made`` are the bets that hands are worth, ``rank`` their ranks, both by board and position. s
    is the board.
    """
    players = made.shape[1]
    level, place, left = state[LEVEL], state[PLACE], state[LEFT]
    live, who, pot = state[LIVE], state[WHO], state[POT]
    while left > 0 and live > 1:
        if who >> place & 1:
            owed = level * bet - state[BET + place]
            action = advice(bet, level, owed, pot, made[s, place], rank[s, place], offsets)
            if action < 0:
                who ^= 1 << place
                live -= 1
            else:
                if action > 0:
                    level += 1
                    owed += bet
                    left = players
                state[BET + place] += owed
                state[PAID + place] += owed
        left -= 1
        place += 1
        if place == players:
            place = 0
    state[LEVEL], state[PLACE], state[LEFT] = level, place, left
    state[LIVE], state[WHO] = live, who


@kernel
def play_round(bet, state, made, rank, s, offsets):
    """Play the next betting round by the baseline, on the flop or later."""
    players = made.shape[1]
    bettors = 0
    for p in range(players):
        bettors |= np.int64(made[s, p] > 0) << p
    if bettors & state[WHO]:
        next_round(players, state)
        finish_round(bet, state, made, rank, s, offsets)


@kernel
def settle(state, values, s, times, payoffs, row):
    """Add each player's winnings on board s, ``times`` over. Odd chips go to the first winners."""
    players = payoffs.shape[1]
    who = state[WHO]
    pot, best, winners = 0, -1, 0
    for p in range(players):
        pot += state[PAID + p]
        value = np.int64(values[s, p])
        if who >> p & 1:
            if value > best:
                best, winners = value, 0
            winners += value == best
    share, odd = (pot, 0) if winners == 1 else (pot // winners, pot % winners)
    for p in range(players):
        won = -state[PAID + p]
        if who >> p & 1 and values[s, p] == best:
            won += share
            if odd > 0:
                won += 1
                odd -= 1
        payoffs[row, p] += times * won
