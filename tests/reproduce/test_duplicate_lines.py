"""Lines of a duplicate match, and where they stand early."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.divat.heads_up.match import MatchAnalysis
from railbird.players import make_player
from railbird.reports.experiment import experiment_figures, write_pages
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.divat.duplicate_lines import DuplicateLines
from railbird.reproduce.experiment import Outcome, RunOptions


@pytest.fixture(scope="module")
def match() -> MatchAnalysis:
    """Twelve deals, repeated to 1,200."""
    ann, bob = make_player("Ann=sparbot"), make_player("Bob=rules")
    short, _ = play_bots(ann, bob, 12, RunOptions(seed=4), twice=True)

    def long(each: np.ndarray) -> np.ndarray:
        halves = np.split(each, 2)
        return np.concatenate([np.tile(half, (100,) + (1,) * (each.ndim - 1)) for half in halves])

    return replace(
        short,
        ids=long(short.ids),
        money=long(short.money),
        dcash=long(short.dcash),
        sign=long(short.sign),
        by_round={name: long(each) for name, each in short.by_round.items()},
    )


def test_reductions_and_standings(match: MatchAnalysis) -> None:
    found = {figure.name: figure for figure in DuplicateLines(match).figures()}
    money = match.money.astype(np.float64)
    average = (money[:1200] + money[1200:]) / 2
    reduction = found["duplicate money: reduction of variance"]
    assert reduction.ours == pytest.approx(money.var() / average.var())
    assert reduction.printed == 8.36
    assert found["duplicate DIVAT: reduction of variance"].printed == 16.25
    after = found["duplicate money after 300 games, in s.d."]
    assert after.ours == pytest.approx(average[:300].sum() / average.std() / np.sqrt(300))
    assert found["duplicate DIVAT after 400 games, in s.d."].printed == 3.4
    assert "above 2.58" in found["duplicate DIVAT after 1,000 games, in s.d."].why
    assert len(found) == 2 + 2 * 4


def test_lines_of_money_divat_and_dcash(match: MatchAnalysis, tmp_path: Path) -> None:
    drawings = DuplicateLines(match).drawings()
    assert [np.size(lines.x) for lines in drawings] == [1201, 1001]
    names = ["Money", "DIVAT", "Dcash", "±σ√n, Money", "±σ√n, DIVAT"]
    assert all([each.name for each in lines.series] == names for lines in drawings)
    dcash = np.asarray(drawings[0].series[2].values)
    # not zero, but small beside single games (note 28)
    assert 0 < np.abs(np.diff(dcash)).max() < np.abs(match.dcash).max()
    outcome = Outcome((), drawings=drawings)
    (page,) = write_pages(outcome, tmp_path / "lines.html", title="Figures 6 and 7")
    assert page.read_text(encoding="utf-8").count("<svg") == 2
    assert list(experiment_figures(outcome)) == [
        "ann-v-bob-duplicate-averages",
        "ann-v-bob-the-first-1-000-deals",
    ]


def test_a_short_match_has_fewer_standings(match: MatchAnalysis) -> None:
    few = replace(
        match,
        ids=match.ids[:500],
        money=match.money[:500],
        dcash=match.dcash[:500],
        sign=match.sign[:500],
        by_round={name: each[:500] for name, each in match.by_round.items()},
    )
    lines = DuplicateLines(few)
    assert len(lines.drawings()) == 1
    assert len(lines.figures()) == 2 + 2
