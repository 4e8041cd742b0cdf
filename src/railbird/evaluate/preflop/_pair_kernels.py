"""Kernel that builds the pre-flop table of pairs of hands."""

import numpy as np

from railbird.kernels.jit import kernel


@kernel
def compare_hands(values, weights, wins, ties):
    """Add, for all hands i and j, the weights of the boards on which i beats or ties j.

    A value of 0 means that the hand cannot be held on the board. The loop over boards is inside the
    loop over hands, so that one row of the counts stays in the fastest cache. The innermost loop
    has no branch. It also compares hands that share a card; they are left out at the end.
    """
    boards, hands = values.shape
    for i in range(hands):
        for b in range(boards):
            mine = values[b, i]
            if mine == 0:
                continue
            weight = weights[b]
            for j in range(hands):
                other = values[b, j]
                wins[i, j] += weight if (other != 0) & (mine > other) else np.int32(0)
                ties[i, j] += weight if mine == other else np.int32(0)
