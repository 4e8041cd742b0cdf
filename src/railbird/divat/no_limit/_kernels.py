"""Kernels of DIVAT for heads-up no-limit hold'em.

Player 0 is the big blind, who acts first after the flop. Values are for player 0, in big blinds.
``size`` is what each player has in the pot at the start of a round, and ``left`` what both can
still bet: the smaller stack. A row of ``settings`` is the fold offset, Make1 … Make4 and the slope,
as for limit hold'em.
"""

import numpy as np

from railbird.divat.heads_up._kernels import edges, player_rank, showdown
from railbird.kernels.jit import kernel

MOST_BETS = 4
RIVERS, TURNS = 44, 45
NOBODY = -1
COMMITTED = 0.6
"""A bet of this share of what is left, or more, is all in."""

DEAL, FLOP, TURN, RIVER = 0, 1, 2, 3
(SKILL, LUCK, LFAT) = range(3)
SCORES = 3


@kernel
def bet_size(made, pot, left, row):
    """The baseline's bet: half a pot, a pot or two pots, by what the hand is worth, or all in.

    With deep stacks it is half a pot, whatever the hand.
    """
    share = row[MOST_BETS + 2] if left > row[2 * MOST_BETS + 2] * pot else row[MOST_BETS + 1 + made]
    bet = share * pot
    return left if bet >= COMMITTED * left else bet


@kernel
def worth(rank, row):
    """How many bets a hand rank is worth, 0 to 4."""
    bets = 0
    for k in range(1, MOST_BETS + 1):
        if rank >= row[k]:
            bets = k
    return bets


@kernel
def finish_round(first, second, size, left, paid_0, paid_1, level, actor, acted, row):
    """Play a round to its end by the baseline, from any point of its betting.

    ``first`` and ``second`` are the ranks of both hands. ``paid_0`` and ``paid_1`` are what the
    players have put in during this round, ``level`` how many bets that were, and ``acted`` whether
    the player who is not to act has acted. Returns what each player then has put in, and who
    folded.

    A hand that is worth more bets than there are raises the pot. A hand calls if it is worth a bet
    of up to a pot, or if its rank is at least bet / (pot + bet) plus the offset. Else it folds.
    """
    while True:
        own, other = (paid_0, paid_1) if actor == 0 else (paid_1, paid_0)
        if own >= left or (other >= left and own >= other):
            return paid_0, paid_1, NOBODY
        rank = first if actor == 0 else second
        made = worth(rank, row)
        to_call = other - own
        pot = 2.0 * size + own + other
        bet = 0.0
        if made > level and other < left:
            more = bet_size(made, pot + to_call, left - other, row)
            bet = to_call + more
        elif to_call > 0:
            share = to_call / pot
            before = pot - to_call
            worth_it = made > 0 and to_call <= before
            if not worth_it and rank < row[MOST_BETS + 1] * share + row[0]:
                return paid_0, paid_1, actor
        if bet > 0:
            level += 1
            new = own + bet
        else:
            new = own + to_call
        if actor == 0:
            paid_0 = new
        else:
            paid_1 = new
        if bet == 0 and acted:
            return paid_0, paid_1, NOBODY
        acted = True
        actor = 1 - actor


@kernel
def round_end(r, first, second, size, left, settings):
    """What each player has in the pot after the baseline of a round, and who folded."""
    paid_0, paid_1, folds = finish_round(
        first, second, size, left, 0.0, 0.0, 0, 0, False, settings[r]
    )
    if folds != NOBODY:
        return size + (paid_0 if folds == 0 else paid_1), folds
    return size + paid_0, NOBODY


@kernel
def river_start(deals, g, turn, river, size, left, settings, seven_only):
    """Value of the river before its betting."""
    won = showdown(deals, g, turn, river)
    if left <= 0:
        return won * size
    first = player_rank(deals, g, 0, 3, turn, river, settings, seven_only)
    second = player_rank(deals, g, 1, 3, turn, river, settings, seven_only)
    end, folds = round_end(3, first, second, size, left, settings)
    if folds != NOBODY:
        return -end if folds == 0 else end
    return won * end


