"""Jobs in processes of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from railbird.compute.processes import stream_processes
from railbird.errors import LostProcessError, RulesError


def count(job: tuple[str, int]) -> Iterator[tuple[str, int]]:
    name, end = job
    for number in range(end):
        yield name, number


def refuse(job: int) -> Iterator[int]:
    yield job
    raise RulesError(f"not {job}")


def die(job: int) -> Iterator[int]:
    yield job
    os._exit(job)


def test_the_results_of_each_job_come_in_order() -> None:
    found = list(stream_processes(count, [("a", 5000), ("b", 0), ("c", 3)], lost="lost"))
    assert [result for result in found if result[0] == "a"] == [("a", n) for n in range(5000)]
    assert [result for result in found if result[0] != "a"] == [("c", n) for n in range(3)]


def test_errors_and_losses_come_back() -> None:
    with pytest.raises(RulesError, match="not 4"):
        list(stream_processes(refuse, [4], lost="lost"))
    with pytest.raises(LostProcessError, match="it was here before"):
        list(stream_processes(die, [3], lost="it was here before"))
