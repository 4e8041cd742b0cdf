"""The kernel of eval8: eight cards, all 35 ways to make two hands of them, all 1,086,008 boards.

Boards are not dealt. Each multiset of five ranks is taken once, with the number of live boards that
have these ranks. Who has the better high hand without flushes, and whether it is at least a full
house, depends on the ranks alone. Flushes then need no values:

- Two hands with flushes in a suit share the board's cards, so the hand with the highest card of the
  suit has the better flush, whatever the board. So each match-up has one winner for each suit in
  which three board cards come, or none if neither hand holds two cards of the suit.
- A full house or better beats every flush but a straight flush.
- A straight flush needs two hole cards of one hand and the other three of five ranks in a row on
  the board. These few boards are dealt, and their counts are corrected.

So a multiset of ranks needs its number of boards, for each suit the number of those with three or
more cards of the suit, and 35 comparisons. The low hands are compared once for each set of low
ranks on the board. All lanes of a tile do the same, and the compiler makes vectors of them.

`rank_boards` explains lanes, tiles and strips. eval8.cu is the same algorithm for GPUs.
"""

import numpy as np

from railbird.kernels.cards import bits_in, choose
from railbird.kernels.jit import kernel
from railbird.kernels.ranks import pair_column

LANES = 64
NO_FACTOR = 13
"""Place of the factor 1, for boards with fewer than five different ranks."""

NO_BOARD = 27
"""Place of the factor 0, for lanes without a board."""

FULL_HOUSE = 7141
"""The lowest value of a full house."""

MATCHUPS = 35


@kernel
def read_cards(cards, held, live):
    """Ranks held in each suit (masks), and the number of live cards of each rank."""
    held[:] = 0
    live[:] = 4
    for i in range(8):
        held[cards[i] & 3] |= 1 << (cards[i] >> 2)
        live[cards[i] >> 2] -= 1


@kernel
def fill_factors(held, live, factors):
    """Factors of the numbers of boards, by rank and times: row 4 of all boards, rows 0…3 by suit.

    For a suit, a rank that occurs m times is either in the suit once, and m − 1 times in others, or
    not in it. Both numbers stand in one integer, eight bits apart, so that the product over the
    ranks of a board has the numbers of boards with 0, 1, 2, … ranks outside the suit in its bytes.
    """
    for times in range(1, 5):
        for rank in range(13):
            place = rank + 14 * (times - 1)
            factors[4, place] = choose(live[rank], times)
            for suit in range(4):
                mine = 1 - (held[suit] >> rank & 1)
                others = live[rank] - mine
                inside = mine * choose(others, times - 1)
                factors[suit, place] = inside | choose(others, times) << 8
    factors[:, NO_FACTOR] = 1
    factors[:, NO_BOARD] = 0


@kernel
def suits_in_play(held, suits):
    """The suits in which a hand may make a flush, at the front of ``suits``; returns how many."""
    count = 0
    for suit in range(4):
        if held[suit] & (held[suit] - 1):
            suits[count] = suit
            count += 1
    return count


@kernel
def multiply(factors, tables, products, made):
    """Product of the factors of each lane's board: each of two halves is multiplied only once."""
    halves, left, right = tables.halves, tables.left, tables.right
    for i in range(products.size):
        a, b, c = factors[halves[i, 0]], factors[halves[i, 1]], factors[halves[i, 2]]
        products[i] = a * b * c
    for x in range(made.size):
        made[x] = products[left[x]] * products[right[x]]


@kernel
def add_bytes(made, bytes_of, boards):
    """Sum of the bytes of each lane's product that count."""
    for x in range(made.size):
        some = made[x] & bytes_of[x]
        boards[x] = (
            (some & np.uint32(0xFF))
            + (some >> np.uint32(8) & np.uint32(0xFF))
            + (some >> np.uint32(16))
        )


@kernel
def weigh_boards(factors, suits, in_play, tables, products, made, all_boards, suited):
    """Numbers of live boards by lane: all of them, and those with three or more of each suit."""
    multiply(factors[4], tables, products, made)
    all_boards[:] = made
    for i in range(in_play):
        multiply(factors[suits[i]], tables, products, made)
        add_bytes(made, tables.suited_bytes, suited[i])


