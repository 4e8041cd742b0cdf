"""The solver of many stacks at once: the value by linear programming, and our other solver."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from tests.omaha8.small_tables import naive_game, random_table, ten_hands

from railbird.equilibrium import OneDecision, Place, solve
from railbird.equilibrium.algorithms import ALGORITHMS, RegretMatching
from railbird.equilibrium.game import Strategy
from railbird.errors import OptionError
from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes
from railbird.omaha8.jamfold.products import DenseMatchups, MappedMatchups
from railbird.omaha8.jamfold.sweep import HO, Sweep, solve_stakes
from railbird.omaha8.matchups.table import MatchupTable

MINIMISERS = {name: rule for name, rule in ALGORITHMS.items() if isinstance(rule, RegretMatching)}


class GenericGame(OneDecision):
    """One stack as a game of `railbird.equilibrium`; action 1 is to play."""

    players = 2

    def __init__(self, game: HeadsUpJamFold) -> None:
        self.game = game
        classes = len(game.matchups.sizes)
        self.places = (Place(0, classes, 2), Place(1, classes, 2))

    def values(self, player: int, strategy: Strategy) -> list[npt.NDArray[np.float64]]:
        opponents = strategy[1 - player][:, 1:]
        gap = self.game.jam_gap(opponents) if player == 0 else self.game.call_gap(opponents)
        deals = self.game.matchups.sizes * self.game.matchups.opponents
        return [np.column_stack([np.zeros(len(gap)), gap[:, 0] * deals / deals.sum()])]

    def utilities(self, strategy: Strategy) -> npt.NDArray[np.float64]:
        value = self.game.measure(*(array[:, 1:] for array in strategy)).value[0]
        return np.array([value, -value])


@pytest.mark.parametrize("made", [ten_hands, lambda: random_table(40, 7)], ids=["hands", "classes"])
def test_values_are_those_of_linear_programming(made: Callable[[], MatchupTable]) -> None:
    table, stakes = made(), [JamStakes(r) for r in (1.5, 4, 8, 20)]
    found = solve_stakes(
        DenseMatchups.of_table(table), stakes, algorithm="pdcfr+", iterations=1_000
    )
    assert (found.epsilon <= 1e-5).all()
    for one, value, epsilon in zip(stakes, found.value, found.epsilon, strict=True):
        expected = naive_game(table, (one.stack, one.stack), (0.5, 1)).minimax()
        assert value == pytest.approx(expected, abs=epsilon + 1e-9)


@pytest.mark.parametrize("name", MINIMISERS)
@pytest.mark.parametrize("warm", [False, True])
def test_a_column_is_what_the_general_solver_does(name: str, warm: bool) -> None:
    game = HeadsUpJamFold(DenseMatchups.of_table(random_table(20, 8)), [JamStakes(6)])
    start = np.random.default_rng(1).random((2, 20, 1)) if warm else None
    whole = None if start is None else [np.hstack([1 - one, one]) for one in start]
    expected = solve(
        GenericGame(game), algorithm=name, iterations=30, check_every=30, warm_start=whole
    )
    sweep = Sweep(game, MINIMISERS[name], None if start is None else (start[0], start[1]))
    for _ in range(30):
        sweep.step()
    for ours, theirs in zip(sweep.average(), expected.strategy, strict=True):
        assert ours[:, 0] == pytest.approx(theirs[:, 1], abs=1e-9)


def test_the_documents_rule_weights_regrets_by_the_iteration() -> None:
    """Section 3.5.2 of Ho (2015), step by step."""
    game = HeadsUpJamFold(DenseMatchups.of_table(random_table(20, 9)), [JamStakes(9)])
    own = [np.full((20, 1), 0.5), np.full((20, 1), 0.5)]
    regrets = np.zeros((2, 2, 20, 1))  # player, fold or play
    for t in range(1, 31):
        for player in (0, 1):
            gap = game.jam_gap(own[1]) if player == 0 else game.call_gap(own[0])
            regrets[player, 0] += t * -own[player] * gap
            regrets[player, 1] += t * (1 - own[player]) * gap
            regrets = np.maximum(regrets, 0)
            total = regrets[player].sum(axis=0)
            own[player] = np.where(total > 0, regrets[player, 1] / np.maximum(total, 1e-300), 0.5)
    sweep = Sweep(game, HO)
    for _ in range(30):
        sweep.step()
    for ours, theirs in zip(sweep.average(), own, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-9)


def test_a_start_from_the_solution_needs_no_iteration_and_rows_do_as_well_as_matrices() -> None:
    table, stakes = random_table(40, 10), [JamStakes(3), JamStakes(12)]
    cold = solve_stakes(DenseMatchups.of_table(table), stakes, algorithm="pdcfr+", epsilon=1e-8)
    warm = solve_stakes(MappedMatchups(table), stakes, epsilon=1e-8, start=(cold.jam, cold.call))
    assert (cold.iterations > 0).all()
    assert (warm.iterations == 0).all()
    rows = solve_stakes(MappedMatchups(table), stakes, algorithm="pdcfr+", epsilon=1e-8)
    assert rows.value == pytest.approx(cold.value, abs=1e-8)


def test_where_a_player_has_no_decision_they_play() -> None:
    found = solve_stakes(
        DenseMatchups.of_table(random_table(20, 11)), [JamStakes(0.5), JamStakes(0.75)]
    )
    assert (found.jam[:, 0] == 1).all()
    assert (found.call == 1).all()
    assert found.value[0] == pytest.approx(0, abs=1e-8)
    assert found.value[1] >= -1e-7  # the small blind alone decides


def test_limits_hold_and_gains_are_measured() -> None:
    matchups, seen = DenseMatchups.of_table(random_table(20, 12)), []
    found = solve_stakes(
        matchups,
        [JamStakes(5), JamStakes(15)],
        algorithm="pdcfr+",
        epsilon=0,
        iterations=60,
        progress=lambda made, gains: seen.append((made, gains.max())),
    )
    assert [made for made, _ in seen] == [25, 50, 60]
    measured = HeadsUpJamFold(matchups, found.stakes).measure(found.jam, found.call)
    assert found.gains == pytest.approx(measured.gains, abs=1e-15)
    assert (found.epsilon == found.gains.max(axis=0)).all()
    assert not found.converged.any()
    assert found.iterations.dtype == np.int64
    easy = solve_stakes(matchups, [JamStakes(0.5), JamStakes(5)], epsilon=1e-9, iterations=1)
    assert easy.converged.tolist() == [True, False]
    assert solve_stakes(matchups, [JamStakes(5)], epsilon=0, seconds=0).iterations[0] <= 25
    with pytest.raises(OptionError, match="regret"):
        solve_stakes(matchups, [JamStakes(5)], algorithm="fictitious-play")
