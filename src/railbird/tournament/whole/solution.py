"""The shipped solution of a whole tournament: values and finishing probabilities of every state.

It has 45 units of chips, blinds of 1 and 2 units and prizes of 50, 30 and 20. Strategies are not
shipped: an equilibrium of the hand against the values gives them again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.transitions import ValueIndex

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

TABLE = "tournament_solution"
STAKES = TournamentStakes()
STEPS = (1 << 16) - 1
"""Shipped probabilities are whole steps of 1/65,535, so they are off by at most 8e-6."""

NEAR = 1e-9
"""Stacks this close to whole units, in units, are whole."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedTournament:
    """What everybody has in every state of a solved tournament.

    Parameters
    ----------
    stakes
        Chips, prizes and blinds.
    values
        By the number of players, expected prizes in order of action, (states, players).
    places
        By the number of players, probabilities of all places, (states, players, places).
    """

    stakes: TournamentStakes
    values: dict[int, Floats] = field(repr=False)
    places: dict[int, Floats] = field(repr=False)

    @property
    def players(self) -> int:
        """The largest number of players."""
        return max(self.values)

    def at(self, units: npt.ArrayLike) -> Floats:
        """Expected prizes for whole units in order of action, (…, players); 0 is a player out."""
        return self._at(np.asarray(units, dtype=np.int64), wants_places=False)[..., 0]

    def places_at(self, units: npt.ArrayLike) -> Floats:
        """Probabilities of all places for whole units in order of action, (…, players, places)."""
        return self._at(np.asarray(units, dtype=np.int64), wants_places=True)

    def between(self, units: Floats, *, wants_places: bool = False) -> Floats:
        """The same for any units, (states, players): linear between the nearest states.

        Returns (states, players, 1) or (states, players, places).
        """
        points, weights = grid_points(units)
        found = self._at(points, wants_places=wants_places)
        return np.asarray((weights[..., None, None] * found).sum(axis=1))

    def array(self, players: int | None = None) -> Floats:
        """The array of all values, see `ValueIndex`, to go on with so many players, or all."""
        most = self.players if players is None else players
        parts = [self.values[n].ravel() for n in range(2, most + 1)]
        prizes = ValueIndex(self.stakes, most).prizes(self.stakes.prizes_for(most))
        return np.concatenate([*parts, prizes])

    def _at(self, units: Ints, *, wants_places: bool) -> Floats:
        flat = units.reshape(-1, units.shape[-1])
        n = flat.shape[1]
        prizes = np.eye(n) if wants_places else self.stakes.prizes_for(n)[:, None]
        found = np.empty((*flat.shape, prizes.shape[1]))
        alive = flat > 0
        living = alive.sum(axis=1)
        order = np.argsort(~alive, axis=1, kind="stable")
        for m in np.unique(living).tolist():
            rows = np.flatnonzero(living == m)[:, None]
            here, out = order[rows[:, 0], :m], order[rows[:, 0], m:]
            found[rows, out] = prizes[m:].mean(axis=0) if m < n else 0.0
            if m == 1:
                found[rows, here] = prizes[0]
                continue
            ranks = Layer(self.stakes, m).ranks(flat[rows, here])
            if wants_places:
                found[rows, here, :m] = self.places[m][ranks]
                found[rows, here, m:] = 0.0
            else:
                found[rows, here, 0] = self.values[m][ranks]
        return found.reshape(*units.shape, -1)


def grid_points(units: Floats) -> tuple[Ints, Floats]:
    """The nearest states with whole units around stacks, and their weights.

    Parameters
    ----------
    units
        Stacks with the same whole sum, (states, players).

    Returns
    -------
    points
        (states, players, players): as many states as there are players. Where fewer do, the one
        with the largest weight is there again, with weight 0.
    weights
        (states, players): they are not negative and sum to 1.

    Notes
    -----
    The sums of the first stacks, the first two, … lie in a cube of whole numbers. It is divided
    into simplices (Freudenthal), and the corners of the one around the state are taken.

    Examples
    --------
    >>> points, weights = grid_points(np.array([[2.0, 1.5, 1.5]]))
    >>> [(p.tolist(), float(w)) for p, w in zip(points[0], weights[0]) if w]
    [([2, 1, 2], 0.5), ([2, 2, 1], 0.5)]
    """
    states, n = units.shape
    total = np.rint(units.sum(axis=1)).astype(np.int64)
    sums = np.cumsum(units, axis=1)[:, :-1]
    sums = np.where(np.abs(sums - np.rint(sums)) < NEAR, np.rint(sums), sums)
    low = np.floor(sums).astype(np.int64)
    parts = sums - low
    # of equal parts the later goes up first, so that no stack is negative
    order = n - 2 - np.argsort(-parts[:, ::-1], axis=1, kind="stable")
    ranked = np.take_along_axis(parts, order, axis=1)
    edges = np.concatenate([np.ones((states, 1)), ranked, np.zeros((states, 1))], axis=1)
    up = np.zeros((states, n, n - 1), dtype=np.int64)
    for step in range(1, n):
        up[:, step] = up[:, step - 1]
        up[np.arange(states), step, order[:, step - 1]] = 1
    corners = low[:, None] + up
    first = np.zeros((states, n, 1), dtype=np.int64)
    last = np.broadcast_to(total[:, None, None], first.shape)
    points = np.diff(np.concatenate([first, corners, last], axis=2), axis=2)
    weights = -np.diff(edges, axis=1)
    largest = np.take_along_axis(points, weights.argmax(axis=1)[:, None, None], axis=1)
    return np.where(weights[..., None] > 0, points, largest), weights


def pack(stakes: TournamentStakes, players: int, values: Floats, places: Floats) -> data.Arrays:
    """Arrays to ship.

    Parameters
    ----------
    stakes, players
        The tournament, and how many of its layers to ship.
    values
        The array of all values, see `ValueIndex`, of at least these players.
    places
        Probabilities of all places in the same order, (places, values), see `finishing`.
    """
    index, found = ValueIndex(stakes, players), data.Arrays()
    for n in range(2, players + 1):
        found[f"values_{n}"] = values[index.layer(n)].reshape(-1, n).astype(np.float32)
        chances = np.moveaxis(places[: n - 1, index.layer(n)].reshape(n - 1, -1, n), 0, 2)
        found[f"places_{n}"] = np.rint(chances * STEPS).astype(np.uint16)
    return found


def unpack(stakes: TournamentStakes, arrays: data.Arrays) -> SolvedTournament:
    """The solution in shipped arrays. Its values sum to the prizes, its probabilities to 1."""
    values, places = {}, {}
    for n in range(2, len(arrays) // 2 + 2):
        pays = arrays[f"values_{n}"].astype(np.float64)
        left = stakes.prizes_for(n).sum() - pays.sum(axis=1, keepdims=True)
        values[n] = pays + left / n
        chances = arrays[f"places_{n}"].astype(np.float64) / STEPS
        places[n] = np.concatenate([chances, 1 - chances.sum(axis=2, keepdims=True)], axis=2)
    return SolvedTournament(stakes, values, places)


@cache
def solution() -> SolvedTournament:
    """The shipped solution."""
    return unpack(STAKES, data.load(TABLE))


def shipped_values(stakes: TournamentStakes, players: int) -> Floats | None:
    """The array of all values of a tournament, see `ValueIndex`, if its solution is shipped."""
    if stakes != STAKES or players > solution().players:
        return None
    return solution().array(players)
