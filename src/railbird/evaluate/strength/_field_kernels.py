"""Kernels for the strength of one hand against several weight tables at the showdown.

On the flop there are 1,081 final boards. As in `_weighted_kernels`, hands are compared by kind, for
each of the 91 kinds of two cards to come. Sums for each card are used to subtract the hands that
hold a board card, and flushes are corrected hand by hand.

A score is 2 for a win, 1 for a tie, 0 for a loss.
"""

import numpy as np

from railbird.evaluate.strength._weighted_kernels import ROUNDING, score_of
from railbird.kernels.cards import hand_index
from railbird.kernels.jit import kernel
from railbird.kernels.random import place_by_weight, random_card, random_number
from railbird.kernels.ranks import PAIR_COLUMNS as KINDS
from railbird.kernels.ranks import pair_column as kind_of


@kernel
def add_board(won, met, total, each, sums):
    """Add one final board, with half scores ``won`` of the weights ``met`` for each opponent.

    The strengths are added to ``each``; their product and the count of boards go to ``sums``.
    """
    for t in range(won.size):
        if met[t] <= ROUNDING * total[t]:
            return  # this opponent can hold no hand on this board
    product = 1.0
    for t in range(won.size):
        strength = won[t] / (2 * met[t])
        product *= strength
        each[t] += strength
    sums[0] += product
    sums[1] += 1.0


@kernel
def field_on_boards(one, values, weights, each, sums):
    """Strength of one hand against several tables on given final boards.

    With a single table, ``sums`` also gets the sums of `field_apart`: no other hand can share a
    card with it.
    """
    tables = weights.shape[0]
    by_hand = np.empty((weights.shape[1], tables))  # all tables of a hand side by side
    total = np.zeros(tables)
    met_by = np.zeros(weights.shape[1], np.bool_)
    for h in range(weights.shape[1]):
        for t in range(tables):
            by_hand[h, t] = weights[t, h]
            total[t] += weights[t, h]
            met_by[h] |= weights[t, h] > 0
    won = np.empty(tables)
    met = np.empty(tables)
    for b in range(values.shape[0]):
        mine = values[b, one]
        if mine == 0:
            continue
        won[:] = 0.0
        met[:] = 0.0
        for h in range(values.shape[1]):
            if met_by[h] and values[b, h] > 0:
                score = score_of(mine, values[b, h])
                for t in range(tables):
                    met[t] += by_hand[h, t]
                    won[t] += by_hand[h, t] * score
        add_board(won, met, total, each, sums)
        if tables == 1:
            sums[2] += won[0] / 2
            sums[3] += met[0]


@kernel
def put_flushes_right(suit, suited, mask, mine, score, used, by_hand, flush, won):
    """Change scores against kinds into scores against flushes, for the hands that have one.

    The board has ``suited`` cards of the suit, with ranks ``mask``; ``used`` are the known cards.
    """
    tables = won.size
    for a in range(52):
        if used >> a & 1:
            continue
        a_suited = a & 3 == suit
        if suited + np.int64(a_suited) < 4:
            continue
        for b in range(a):
            b_suited = b & 3 == suit
            if suited + np.int64(a_suited) + np.int64(b_suited) < 5 or used >> b & 1:
                continue
            ranks = mask
            if a_suited:
                ranks |= 1 << (a >> 2)
            if b_suited:
                ranks |= 1 << (b >> 2)
            change = score_of(mine, np.int64(flush[ranks])) - score[kind_of(a >> 2, b >> 2)]
            if change != 0:
                h = hand_index(a, b)
                for t in range(tables):
                    won[t] += change * by_hand[h, t]


@kernel
def kind_scores(mine, plain, by_kind, score, won):
    """Scores of a value against all kinds, and their weighted sums."""
    won[:] = 0.0
    for k in range(KINDS):
        score[k] = score_of(mine, np.int64(plain[k]))
        if score[k]:
            for t in range(won.size):
                won[t] += score[k] * by_kind[k, t]


@kernel
def card_scores(card, by_rank, score, won):
    """Score against all hands that hold a card."""
    won[:] = 0.0
    for r in range(13):
        points = score[kind_of(card >> 2, r)]
        if points:
            for t in range(won.size):
                won[t] += points * by_rank[card, r, t]


@kernel
def apart(a, b, total_a, total_b, together):
    """Probability that two hands share no card, from each player's sums by card and a joint sum."""
    shared = -together  # identical hands share both cards, so they are counted twice
    for c in range(a.size):
        shared += a[c] * b[c]
    return max(1.0 - shared / (total_a * total_b), 0.0)


@kernel
def pairs_apart(by_card, total, both):
    """Product, over all pairs of opponents, of the probability that their hands share no card."""
    result = 1.0
    for t in range(total.size):
        for u in range(t):
            if total[t] > 0 and total[u] > 0:
                result *= apart(by_card[:, t], by_card[:, u], total[t], total[u], both[t, u])
    return result


