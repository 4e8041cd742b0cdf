"""Threads for kernels that release the GIL: one way to split work; results keep their order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from railbird.errors import OptionError

T = TypeVar("T")
R = TypeVar("R")


def thread_count(asked: int | None = None) -> int:
    """The number of threads: as requested, or one for each core available to this process."""
    if asked is not None:
        if asked < 1:
            raise OptionError(f"{asked} threads cannot work: ask for at least 1")
        return asked
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
