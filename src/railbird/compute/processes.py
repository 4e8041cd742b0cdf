"""Jobs in processes of their own: results as they come, and no process that is lost unnoticed."""

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

J = TypeVar("J")
R = TypeVar("R")

_SECONDS_TO_COLLECT = 0.05
"""Results travel together: one at a time may cost more than to find it."""


def stream_processes(
    work: Callable[[J], Iterable[R]], jobs: Sequence[J], *, lost: str
) -> Iterator[R]:
    """The results of jobs, each done in a process of its own.

    Those of a job come in order, those of different jobs in whatever order they are found. What
    ``work`` raises is raised here. Ctrl-C reaches this process only; the others end with it.

    Parameters
    ----------
    work
        A function of a module, called with a job.
    jobs
        One for each process; pickle must be able to send them.
    lost
        What `LostProcessError` says if a process ends before its job is done.
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
            worker.join()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C, from their first moment on: they are told to end."""
    if threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _run(link: Connection, work: Callable[[J], Iterable[R]], job: J) -> None:
    """Do a job and send its results; None is the end."""
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
        except Exception as error:  # to be raised where somebody can see it
            link.send(error)
    except OSError:
        pass  # nobody listens any more
