"""Kernels that play games between players of given styles, and that count turns."""

import numpy as np

from railbird.divat.baseline._kernels import (
    NOBODY,
    baseline,
    effective_rank,
    fold_threshold,
    made_bets,
    preflop_baseline,
)
from railbird.kernels.jit import kernel
from railbird.kernels.random import OTHER, random_bits, random_number
from railbird.kernels.ranks import turn_counts

MOST_BETS = 4
FOLD_AT, BET_AT, RAISE_AT, BLUFF, TRAP = range(5)
"""A style: the hand rank below which it folds, and the ranks from which it bets and raises; how
often it bets or raises with less, and how often it only checks or calls with enough."""


@kernel
def count_turns(boards, orbits, hands, kinds, size, rows, seven_only, tables, choose, counts):
    """Count hands that fold and that bet on turns.

    ``kinds`` has a number for each hand. ``rows`` and ``seven_only`` have an entry for each
    setting: its row for the turn (`Settings.array`), and whether 7cHR alone counts. ``counts`` has
    the axes kind, setting, and what is counted: all hands, those that fold to a bet with ``size``
    from each in the pot, and those that are worth a bet.
    """
    now = np.empty(hands.shape[0], np.int64)
    to_come = np.empty(hands.shape[0], np.int64)
    for b in range(boards.shape[0]):
        board, orbit = boards[b], orbits[b]
        turn_counts(board, hands, tables, choose, now, to_come)
        used = (1 << board[0]) | (1 << board[1]) | (1 << board[2]) | (1 << board[3])
        for h in range(hands.shape[0]):
            if used >> np.int64(hands[h, 0]) & 1 or used >> np.int64(hands[h, 1]) & 1:
                continue
            for s in range(rows.shape[0]):
                rank = effective_rank(2, now[h], to_come[h], rows[s, 1], seven_only[s])
                count = counts[kinds[h], s]
                count[0] += orbit
                if made_bets(rank, rows[s]) > 0:
                    count[2] += orbit
                elif rank < fold_threshold(2, size, rows[s]):
                    count[1] += orbit


@kernel
def reaches_turn(ranks, settings, size):
    """Whether the baseline plays deals to the turn, with ``size`` from each in the pot there.

    ``ranks`` has the effective hand ranks by deal, player and round.
    """
    reached = np.zeros(ranks.shape[0], np.bool_)
    for g in range(ranks.shape[0]):
        paid = 0
        for r in range(2):
            first, second = ranks[g, 0, r], ranks[g, 1, r]
            made = made_bets(first, settings[r]), made_bets(second, settings[r])
            below = fold_threshold(r, max(paid, 1), settings[r])
            if r == 0:
                bets, folds = preflop_baseline(made[0], made[1], first < below, second < below)
            else:
                bets, folds = baseline(made[0], made[1], first < below, second < below)
            paid += bets
            if folds != NOBODY:
                paid = 0
                break
        reached[g] = paid == size
    return reached


@kernel
def play_styles(first, seed, ranks, styles, seats, rounds, actions, counts):
    """Play one game for each row of ranks (player, round). ``seats`` says who is the big blind.

    ``first`` is the number of the first game. Random numbers depend only on the seed and the number
    of the game.
    """
    state = np.empty(1, np.uint64)
    for g in range(ranks.shape[0]):
        state[0] = np.uint64(seed) * OTHER + np.uint64(first + g)
        random_bits(state)
        over = False
        rounds[g] = 0
        actions[g] = 0
        counts[g] = 0
        for r in range(4):
            if over:
                break
            rounds[g] = r + 1
            level = 1 if r == 0 else 0
            to_call = r == 0
            player = 1 if r == 0 else 0
            acted = 0
            while True:
                style = styles[seats[g] ^ player]
                rank = ranks[g, player, r]
                luck = random_number(state)
                wants = rank >= (style[RAISE_AT] if level > 0 and to_call else style[BET_AT])
                wants = luck >= style[TRAP] if wants else luck < style[BLUFF]
                if wants and level < MOST_BETS:
                    action = 1
                    level += 1
                elif to_call and rank < style[FOLD_AT]:
                    action = -1
                else:
                    action = 0
                actions[g, r, counts[g, r]] = action
                counts[g, r] += 1
                acted += 1
                if action == -1:
                    over = True
                    break
                if action == 0 and acted > 1:
                    break
                to_call = action == 1
                player = 1 - player
