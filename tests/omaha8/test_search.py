"""The search for rules, on small tables and with what is shipped."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from tests.omaha8.small_tables import random_table

from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes
from railbird.omaha8.jamfold.products import DenseMatchups
from railbird.omaha8.jamfold.sweep import solve_stakes
from railbird.omaha8.rules import costs
from railbird.omaha8.rules.family import Family
from railbird.omaha8.rules.features import Ints
from railbird.omaha8.rules.measures import BestResponseCosts, EquilibriumCosts
from railbird.omaha8.rules.search import anneal, loss
from railbird.omaha8.rules.tally import LIMITS, POINTS, TALLY

STACKS = [Fraction(2), Fraction(7)]


def _tally() -> tuple[Family, Ints]:
    """The family of TALLY, and TALLY in it; two kings get enough points for any stack."""
    points = dict(part for parts in POINTS.values() for part in parts) | {"two kings": 41}
    return Family.of(list(points)), np.array([*points.values(), *LIMITS["sb"], *LIMITS["bb"]])


def test_tally_is_a_rule_of_its_family() -> None:
    family, rule = _tally()
    stacks = [float(stack) for stack in STACKS]
    jam, call = family.plays(rule[None], np.array(stacks))
    assert (jam[:, 0] == TALLY.class_plays("sb", stacks)).all()
    assert (call[:, 0] == TALLY.class_plays("bb", stacks)).all()


def test_a_rule_that_is_spoilt_is_mended() -> None:
    """The ace at half its points costs more; the search raises it again, and holds the rest."""
    family, rule = _tally()
    measure = EquilibriumCosts(family, STACKS)
    shipped = costs.load()
    rows = [shipped.stacks.index(stack) for stack in STACKS]
    assert measure(rule[None])[0, 0] == pytest.approx(
        shipped.of("tally", "sb", "equilibrium")[rows], abs=1e-5
    )
    spoilt, steps = rule.copy(), np.zeros_like(rule)
    ace = family.names.index("A")
    spoilt[ace], steps[ace] = 5, 1
    found = anneal(measure, spoilt[None], steps[None], rounds=60, heat=1e-4, seed=1)
    assert found.measured == 61
    assert found.losses[0] < loss(measure(spoilt[None]))[0]
    assert found.rules[0, ace] > 7
    assert (np.delete(found.rules[0], ace) == np.delete(rule, ace)).all()


def test_rules_side_by_side_cost_what_they_cost_alone() -> None:
    """Against best responses, on a table of nine classes that stand for nine of all."""
    matchups = DenseMatchups.of_table(random_table(9, 4))
    stakes = [JamStakes(float(stack)) for stack in STACKS]
    solved = solve_stakes(matchups, stakes, algorithm="pdcfr+", epsilon=1e-9)
    family, tally = _tally()
    some = Family(family.names, family.matrix[1000::1700][:9])
    rules = np.stack([tally, tally + 3, 0 * tally])
    measured = BestResponseCosts(matchups, some, STACKS, values=solved.value)(rules)
    game = HeadsUpJamFold(matchups, stakes)
    for rule, cost in zip(rules, measured, strict=True):
        jam, call = some.plays(rule[None], np.array([float(stack) for stack in STACKS]))
        played = (jam[:, 0] * 1.0, call[:, 0] * 1.0)
        expected = costs.costs_of(game, played, (solved.jam, solved.call))[0]
        assert cost == pytest.approx(expected, abs=1e-9)
        assert (cost > -1e-8).all()