@kernel
def kinds_apart(score, of_kinds, by_rank, both, by_card, of_both):
    """`pairs_apart` for the beaten hands, by kind; the last two arguments are scratch space."""
    of_both[:] = 0.0
    for k in range(KINDS):
        if score[k]:
            for t in range(of_kinds.size):
                for u in range(t):
                    of_both[t, u] += score[k] * score[k] * both[k, t, u]
    for c in range(52):
        card_scores(c, by_rank, score, by_card[c])
    return pairs_apart(by_card, of_kinds, of_both)


@kernel
def field_on_flop(hand, board, weights, plain, flush, pairs, each, sums):
    """Strength of one hand against several tables, over all turns and rivers.

    ``plain[k, j]`` is the value, without flushes, of hands of kind j on this flop with cards to
    come of kind k. ``flush`` has the value of a flush by its ranks. With ``pairs``, the sums of
    `field_apart` are added approximately. The probability that two hands share no card is computed
    by kind, as if players could hold the turn and the river. For a flush of ours, which beats
    almost everything, it is that of all hands.
    """
    tables = weights.shape[0]
    known = 0
    count = np.zeros(4, np.int64)
    ranks = np.zeros(4, np.int64)
    held = np.zeros(4, np.int64)
    held_ranks = np.zeros(4, np.int64)
    for c in board:
        known |= 1 << c
        count[c & 3] += 1
        ranks[c & 3] |= 1 << (c >> 2)
    for c in hand:
        known |= 1 << c
        held[c & 3] += 1
        held_ranks[c & 3] |= 1 << (c >> 2)
    by_hand = np.zeros((1326, tables))
    by_kind = np.zeros((KINDS, tables))
    by_rank = np.zeros((52, 13, tables))
    by_card = np.zeros((52, tables))
    total = np.zeros(tables)
    both = np.zeros((KINDS, tables, tables))
    for a in range(52):
        for b in range(a):
            if known >> a & 1 or known >> b & 1:
                continue
            h = hand_index(a, b)
            k = kind_of(a >> 2, b >> 2)
            for t in range(tables):
                weight = weights[t, h]
                by_hand[h, t] = weight
                by_kind[k, t] += weight
                by_rank[a, b >> 2, t] += weight
                by_rank[b, a >> 2, t] += weight
                by_card[a, t] += weight
                by_card[b, t] += weight
                total[t] += weight
                if pairs:
                    for u in range(t):
                        both[k, t, u] += weight * weights[u, h]
    mine_kind = kind_of(hand[0] >> 2, hand[1] >> 2)
    score = np.empty(KINDS, np.int64)
    other_score = np.empty(KINDS, np.int64)
    of_kinds = np.empty(tables)
    of_cards = np.empty((2, 4, tables))
    scratch = np.empty(tables)
    won = np.empty(tables)
    met = np.empty(tables)
    beaten_card = np.empty((52, tables))
    of_both = np.empty((tables, tables))
    any_apart, kind_apart = 1.0, 1.0
    several = pairs and tables > 1
    if several:
        any_apart = pairs_apart(by_card, total, both.sum(axis=0))
    for x in range(13):
        for y in range(x + 1):
            kind = kind_of(x, y)
            mine = np.int64(plain[kind, mine_kind])
            kind_scores(mine, plain[kind], by_kind, score, of_kinds)
            for s in range(4):
                card_scores(4 * x + s, by_rank, score, of_cards[0, s])
                card_scores(4 * y + s, by_rank, score, of_cards[1, s])
            if several:
                kind_apart = kinds_apart(score, of_kinds, by_rank, both, beaten_card, of_both)
            for s in range(4):
                for u in range(s if x == y else 4):
                    turn, river = 4 * x + s, 4 * y + u
                    if known >> turn & 1 or known >> river & 1:
                        continue
                    dealt = hand_index(turn, river)
                    suit = -1
                    for f in range(4):
                        if count[f] + np.int64(s == f) + np.int64(u == f) >= 3:
                            suit = f
                    suited, mask, flushed = 0, 0, False
                    if suit >= 0:
                        suited = count[suit] + np.int64(s == suit) + np.int64(u == suit)
                        mask = ranks[suit]
                        if s == suit:
                            mask |= 1 << x
                        if u == suit:
                            mask |= 1 << y
                        flushed = suited + held[suit] >= 5
                    for t in range(tables):
                        met[t] = total[t] - by_card[turn, t] - by_card[river, t] + by_hand[dealt, t]
                    if flushed:
                        value = np.int64(flush[mask | held_ranks[suit]])
                        kind_scores(value, plain[kind], by_kind, other_score, won)
                        card_scores(turn, by_rank, other_score, scratch)
                        won -= scratch
                        card_scores(river, by_rank, other_score, scratch)
                        won -= scratch
                        for t in range(tables):
                            won[t] += other_score[kind] * by_hand[dealt, t]
                    else:
                        value = mine
                        for t in range(tables):
                            won[t] = (
                                of_kinds[t]
                                - of_cards[0, s, t]
                                - of_cards[1, u, t]
                                + score[kind] * by_hand[dealt, t]
                            )
                    if suit >= 0:
                        put_flushes_right(
                            suit,
                            suited,
                            mask,
                            value,
                            other_score if flushed else score,
                            known | 1 << turn | 1 << river,
                            by_hand,
                            flush,
                            won,
                        )
                    add_board(won, met, total, each, sums)
                    if pairs:
                        wins = any_apart if flushed else kind_apart
                        deals = any_apart
                        for t in range(tables):
                            wins *= max(won[t], 0.0) / (2 * total[t])
                            deals *= max(met[t], 0.0) / total[t]
                        sums[2] += wins
                        sums[3] += deals


