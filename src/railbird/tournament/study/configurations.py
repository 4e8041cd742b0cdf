"""Chip configurations: states that differ only in who sits where, and means over seatings."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.tournament.whole.states import Layer

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Configurations:
    """The chip configurations of a layer.

    Parameters
    ----------
    layer
        The states.

    Attributes
    ----------
    stacks
        Units of the players of each configuration in rising order, (configurations, players).
    of_state
        The configuration of each state.
    seatings
        How many states each configuration has.

    Examples
    --------
    >>> from railbird.tournament.whole.states import TournamentStakes
    >>> found = Configurations(Layer(TournamentStakes(units=5), 3))
    >>> found.stacks.tolist(), found.seatings.tolist()
    ([[1, 1, 3], [1, 2, 2]], [3, 3])
    """

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        ranks, of_state = np.unique(layer.ranks(np.sort(layer.stacks, axis=1)), return_inverse=True)
        self.of_state: Ints = of_state.ravel()
        self.stacks: Ints = layer.stacks[ranks]
        self.seatings: Ints = np.bincount(self.of_state)

    def __len__(self) -> int:
        return len(self.stacks)

    def average(self, values: Floats) -> Floats:
        """Means over all seatings: (states, players, …) → (configurations, players, …)."""
        order = np.argsort(self.layer.stacks, axis=1, kind="stable")
        found = np.zeros((*self.stacks.shape, *values.shape[2:]))
        rows = np.arange(len(values))[:, None]
        np.add.at(found, self.of_state, values[rows, order])
        found /= self.seatings.reshape(-1, *(1 for _ in found.shape[1:]))
        # players with equal stacks: who acts first is no part of a configuration
        same = self.stacks[:, :, None] == self.stacks[:, None, :]
        weights = same / same.sum(axis=2, keepdims=True)
        return np.asarray(np.einsum("cij,cj...->ci...", weights, found))

    def by_stack(self, values: Floats) -> Floats:
        """Means over all players with so many units: (configurations, players, …) → (units, …).

        Each configuration counts once. The first row is that of one unit; stacks that no player
        can have are not a number.
        """
        units = self.layer.stakes.units - self.layer.players + 1
        which = self.stacks.ravel() - 1
        flat = values.reshape(which.size, -1)
        sums = np.zeros((units, flat.shape[1]))
        np.add.at(sums, which, flat)
        counts = np.bincount(which, minlength=units)[:, None]
        with np.errstate(invalid="ignore"):
            means = sums / counts
        return np.asarray(means.reshape(units, *values.shape[2:]))
