"""Work on a Ray cluster, or in processes on this machine if there is no cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, TypeVar

from railbird.errors import OptionError

T = TypeVar("T")
R = TypeVar("R")
C = TypeVar("C")


def map_cluster(
    work: Callable[[C, T], R], common: C, items: Iterable[T], *, address: str | None = None
) -> Iterator[tuple[T, R]]:
    """Yield items with their results, in order; only a few items per core are queued at a time.

    Parameters
    ----------
    work
        A module-level function, called with ``common`` and an item on some machine. If that machine
        dies, another one gets the item.
    common
        What all items need; sent once to each machine.
    address
        The cluster, such as ``"ray://host:10001"`` or ``"auto"``. By default one is started here.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise OptionError(
            "a cluster needs Ray, which is not installed: run `pip install 'railbird[cluster]'`"
        ) from None
    started = not ray.is_initialized()
    if started:
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        except ConnectionError as error:
            raise OptionError(f"no cluster answers at {address!r}: {error}") from None
    try:
        task = ray.remote(work)
        shared = ray.put(common)
        ahead = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[tuple[T, Any]] = deque()
        for item in items:
            waiting.append((item, task.remote(shared, item)))
            if len(waiting) > ahead:
                done, result = waiting.popleft()
                yield done, ray.get(result)
        while waiting:
            done, result = waiting.popleft()
            yield done, ray.get(result)
    finally:
        if started:
            ray.shutdown()
