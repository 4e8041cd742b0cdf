"""HuBot with and without what the others show, on few deals."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.hubot import showdowns
from railbird.reproduce.hubot.showdowns import seca_showdowns, won_by_deal


def test_the_same_deals_and_seeds() -> None:
    """Against somebody who always folds there are no showdowns, and so no difference."""
    plain, learns = (
        won_by_deal(kind, "always-fold", 10, RunOptions(seed=3)) for kind in showdowns.VERSIONS
    )
    assert np.array_equal(plain, learns)
    assert plain.mean() > 0


def test_few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showdowns, "OPPONENTS", ("random", "always-fold"))
    heard: list[float] = []
    outcome = seca_showdowns(RunOptions(games=20, seed=3, progress=heard.append))
    mean, *others = outcome.figures
    gains = [float(figure.ours) for figure in others if figure.name.startswith("difference")]
    assert float(mean.ours) == pytest.approx(sum(gains) / 2)
    assert str(mean.printed).startswith("> 0")
    assert mean.too_few
    assert gains[1] == 0
    assert len(others) == 6
    assert heard == sorted(heard)
    assert heard[-1] == pytest.approx(1)
    assert "10 deals for each opponent" in outcome.notes[0]
