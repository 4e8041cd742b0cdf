"""Large fields against the sum over sets of players, closed forms and themselves."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.tournament import HARVILLE, field_matrix, field_payoffs, finish_matrix
from railbird.tournament.equity import _kernels as kernels


@pytest.mark.parametrize("players", [2, 3, 5, 8, 12, 16])
@pytest.mark.parametrize("spread", [0.0, 2.0, 14.0])
def test_integral_against_sets(players: int, spread: float) -> None:
    rng = np.random.default_rng(players)
    stacks = np.exp(rng.uniform(0, spread, players))
    prizes = np.sort(rng.random(players))[::-1]
    exact = finish_matrix(stacks)
    matrix = field_matrix(stacks, tolerance=1e-13)
    np.testing.assert_allclose(matrix.values, exact, atol=1e-13)
    for tolerance in (1e-6, 1e-9, 1e-13):
        found = field_payoffs(stacks, prizes, tolerance=tolerance)
        assert found.error <= tolerance
        true_error = np.abs(found.values - exact @ prizes).max() / prizes.sum()
        assert true_error <= max(tolerance, 1e-14)


@pytest.mark.small
def test_small_integral() -> None:
    stacks, prizes = [2, 5, 8], [5, 3]
    found = field_payoffs(stacks, prizes, tolerance=1e-4)
    np.testing.assert_allclose(found.values, HARVILLE(np.array([stacks]), np.array(prizes))[0])
    np.testing.assert_allclose(field_matrix(stacks, tolerance=1e-4).values, finish_matrix(stacks))


def test_twenty_players_both_ways() -> None:
    stacks = -np.sort(-np.random.default_rng(1).integers(1, 1000, 20).astype(float))
    by_sets = np.zeros((1, 20, 20))
    kernels.harville(stacks[None], by_sets)
    np.testing.assert_allclose(field_matrix(stacks).values, by_sets[0], atol=1e-12)


def test_a_thousand_players() -> None:
    rng = np.random.default_rng(2)
    stacks = rng.exponential(1000, 1000) + 1
    share = stacks / stacks.sum()
    np.testing.assert_allclose(field_payoffs(stacks, [1]).values, share, atol=1e-14)
    prizes = 1 / np.arange(1, 101)
    found = field_payoffs(stacks, prizes)
    assert found.error < 1e-9
    fine = field_payoffs(stacks, prizes, tolerance=1e-12)
    assert fine.step <= found.step
    assert np.abs(fine.values - found.values).max() < found.error * prizes.sum() + 1e-13
    assert found.values.sum() == pytest.approx(prizes.sum(), abs=1e-11)
    matrix = field_matrix(stacks, places=100)
    np.testing.assert_allclose(matrix.values @ prizes, found.values, atol=1e-12)
    np.testing.assert_allclose(matrix.values.sum(axis=0), 1, atol=1e-11)


@pytest.mark.parametrize("players", [17, 40, 200])
def test_matrices_of_fields_sum_to_one(players: int) -> None:
    stacks = np.exp(np.random.default_rng(players).uniform(0, 10, players))
    matrix = finish_matrix(stacks)
    assert matrix.min() >= 0
    np.testing.assert_allclose(matrix.sum(axis=0), 1, atol=1e-12)
    np.testing.assert_allclose(matrix.sum(axis=1), 1, atol=1e-12)
    np.testing.assert_allclose(matrix[:, 0], stacks / stacks.sum(), atol=1e-12)


def test_equal_stacks_in_a_large_field() -> None:
    matrix = field_matrix(np.ones(300)).values
    np.testing.assert_allclose(matrix, 1 / 300, atol=1e-12)


def test_all_players_paid() -> None:
    stacks = np.arange(1.0, 401.0)
    assert field_payoffs(stacks, np.ones(400)).values == pytest.approx(np.ones(400), abs=1e-9)
