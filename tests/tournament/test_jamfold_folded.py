"""Solutions played on whole deals, against plain play, and where nothing may change."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import InputError
from railbird.evaluate.values.evaluator import high_values
from railbird.tournament import play_deals, solve_hand
from railbird.tournament.jamfold import folded_cards
from railbird.tournament.jamfold.many_all_in import classes_of, deal_hands
from railbird.tournament.jamfold.rules import all_nodes
from tests.naive import jamfold as naive


@pytest.mark.parametrize(
    "options",
    [
        {"stacks": [12, 9, 15], "payouts": [60, 40]},
        {"stacks": [12, 3, 15, 1], "payouts": [60, 40], "bounties": 7},  # the big blind is all in
        {"stacks": [5, 4, 6, 7], "most_all_in": 4, "deals": 2000},
    ],
)
def test_play_by_play(options: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folded_cards, "OFTEN", 0)
    found = solve_hand(**options, blinds=(1, 2), iterations=12)  # type: ignore[arg-type]
    deals, players = 120, len(found.seats)
    played = play_deals(found, deals=deals, seed=4)
    nodes = all_nodes(players, found.rules.most_all_in)
    forced = {node: found.rules.forced(node) for node in nodes}
    ranges = {n: dict.fromkeys(range(169), way) for n, way in forced.items() if way is not None}
    for one in found.decisions:
        ranges[one.node] = {c: float(one.jam[c]) for c in range(169)}
    hands, boards = deal_hands(players, 0, deals, 4)
    kinds = classes_of(hands).tolist()
    paid, seen = [], {one.node: np.zeros((169, 2)) for one in found.decisions}
    for deal in range(deals):
        seven = [[*hand, *boards[deal].tolist()] for hand in hands[deal].tolist()]
        result, gains = naive.on_a_deal(
            found.rules, ranges, kinds[deal], high_values(seven).tolist()
        )
        paid.append(result)
        for node, (reach, gain) in gains.items():
            if node in seen:
                seen[node][kinds[deal][node.player]] += reach, reach * gain
    pool = found.rules.pool
    np.testing.assert_allclose(played.payoffs, np.mean(paid, axis=0) / pool)
    error = np.std(paid, axis=0, ddof=1) / np.sqrt(deals) / pool
    np.testing.assert_allclose(played.standard_errors, error, atol=1e-9)
    for decision, expected in zip(played.decisions, seen.values(), strict=True):
        assert decision.reached == pytest.approx(expected[:, 0].sum() / deals)
        came = expected[:, 0] > 0
        assert (~np.isnan(decision.difference) == came).all()
        np.testing.assert_allclose(
            decision.difference[came], expected[came, 1] / expected[came, 0] / pool, atol=1e-12
        )


def test_nobody_folds_before_two_players() -> None:
    """Heads-up no card is folded before a decision: all differences are chance."""
    found = solve_hand([10, 10], blinds=(0.5, 1))
    played = play_deals(found, deals=400_000, seed=2)
    assert (np.abs(played.payoffs - played.solved) < 4 * played.standard_errors).all()
    for one in played.decisions:
        off = (one.difference - one.solved) / one.standard_errors
        off = off[~np.isnan(off) & (one.standard_errors > 0)]
        assert off.size > 150
        assert 0.8 < off.std() < 1.2
        assert not one.turned.size
        assert one.changed.size < 6
        assert one.classes >= off.size
        change, error = one.mean_change
        assert abs(change) < 4 * error


def test_folded_cards_matter_a_little() -> None:
    found = solve_hand([10] * 6, blinds=(0.5, 1), epsilon=1e-5)
    played = play_deals(found, deals=300_000, seed=2)
    assert played.payoffs.sum() == pytest.approx(1)
    assert np.abs(played.payoffs - played.solved).max() < 2e-3
    opened = played.decisions[[one.name for one in played.decisions].index("SB")]
    solved = found.decision("SB")
    assert opened.reached < solved.reached - 0.001  # more often somebody has a good hand


def test_errors() -> None:
    found = solve_hand([10, 10], blinds=(0.5, 1), iterations=1)
    for wrong in ({"deals": 1}, {"seed": -1}):
        with pytest.raises(InputError, match="2 or more"):
            play_deals(found, **wrong)
