"""The tables of Sêca (2008) as printed, and the error study with few spots."""

from __future__ import annotations

import pytest

from railbird.cards import HOLDEM_CLASSES
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.hubot import tables as hubot_tables


def test_what_is_printed() -> None:
    seven = hubot_tables._printed_seven()
    assert set(seven) == set(HOLDEM_CLASSES)
    assert (seven["AA"], seven["AKs"], seven["AKo"], seven["72o"]) == (2043, 934, 712, -495)
    assert (seven["32s"], seven["32o"], seven["QJs"]) == (-180, -462, 628)
    assert sum(rate >= 0 for rate in seven.values()) == 88  # Papp (1998) says so
    groups = hubot_tables._printed_groups()
    assert len(groups) == 84
    assert set(groups) <= set(HOLDEM_CLASSES)
    assert (groups["AA"], groups["32s"], groups["K9o"]) == (2112, -83, 85)


def test_error_study_with_few_spots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubot_tables, "OPPONENTS", (2, 5))
    outcome = hubot_tables.seca_errors(RunOptions(games=4, seed=3))
    assert outcome == hubot_tables.seca_errors(RunOptions(games=4, seed=3))
    assert outcome != hubot_tables.seca_errors(RunOptions(games=4, seed=4))
    figures = {figure.name: figure for figure in outcome.figures}
    assert len(figures) == len(outcome.figures) == 2 * 2 * 6 + 1
    for kind in ("any", "weighted"):
        for n in (2, 5):
            name = f"{n} with {kind} hands"
            assert figures[f"{name}: apart, at most"].verdict == "match"
            assert figures[f"{name}: the least error of the document's ways"].ours == "wEHS_n"
    assert figures["5 with any hands: wEHS_n, at most"].printed == 1.0
    assert figures["5 with weighted hands: wEHS_n"].printed is None
    assert "5 with weighted hands" in outcome.text
