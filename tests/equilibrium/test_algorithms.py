"""Each algorithm against its textbook twin, and against linear programming."""

from __future__ import annotations

import numpy as np
import pytest
from tests.naive.equilibrium import Cfr
from tests.naive.equilibrium_lp import matrix_value, tree_value

from railbird.equilibrium import (
    ALGORITHMS,
    MatrixGame,
    RegretMatching,
    TreeGame,
    kuhn,
    random_tree,
    solve,
)
from railbird.errors import OptionError

MINIMISERS = [name for name, rule in ALGORITHMS.items() if isinstance(rule, RegretMatching)]
EPSILON = {"fictitious-play": 0.02, "cfr": 0.02, "pcfr+": 2e-4, "pdcfr+": 2e-4}
"""The ε that a thousand iterations should reach in small games with payoffs near 1; else 2e-3."""


@pytest.mark.small
@pytest.mark.parametrize("rule", MINIMISERS)
@pytest.mark.parametrize(
    "game", [kuhn(), random_tree(5), random_tree(8, players=3, depth=3)], ids=str
)
def test_rule_is_that_of_the_textbook(rule: str, game: TreeGame) -> None:
    found = solve(game, algorithm=rule, epsilon=0, iterations=12, check_every=12)
    expected = Cfr(game.root, game.players, rule).run(12)
    ours = game.named(found.strategy)
    assert ours.keys() == expected.keys()
    for key, mixed in expected.items():
        assert ours[key] == pytest.approx(mixed, abs=1e-12), key


@pytest.mark.parametrize("rule", ALGORITHMS)
def test_matrix_games_by_linear_programming(rule: str) -> None:
    rng = np.random.default_rng(3)
    for rows, columns in [(1, 1), (2, 2), (3, 5), (8, 4), (12, 15), (30, 30)]:
        first = rng.normal(size=(rows, columns))
        found = solve(MatrixGame(first), algorithm=rule, epsilon=1e-12, iterations=1_000)
        value = matrix_value(first)
        assert found.epsilon < 10 * EPSILON.get(rule, 2e-3)
        assert value - found.gains[0] <= found.values[0] + 1e-9
        assert found.values[0] <= value + found.gains[1] + 1e-9
        assert found.values.sum() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("rule", ALGORITHMS)
def test_random_trees_by_linear_programming(rule: str) -> None:
    for seed in range(4):
        game = random_tree(seed, depth=4)
        found = solve(game, algorithm=rule, epsilon=1e-12, iterations=1_000)
        assert found.epsilon < EPSILON.get(rule, 2e-3)
        assert abs(found.values[0] - tree_value(game.root)) <= found.epsilon + 1e-9


def test_fictitious_play_counts_best_responses() -> None:
    first = np.random.default_rng(2).normal(size=(4, 6))
    rows, columns = np.full(4, 1 / 4), np.full(6, 1 / 6)
    for _ in range(50):
        rows[(first @ columns).argmax()] += 1
        columns[(rows @ first).argmin()] += 1
    found = solve(
        MatrixGame(first), algorithm="fictitious-play", epsilon=0, iterations=50, check_every=50
    )
    assert found.strategy[0][0] == pytest.approx(rows / 51)
    assert found.strategy[1][0] == pytest.approx(columns / 51)


def test_order_on_a_random_matrix_game() -> None:
    """Newer rules are better, which is why the default is what it is."""
    game = MatrixGame(np.random.default_rng(1).normal(size=(40, 40)))
    found = {
        rule: solve(game, algorithm=rule, epsilon=0, iterations=2_000, check_every=2_000).epsilon
        for rule in ALGORITHMS
    }
    assert found["pdcfr+"] < found["cfr+"] < found["cfr"]


def test_own_exponents() -> None:
    linear = solve(kuhn(), algorithm=RegretMatching(alpha=1, beta=1, gamma=1), epsilon=1e-3)
    assert linear.converged
    assert linear.algorithm == "RegretMatching(alpha=1, beta=1, gamma=1, predictive=False)"


def test_unknown_algorithm() -> None:
    with pytest.raises(OptionError, match=r"algorithm 'cfr\+\+' is not known: choose fictitious"):
        solve(kuhn(), algorithm="cfr++")
