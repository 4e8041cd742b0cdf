"""The tables of Sêca (2008) as printed, and the error study with few spots."""

from __future__ import annotations

import pytest

from railbird.cards import HOLDEM_CLASSES
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.hubot import tables as hubot_tables


def test_what_is_printed() -> None:
    seven = hubot_tables.printed_seven()
    assert set(seven) == set(HOLDEM_CLASSES)
    assert (seven["AA"], seven["AKs"], seven["AKo"], seven["72o"]) == (2043, 934, 712, -495)
    assert (seven["32s"], seven["32o"], seven["QJs"]) == (-180, -462, 628)
    assert sum(rate >= 0 for rate in seven.values()) == 88  # Papp (1998) says so
    groups = hubot_tables.printed_groups()
    assert len(groups) == 84
    assert set(groups) <= set(HOLDEM_CLASSES)
    assert (groups["AA"], groups["32s"], groups["K9o"]) == (2112, -83, 85)


def test_the_tolerance_of_income_rates_is_not_taken_from_the_differences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A printed table that is far off must differ, and leave the tolerances as they were."""
    plain = hubot_tables.seca_seven(RunOptions())
    wrong = {name: rate + 200 for name, rate in hubot_tables.printed_seven().items()}
    monkeypatch.setattr(hubot_tables, "printed_seven", lambda: wrong)
    off = hubot_tables.seca_seven(RunOptions())
    assert (plain.verdict, off.verdict) == ("match", "differs")
    assert [each.tolerance for each in plain.figures] == [each.tolerance for each in off.figures]
    assert "wider than needed" in plain.notes[-1]
    # several million games cannot give less than this, nor be as far off as a tenth of a bet
    assert all(20 < each.tolerance < 100 for each in plain.figures)


def test_error_study_with_few_spots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubot_tables, "OPPONENTS", (2, 5))
    outcome = hubot_tables.seca_errors(RunOptions(games=4, seed=3))
    assert outcome == hubot_tables.seca_errors(RunOptions(games=4, seed=3))
    assert outcome != hubot_tables.seca_errors(RunOptions(games=4, seed=4))
    told = outcome.of_few(4, hubot_tables.SPOTS)
    figures = {figure.name: figure for figure in told.figures}
    assert len(figures) == len(outcome.figures) == 2 * 2 * 5 + 1
    for kind in ("any", "weighted"):
        for n in (2, 5):
            name = f"{n} with {kind} hands"
            limit = figures[f"{name}: apart"]
            assert limit.too_few == (kind == "any"), "four spots have no error to speak of"
            assert limit.verdict == "not comparable"
            assert float(limit.ours) < 1
            for way in ("product", "hardest", "HS^n"):
                assert float(figures[f"{name}: error of {way} less that of wEHS_n"].ours) > 0
    weighted = {figure.verdict for name, figure in figures.items() if "weighted" in name}
    assert weighted == {"not comparable"}, "the document's study has no weights"
    assert str(figures["5 with any hands: wEHS_n"].printed).startswith("≤ 1 ±")
    assert figures["5 with weighted hands: wEHS_n"].printed is None
    assert "5 with weighted hands" in outcome.text
