"""Jobs in separate processes: results as they come, and an error if a process is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeVar

from railbird.compute.interrupts import repeat_lost_interrupts
from railbird.errors import LostProcessError
from railbird.kernels.notice import COMPILING

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
    lost: Callable[[J], str],
    processes: int | None = None,
) -> Generator[R, None, None]:
    """Yield the results of jobs that run in other processes.

    Results of one job come in order; those of different jobs are interleaved as they are found. An
    exception of ``work`` is raised here, and a warning is given here. Ctrl-C reaches this process
    only; the others end with it.

    Parameters
    ----------
    work
        A module-level function, called with a job.
    jobs
        What is to be done; pickle must be able to send it. A job is taken when a process is free
        for it.
    lost
        The message of `LostProcessError` if a process ends before this job is done.
    processes
        How many processes there are at most. By default there is one for each job.
    """
    # a forked process would inherit threads' locks, and open files
    context = multiprocessing.get_context("spawn")
    waiting = iter(jobs)
    workers: list[BaseProcess] = []
    links: list[Connection] = []
    busy: dict[Connection, J] = {}

    def start() -> Connection:
        link, far = context.Pipe()
        links.append(link)
        with _deaf_to_interrupts():
            is_told = COMPILING.is_given or bool(workers)
            worker = context.Process(target=_run, args=(far, work, is_told), daemon=True)
            worker.start()
        workers.append(worker)
        far.close()
        return link

    def send(link: Connection, job: J) -> None:
        busy[link] = job
        try:
            link.send(job)
        except OSError:
            raise LostProcessError(lost(job)) from None

    try:
        for job in islice(waiting, processes):
            send(start(), job)
        while busy:
            ready = wait(list(busy))
            for link in [link for link in busy if link in ready]:
                try:
                    said = link.recv()
                except (EOFError, OSError):
                    raise LostProcessError(lost(busy[link])) from None
                if isinstance(said, Warning):
                    warnings.warn(said, stacklevel=2)
                elif isinstance(said, Exception):
                    raise said
                elif said is not None:
                    yield from said
                else:
                    del busy[link]
                    for job in islice(waiting, 1):
                        send(link, job)
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


@contextmanager
def _closed(results: Iterable[R]) -> Iterator[Iterable[R]]:
    """Close a generator at the end of the block, where an exception of its end can be caught."""
    try:
        yield results
    finally:
        if isinstance(results, Generator):
            results.close()


def _run(link: Connection, work: Callable[[J], Iterable[R]], is_told: bool) -> None:
    """Run jobs and send their results; None marks the end of a job.

    ``is_told`` is whether another process tells the user that kernels are compiled.
    """
    COMPILING.is_given = is_told
    is_working = False

    def end(*_: object) -> None:
        if is_working:
            raise KeyboardInterrupt  # ends the work in order, like Ctrl-C
        os._exit(0)  # there is nothing to end: it waits for a job, or ends already

    def warn(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        link.send(message if isinstance(message, Warning) else category(message))

    signal.signal(signal.SIGTERM, end)
    repeat_lost_interrupts(signal.SIGTERM)
    warnings.showwarning = warn
    try:
        while True:
            try:
                job = link.recv()
                is_working = True
                some: list[R] = []
                sent = time.monotonic()
                with _closed(work(job)) as results:
                    for result in results:
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
            finally:
                is_working = False
    except (OSError, EOFError, KeyboardInterrupt):
        pass  # the parent no longer listens
