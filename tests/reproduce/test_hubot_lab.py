"""The laboratory: what it adds up, on a few hands."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.arena.match import Match
from railbird.arena.play import play_match
from railbird.players import make_player
from railbird.reproduce.experiment import Options
from railbird.reproduce.hubot_lab import Watch, seca_no_model
from railbird.table import table_rules


def test_winnings_and_flops_are_added_up() -> None:
    """Against the result of the match itself; who always calls sees every flop there is."""
    players = [make_player(kind) for kind in ("Ann=always-call", "Bob=always-raise", "Cid=rules")]
    match = Match(table_rules(3), (200,) * 3, deals=20, seed=2, duplicate=True)
    watch = Watch(("Ann", "Bob", "Cid"), "Ann")
    result = play_match(match, players, on_hand=watch.add)
    each = watch.by_deal(3)
    assert each.shape == (20, 3)
    assert each.sum(axis=1) == pytest.approx(0, abs=1e-12)
    for mine, theirs in zip(each.T, result.players, strict=True):
        assert mine.mean() == pytest.approx(theirs.mean)
        assert mine.std(ddof=1) / np.sqrt(20) == pytest.approx(theirs.error)
    assert watch.seen["hands"] == 60
    assert watch.seen["flops"] == 60
    assert watch.seen["folds"] == 0


def test_an_experiment_on_few_hands() -> None:
    outcome = seca_no_model(Options(games=27, seed=3))
    first, second, claim = outcome.figures
    assert claim.ours == pytest.approx(float(first.ours) - float(second.ours))
    assert claim.verdict == ("match" if float(claim.ours) > claim.tolerance else "differs")
    assert "27 hands, 3 deals" in outcome.notes[0]
