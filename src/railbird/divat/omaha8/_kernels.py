"""Kernels of DIVAT for two players at limit Omaha Hi-Lo.

Player 1 is the big blind, who acts first after the flop. All values are for player 1, in small
bets, and ``size`` is what each player has in the pot. What player 1 wins at the showdown is in
halves of ``size``: 2 for the whole pot, 1 for three quarters, 0 for half of it, and so on.

``stack`` is the smaller stack of both. No roll-out puts more into the pot; when it is there, nobody
bets any more.
"""

import numpy as np

from railbird.divat.baseline._kernels import (
    FIRST,
    NOBODY,
    SECOND,
    baseline,
    fold_threshold,
    made_bets,
)
from railbird.divat.heads_up._kernels import first_deviation, fold_value, played
from railbird.evaluate.strength._omaha_kernels import (
    FLOP_BOARDS,
    TURN_RIVERS,
    hand_lows,
    hand_place,
    look_up_rank,
    low_bit,
    rank_row,
    share_won,
)
from railbird.kernels.cards import bits_in
from railbird.kernels.jit import kernel
from railbird.kernels.ranks import board_row

TURNS, RIVERS = 41, 40
"""Cards that can come when both hands and the board are known."""

TURN, RIVER = 11, 12
"""Their places among the cards of a game."""

SKILL, LUCK, LFAT, OWN_1, OWN_2, RANK_1, RANK_2 = range(7)
SCORES = 7


@kernel
def pot_won(high, low_1, low_2):
    """What player 1 wins in halves, −2 to 2, if ``high`` says who has the better high hand."""
    low = high if low_1 == 0 and low_2 == 0 else np.sign(low_1 - low_2)
    return high + low


@kernel
def deal_flop(cards, tables, lows, curves, choose, settings, deal, seen, alike):
    """Ranks of both hands, and who wins what, on every turn and river that can follow a flop.

    As in hold'em, a player's hand rank counts all cards that the player does not see, the other
    hand's too; only the roll-outs leave those out. Boards are alike if their turns and rivers agree
    in rank and in whether they have the suit in which a flush is possible. ``seen`` and ``alike``
    keep what was looked up: the share of the pot of each player, and what player 1 wins.
    """
    board = np.empty(5, np.int64)
    scratch = np.empty(5, np.int64)
    hands = np.empty((2, 4), np.int64)
    held = np.zeros(2, np.int64)
    used, low_flop = 0, 0
    suits = 0x5555  # a four-bit count for each suit; three cards set its highest bit
    for i in range(3):
        board[i] = cards[8 + i]
        used |= 1 << board[i]
        suits += 1 << 4 * (board[i] & 3)
        low_flop |= low_bit(board[i] >> 2)
    for p in range(2):
        for i in range(4):
            hands[p, i] = cards[4 * p + i]
            held[p] |= 1 << hands[p, i]
    low_1, low_2 = hand_lows(hands[0]), hand_lows(hands[1])
    seen[:] = False
    deal.turn_rank[:] = 0.0
    deal.flop_rank[:] = 0.0
    for turn in range(52):
        deal.live[turn] = (used | held[0] | held[1]) >> turn & 1 == 0
        if used >> turn & 1:
            continue
        board[3] = turn
        low_turn = low_flop | low_bit(turn >> 2)
        for river in range(turn):
            if used >> river & 1:
                continue
            low_board = low_turn | low_bit(river >> 2)
            flush = suits + (1 << 4 * (turn & 3)) + (1 << 4 * (river & 3)) & 0x8888
            kind = 0
            if flush != 0:
                kind = 1 if flush == 0x8 else 2 if flush == 0x80 else 3 if flush == 0x800 else 4
            one = (turn >> 2) + 13 * np.int64((turn & 3) == kind - 1)
            other = (river >> 2) + 13 * np.int64((river & 3) == kind - 1)
            if one < other:
                one, other = other, one
            if not seen[kind, one, other]:
                seen[kind, one, other] = True
                board[4] = river
                row, suit = board_row(board, 5, choose, tables.starts, scratch)
                low_row = rank_row(board, choose, scratch)
                place_1, at_1 = hand_place(hands[0], row, suit, tables)
                place_2, at_2 = hand_place(hands[1], row, suit, tables)
                made_1, made_2 = np.int64(lows[low_1, low_board]), np.int64(lows[low_2, low_board])
                alike[kind, one, other, 0] = share_won(at_1, made_1, low_row, tables)
                alike[kind, one, other, 1] = share_won(at_2, made_2, low_row, tables)
                alike[kind, one, other, 2] = pot_won(np.sign(place_1 - place_2), made_1, made_2)
            both = (1 << turn) | (1 << river)
            curve = curves[2, bits_in(low_board)]
            won = alike[kind, one, other, 2]
            deal.won[turn, river] = won
            deal.won[river, turn] = won
            for p in range(2):
                if held[p] & both == 0:
                    share = alike[kind, one, other, p]
                    rank = look_up_rank(curve, share)
                    made = made_bets(rank, settings[3])
                    deal.rank[p, turn, river] = rank
                    deal.rank[p, river, turn] = rank
                    deal.made[p, turn, river] = made
                    deal.made[p, river, turn] = made
                    deal.turn_rank[p, turn] += share
                    deal.turn_rank[p, river] += share
                    deal.flop_rank[p] += share
    flop_curve = curves[0, bits_in(low_flop)]
    for p in range(2):
        deal.flop_rank[p] = look_up_rank(flop_curve, deal.flop_rank[p] / FLOP_BOARDS)
        for turn in range(52):
            curve = curves[1, bits_in(low_flop | low_bit(turn >> 2))]
            deal.turn_rank[p, turn] = look_up_rank(curve, deal.turn_rank[p, turn] / TURN_RIVERS)


