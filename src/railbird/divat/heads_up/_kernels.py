"""Kernels of the DIVAT value function for two players at fixed limits.

Player 1 acts first after the flop; this is the big blind, unless the small blind opens every round.
All values are for player 1, in small bets. ``size`` is what each player has in the pot at the start
of a betting round. The baseline's play is in `railbird.divat.baseline._kernels`.

Values are sums of whole numbers: over the 44 rivers on the turn, and over the 45 · 44 turns and
rivers on the flop. They are divided once, at the end, so V(h) = mean of V(h·c) is exact.

``stack`` is the smaller stack of both. Once it is in the pot nobody can bet, and a game is worth
its all-in equity. Before that, roll-outs ignore stacks: they are consistent, so the luck of the
cards still has mean zero. With stacks below `SHORT` such roll-outs would be absurd. These games are
worth the all-in equity of the pot that is expected in the end, which is consistent as well.
"""

import numpy as np

from railbird.divat.baseline._kernels import (
    FIRST,
    NOBODY,
    RIVER_HANDS,
    SECOND,
    baseline,
    baseline_action,
    baseline_bets,
    effective_rank,
    fold_threshold,
    made_bets,
    opening_baseline,
)
from railbird.kernels.jit import kernel

RIVERS = 44
RUNOUTS = 45 * 44
MOST_BETS = 4
"""The most bets before the flop that tables know. Chips beyond them count at all-in equity."""

SHORT = 10.0
"""Games with smaller stacks are valued without roll-outs; below, these vary more."""

START = 3.0
GROWTH = (2.5, 2.0, 1.0, 0.0)
"""With short stacks: what each player is expected to have in the pot in the end, before the first
betting, and to add to it after the betting of each round."""

OTHER = FIRST + SECOND
"""Minus a player, this is the other one."""

(SKILL, LUCK, ACTUAL, BASELINE, ROUND_EV, RED_GREEN_1, RED_GREEN_2, AIE_SKILL, AIE_ACTUAL,
 AIE_BASELINE, AIE_ROUND_EV, LFAT, EVAT, AIE, RANK_1, RANK_2, EVAT_1,
 EVAT_2) = range(18)  # fmt: skip
SCORES = 18
MONEY, DCASH, POSITION = range(3)
GAME_SCORES = 3


@kernel
def showdown(deals, g, turn, river):
    """1 if the first hand wins, −1 if it loses, 0 if they tie."""
    first, second = deals.value[g, 0, turn, river], deals.value[g, 1, turn, river]
    return np.int64(first > second) - np.int64(first < second)


@kernel
def player_rank(deals, g, player, round_, turn, river, settings, seven_only):
    """Effective hand rank of a player in a betting round after the flop."""
    if round_ == 1:
        now, to_come = deals.flop_now[g, player], deals.flop_sum[g, player]
    elif round_ == 2:
        now, to_come = deals.turn_now[g, player, turn], deals.turn_sum[g, player, turn]
    else:
        now, to_come = np.int64(deals.rank[g, player, turn, river]), np.int64(0)
    return effective_rank(round_, now, to_come, settings[round_, 1], seven_only[round_])


@kernel
def round_baseline(deals, g, round_, turn, river, size, settings, seven_only):
    """Bets of each player in the baseline of a round after the flop, and who folds."""
    threshold = fold_threshold(round_, size, settings[round_])
    first = player_rank(deals, g, 0, round_, turn, river, settings, seven_only)
    second = player_rank(deals, g, 1, round_, turn, river, settings, seven_only)
    return baseline(
        made_bets(first, settings[round_]),
        made_bets(second, settings[round_]),
        first < threshold,
        second < threshold,
    )


@kernel
def value_rivers(deals, g, settings):
    """Fill in how many bets each hand of a deal is worth on each river."""
    for player in range(2):
        for turn in range(52):
            for river in range(turn):
                rank = np.int64(deals.rank[g, player, turn, river]) / RIVER_HANDS
                made = made_bets(rank, settings[3])
                deals.made[g, player, turn, river] = made
                deals.made[g, player, river, turn] = made