@kernel
def flush_winner(cards, hand, suit):
    """1 if the first hand of a match-up has the better flush in a suit, −1 the second, 0 neither.

    ``hand`` has a bit for each of the eight cards in the first hand.
    """
    count_first, count_second, top_first, top_second = 0, 0, -1, -1
    for i in range(8):
        if cards[i] & 3 == suit:
            if hand >> i & 1:
                count_first += 1
                top_first = max(top_first, cards[i])
            else:
                count_second += 1
                top_second = max(top_second, cards[i])
    if count_first < 2:
        return 0 if count_second < 2 else -1
    return 1 if count_second < 2 or top_first > top_second else -1


@kernel
def fill_flush_winners(cards, shape, suits, in_play, winners, kinds, kind_of):
    """Winners by match-up and suit in play; match-ups with equal winners are of one kind.

    Returns the number of kinds. ``kinds`` has the winners of each.
    """
    count = 0
    for m in range(MATCHUPS):
        for i in range(in_play):
            winners[m, i] = flush_winner(cards, shape.masks[m], suits[i])
        kind_of[m] = count
        for k in range(count):
            same = True
            for i in range(in_play):
                same = same and kinds[k, i] == winners[m, i]
            if same:
                kind_of[m] = k
        if kind_of[m] == count:
            kinds[count] = winners[m]
            count += 1
    return count


@kernel
def decided_boards(start, kinds, count, in_play, suited, won, decided):
    """For each kind of match-up, the boards of a tile with a flush: won by the first, and all."""
    for k in range(count):
        won[k, :] = 0
        decided[k, :] = 0
        for i in range(in_play):
            if kinds[k, i] != 0:
                boards = suited[i, start : start + LANES]
                add_boards(boards, decided[k])
                if kinds[k, i] > 0:
                    add_boards(boards, won[k])


@kernel
def best_of(a, b, c, best):
    """The highest of three values in each lane."""
    for x in range(LANES):
        best[x] = max(a[x], b[x], c[x])


@kernel
def add_boards(boards, total):
    """Add numbers of boards, lane by lane."""
    for x in range(LANES):
        total[x] += boards[x]


@kernel
def best_hands(start, columns, values, shape, triples, hands):
    """Value without flushes of all 70 hands on the boards of a tile, from those of three cards."""
    pairs_of, parts_of = shape.triples, shape.hands
    end = start + LANES
    for t in range(56):
        a = values[columns[pairs_of[t, 0]], start:end]
        b = values[columns[pairs_of[t, 1]], start:end]
        c = values[columns[pairs_of[t, 2]], start:end]
        best_of(a, b, c, triples[t])
    for h in range(70):
        c = values[columns[parts_of[h, 2]], start:end]
        best_of(triples[parts_of[h, 0]], triples[parts_of[h, 1]], c, hands[h])


@kernel
def compare_hands(boards, hands, won, decided, kind_of, wins, ties):
    """Add the boards of a tile to the wins of the first hand and to the ties, lane by lane."""
    none = np.uint16(0)
    for m in range(MATCHUPS):
        k = kind_of[m]
        for x in range(LANES):
            first, second = hands[2 * m, x], hands[2 * m + 1, x]
            beaten = max(first, second) < np.uint16(FULL_HOUSE)
            rest = np.uint16(boards[x] - (decided[k, x] if beaten else none))
            by_flush = won[k, x] if beaten else none
            wins[m, x] += np.uint16(by_flush + (rest if first > second else none))
            ties[m, x] += rest if first == second else none


@kernel
def split_pots(lows, low_hands, start, boards, wins, ties, counts):
    """Add the boards of a strip to the counts of pots, by who has the better low in each lane."""
    for m in range(MATCHUPS):
        one, other = low_hands[2 * m], low_hands[2 * m + 1]
        scoop, three, half, quarter, nothing = 0, 0, 0, 0, 0
        for x in range(LANES):
            a, b = lows[one, start + x], lows[other, start + x]
            win, tie = np.int64(wins[m, x]), np.int64(ties[m, x])
            lose = np.int64(boards[x]) - win - tie
            if a > b:
                scoop += win
                three += tie
                half += lose
            elif a < b:
                half += win
                quarter += tie
                nothing += lose
            elif a == 0:
                scoop += win
                half += tie
                nothing += lose
            else:
                three += win
                half += tie
                quarter += lose
        counts[m, 0] += scoop
        counts[m, 1] += three
        counts[m, 2] += half
        counts[m, 3] += quarter
        counts[m, 4] += nothing


