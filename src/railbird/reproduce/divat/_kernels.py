"""Kernel that plays heads-up limit games between players of given styles."""

import numpy as np

from railbird.kernels.jit import kernel

MOST_BETS = 4
FOLD_AT, BET_AT, RAISE_AT, BLUFF, TRAP = range(5)
"""A style: hand ranks below which it folds, and from which it bets and raises; how often it bets or
raises with less, and how often it only checks or calls with enough."""


@kernel
def chance(state):
    """The next state of a SplitMix64 generator, and a number from 0 to 1."""
    state = state + np.uint64(0x9E3779B97F4A7C15)
    bits = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    bits = bits ^ (bits >> np.uint64(31))
    return state, np.float64(bits >> np.uint64(11)) / 9007199254740992.0


@kernel
def play_styles(first, seed, ranks, styles, seats, rounds, actions, counts):
    """Play one game for each row of ranks (player, round); ``seats`` says who is the big blind.

    ``first`` is the number of the first game: chance depends on seed and number alone.
    """
    for g in range(ranks.shape[0]):
        state = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(first + g)
        state, _ = chance(state)
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
                state, luck = chance(state)
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
