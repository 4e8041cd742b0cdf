"""Kernels of DIVAT for two to ten players: limit betting by the baseline, rolled out over boards.

Positions count from the first player after the button. Chips are whole numbers. A hand in play is a
flat ``int64`` array with the places named below. Stacks do not matter: nobody is ever all in, so
there is one pot.

`board_row`, `effective_rank` and `made_bets` are those of `_rank_kernels` and `_kernels`, copied
because a kernel calls only kernels of its own file; tests hold them together.
"""

import numpy as np

from railbird.kernels.jit import kernel

RIVER_HANDS = 2 * 990
TURN_HANDS = 2 * 1035
FLOP_HANDS = 2 * 1081
FLOP_BOARDS = 1081
TURN_BOARDS = 46

SEATS = 10
ROUND = 0
LEVEL = 1  # bets that each player must have in to stay; the big blind is the first
POT = 2  # chips at the start of the round; before the flop two bets
PLACE = 3  # whose turn it is
LEFT = 4  # seats from there on that have yet to act in this round, the empty ones included
LIVE = 5  # players who have not folded
PAID = 6  # by position: chips in during the whole hand
BET = PAID + SEATS  # by position: chips in during this round
FOLDED = BET + SEATS  # by position
STATE_SIZE = FOLDED + SEATS


ONES = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
"""Ones of four bits."""

LOWEST = (0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0)
"""Place of the lowest one of four bits."""


MOST_BETS = 4
"""Bets for which there are fold offsets; to more it folds as to these."""

ONES = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
"""Ones of four bits."""

LOWEST = (0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0)
"""Place of the lowest one of four bits."""


@kernel
def board_row(cards, size, choose, starts, ranks):
    """Row of a board in the rank tables, and the suit of which it has three or more (else −1)."""
    counts = 0x5555
    for i in range(size):
        counts += 1 << 4 * (cards[i] & 3)
    suit = -1
    if counts & 0x8888:
        for s in range(4):
            if counts >> 4 * s & 8:
                suit = s
    others = 0
    suited = 0
    for i in range(size):  # sort both kinds: suited from the end of ``ranks``, others from 0
        rank = cards[i] >> 2
        if cards[i] & 3 == suit:
            at = suited
            while at > 0 and ranks[size - at] > rank:
                ranks[size - at - 1] = ranks[size - at]
                at -= 1
            ranks[size - at - 1] = rank
            suited += 1
        else:
            at = others
            while at > 0 and ranks[at - 1] > rank:
                ranks[at] = ranks[at - 1]
                at -= 1
            ranks[at] = rank
            others += 1
    row = 0
    for i in range(others):
        row += choose[ranks[i] + i, i + 1]
    if suit < 0:
        return row, suit
    mask_row = 0
    for i in range(suited):
        mask_row += choose[ranks[size - 1 - i], i + 1]
    return starts[suited] + mask_row * choose[12 + others, others] + row, suit


