"""Jam-or-fold hands, from the rules to 1e-6 of the pool, with the tables already loaded."""

from __future__ import annotations

import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.tournament import HandSolution, solve_hand

STACKS = (3000, 4500, 6000, 2500, 1500, 4000, 5200, 3300, 2700)
CASES = {
    players: Case(f"jam or fold, {players} players, to 1e-6 of the pool", most_seconds=target)
    for players, target in ((2, 0.05), (3, 0.3), (6, 3.0), (9, 15.0))
}


@pytest.mark.parametrize("players", CASES)
def test_hand(race: Race, players: int) -> None:
    solve_hand(STACKS[:3], blinds=(150, 300), iterations=1)  # loads the tables

    def run() -> HandSolution:
        prizes = (50, 30, 20)[:players]
        return solve_hand(STACKS[:players], blinds=(150, 300), ante=25, payouts=prizes)

    def check(found: HandSolution) -> None:
        assert found.converged
        assert found.epsilon <= 1e-6

    race(CASES[players], US, run, check=check)
