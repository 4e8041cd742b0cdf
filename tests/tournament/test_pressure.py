"""Our model: sums, limits, and how near it comes to solved tournaments it was not fitted on."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament import finish_matrix, icm, jam, payoffs
from railbird.tournament.equity.models import HARVILLE, WEITZMAN
from railbird.tournament.equity.pressure import Pressure
from railbird.tournament.study.fit import Known, fit_pressure

RANDOM = np.random.default_rng(4)
STACKS = RANDOM.exponential(size=(60, 5)) + 0.02
PRIZES = np.array([50.0, 30.0, 20.0, 0, 0])


@pytest.mark.parametrize("prizes", [[50, 30, 20], [65, 35], [40, 30, 20, 10], [1]])
def test_payoffs_sum_to_the_prizes_and_follow_stacks(prizes: list[float]) -> None:
    found = payoffs(STACKS, prizes, "pressure")
    assert found.sum(axis=1) == pytest.approx(sum(prizes))
    assert found.min() > 0
    order = np.argsort(STACKS, axis=1)
    assert (np.diff(np.take_along_axis(found, order, axis=1), axis=1) > 0).all()


def test_the_winner_takes_all_and_two_players_have_their_chips() -> None:
    share = STACKS / STACKS.sum(axis=1, keepdims=True)
    assert payoffs(STACKS, [7], "pressure") == pytest.approx(7 * share)
    two = STACKS[:, :2]
    assert payoffs(two, [5, 3], "pressure") == pytest.approx(payoffs(two, [5, 3]))


def test_players_out_have_the_last_places() -> None:
    assert payoffs([3, 2, 0, 0], [50, 30, 20], "pressure")[2:] == pytest.approx([10, 10])
    assert payoffs([3, 0, 0], [50, 30, 20], "pressure") == pytest.approx([50, 25, 25])


def test_it_serves_icm_and_jam_but_has_no_places() -> None:
    assert icm([2, 5, 8], [50, 30, 20], "pressure").exact
    played = jam([2, 3, 4], blinds=(0.5, 1), payouts=[5, 3, 2], model="pressure", epsilon=0.01)
    assert played.model == "pressure"
    with pytest.raises(OptionError, match="no places"):
        finish_matrix([2, 5, 8], "pressure")
    with pytest.raises(OptionError, match="at most 7"):
        payoffs(np.ones(8), [1], "pressure")


def test_a_fit_finds_the_parameters_again() -> None:
    stacks, prizes = STACKS[:12, :3], np.array([50.0, 30.0, 20.0])
    values = Pressure(HARVILLE, WEITZMAN, away=0.7, all_in=0.03)(stacks, prizes).values
    found = fit_pressure([Known(stacks, prizes, values, np.ones(12))], steps=120)
    assert (found.away, found.all_in) == pytest.approx((0.7, 0.03), rel=0.01)
