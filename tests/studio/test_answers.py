"""Answers are kept as long as nothing changes, and connections stay open between requests."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from starlette.responses import StreamingResponse
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from railbird.history.library import Library
from railbird.studio.answers import KeptAnswers
from railbird.studio.app import create_app
from railbird.studio.kept import KeptOpen
from railbird.studio.samples import play_sample
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from tests.studio.conftest import HERE, TINY


class Counting:
    """An application that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the count."""
        self.asked += 1
        await asyncio.sleep(0)
        status = 404 if scope["path"].endswith("missing") else 200
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": str(self.asked).encode()})


async def ask(app: KeptAnswers, path: str) -> bytes:
    got: list[Message] = []

    async def send(message: Message) -> None:
        got.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing is read")

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
    await app(scope, receive, send)
    return b"".join(message.get("body", b"") for message in got)


@pytest.fixture
def made(settings: StudioSettings) -> StudioSettings:
    with Library(settings.library), StudioStore(settings.folder):
        return settings


def test_an_answer_is_made_once_for_all_who_ask_at_the_same_time(made: StudioSettings) -> None:
    app = Counting()
    kept = KeptAnswers(app, made)

    async def many() -> list[bytes]:
        return list(await asyncio.gather(*(ask(kept, "/api/hands") for _ in range(20))))

    assert asyncio.run(many()) == [b"1"] * 20
    assert asyncio.run(ask(kept, "/api/hands")) == b"1"


def test_an_answer_is_made_again_when_its_file_has_changed(made: StudioSettings) -> None:
    app = Counting()
    kept = KeptAnswers(app, made)
    paths = ("/api/hands", "/api/matches", "/api/hands", "/api/matches")
    assert [asyncio.run(ask(kept, path)) for path in paths] == [b"1", b"2", b"1", b"2"]
    with StudioStore(made.folder) as store:  # the hands do not depend on it
        store.add_job("sample", "", {})
    assert [asyncio.run(ask(kept, path)) for path in paths] == [b"1", b"3", b"1", b"3"]
    with Library(made.library) as library:
        library.keep_heroes(["nobody"])
        play_sample(TINY, library)
    assert [asyncio.run(ask(kept, path)) for path in paths] == [b"4", b"5", b"4", b"5"]


def test_answers_that_have_become_old_are_forgotten(made: StudioSettings) -> None:
    kept = KeptAnswers(Counting(), made)
    many = [f"/api/replay/{i}" for i in range(50)]
    for path in [*many, "/api/matches", "/api/leagues"]:
        asyncio.run(ask(kept, path))
    with StudioStore(made.folder) as store:
        store.add_job("sample", "", {})
    asyncio.run(ask(kept, "/api/matches"))
    assert {key.path for key in kept._answers} == {*many, "/api/matches"}
    with Library(made.library) as library:
        play_sample(TINY, library)
    body = asyncio.run(ask(kept, "/api/hands"))
    assert {key.path for key in kept._answers} == {"/api/hands"}
    assert kept._bytes == len(body)


def test_what_is_refused_or_not_of_a_file_is_not_kept(made: StudioSettings) -> None:
    kept = KeptAnswers(Counting(), made)
    paths = ("/api/hands/missing", "/api/hands/missing", "/api/tables", "/api/tables")
    assert [asyncio.run(ask(kept, path)) for path in paths] == [b"1", b"2", b"3", b"4"]


def test_an_answer_in_parts_is_whole_and_files_are_not_kept(made: StudioSettings) -> None:
    async def parts(scope: Scope, receive: Receive, send: Send) -> None:
        stream = StreamingResponse(iter(["a", "b"]))  # it listens whether the client goes away
        await stream(scope, receive, send)

    kept = KeptAnswers(parts, made)
    assert asyncio.run(ask(kept, "/api/results/csv")) == b"ab"
    counting = Counting()
    kept = KeptAnswers(counting, made)
    path = "/api/matches/1/files/scores.csv"
    assert [asyncio.run(ask(kept, path)) for _ in range(2)] == [b"1", b"2"]


def test_hands_that_another_process_adds_are_shown(settings: StudioSettings) -> None:
    with TestClient(create_app(settings), base_url=HERE) as client:
        assert client.get("/api/library").json()["hands"] == 0
        with Library(settings.library) as library:
            play_sample(TINY, library)
        assert client.get("/api/library").json()["hands"] == 60
        assert client.get("/api/hands").json()["total"] == 60
        settings.library.unlink()
        for rest in ("-wal", "-shm"):
            Path(f"{settings.library}{rest}").unlink(missing_ok=True)
        assert client.get("/api/library").json()["hands"] == 0


def test_a_connection_is_used_again_unless_its_request_failed(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    kept = KeptOpen(path, lambda: Library(path, any_thread=True))
    with kept.lent() as first, kept.lent() as second:
        assert first is not second

    def fail() -> None:
        with kept.lent() as failed:
            assert failed is second
            raise ZeroDivisionError

    with kept.lent() as again:
        assert again is first
        with pytest.raises(ZeroDivisionError):
            fail()
        with kept.lent() as third:
            assert third not in (first, second)
    kept.close()
    with kept.lent() as late:
        assert late.count() == 0


def test_small_answers_are_sent_at_once(tmp_path: Path) -> None:
    from railbird.studio.serve import _listening

    with _listening(StudioSettings(library=tmp_path / "hands.db", port=0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP  # asyncio turns the delay off only then
