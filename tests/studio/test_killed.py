"""``kill -9`` of the server and of jobs: no hand, study or finished work is lost."""

from __future__ import annotations

import json
import os
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from railbird.history.library import Library
from tests.studio.conftest import wait_for
from tests.studio.server import free_port, start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is of other systems")


class Studio:
    """A studio in a process of its own, which can be killed and started again."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self.begin()

    def begin(self) -> None:
        self._process = start(self._library, "--port", str(free_port()))
        assert self._process.stdout is not None
        said = wait_for(self._process.stdout.readline)
        self._address = said.partition("is open: ")[2].strip().rstrip("/")

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=60)

    def ask(self, path: str, given: Any = None, *, method: str | None = None) -> Any:
        body = None if given is None else json.dumps(given).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._address + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def seen(self, id_: int) -> Any:
        """The table when the programs have acted."""
        path = f"/api/tables/{id_}"
        return wait_for(lambda: (at := self.ask(path))["phase"] != "thinking" and at)


@pytest.mark.parametrize("kills", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path, kills: int) -> None:
    library = tmp_path / "hands.db"
    studio = Studio(library)
    try:
        study = {"page": "tournament", "name": "mine", "address": "/tournament?stacks=2,3"}
        studio.ask("/api/studies", study)
        job = studio.ask("/api/samples/clear", {})["id"]
        seen = studio.ask("/api/tables", {"opponents": ["random", "always-call"], "name": "Eve"})
        table, finished = seen["id"], []
        for _ in range(kills):
            seen = studio.seen(table)
            while seen["phase"] == "asked":
                given = {"hand": seen["hand"], "turn": seen["turn"], "action": "call"}
                studio.ask(f"/api/tables/{table}/act", given)
                seen = studio.seen(table)
            finished.append(seen["hand_id"])
            studio.ask(f"/api/tables/{table}/deal", {})
            before = studio.seen(table)
            studio.kill()  # a hand has begun
            studio.begin()
            after = studio.seen(table)
            assert after["won"] == before["won"]
            assert after["replay"]["seats"] == before["replay"]["seats"]
        assert [each["name"] for each in studio.ask("/api/studies?page=tournament")] == ["mine"]
        with Library(library) as shelf:
            hands = [id_ for id_, hand in shelf.hands() if "Eve" in hand.players]
        assert hands == finished

        def ended() -> Any:
            found = studio.ask(f"/api/jobs/{job}")
            if found["state"] == "interrupted":
                studio.ask(f"/api/jobs/{job}/resume", {})
            return found["state"] == "done" and found

        done = wait_for(ended)
        number = done["result"]["matches"][0]
        kept = studio.ask(f"/api/matches/{number}")
        assert kept["finished"] is not None
        assert kept["hands"] == kept["asked"]
    finally:
        studio.kill()