@kernel
def round_play(first, second, round_, size, stack, settings):
    """Bets of each player in the baseline of a round after the flop, and who folds."""
    if size >= stack:
        return 0, NOBODY
    row = settings[round_]
    threshold = fold_threshold(round_, size, row)
    return baseline(
        made_bets(first, row), made_bets(second, row), first < threshold, second < threshold
    )


@kernel
def river_value(deal, turn, river, size, stack, threshold):
    """Value of the river before its betting; ranks below the threshold fold to a bet."""
    if size >= stack:
        return stack * (deal.won[turn, river] / 2)
    bets, folds = baseline(
        np.int64(deal.made[0, turn, river]),
        np.int64(deal.made[1, turn, river]),
        deal.rank[0, turn, river] < threshold,
        deal.rank[1, turn, river] < threshold,
    )
    if folds != NOBODY:
        return -np.float64(size) if folds == FIRST else np.float64(size)
    return min(size + 2.0 * bets, stack) * (deal.won[turn, river] / 2)


@kernel
def turn_over(deal, turn, size, stack, settings):
    """Value after the betting of the turn: the mean over all rivers."""
    threshold = fold_threshold(3, size, settings[3])
    total = 0.0
    for river in range(52):
        if deal.live[river] and river != turn:
            total += river_value(deal, turn, river, size, stack, threshold)
    return total / RIVERS


@kernel
def turn_begun(deal, turn, size, stack, settings):
    """Value of the turn before its betting."""
    first, second = deal.turn_rank[0, turn], deal.turn_rank[1, turn]
    bets, folds = round_play(first, second, 2, size, stack, settings)
    if folds != NOBODY:
        return -np.float64(size) if folds == FIRST else np.float64(size)
    return turn_over(deal, turn, size + 2 * bets, stack, settings)


@kernel
def flop_over(deal, size, stack, settings):
    """Value after the betting of the flop: the mean over all turns."""
    total = 0.0
    for turn in range(52):
        if deal.live[turn]:
            total += turn_begun(deal, turn, size, stack, settings)
    return total / TURNS


@kernel
def flop_begun(deal, size, stack, settings):
    """Value of the flop before its betting."""
    bets, folds = round_play(deal.flop_rank[0], deal.flop_rank[1], 1, size, stack, settings)
    if folds != NOBODY:
        return -np.float64(size) if folds == FIRST else np.float64(size)
    return flop_over(deal, size + bets, stack, settings)


