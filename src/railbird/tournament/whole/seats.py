"""Exact results if players use different strategies, over the whole tournament.

`deviator_places` is for one player against all others, `match_places` for any seatings. Both solve
linear systems backwards, from the states with the fewest players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.gpu import on_host
from railbird.errors import OptionError
from railbird.tournament.jamfold.positions import next_places
from railbird.tournament.whole.evaluate import places_from_ends
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.inner import BATCHES, STEPS
from railbird.tournament.whole.seated import check_seating, ends_by_seating, one_apart
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.summed import Seating
from railbird.tournament.whole.transitions import all_ends
from railbird.tournament.whole.values import GATHERED, columns_in, least_solution, means

Array = Any
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Report = Callable[[int], object]


def deviator_places(
    game: WholeGame, others: Strategies, deviator: Strategies, *, report: Report | None = None
) -> Array:
    """Probabilities of all places of one player who deviates, from every seat of every state.

    Parameters
    ----------
    game
        The tournament; its values and policies are not used.
    others, deviator
        What the others do, and what the one player does in whose result we are interested. Their
        arrays are of the game's module.
    report
        Called with a number of states when their hands have been played.

    Returns
    -------
    ndarray
        (places, values), in the order of the array of all values, see `ValueIndex`: at a state and
        a seat, the probabilities if the deviator sits there. Their payoff is
        ``game.stakes.prizes_for(game.players) @ places``.

    Notes
    -----
    The deviator may sit in any of n seats. So there are as many unknowns as values, and the ends of
    a hand have other probabilities for each seat.
    """

    def ends(players: int) -> Array:
        found = seated_ends(game, players, (others, deviator), one_apart(players), report=report)
        return game.xp.ascontiguousarray(found.transpose(0, 2, 1))

    return places_from_ends(game, ends)


def seated_ends(
    game: WholeGame,
    players: int,
    strategies: Sequence[Strategies],
    seatings: Sequence[Seating],
    *,
    report: Report | None = None,
) -> Array:
    """Probabilities of the ends of all hands of a layer, (states, seatings, ends)."""
    xp, layer, count = game.xp, game.layer(players), len(all_ends(players))
    found = xp.empty((layer.layer.count, len(seatings), count))
    judge = game.judge(players)

    def play(batch: Array) -> int:
        nothing = xp.broadcast_to(xp.zeros(()), (len(batch), count, players))
        hands = judge.deal(nothing, layer.forced[batch])
        jams = [hands.complete(one.jams[players][batch] / STEPS) for one in strategies]
        found[batch] = ends_by_seating(hands, jams, seatings)
        return len(batch)

    at_a_time = judge.at_once * BATCHES
    for group in layer.groups:
        for start in range(0, len(group), at_a_time):
            played = sum(judge.each(play, group[start : start + at_a_time]))
            if report is not None:
                report(played)
    return found


def played_by(game: WholeGame, strategies: Strategies) -> WholeGame:
    """The same tournament in which everybody uses these strategies, whose ε are not known."""
    found = game.with_values(game.values)
    for n in range(2, game.players + 1):
        layer = found.layer(n)
        ends = seated_ends(game, n, (strategies,), [(0,) * n])[:, 0]
        layer.policy = replace(layer.blank_policy(), jams=strategies.jams[n], ends=ends)
    return found


def mixed_seatings(players: int, strategies: int = 2) -> list[Seating]:
    """All seatings but those in which everybody uses the same strategy.

    Examples
    --------
    >>> mixed_seatings(2), len(mixed_seatings(5))
    ([(0, 1), (1, 0)], 30)
    """
    found = product(range(strategies), repeat=players)
    return [seating for seating in found if len(set(seating)) > 1]


class SeatingIndex:
    """All seatings that come after some, by number of players, and which one follows which.

    Parameters
    ----------
    first
        The seatings at the beginning, all of the same number of players.
    """

    def __init__(self, first: Sequence[Seating]) -> None:
        self.players = len(first[0])
        self._row: dict[int, dict[Seating, int]] = {n: {} for n in range(2, self.players + 1)}
        self._new: list[Seating] = []
        for seating in first:
            self._add(tuple(seating))
        while self._new:
            for following in _following(self._new.pop()).values():
                self._add(following)

    def _add(self, seating: Seating) -> None:
        known = self._row[len(seating)]
        if seating not in known:
            known[seating] = len(known)
            self._new.append(seating)

    def row(self, seating: Sequence[int]) -> int:
        """The number of a seating among those of as many players."""
        found = self._row.get(len(seating), {}).get(tuple(seating))
        if found is None:
            raise OptionError(
                f"seating {tuple(seating)}: this is none of those that were evaluated"
            )
        return found

    def seatings(self, players: int) -> list[Seating]:
        """The seatings of so many players, in the order of their rows."""
        return list(self._row[players])

    @property
    def rows(self) -> int:
        """The most seatings of any number of players."""
        return max(map(len, self._row.values()))

    def next_rows(self, players: int) -> Ints:
        """The row after a hand, (2**players, rows), by the players left: bit p is player p."""
        found = np.zeros((1 << players, len(self._row[players])), dtype=np.int64)
        for seating, row in self._row[players].items():
            for left, following in _following(seating).items():
                found[left, row] = self.row(following)
        return found


def _following(seating: Seating) -> dict[int, Seating]:
    """The seatings after a hand, by the bits of the players left; at least two."""
    n, found = len(seating), {}
    for left in range(1 << n):
        alive = [bool(left >> player & 1) for player in range(n)]
        if sum(alive) > 1:
            places = next_places(np.array([alive]))[0]
            order = sorted(np.flatnonzero(alive).tolist(), key=places.__getitem__)
            found[left] = tuple(seating[player] for player in order)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class MatchPlaces:
    """Where everybody finishes, from all states and all seatings that come after those asked for.

    Parameters
    ----------
    game
        The tournament.
    strategies
        Who plays.
    first
        The seatings asked for.
    index
        All seatings.
    places
        Probabilities, (places, rows, values), with a row for each seating of as many players, and
        values in the order of the array of all values.
    ends
        By the number of players, probabilities of the ends of all hands, (states, seatings, ends),
        if they were kept.
    """

    game: WholeGame
    strategies: tuple[Strategies, ...]
    first: tuple[Seating, ...]
    index: SeatingIndex
    places: Array
    ends: Mapping[int, Array] = field(default_factory=dict)

    def at(self, stacks: npt.ArrayLike, seating: Sequence[int]) -> Floats:
        """The probabilities of all places of everybody, (players, places)."""
        units = np.asarray(stacks)
        layer = self.game.layer(len(units)).layer
        here = self.places[:, self.index.row(seating), self.game.index.layer(layer.players)]
        found = here.reshape(len(here), -1, layer.players)[:, int(layer.ranks(units))]
        return np.asarray(on_host(found)).T

    def payoffs(self, stacks: npt.ArrayLike, seating: Sequence[int]) -> Floats:
        """What everybody expects, (players,)."""
        return self.at(stacks, seating) @ self.game.stakes.prizes_for(self.game.players)

    def by_strategy(self, stacks: npt.ArrayLike) -> Floats:
        """Mean probabilities of all places of a strategy, over all seats of all seatings asked for.

        Returns (strategies, places).
        """
        found = np.zeros((len(self.strategies), len(self.places)))
        seats = np.zeros(len(self.strategies))
        for seating in self.first:
            np.add.at(found, list(seating), self.at(stacks, seating))
            np.add.at(seats, list(seating), 1)
        return found / np.maximum(seats, 1)[:, None]


def match_places(
    game: WholeGame,
    strategies: Sequence[Strategies],
    seatings: Sequence[Sequence[int]],
    *,
    keeps_ends: bool = False,
    report: Report | None = None,
) -> MatchPlaces:
    """Where everybody finishes if players use different strategies, from all states.

    Parameters
    ----------
    game
        The tournament; its values and policies are not used.
    strategies
        The strategies, whose arrays are of the game's module.
    seatings
        Which of them each player uses, in order of action.
    keeps_ends
        Whether to keep the probabilities of the ends of all hands, to simulate with them.
    report
        Called with a number of states when their hands have been played.

    Notes
    -----
    The unknowns are the probabilities of a place for each state, seating and seat. While nobody
    goes out, the button turns a seating by one seat, so that a system has as many blocks as
    seatings, each with the sparse matrix of one layer. Backwards all states and all seatings are
    solved together, with gathers only. From one start, `visits.places_by_strategy` takes less time.

    Examples
    --------
    >>> from railbird.tournament.whole.states import TournamentStakes
    >>> game = WholeGame(TournamentStakes(units=4), 2)
    >>> jams = [np.full((3, 2, 169), steps, dtype=np.uint16) for steps in (STEPS, STEPS // 2)]
    >>> always, half = Strategies("always", {2: jams[0]}), Strategies("half", {2: jams[1]})
    >>> match_places(game, [always, half], [(0, 1)]).at([2, 2], (0, 1)).round(3).tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    for seating in seatings:
        check_seating(seating, game.players, len(strategies))
    first = tuple(tuple(seating) for seating in seatings)
    index, xp, values = SeatingIndex(first), game.xp, game.index
    found = xp.zeros((game.players, index.rows, values.size))
    found[:, :, values.prize_at :] = xp.asarray(values.prizes(np.eye(game.players)))[:, None]
    kept = {}
    for n in range(2, game.players + 1):
        ends = seated_ends(game, n, strategies, index.seatings(n), report=report)
        system = _SeatSystem(game, n, index.next_rows(n), ends)
        for place in range(n):
            found[place, : ends.shape[1], game.layer(n).place] = system.solve(found[place])
        if keeps_ends:
            kept[n] = ends
    return MatchPlaces(game, tuple(strategies), first, index, found, kept)


class _SeatSystem:
    """The equations of one layer: an unknown for each seating, state and seat."""

    def __init__(self, game: WholeGame, players: int, next_rows: Ints, ends: Array) -> None:
        self.xp, self.layer, self.ends = game.xp, game.layer(players), ends
        self.turned = next_rows[-1].tolist()  # if all are left
        self.next_rows = game.xp.asarray(next_rows)
        self.columns = columns_in(self.layer.place, self.layer.after, game.xp)
        is_left = self.layer.after < game.index.prize_at
        bits = game.xp.asarray(1 << np.arange(players))
        self.left = (is_left * bits).sum(axis=2)  # who is left after each end, (states, ends)

    def solve(self, values: Array) -> Array:
        """Probabilities, (rows, unknowns), given those of lower layers, (rows, values)."""
        others = values.copy()
        others[:, self.layer.place] = 0
        known = self.xp.stack([self._known(others, row) for row in range(len(self.turned))])
        found = least_solution(
            lambda x: self._unknown(x.reshape(known.shape)).reshape(-1),
            known.reshape(-1),
            self.xp.zeros(known.size),
            self.xp,
        )
        return found.reshape(known.shape)

    def _known(self, others: Array, row: int) -> Array:
        found, size = [], others.shape[1]
        for start in range(0, len(self.left), GATHERED):
            part = slice(start, start + GATHERED)
            rows = self.next_rows[self.left[part], row]
            places = rows[:, :, None] * size + self.layer.after[part]
            found.append(means(self.ends[part, row], others.reshape(-1), places, self.xp))
        return self.xp.concatenate(found)

    def _unknown(self, found: Array) -> Array:
        padded = self.xp.concatenate([found, self.xp.zeros((len(found), 1))], axis=1)
        rows = [
            means(self.ends[:, row], padded[turned], self.columns, self.xp)
            for row, turned in enumerate(self.turned)
        ]
        return self.xp.stack(rows)
