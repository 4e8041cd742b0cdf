"""Jobs in separate processes: results as they come, and an error if a process is lost."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from railbird.errors import LostProcessError

_SECONDS_TO_END = 5.0
"""A process that is told to end has so long to clean up."""

J = TypeVar("J")
R = TypeVar("R")

_SECONDS_TO_COLLECT = 0.05
"""Results are sent in groups: sending one may cost more than computing it."""


def stream_processes(
    work: Callable[[J], Iterable[R]],
    jobs: Iterable[J],
    *,
    lost: str,
    processes: int | None = None,
) -> Iterator[R]:
    """Yield the results of jobs that run in other processes.

    Results of one job come in order; those of different jobs are interleaved as they are found. An
    exception of ``work`` is raised here. Ctrl-C reaches this process only; the others end with it.

    Parameters
    ----------
    work
        A module-level function, called with a job.
    jobs
        What is to be done; pickle must be able to send it. A job is taken when a process is free
        for it.
    lost
        The message of `LostProcessError` if a process ends before its job is done.
    processes
        How many processes there are at most. By default there is one for each job.
    """
    # a forked process would inherit threads' locks, and open files
    context = multiprocessing.get_context("spawn")
    waiting = iter(jobs)
    workers = []
    links: list[Connection] = []

    def start() -> Connection:
        link, far = context.Pipe()
        links.append(link)
        with _deaf_to_interrupts():
            worker = context.Process(target=_run, args=(far, work), daemon=True)
            worker.start()
        workers.append(worker)
        far.close()
        return link

    try:
        busy = []
        for job in islice(waiting, processes):
            busy.append(start())
            _send(busy[-1], job, lost)
        while busy:
            ready = wait(busy)
            for link in [link for link in busy if link in ready]:
                try:
                    said = link.recv()
                except (EOFError, OSError):
                    raise LostProcessError(lost) from None
                if isinstance(said, Exception):
                    raise said
                if said is not None:
                    yield from said
                    continue
                for job in islice(waiting, 1):
                    _send(link, job, lost)
                    break
                else:
                    busy.remove(link)
    finally:
        for link in links:
            link.close()
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(_SECONDS_TO_END)
            if worker.is_alive():
                worker.kill()
                worker.join()


def _send(link: Connection, job: object, lost: str) -> None:
    try:
        link.send(job)
    except OSError:
        raise LostProcessError(lost) from None


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in this block ignore Ctrl-C from the start; this one tells them to end."""
    if threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _run(link: Connection, work: Callable[[J], Iterable[R]]) -> None:
    """Run jobs and send their results; None marks the end of a job."""
    signal.signal(signal.SIGTERM, _interrupt)  # ends the work in order, like Ctrl-C
    try:
        while True:
            try:
                job = link.recv()
                some: list[R] = []
                sent = time.monotonic()
                for result in work(job):
                    some.append(result)
                    if time.monotonic() - sent > _SECONDS_TO_COLLECT:
                        link.send(some)
                        some, sent = [], time.monotonic()
                link.send(some)
                link.send(None)
            except (OSError, EOFError):
                raise
            except Exception as error:  # raised again in the parent process
                link.send(error)
    except (OSError, EOFError, KeyboardInterrupt):
        pass  # the parent no longer listens


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
