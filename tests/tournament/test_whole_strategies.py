"""Strategies for a whole tournament by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament.equity.models import ROBERTS
from railbird.tournament.jamfold.ranked.rankings import DEFAULT, ranking
from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.whole.game import WholeGame, model_values
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.ranked import ranked_jams
from railbird.tournament.whole.seats import deviator_places, match_places, mixed_seatings
from railbird.tournament.whole.solution import solution
from railbird.tournament.whole.solve import solve_tournament
from railbird.tournament.whole.states import TournamentStakes
from railbird.tournament.whole.strategies import strategies_by_name

STAKES = TournamentStakes(units=14)


def ahead(loops: int) -> np.ndarray:
    found = solve_tournament(STAKES, 2, algorithm="vi-cfr+", loops=loops).game.values
    return np.asarray(found)


@pytest.mark.parametrize("name", ["roberts", "fgs-1", "fgs-3"])
def test_hands_are_in_equilibrium_against_the_values_of_the_name(name: str) -> None:
    """Those of FGS-d meet the values after d hands, not after d - 1."""
    values = model_values(STAKES, 2, ROBERTS) if name == "roberts" else ahead(int(name[-1]))
    found = strategies_by_name(name, STAKES, 2)
    game = WholeGame(STAKES, 2, values=values)
    game.layer(2).policy = replace(game.layer(2).blank_policy(), jams=found.jams[2])
    assert found.name == name
    assert game.measure(2) <= 1e-4 + 1e-9
    if name == "fgs-3":
        game.values = ahead(2)
        assert game.measure(2) > 1e-4


def test_the_solution_is_found_or_taken_from_values() -> None:
    solved = strategies_by_name("solved", STAKES, 2)
    values = solve_tournament(STAKES, 2).game.values
    again = strategies_by_name("solved", STAKES, 2, values=values)
    game = WholeGame(STAKES, 2)
    own, other = (deviator_places(game, solved, one) for one in (solved, again))
    assert other == pytest.approx(own, abs=1e-4)  # as good against the solution


def test_the_shipped_solution_is_taken_where_it_fits() -> None:
    found = strategies_by_name("solved", TournamentStakes(), 2)
    game = WholeGame(TournamentStakes(), 2, values=solution().array(2))
    game.layer(2).policy = replace(game.layer(2).blank_policy(), jams=found.jams[2])
    assert game.measure(2) <= 1e-4 + 1e-9
    assert game.values[game.index.layer(2)] == pytest.approx(solution().values[2].ravel())


@pytest.mark.parametrize(
    "name", ["nash", "fgs", "fgs-", "fgs-0", "fgs-x", "fgs:2", "", "solved-ranked", "-ranked"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="there are no strategies"):
        strategies_by_name(name, STAKES, 2)


def test_ranked_hands_are_nearly_as_good_and_have_ranges_by_one_order() -> None:
    """With stacks of a few units, a restricted range costs hundredths at most."""
    game = WholeGame(TournamentStakes(units=8), 3)
    found = ranked_jams(game, ranking=DEFAULT)
    order = ranking(DEFAULT)
    for n, jams in found.items():
        for at, node in enumerate(all_nodes(n)):
            classes = order.calls if node.jammed else order.jams
            assert (np.diff(jams[:, at, classes].astype(np.int64), axis=1) <= 0).all()
        policy = replace(game.layer(n).blank_policy(), jams=jams)
        gains, _ = game.judge(n).measure(np.arange(len(jams)), policy)
        assert 1e-6 < gains.max() < 0.1
        assert gains.mean() < 0.01


def test_ranked_look_ahead_plays_against_values_of_ranked_hands() -> None:
    """The values after two hands by hand: each is what the ranked jams before it are worth."""
    game = WholeGame(STAKES, 2)
    found = ranked_jams(game, depth=2, ranking=DEFAULT)[2]
    for _ in range(2):
        policy = replace(game.layer(2).blank_policy(), jams=ranked_jams(game, ranking=DEFAULT)[2])
        game.layer(2).policy = policy
        hands = Hands(game.tables, game.values[game.layer(2).after], game.layer(2).forced)
        jams = hands.complete(policy.jams / STEPS)
        policy.ends[:] = hands.ends(jams, hands.callers(jams))
        game.values[game.index.layer(2)] = game.layer(2).means(game.values)
    again = ranked_jams(game, ranking=DEFAULT)[2]
    assert np.abs(found / STEPS - again / STEPS).mean() < 1e-3


@pytest.mark.slow  # the table of one order of all classes takes seconds
def test_ranked_strategies_by_name() -> None:
    ranked, full = (strategies_by_name(name, STAKES, 2) for name in ("fgs-2-ranked", "fgs-2"))
    assert ranked.name == "fgs-2-ranked"
    game = WholeGame(STAKES, 2, values=ahead(2))
    game.layer(2).policy = replace(game.layer(2).blank_policy(), jams=ranked.jams[2])
    assert game.measure(2) < 0.05
    off = match_places(game, [ranked, full], mixed_seatings(2)).by_strategy([7, 7])
    assert off[0, 0] == pytest.approx(0.5, abs=2e-4)
    assert off[0, 0] != off[1, 0]
