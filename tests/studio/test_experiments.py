"""Experiments: the registry's verdicts, and a run's figures beside the printed ones."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from railbird.reproduce.experiment import Figure, Outcome, RunOptions
from railbird.reproduce.registry import EXPERIMENTS
from railbird.studio.app import create_app
from railbird.studio.settings import StudioSettings
from tests.studio.conftest import HERE, run_here

QUICK = "seca-fig-5"
"""Differs, and says why; takes no time."""


@pytest.fixture
def idle(settings: StudioSettings) -> TestClient:
    """A client of a studio that does not look after jobs."""
    return TestClient(create_app(settings), base_url=HERE)


def test_all_experiments_are_listed_with_the_verdict_of_the_registry(idle: TestClient) -> None:
    documents = idle.get("/api/experiments").json()
    rows = [each for document in documents for each in document["experiments"]]
    listed = {id_: row["expected"] for row in rows for id_ in row["ids"]}
    assert listed == {each.id: each.expected for each in EXPERIMENTS.values()}
    assert all(row["run"] is None for row in rows)
    long = next(row for row in rows if "kan-fig-4.5" in row["ids"])
    assert 30 <= long["quick_games"] < long["games"]
    assert next(row for row in rows if row["id"] == QUICK)["quick_games"] is None


def test_a_run_is_kept_with_its_figures(idle: TestClient, settings: StudioSettings) -> None:
    expected = EXPERIMENTS[QUICK].run(RunOptions())
    run = run_here(settings, "experiment", {"id": QUICK, "games": None})
    assert run == {"said": "differs", "page": f"/reproduce?id={QUICK}"}
    found = idle.get(f"/api/experiments/{QUICK}").json()
    assert (found["run"]["verdict"], found["run"]["explained"]) == ("differs", True)
    figures = found["outcome"]["figures"]
    assert [each["name"] for each in figures] == [each.name for each in expected.figures]
    assert [each["ours"] for each in figures] == [each.texts[0] for each in expected.figures]
    assert any(each["why"] for each in figures if each["verdict"] == "differs")


def test_what_is_drawn_is_a_picture(idle: TestClient, settings: StudioSettings) -> None:
    run_here(settings, "experiment", {"id": "kan-fig-4.1", "games": 60})
    found = idle.get("/api/experiments/kan-fig-1.1").json()
    assert found["ids"] == ["kan-fig-1.1", "kan-fig-4.1", "kan-fig-4.2"]
    assert found["outcome"] is None  # it is kept under the name of the first
    run_here(settings, "experiment", {"id": found["id"], "games": 60})
    outcome = idle.get("/api/experiments/kan-fig-4.1").json()["outcome"]
    assert outcome["too_few"]
    assert all(svg.startswith("<svg") for svg in outcome["pictures"].values())
    assert outcome["pictures"]


def test_a_run_is_asked_for_by_size(idle: TestClient) -> None:
    job = idle.post("/api/experiments/kan-fig-4.5/run", json={"size": "quick"})
    assert job.status_code == 202
    assert job.json()["title"] == "Reproduce kan-fig-4.5"
    same = idle.post("/api/experiments/kan-4.5/run", json={"size": "quick"})
    assert same.json()["id"] == job.json()["id"]
    refused = idle.post(f"/api/experiments/{QUICK}/run", json={"size": "quick"})
    assert refused.status_code == 400
    assert "as quick in full" in refused.json()["error"]
    missing = idle.get("/api/experiments/nosuch")
    assert missing.status_code == 404
    assert "there is no experiment 'nosuch'" in missing.json()["error"]
    assert idle.post(f"/api/experiments/{QUICK}/run", json={"size": "huge"}).status_code == 422


def test_a_difference_is_explained_if_every_figure_says_why() -> None:
    def figure(why: str) -> Figure:
        return Figure("x", 1.0, 2.0, 0.0, "differs", why)

    assert Outcome((figure("misprint"),)).explained
    assert not Outcome((figure("misprint"), figure(""))).explained
    assert not Outcome(()).explained
