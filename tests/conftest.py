"""Settings for all tests."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from unittest import mock

import pytest

# in the background of a shell, the tests and the programs they start would ignore Ctrl-C
signal.signal(signal.SIGINT, signal.default_int_handler)

# compilers make many objects, few of them garbage: as in the command, do not search so often
gc.set_threshold(100_000, 50, 50)


def pytest_report_header() -> str | None:
    """Say that tests are left out, and what brings them back."""
    if find_spec("fastapi") is None:
        return "without the tests of the studio: pip install 'railbird[test]'"
    return None


def pytest_collection_finish() -> None:
    """Keep what was collected out of every later search for garbage: it lives to the end."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _processes_start_at_once() -> Iterator[None]:
    """Fork other processes from one that has loaded what they need: that takes a second each.

    They are told what to do in the same way as if they were spawned. Tests that run the command in
    a process of its own do without this.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.children"])
    with mock.patch("railbird.compute.processes.multiprocessing") as module:
        module.get_context.return_value = context
        yield


def _room(item: pytest.Item) -> str:
    return "/".join(item.nodeid.split("/")[:2])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the reports after the analyses they show: two processes would compile the same."""
    first: dict[str, int] = {}
    for place, item in enumerate(items):
        first.setdefault(_room(item), place)
    first["tests/reports"] = first.get("tests/divat", 0)
    items.sort(key=lambda item: first[_room(item)])