@kernel
def effective_rank(round_, immediate, to_come, make_one, seven_only):
    """EHR after the flop from the immediate count and the sum of counts over the boards to come."""
    if round_ == 3:
        return immediate / RIVER_HANDS
    if round_ == 2:
        now, then = immediate / TURN_HANDS, to_come / (TURN_BOARDS * RIVER_HANDS)
    else:
        now, then = immediate / FLOP_HANDS, to_come / (FLOP_BOARDS * RIVER_HANDS)
    if seven_only:
        return then
    best = max(now, then)
    if best > make_one:
        return best
    if round_ == 1:
        return (immediate * (RIVER_HANDS // 2) + to_come) / (2 * FLOP_BOARDS * RIVER_HANDS)
    return then


@kernel
def cell(table, row, suit, columns, p, what):
    """The rank (0) or the value (1) of a player's hand; ``columns`` are by suit of the flush."""
    if suit < 0:
        return np.int64(table.plain[row, columns[p, 0], what])
    return np.int64(table.flush[row, columns[p, suit + 1], what])


@kernel
def set_index(cards, size, ordered):
    """Colex index of three or four cards; ``ordered`` is for scratch."""
    for i in range(size):
        at = i
        while at > 0 and ordered[at - 1] > cards[i]:
            ordered[at] = ordered[at - 1]
            at -= 1
        ordered[at] = cards[i]
    a, b, c = ordered[0], ordered[1], ordered[2]
    index = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    if size == 4:
        d = ordered[3]
        index += d * (d - 1) * (d - 2) * (d - 3) // 24
    return index


@kernel
def turn_sums(boards, held, columns, table, choose, sums):
    """Sums of the ranks of hands over the rivers that can follow boards of four cards.

    ``held`` are the cards of the hands as bits. Hands that collide with a board get 0. Rivers of
    one rank whose suits allow no flush are alike.
    """
    scratch = np.empty(5, np.int64)
    board = np.empty(5, np.int64)
    for b in range(boards.shape[0]):
        used = 0
        suits = 0
        for i in range(4):
            board[i] = boards[b, i]
            used |= 1 << board[i]
            suits += 1 << 4 * (board[i] & 3)
        dull = 0  # suits of which the river would not be the third card or more
        for suit in range(4):
            if suits >> 4 * suit & 15 < 2:
                dull |= 1 << suit
        sums[b] = 0
        for rank in range(13):
            free = ~(used >> 4 * rank) & 15
            for kind in range(5):
                cards = free & dull if kind == 4 else free & ~dull & 1 << kind
                if cards == 0:
                    continue
                board[4] = 4 * rank + LOWEST[cards]
                row, suit = board_row(board, 5, choose, table.starts, scratch)
                for h in range(held.size):
                    count = ONES[cards & ~(held[h] >> 4 * rank)]
                    sums[b, h] += count * cell(table, row, suit, columns, h, 0)
        for h in range(held.size):
            if held[h] & used:
                sums[b, h] = 0


@kernel
def flop_sums(flops, turns, sums):
    """Sums of the ranks of all hands over the turns and rivers that can follow flops."""
    scratch = np.empty(5, np.int64)
    board = np.empty(4, np.int64)
    total = np.empty(sums.shape[1], np.int64)
    for f in range(flops.shape[0]):
        board[:3] = flops[f]
        total[:] = 0
        for turn in range(52):
            if turn in (board[0], board[1], board[2]):
                continue
            board[3] = turn
            index = set_index(board, 4, scratch)
            row = turns.sums[turns.row[index]]
            moved = turns.moved[turns.permutation[index]]
            for h in range(total.size):
                total[h] += np.int64(row[moved[h]])
        for h in range(total.size):
            sums[f, h] = total[h] // 2  # each turn and river came in both orders


@kernel
def early_ranks(board, round_, deal, table, later, choose, make_one, seven_only, scratch, out):
    """Effective hand ranks of all players on a flop or a turn; each knows only his own cards."""
    index = set_index(board, round_ + 2, scratch)
    sums = later.sums[later.row[index]]
    moved = later.moved[later.permutation[index]]
    row, suit = board_row(board, round_ + 2, choose, table.starts, scratch)
    for p in range(out.size):
        now = cell(table, row, suit, deal.columns, p, 0)
        to_come = np.int64(sums[moved[deal.hand[p]]])
        out[p] = effective_rank(round_, now, to_come, make_one, seven_only)


@kernel
def made_bets(rank, settings_row):
    """How many bets a hand rank is worth, 0…4 (``settings_row``: fold offset, Make1…Make4)."""
    bets = 0
    for k in range(1, 5):
        if rank >= settings_row[k]:
            bets = k
    return bets


@kernel
def fill_runs(boards, deal, tables, later, choose, settings, seven_only, runs):
    """What all hands are worth on some boards.

    ``later`` are the sums over the cards to come, on flops and on turns. ``runs`` gets the
    effective hand ranks and the bets they are worth by round, and the values of the hands.
    """
    players = deal.hand.size
    scratch = np.empty(5, np.int64)
    for s in range(boards.shape[0]):
        board, rank = boards[s], runs.rank[s]
        rank[0] = deal.preflop_rank
        early_ranks(board, 1, deal, tables.flop, later[0], choose, settings[1, 1], seven_only,
                    scratch, rank[1])  # fmt: skip
        early_ranks(board, 2, deal, tables.turn, later[1], choose, settings[2, 1], seven_only,
                    scratch, rank[2])  # fmt: skip
        row, suit = board_row(board, 5, choose, tables.river.starts, scratch)
        for p in range(players):
            rank[3, p] = cell(tables.river, row, suit, deal.columns, p, 0) / RIVER_HANDS
            runs.value[s, p] = cell(tables.river, row, suit, deal.columns, p, 1)
            for r in range(4):
                runs.made[s, r, p] = made_bets(rank[r, p], settings[r])


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


@kernel
def pass_turn(players, state):
    """Give the turn to the next player who has not folded, if anybody has yet to act."""
    while True:
        state[LEFT] -= 1
        state[PLACE] += 1
        if state[PLACE] == players:
            state[PLACE] = 0
        if state[LEFT] == 0 or state[FOLDED + state[PLACE]] == 0:
            return


@kernel
def next_round(players, state):
    """Begin the next betting round, with the first player after the button who is in."""
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
        state[FOLDED + p] = 1
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
def baseline_action(bet, state, made, rank, offsets):
    """What the baseline does: −1, 0, 1 as in `act`.

    A hand raises until the bets that it is worth are in. To b bets (a part of one counts as one) it
    folds if it is worth less than b and its rank is below b·bet / (pot + b·bet) plus an offset.
    """
    if made > state[LEVEL]:
        return 1
    owed = state[LEVEL] * bet - state[BET + state[PLACE]]
    bets = min((owed + bet - 1) // bet, MOST_BETS)
    if made >= bets:
        return 0
    return -1 if rank < bets * bet / (state[POT] + bets * bet) + offsets[bets - 1] else 0


@kernel
def finish_round(players, bets, state, made, ranks, offsets):
    """Play the rest of a betting round by the baseline."""
    r = state[ROUND]
    while state[LEFT] > 0 and state[LIVE] > 1:
        p = state[PLACE]
        act(players, bets[r], state, baseline_action(bets[r], state, made[r, p], ranks[r, p],
                                                     offsets[r]))  # fmt: skip


@kernel
def settle(players, state, values, payoffs):
    """What each player wins; odd chips go to the first winners after the button."""
    pot, best, winners = 0, -1, 0
    for p in range(players):
        payoffs[p] = -state[PAID + p]
        pot += state[PAID + p]
        if state[FOLDED + p] == 0:
            if values[p] > best:
                best, winners = values[p], 0
            if values[p] == best:
                winners += 1
    odd = pot % winners
    for p in range(players):
        if state[FOLDED + p] == 0 and values[p] == best:
            payoffs[p] += pot // winners
            if odd > 0:
                payoffs[p] += 1
                odd -= 1


@kernel
def roll_out(bets, state, runs, offsets, payoffs):
    """Payoffs on each board if all play the baseline from here on."""
    players = payoffs.shape[1]
    known = state.copy()  # the rest of this round is the same on all boards
    finish_round(players, bets, known, runs.made[0], runs.rank[0], offsets)
    now = np.empty(STATE_SIZE, np.int64)
    for s in range(payoffs.shape[0]):
        now[:] = known
        while now[LIVE] > 1 and now[ROUND] < 3:
            next_round(players, now)
            finish_round(players, bets, now, runs.made[s], runs.rank[s], offsets)
        settle(players, now, runs.value[s], payoffs[s])


@kernel
def mean_error(gains, exact, means, errors):
    """Means of columns and their standard errors, 0 if the rows are all there are."""
    count = gains.shape[0]
    for p in range(means.size):
        total = 0
        for s in range(count):
            total += gains[s, p]
        means[p] = total / count
        errors[p] = 0.0
        if not exact:
            square = 0.0
            for s in range(count):
                square += (gains[s, p] - means[p]) ** 2
            errors[p] = np.sqrt(square / (count - 1) / count)


@kernel
def score_hand(blinds, first, bets, actions, counts, boards, starts, exact, deal, tables, later,
               choose, settings, offsets, seven_only, runs, out):  # fmt: skip
    """What each decision of a hand, and the cards of each round, are worth to all, in chips.

    ``actions`` (−1, 0, 1) and ``counts`` are by round, and so are the boards of the roll-outs, from
    ``starts`` on; ``exact`` says that they are all there are. All values within a round are taken
    on the same boards.
    """
    players = blinds.size
    state = np.empty(STATE_SIZE, np.int64)
    mean, error = np.zeros(players), np.zeros(players)
    decision = 0
    start(blinds, first, state)
    for r in range(starts.size - 1):
        if r > 0:
            next_round(players, state)
        some = boards[starts[r] : starts[r + 1]]
        fill_runs(some, deal, tables, later, choose, settings, seven_only, runs)
        before = np.empty((some.shape[0], players), np.int64)
        after = np.empty_like(before)
        roll_out(bets, state, runs, offsets, before)
        out.luck[r] = -mean
        out.luck_error[r] = error**2
        mean_error(before, exact[r], mean, error)
        out.luck[r] += mean
        out.luck_error[r] = np.sqrt(out.luck_error[r] + error**2)
        gains = np.zeros((players, some.shape[0], players), np.int64)
        for i in range(counts[r]):
            p = state[PLACE]
            baseline = baseline_action(bets[r], state, runs.made[0, r, p], runs.rank[0, r, p],
                                       offsets[r])  # fmt: skip
            act(players, bets[r], state, actions[r, i])
            if actions[r, i] != baseline:  # else the value stays as it is, to the chip
                roll_out(bets, state, runs, offsets, after)
                change = after - before
                mean_error(change, exact[r], out.difference[decision], out.error[decision])
                gains[p] += change
                before, after = after, before
            out.baseline[decision] = baseline
            decision += 1
        for p in range(players):
            mean_error(gains[p], exact[r], mean, error)
            out.variance[p] += error**2
        mean_error(before, exact[r], mean, error)
    out.money[:] = mean
