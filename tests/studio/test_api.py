"""What the API answers is what the Python API computes, and errors are its sentences."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

import railbird
from railbird.divat import analyze, summarise
from railbird.history.library import Library
from railbird.stats import mean_of
from railbird.studio.settings import StudioSettings
from railbird.tournament import SolvedModel, icm


def test_an_empty_studio_is_healthy_and_has_samples(client: TestClient) -> None:
    assert client.get("/api/health").json() == {"status": "ok", "version": railbird.__version__}
    library = client.get("/api/library").json()
    assert (library["hands"], library["matches"]) == (0, 0)
    assert client.get("/api/matches").json() == {"total": 0, "matches": [], "next": None}
    assert len(client.get("/api/samples").json()) >= 2


def test_a_match_has_the_verdict_of_the_analysis(
    reader: TestClient, played: StudioSettings
) -> None:
    with Library(played.library) as library:
        match = analyze(library.hands())
    expected = summarise(match)
    listed = reader.get("/api/matches").json()["matches"][0]
    assert listed["note"]["headline"] == expected.verdict.headline()
    assert listed["note"]["is_current"]
    found = reader.get("/api/matches/1/analysis").json()
    measures = {measure["name"]: measure for measure in found["measures"]}
    assert measures["DIVAT"]["mean"] == pytest.approx(expected.divat.mean)
    assert measures["luck"]["confidence"] is None  # NaN
    assert [line["name"] for line in found["by_position"]] == ["big blind", "button"]
    decisions = reader.get("/api/matches/1/decisions").json()
    assert decisions["costly"][0]["worth"] <= decisions["costly"][-1]["worth"] < 0
    hand = reader.get(f"/api/hands/{decisions['costly'][0]['hand']}").json()
    assert any("Showdown" in line or "folds" in line for line in hand["words"])


def test_lines_end_at_the_sums_and_lose_no_peak(reader: TestClient, played: StudioSettings) -> None:
    with Library(played.library) as library:
        match = analyze(library.hands())
    money = match.money.cumsum()
    found = reader.get("/api/matches/1/lines", params={"points": 7}).json()
    line = next(line for line in found["lines"] if line["name"] == "money")
    assert found["games"] == [0, 8, 17, 25, 34, 42, 51, 60]
    assert found["hands"][-1] == match.ids[-1]
    assert line["last"][1:] == pytest.approx([money[n - 1] for n in found["games"][1:]], abs=1e-3)
    assert max(line["high"]) == pytest.approx(max(0, *money), abs=1e-3)
    assert min(line["low"]) == pytest.approx(min(0, *money), abs=1e-3)
    whole = mean_of(match.money)  # the band ends as wide as the interval in the table
    assert line["band"][-1] == pytest.approx(60 * (whole.high - whole.mean), abs=1e-3)
    part = reader.get("/api/matches/1/lines", params={"first": 10, "last": 12}).json()
    assert part["games"] == [10, 11, 12]
    refused = reader.get("/api/matches/1/lines", params={"first": 10, "last": 10})
    assert refused.status_code == 400
    assert refused.json()["error"] == "games 10 to 10 are not in a match of 60 games"


def test_a_match_can_be_taken_away(reader: TestClient, played: StudioSettings) -> None:
    with Library(played.library) as library:
        match = analyze(library.hands())
    rows = reader.get("/api/matches/1/files/scores.csv").text.splitlines()
    head, last = rows[0].split(","), rows[-1].split(",")
    assert len(rows) == 61
    assert (int(last[0]), last[1]) == (match.ids[-1], "60")
    assert float(last[head.index("money")]) == pytest.approx(match.money[-1])
    page = reader.get("/api/matches/1/files/report.html")
    assert page.headers["content-disposition"].startswith("attachment")
    assert "played better</strong>" in page.text
    assert reader.get("/api/matches/1/files/lines.svg").text.startswith("<svg")
    assert reader.get("/api/matches/9/files/lines.svg").status_code == 404
    assert reader.get("/api/matches/1/files/passwd").status_code == 422


def test_pages_of_hands_have_each_hand_once(reader: TestClient) -> None:
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = reader.get("/api/hands", params={"match": 1, "after": after, "limit": 25}).json()
        seen += [hand["id"] for hand in page["hands"]]
        after = page["next"]
    assert len(seen) == len(set(seen)) == page["total"] == 60


def test_equity_and_worth_of_stacks_are_those_of_the_functions(client: TestClient) -> None:
    found = client.post("/api/equity", json={"players": ["AcKc", "7h6h"]}).json()
    assert found["players"][0]["equity"] == pytest.approx(0.603628, abs=1e-6)
    asked = {"stacks": [2, 5, 8, 13, 17], "payouts": [50, 30, 20]}
    worth = client.post("/api/icm", json=asked).json()
    by_name = {model["model"]: model["payoffs"] for model in worth["models"]}
    assert by_name["harville"] == pytest.approx(icm(asked["stacks"], asked["payouts"]).payoffs)
    solved = icm(asked["stacks"], asked["payouts"], SolvedModel()).payoffs
    assert by_name["solved"] == pytest.approx(solved)
    assert worth["refused"] == []
    six = client.post("/api/icm", json={**asked, "stacks": [1, 1, *asked["stacks"][1:]]}).json()
    (refused,) = six["refused"]
    assert (refused["model"], "6 players" in refused["why"]) == ("solved", True)


@pytest.mark.parametrize(
    ("asked", "json", "status", "error"),
    [
        ("GET /api/matches/7", None, 404, "has no match '7'"),
        ("GET /api/matches/1/analysis", None, 404, "has no match"),
        ("GET /api/hands/9", None, 404, "no hand with the id 9"),
        ("GET /api/hands?limit=0", None, 422, "limit: "),
        (f"GET /api/hands/{10**30}", None, 422, "id_: "),
        ("GET /api/jobs/9", None, 404, "there is no job 9"),
        ("POST /api/jobs/9/cancel", None, 404, "there is no job 9"),
        ("POST /api/samples/nosuch", None, 400, "choose clear, close"),
        ("POST /api/equity", {"players": ["AcKc", "AcQc"]}, 400, "Ac"),
        ("POST /api/equity", {"players": 3}, 422, "players: "),
        ("POST /api/icm", {"stacks": [1], "payouts": [1]}, 422, "stacks: "),
        ("GET /api/nosuch", None, 404, "there is no /api/nosuch"),
        ("DELETE /api/health", None, 405, "Not Allowed"),
    ],
)
def test_what_is_refused_gets_one_sentence(
    client: TestClient, asked: str, json: object, status: int, error: str
) -> None:
    method, path = asked.split()
    answer = client.request(method, path, json=json)
    assert answer.status_code == status
    assert error in answer.json()["error"]


def test_routes_are_made_before_the_first_request(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object, **__: object) -> None:
        raise AssertionError("a route is made by a request: the first page would wait for it")

    monkeypatch.setattr(TypeAdapter, "__init__", late)
    assert client.get("/api/health").status_code == 200
    assert client.get("/api/matches").status_code == 200
