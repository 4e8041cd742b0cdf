"""Jobs in processes of their own."""

from __future__ import annotations

import multiprocessing.util
import os
import signal
import time
import warnings
from collections.abc import Iterator

import pytest

from railbird.compute.processes import stream_processes
from railbird.errors import LostProcessError, RulesError
from railbird.kernels.notice import COMPILING


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


class Told:
    """Told to end while it is cleaned up, where Python drops exceptions."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)


def clean_up(job: int) -> Iterator[int]:
    Told()
    time.sleep(60)
    yield job


def test_a_process_that_is_told_to_end_in_a_clean_up_ends_in_silence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    start = time.monotonic()
    with pytest.raises(LostProcessError):
        list(stream_processes(clean_up, [1], lost=str))
    assert time.monotonic() - start < 60
    assert "KeyboardInterrupt" not in capfd.readouterr().err


def test_the_results_of_each_job_come_in_order() -> None:
    found = list(stream_processes(count, [("a", 5000), ("b", 0), ("c", 3)], lost=str))
    assert [result for result in found if result[0] == "a"] == [("a", n) for n in range(5000)]
    assert [result for result in found if result[0] != "a"] == [("c", n) for n in range(3)]


def test_errors_and_losses_come_back() -> None:
    with pytest.raises(RulesError, match="not 4"):
        list(stream_processes(refuse, [4], lost=str))
    with pytest.raises(LostProcessError, match="it was here before 3"):
        list(stream_processes(die, [3], lost="it was here before {}".format))


def where(job: int) -> Iterator[tuple[int, int]]:
    yield job, os.getpid()


def is_silent(_: int) -> Iterator[bool]:
    yield COMPILING.is_given


@pytest.mark.parametrize("is_given", [False, True])
def test_one_process_may_say_that_kernels_are_compiled(
    monkeypatch: pytest.MonkeyPatch, *, is_given: bool
) -> None:
    monkeypatch.setattr(COMPILING, "is_given", is_given)
    assert sorted(stream_processes(is_silent, [1, 2], lost=str)) == [is_given, True]


def test_a_process_does_one_job_after_another() -> None:
    taken = []

    def jobs() -> Iterator[int]:
        for job in range(7):
            taken.append(job)
            yield job

    found: list[tuple[int, int]] = []
    for job, process in stream_processes(where, jobs(), lost=str, processes=2):
        assert len(taken) <= len(found) + 3  # no more than what the two are busy with
        found.append((job, process))
    assert sorted(job for job, _ in found) == list(range(7))
    assert len({process for _, process in found}) <= 2
    assert not list(stream_processes(where, [], lost=str, processes=2))


def test_a_process_that_dies_between_jobs_is_missed() -> None:
    with pytest.raises(LostProcessError, match="0"):
        list(stream_processes(die, [0, 0, 0], lost=str, processes=1))


def linger(job: int) -> Iterator[int]:
    """The process takes a while to end."""
    multiprocessing.util.Finalize(None, time.sleep, args=(job,), exitpriority=1)
    yield job


def test_processes_end_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(stream_processes(linger, [1], lost=str)) == [1]
    assert list(stream_processes(count, [("a", 1)] * 3, lost=str, processes=2)) == [("a", 0)] * 3
    assert capfd.readouterr() == ("", "")


def complain(job: int) -> Iterator[int]:
    warnings.warn(f"{job} is strange", stacklevel=1)
    yield job


def test_warnings_come_back() -> None:
    with pytest.warns(UserWarning, match="5 is strange"):
        assert list(stream_processes(complain, [5], lost=str)) == [5]
