"""Kernels for means over the ends of hands: one row of the linear system of a layer at a time."""

from railbird.kernels.jit import kernel


@kernel
def shared_means(ends, places, values, found):
    """Set ``found`` to the means of values, (states, players), for everybody with the same ends.

    Parameters
    ----------
    ends
        Probabilities of the ends, (states, ends).
    places
        Where each player's value after each end is in ``values``, (states, ends, players).
    """
    states, count, players = places.shape
    for s in range(states):
        for p in range(players):
            found[s, p] = 0.0
        for e in range(count):
            share = ends[s, e]
            if share != 0:
                for p in range(players):
                    found[s, p] += share * values[places[s, e, p]]


@kernel
def own_means(ends, places, values, found):
    """The same if each player has other probabilities of the ends, (states, ends, players)."""
    states, count, players = places.shape
    for s in range(states):
        for p in range(players):
            found[s, p] = 0.0
        for e in range(count):
            for p in range(players):
                found[s, p] += ends[s, e, p] * values[places[s, e, p]]
