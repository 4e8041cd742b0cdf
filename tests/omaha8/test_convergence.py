"""How many iterations the algorithms need: the record, and how it is made."""

from __future__ import annotations

from tests.omaha8.small_tables import random_table

from railbird.omaha8.jamfold.convergence import RULES, STACKS, iterations_of, load
from railbird.omaha8.jamfold.game import JamStakes
from railbird.omaha8.jamfold.products import DenseMatchups
from railbird.omaha8.jamfold.sweep import solve_stakes


def test_iterations_are_those_after_which_the_solver_stops() -> None:
    matchups = DenseMatchups.of_table(random_table(20, 8))
    found = iterations_of(matchups, RULES["pdcfr+"], epsilon=1e-2)
    solved = solve_stakes(
        matchups,
        [JamStakes(stack) for stack in STACKS],
        algorithm="pdcfr+",
        epsilon=1e-2,
        check_every=1,
    )
    early = solved.iterations <= 20
    assert early.any()
    assert (found[early] == solved.iterations[early]).all()
    assert (found[~early] >= solved.iterations[~early]).all()


def test_a_rule_that_does_not_get_there_has_no_number() -> None:
    found = iterations_of(
        DenseMatchups.of_table(random_table(20, 8)), RULES["cfr"], epsilon=1e-9, most=30
    )
    assert (found == 0).all()


def test_the_record_has_all_rules_at_all_stacks() -> None:
    record = load()
    assert list(record) == list(RULES)
    assert all(len(row) == len(STACKS) for row in record.values())
    assert (record["pdcfr+"] < record["cfr+"]).all()
    assert not record["cfr"].any()  # its averages are not there after 4,000