@kernel
def pot_of(high, one, other):
    """Outcome 0…4 (scoop to nothing) by who wins high (1, 0, −1) and by both lows (0: none)."""
    low = high if one == 0 and other == 0 else np.sign(one - other)
    return 2 - high - low


@kernel
def find_straight_flushes(cards, suit, held, needs, holders):
    """Straight flushes of two of the eight cards, best first: board ranks needed, and the holders.

    Exactly two of the five cards are among the eight. Returns how many there are.
    """
    count = 0
    for top in range(12, 2, -1):
        window = 0b11111 << (top - 4) if top > 3 else 0b1111 | 1 << 12
        two = held & window
        rest = two & (two - 1)
        if rest == 0 or rest & (rest - 1) != 0:
            continue
        needs[count] = window & ~held
        holders[count] = 0
        for i in range(8):
            if cards[i] & 3 == suit and two >> (cards[i] >> 2) & 1:
                holders[count] |= 1 << i
        count += 1
    return count


@kernel
def winners_of_straight_flush(ranks, first, count, needs, holders, masks, winners):
    """Who wins by a straight flush, by match-up, if the board has these ranks of the suit.

    Returns False if a better straight flush than ``first`` is possible: it has dealt this board.
    """
    for e in range(first):
        if needs[e] & ~ranks == 0:
            return False
    winners[:] = 0
    for e in range(count - 1, first - 1, -1):  # better ones overwrite worse ones
        if needs[e] & ~ranks == 0:
            for m in range(MATCHUPS):
                both = holders[e] & masks[m]
                if both == holders[e]:
                    winners[m] = 1
                elif both == 0:
                    winners[m] = -1
    return True


@kernel
def lane_of(ranks, one, other, tables):
    """Lane of the board with the ranks of a mask and two more (13: none)."""
    index, n = 0, 0
    for rank in range(13):
        times = (ranks >> rank & 1) + np.int64(one == rank) + np.int64(other == rank)
        for _ in range(times):
            n += 1
            index += tables.choose[rank + n - 1, n]
    return tables.lane[index]


@kernel
def hand_on_board(h, found, shape):
    """Value without flushes of hand h from the values of the 28 pairs."""
    best = found[shape.hands[h, 2]]
    for t in range(2):
        for p in range(3):
            best = max(best, found[shape.triples[shape.hands[h, t], p]])
    return best


@kernel
def correct_board(lane, boards, straight, flush, columns, low_hands, tables, shape, found, counts):
    """Move boards from the pots that they had without straight flushes to the right ones."""
    best = 0
    for p in range(28):
        found[p] = tables.values[columns[p], lane]
        best = max(best, found[p])
    at = tables.low_lane[lane]
    for m in range(MATCHUPS):
        if straight[m] == 0 or (best < FULL_HOUSE and straight[m] == flush[m]):
            continue
        high = flush[m]
        if best >= FULL_HOUSE:
            one, other = hand_on_board(2 * m, found, shape), hand_on_board(2 * m + 1, found, shape)
            if max(one, other) >= FULL_HOUSE:
                high = np.sign(one - other)
        low_one = np.int64(tables.lows[low_hands[2 * m], at])
        low_other = np.int64(tables.lows[low_hands[2 * m + 1], at])
        counts[m, pot_of(high, low_one, low_other)] -= boards
        counts[m, pot_of(straight[m], low_one, low_other)] += boards


@kernel
def correct_suited(ranks, free, live, straight, flush, known, found, counts):
    """Correct the boards with these ranks of a suit that make a straight flush.

    Only boards with a pair can have a full house. Without one, a straight flush matters only where
    the other hand has the better flush.
    """
    columns, low_hands, tables, shape = known
    always = False
    for m in range(MATCHUPS):
        always = always or (straight[m] != 0 and straight[m] != flush[m])
    size = bits_in(ranks)
    for one in range(13) if size < 5 else range(13, 14):
        others = 1 if size == 5 else live[one] - (free >> one & 1)
        for two in range(one + 1) if size < 4 else range(13, 14):
            boards = others
            if size < 4:
                more = live[two] - (free >> two & 1)
                boards = others * (others - 1) // 2 if one == two else others * more
            paired = one == two or ranks >> one & 1 or ranks >> two & 1
            if boards > 0 and (always or paired):
                lane = lane_of(ranks, one, two, tables)
                correct_board(
                    lane, boards, straight, flush, columns, low_hands, tables, shape, found, counts
                )


