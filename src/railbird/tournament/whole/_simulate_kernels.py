"""Kernels that play whole tournaments hand by hand.

A tournament has a stream of random numbers of its own, and `BESIDE` tournaments are played beside
each other: first all deal to those who can be the first to jam, then those in which somebody jams
deal to the players behind, and so on. So a core need not wait for the memory.

What a class does takes two bits: it folds, jams, or sometimes jams (`MIXED`), and how often is
looked up only then. Its *cell* is ``start + node + class``: a start for each strategy and state,
nodes 169 apart. The arrays of a hand are flat, and whole numbers have no sign: with axes and signs,
dealing to the first players took three times as long.
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.kernels.random import OTHER, STEP, bits_at, random_bits

U = np.uint64
JAM, MIXED = U(1), U(2)
NONE, ONE, CODE = U(0), U(1), U(3)
BESIDE = 256
CLASSES, CELLS = U(169), U(169 * 169)

HANDS, HANDS_BEHIND_ONE, HANDS_BEHIND_TWO = U(1326), U(1225), U(1128)
"""Hands of two cards if no card is known, two, and four. Hands are numbered by their higher card
first, so that those of the first 50 cards are the first 1,225."""

NO_CARD = U(99)
CHANCE = U(0x7FFF)
"""The bits that decide whether a class that is mixed jams, in steps of 1/32768."""

HIGH = U(32)
"""A number below n is the whole part of n·b / 2**32, where b is the upper half of the bits."""


@kernel
def pack(jams, order, all_jam, row, width, codes, mixed_at, mixed):
    """Write two bits for each cell of a strategy, and those that are mixed.

    ``jams`` are probabilities in steps, (states, nodes, 169), and ``order`` the nodes in order of
    cells. Each state of each strategy is a row of ``width`` cells, and ``row`` is the first one.
    ``mixed`` gets cells, shifted by 16 bits, and probabilities; those of a row begin at
    ``mixed_at[row]``. If it is too short, they are only counted.
    """
    for state in range(jams.shape[0]):
        found = np.int64(mixed_at[row])
        cell = row * width
        for node in order:
            for kind in range(jams.shape[2]):
                jam = jams[state, node, kind]
                code = 0 if jam == 0 else 1 if jam == all_jam else 2
                codes[cell >> 2] |= np.uint8(code << (cell & 3) * 2)
                if code == 2:
                    if found < mixed.size:
                        mixed[found] = U(cell) << U(16) | U(jam)
                    found += 1
                cell += 1
        row += 1
        mixed_at[row] = found


@kernel
def is_jam(bits, cell, width, codes, mixed_at, mixed):
    """Whether a player jams, by 64 random bits: 1 or 0."""
    code = U(codes[cell >> U(2)]) >> (cell & CODE) * U(2) & CODE
    if code == MIXED:
        row = cell // width
        first, last = mixed_at[row], mixed_at[row + ONE]
        while last - first > ONE:
            middle = (first + last) >> ONE
            if mixed[middle] >> U(16) <= cell:
                first = middle
            else:
                last = middle
        code = U(bits & CHANCE < mixed[first] & U(0xFFFF))
    return code


@kernel
def seed_streams(seed, first, streams):
    """Set the streams of tournaments ``first``, ``first`` + 1, …"""
    state = np.empty(1, np.uint64)
    for at in range(streams.size):
        state[0] = U(seed)
        state[0] = random_bits(state) ^ (U(first + at) * OTHER)
        streams[at] = random_bits(state)


@kernel
def deal_slowly(
    n, stream, hands, a, b, c, d, player, lowest, own, starts, own_nodes, nodes, low_cards,
    high_cards, classes, width, codes, mixed_at, mixed,
):  # fmt: skip
    """Deal to the players below ``player`` down to ``lowest``; the last of them who jams counts.

    ``hands`` is the number of hands without the known cards a, b, c and d, which are in order.
    Returns the stream, the player, or n, and the hand.
    """
    jams, hand = n, NONE
    while player > lowest:
        player -= ONE
        stream += STEP
        bits = bits_at(stream)
        dealt = (bits >> HIGH) * hands >> HIGH
        x, y = U(low_cards[dealt]), U(high_cards[dealt])
        x += U(x >= a)
        y += U(y >= a)
        x += U(x >= b)
        y += U(y >= b)
        x += U(x >= c)
        y += U(y >= c)
        x += U(x >= d)
        y += U(y >= d)
        dealt = (y * (y - ONE) >> ONE) + x
        cell = starts[own + player] + nodes[own_nodes + player] + U(classes[dealt])
        if is_jam(bits, cell, width, codes, mixed_at, mixed):
            jams, hand = player, dealt
    return stream, jams, hand


@kernel
def deal_first(
    n, count, streams, starts, nodes, low_cards, high_cards, classes, width, codes, mixed_at, mixed,
    first, held, opened,
):  # fmt: skip
    """Deal to the players in turn: ``first`` are those who jam first, ``held`` their hands.

    All but the last get a hand, and the first jam counts; n is nobody. Lists in ``opened`` in which
    tournaments somebody jams, and returns their number. If a class is mixed, the same hands are
    dealt again: looking it up in this loop would make it four times as slow.
    """
    found = NONE
    for at in range(count):
        stream, own, jams, hand, codes_met = streams[at], at * n, n, NONE, NONE
        player = n - ONE
        while player > NONE:
            player -= ONE
            stream += STEP
            dealt = (bits_at(stream) >> HIGH) * HANDS >> HIGH
            cell = starts[own + player] + nodes[player] + U(classes[dealt])
            code = U(codes[cell >> U(2)]) >> (cell & CODE) * U(2)
            codes_met |= code
            if code & JAM:
                jams, hand = player, dealt
        if codes_met & MIXED:
            stream, jams, hand = deal_slowly(
                n, streams[at], HANDS, NO_CARD, NO_CARD, NO_CARD, NO_CARD, n - ONE, NONE, own,
                starts, NONE, nodes, low_cards, high_cards, classes, width, codes, mixed_at, mixed,
            )  # fmt: skip
        streams[at], first[at], held[at] = stream, jams, hand
        opened[found] = at
        found += U(jams < n)
    return found


@kernel
def deal_second(
    n, count, opened, streams, starts, nodes, low_cards, high_cards, classes, width, codes,
    mixed_at, mixed, first, held, second, held_second, called,
):  # fmt: skip
    """The same for the players behind the first jam; lists in ``called`` where one calls."""
    found = NONE
    for listed in range(count):
        at = opened[listed]
        stream, own, lowest = streams[at], at * n, first[at] + ONE
        calls, hand, codes_met = n, NONE, NONE
        low, high = U(low_cards[held[at]]), U(high_cards[held[at]])
        own_nodes = n * lowest
        player = n
        while player > lowest:
            player -= ONE
            stream += STEP
            dealt = (bits_at(stream) >> HIGH) * HANDS_BEHIND_ONE >> HIGH
            x, y = U(low_cards[dealt]), U(high_cards[dealt])
            x += U(x >= low)
            x += U(x >= high)
            y += U(y >= low)
            y += U(y >= high)
            dealt = (y * (y - ONE) >> ONE) + x
            cell = starts[own + player] + nodes[own_nodes + player] + U(classes[dealt])
            code = U(codes[cell >> U(2)]) >> (cell & CODE) * U(2)
            codes_met |= code
            if code & JAM:
                calls, hand = player, dealt
        if codes_met & MIXED:
            stream, calls, hand = deal_slowly(
                n, streams[at], HANDS_BEHIND_ONE, low, high, NO_CARD, NO_CARD, n, lowest, own,
                starts, own_nodes, nodes, low_cards, high_cards, classes, width, codes, mixed_at,
                mixed,
            )  # fmt: skip
        streams[at], second[at], held_second[at] = stream, calls, hand
        called[found] = at
        found += U(calls < n)
    return found


@kernel
def deal_third(
    n, count, called, streams, starts, nodes, low_cards, high_cards, classes, width, codes,
    mixed_at, mixed, first, held, second, held_second, third, held_third,
):  # fmt: skip
    """The same for the players behind two who are all in."""
    for listed in range(count):
        at = called[listed]
        a, b = U(low_cards[held[at]]), U(high_cards[held[at]])
        c, d = U(low_cards[held_second[at]]), U(high_cards[held_second[at]])
        # the four known cards in order
        a, c = min(a, c), max(a, c)
        b, d = min(b, d), max(b, d)
        b, c = min(b, c), max(b, c)
        own_nodes = n * (ONE + n + n * first[at] + second[at])
        streams[at], third[at], held_third[at] = deal_slowly(
            n, streams[at], HANDS_BEHIND_TWO, a, b, c, d, n, second[at] + ONE, at * n, starts,
            own_nodes, nodes, low_cards, high_cards, classes, width, codes, mixed_at, mixed,
        )  # fmt: skip


@kernel
def show_down(
    n, count, called, streams, ends, classes, two, three, first, held, second, held_second, third,
    held_third, end,
):  # fmt: skip
    """The ends of hands in which two or three are all in.

    ``two`` are the chances that the first of two wins, by pairs of classes; ``three`` running sums
    of those of six orders, by pairs and the third class.
    """
    for listed in range(count):
        at = called[listed]
        cell = CLASSES * U(classes[held[at]]) + U(classes[held_second[at]])
        streams[at] += STEP
        chance = np.float32(bits_at(streams[at]) >> U(40)) / np.float32(1 << 24)
        pair = (first[at] * (n + ONE) + second[at]) * (n + ONE)
        if third[at] == n:
            end[at] = ends[pair + n] + U(chance >= two[cell])
            continue
        at_sums = (cell * CLASSES + U(classes[held_third[at]])) * U(5)
        order = NONE
        while order < U(5) and chance >= three[at_sums + order]:
            order += ONE
        end[at] = ends[pair + third[at]] + order


@kernel
def leave(lane, turn, alive, stacks, places, seats, left, counts):
    """Somebody is out: count their places, and set who sits where in the next hand.

    ``alive`` are the bits of those who are left, ``stacks`` those before the hand. Who is out with
    others has the places behind those with more, shared with those who had as much.
    """
    n = stacks.size
    was = U(0)  # who sits where, in four bits each
    for seat in range(n - 1, -1, -1):
        was = was << U(4) | U(seats[lane, seat])
    living = 0
    for seat in range(n):
        living += alive >> seat & 1
    for seat in range(n):
        at = seat + turn if seat + turn < n else seat + turn - n
        player = np.int64(was >> U(4 * at) & U(15))
        if alive >> seat & 1:
            seats[lane, places[alive, seat]] = player
            if living == 1:
                counts[player, 0, 0] += 1
            continue
        first, shared = living, 0
        for other in range(n):
            if not alive >> other & 1:
                first += stacks[other] > stacks[seat]
                shared += stacks[other] == stacks[seat]
        counts[player, first, shared - 1] += 1
    left[lane] = living


@kernel
def play_layer(
    lanes, all_streams, numbers, seats, strategies, stacks, width, codes, mixed_at, mixed, nodes,
    ends, following, places, low_cards, high_cards, classes, two, three, left, counts,
):  # fmt: skip
    """Play tournaments, those in ``lanes``, until a player is out in each.

    ``all_streams``, ``numbers`` (states) and ``seats`` (players in order of action) are those of
    all tournaments, and become those of the state that follows, with ``left`` players.
    ``strategies`` are those of the players, ``stacks`` those of the states.

    ``nodes`` are cells of decisions, by who is all in and the player, (1 + n + n², n). ``ends`` are
    the first ends of those all in, (n + 1)³ with n for nobody. ``following[state, end]`` is the
    next state's number, shifted by n bits, and the bits of those left; ``places[bits, seat]`` are
    their next seats. ``counts[player, first, shared - 1]`` counts who is out. Returns the number of
    hands.
    """
    states, n = stacks.shape
    many, full = U(n), (1 << n) - 1
    lane_of, turns = np.empty(BESIDE, np.int64), np.empty(BESIDE, np.int64)
    streams, starts = np.empty(BESIDE, np.uint64), np.empty(BESIDE * n, np.uint64)
    firsts = np.empty(BESIDE * 2 * n, np.uint64)  # the first cells of the players' strategies
    first, held = np.empty(BESIDE, np.uint64), np.empty(BESIDE, np.uint64)
    second, held_second = np.empty(BESIDE, np.uint64), np.empty(BESIDE, np.uint64)
    third, held_third = np.empty(BESIDE, np.uint64), np.empty(BESIDE, np.uint64)
    opened, called = np.empty(BESIDE + 1, np.uint64), np.empty(BESIDE + 1, np.uint64)
    end = np.empty(BESIDE, np.uint64)
    hands, begun, active = 0, 0, 0
    while active > 0 or begun < lanes.size:
        while active < BESIDE and begun < lanes.size:
            lane_of[active], turns[active] = lanes[begun], 0
            streams[active] = all_streams[lanes[begun]]
            for seat in range(2 * n):  # twice round, for all turns
                own = strategies[seats[lanes[begun], seat % n]]
                firsts[2 * n * active + seat] = U(own * states) * width
            active += 1
            begun += 1
        hands += active
        for at in range(active):
            cell, seat = U(numbers[lane_of[at]]) * width, 2 * n * at + turns[at]
            for player in range(n):
                starts[at * n + player] = firsts[seat + player] + cell
            end[at] = 0
        count = deal_first(
            many, U(active), streams, starts, nodes, low_cards, high_cards, classes, width, codes,
            mixed_at, mixed, first, held, opened,
        )  # fmt: skip
        for listed in range(count):
            at = opened[listed]
            end[at] = ends[(first[at] * (many + ONE) + many) * (many + ONE) + many]
        count = deal_second(
            many, count, opened, streams, starts, nodes, low_cards, high_cards, classes, width,
            codes, mixed_at, mixed, first, held, second, held_second, called,
        )  # fmt: skip
        deal_third(
            many, count, called, streams, starts, nodes, low_cards, high_cards, classes, width,
            codes, mixed_at, mixed, first, held, second, held_second, third, held_third,
        )  # fmt: skip
        show_down(
            many, count, called, streams, ends, classes, two, three, first, held, second,
            held_second, third, held_third, end,
        )  # fmt: skip
        for at in range(active - 1, -1, -1):
            lane, turn = lane_of[at], turns[at]
            number = numbers[lane]
            then = np.int64(following[number, end[at]])
            numbers[lane] = then >> n
            if then & full == full:
                turns[at] = turn + 1 if turn + 1 < n else 0
                continue
            leave(lane, turn, then & full, stacks[number], places, seats, left, counts)
            all_streams[lane] = streams[at]
            active -= 1
            lane_of[at], turns[at], streams[at] = lane_of[active], turns[active], streams[active]
            for seat in range(2 * n):
                firsts[2 * n * at + seat] = firsts[2 * n * active + seat]
    return hands