@kernel
def after_turn(deals, g, turn, size, settings):
    """44 times the value after the betting of the turn."""
    threshold = fold_threshold(3, size, settings[3])
    cut = np.int64(threshold * RIVER_HANDS)  # counts below it fold; correct the rounding
    while cut / RIVER_HANDS < threshold:
        cut += 1
    total = 0
    for river in range(52):
        if not deals.live[g, river] or river == turn:
            continue
        first, second = deals.made[g, 0, turn, river], deals.made[g, 1, turn, river]
        if first == 0 and second > 0 and deals.rank[g, 0, turn, river] < cut:
            total -= size
        elif second == 0 and first > 0 and deals.rank[g, 1, turn, river] < cut:
            total += size
        else:
            won = size + 2 * baseline_bets(first, second)
            total += won * showdown(deals, g, turn, river)
    return total


@kernel
def turn_value(deals, g, turn, size, settings, seven_only):
    """44 times the value of the turn before its betting."""
    bets, folds = round_baseline(deals, g, 2, turn, 0, size, settings, seven_only)
    if folds == FIRST:
        return -RIVERS * size
    if folds == SECOND:
        return RIVERS * size
    return after_turn(deals, g, turn, size + 2 * bets, settings)


@kernel
def after_flop(deals, g, size, settings, seven_only):
    """45 · 44 times the value after the betting of the flop."""
    total = 0
    for turn in range(52):
        if deals.live[g, turn]:
            total += turn_value(deals, g, turn, size, settings, seven_only)
    return total


@kernel
def flop_value(deals, g, size, settings, seven_only):
    """45 · 44 times the value of the flop before its betting."""
    bets, folds = round_baseline(deals, g, 1, 0, 0, size, settings, seven_only)
    if folds == FIRST:
        return -RUNOUTS * size
    if folds == SECOND:
        return RUNOUTS * size
    return after_flop(deals, g, size + bets, settings, seven_only)


