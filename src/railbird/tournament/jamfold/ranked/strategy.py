"""The jam-or-fold hand with ranges by a ranking, as a strategy for `JamFold`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.tournament.jamfold.ends import rows_by_set
from railbird.tournament.jamfold.game import JamFold
from railbird.tournament.jamfold.ranked.solve import groups, range_tables, solve_ranges
from railbird.tournament.jamfold.rules import MOST_ALL_IN, Node

Floats = npt.NDArray[np.float64]

SWEEPS = 160
"""More than for look-ahead hands, because the ranges are shown here."""


def ranked_strategy(game: JamFold, name: str) -> tuple[list[Floats], float]:
    """A strategy by a ranking, and the most that a player gains by another such strategy.

    Parameters
    ----------
    game
        The hand; at most three all in, no locked ranges.
    name
        The name of the ranking, see `railbird.tournament.jamfold.ranked.rankings`.

    Returns
    -------
    strategy : list of ndarray
        For each node of the game, probabilities of folding and jamming, (169, 2).
    epsilon : float
        That gain, in units of the payoffs.
    """
    rules = game.rules
    if rules.most_all_in > MOST_ALL_IN:
        raise OptionError(
            "ranges by a ranking are for at most three all in: leave one of these out"
        )
    sets = list(rows_by_set(game.players))
    found = solve_ranges(
        np.array(rules.live),
        np.array(rules.live_posted),
        np.concatenate([game.payoffs[all_in].T for all_in in sets]),
        tables=range_tables(name),
        sweeps=SWEEPS,
    )
    assert found is not None  # the rules reject more than three all in by posting
    decisions = [Node(s[-1], s[:-1]) for s in sets if s]
    thresholds = dict(zip(decisions, found.thresholds, strict=True))
    jams, calls = groups(name)
    strategy = []
    for node in game.nodes:
        group = calls if node.jammed else jams
        jam = np.clip(thresholds[node] - group, 0.0, 1.0)
        strategy.append(np.stack([1 - jam, jam], axis=1))
    return strategy, found.epsilon
