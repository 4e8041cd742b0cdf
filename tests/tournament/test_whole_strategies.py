"""Strategies for a whole tournament by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament.equity.models import ROBERTS
from railbird.tournament.whole.evaluate import hand_gains
from railbird.tournament.whole.game import WholeGame, model_values
from railbird.tournament.whole.seats import deviator_places
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
    assert hand_gains(game, 2, game.values).max() <= 1e-4 + 1e-9
    if name == "fgs-3":
        game.values = ahead(2)
        assert hand_gains(game, 2, game.values).max() > 1e-4


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
    assert hand_gains(game, 2, game.values).max() <= 1e-4 + 1e-9
    assert game.values[game.index.layer(2)] == pytest.approx(solution().values[2].ravel())


@pytest.mark.parametrize("name", ["nash", "fgs", "fgs-", "fgs-0", "fgs-x", "fgs:2", ""])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="there are no strategies"):
        strategies_by_name(name, STAKES, 2)
