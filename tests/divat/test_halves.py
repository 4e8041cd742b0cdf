"""How much luck is taken out, and by which estimator, is found in the other half of the games."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.divat.estimators.halves import FEWEST, Corrected, least_variance

NONE = np.zeros((4, 0))


def test_a_half_is_judged_by_what_varies_least_in_the_other() -> None:
    quiet, loud = np.array([1.0, 2, 1, 2]), np.array([9.0, -9, 9, -9])
    found, _, _, names = least_variance(
        [Corrected("quiet", quiet, NONE), Corrected("loud", loud, NONE)]
    )
    assert found.tolist() == [1, 2, 1, 2]
    assert names == ("quiet", "quiet")
    mixed = [np.array([0.0, 0, 5, -5]), np.array([7.0, -7, 1, 1])]
    found, _, _, names = least_variance(
        [Corrected(str(i), each, NONE) for i, each in enumerate(mixed)]
    )
    assert found.tolist() == [7, -7, 5, -5]
    assert names == ("1", "0")


def test_luck_that_only_adds_variance_is_not_taken_out() -> None:
    rng = np.random.default_rng(1)
    money, luck = rng.normal(size=40), 9 * rng.normal(size=(40, 1))
    found, taken, _, _ = least_variance([Corrected("bad", money, luck)])
    assert found == pytest.approx(money)
    assert not taken.any()


def test_factors_are_fitted_to_the_other_half() -> None:
    rng = np.random.default_rng(2)
    games = 4 * FEWEST
    luck = rng.normal(size=(games, 2))
    money = luck @ [0.3, 2.0] + 0.1 * rng.normal(size=games)
    found, taken, _, _ = least_variance([Corrected("rough", money, luck)])
    assert found.std() < 0.2 < money.std()
    assert found + taken.sum(axis=1) == pytest.approx(money)
    half = games // 2
    changed = money.copy()
    changed[0] += 1000  # a game of the first half changes the factors of the second only
    other, _, _, _ = least_variance([Corrected("rough", changed, luck)])
    assert other[1:half] == pytest.approx(found[1:half])
    assert other[half:] != pytest.approx(found[half:])
