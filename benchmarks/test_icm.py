"""Equity models: finishing matrices and payoffs per second; pokerkit has Malmuth-Harville, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.tournament import bubble_factors, field_payoffs, finish_matrix, payoffs
from railbird.tournament.equity import _kernels as kernels

PRIZES = [50, 30, 20]
TEN_PAID = Case("Harville, 10 players, 3 paid, in a batch")
MATRICES = {
    model: Case(f"{name}, matrix of {players} players, in a batch", most_seconds=target)
    for model, name, players, target in (
        ("harville", "Harville", 10, 50e-6),
        ("weitzman", "Weitzman", 10, None),
        ("roberts", "Roberts exact", 6, None),
        ("roberts:means", "Roberts by mean stacks", 10, None),
    )
}
PLAYERS = {"roberts": 6}
TWENTY = Case("Harville, matrix of 20 players, sets", most_seconds=1.0)
ROBERTS_NINE = Case("Roberts exact, matrix of 9 players")
FIELD = Case("Harville, 1,000 players, 100 paid, to 1e-9 of the pool", most_seconds=0.5)
LARGE_FIELD = Case("Harville, 5,000 players, 500 paid, to 1e-9 of the pool")
PAIRS = Case("bubble factors of all pairs of 10 players")


def states(count: int, players: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.random.default_rng(1).integers(1, 10_000, (count, players)).astype(np.float64)


def sums_to_one(matrix: np.ndarray[Any, np.dtype[np.float64]]) -> None:
    np.testing.assert_allclose(matrix.sum(axis=-1), 1, atol=1e-12)
    np.testing.assert_allclose(matrix.sum(axis=-2), 1, atol=1e-12)


@pytest.mark.parametrize("model", MATRICES)
def test_matrix(race: Race, model: str) -> None:
    batch = states(200, PLAYERS.get(model, 10))
    race(MATRICES[model], US, lambda: finish_matrix(batch, model), check=sums_to_one, count=200)


def test_ten_players(race: Race) -> None:
    batch = states(1000, 10)

    def check(found: np.ndarray[Any, np.dtype[np.float64]]) -> None:
        np.testing.assert_allclose(found.sum(axis=1), 100)

    race(TEN_PAID, US, lambda: payoffs(batch, PRIZES), check=check, count=1000)


def test_ten_players_pokerkit(race: Race, peer: Callable[[str], Any]) -> None:
    pokerkit = peer("pokerkit")
    batch = states(10, 10)

    def run() -> list[Sequence[float]]:
        return [pokerkit.calculate_icm(PRIZES, state) for state in batch]

    def check(found: list[Sequence[float]]) -> None:
        np.testing.assert_allclose(found, payoffs(batch, PRIZES))

    race(TEN_PAID, "pokerkit", run, check=check, count=10, how="calculate_icm")


def test_twenty_players(race: Race) -> None:
    batch = -np.sort(-states(1, 20))

    def run() -> np.ndarray[Any, np.dtype[np.float64]]:
        out = np.zeros((1, 20, 20))
        kernels.harville(batch, out)
        return out

    race(TWENTY, US, run, check=sums_to_one)


def test_roberts_nine(race: Race) -> None:
    batch = states(1, 9)
    race(ROBERTS_NINE, US, lambda: finish_matrix(batch, "roberts:exact"), check=sums_to_one)


@pytest.mark.parametrize(
    ("case", "players", "paid"), [(FIELD, 1000, 100), (LARGE_FIELD, 5000, 500)]
)
def test_field(race: Race, case: Case, players: int, paid: int) -> None:
    stacks = states(1, players)[0]
    prizes = 1 / np.arange(1.0, paid + 1)

    def run() -> float:
        found = field_payoffs(stacks, prizes, tolerance=1e-9)
        assert abs(found.values.sum() / prizes.sum() - 1) < 1e-9
        return found.error

    def check(error: float) -> None:
        assert error <= 1e-9

    race(case, US, run, check=check)


def test_pairs(race: Race) -> None:
    stacks = states(1, 10)[0]

    def run() -> np.ndarray[Any, np.dtype[np.float64]]:
        return bubble_factors(stacks, PRIZES).bubble_factors

    def check(found: np.ndarray[Any, np.dtype[np.float64]]) -> None:
        assert np.nanmin(found) >= 1

    race(PAIRS, US, run, check=check)
