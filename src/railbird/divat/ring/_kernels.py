"""Kernels of DIVAT for two to ten players: what hands are worth, rolled out over boards.

Before the flop, boards are sampled, and payoffs are kept board by board, for their errors. From the
flop on, all boards are enumerated: the turns that can come, and the rivers after each of them. Of
those, only sums of whole numbers are kept.
"""

import numpy as np

from railbird.divat.baseline._kernels import made_bets
from railbird.divat.ring._betting_kernels import (
    BET,
    KEPT,
    LEVEL,
    LIVE,
    PAID,
    PLACE,
    POT,
    STACK,
    STATE_SIZE,
    TOP,
    WHO,
    advice,
    finish_round,
    play_round,
    settle,
    take_over,
)
from railbird.divat.ring._rank_kernels import fill_come, fill_room
from railbird.kernels.jit import kernel
from railbird.table import _kernels as table


@kernel
def copy_state(state, copy):
    """Copy a state between two rounds. This is much faster than assigning a slice."""
    for k in range(KEPT):
        copy[k] = state[k]


@kernel
def roll_out_sampled(rules, known, room, offsets, payoffs):
    """Payoffs on each sampled board if all play the baseline from the flop on."""
    payoffs[:] = 0
    now = np.empty(STATE_SIZE, np.int64)
    flop, turn, river = room.rank[0], room.rank[1], room.rank[2]
    flop_made, turn_made, river_made = room.made[0], room.made[1], room.made[2]
    values, first, second, third = room.value, offsets[1], offsets[2], offsets[3]
    for s in range(payoffs.shape[0]):
        copy_state(known, now)
        if now[LIVE] > 1:
            play_round(rules, 1, now, flop_made, flop, s, first)
        if now[LIVE] > 1:
            play_round(rules, 2, now, turn_made, turn, s, second)
        if now[LIVE] > 1:
            play_round(rules, 3, now, river_made, river, s, third)
        settle(now, values, s, 1, payoffs, s)


@kernel
def board_count(r, cards):
    """How many boards can come if this many cards are left."""
    return cards * (cards - 1) if r == 1 else cards if r == 2 else 1


@kernel
def roll_out_all(r, cards, rules, known, come, offsets, payoffs):
    """Sums of the payoffs over all boards if all play the baseline after round r.

    ``come`` is what hands are worth on the boards with one of ``cards`` cards as the turn, and
    another as the river.
    """
    payoffs[:] = 0
    if known[LIVE] == 1 or r == 3:
        settle(known, come.value, 0, board_count(r, cards), payoffs, 0)
        return
    turn, now = np.empty(STATE_SIZE, np.int64), np.empty(STATE_SIZE, np.int64)
    turn_rank, turn_made, turn_offsets = come.turn_rank, come.turn_made, offsets[2]
    river_rank, river_made, river_offsets = come.rank, come.made, offsets[3]
    values = come.value
    for i in range(cards if r == 1 else 1):
        copy_state(known, turn)
        if r == 1:
            play_round(rules, 2, turn, turn_made, turn_rank, i, turn_offsets)
            if turn[LIVE] == 1:
                settle(turn, values, 0, cards - 1, payoffs, 0)
                continue
        for j in range(cards):
            place = j
            if r == 1:
                if i == j:
                    continue
                place = max(i, j) * (max(i, j) - 1) // 2 + min(i, j)
            copy_state(turn, now)
            play_round(rules, 3, now, river_made, river_rank, place, river_offsets)
            settle(now, values, place, 1, payoffs, 0)


@kernel
def advised(rules, played, round_, state, made, rank, offsets):
    """What the baseline does at this point of a played hand, as the table names it."""
    take_over(rules, played, round_, state)
    p = state[PLACE]
    owed, behind = state[TOP] - state[BET + p], state[STACK + p] - state[PAID + p]
    bet, level, pot = rules[table.BETS + round_], state[LEVEL], state[POT]
    action = advice(bet, level, owed, behind, pot, made[0, p], rank[0, p], offsets)
    if action > 0:  # a call if nobody may raise
        return table.options(rules, played)[1]
    return np.int64(action)


@kernel
def end_round(rules, played, round_, state, made, rank, offsets, known):
    """Put the state at the round's end under the baseline into ``known``; whether it changed."""
    take_over(rules, played, round_, state)
    finish_round(rules, state, made, rank, 0, offsets)
    other = state[WHO] != known[WHO]
    for p in range(made.shape[1]):
        other |= state[PAID + p] != known[PAID + p]
    copy_state(state, known)
    return other


