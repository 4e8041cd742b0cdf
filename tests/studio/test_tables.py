"""Playing over the API: a session survives its server, is in the library, and can be reviewed."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from railbird.history.library import Library
from railbird.reports.own_play import review_session
from railbird.studio.app import create_app
from railbird.studio.settings import StudioSettings
from tests.studio.conftest import HERE, wait_for


def ready(client: TestClient, id_: int) -> dict[str, Any]:
    """The table when the programs have acted."""
    found: dict[str, Any] = wait_for(
        lambda: (seen := client.get(f"/api/tables/{id_}").json())["phase"] != "thinking" and seen
    )
    return found


def act(client: TestClient, seen: dict[str, Any], action: str, **more: int) -> dict[str, Any]:
    asked = {"hand": seen["hand"], "turn": seen["turn"], "action": action, **more}
    answer = client.post(f"/api/tables/{seen['id']}/act", json=asked)
    assert answer.status_code == 200, answer.json()
    return ready(client, seen["id"])


def call_down(client: TestClient, seen: dict[str, Any]) -> dict[str, Any]:
    while seen["phase"] == "asked":
        seen = act(client, seen, "call")
    return seen


def test_a_session_survives_its_server_and_is_reviewed(settings: StudioSettings) -> None:
    asked = {"opponents": ["random", "always-call"], "name": "Eve"}
    with TestClient(create_app(settings), base_url=HERE) as client:
        seen = ready(client, client.post("/api/tables", json=asked).json()["id"])
        cards = [seat["cards"] for seat in seen["replay"]["seats"]]
        assert [p for p, held in enumerate(cards) if held] == [seen["position"]]
        seen = call_down(client, seen)
        assert (seen["phase"], seen["hands"]) == ("over", 1)
        assert client.get("/api/replay", params={"hand": seen["hand_id"]}).status_code == 200
        client.post(f"/api/tables/{seen['id']}/deal")
        before = act(client, ready(client, seen["id"]), "call")
    with TestClient(create_app(settings), base_url=HERE) as client:  # another server
        assert [each["id"] for each in client.get("/api/tables").json()] == [seen["id"]]
        assert ready(client, seen["id"]) == before
        again = call_down(client, before)
        assert again["hands"] == 2
        won = again["won"]
        number = client.post(f"/api/tables/{seen['id']}/leave").json()["match"]
        assert client.get("/api/tables").json() == []
        found = client.get(f"/api/matches/{number}/review").json()
        with Library(settings.library) as library:
            expected = review_session(library.hands(), "Eve")
            (kept,) = library.matches()
        assert (kept.kind, kept.hands, kept.finished is None) == ("play", 2, False)
        assert (found["player"], found["judged"], found["won"]) == ("Eve", 2, won)
        assert found["worth"] == pytest.approx(expected.worth)
        assert found["headline"] == expected.headline()
        assert client.get(f"/api/tables/{seen['id']}").status_code == 400


def test_another_answer_is_scored_like_the_one_that_was_given(reader: TestClient) -> None:
    for player in ("rules", "always-call"):
        found = reader.get("/api/matches/1/review", params={"player": player}).json()
        for each in found["marked"][:3]:
            judged = each["judged"]
            spot = {"hand": each["hand"], "step": judged["step"]}
            word = judged["played"].split()[0]
            same = {"check": "call", "bet": "raise"}.get(word, word)
            tried = reader.post("/api/review/try", json={**spot, "action": same}).json()
            assert tried["worth"] == pytest.approx(judged["worth"], abs=1e-9)
            word = judged["baseline"].split()[0]
            better = {"check": "call", "bet": "raise"}.get(word, word)
            tried = reader.post("/api/review/try", json={**spot, "action": better}).json()
            assert (tried["is_same"], tried["worth"]) == (True, 0.0)


@pytest.mark.parametrize(
    ("path", "json", "status", "error"),
    [
        ("/api/tables", {"opponents": ["./bot.py:Bot"]}, 400, "no kind of player"),
        ("/api/tables", {"opponents": ["exec:./bot"]}, 400, "no kind of player"),
        ("/api/tables", {"opponents": ["sparbot", "rules"]}, 400, "sparbot plays only"),
        ("/api/tables", {"opponents": []}, 422, "opponents: "),
        ("/api/tables/9/deal", {}, 404, "there is no session 9"),
        ("/api/tables/9/act", {"hand": 0, "turn": 0, "action": "raise"}, 400, "give to"),
        ("/api/review/try", {"hand": 1, "step": 0, "action": "call"}, 400, "no decision"),
        ("/api/review/try", {"hand": 999, "step": 0, "action": "call"}, 404, "no hand"),
    ],
)
def test_what_makes_no_sense_is_refused(
    reader: TestClient, path: str, json: dict[str, Any], status: int, error: str
) -> None:
    answer = reader.post(path, json=json)
    assert answer.status_code == status
    assert error in answer.json()["error"]


def test_an_action_counts_once(client: TestClient) -> None:
    asked = {"opponents": ["always-call"], "betting": "no-limit"}
    seen = ready(client, client.post("/api/tables", json=asked).json()["id"])
    most = seen["options"]["highest_raise"]
    act(client, seen, "raise", to=most)
    twice = {"hand": seen["hand"], "turn": seen["turn"], "action": "fold"}
    answer = client.post(f"/api/tables/{seen['id']}/act", json=twice)
    assert answer.status_code == 400
    assert "the hand has gone on" in answer.json()["error"]
    kinds = {agent["kind"]: agent for agent in client.get("/api/agents").json()}
    assert kinds["sparbot"]["most"] == 2