@kernel
def add_hand(a, b, weights, score, total, by_card, both):
    """Add one hand, held by each opponent, to their sums by card and to the joint sums of pairs."""
    for t in range(total.size):
        weight = score * weights[t]
        total[t] += weight
        by_card[a, t] += weight
        by_card[b, t] += weight
        for u in range(t):
            both[t, u] += weight * score * weights[u]


@kernel
def field_apart(one, values, hands, weights, sums):
    """Weights of the deals that we win, and of all deals, where no two opponents share a card.

    On each board, the weights of all opponents are multiplied with each other, and with the
    probability for each pair of opponents that their hands share no card.
    """
    tables = weights.shape[0]
    by_hand = np.ascontiguousarray(weights.T)  # all tables of a hand side by side
    won = np.empty(tables)
    met = np.empty(tables)
    won_card = np.empty((52, tables))
    met_card = np.empty((52, tables))
    won_both = np.empty((tables, tables))
    met_both = np.empty((tables, tables))
    for board in range(values.shape[0]):
        mine = values[board, one]
        if mine == 0:
            continue
        won[:] = 0.0
        met[:] = 0.0
        won_card[:] = 0.0
        met_card[:] = 0.0
        won_both[:] = 0.0
        met_both[:] = 0.0
        for h in range(values.shape[1]):
            if values[board, h] > 0:
                score = score_of(mine, values[board, h]) / 2
                add_hand(hands[h, 0], hands[h, 1], by_hand[h], 1.0, met, met_card, met_both)
                if score > 0:
                    add_hand(hands[h, 0], hands[h, 1], by_hand[h], score, won, won_card, won_both)
        wins, deals = 1.0, 1.0
        for t in range(tables):
            wins *= won[t]
            deals *= met[t]
        sums[0] += wins * pairs_apart(won_card, won, won_both)
        sums[1] += deals * pairs_apart(met_card, met, met_both)


@kernel
def room_left(table, total, by_card, taken, count):
    """Weight of the hands in a table that hold none of the cards ``taken[:count]``."""
    room = total
    for i in range(count):
        room -= by_card[taken[i]]
        for j in range(i):
            room += table[hand_index(taken[i], taken[j])]
    return room


@kernel
def deal_field(state, known, shown, weights, hands, dealt, boards, factor):
    """Deal hands by weight, one opponent after the other, and boards.

    Rows of ``dealt`` have room for our own hand first. An opponent's hand is drawn by weight until
    it shares no card with the earlier ones. This favours deals that leave little room for the later
    ones, so the factor of a deal is the product of the shares of weight that were left. With these
    factors, the weighted mean is that of hands drawn together.
    """
    tables = weights.shape[0]
    by_card = np.zeros((tables, 52))
    cumulative = np.zeros((tables, 1326))
    total = np.zeros(tables)
    for t in range(tables):
        for h in range(1326):
            total[t] += weights[t, h]
            cumulative[t, h] = total[t]
            by_card[t, hands[h, 0]] += weights[t, h]
            by_card[t, hands[h, 1]] += weights[t, h]
    taken = np.empty(2 * tables, np.int64)
    for i in range(dealt.shape[0]):
        used = known
        factor[i] = 1.0
        for t in range(tables):
            room = room_left(weights[t], total[t], by_card[t], taken, 2 * t)
            if room <= ROUNDING * total[t]:
                factor[i] = 0.0
                break
            factor[i] *= room / total[t]
            while True:
                at = random_number(state) * total[t]
                h = place_by_weight(cumulative[t], 0, 1325, at)
                a, b = np.int64(hands[h, 0]), np.int64(hands[h, 1])
                if weights[t, h] > 0 and not (used >> a & 1 or used >> b & 1):
                    break
            used |= 1 << a | 1 << b
            taken[2 * t], taken[2 * t + 1] = a, b
            dealt[i, t + 1, 0], dealt[i, t + 1, 1] = a, b
        for j in range(5):
            if j < shown.size:
                boards[i, j] = shown[j]
                continue
            card = np.int64(random_card(state, np.uint64(used)))
            used |= 1 << card
            boards[i, j] = card


@kernel
def shares_of_pot(values, factor, sums):
    """Add up the pot shares of the first player: factors, factor × share, and their squares."""
    for i in range(values.shape[0]):
        best, winners = np.int64(values[i, 0]), 1
        for p in range(1, values.shape[1]):
            if values[i, p] > best:
                winners = 0
                break
            winners += np.int64(values[i, p] == best)
        share = 1.0 / winners if winners else 0.0
        sums[0] += factor[i]
        sums[1] += factor[i] * share
        sums[2] += factor[i] ** 2
        sums[3] += factor[i] ** 2 * share
        sums[4] += factor[i] ** 2 * share * share