@kernel
def mean_error(gains, means, errors):
    """Means of columns and their standard errors."""
    count = gains.shape[0]
    for p in range(means.size):
        total = 0
        for s in range(count):
            total += gains[s, p]
        means[p] = total / count
        square = 0.0
        for s in range(count):
            square += (gains[s, p] - means[p]) ** 2
        errors[p] = np.sqrt(square / max(count - 1, 1) / count)


@kernel
def score_sampled(rules, betting, boards, deal, look, play, room, played, out, mean, error):
    """Score the decisions before the flop on sampled boards. Returns their number.

    All values use the same boards. ``mean`` and ``error`` get the value of the hand after the
    round.
    """
    players, offsets = mean.size, play.offsets
    rank, made = deal.preflop_rank.reshape(1, players), np.empty((1, players), np.int8)
    for p in range(players):
        made[0, p] = made_bets(rank[0, p], play.settings[0])
    fill_room(boards, deal, look, play, room)
    before = np.empty((boards.shape[0], players), np.int64)
    after = np.empty_like(before)
    gains = np.zeros((players, boards.shape[0], players), np.int64)
    state, known = np.empty(STATE_SIZE, np.int64), np.zeros(STATE_SIZE, np.int64)
    end_round(rules, played, 0, state, made, rank, offsets[0], known)
    roll_out_sampled(rules, known, room, offsets, before)
    mean_error(before, mean, error)
    out.luck[0] = mean
    out.luck_error[0] = error
    for i in range(betting.counts[0]):
        p = played[table.ACTOR]
        out.baseline[i] = advised(rules, played, 0, state, made, rank, offsets[0])
        table.apply(rules, played, betting.actions[i])
        if end_round(rules, played, 0, state, made, rank, offsets[0], known):
            roll_out_sampled(rules, known, room, offsets, after)
            change = after - before
            mean_error(change, out.difference[i], out.error[i])
            gains[p] += change
            before, after = after, before
    for p in range(players):
        mean_error(gains[p], mean, error)
        out.variance[p] = error**2
    mean_error(before, mean, error)
    return betting.counts[0]


@kernel
def score_round(r, first, rules, betting, board, deal, look, play, come, played, out, mean, error):
    """Score the decisions of round r, from number ``first``, on all boards. Returns their end."""
    players, offsets = mean.size, play.offsets
    rank, made = np.empty((1, players)), np.empty((1, players), np.int8)
    cards = fill_come(r, board, deal, look, play, come, rank, made)
    count = board_count(r, cards)
    before, after = np.empty((1, players), np.int64), np.empty((1, players), np.int64)
    state, known = np.empty(STATE_SIZE, np.int64), np.zeros(STATE_SIZE, np.int64)
    end_round(rules, played, r, state, made, rank, offsets[r], known)
    roll_out_all(r, cards, rules, known, come, offsets, before)
    out.luck[r] = before[0] / count - mean
    out.luck_error[r] = np.sqrt(error**2)
    for i in range(first, first + betting.counts[r]):
        out.baseline[i] = advised(rules, played, r, state, made, rank, offsets[r])
        table.apply(rules, played, betting.actions[i])
        if end_round(rules, played, r, state, made, rank, offsets[r], known):
            roll_out_all(r, cards, rules, known, come, offsets, after)
            out.difference[i] = (after[0] - before[0]) / count
            before, after = after, before
    mean[:] = before[0] / count
    error[:] = 0.0
    return first + betting.counts[r]


@kernel
def score_hand(rules, stacks, betting, boards, board, deal, look, play, room, come, out):
    """What each decision of a hand and the cards of each round are worth to everybody, in chips.

    ``rules`` and the actions of ``betting`` are those of the table. ``boards`` are the samples for
    the roll-outs before the flop. ``board`` is the hand's own. Rounds in which nobody could bet any
    more are worth what their cards change.
    """
    players = rules[table.PLAYERS]
    played = np.empty(table.STATE_SIZE, np.int64)
    mean, error = np.zeros(players), np.zeros(players)
    table.start(rules, stacks, played)
    done = score_sampled(rules, betting, boards, deal, look, play, room, played, out, mean, error)
    for r in range(1, betting.rounds):
        done = score_round(
            r, done, rules, betting, board, deal, look, play, come, played, out, mean, error
        )
    out.money[:] = mean
