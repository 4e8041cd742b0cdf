"""Jobs run in processes of their own; killed, cancelled or left by their server, they resume."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from railbird.history.files import write_hands
from railbird.history.library import Library
from railbird.studio.app import create_app
from railbird.studio.jobs import JobRunner
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from tests.studio.conftest import HERE, wait_for


@pytest.fixture(scope="session")
def log(played: StudioSettings, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of the hands of a match."""
    path = tmp_path_factory.mktemp("log") / "match.jsonl"
    with Library(played.library) as library:
        write_hands(path, (hand for _, hand in library.hands()), format="railbird")
    return path.read_bytes()


def job_of(client: TestClient, id_: int) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/jobs/{id_}").json()
    return found


def ended(client: TestClient, id_: int) -> dict[str, Any]:
    """The job when it has ended."""
    states = {"done", "failed", "cancelled", "interrupted"}
    found: dict[str, Any] = wait_for(
        lambda: (job := job_of(client, id_))["state"] in states and job, 60
    )
    return found


def test_an_upload_is_imported_by_a_job(
    client: TestClient, settings: StudioSettings, log: bytes
) -> None:
    answer = client.post("/api/imports", params={"name": "C:\\logs\\match.jsonl"}, content=log)
    assert answer.status_code == 202
    assert answer.json()["title"] == "Import match.jsonl"
    job = ended(client, answer.json()["id"])
    assert (job["state"], job["error"]) == ("done", None)
    assert job["result"]["said"] == "60 hands added, 0 already known"
    assert job["result"]["matches"] == [1]
    assert client.get("/api/matches/1").json()["hands"] == 60
    assert not list((settings.folder / "uploads").iterdir())
    nonsense = client.post("/api/imports?name=a.txt", content=b"nothing")
    job = ended(client, nonsense.json()["id"])
    assert job["state"] == "failed"
    assert "a.txt" in job["error"]
    assert client.post("/api/imports?name=a.txt", content=b"").status_code == 400


def waiting_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the processes of jobs wait before they do anything."""
    (tmp_path / "sitecustomize.py").write_text("import time; time.sleep(60)\n")
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    monkeypatch.setenv("PYTHONPATH", path)


def test_a_job_whose_process_is_gone_is_interrupted_and_resumes(
    settings: StudioSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with TestClient(create_app(settings), base_url=HERE) as client:
        with monkeypatch.context() as slow:
            waiting_worker(slow, tmp_path)
            id_ = client.post("/api/samples/clear").json()["id"]
            wait_for(lambda: job_of(client, id_)["state"] == "starting")
        runner = client.app.state.runner  # type: ignore[attr-defined]
        wait_for(lambda: runner._processes)  # a job is starting before its process is there
        for process in list(runner._processes.values()):
            os.kill(process.pid, signal.SIGKILL)
        assert ended(client, id_)["state"] == "interrupted"
        assert client.post(f"/api/jobs/{id_}/resume").json()["state"] == "waiting"
        job = ended(client, id_)
        assert job["state"] == "done"
        assert job["done"] == 1
        again = client.post(f"/api/jobs/{id_}/resume")
        assert again.status_code == 400
        assert "only a job that ended early" in again.json()["error"]


def test_a_server_that_ends_leaves_jobs_to_the_next(
    settings: StudioSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as slow:
        waiting_worker(slow, tmp_path)
        with TestClient(create_app(settings), base_url=HERE) as client:
            first = client.post("/api/samples/clear").json()
            same = client.post("/api/samples/clear").json()
            assert first["id"] == same["id"]  # not twice
            wait_for(lambda: job_of(client, first["id"])["state"] == "starting")
    with TestClient(create_app(settings), base_url=HERE) as client:
        assert job_of(client, first["id"])["state"] == "interrupted"
        other = client.post("/api/samples/close").json()
        cancelled = client.post(f"/api/jobs/{other['id']}/cancel").json()
        assert cancelled["state"] == "cancelled"
        again = client.post(f"/api/jobs/{other['id']}/cancel")
        assert again.status_code == 400
        assert "has ended already" in again.json()["error"]


def test_a_running_job_of_a_killed_server_is_found_dead_by_the_next(
    settings: StudioSettings,
) -> None:
    with StudioStore(settings.folder) as store:
        job = store.add_job("sample", "Play", {"name": "clear"})
        store.move_job(job.id, "starting", when=("waiting",))
        store.note_process(job.id, 999_999)  # nobody holds its lock
    runner = JobRunner(settings)
    runner.start()
    try:
        with StudioStore(settings.folder) as store:
            wait_for(lambda: (found := store.job(job.id)) and found.state == "interrupted")
    finally:
        runner.stop()
