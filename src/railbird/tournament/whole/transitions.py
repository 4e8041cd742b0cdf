"""How a hand ends, and which state comes next.

The button goes to the next player who has chips. With two players left, the button is the small
blind. Players who go out in the same hand take places by their stacks before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.tournament.jamfold.positions import next_places
from railbird.tournament.jamfold.rules import MOST_ALL_IN, Node, all_nodes
from railbird.tournament.whole.states import Layer, TournamentStakes, state_count

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
AllIn = tuple[int, ...]


class End(NamedTuple):
    """One end of a hand: who is all in, best hand first. Ties are broken, so there is one order."""

    finish: AllIn

    @property
    def all_in(self) -> AllIn:
        """Who is all in, in order of action."""
        return tuple(sorted(self.finish))


@cache
def all_ends(players: int) -> tuple[End, ...]:
    """All ends: a walk, steals, two and three all in.

    The orders of a set are those of `itertools.permutations`.

    Examples
    --------
    >>> [len(all_ends(players)) for players in range(2, 7)]
    [4, 15, 40, 85, 156]
    """
    found = [End(()), *(End((player,)) for player in range(players - 1))]
    for size in range(2, MOST_ALL_IN + 1):
        for all_in in combinations(range(players), size):
            found += [End(order) for order in permutations(all_in)]
    return tuple(found)


@cache
def rows_of_ends(players: int) -> dict[AllIn, slice]:
    """The rows of the ends of each set of players all in."""
    found: dict[AllIn, slice] = {}
    for at, end in enumerate(all_ends(players)):
        start = found[end.all_in].start if end.all_in in found else at
        found[end.all_in] = slice(start, at + 1)
    return found


def stacks_after(stacks: Ints, posted: Ints, end: End) -> Ints:
    """Stacks after an end, (states, players); see `JamRules.after`.

    Examples
    --------
    The short stack wins the main pot from both others, and the first player the side pot:

    >>> stacks, posted = np.array([[1000, 300, 600]]), np.array([[0, 100, 200]])
    >>> stacks_after(stacks, posted, End((1, 0, 2)))
    array([[1000,  900,    0]])
    """
    put = posted.copy()
    finish = end.finish or (stacks.shape[1] - 1,)  # the big blind wins, not all in
    for player in end.finish:
        put[:, player] = stacks[:, player]
    left = stacks - put
    level = np.zeros(len(stacks), dtype=np.int64)
    for player in finish:
        upper = np.maximum(level, put[:, player])
        won = np.minimum(put, upper[:, None]) - np.minimum(put, level[:, None])
        left[:, player] += won.sum(axis=1)
        level = upper
    left += np.maximum(put - level[:, None], 0)  # a bet that nobody could call
    return left


@dataclass(frozen=True, slots=True)
class ValueIndex:
    """Where the values of all states and the prizes are in one flat array.

    First the values of the states of 2 players, then of 3, …, each state's players in order of
    action; last the prizes of those who are out. A prize is that of ``shared`` places from the
    place ``first`` on, at ``prize_at + first * most + shared - 1``.

    Parameters
    ----------
    stakes
        The tournament.
    most
        The largest number of players.
    """

    stakes: TournamentStakes
    most: int

    def start(self, players: int) -> int:
        """Where the states of so many players begin."""
        return sum(n * state_count(self.stakes.units, n) for n in range(2, players))

    @property
    def prize_at(self) -> int:
        """Where the prizes begin, after all values."""
        return self.start(self.most + 1)

    @property
    def size(self) -> int:
        """Length of the array."""
        return self.prize_at + self.most * self.most

    def layer(self, players: int) -> slice:
        """The values of the states of so many players."""
        return slice(self.start(players), self.start(players + 1))

    def prizes(self, by_place: Floats) -> Floats:
        """The last part of the array for a prize of each place, (…, most) → (…, most²)."""
        found = np.zeros((*by_place.shape[:-1], self.most, self.most))
        for first in range(self.most):
            for shared in range(1, self.most - first + 1):
                found[..., first, shared - 1] = by_place[..., first : first + shared].mean(axis=-1)
        return found.reshape(*by_place.shape[:-1], -1)


def by_players(stakes: TournamentStakes, players: int, values: Floats) -> dict[int, Floats]:
    """The array of all values by the number of players, (states, players)."""
    index = ValueIndex(stakes, players)
    return {n: values[index.layer(n)].reshape(-1, n) for n in range(2, players + 1)}


def next_values(layer: Layer, index: ValueIndex) -> npt.NDArray[np.int32]:
    """Where each player's value after each end is, (states, ends, players), see `ValueIndex`."""
    n, stacks = layer.players, layer.stacks
    lower = {m: Layer(layer.stakes, m) for m in range(2, n + 1)}
    found = np.empty((layer.count, len(all_ends(n)), n), dtype=np.int32)
    for at, end in enumerate(all_ends(n)):
        left = stacks_after(stacks, layer.posted, end)
        alive = left > 0
        places, living = next_places(alive), alive.sum(axis=1)
        here = index.prize_at + _places_out(stacks, alive, index.most)
        for m in range(2, n + 1):
            rows = np.flatnonzero(living == m)
            if rows.size:
                order = np.argsort(np.where(alive[rows], places[rows], n), axis=1)[:, :m]
                ranks = lower[m].ranks(np.take_along_axis(left[rows], order, axis=1))
                values = index.start(m) + ranks[:, None] * m + places[rows]
                here[rows] = np.where(alive[rows], values, here[rows])
        found[:, at] = here
    return found


def _places_out(before: Ints, alive: npt.NDArray[np.bool_], most: int) -> Ints:
    """Where the prizes of players out are after `ValueIndex.prize_at`; for others the winner's."""
    out = ~alive
    both = out[:, :, None] & out[:, None, :]
    better = (both & (before[:, None, :] > before[:, :, None])).sum(axis=2)
    shared = (both & (before[:, None, :] == before[:, :, None])).sum(axis=2)
    first = alive.sum(axis=1, keepdims=True) + better
    return np.where(out, first * most + shared - 1, 0)


def forced_jams(layer: Layer) -> Floats:
    """What players do without a decision, (states, nodes): 1 in, 0 out, NaN if they decide.

    See `railbird.tournament.jamfold.rules.JamRules.forced`.
    """
    n, stacks, posted = layer.players, layer.stacks, layer.posted
    is_in = stacks == posted
    nodes = all_nodes(n)
    found = np.full((layer.count, len(nodes)), np.nan)
    for at, node in enumerate(nodes):
        others = [*node.jammed, *range(node.player + 1, n)]
        highest = stacks[:, others].max(axis=1)
        is_last = is_in[:, node.player + 1 :].all(axis=1)  # of those who decide
        found[is_last & (highest <= posted[:, node.player]), at] = 1.0
        waiting = is_in[:, node.player + 1 :].sum(axis=1)
        found[len(node.jammed) + waiting >= MOST_ALL_IN, at] = 0.0
        found[is_in[:, node.player], at] = 1.0
    return found


def node_numbers(players: int) -> dict[Node, int]:
    """The column of each decision in arrays of (states, nodes)."""
    return {node: at for at, node in enumerate(all_nodes(players))}
