"""The coach's study, the trickiness filter and Vexbot's learning, on a few hands."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.divat.heads_up.estimators import runtime
from railbird.players import make_player
from railbird.players.coach.player import MEASURES, Coach
from railbird.reproduce.divat import coaching, trickiness, vexbot_learning
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.drawings import Lines
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import find
from railbird.table import table_rules


def test_a_pool_is_what_the_analysis_says() -> None:
    pool = coaching.play_pool("rules", "sparbot", 40, 3)
    players = make_player("hero=rules"), make_player("other=sparbot")
    match, _ = play_bots(*players, 40, RunOptions(seed=3))
    assert np.allclose(pool.divat, match.divat, atol=1e-5)
    bias = runtime(match).bias
    assert bias is not None
    assert pool.gap.mean() == pytest.approx(bias.mean, abs=1e-5)
    for by in MEASURES:
        assert len(pool.results[by]) == 20
        wanted = match.divat.mean() + (pool.gap.mean() if by == "divat" else 0)
        assert pool.results[by].mean() == pytest.approx(wanted, abs=1e-5)
    pairs = match.money.astype(np.float64).reshape(-1, 2).mean(axis=1)
    assert np.allclose(pool.results["money"] - pool.results["money"].mean(), pairs - pairs.mean())


def test_a_drawn_match_is_one_of_the_coach() -> None:
    """With results that do not vary, the real coach chooses the same players."""
    one, two = (np.full(3, each) for each in (1.0, -1.0))
    drawn = coaching.coached(one, two, 30, np.random.default_rng(1))
    coach = make_player("coach(always-call,always-fold)")
    table = MatchTable(
        Match(table_rules(2), (200, 200), deals=60, seed=1), [coach, make_player("o=always-fold")]
    )
    assert isinstance(coach, Coach)
    chosen = [coach.chosen.name == "always-call" for _ in table.play()]
    assert drawn[:10].tolist() == chosen[:20:2] == [True, False] * 5
    assert drawn[10:].all()


def test_when_a_coach_has_settled() -> None:
    never = np.tile([True, False], 50)
    assert coaching.settled_at(never) is None
    assert coaching.settled_at(~never) is None
    late = np.concatenate([never[:40], np.ones(60, dtype=bool)])
    settled = coaching.settled_at(late)
    assert settled is not None
    assert late[settled:].mean() >= 0.9 > late[settled - 1 :].mean()


def test_the_study_of_the_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "LENGTH", 100)
    monkeypatch.setattr(coaching, "MATCHES", 4)
    outcome = coaching.coach_study(RunOptions(games=40, seed=2))
    figures = {figure.name: figure for figure in outcome.figures}
    assert len(figures) == len(outcome.figures)
    for case in coaching.CASES:
        name = f"{case.better} or {case.worse} v {case.opponent}"
        better, worse = (figures[f"{name}: bias of run-time DIVAT, {p}"].ours
                         for p in (case.better, case.worse))  # fmt: skip
        lead = figures[f"{name}: DIVAT of the first less the second"].ours
        wanted = float(lead) + float(better) - float(worse)
        assert figures[f"{name}: lead by run-time DIVAT"].ours == pytest.approx(wanted)
        assert figures[f"{name}, by money: variance of money ÷ its own"].ours == pytest.approx(1)
    assert [type(each) for each in outcome.drawings] == [Lines, Lines]
    assert {each.name for each in outcome.drawings[0].series} == set(MEASURES)  # type: ignore[union-attr]


def test_the_filter_changes_nothing_before_the_flop() -> None:
    outcome = trickiness.trickiness(RunOptions(games=60, seed=2))
    figures = {figure.name: figure for figure in outcome.figures}
    for other in trickiness.OTHERS:
        assert figures[f"{other}: change before the flop"].ours == 0
        rounds = [figures[f"{other}: change, {name}"].ours for name in ("flop", "turn", "river")]
        won = [figures[f"{other}: DIVAT per game {how} the filter"].ours for how in ("with", "without")]  # fmt: skip # noqa: E501
        whole = float(won[0]) - float(won[1])
        assert whole == pytest.approx(sum(map(float, rounds)), abs=1e-6)
        assert figures[f"{other}: change in all"].ours == pytest.approx(whole)


def test_vexbot_learns_from_nothing() -> None:
    outcome = vexbot_learning.vexbot_learns(RunOptions(games=20, seed=2))
    figures = {figure.name: figure for figure in outcome.figures}
    assert outcome.notes[0].startswith("vexbot v sparbot: 20 games, seed 2; vexbot knows nothing")
    late, early = "AIVAT per game, last three tenths", "AIVAT per game, first tenth"
    gained = float(figures[late].ours) - float(figures[early].ours)
    assert figures["AIVAT late less early"].ours == pytest.approx(gained)
    rounds = ("before the flop", "on the flop", "on the turn", "on the river")
    match = outcome.drawings[0]
    total = sum(float(figures[f"DIVAT {round_}"].ours) for round_ in rounds)
    assert total == pytest.approx(match.divat.mean(), abs=1e-5)  # type: ignore[union-attr]
    for figure in outcome.figures:
        assert np.isfinite(float(figure.ours))
        if figure.verdict != "match":
            assert figure.why


def test_vexbots_of_all_priors_meet_sparbot() -> None:
    outcome = vexbot_learning.vexbot_priors(RunOptions(games=20, seed=2))
    assert [note.partition(":")[0] for note in outcome.notes[1:]] == [
        f"prior={prior}" for prior in ("sparbot", "uniform", "none")
    ]
    assert len(outcome.drawings[0].series) == 3  # type: ignore[union-attr]


def test_hyperborean_is_a_coach() -> None:
    """Two programs and a coach, in the slow competition with the filter."""
    for name, tricky in (("kan-fig-5.16", False), ("kan-fig-5.18", True), ("kan-fig-5.20", True)):
        outcome = find(name).run(RunOptions(games=8, seed=2))
        why = outcome.figures[0].why
        assert "run-time DIVAT" in why
        assert ("tricky" in why) == tricky