@kernel
def all_in_edges(deal, turn, river, out):
    """What player 1 wins of each chip on average if both are all in, by round."""
    total = 0
    for t in range(52):
        for r in range(t):
            if deal.live[t] and deal.live[r]:
                total += deal.won[t, r]
    out[1] = total / (TURNS * RIVERS)
    if turn < 52:
        total = 0
        for r in range(52):
            if deal.live[r] and r != turn:
                total += deal.won[turn, r]
        out[2] = total / (2 * RIVERS)
    if river < 52:
        out[3] = deal.won[turn, river] / 2


@kernel
def who_left(round_, size, first, second, actions, count, settings):
    """The player who first left the baseline in a round, given the ranks of both hands."""
    row = settings[round_]
    threshold = fold_threshold(round_, size, row)
    return first_deviation(
        round_, SECOND, actions, count, made_bets(first, row), made_bets(second, row),
        first < threshold, second < threshold,
    )  # fmt: skip


@kernel
def score_games(cards, rounds, actions, counts, stacks, edge, tables, lows, curves, choose,
                settings, stake, growth, deal, seen, alike, score, money):  # fmt: skip
    """Skill and luck of games by round, and the money, for player 1.

    ``edge`` is what player 1 wins of each chip on average if both are all in before the flop. The
    luck of the first cards is that of ``stake`` chips, and the luck of the flop that of the chips
    of each player and ``growth`` more, but of no more than the stack: both have the mean zero
    exactly. From the turn on, luck is that of the roll-outs. The skill of a round is also that of
    the player who left the baseline first, from their own view.
    """
    edges = np.empty(4)
    for g in range(cards.shape[0]):
        turn, river = np.int64(cards[g, TURN]), np.int64(cards[g, RIVER])
        out = score[g]
        out[:] = 0.0
        edges[0] = edge[g]
        if rounds[g] > 1:
            deal_flop(cards[g], tables, lows, curves, choose, settings, deal, seen, alike)
            all_in_edges(deal, turn, river, edges)
        stack = stacks[g]
        # if the blinds leave nothing to decide, all of it is luck
        out[0, LUCK] = min(stake if counts[g, 0] > 0 else stack, stack) * edge[g]
        out[0, LFAT] = min(1.0, stack) * edge[g]
        size, before, rest = 1, 0.0, out[0, LUCK]
        for r in range(rounds[g]):
            bet = 1 if r < 2 else 2
            blind = 1 if r == 0 else 0
            level, folded, lost = played(r, SECOND, actions[g, r], counts[g, r])
            after = size + bet * (level - blind)
            if folded != NOBODY:
                small = folded == SECOND and counts[g, r] == 1
                actual = fold_value(r, folded, size + bet * (lost - blind), small)
            elif r == 1:
                actual = flop_over(deal, after, stack, settings)
            elif r == 2:
                actual = turn_over(deal, turn, after, stack, settings)
            else:  # before the flop it is not needed
                actual = min(np.float64(after), stack) * edges[3] if r == 3 else 0.0
            if r == 1:
                start = flop_begun(deal, size, stack, settings)
                rank_1, rank_2 = deal.flop_rank[0], deal.flop_rank[1]
                out[r, LUCK] = min(size + growth, stack) * (edges[1] - edges[0])
            elif r == 2:
                start = turn_begun(deal, turn, size, stack, settings)
                rank_1, rank_2 = deal.turn_rank[0, turn], deal.turn_rank[1, turn]
                out[r, LUCK] = start - before
            elif r == 3:
                threshold = fold_threshold(3, size, settings[3])
                start = river_value(deal, turn, river, size, stack, threshold)
                rank_1, rank_2 = deal.rank[0, turn, river], deal.rank[1, turn, river]
                out[r, LUCK] = start - before
            if r > 0:
                out[r, SKILL] = actual - start
                out[r, LFAT] = min(np.float64(size), stack) * (edges[r] - edges[r - 1])
                out[r, RANK_1], out[r, RANK_2] = rank_1, rank_2
                who = who_left(r, size, rank_1, rank_2, actions[g, r], counts[g, r], settings)
                out[r, OWN_1] = out[r, SKILL] if who == FIRST else 0.0
                out[r, OWN_2] = -out[r, SKILL] if who == SECOND else 0.0
                rest += out[r, LUCK] + out[r, SKILL]
            before, size = actual, after
        money[g] = before
        out[0, SKILL] = before - rest
