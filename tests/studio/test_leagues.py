"""Leagues over the API: the tables are those that Python computes."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from railbird.arena import play_league
from railbird.studio.app import create_app
from railbird.studio.leagues import league_of
from railbird.studio.settings import StudioSettings
from tests.studio.conftest import HERE, run_here

ASKED: dict[str, Any] = {"players": ["rules", "random", "always-call"], "deals": 20, "seed": 3}


def test_a_league_is_played_into_the_library(settings: StudioSettings) -> None:
    result = run_here(settings, "league", ASKED)
    expected = play_league(league_of(ASKED))
    client = TestClient(create_app(settings), base_url=HERE)
    (listed,) = client.get("/api/leagues").json()
    assert result == {"said": listed["headline"], "page": f"/leagues/{listed['id']}"}
    found = client.get(f"/api/leagues/{listed['id']}").json()
    assert found["players"] == list(expected.players)
    assert found["sentences"] == expected.sentences()
    assert [one["mean"] for one in found["ratings"]] == pytest.approx(
        [one.mean for one in expected.ranking.means]
    )
    assert [one["mean"] for one in found["means"]] == pytest.approx(
        [expected.mean(player, "DIVAT").mean for player in expected.players]
    )
    for pair, told in zip(expected.pairs, found["pairs"], strict=True):
        assert (told["first"], told["second"]) == (pair.first, pair.second)
        assert told["money"]["mean"] == pytest.approx(pair.money.mean)
        match = client.get(f"/api/matches/{told['match']}").json()
        assert (match["players"], match["hands"]) == ([pair.first, pair.second], 40)
    report = client.get(f"/api/leagues/{listed['id']}/report.html")
    assert "crosstable" in report.text or "Row against column" in report.text
    assert not list((settings.folder / "leagues").glob("*-logs"))


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"players": ["rules"]}, 422, "players"),
        ({"players": ["rules", "./bot.py:Bot"]}, 400, "no kind of player"),
        ({"players": ["rules", "random"], "deals": 0}, 422, "deals"),
    ],
)
def test_what_cannot_be_played_is_refused(
    client: TestClient, asked: dict[str, Any], status: int, said: str
) -> None:
    answer = client.post("/api/leagues", json=asked)
    assert answer.status_code == status
    assert said in answer.json()["error"]
    assert client.get("/api/leagues/9").status_code == 404
    assert client.get("/api/leagues").json() == []
