"""Kernels of the abstract limit game: one betting round, for many pots together.

All pots of a round have the same betting tree. It is a *block* of nodes in which children come
after parents. For action a of node k (fold, call, raise), ``kind[k, a]`` says what follows:

- `NONE`: the action is not legal.
- `NODE`: play continues at node ``child[k, a]`` of the block.
- `FOLDED`: player 0 wins or loses ``amount[k, a]``, plus what the folding player had put in before.
- `CALLED`: the round is over at end ``child[k, a]``; both players have put in ``amount[k, a]``.

``probabilities[root, k, bucket, a]`` is the strategy of the player who acts at node k of a pot.
Matrices over buckets have player 0 in rows and player 1 in columns.
"""

import numpy as np

from railbird.kernels.jit import kernel

NONE, NODE, FOLDED, CALLED = 0, 1, 2, 3


@kernel
def end_reaches(actor, kind, child, probabilities, player, ends):
    """Set ``ends[root, e, bucket]`` to the player's own probability of each end of the round.

    Returns the same for each node.
    """
    roots, nodes, buckets = probabilities.shape[:3]
    reach = np.ones((roots, nodes, buckets))
    for root in range(roots):
        for k in range(nodes):
            for a in range(3):
                if kind[k, a] != NODE and kind[k, a] != CALLED:
                    continue
                for b in range(buckets):
                    p = reach[root, k, b]
                    if actor[k] == player:
                        p *= probabilities[root, k, b, a]
                    if kind[k, a] == NODE:
                        reach[root, child[k, a], b] = p
                    else:
                        ends[root, child[k, a], b] = p
    return reach


@kernel
def back_up(
    actor, kind, child, amount, stakes, probabilities, player, weights, reach, later, shown, values
):
    """Counterfactual values of one player's actions in a round, ``values[root, k, bucket, a]``.

    ``weights[root]`` are the probabilities of the buckets at the start of the round, due to chance
    and the other player. ``reach`` is the other player's probability within the round.
    ``later[root, e]`` is what player 0 wins on average after end e. In the last round it is empty,
    and ``shown`` is the share that player 0 wins of what each player has in. Returns what player 0
    wins on average from the start of the round.
    """
    roots, nodes, buckets = probabilities.shape[:3]
    last = later.shape[0] == 0
    sign = 1.0 if player == 0 else -1.0
    worth = np.empty((roots, buckets, buckets))
    here = np.empty((nodes, buckets, buckets))
    after = np.empty((buckets, buckets))
    for root in range(roots):
        for k in range(nodes - 1, -1, -1):
            here[k] = 0.0
            for a in range(3):
                what = kind[k, a]
                if what == NONE:
                    continue
                if what == NODE:
                    after[:] = here[child[k, a]]
                elif what == FOLDED:
                    after[:] = amount[k, a] + (-stakes[root] if actor[k] == 0 else stakes[root])
                elif last:
                    after[:] = shown * (stakes[root] + amount[k, a])
                else:
                    after[:] = later[root, child[k, a]]
                if actor[k] == 0:
                    for i in range(buckets):
                        p = probabilities[root, k, i, a]
                        total = 0.0
                        for j in range(buckets):
                            here[k, i, j] += p * after[i, j]
                            total += weights[root, i, j] * reach[root, k, j] * after[i, j]
                        if player == 0:
                            values[root, k, i, a] = total
                else:
                    if player == 1:
                        values[root, k, :, a] = 0.0
                    for i in range(buckets):
                        for j in range(buckets):
                            here[k, i, j] += probabilities[root, k, j, a] * after[i, j]
                        if player == 1:
                            r = sign * reach[root, k, i]
                            for j in range(buckets):
                                values[root, k, j, a] += r * weights[root, i, j] * after[i, j]
        worth[root] = here[0]
    return worth


@kernel
def best_of_round(actor, kind, child, player, ends, best):
    """Set ``best[i]`` to what the player gets in a round with the best choices, for each row.

    ``ends[i, z]`` is what each way to end the round is worth to the player, weighted by the
    probability of the other player's actions on the way. The ends come first, by number, then the
    folds in order of node.
    """
    nodes = actor.size
    here = np.empty(nodes)
    for i in range(ends.shape[0]):
        folds = ends.shape[1]
        for k in range(nodes - 1, -1, -1):
            value = 0.0
            first = True
            for a in range(2, -1, -1):
                what = kind[k, a]
                if what == NONE:
                    continue
                if what == FOLDED:
                    folds -= 1
                    after = ends[i, folds]
                elif what == NODE:
                    after = here[child[k, a]]
                else:
                    after = ends[i, child[k, a]]
                if actor[k] != player:
                    value += after
                elif first or after > value:
                    value = after
                first = False
            here[k] = value
        best[i] = here[0]
