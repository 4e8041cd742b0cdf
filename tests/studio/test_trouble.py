"""A full disk, damaged and newer files, and our own faults: one sentence, and it goes on after."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from starlette.testclient import TestClient

from railbird.errors import LibraryError
from railbird.history.library import Library
from railbird.studio.app import create_app
from railbird.studio.samples import play_sample
from railbird.studio.security import HEADERS
from railbird.studio.serve import address
from railbird.studio.settings import StudioSettings
from railbird.studio.store import MIGRATIONS, StudioStore
from tests.e2e.command import railbird
from tests.studio.conftest import HERE, TINY, run_here, wait_for
from tests.studio.test_jobs import ended


def full(*_: object, **__: object) -> Any:
    """What SQLite raises if there is no room, as it does."""
    db = sqlite3.connect(":memory:")
    db.execute("PRAGMA max_page_count = 2")
    db.execute("CREATE TABLE all_of_it (x)")
    db.execute("INSERT INTO all_of_it VALUES (zeroblob(100000))")


def test_jobs_survive_a_full_disk_say_so_and_go_on(client: TestClient) -> None:
    runner = client.app.state.runner  # type: ignore[attr-defined]
    with mock.patch.object(StudioStore, "move_job", full):
        id_ = client.post("/api/samples/clear").json()["id"]
        assert "the disk is full" in wait_for(lambda: runner.trouble)
        with mock.patch.object(StudioStore, "add_job", full):
            refused = client.post("/api/samples/close")
    assert (refused.status_code, "the disk is full" in refused.json()["error"]) == (507, True)
    assert ended(client, id_)["state"] == "done"
    assert runner.trouble is None


def test_jobs_survive_whatever_is_raised(client: TestClient) -> None:
    runner = client.app.state.runner  # type: ignore[attr-defined]
    with mock.patch.object(StudioStore, "jobs", side_effect=KeyError("odd")):
        assert wait_for(lambda: runner.trouble) == "KeyError: 'odd'"
    assert wait_for(lambda: runner.trouble is None)
    with mock.patch("subprocess.Popen", side_effect=OSError(errno.EAGAIN, "too many processes")):
        id_ = client.post("/api/samples/clear").json()["id"]
        assert "too many processes" in wait_for(lambda: runner.trouble)
    assert ended(client, id_)["state"] == "done"  # it waited, and was not lost


def test_an_upload_without_room_is_refused_and_leaves_nothing(
    client: TestClient, settings: StudioSettings
) -> None:
    no_room = OSError(errno.ENOSPC, "No space left on device")
    with mock.patch("railbird.studio.api.imports._keep", side_effect=no_room):
        answer = client.post("/api/imports?name=a.txt", content=b"hands")
    assert answer.status_code == 507
    assert "the disk is full" in answer.json()["error"]
    assert not list((settings.folder / "uploads").iterdir())


@pytest.fixture
def damaged(settings: StudioSettings) -> TestClient:
    """A studio whose library has a match, and tables whose first pages are not what they were."""
    with Library(settings.library) as library:
        play_sample(TINY, library)
    StudioStore(settings.folder).close()
    db = sqlite3.connect(settings.library)
    roots = db.execute("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 1")
    (size,) = db.execute("PRAGMA page_size").fetchone()
    pages = [root for (root,) in roots]
    db.close()
    content = bytearray(settings.library.read_bytes())
    for page in pages:
        content[(page - 1) * size : page * size] = b"\xa5" * size
    settings.library.write_bytes(content)
    return TestClient(create_app(settings), base_url=HERE)


@pytest.mark.parametrize("path", ["hands", "matches", "library", "results?hero=rules", "hands/1"])
def test_a_damaged_library_is_one_sentence(
    damaged: TestClient, settings: StudioSettings, path: str
) -> None:
    answer = damaged.get(f"/api/{path}")
    assert answer.status_code == 500
    said = answer.json()["error"]
    assert said.startswith(f"{settings.library} is damaged")
    assert said.count("\n") == 0
    assert HEADERS.items() <= {name: answer.headers[name] for name in HEADERS}.items()


def test_a_fault_of_ours_is_a_sentence_with_all_headers(
    reader: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with mock.patch("railbird.studio.api.samples.SAMPLES", None):
        answer = reader.get("/api/samples")
    assert answer.status_code == 500
    assert "TypeError" in answer.json()["error"]
    assert HEADERS.items() <= {name: answer.headers[name] for name in HEADERS}.items()
    assert "the studio failed at GET /api/samples" in caplog.text


@pytest.mark.parametrize("wrong", ["newer", "damaged"])
def test_a_studio_file_that_cannot_be_used_is_one_sentence(tmp_path: Path, wrong: str) -> None:
    settings = StudioSettings(library=tmp_path / "hands.db")
    StudioStore(settings.folder).close()
    if wrong == "newer":
        with sqlite3.connect(settings.store_path) as db:
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        db.close()
    else:
        settings.store_path.write_bytes(b"no database" * 1000)
    done = railbird("studio", "--no-browser", "--library", str(settings.library))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert str(settings.store_path) in done.stderr
    assert ("update railbird" if wrong == "newer" else "move it away") in done.stderr


def test_a_studio_for_all_prints_an_address_that_others_can_open() -> None:
    shown = address(StudioSettings(library=Path("a.db"), host="0.0.0.0", token="secret"))
    assert "127.0.0.1" not in shown
    assert "0.0.0.0" not in shown
    assert shown.endswith(":8470/?token=secret")
    assert "127.0.0.1" in address(StudioSettings(library=Path("a.db")))


class NoRoomToCommit:
    """A connection whose disk is full when a transaction is to be written."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            full()
        return self._db.execute(sql, *given)


