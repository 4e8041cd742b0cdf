"""Decisions that nobody gets to, because a player before them always goes in."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.tournament import HandSolution, solve_hand
from railbird.tournament.hand import end_values
from railbird.tournament.jamfold.ends import HandEnds
from railbird.tournament.jamfold.game import JamFold
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.jamfold.solve import solve_with_values

STACKS, PRIZES = (300, 900, 1500), (50, 30, 20)


def _strategies(found: HandSolution) -> dict[Node, np.ndarray]:
    return {one.node: one.jam for one in found.decisions}


def test_behind_a_player_who_always_opens() -> None:
    """What follows that player's fold is the hand in which they have folded."""
    alone = solve_hand(STACKS, blinds=(50, 100), payouts=PRIZES, folded=(0,), epsilon=1e-8)
    found = solve_hand(STACKS, blinds=(50, 100), payouts=PRIZES, locks={"BTN": "random"})
    behind = found.decision("SB")
    assert behind.reached == 0
    assert not behind.is_reached
    assert found.decision("BTN").ev_fold == pytest.approx(np.full(169, alone.payoffs[0]), abs=2e-6)
    for node in (Node(1), Node(2, (1,))):
        differs = _strategies(found)[node] - _strategies(alone)[node]
        assert np.abs(differs).mean() < 0.005


def test_behind_a_player_who_always_calls() -> None:
    """The next one answers the first jam alone."""
    jams = {"BTN": "22+,A2+,K9s+"}
    alone = solve_hand(STACKS, blinds=(50, 100), payouts=PRIZES, locks=jams, folded=(1,))
    both = {**jams, "SB after BTN": "random"}
    found = solve_hand(STACKS, blinds=(50, 100), payouts=PRIZES, locks=both)
    node = Node(2, (0,))
    assert found.decision("BB after BTN").reached == 0
    assert np.abs(_strategies(found)[node] - _strategies(alone)[node]).mean() < 0.005
    # it is no part of what is played
    game = JamFold(found.rules, found.ends, locks={one.node: one.jam for one in found.decisions})
    game.fixed[node] = 1 - game.fixed[node]
    np.testing.assert_allclose(game.utilities([]) / found.rules.pool, found.payoffs, rtol=1e-12)


def test_a_player_without_a_choice_leaves_nothing_behind() -> None:
    """With the button all in by the ante, nobody else can open."""
    found = solve_hand((20, 900, 1500), blinds=(50, 100), ante=20, payouts=PRIZES, epsilon=1e-6)
    assert found.converged
    assert found.decision("SB").reached == 0
    assert found.decision("SB after BTN").reached == pytest.approx(1)


@pytest.mark.parametrize("prizes", [None, PRIZES])
def test_what_cannot_matter_to_the_first_player_is_left_out(
    prizes: tuple[int, ...] | None,
) -> None:
    """For chips it cannot; the decisions that are left are those of the whole hand."""
    ends = HandEnds.of(JamRules((500, 900, 1500, 700), (50, 100), payouts=prizes))
    values = end_values(ends)
    whole = solve_with_values(ends, values, epsilon=1e-6)
    part = solve_with_values(ends, values, epsilon=1e-6, only_first=True)
    if prizes is not None:
        assert [one.name for one in part.decisions] == [one.name for one in whole.decisions]
        np.testing.assert_array_equal(part.payoffs, whole.payoffs)
        return
    assert {one.node.opener for one in part.decisions} == {0}
    assert np.isnan(part.payoffs).all()
    assert part.converged
    game = JamFold(whole.rules, whole.ends)
    strategy = dict(zip(game.nodes, whole.strategy, strict=True))
    known = {one.node: np.stack([1 - one.jam, one.jam], axis=1) for one in part.decisions}
    mixed = game.evaluate([(strategy | known)[node] for node in game.nodes])
    own = [node for node in game.nodes if node.opener == 0]
    for node in own:  # nobody gains more than in the part
        gain = mixed.values[node].max(axis=1) - (known[node] * mixed.values[node]).sum(axis=1)
        assert gain.sum() <= 1e-6 * whole.rules.pool
    assert part.decision("CO").share == pytest.approx(whole.decision("CO").share, abs=5e-3)