@kernel
def turn_end(deals, g, turn, size, left, settings, seven_only):
    """Value after the betting of the turn: the mean over all rivers."""
    total = 0.0
    for river in range(52):
        if deals.live[g, river] and river != turn:
            total += river_start(deals, g, turn, river, size, left, settings, seven_only)
    return total / RIVERS


@kernel
def turn_start(deals, g, turn, size, left, settings, seven_only):
    """Value of the turn before its betting."""
    end = size
    if left > 0:
        first = player_rank(deals, g, 0, 2, turn, 0, settings, seven_only)
        second = player_rank(deals, g, 1, 2, turn, 0, settings, seven_only)
        end, folds = round_end(2, first, second, size, left, settings)
        if folds != NOBODY:
            return -end if folds == 0 else end
    return turn_end(deals, g, turn, end, left - (end - size), settings, seven_only)


@kernel
def flop_end(deals, g, size, left, settings, seven_only):
    """Value after the betting of the flop: the mean over all turns."""
    total = 0.0
    for turn in range(52):
        if deals.live[g, turn]:
            total += turn_start(deals, g, turn, size, left, settings, seven_only)
    return total / TURNS


@kernel
def flop_start(deals, g, size, left, settings, seven_only):
    """Value of the flop before its betting."""
    end = size
    if left > 0:
        first = player_rank(deals, g, 0, 1, 0, 0, settings, seven_only)
        second = player_rank(deals, g, 1, 1, 0, 0, settings, seven_only)
        end, folds = round_end(1, first, second, size, left, settings)
        if folds != NOBODY:
            return -end if folds == 0 else end
    return flop_end(deals, g, end, left - (end - size), settings, seven_only)


@kernel
def score_games(cards, dealt, last, sizes, stacks, folded, lost, deals, edge, settings, seven_only,
                growth, stake, score, money):  # fmt: skip
    """Skill and luck of games by round, and the money, for the big blind.

    ``dealt`` is the number of rounds whose cards were dealt, and ``last`` the round in which the
    betting ended. ``sizes[g, r]`` is what each player has in the pot after round r. ``folded`` is
    who folded, and ``lost`` what that cost. ``edge`` is the share of boards won minus lost before
    the flop. Before the flop the value is all-in equity of a pot that will grow ``growth`` times,
    and of a pot of ``stake`` from each before anybody has acted.
    """
    edge_of = np.empty(4)
    for g in range(cards.shape[0]):
        turn, river = np.int64(cards[g, 7]), np.int64(cards[g, 8])
        left = stacks[g]
        out = score[g]
        out[:] = 0.0
        edge_of[0] = edge[g]
        if dealt[g] > 1:
            edges(deals, g, turn, river, edge_of)
        out[0, LUCK] = min(stake, left) * edge[g]
        out[0, LFAT] = edge[g]
        if folded[g] != NOBODY:
            paid = -lost[g] if folded[g] == 0 else lost[g]
        else:
            paid = sizes[g, 3] * showdown(deals, g, turn, river)
        money[g] = paid
        before = 0.0
        for r in range(1, dealt[g]):
            size = sizes[g, r - 1]
            rest = left - size
            if r == FLOP:
                start = flop_start(deals, g, size, rest, settings, seven_only)
                out[r, LUCK] = min(growth * size, left) * (edge_of[1] - edge_of[0])
            elif r == TURN:
                start = turn_start(deals, g, turn, size, rest, settings, seven_only)
                out[r, LUCK] = start - before
            else:
                start = river_start(deals, g, turn, river, size, rest, settings, seven_only)
                out[r, LUCK] = start - before
            out[r, LFAT] = size * (edge_of[r] - edge_of[r - 1])
            if r == RIVER or (folded[g] != NOBODY and last[g] == r):
                after = paid
            else:
                after_size = sizes[g, r]
                if r == FLOP:
                    after = flop_end(deals, g, after_size, left - after_size, settings, seven_only)
                else:
                    after = turn_end(
                        deals, g, turn, after_size, left - after_size, settings, seven_only
                    )
            out[r, SKILL] = after - start
            before = after
        total = 0.0
        for r in range(4):
            total += out[r, LUCK]
            if r > 0:
                total += out[r, SKILL]
        out[0, SKILL] = paid - total
