"""Threads for kernels that release the GIL: one way to split work; results keep their order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from railbird.errors import OptionError

T = TypeVar("T")
R = TypeVar("R")


_one_only = ContextVar("_one_only", default=False)


@contextmanager
def one_thread() -> Iterator[None]:
    """Use one thread in this block, where other processes keep the other cores busy.

    Examples
    --------
    >>> with one_thread():
    ...     thread_count()
    1
    """
    before = _one_only.set(True)
    try:
        yield
    finally:
        _one_only.reset(before)


def thread_count(asked: int | None = None) -> int:
    """The number of threads: as requested, or one for each core available to this process."""
    if asked is not None:
        if asked < 1:
            raise OptionError(f"{asked} threads cannot work: ask for at least 1")
        return asked
    if _one_only.get():
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def map_threads(
    work: Callable[[T], R], items: Iterable[T], *, threads: int | None = None
) -> Iterator[R]:
    """Results of ``work`` in the order of ``items``; with one thread, runs in this thread."""
    items = list(items)
    workers = min(thread_count(threads), len(items))
    if workers <= 1:
        yield from map(work, items)
        return
    pool = ThreadPoolExecutor(workers)
    try:
        yield from pool.map(work, items)
    finally:
        pool.shutdown(cancel_futures=True)


def spans(total: int, size: int) -> list[slice]:
    """Slices of ``size`` that cover ``total`` items."""
    return [slice(start, min(start + size, total)) for start in range(0, total, size)]
