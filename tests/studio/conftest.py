"""A studio with a library of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from railbird.history.library import Library
from railbird.studio.samples import Sample, play_sample
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from railbird.studio.task import Task
from railbird.studio.work import KINDS

if TYPE_CHECKING:
    from starlette.testclient import TestClient

if find_spec("fastapi") is None or find_spec("uvicorn") is None:  # see pytest_report_header
    collect_ignore_glob = ["test_*.py"]

TINY = Sample(name="tiny", title="", about="", players=("rules", "always-call"), deals=30)
HERE = "http://localhost:8470"


@pytest.fixture
def settings(tmp_path: Path) -> StudioSettings:
    return StudioSettings(library=tmp_path / "hands.db")


@pytest.fixture
def client(settings: StudioSettings) -> Iterator[TestClient]:
    """A client of a studio that looks after its jobs."""
    from starlette.testclient import TestClient

    from railbird.studio.app import create_app

    with TestClient(create_app(settings), base_url=HERE) as client:
        yield client


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> StudioSettings:
    """A library with a match of 60 games that is analysed; not to be changed."""
    settings = StudioSettings(library=tmp_path_factory.mktemp("played") / "hands.db")
    with Library(settings.library) as library:
        play_sample(TINY, library)
    run_here(settings, "analysis", {"match": 1})
    return settings


@pytest.fixture
def reader(played: StudioSettings) -> TestClient:
    """A client of a studio with a match, without jobs."""
    from starlette.testclient import TestClient

    from railbird.studio.app import create_app

    return TestClient(create_app(played), base_url=HERE)


def run_here(settings: StudioSettings, kind: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Do a job in this process."""
    with StudioStore(settings.folder) as store:
        job = store.add_job(kind, kind, asked)
        store.move_job(job.id, "starting", when=("waiting",))
        store.note_process(job.id, 0)
        result = KINDS[kind].run(Task(job.id, asked, settings, store))
        store.finish_job(job.id, result=result)
        return result


def wait_for(what: Callable[[], Any], seconds: float = 120.0) -> Any:
    """The first value that is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come")
