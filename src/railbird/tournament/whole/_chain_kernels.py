"""Kernels that walk from state to state by the probabilities of the ends of hands.

All ends of a hand are in a row of equally likely columns, each of which belongs to two of them
(Walker's alias method): one random number chooses the column and one of the two. A *cell* is a
column in three words: below which 32 bits the first of its ends is chosen, and the states that
follow the first and the other end.
"""

import numpy as np

from railbird.kernels.jit import kernel
from railbird.kernels.random import STEP, bits_at
from railbird.tournament.whole._simulate_kernels import leave

U = np.uint64
ONE, HIGH, LOW = U(1), U(32), U(0xFFFFFFFF)
BESIDE = 256
"""Tournaments that are played beside each other, so that a core need not wait for the memory."""


@kernel
def fill_cells(ends, following, cells):
    """Write the cells of many states.

    ``ends`` are probabilities, (states, ends), ``following`` the states that come next, (states,
    ends), ``cells`` (states, ends, 3).
    """
    states, count = ends.shape
    shares, other = np.empty(count), np.empty(count, np.int64)
    small, large = np.empty(count, np.int64), np.empty(count, np.int64)
    for state in range(states):
        total = 0.0
        for end in range(count):
            total += ends[state, end]
        smalls, larges = 0, 0
        for end in range(count):
            other[end] = end
            shares[end] = ends[state, end] / total * count
            if shares[end] < 1:
                small[smalls] = end
                smalls += 1
            else:
                large[larges] = end
                larges += 1
        while smalls > 0 and larges > 0:
            smalls -= 1
            less, more = small[smalls], large[larges - 1]
            other[less] = more
            shares[more] -= 1 - shares[less]
            if shares[more] < 1:
                larges -= 1
                small[smalls] = more
                smalls += 1
        # what is left of either list is 1 but for rounding
        for at in range(smalls):
            shares[small[at]] = 1.0
        for end in range(count):
            if shares[end] >= 1:
                other[end] = end
            cells[state, end, 0] = np.uint32(min(shares[end], 1.0) * 4294967295.0)
            cells[state, end, 1] = following[state, end]
            cells[state, end, 2] = following[state, other[end]]


@kernel
def walk_layer(lanes, all_streams, numbers, seats, stacks, cells, places, left, counts):
    """Play tournaments, those in ``lanes``, until a player is out in each.

    ``all_streams``, ``numbers``, ``seats``, ``places``, ``left`` and ``counts`` are those of
    `play_layer`. But the states of all seatings are numbered one after the other, and have rows of
    ``cells``. What follows is such a number, shifted by n bits, and the bits of those left. Returns
    the number of hands.
    """
    states, n = stacks.shape
    count, shift = U(cells.shape[1]), U(n)
    full = (ONE << shift) - ONE
    words = cells.reshape(-1)
    lane_of, turns = np.empty(BESIDE, np.int64), np.empty(BESIDE, np.int64)
    streams, at_state = np.empty(BESIDE, np.uint64), np.empty(BESIDE, np.uint64)
    column, chance = np.empty(BESIDE, np.uint64), np.empty(BESIDE, np.uint64)
    then = np.empty(BESIDE, np.uint64)
    hands, begun, active = 0, 0, 0
    while active > 0 or begun < lanes.size:
        while active < BESIDE and begun < lanes.size:
            lane = lanes[begun]
            lane_of[active], turns[active] = lane, 0
            streams[active], at_state[active] = all_streams[lane], U(numbers[lane])
            active += 1
            begun += 1
        hands += active
        # in loops of their own, many look-ups are on their way at the same time
        for at in range(active):
            streams[at] += STEP
            bits = bits_at(streams[at])
            column[at] = (at_state[at] * count + ((bits >> HIGH) * count >> HIGH)) * U(3)
            chance[at] = bits & LOW
        for at in range(active):
            word = column[at]
            then[at] = words[word + ONE + U(chance[at] >= words[word])]
        for at in range(active - 1, -1, -1):
            alive, following = then[at] & full, then[at] >> shift
            if alive == full:
                at_state[at] = following
                turns[at] += 1
                continue
            lane = lane_of[at]
            before = np.int64(at_state[at] % U(states))
            leave(
                lane, turns[at] % n, np.int64(alive), stacks[before], places, seats, left, counts,
            )  # fmt: skip
            numbers[lane] = np.int64(following)
            all_streams[lane] = streams[at]
            active -= 1
            lane_of[at], turns[at] = lane_of[active], turns[active]
            streams[at], at_state[at] = streams[active], at_state[active]
    return hands
