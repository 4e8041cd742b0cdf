"""Jobs in separate processes: results as they come, and an error if a process is lost."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
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
    work: Callable[[J], Iterable[R]], jobs: Sequence[J], *, lost: str
) -> Iterator[R]:
    """Yield the results of jobs, each run in its own process.

    Results of one job come in order; those of different jobs are interleaved as they are found. An
    exception of ``work`` is raised here. Ctrl-C reaches this process only; the others end with it.

    Parameters
    ----------
    work
        A module-level function, called with a job.
    jobs
        One for each process; pickle must be able to send them.
    lost
        The message of `LostProcessError` if a process ends before its job is done.
    """
    # a forked process would inherit threads' locks, and open files
    context = multiprocessing.get_context("spawn")
    workers = []
    links: list[Connection] = []
    try:
        with _deaf_to_interrupts():
            for job in jobs:
                link, far = context.Pipe(duplex=False)
                links.append(link)
                worker = context.Process(target=_run, args=(far, work, job), daemon=True)
                worker.start()
                workers.append(worker)
                far.close()
        open_links = list(links)
        while open_links:
            ready = wait(open_links)
            for link in [link for link in open_links if link in ready]:
                try:
                    said = link.recv()
                except EOFError:
                    raise LostProcessError(lost) from None
                if said is None:
                    open_links.remove(link)
                elif isinstance(said, Exception):
                    raise said
                else:
                    yield from said
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


def _run(link: Connection, work: Callable[[J], Iterable[R]], job: J) -> None:
    """Run a job and send its results; None marks the end."""
    signal.signal(signal.SIGTERM, _interrupt)  # ends the work in order, like Ctrl-C
    try:
        try:
            some: list[R] = []
            sent = time.monotonic()
            for result in work(job):
                some.append(result)
                if time.monotonic() - sent > _SECONDS_TO_COLLECT:
                    link.send(some)
                    some, sent = [], time.monotonic()
            link.send(some)
            link.send(None)
        except OSError:
            raise
        except Exception as error:  # raised again in the parent process
            link.send(error)
    except (OSError, KeyboardInterrupt):
        pass  # the parent no longer listens


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
