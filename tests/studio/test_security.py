"""Only this machine's own pages, or whoever knows the token, may use the studio."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from railbird.errors import OptionError
from railbird.studio.app import create_app
from railbird.studio.security import token_for
from railbird.studio.settings import StudioSettings
from tests.studio.conftest import HERE

LOCAL = "localhost:8470"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": LOCAL}, 200),
        ({"host": "127.0.0.1:8470"}, 200),
        ({"host": "[::1]:8470"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "localhost.evil.example:8470"}, 403),
        ({"host": ""}, 403),
        ({"host": "["}, 403),
        ({"host": LOCAL, "origin": HERE}, 200),
        ({"host": LOCAL, "origin": "http://evil.example"}, 403),
        ({"host": LOCAL, "origin": "http://localhost:9999"}, 403),
        ({"host": LOCAL, "origin": "null"}, 403),
        ({"host": LOCAL, "sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_host_and_origin_must_be_ours(
    reader: TestClient, headers: dict[str, str], status: int
) -> None:
    answer = reader.get("/api/health", headers=headers)
    assert answer.status_code == status
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_an_exposed_studio_asks_for_its_token(played: StudioSettings) -> None:
    exposed = replace(played, host="0.0.0.0", token="secret")
    address = "http://192.168.0.7:8470"
    with TestClient(create_app(exposed), base_url=address) as stranger:
        refused = stranger.get("/api/library")
        assert refused.status_code == 401
        assert "token" in refused.json()["error"]
        assert stranger.get("/?token=wrong").status_code == 401
        bearer = {"Authorization": "Bearer secret"}
        assert stranger.get("/api/library", headers=bearer).status_code == 200
        assert stranger.get("/api/library", headers={"host": "evil.example"}).status_code == 403
        invited = stranger.get("/?token=secret", follow_redirects=False)
        assert (invited.status_code, invited.headers["location"]) == (303, "/")
        assert "httponly" in invited.headers["set-cookie"].lower()
        assert stranger.get("/api/library").status_code == 200  # by the cookie


def test_another_host_needs_expose() -> None:
    assert token_for("127.0.0.1", expose=False) is None
    assert len(token_for("0.0.0.0", expose=True) or "") >= 32
    with pytest.raises(OptionError, match="add --expose"):
        token_for("0.0.0.0", expose=False)
    with pytest.raises(OptionError, match="contradict"):
        token_for("localhost", expose=True)


def test_bodies_are_limited_in_size(played: StudioSettings) -> None:
    small = replace(played, most_uploaded=1000)
    client = TestClient(create_app(small), base_url=HERE)
    answer = client.post("/api/imports?name=a.log", content=b"x" * 1001)
    assert answer.status_code == 413
    assert "larger than 1,000 bytes" in answer.json()["error"]
    assert not list((small.folder / "uploads").iterdir())
    answer = client.post("/api/equity", content=b" " * (1 << 21))
    assert answer.status_code == 413


@pytest.mark.parametrize("path", ["/..%2f..%2fapp.py", "/assets/..%2f..%2fapp.py", "/a%00.js"])
def test_files_outside_the_pages_are_not_served(reader: TestClient, path: str) -> None:
    answer = reader.get(path)
    assert answer.status_code == 404
    assert "error" in answer.json()
