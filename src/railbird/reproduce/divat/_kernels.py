"""Kernel that plays heads-up limit games between players of given styles."""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.kernels.random import OTHER, random_bits, random_number

MOST_BETS = 4
FOLD_AT, BET_AT, RAISE_AT, BLUFF, TRAP = range(5)
"""A style: the hand rank below which it folds, and the ranks from which it bets and raises; how
often it bets or raises with less, and how often it only checks or calls with enough."""


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
