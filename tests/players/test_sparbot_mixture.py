"""The mixture of baselines that is fitted to Sparbot."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import nnls

from railbird.divat.baseline import _kernels as kernels
from railbird.divat.baseline.mixture import sparbot_distances
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.players.sparbot import mixture
from railbird.players.sparbot.mixture import SparbotDecisions, actions_of, candidates, fit, watch


@pytest.fixture(scope="module")
def decisions() -> SparbotDecisions:
    return watch(150, 5)


def test_decisions_of_sparbot(decisions: SparbotDecisions) -> None:
    assert set(decisions.round.tolist()) == {0, 1, 2, 3}
    assert decisions.chances.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert not decisions.chances[~decisions.faces, 0].any()  # nothing to fold to
    first = decisions.round == 0
    assert set(decisions.size[first].tolist()) == {1}
    assert decisions.size[~first].min() >= 1
    for ranks in (decisions.now, decisions.later):
        assert 0 < ranks.min() < ranks.max() <= 1
    assert decisions.level.max() == 4


@pytest.mark.parametrize("settings", candidates()[::4], ids=lambda each: each.name)
def test_settings_act_as_the_kernels_do(decisions: SparbotDecisions, settings: Settings) -> None:
    rows = settings.array()
    found = actions_of(decisions, settings)
    for i in range(0, len(found), 7):
        r, now, later = int(decisions.round[i]), decisions.now[i], decisions.later[i]
        best, make_one = max(now, later), rows[r, 1]
        rank = best if best > make_one else (now + later) / 2 if r == 1 else later
        folds = rank < kernels.fold_threshold(r, decisions.size[i], rows[r])
        made = kernels.made_bets(rank, rows[r])
        action = kernels.baseline_action(decisions.level[i], decisions.faces[i], made, folds)
        assert found[i] == action + 1


def test_the_fit_is_the_nearest_mixture(decisions: SparbotDecisions) -> None:
    some = candidates()[::3]
    found = fit(decisions, some)
    assert found.weights.sum() == pytest.approx(1)
    assert found.weights.min() >= 0
    assert found.distance < found.single <= found.standard
    alone = fit(decisions, [STANDARD])
    assert alone.distance == pytest.approx(alone.standard) == pytest.approx(found.standard)


def test_weights_against_another_solver() -> None:
    rng = np.random.default_rng(3)
    columns, goal = rng.normal(size=(6, 40)), rng.normal(size=40)
    found = mixture._least_squares(columns, goal)
    sure = 1e4  # the sum of the weights is 1 to this weight
    expected, _ = nnls(np.vstack([columns.T, np.full(6, sure)]), np.append(goal, sure))
    assert found == pytest.approx(expected, abs=1e-4)


def test_the_shipped_mixture_is_nearer_than_the_standard_settings() -> None:
    fitted = sparbot_distances()
    assert fitted.mixture < fitted.single < fitted.standard
    assert fitted.mixture < 0.7 * fitted.sets