@kernel
def edges(deals, g, turn, river, out):
    """Share of the boards to come that the first hand wins minus the share it loses, by round."""
    wins = 0
    for t in range(52):
        for r in range(t):
            if deals.live[g, t] and deals.live[g, r]:
                wins += showdown(deals, g, t, r)
    out[1] = wins / (RUNOUTS // 2)
    if turn < 52:
        wins = 0
        for r in range(52):
            if deals.live[g, r] and r != turn:
                wins += showdown(deals, g, turn, r)
        out[2] = wins / RIVERS
    if river < 52:
        out[3] = showdown(deals, g, turn, river)


@kernel
def after_round(deals, g, round_, turn, river, size, preflop, edge, settings, seven_only, one_bet):
    """Roll-out equity after the betting of a round, with ``size`` from each player in the pot.

    With ``one_bet``, each player puts one bet into the pot in every round to come.
    """
    if round_ == 0:
        return preflop[g, min(size, MOST_BETS) - 1] + max(size - MOST_BETS, 0) * edge
    if one_bet and round_ < 3:
        return (size + (4 if round_ == 1 else 2)) * edge
    if round_ == 1:
        return after_flop(deals, g, size, settings, seven_only) / RUNOUTS
    if round_ == 2:
        return after_turn(deals, g, turn, size, settings) / RIVERS
    return np.float64(showdown(deals, g, turn, river) * size)


@kernel
def expected_worth(round_, size, stack, edge):
    """Value after the betting of a round with short stacks; round −1 is before all betting."""
    return min(stack, START if round_ < 0 else size + GROWTH[round_]) * edge


@kernel
def known_value(player, first_paid, second_paid, closing, may_raise, bet, edge, stack):
    """All-in equity of player 1 after a round if both know all cards and ``player`` is to act.

    ``first_paid`` and ``second_paid`` are in the pot. ``closing`` says that a check or call ends
    the round. The player who is ahead raises, if that is allowed, and the other folds or calls.
    """
    high = max(first_paid, second_paid)
    share = abs(edge)
    pressed = min(high, min(high + bet, stack) * share)
    if (edge > 0) == (player == FIRST):
        won = pressed if may_raise else high * share
    else:
        won = high * share if closing else pressed
        paid = first_paid if player == FIRST else second_paid
        if paid < high:
            won = min(won, paid)
    return won if edge > 0 else -won


@kernel
def misplays(round_, size, stack, opener, bet, actions, count, edge, most):
    """What each player gave up in a round by not playing as if all cards were known: EVAT.

    Both numbers are 0 or negative. The third is the value of a round without misplays. ``most`` is
    the cap; a round that goes beyond it has none.
    """
    level = 1 if round_ == 0 else 0
    bets = level
    for i in range(count):
        bets += actions[i] == 1
    first_paid = second_paid = min(np.float64(size), stack)
    player = opener if round_ == 0 else FIRST
    if round_ == 0 and player == FIRST:
        first_paid = min(0.5, stack)
    elif round_ == 0:
        second_paid = min(0.5, stack)
    first_lost, second_lost = 0.0, 0.0
    may_raise = max(first_paid, second_paid) < stack
    start = known_value(player, first_paid, second_paid, False, may_raise, bet, edge, stack)
    if count == 0:  # nobody can act
        start = stack * edge
    before = start
    for i in range(count):
        high = max(first_paid, second_paid)
        if actions[i] < 0:
            after = -first_paid if player == FIRST else second_paid
        else:
            level += actions[i]
            paid = min(high + bet * actions[i], stack)
            if player == FIRST:
                first_paid = paid
            else:
                second_paid = paid
            if i == count - 1:
                after = paid * edge
            else:
                may_raise = (level < most or bets > most) and paid < stack
                after = known_value(
                    OTHER - player, first_paid, second_paid, True, may_raise, bet, edge, stack
                )
        if player == FIRST:
            first_lost += after - before
        else:
            second_lost += before - after
        before = after
        player = OTHER - player
    return first_lost, second_lost, start


@kernel
def first_deviation(round_, opener, actions, count, first, second, first_folds, second_folds):
    """The player who first left the baseline in a round, `NOBODY` if none did."""
    level = 1 if round_ == 0 else 0
    to_call = round_ == 0
    player = opener if round_ == 0 else FIRST
    for i in range(count):
        made, folds = (first, first_folds) if player == FIRST else (second, second_folds)
        if actions[i] != baseline_action(level, to_call, made, folds):
            return player
        if actions[i] == 1:
            level += 1
        to_call = actions[i] == 1
        player = OTHER - player
    return NOBODY


@kernel
def played(round_, opener, actions, count):
    """Bets of each player after a round as played, who folded, and how many bets they lost."""
    level = 1 if round_ == 0 else 0
    mine, other = level, level
    player = opener if round_ == 0 else FIRST
    for i in range(count):
        if actions[i] < 0:
            return level, player, mine
        level += actions[i]
        mine, other = other, level
        player = OTHER - player
    return level, NOBODY, 0


@kernel
def fold_value(round_, folds, size, small_blind):
    """Value of a fold. The folder loses their part of the pot, or half a bet as small blind."""
    lost = 0.5 if round_ == 0 and small_blind else np.float64(size)
    return -lost if folds == FIRST else lost


@kernel
def score_games(cards, rounds, actions, counts, stacks, openers, deals, preflop, edge, ranks,
                settings, seven_only, one_bet, position, score, game):  # fmt: skip
    """Scores of games by round, and of each game.

    ``cards`` are the hands of both players and the board (52: not dealt). ``rounds`` is the number
    of rounds. ``actions`` and ``counts`` are the actions (−1, 0, 1) in each. ``stacks`` are the
    smaller stacks, and ``openers`` the players with the small blind. Before the flop, ``preflop``
    are the roll-out equities by pot, ``edge`` the share of boards won minus lost, and ``ranks`` the
    effective hand ranks. ``position`` is the value before the deal, by opener.
    """
    edge_of = np.empty(4)
    for g in range(cards.shape[0]):
        turn, river = np.int64(cards[g, 7]), np.int64(cards[g, 8])
        stack, opener = stacks[g], np.int64(openers[g])
        short = stack < SHORT
        edge_of[0] = edge[g]
        if rounds[g] > 1:
            value_rivers(deals, g, settings)
            edges(deals, g, turn, river, edge_of)
        size = 1
        before, edge_before = 0.0 if short else position[opener - FIRST], 0.0
        game[g, POSITION] = before
        own_size, own_over = 1, False
        for r in range(rounds[g]):
            row = settings[r]
            blind = 1 if r == 0 else 0
            bet = 1 if r < 2 else 2
            if r == 0:
                first_rank, second_rank = ranks[g, 0], ranks[g, 1]
            else:
                first_rank = player_rank(deals, g, 0, r, turn, river, settings, seven_only)
                second_rank = player_rank(deals, g, 1, r, turn, river, settings, seven_only)
            first, second = made_bets(first_rank, row), made_bets(second_rank, row)
            # no table knows more bets before the flop, so the flop is rolled out from there
            pot = min(size, MOST_BETS) if r == 1 else size
            beyond = (size - pot) * edge_of[r]
            threshold = fold_threshold(r, pot, row)
            first_folds, second_folds = first_rank < threshold, second_rank < threshold
            if r == 0:
                bets, folds = opening_baseline(opener, first, second, first_folds, second_folds)
            else:
                bets, folds = baseline(first, second, first_folds, second_folds)
            based = pot + bet * (bets - blind)

            level, folded, lost = played(r, opener, actions[g, r], counts[g, r])
            after = size + bet * (level - blind)
            staked = min(np.float64(size), stack)
            actual_aie = min(np.float64(after), stack) * edge_of[r]
            if folded != NOBODY:
                lost = size + bet * (lost - blind)
                actual = fold_value(r, folded, lost, counts[g, r] == 1)
                actual_aie = actual
            elif counts[g, r] == 0 or after >= stack:
                actual = stack * edge_of[r]
                actual_aie = actual
            elif short:
                actual = expected_worth(r, after, stack, edge_of[r])
            else:
                actual = after_round(
                    deals, g, r, turn, river, after, preflop, edge_of[r], settings, seven_only,
                    one_bet,
                )  # fmt: skip

            if counts[g, r] == 0:  # nobody could bet
                base = checked = base_aie = actual
            else:
                if folds != NOBODY:
                    base_aie = fold_value(r, folds, staked, folds == opener)
                else:
                    base_aie = min(based + size - pot, stack) * edge_of[r]
                if short:
                    base = checked = expected_worth(r - 1, size, stack, edge_of[r])
                elif folds != NOBODY:
                    base = fold_value(r, folds, pot, folds == opener) + beyond
                elif folded == NOBODY and pot == size and based == after and after < stack:
                    base = actual  # most rounds are played like the baseline
                else:
                    base = beyond + after_round(
                        deals, g, r, turn, river, based, preflop, edge_of[r], settings, seven_only,
                        one_bet,
                    )  # fmt: skip
                if not short and folds == NOBODY and based == pot:
                    checked = base
                elif not short:
                    checked = beyond + after_round(
                        deals, g, r, turn, river, pot, preflop, edge_of[r], settings, seven_only,
                        one_bet,
                    )  # fmt: skip
            who = first_deviation(
                r, opener, actions[g, r], counts[g, r], first, second, first_folds, second_folds
            )
            out = score[g, r]
            out[SKILL] = actual - base
            out[LUCK] = base - before
            out[ACTUAL] = actual
            out[BASELINE] = base
            out[ROUND_EV] = base - checked
            out[RED_GREEN_1] = actual - base if who == FIRST else 0.0
            out[RED_GREEN_2] = base - actual if who == SECOND else 0.0
            out[AIE_SKILL] = actual_aie - base_aie
            out[AIE_ACTUAL] = actual_aie
            out[AIE_BASELINE] = base_aie
            out[AIE_ROUND_EV] = base_aie - staked * edge_of[r]
            out[LFAT] = staked * (edge_of[r] - edge_before)
            most = MOST_BETS if r == 0 else settings.shape[1] - 2
            out[EVAT_1], out[EVAT_2], known = misplays(
                r, size, stack, opener, bet, actions[g, r], counts[g, r], edge_of[r], most
            )
            out[EVAT] = actual_aie - known
            out[AIE] = (1 + edge_of[r]) / 2
            out[RANK_1] = first_rank
            out[RANK_2] = second_rank

            if not own_over:  # the baseline's own line, on the cards that were dealt
                if r > 0:
                    bets, folds = round_baseline(
                        deals, g, r, turn, river, own_size, settings, seven_only
                    )
                if folds != NOBODY:
                    own_over = True
                    game[g, DCASH] = fold_value(r, folds, own_size, folds == opener)
                own_size += bet * (bets - blind)
            size = after
            before, edge_before = actual, edge_of[r]
        if not own_over:
            last = rounds[g] - 1
            game[g, DCASH] = after_round(
                deals, g, last, turn, river, own_size, preflop, edge_of[last], settings, seven_only,
                one_bet,
            )  # fmt: skip
        game[g, MONEY] = before
