"""A hand replayed once, and what trackers count in it; the bits are those of `flags`."""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.table import _kernels as table

TOLD, COULD_ENTER, ENTERED, RAISED = 0, 1, 2, 3
COULD_3BET, MADE_3BET, FACED_3BET, FOLDED_TO_3BET = 4, 5, 6, 7
COULD_CBET, MADE_CBET, FACED_CBET, FOLDED_TO_CBET = 8, 9, 10, 11
COULD_STEAL, STOLE, SAW_FLOP, SHOWDOWN, WON_SHOWDOWN, FOLDED_LATER = 12, 13, 14, 15, 16, 17

SEAT, BETS, CALLS = 20, 24, 32  # numbers above the bits
MOST = 255  # bets or calls
FIRST_STEALER, LAST_STEALER = 6, 8  # cutoff, button and small blind

FLAGS, COLLECTED, EFFECTIVE = 0, 1, 2  # by position
POT, LAST_ROUND, IS_SHOWDOWN = 0, 1, 2  # behind the positions


@kernel
def note(found, player, chance, done, is_done):
    """Note a chance, and whether it was taken."""
    found[player, FLAGS] |= 1 << chance
    if is_done:
        found[player, FLAGS] |= 1 << done


@kernel
def count(rules, told, players, found):
    """Replay a hand and count.

    ``told`` has the stacks, payoffs and seats by position, the hero (or -1), the cards on the
    board, and the actions. ``found`` gets a row for each position and one for the hand.
    """
    stacks, payoffs, seats = told[:players], told[players:], told[2 * players :]
    hero, board = told[3 * players], told[3 * players + 1]
    actions = told[3 * players + 2 :]
    state = np.zeros(table.STATE_SIZE, np.int64)
    found[:, :] = 0
    table.start(rules, stacks, state)
    bets, calls = np.zeros(players, np.int64), np.zeros(players, np.int64)
    saw_flop = np.ones(players, np.int64)
    opener, raiser, c_bettor = -1, -1, -1
    entered, raises, flop_bets, last = 0, 0, 0, 0
    for i in range(actions.shape[0]):
        action, player, last = actions[i], state[table.ACTOR], state[table.ROUND]
        to_call, _, high = table.options(rules, state)
        raising, folding = action > 0, action == table.FOLD
        calling = action == table.CALL and to_call > 0
        if last == 0:
            note(found, player, COULD_ENTER, ENTERED, raising or calling)
            if raises == 1 and (raising or high > 0):
                note(found, player, COULD_3BET, MADE_3BET, raising)
            if raises == 2 and opener == player:
                note(found, player, FACED_3BET, FOLDED_TO_3BET, folding)
            can_steal = FIRST_STEALER <= seats[player] <= LAST_STEALER
            if entered == 0 and can_steal and (raising or high > 0):
                note(found, player, COULD_STEAL, STOLE, raising)
            if raising:
                found[player, FLAGS] |= 1 << RAISED
                raises += 1
                opener = player if opener < 0 else opener
                raiser = player
            if raising or calling:
                entered = 1
            if folding:
                saw_flop[player] = 0
        else:
            if last == 1:
                if flop_bets == 0 and player == raiser:
                    note(found, player, COULD_CBET, MADE_CBET, raising)
                    c_bettor = player if raising else -1
                elif flop_bets == 1 and c_bettor >= 0:
                    note(found, player, FACED_CBET, FOLDED_TO_CBET, folding)
                flop_bets += raising
            bets[player] += raising
            calls[player] += calling
            if folding:
                found[player, FLAGS] |= 1 << FOLDED_LATER
        table.apply(rules, state, action)
    end(rules, state, stacks, payoffs, found)
    showdown = table.in_hand(rules, state) > 1
    for p in range(players):
        if board >= 3 and saw_flop[p] == 1:
            found[p, FLAGS] |= 1 << SAW_FLOP
        if showdown and state[table.FOLDED + p] == 0:
            note(found, p, SHOWDOWN, WON_SHOWDOWN, found[p, COLLECTED] > 0)
        found[p, FLAGS] |= seats[p] << SEAT
        found[p, FLAGS] |= (min(bets[p], MOST) << BETS) | (min(calls[p], MOST) << CALLS)
    if hero >= 0:
        found[hero, FLAGS] |= 1 << TOLD
    found[players, LAST_ROUND] = last
    found[players, IS_SHOWDOWN] = showdown


@kernel
def end(rules, state, stacks, payoffs, found):
    """The pot, what each player collected of it, and the stacks that could be played for."""
    players = rules[table.PLAYERS]
    most, second, deepest, next_deepest, pot = -1, -1, -1, -1, 0
    for p in range(players):
        chips = table.stake(rules, state, p)
        second = max(second, min(most, chips))
        most = max(most, chips)
        next_deepest = max(next_deepest, min(deepest, stacks[p]))
        deepest = max(deepest, stacks[p])
        pot += state[table.PAID + p]
    for p in range(players):
        back = most - second if table.stake(rules, state, p) == most else 0
        found[p, COLLECTED] = payoffs[p] + state[table.PAID + p] - back
        found[p, EFFECTIVE] = min(stacks[p], next_deepest)
    found[players, POT] = pot - (most - second)
