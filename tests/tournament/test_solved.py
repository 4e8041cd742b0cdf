"""The shipped solution of a whole tournament: looked up, between its states, and as a model."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament import (
    BlindSchedule,
    SolvedModel,
    bubble_factors,
    icm,
    model_by_name,
    payoffs,
    solve_hand,
)
from railbird.tournament.whole.evaluate import finishing
from railbird.tournament.whole.solution import STAKES, grid_points, pack, solution, unpack
from railbird.tournament.whole.solve import solve_tournament
from railbird.tournament.whole.states import TournamentStakes
from railbird.tournament.whole.transitions import ValueIndex

PRIZES = np.array([50.0, 30.0, 20.0])


@pytest.mark.small
def test_grid_points_surround_a_state() -> None:
    rng = np.random.default_rng(5)
    for players in (2, 3, 4, 5, 6):
        units = rng.dirichlet(np.ones(players), size=200) * 45
        units[::3, rng.integers(players)] = 0  # somebody is out
        units *= 45 / units.sum(axis=1, keepdims=True)
        points, weights = grid_points(units)
        assert points.shape == (200, players, players)
        assert weights.min() >= 0
        assert weights.sum(axis=1) == pytest.approx(1)
        assert points.min() >= 0
        assert (points.sum(axis=2) == 45).all()
        assert np.abs(points - units[:, None]).max() < 2
        assert np.einsum("sp,spi->si", weights, points) == pytest.approx(units)


@pytest.mark.small
def test_whole_units_are_one_point() -> None:
    points, weights = grid_points(np.array([[7.0, 0.0, 20.0, 18.0]]))
    assert weights[0].max() == 1
    assert points[0, weights[0].argmax()].tolist() == [7, 0, 20, 18]


def test_what_is_packed_is_read_again() -> None:
    stakes = TournamentStakes(units=9)
    found = solve_tournament(stakes, 2)
    places = finishing(found.game)
    again = unpack(stakes, pack(stakes, 2, found.game.values, places))
    assert again.players == 2
    assert again.values[2] == pytest.approx(found.values(2), abs=1e-5)
    assert again.values[2].sum(axis=1) == pytest.approx(80)
    assert again.places[2].sum(axis=2) == pytest.approx(1)
    assert again.places[2] @ (50, 30) == pytest.approx(found.values(2), abs=1e-3)
    assert again.array() == pytest.approx(found.game.values, abs=1e-5)


def test_the_shipped_solution_is_whole() -> None:
    shipped = solution()
    assert shipped.stakes == STAKES
    assert shipped.array().size == ValueIndex(STAKES, shipped.players).size
    for n in range(2, shipped.players + 1):
        prizes = STAKES.prizes_for(n)
        assert shipped.values[n].sum(axis=1) == pytest.approx(prizes.sum())
        assert shipped.places[n].sum(axis=1) == pytest.approx(1, abs=1e-4)
        assert shipped.places[n].min() > -1e-4
        assert shipped.places[n] @ prizes == pytest.approx(shipped.values[n], abs=0.01)
        low, high = shipped.values[n].min(), shipped.values[n].max()
        assert prizes.min() < low < high < prizes.max()


def test_the_values_are_those_of_the_hand_against_them() -> None:
    """A fixed point: an equilibrium of the hand gives the values again."""
    for stacks in ([15, 15, 15], [3, 20, 22], [8, 37], [5, 10, 12, 18], [9] * 5, [17, 2, 13, 5, 8]):
        found = solve_hand(
            stacks,
            blinds=(1, 2),
            payouts=PRIZES[: len(stacks)].tolist(),
            model="solved",
            ties="random",
            epsilon=1e-8 if len(stacks) < 5 else 1e-7,  # values move by 0.002 at the default
        )
        paid = np.array(found.payoffs) * found.rules.pool
        assert paid == pytest.approx(solution().at(stacks), abs=0.02)


def test_a_model_in_chips_and_other_prizes() -> None:
    model = SolvedModel()
    ours = solution().at([10, 15, 20])
    assert model(np.array([[3000.0, 4500, 6000]]), PRIZES)[0] == pytest.approx(ours)
    assert model(np.array([[3000.0, 4500, 6000]]), 3 * PRIZES + 1)[0] == pytest.approx(3 * ours + 1)
    two = solution().at([15, 30])
    assert payoffs([5, 0, 10], PRIZES, model) == pytest.approx([two[0], 20, two[1]])
    assert payoffs([5, 10], [7, 2], model) == pytest.approx((two - 30) / 4 + 2)
    assert payoffs([5, 0, 0], PRIZES, model) == pytest.approx([50, 25, 25])


def test_between_states() -> None:
    model = SolvedModel()
    halfway = payoffs([10.5, 14.5, 20], PRIZES, model)
    ends = solution().at([[10, 15, 20], [11, 14, 20]])
    assert halfway == pytest.approx(ends.mean(axis=0))
    assert model.is_between([10.5, 14.5, 20])
    assert not model.is_between([10, 15, 20])
    short = payoffs([0.5, 14.5, 30], PRIZES, model)
    assert 20 < short[0] < solution().at([1, 14, 30])[0]
    found = icm([10.5, 14.5, 20], PRIZES, model)
    assert found.how.endswith("between solved states")
    assert found.error > icm([10, 15, 20], PRIZES, model).error > 0
    assert icm([0.3, 0.3, 44.4], PRIZES, model).error > 10 * found.error
    assert sum(found.payoffs) == pytest.approx(100)
    assert np.array(found.players[0].places).sum() == pytest.approx(1)


def test_positions_move_after_a_hand() -> None:
    model = SolvedModel()
    after = model.after_hand(np.array([[10.0, 15, 20], [25, 0, 20]]), PRIZES)
    assert after[0] == pytest.approx(np.roll(solution().at([15, 20, 10]), 1))
    two = solution().at([20, 25])  # the small blind is out: the big blind is the next button
    assert after[1] == pytest.approx([two[1], 20, two[0]])


def test_names_and_places() -> None:
    found = icm([15, 15, 15], PRIZES, model_by_name("solved"))
    assert found.model == "solved"
    table = np.array([player.places for player in found.players])
    assert table.sum(axis=0) == pytest.approx(1, abs=1e-4)
    assert table @ PRIZES == pytest.approx(found.payoffs, abs=0.01)
    plain = bubble_factors([15, 15, 15], PRIZES)
    seated = bubble_factors([15, 15, 15], PRIZES, SolvedModel())
    assert np.nanmax(np.abs(seated.bubble_factors - plain.bubble_factors)) > 0.01


def test_refusals() -> None:
    model = SolvedModel(BlindSchedule.parse("300/600"))
    assert model(np.array([[4500.0, 4500, 4500]]), PRIZES).sum() == pytest.approx(100)
    with pytest.raises(OptionError, match=r"blinds 300/600 with 9000 chips.* that is 200/400"):
        model(np.array([[3000.0, 3000, 3000]]), PRIZES)
    with pytest.raises(OptionError, match="without antes"):
        SolvedModel(BlindSchedule.parse("300/600/50"))(np.array([[4500.0] * 3]), PRIZES)
    with pytest.raises(OptionError, match="payouts 60, 30, 10: the shipped solution has 50, 30, 2"):
        SolvedModel()(np.array([[4500.0] * 3]), np.array([60.0, 30, 10]))
    with pytest.raises(OptionError, match="6 players: the shipped solution has 2 to"):
        SolvedModel()(np.array([[4500.0] * 6]), PRIZES)
    with pytest.raises(OptionError, match="give SolvedModel"):
        icm([15, 15, 15], PRIZES, "solved")
    with pytest.raises(OptionError, match="blinds 1/4 with 45 chips"):
        solve_hand([15, 15, 15], blinds=(1, 4), payouts=PRIZES.tolist(), model=SolvedModel())
    with pytest.raises(OptionError, match="a big-blind ante of 1"):
        solve_hand(
            [15, 15, 15], blinds=(1, 2), big_blind_ante=1, payouts=PRIZES.tolist(), model="solved"
        )
    with pytest.raises(OptionError, match="has no bounties"):
        solve_hand([15, 15, 15], blinds=(1, 2), payouts=PRIZES.tolist(), model="solved", bounties=1)
