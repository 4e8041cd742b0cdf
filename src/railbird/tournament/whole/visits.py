"""Exact results of a match from one state, forward: how often hands are played in each state.

`seats.match_places` goes backward and tells the places of every seat from all states. Here the
unknowns are a state and a seating, not a seat and a place as well, so that this takes a small part
of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads
from railbird.errors import RulesError
from railbird.tournament.whole import _visit_kernels as kernels
from railbird.tournament.whole.game import LayerGame, WholeGame
from railbird.tournament.whole.seated import check_seating
from railbird.tournament.whole.seats import SeatingIndex, seated_ends
from railbird.tournament.whole.states import state_count
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.values import least_solution

ENDS = 1e-6
"""All but this share of tournaments must end."""

TINY = 1e-300
"""In place of no seats at all."""

Array = Any
Floats = npt.NDArray[np.float64]


def places_by_strategy(
    game: WholeGame,
    strategies: Sequence[Strategies],
    seatings: Sequence[Sequence[int]],
    stacks: Sequence[int],
    *,
    report: Callable[[int], object] | None = None,
) -> Floats:
    """Mean probabilities of all places of each strategy, over all its seats in all seatings.

    Parameters
    ----------
    game
        The tournament, with arrays of NumPy; its values and policies are not used.
    strategies
        The strategies.
    seatings
        Which of them each player uses, in order of action.
    stacks
        Where all tournaments begin, in units and in order of action.
    report
        Called with a number of states when their hands have been played.

    Returns
    -------
    ndarray
        (strategies, places); what `MatchPlaces.by_strategy` tells too. A strategy without a seat
        has zeros.

    Examples
    --------
    >>> from railbird.tournament.whole.inner import STEPS
    >>> from railbird.tournament.whole.states import TournamentStakes
    >>> game = WholeGame(TournamentStakes(units=4), 2)
    >>> jams = [np.full((3, 2, 169), steps, dtype=np.uint16) for steps in (STEPS, STEPS // 2)]
    >>> always, half = Strategies("always", {2: jams[0]}), Strategies("half", {2: jams[1]})
    >>> places_by_strategy(game, [always, half], [(0, 1)], [2, 2]).round(3).tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    for seating in seatings:
        check_seating(seating, game.players, len(strategies))
    first = tuple(tuple(seating) for seating in seatings)
    index, units = SeatingIndex(first), game.stakes.units
    sizes = [state_count(units, n) if n > 1 else 0 for n in range(game.players + 1)]
    begin = np.concatenate([[0], np.cumsum(sizes)])
    arrivals = np.zeros((index.rows, begin[-1]))
    top = begin[game.players] + int(game.layer(game.players).layer.ranks(np.asarray(stacks)))
    for seating in first:
        arrivals[index.row(seating), top] += 1 / len(first)
    by_prize = np.zeros((len(strategies), game.players**2))
    starts = np.array([game.index.start(max(n, 2)) for n in range(game.players + 1)])
    for n in range(game.players, 1, -1):
        layer, seated = game.layer(n), index.seatings(n)
        ends = seated_ends(game, n, strategies, seated, report=report)
        here = arrivals[: len(seated), begin[n] : begin[n + 1]]
        next_rows = index.next_rows(n)
        visits = _visits(layer, ends, next_rows[-1], here)
        for row, seating in enumerate(seated):
            out = np.zeros((n, game.players**2))
            kernels.leave(
                visits[row],
                ends[:, row],
                layer.after,
                game.index.prize_at,
                starts,
                begin,
                next_rows[:, row],
                arrivals,
                out,
            )
            np.add.at(by_prize, list(seating), out)
    # each prize is that of some places together
    places = game.index.prizes(np.eye(game.players)).T
    seats = np.zeros(len(strategies))
    for seating in first:
        np.add.at(seats, list(seating), 1 / len(first))
    found = by_prize @ places / np.maximum(seats, TINY)[:, None]
    if np.abs(found.sum(axis=1)[seats > 0] - 1).max() > ENDS:
        raise RulesError(
            "the places of these strategies were not found: a tournament takes too many hands. Use "
            "strategies that jam more often"
        )
    return np.asarray(found)


def _visits(layer: LayerGame, ends: Array, turned: Array, here: Floats) -> Floats:
    """How often hands of a layer are played, (seatings, states), given how often one begins there.

    ``turned`` are the seatings that follow while nobody goes out.
    """
    is_inside = (layer.after >= layer.place.start) & (layer.after < layer.place.stop)
    first = (layer.after[:, :, 0] - layer.place.start) // layer.players
    following = np.where(is_inside.all(axis=2), first, -1).astype(np.int32)

    def unknown(flat: Floats) -> Floats:
        visits = flat.reshape(here.shape)
        found = np.zeros(here.shape)

        def work(row: int) -> None:
            # no two seatings are followed by the same
            kernels.pass_on(visits[row], ends[:, row], following, found[turned[row]])

        list(map_threads(work, range(len(visits))))
        return found.reshape(-1)

    known = here.reshape(-1)
    return np.asarray(least_solution(unknown, known, known).reshape(here.shape))