@kernel
def correct_straight_flushes(cards, suit, held, live, flush, known, scratch, counts):
    """Deal the boards that make a straight flush in a suit, and correct the counts."""
    needs, holders, straight, found = scratch
    masks = known[3].masks
    free = 0x1FFF & ~held
    count = find_straight_flushes(cards, suit, held, needs, holders)
    both_may_flush = bits_in(held) > 3
    for e in range(count):
        more = free & ~needs[e]
        # a fourth and a fifth card of the suit: bit 13 stands for none
        for fourth in range(14):
            if not (more | 1 << 13) >> fourth & 1:
                continue
            for fifth in range(fourth + 1, 14) if both_may_flush and fourth < 13 else range(13, 14):
                if not (more | 1 << 13) >> fifth & 1:
                    continue
                ranks = needs[e] | (1 << fourth | 1 << fifth) & 0x1FFF
                if winners_of_straight_flush(ranks, e, count, needs, holders, masks, straight):
                    correct_suited(ranks, free, live, straight, flush, known, found, counts)


@kernel
def read_hands(cards, shape, columns, low_hands):
    """The column of values of each pair of cards, and the low ranks of each hand (ace first)."""
    p = 0
    for i in range(8):
        for j in range(i + 1, 8):
            columns[p] = pair_column(cards[i] >> 2, cards[j] >> 2)
            p += 1
    for h in range(70):
        low_hands[h] = 0
        for i in range(4):
            low = ((cards[shape.places[h, i]] >> 2) + 1) % 13
            low_hands[h] |= 1 << low & 0xFF


@kernel
def count_pots(sets, tables, shape, results):
    """Counts of boards by match-up and outcome, for sets of eight cards: shape (n, 35, 5)."""
    values, lows, strips = tables.values, tables.lows, tables.strips
    lanes = values.shape[1]
    held, live = np.empty(4, np.int64), np.empty(13, np.int64)
    factors = np.empty((5, 56), np.uint32)
    products, made = np.empty(tables.halves.shape[0], np.uint32), np.empty(lanes, np.uint32)
    suits = np.empty(4, np.int64)
    all_boards, suited = np.empty(lanes, np.uint16), np.empty((4, lanes), np.uint16)
    winners, kinds = np.zeros((MATCHUPS, 4), np.int64), np.zeros((MATCHUPS, 4), np.int64)
    kind_of = np.empty(MATCHUPS, np.int64)
    won, decided = (np.empty((MATCHUPS, LANES), np.uint16), np.empty((MATCHUPS, LANES), np.uint16))
    columns, low_hands = np.empty(28, np.int64), np.empty(70, np.int64)
    triples, hands = np.empty((56, LANES), np.uint16), np.empty((70, LANES), np.uint16)
    wins, ties = np.empty((MATCHUPS, LANES), np.uint16), np.empty((MATCHUPS, LANES), np.uint16)
    boards = np.empty(LANES, np.uint16)
    scratch = (
        np.empty(10, np.int64), np.empty(10, np.int64), np.empty(MATCHUPS, np.int64),
        np.empty(28, np.int64),
    )  # fmt: skip
    counts = np.empty((MATCHUPS, 5), np.int64)
    known = (columns, low_hands, tables, shape)
    for n in range(sets.shape[0]):
        cards = sets[n]
        read_cards(cards, held, live)
        read_hands(cards, shape, columns, low_hands)
        fill_factors(held, live, factors)
        in_play = suits_in_play(held, suits)
        weigh_boards(factors, suits, in_play, tables, products, made, all_boards, suited)
        count = fill_flush_winners(cards, shape, suits, in_play, winners, kinds, kind_of)
        counts[:] = 0
        for strip in range(strips.size - 1):
            wins[:] = 0
            ties[:] = 0
            boards[:] = 0
            for tile in range(strips[strip], strips[strip + 1]):
                start = tile * LANES
                decided_boards(start, kinds, count, in_play, suited, won, decided)
                best_hands(start, columns, values, shape, triples, hands)
                here = all_boards[start : start + LANES]
                add_boards(here, boards)
                compare_hands(here, hands, won, decided, kind_of, wins, ties)
            split_pots(lows, low_hands, strip * LANES, boards, wins, ties, counts)
        for i in range(in_play):
            suit = suits[i]
            correct_straight_flushes(
                cards, suit, held[suit], live, winners[:, i], known, scratch, counts
            )
        results[n] = counts