def test_a_library_that_had_no_room_takes_hands_when_it_has(tmp_path: Path) -> None:
    """What a transaction has begun is forgotten with it: ids of rows that are not there."""
    with Library(tmp_path / "hands.db") as library:
        db = library._db
        library._db = NoRoomToCommit(db)  # type: ignore[assignment]
        with pytest.raises(LibraryError, match="cannot be written: database or disk is full"):
            play_sample(TINY, library)
        library._db = db
        play_sample(TINY, library)
        assert library.count() == 60
    with StudioStore(tmp_path) as store:
        kept = store._db
        store._db = NoRoomToCommit(kept)  # type: ignore[assignment]
        with pytest.raises(sqlite3.OperationalError, match="full"):
            store.add_job("sample", "Play", {})
        store._db = kept
        assert store.add_job("sample", "Play", {}).id == 1


def test_a_damaged_analysis_is_as_if_there_were_none(settings: StudioSettings) -> None:
    with Library(settings.library) as library:
        play_sample(TINY, library)
    run_here(settings, "analysis", {"match": 1})
    reader = TestClient(create_app(settings), base_url=HERE)
    assert reader.get("/api/matches/1/analysis").status_code == 200
    file = settings.folder / "analyses" / "1.npz"
    content = file.read_bytes()
    for damaged in (content[: len(content) // 2], b"", b"PK nonsense" * 100):
        file.write_bytes(damaged)
        answer = reader.get("/api/matches/1/lines")
        assert (answer.status_code, "is not analysed" in answer.json()["error"]) == (404, True)


@pytest.mark.parametrize("kind", ["leagues", "experiments"])
def test_a_damaged_result_does_not_hide_the_others(settings: StudioSettings, kind: str) -> None:
    folder = settings.folder / kind
    folder.mkdir(parents=True)
    reader = TestClient(create_app(settings), base_url=HERE)
    named = "7" if kind == "leagues" else reader.get("/api/experiments").json()[0]["experiments"][0]
    name = named if isinstance(named, str) else named["id"]
    for damaged in ("{", "[]", '{"odd": 1}'):
        (folder / f"{name}.json").write_text(damaged)
        assert reader.get(f"/api/{kind}").status_code == 200
