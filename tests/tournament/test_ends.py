"""Ends of a hand: stacks after them, and values that the caller gives."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import OptionError
from railbird.tournament import FutureGame, solve_hand
from railbird.tournament.equity.models import CHIPS, HARVILLE, ROBERTS
from railbird.tournament.hand import end_values
from railbird.tournament.jamfold.ends import (
    EndValues,
    HandEnds,
    payoffs_by_model,
    rows_by_set,
    values_by_model,
)
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.jamfold.showdowns import broken_ties, finishing_orders
from railbird.tournament.jamfold.solve import solve_with_values

STACKS, BLINDS, PRIZES = (12.0, 30.0, 18.0, 25.0), (1.0, 2.0), (50.0, 30.0, 20.0)


@pytest.mark.parametrize(("players", "most"), [(2, 3), (4, 3), (5, 4)])
def test_rows_follow_each_other(players: int, most: int) -> None:
    rows = rows_by_set(players, most)
    starts = [span.start for span in rows.values()]
    stops = [span.stop for span in rows.values()]
    assert starts == [0, *stops[:-1]]
    for all_in, span in rows.items():
        assert span.stop - span.start == len(finishing_orders(max(len(all_in), 1)))
    assert max(map(len, rows)) == min(players, most)


def test_stacks_after_each_end() -> None:
    rules = JamRules(STACKS, BLINDS, 0.5, PRIZES, most_all_in=4)
    ends = HandEnds.of(rules)
    np.testing.assert_allclose(ends.stacks.sum(axis=1), sum(STACKS))
    for all_in in ((0, 2), (1, 2, 3), (0, 1, 2, 3)):
        for levels, after in zip(
            finishing_orders(len(all_in)), ends.stacks[ends.rows[all_in]], strict=True
        ):
            np.testing.assert_array_equal(after, rules.after(all_in, levels))
    assert ends.stacks[0].tolist() == [11.5, 29.5, 16.5, 27.5]  # nobody jams: the big blind wins


@pytest.mark.parametrize("ties", ["split", "random"])
def test_payoffs_are_the_values_given(ties: str) -> None:
    """Any numbers, with bounties on top; ties broken at random are means."""
    rules = JamRules(STACKS, BLINDS, 0.5, PRIZES, bounties=(4.0, 3.0, 2.0, 1.0), ties=ties)
    ends = HandEnds.of(rules)
    worth = np.random.default_rng(1).random(ends.stacks.shape)
    found = ends.payoffs(worth)
    total = worth + ends.bounties
    for all_in, rows in ends.rows.items():
        orders = finishing_orders(max(len(all_in), 1))
        for x, levels in enumerate(orders):
            strict = broken_ties(levels) if ties == "random" else [levels]
            mean = np.mean([total[rows.start + orders.index(each)] for each in strict], axis=0)
            np.testing.assert_allclose(found[all_in][:, x], mean)
    two = ends.payoffs(worth, most_all_in=2)
    assert set(two) == {all_in for all_in in found if len(all_in) < 3}
    np.testing.assert_array_equal(two[0, 1], found[0, 1])


def test_players_eliminated_get_the_prizes_of_their_places() -> None:
    rules = JamRules((10.0, 20.0, 50.0), (1, 2), payouts=(50, 30, 20))
    ends = HandEnds.of(rules)
    out = ends.rows[0, 1, 2].start + finishing_orders(3).index((1, 2, 0))
    assert values_by_model(ends, HARVILLE).after[out].tolist() == [20, 30, 50]
    some = ends.with_prizes(np.zeros((5, 3)))  # of the first ends alone
    assert some.shape == (5, 3)


def test_without_payouts_chips_are_the_values() -> None:
    ends = HandEnds.of(JamRules(STACKS, BLINDS))
    for found in (values_by_model(ends, ROBERTS), end_values(ends, "fgs:2")):
        assert found.model == "chips"
        assert found.before.tolist() == list(STACKS)
        np.testing.assert_array_equal(found.after, ends.stacks)


def test_a_hand_is_solved_with_the_values_given() -> None:
    """Those of a model give what the model gives; others something else."""
    rules = JamRules(STACKS[:3], BLINDS, 0.0, PRIZES)
    ends = HandEnds.of(rules)
    expected = solve_hand(STACKS[:3], blinds=BLINDS, payouts=PRIZES, model="roberts", epsilon=1e-5)
    values = values_by_model(ends, ROBERTS)
    found = solve_with_values(ends, values, epsilon=1e-5)
    np.testing.assert_array_equal(found.payoffs, expected.payoffs)
    np.testing.assert_array_equal(found.before, expected.before)
    assert found.model == expected.model == "roberts"
    chips = 100 * ends.stacks / sum(STACKS[:3])
    own = EndValues(model="own", before=values.before, after=chips)
    other = solve_with_values(ends, own, epsilon=1e-5)
    plain = solve_hand(STACKS[:3], blinds=BLINDS, epsilon=1e-5)
    assert other.model == "own"
    assert [one.share for one in other.decisions] == pytest.approx(
        [one.share for one in plain.decisions], abs=0.01
    )
    np.testing.assert_allclose(other.before, expected.before)


@pytest.mark.parametrize("ties", ["split", "random"])
def test_a_model_by_name_looks_ahead_with_the_blinds_of_the_hand(ties: str) -> None:
    rules = JamRules(STACKS[:3], BLINDS, 0.0, PRIZES, ties=ties)
    ends = HandEnds.of(rules)
    named = end_values(ends, "fgs:1")
    given = end_values(ends, FutureGame(1, BLINDS, ties=ties))
    np.testing.assert_array_equal(named.after, given.after)
    np.testing.assert_array_equal(named.before, given.before)
    assert named.model == "fgs:1"
    assert named.depths[0].hands > 1
    plain = values_by_model(ends, HARVILLE)
    assert named.quick is not None
    np.testing.assert_array_equal(named.quick, plain.after)
    assert np.abs(named.after - plain.after).max() > 0.1  # in money, of 100


def test_refusals() -> None:
    ends = HandEnds.of(JamRules(STACKS, BLINDS, 0.0, PRIZES))
    with pytest.raises(OptionError, match="there is no model 'luck'"):
        end_values(ends, "luck")
    with pytest.raises(OptionError, match="'fgs:soon': give the number of hands"):
        end_values(ends, "fgs:soon")


def test_payoffs_by_a_model() -> None:
    rules = JamRules(STACKS, BLINDS)
    assert payoffs_by_model(rules, CHIPS)[()][:, 0].tolist() == [12, 30, 17, 26]
