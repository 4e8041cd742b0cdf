"""Many files are one job; what is left out is listed, and what is wrong is said."""

from __future__ import annotations

import io
import tarfile
from typing import Any
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from railbird.history.files import write_hands
from railbird.history.library import Library
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from tests.history.pokerstars_samples import TOURNAMENT
from tests.studio.test_jobs import ended

Files = dict[str, bytes]


@pytest.fixture(scope="session")
def texts(played: StudioSettings, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The hands of a match in three files."""
    folder = tmp_path_factory.mktemp("texts")
    with Library(played.library) as library:
        hands = [hand for _, hand in library.hands()]
    found = []
    for place in range(3):
        path = folder / f"{place}.jsonl"
        write_hands(path, hands[20 * place : 20 * place + 20], format="railbird")
        found.append(path.read_bytes())
    return found


def tarred(files: Files) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return target.getvalue()


def zipped(files: Files) -> bytes:
    target = io.BytesIO()
    with ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def imported(client: TestClient, name: str, content: bytes) -> dict[str, Any]:
    answer = client.post("/api/imports", params={"name": name}, content=content)
    assert answer.status_code == 202
    return ended(client, answer.json()["id"])


def test_many_files_are_one_job_that_lists_what_was_left_out(
    client: TestClient, settings: StudioSettings, texts: list[bytes]
) -> None:
    damaged = TOURNAMENT.partition("*** HOLE CARDS ***")[0].encode()
    files = {
        "HH/one.jsonl": texts[0],
        "HH/two.jsonl": texts[1],
        "HH/again.jsonl": texts[1],
        "HH/notes.md": b"# notes, no hands",
        "HH/damaged.txt": damaged,
        "HH/more.zip": zipped({"three.jsonl": texts[2], "deeper.zip": zipped({"x": b"y"})}),
    }
    job = imported(client, "HH (6 files)", tarred(files))
    assert (job["state"], job["error"]) == ("done", None)
    assert len(client.get("/api/jobs").json()) == 1
    result = job["result"]
    assert (result["files"], result["added"], result["known"]) == (5, 60, 20)
    assert result["said"].startswith("5 files: 60 hands added, 20 already known, 1 refused, 2 ")
    (refused,) = result["refused_named"]
    assert refused.startswith("HH/damaged.txt:")
    assert result["skipped_named"] == [
        "HH/notes.md: no format that railbird reads",
        "deeper.zip: a zip archive: unpack it",
    ]
    assert not list((settings.folder / "uploads").iterdir())


def test_an_import_that_failed_is_not_resumed_and_names_no_place_of_ours(
    client: TestClient, settings: StudioSettings
) -> None:
    for name, content in (
        ("a.txt", b"nothing"),
        ("b.zip", zipped({"a.txt": b"nothing"})),
        ("c.zip", zipped({"a.txt": b"nothing"})[:-9]),
    ):
        job = imported(client, name, content)
        assert (job["state"], job["can_resume"]) == ("failed", False)
        assert name in job["error"]
        assert str(settings.folder) not in job["error"]
        again = client.post(f"/api/jobs/{job['id']}/resume")
        assert again.status_code == 400
        assert "import that again" in again.json()["error"]


def test_an_import_that_was_cancelled_is_resumed(
    settings: StudioSettings, texts: list[bytes], client: TestClient
) -> None:
    upload = settings.folder / "uploads" / "kept"
    upload.parent.mkdir(parents=True, exist_ok=True)
    upload.write_bytes(texts[0])
    with StudioStore(settings.folder) as store:
        asked = {"name": "one.jsonl", "path": str(upload)}
        id_ = store.add_job("import", "Import one.jsonl", asked).id
        if not store.move_job(id_, "cancelled", when=("waiting",)):  # it has begun meanwhile
            ended(client, id_)
            return
    assert client.get(f"/api/jobs/{id_}").json()["can_resume"] is True
    assert client.post(f"/api/jobs/{id_}/resume").json()["state"] == "waiting"
    assert ended(client, id_)["result"]["added"] == 20
