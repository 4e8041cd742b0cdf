"""Kernels of AIVAT for heads-up limit hold'em: corrections over all hands of the known player.

Player 0 is the big blind. Values are for player 0, in small bets. ``tables`` are the
`railbird.divat.estimators.aivat.ValueTables`. Each betting round is a block of nodes; its arrays
are explained in `railbird.players.sparbot._game_kernels`.
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.kernels.ranks import board_row, look_up

NONE, NODE, FOLDED, CALLED = 0, 1, 2, 3
NOT_DEALT = 52
HANDS = 1326
CONTRADICTED = 1
"""The known player did what its strategy never does."""


@kernel
def set_index(cards, size, choose):
    """Colex index of a set of at most four cards, in any order."""
    index = 0
    for i in range(size):
        place = 1
        for j in range(size):
            place += cards[j] < cards[i]
        index += choose[cards[i], place]
    return index


@kernel
def hand_index(a, b):
    """Colex index of two cards."""
    return max(a, b) * (max(a, b) - 1) // 2 + min(a, b)


@kernel
def hand_buckets(tables, ranks, choose, rows_of, board, size, found, values):
    """Buckets of all hands on a board of 0, 3, 4 or 5 cards, and on the river their values too.

    Hands that hold a card of the board get any bucket.
    """
    if size == 0:
        for h in range(HANDS):
            found[h] = tables.preflop[h]
    elif size == 3:
        at = set_index(board, 3, choose)
        row, turned = tables.flop_row[at], tables.flop_turned[at]
        for h in range(HANDS):
            found[h] = tables.flops[row, tables.moved[turned, h]]
    elif size == 4:
        at = set_index(board, 4, choose)
        row, turned = tables.turn_row[at], tables.turn_turned[at]
        for h in range(HANDS):
            found[h] = tables.turns[row, tables.moved[turned, h]]
    else:
        row, suit = board_row(board, 5, rows_of, ranks.river.starts, np.empty(5, np.int64))
        for h in range(HANDS):
            count, value = look_up(
                row, suit, np.int64(tables.hands[h, 0]), np.int64(tables.hands[h, 1]), ranks.river
            )
            found[h] = tables.river[min(count, tables.river.size - 1)]
            values[h] = value


@kernel
def preflop_values(tables, seat, other, node_values):
    """Values of all nodes before the flop for every hand of the known player against ``other``.

    They are backed up from the exact means over all flops, with both players playing the strategy
    of the tables. ``node_values[nodes + e]`` is the mean for end e.
    """
    nodes = tables.nodes[0]
    for h in range(HANDS):
        first, second = (h, other) if seat == 0 else (other, h)
        row, column = tables.pair_row[first], tables.moved[tables.pair_turned[first], second]
        for e in range(tables.ends[0]):
            node_values[nodes + e, h] = tables.flop_mean[e, row, column] / tables.scale
        for k in range(nodes - 1, -1, -1):
            bucket = tables.preflop[first if tables.actor[0, k] == 0 else second]
            total = 0.0
            for a in range(3):
                what = tables.kind[0, k, a]
                if what == NONE:
                    continue
                p = tables.play[k, bucket, a]
                if what == FOLDED:
                    total += p * tables.amount[0, k, a]
                elif what == NODE:
                    total += p * node_values[tables.child[0, k, a], h]
                else:
                    total += p * node_values[nodes + tables.child[0, k, a], h]
            node_values[k, h] = total


@kernel
def mean_over_turns(tables, choose, board, pot, seat, other, weights, found, by_turn, known):
    """Mean value over all turn cards, for each hand with weight: the next pot is ``pot``.

    ``by_turn[card, hand]`` keeps the buckets for the next call; ``known[0]`` says it has them.
    """
    four = np.empty(4, np.int64)
    four[:3] = board[:3]
    found[:] = 0.0
    used = (1 << np.int64(tables.hands[other, 0])) | (1 << np.int64(tables.hands[other, 1]))
    for i in range(3):
        used |= 1 << board[i]
    for turn in range(52):
        if used >> turn & 1:
            continue
        if not known[0]:
            four[3] = turn
            at = set_index(four, 4, choose)
            row, turned = tables.turn_row[at], tables.turn_turned[at]
            for h in range(HANDS):
                by_turn[turn, h] = tables.turns[row, tables.moved[turned, h]]
        theirs = by_turn[turn, other]
        line = tables.turn[pot, 0, :, theirs] if seat == 0 else tables.turn[pot, 0, theirs]
        for h in range(HANDS):
            if weights[h] > 0 and tables.hands[h, 0] != turn and tables.hands[h, 1] != turn:
                found[h] += line[by_turn[turn, h]]
    known[0] = True
    found /= 45


@kernel
def mean_over_rivers(tables, ranks, rows_of, board, pot, seat, other, weights, found):
    """Mean value over all river cards, for each hand with weight: the next pot is ``pot``."""
    five = np.empty(5, np.int64)
    scratch = np.empty(5, np.int64)
    five[:4] = board[:4]
    found[:] = 0.0
    first, second = np.int64(tables.hands[other, 0]), np.int64(tables.hands[other, 1])
    used = (1 << first) | (1 << second)
    for i in range(4):
        used |= 1 << board[i]
    last = tables.river.size - 1
    sign = 1 if seat == 0 else -1
    for river in range(52):
        if used >> river & 1:
            continue
        five[4] = river
        row, suit = board_row(five, 5, rows_of, ranks.river.starts, scratch)
        count, value = look_up(row, suit, first, second, ranks.river)
        theirs = tables.river[min(count, last)]
        if seat == 0:
            fold, stake = (
                tables.river_fold[pot, 0, :, theirs],
                tables.river_stake[pot, 0, :, theirs],
            )
        else:
            fold, stake = tables.river_fold[pot, 0, theirs], tables.river_stake[pot, 0, theirs]
        for h in range(HANDS):
            a, b = np.int64(tables.hands[h, 0]), np.int64(tables.hands[h, 1])
            if weights[h] > 0 and (1 << a | 1 << b) >> river & 1 == 0:
                own, worth = look_up(row, suit, a, b, ranks.river)
                mine = tables.river[min(own, last)]
                won = np.int64(worth > value) - np.int64(worth < value)
                found[h] += fold[mine] + sign * won * stake[mine]
    found /= 44


@kernel
def node_worth(tables, r, pot, node, seat, buckets, values, other, preflop, found):
    """Value of a node for each hand of the known player."""
    if r == 0:
        found[:] = preflop[node]
        return
    theirs = buckets[other]
    if r < 3:
        table = tables.flop if r == 1 else tables.turn
        for h in range(HANDS):
            mine = buckets[h]
            found[h] = (
                table[pot, node, mine, theirs] if seat == 0 else table[pot, node, theirs, mine]
            )
        return
    sign = 1 if seat == 0 else -1
    for h in range(HANDS):
        mine = buckets[h]
        i, j = (mine, theirs) if seat == 0 else (theirs, mine)
        won = sign * (np.int64(values[h] > values[other]) - np.int64(values[h] < values[other]))
        found[h] = tables.river_fold[pot, node, i, j] + won * tables.river_stake[pot, node, i, j]


@kernel
def mean_of(weights, values):
    """Mean of values by weights; the second number is the sum of the weights."""
    total, weight = 0.0, 0.0
    for h in range(HANDS):
        if weights[h] > 0:
            total += weights[h] * values[h]
            weight += weights[h]
    return (total / weight if weight > 0 else 0.0), weight


@kernel
def next_cards(tables, ranks, rows_of, choose, r, pot, seat, other, board, weights, buckets,
               values, preflop, found):  # fmt: skip
    """Deal the cards of a round: hands that hold them have no weight any more.

    Fills the buckets (and on the river the values) of all hands, and the value of each hand of the
    player in ``seat`` before the betting.
    """
    size = 0 if r == 0 else r + 2
    hand_buckets(tables, ranks, choose, rows_of, board, size, buckets, values)
    for i in range(0 if r == 1 else r + 1, size):
        for h in range(HANDS):
            if tables.hands[h, 0] == board[i] or tables.hands[h, 1] == board[i]:
                weights[h] = 0.0
    node_worth(tables, r, pot, 0, seat, buckets, values, other, preflop, found)


@kernel
def action_worth(tables, ranks, rows_of, choose, r, pot, stake, node, a, seat, other, board,
                 weights, buckets, values, preflop, by_turn, known, found):  # fmt: skip
    """Value after an action, for each hand of the player in ``seat`` against the hand ``other``."""
    what, child = tables.kind[r, node, a], tables.child[r, node, a]
    if what == NODE:
        node_worth(tables, r, pot, child, seat, buckets, values, other, preflop, found)
    elif what == FOLDED:
        found[:] = tables.amount[r, node, a] + (-stake if tables.actor[r, node] == 0 else stake)
    elif r == 0:
        found[:] = preflop[tables.nodes[0] + child]
    elif r == 3:
        sign = 1 if seat == 0 else -1
        for h in range(HANDS):
            won = np.int64(values[h] > values[other]) - np.int64(values[h] < values[other])
            found[h] = sign * won * (stake + tables.stakes[r, child])
    elif r == 1:
        mean_over_turns(
            tables, choose, board, pot * tables.ends[r] + child, seat, other, weights, found,
            by_turn, known,
        )  # fmt: skip
    else:
        mean_over_rivers(
            tables, ranks, rows_of, board, pot * tables.ends[r] + child, seat, other, weights, found
        )


@kernel
def judge_games(cards, rounds, actions, counts, seats, chances, starts, tables, ranks, rows_of,
                choose, estimates, luck, status):  # fmt: skip
    """AIVAT of games for player 0, if the player in ``seats[g]`` is known.

    ``chances[starts[g] + d, hand]`` are the probabilities of fold, call and raise at the known
    player's decision d of the game, for every hand. ``luck`` gets what was corrected: by cards, and
    by the known player's decisions.
    """
    weights = np.empty(HANDS)
    buckets = np.empty(HANDS, np.int64)
    values = np.zeros(HANDS, np.int64)
    after = np.empty((3, HANDS))
    mean = np.zeros(HANDS)
    old = np.ones(HANDS)  # the weights before the cards of a round
    found = np.empty(HANDS)
    preflop = np.empty((tables.nodes[0] + tables.ends[0], HANDS))
    by_turn = np.empty((52, HANDS), np.uint8)
    known = np.zeros(1, np.bool_)
    board = np.empty(5, np.int64)
    for g in range(cards.shape[0]):
        seat = seats[g]
        at = 2 - 2 * seat  # the other player's cards
        other = hand_index(np.int64(cards[g, at]), np.int64(cards[g, at + 1]))
        for h in range(HANDS):
            weights[h] = 1.0
        for i in range(2):
            for h in range(HANDS):
                if tables.hands[h, 0] == cards[g, at + i] or tables.hands[h, 1] == cards[g, at + i]:
                    weights[h] = 0.0
        for i in range(5):
            board[i] = cards[g, 4 + i]
        known[0] = False
        preflop_values(tables, seat, other, preflop)
        worth, _ = mean_of(weights, preflop[0])
        by_cards, by_decisions = worth - tables.start, 0.0
        base, pot, stake, decision = 0.0, 0, 0.0, starts[g]
        status[g] = 0
        for r in range(rounds[g]):
            next_cards(
                tables, ranks, rows_of, choose, r, pot, seat, other, board, weights, buckets,
                values, preflop, found,
            )  # fmt: skip
            if r > 0:
                worth, _ = mean_of(weights, found)
                before, _ = mean_of(old, mean)
                by_cards += worth - before
            node = 0
            for i in range(counts[g, r]):
                act = np.int64(actions[g, r, i]) + 1
                own = tables.actor[r, node] == seat
                for a in range(3):
                    what = tables.kind[r, node, a]
                    if what == NONE or (not own and (a != act or what == NODE)):
                        continue
                    action_worth(
                        tables, ranks, rows_of, choose, r, pot, stake, node, a, seat, other, board,
                        weights, buckets, values, preflop, by_turn, known, after[a],
                    )  # fmt: skip
                if own:
                    for h in range(HANDS):
                        total = 0.0
                        for a in range(3):
                            p = chances[decision, h, a]
                            if p > 0 and tables.kind[r, node, a] != NONE:
                                total += p * after[a, h]
                        found[h] = total
                    before, _ = mean_of(weights, found)
                    for h in range(HANDS):
                        weights[h] *= chances[decision, h, act]
                    worth, left = mean_of(weights, after[act])
                    if left <= 0:
                        status[g] = CONTRADICTED
                        break
                    by_decisions += worth - before
                    decision += 1
                what = tables.kind[r, node, act]
                if what == NODE:
                    node = tables.child[r, node, act]
                elif what == FOLDED:
                    base = after[act, 0]
                elif r == 3:
                    base, _ = mean_of(weights, after[act])
                else:
                    end = tables.child[r, node, act]
                    mean[:] = after[act]
                    old[:] = weights
                    stake += tables.stakes[r, end]
                    pot = pot * tables.ends[r] + end
            if status[g] != 0:
                break
        estimates[g] = base - by_cards - by_decisions
        luck[g, 0], luck[g, 1] = by_cards, by_decisions


@kernel
def bucket_chances(cards, rounds, actions, counts, seats, starts, tables, ranks, rows_of, choose,
                   play_0, play_1, play_2, play_3, chances):  # fmt: skip
    """Fill ``chances`` of `judge_games` for a player who acts by its bucket and the betting.

    ``play_r[pot, node, bucket, action]`` are the probabilities in round r.
    """
    buckets = np.empty(HANDS, np.int64)
    values = np.zeros(HANDS, np.int64)
    board = np.empty(5, np.int64)
    for g in range(cards.shape[0]):
        for i in range(5):
            board[i] = cards[g, 4 + i]
        pot, decision = 0, starts[g]
        for r in range(rounds[g]):
            play = play_0 if r == 0 else play_1 if r == 1 else play_2 if r == 2 else play_3
            size = 0 if r == 0 else r + 2
            hand_buckets(tables, ranks, choose, rows_of, board, size, buckets, values)
            node = 0
            for i in range(counts[g, r]):
                act = np.int64(actions[g, r, i]) + 1
                if tables.actor[r, node] == seats[g]:
                    for h in range(HANDS):
                        chances[decision, h] = play[pot, node, buckets[h]]
                    decision += 1
                if tables.kind[r, node, act] == CALLED:
                    pot = pot * tables.ends[r] + tables.child[r, node, act]
                else:
                    node = tables.child[r, node, act]


@kernel
def count_decisions(rounds, actions, counts, seats, tables, found, legal):
    """Number of decisions of the known player in each game, and whether the betting fits."""
    for g in range(rounds.size):
        found[g], legal[g] = 0, True
        for r in range(rounds[g]):
            node = 0
            for i in range(counts[g, r]):
                act = np.int64(actions[g, r, i]) + 1
                if node < 0 or tables.kind[r, node, act] == NONE:
                    legal[g] = False
                    break
                found[g] += tables.actor[r, node] == seats[g]
                node = tables.child[r, node, act] if tables.kind[r, node, act] == NODE else -1
            if not legal[g]:
                break


@kernel
def add_surprises(cards, rounds, actions, counts, seats, chances, starts, tables, weights, sums):
    """How far the known player's actions are from the strategy's mean, with the cards they held.

    A fold counts −1, a raise 1, and a check or call 0. ``sums`` gets, for each game, that less the
    mean, its variance, and both with decisions weighted by the hand's ``weights``.
    """
    for g in range(rounds.size):
        at, decision = 2 * seats[g], starts[g]
        own = hand_index(np.int64(cards[g, at]), np.int64(cards[g, at + 1]))
        weight = weights[own]
        for r in range(rounds[g]):
            node = 0
            for i in range(counts[g, r]):
                act = np.int64(actions[g, r, i]) + 1
                if tables.actor[r, node] == seats[g]:
                    total, mean, square = 0.0, 0.0, 0.0
                    for a in range(3):
                        if tables.kind[r, node, a] != NONE:
                            p = chances[decision, own, a]
                            total += p
                            mean += p * (a - 1)
                            square += p * (a - 1) ** 2
                    if total > 0:
                        mean /= total
                        off, spread = act - 1 - mean, square / total - mean**2
                        sums[g, 0] += off
                        sums[g, 1] += spread
                        sums[g, 2] += weight * off
                        sums[g, 3] += weight**2 * spread
                    decision += 1
                if tables.kind[r, node, act] == NODE:
                    node = tables.child[r, node, act]


@kernel
def add_flop(buckets, live, orbit, values, sums):
    """Add the values of all pairs of hands on one flop, by bucket, ``orbit`` times."""
    for x in range(live.size):
        a = live[x]
        line = values[buckets[a]]
        row = sums[a]
        for y in range(live.size):
            b = live[y]
            row[b] += orbit * line[buckets[b]]


@kernel
def judge_seen(cards, rounds, actions, counts, seats, chances, starts, assumed, assumed_starts,
               tables, ranks, rows_of, choose, luck):  # fmt: skip
    """Luck of the known player that can be told without the other player's cards.

    ``seats`` and ``chances`` are as in `judge_games`. Values are means over all hands of the other
    player, by how likely a player with the probabilities ``assumed`` would have played like that.
    ``luck`` gets, for player 0, the luck of the known player's cards, of their decisions, and of
    the board. The first two have mean zero whoever the other player is. The third has mean zero if
    the other player's hands are as assumed.
    """
    weights = np.empty(HANDS)
    old = np.ones(HANDS)
    buckets = np.empty(HANDS, np.int64)
    values = np.zeros(HANDS, np.int64)
    after = np.empty((3, HANDS))
    mean = np.zeros(HANDS)
    found = np.empty(HANDS)
    preflop = np.empty((tables.nodes[0] + tables.ends[0], HANDS))
    by_turn = np.empty((52, HANDS), np.uint8)
    known = np.zeros(1, np.bool_)
    board = np.empty(5, np.int64)
    for g in range(cards.shape[0]):
        seat = seats[g]
        at = 2 * seat
        own = hand_index(np.int64(cards[g, at]), np.int64(cards[g, at + 1]))
        theirs = 1 - seat
        for h in range(HANDS):
            weights[h] = 1.0
            for i in range(2):
                card = cards[g, at + i]
                if tables.hands[h, 0] == card or tables.hands[h, 1] == card:
                    weights[h] = 0.0
        for i in range(5):
            board[i] = cards[g, 4 + i]
        known[0] = False
        preflop_values(tables, theirs, own, preflop)
        worth, _ = mean_of(weights, preflop[0])
        luck[g, 0], luck[g, 1], luck[g, 2] = worth - tables.start, 0.0, 0.0
        pot, stake, decision, other_decision = 0, 0.0, starts[g], assumed_starts[g]
        for r in range(rounds[g]):
            next_cards(
                tables, ranks, rows_of, choose, r, pot, theirs, own, board, weights, buckets,
                values, preflop, found,
            )  # fmt: skip
            if r > 0:
                worth, _ = mean_of(weights, found)
                before, _ = mean_of(old, mean)
                luck[g, 2] += worth - before
            node = 0
            for i in range(counts[g, r]):
                act = np.int64(actions[g, r, i]) + 1
                mine = tables.actor[r, node] == seat
                before = 0.0
                for a in range(3):
                    what = tables.kind[r, node, a]
                    p = chances[decision, own, a] if mine else 0.0
                    if what == NONE or (a != act and p <= 0) or (what == NODE and not mine):
                        continue
                    action_worth(
                        tables, ranks, rows_of, choose, r, pot, stake, node, a, theirs, own, board,
                        weights, buckets, values, preflop, by_turn, known, after[a],
                    )  # fmt: skip
                    if mine:
                        worth, _ = mean_of(weights, after[a])
                        before += p * worth
                if mine:
                    worth, _ = mean_of(weights, after[act])
                    luck[g, 1] += worth - before
                    decision += 1
                else:
                    for h in range(HANDS):
                        weights[h] *= assumed[other_decision, h, act]
                    other_decision += 1
                what = tables.kind[r, node, act]
                if what == NODE:
                    node = tables.child[r, node, act]
                elif what == CALLED and r < 3:
                    end = tables.child[r, node, act]
                    mean[:] = after[act]
                    old[:] = weights
                    stake += tables.stakes[r, end]
                    pot = pot * tables.ends[r] + end
