"""The value of the ends of a hand if the future hands are played."""

from __future__ import annotations

import numpy as np

from railbird.tournament.equity.models import as_model
from railbird.tournament.future.model import FutureGame
from railbird.tournament.jamfold.ends import EndValues, HandEnds
from railbird.tournament.jamfold.ranked.rankings import DEFAULT
from railbird.tournament.jamfold.ranked.solve import range_tables, solve_ranges, tree_size


def future_values(ends: HandEnds, game: FutureGame) -> EndValues:
    """The value of the ends when the model plays the future hands.

    The probabilities of the ends are those of the hand played by a ranking and the base model,
    given who has folded.

    Parameters
    ----------
    ends
        The possible ends of the hand, which has payouts.
    game
        The model.

    Returns
    -------
    EndValues
    """
    rules = ends.rules
    assert rules.payouts is not None
    prizes = np.array(rules.payouts, dtype=np.float64)
    rows = tree_size(rules.players).rows  # the first ones: at most three all in
    quick = ends.with_prizes(as_model(game.base)(ends.stacks[:rows], prizes))
    hand = solve_ranges(
        np.array(rules.stacks),
        np.array(rules.posted),
        quick,
        tables=range_tables(game.ranking or DEFAULT),
    )
    reach = np.zeros(len(ends.stacks))
    if hand is not None:
        reach[:rows] = hand.chances
    for all_in, span in ends.rows.items():
        if not set(rules.folded).isdisjoint(all_in):
            reach[span] = 0.0
    if rules.folded and reach.any():
        reach /= reach.sum()
    ahead = game.look(ends.stacks, prizes, reach=reach, hands_played=1, after_hand=True)
    return EndValues(
        model=game.name,
        before=game.look([rules.stacks], prizes).values[0],
        after=ends.with_prizes(ahead.values),
        quick=quick,
        depths=ahead.depths,
        error=max((one.error for one in ahead.depths), default=0.0),
    )
