"""Kernels that follow a tournament forward: how often hands are played in each state."""

from railbird.kernels.jit import kernel


@kernel
def pass_on(visits, ends, following, into):
    """Add how often each state comes next.

    Parameters
    ----------
    visits
        How often a hand is played in each state, (states,).
    ends
        Probabilities of the ends, (states, ends).
    following
        The state after each end if nobody goes out, else -1, (states, ends).
    """
    for s in range(len(visits)):
        often = visits[s]
        if often != 0:
            for e in range(following.shape[1]):
                if following[s, e] >= 0:
                    into[following[s, e]] += often * ends[s, e]


@kernel
def leave(visits, ends, after, prize_at, value_starts, state_starts, next_rows, arrivals, out):
    """Add how often players go out, and how often states of fewer players come next.

    Parameters
    ----------
    visits, ends
        See `pass_on`.
    after
        Where each player's value after each end is, (states, ends, players), see `ValueIndex`.
    prize_at
        Where prizes begin.
    value_starts, state_starts
        Where values and states of so many players begin.
    next_rows
        The row of the seating that comes next, by the bits of the players left.
    arrivals
        Counts of states of all layers, (rows, states).
    out
        Counts of each player's prizes, (players, prizes).
    """
    states, count, players = after.shape
    for s in range(states):
        for e in range(count):
            often = visits[s] * ends[s, e]
            if often == 0:
                continue
            left, bits, one = 0, 0, 0
            for p in range(players):
                if after[s, e, p] < prize_at:
                    left, bits, one = left + 1, bits | 1 << p, after[s, e, p]
            if left == players:
                continue
            for p in range(players):
                if after[s, e, p] >= prize_at:
                    out[p, after[s, e, p] - prize_at] += often
            if left > 0:
                state = state_starts[left] + (one - value_starts[left]) // left
                arrivals[next_rows[bits], state] += often
