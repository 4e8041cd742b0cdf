"""Omaha Hi-Lo: what the API answers is what the charts and the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from railbird.cards.card import HoleCards
from railbird.omaha8.chart import Chart, hand_curve, matching
from railbird.omaha8.rules.oracle import ORACLE
from railbird.omaha8.training import Memory, training_file

HAND = "KsQs7d6h"


def test_a_hand_has_its_points_its_worth_and_its_curve(client: TestClient) -> None:
    asked: dict[str, Any] = {"cards": HAND, "position": "sb", "r": 9}
    found = client.get("/api/omaha8/hand", params=asked).json()
    spot, said = Chart(9).spot(HAND, "sb"), ORACLE.judge(HoleCards.parse(HAND), "sb", 9)
    assert found["spot"]["gap"] == pytest.approx(spot.gap)
    assert found["headline"].startswith("Jam: to jam wins" if spot.played == 1 else "Fold")
    oracle = found["rules"][0]
    assert [(one["line"], one["points"]) for one in oracle["lines"]] == list(said.lines)
    assert oracle["score"] == said.score
    assert oracle["lost"] == pytest.approx(spot.lost(play=said.play))
    at = found["stacks"].index(9)
    assert (found["gaps"][at], found["played"][at]) == pytest.approx((spot.gap, spot.played))
    assert found["stacks"][0] == 1.0  # below, the small blind is all in by posting
    few = client.get("/api/omaha8/hand", params=asked | {"r": 1, "position": "bb"}).json()
    assert "no decision" in few["headline"]
    assert few["spot"]["played"] is None


def test_the_curve_is_that_of_the_charts() -> None:
    curve = hand_curve(HAND, "bb")
    for i in (0, 10, -1):
        spot = Chart(float(curve.stacks[i])).spot(HAND, "bb")
        assert (curve.played[i], curve.gaps[i]) == pytest.approx((spot.played, spot.gap))


def test_the_chart_is_searched_by_a_pattern(client: TestClient) -> None:
    asked: dict[str, Any] = {"r": 8, "position": "bb", "search": "A2xx ds", "top": 5}
    found = client.get("/api/omaha8/chart", params=asked).json()
    chart, which = Chart(8), matching("A2xx ds")
    assert found["classes"] == which.sum()
    assert found["share"] == pytest.approx(chart.share("bb", which))
    best = [spot.name for spot in chart.spots("bb", chart.best("bb", which)[:5])]
    assert [one["name"] for one in found["best"]] == best
    every = client.get("/api/omaha8/chart", params={"r": 8}).json()
    assert every["hands"] == 270_725


def test_the_trainer_remembers_what_was_missed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked: dict[str, Any] = {"seed": 5, "r": [8], "position": "sb"}
    question = client.get("/api/omaha8/question", params=asked).json()
    assert question == client.get("/api/omaha8/question", params=asked).json()
    spot = Chart(8).spot(question["cards"], "sb")
    reply = {name: question[name] for name in ("position", "stack", "cards", "odds")}
    wrong = client.post("/api/omaha8/reply", json=reply | {"play": spot.gap < 0}).json()
    assert not wrong["is_right"]
    assert wrong["lost"] == pytest.approx(abs(spot.gap))
    assert wrong["missed"] == 1
    right = client.post("/api/omaha8/reply", json=reply | {"play": spot.gap > 0}).json()
    assert right["is_right"]
    (day,) = client.get("/api/training/omaha8").json()
    assert (day["answers"], day["right"]) == (2, 1)
    assert client.get("/api/training/jam").json() == []
    memory = Memory.load(training_file())  # that of the command line
    assert (memory.answers, memory.right) == (2, 1)
    memory.answers = 100  # later, the hand is due
    memory.save(training_file())
    again = client.get("/api/omaha8/question", params=asked).json()
    assert again["odds"] is None
    assert Chart(8).spot(again["cards"], "sb").name == spot.name
    new = client.get("/api/omaha8/question", params=asked | {"repeated": True}).json()
    assert new["odds"] is not None


@pytest.mark.parametrize(
    ("asked", "status", "error"),
    [
        ("hand?cards=AsAs2s3d", 400, "As"),
        ("hand?cards=AsKs", 400, "four"),
        ("hand?cards=AsKsQsJs&r=99", 422, "r: "),
        ("hand?cards=AsKsQsJs&position=utg", 422, "position: "),
        ("chart?search=zz", 400, "zz"),
        ("question?seed=1&r=0.5&position=sb", 400, "nobody has a decision"),
        ("question?seed=1", 422, "r: "),
    ],
)
def test_what_is_wrong_is_refused(client: TestClient, asked: str, status: int, error: str) -> None:
    answer = client.get(f"/api/omaha8/{asked}")
    assert answer.status_code == status
    assert error in answer.json()["error"]
