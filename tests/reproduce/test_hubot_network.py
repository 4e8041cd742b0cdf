"""The experiment on the neural network, with few games."""

from __future__ import annotations

import numpy as np
from tests.players.ring import hands_of

from railbird.players.poki.training import decisions, score
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.hubot.network import by_session, seca_network


def test_each_session_is_foretold_by_a_network_that_has_not_seen_it() -> None:
    """The same betting twice, all calls in one session and all raises in the other."""
    calls, raises = (decisions(hands_of([kind] * 2, 6)) for kind in ("always-call", "always-raise"))
    found = by_session([calls, raises], RunOptions())
    assert [row[3] < 0.5 for row in found] == [True, True]  # each knows only the other session
    both = by_session([calls, calls, raises, raises], RunOptions())
    assert all(row[3] > 0.5 for row in both)
    assert [row[0] for row in found] == [score(p.counted, p.did).log_loss for p in (calls, raises)]


def test_the_experiment_with_few_games() -> None:
    outcome = seca_network(RunOptions(games=20, seed=3))
    figures = {figure.name: float(figure.ours) for figure in outcome.figures}
    gap = figures["accuracy by the network"] - figures["accuracy by frequencies"]
    assert np.isclose(figures["accuracy, network less frequencies"], gap)
    assert any("unseen in training" in name for name in figures)
    assert "10 sessions of 2 hands" in outcome.notes[0]
