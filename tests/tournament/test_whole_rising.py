"""Tournaments whose blinds rise."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament.jamfold.blinds import BlindSchedule
from railbird.tournament.whole.rising import solve_rising
from railbird.tournament.whole.solve import solve_tournament
from railbird.tournament.whole.states import TournamentStakes

STAKES = TournamentStakes(units=7)


def test_blinds_that_do_not_rise_change_nothing() -> None:
    found = solve_rising(STAKES, 2, BlindSchedule.parse("1/2", "3: 1/2"))
    assert len(found.values) == 4
    for values in found.values:
        assert values == pytest.approx(found.values[-1], abs=5e-4)  # γ is 0.0001


@pytest.mark.parametrize(("players", "units", "moves"), [(2, 7, 1e-3), (3, 5, 0.1)])
def test_hands_before_the_last_level_are_value_iteration_from_it(
    players: int, units: int, moves: float
) -> None:
    """Two hands with blinds of 1 and 2, then 2 and 4 for ever."""
    gamma = 1e-6 if players == 2 else 1e-5
    stakes = TournamentStakes(units=units)
    later = TournamentStakes(units=units, blinds=(2, 4))
    last = solve_tournament(later, players, gamma=gamma)
    known = solve_tournament(
        stakes, players, algorithm="vi-margin", loops=2, gamma=gamma, values=last.game.values
    )
    found = solve_rising(stakes, players, BlindSchedule.parse("1/2", "2: 2/4"), gamma=gamma)
    assert found.epsilon <= gamma * 100
    assert found.before(2)[players] == pytest.approx(last.values(players), abs=1e-9)
    assert found.before(0)[players] == pytest.approx(known.values(players), abs=3e-3)
    assert np.abs(found.before(0)[players] - found.before(2)[players]).max() > moves
    for hand in range(3):
        assert found.before(hand)[players].sum(axis=1) == pytest.approx(
            stakes.prizes_for(players).sum()
        )
    shown = [units - 3, 3]
    assert found.at(shown, 99) == pytest.approx(found.at(shown, 2))  # the last level stays


def test_levels_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(OptionError, match="an ante with 4 players"):
        solve_rising(STAKES, 4, BlindSchedule.parse("1/2", "1: 1/2/1"))
