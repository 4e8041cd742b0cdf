"""The shipped costs of rules: by what else is shipped, and their measure by brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from tests.omaha8.small_tables import naive_game, random_table

from railbird.omaha8.jamfold import solutions
from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes
from railbird.omaha8.jamfold.products import DenseMatchups
from railbird.omaha8.jamfold.solutions import POSITIONS
from railbird.omaha8.jamfold.sweep import solve_stakes
from railbird.omaha8.rules import costs
from railbird.omaha8.rules.measures import equilibrium_worth


def test_costs_against_the_equilibrium_are_those_of_the_shipped_gaps() -> None:
    """Gaps are kept in thousandths of a big blind, so that sums of them are nearly exact."""
    shipped, stacks = costs.load(), [Fraction(13, 2), Fraction(10)]
    rows = [shipped.stacks.index(stack) for stack in stacks]
    worth = equilibrium_worth(stacks)
    best = np.maximum(worth, 0).sum(axis=1)
    for name, plays in costs.rules().items():
        for i, position in enumerate(POSITIONS):
            played = plays(position, [float(stack) for stack in stacks])
            cost = best[i] - (worth[i] * played).sum(axis=0)
            assert shipped.of(name, position, "equilibrium")[rows] == pytest.approx(cost, abs=1e-5)


def test_a_best_response_costs_more_than_the_equilibrium() -> None:
    for found in costs.load().found.values():
        assert (found[0] >= found[1]).all()
        assert (found[1] >= -1e-6).all()


def test_the_measure_is_that_of_every_answer_by_brute_force() -> None:
    table, stack = random_table(7, 3), 6.0
    matchups = DenseMatchups.of_table(table)
    solved = solve_stakes(matchups, [JamStakes(stack)], algorithm="pdcfr+", epsilon=1e-10)
    jam, call = np.random.default_rng(8).integers(0, 2, (2, 7)).astype(float)
    game = HeadsUpJamFold(matchups, [JamStakes(stack)])
    found = costs.costs_of(game, (jam[:, None], call[:, None]), (solved.jam, solved.call))
    slow = naive_game(table, (stack, stack), (0.5, 1.0))
    value = slow.value(solved.jam[:, 0], solved.call[:, 0])
    answers = [np.array(answer, float) for answer in product((0, 1), repeat=7)]
    worst = [
        value - min(slow.value(jam, answer) for answer in answers),
        max(slow.value(answer, call) for answer in answers) - value,
    ]
    soft = [
        value - slow.value(jam, solved.call[:, 0]),
        slow.value(solved.jam[:, 0], call) - value,
    ]
    assert found[:, :, 0] == pytest.approx(np.array([worst, soft]), abs=1e-9)


def test_measured_costs_are_kept_to_a_millionth() -> None:
    """Every stack of the shipped grids, and costs of up to a whole big blind."""
    rng, stacks = np.random.default_rng(9), costs.load().stacks
    found = {name: rng.uniform(-1e-3, 1, (2, 2, len(stacks))) for name in ("one", "other")}
    again = costs.unpack(costs.pack(costs.ShippedCosts(stacks, found)))
    assert again.stacks == stacks
    assert list(again.found) == list(found)
    for name, measured in found.items():
        assert np.abs(again.found[name] - measured).max() <= 0.5e-6 + 1e-12


def test_every_rule_is_shipped_at_every_solved_stack() -> None:
    shipped = costs.load()
    assert shipped.stacks == solutions.load().stacks
    assert set(shipped.found) == set(costs.rules())
    shape = (len(costs.OPPONENTS), len(POSITIONS), len(shipped.stacks))
    assert {found.shape for found in shipped.found.values()} == {shape}
