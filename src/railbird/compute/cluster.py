"""Work on a Ray cluster, or in processes on this machine if there is no cluster."""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar
from urllib.parse import urlsplit

from railbird.errors import LostProcessError, OptionError

T = TypeVar("T")
R = TypeVar("R")
C = TypeVar("C")

HERE = "here"
"""The address that starts a cluster on this machine for the duration of the work."""

_TRIES = 5
"""How often an item is retried after its process was lost."""

_SECONDS_TO_ANSWER = 4.0
_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""The start of a connection to any Ray service: HTTP/2 without settings."""

_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_raylet_start_wait_time_s": "300",
}
"""No usage reports to Ray, none of its log lines here, and more time on a busy machine."""


def map_cluster(
    work: Callable[[C, T], R], common: C, items: Iterable[T], *, address: str = HERE
) -> Iterator[tuple[T, R]]:
    """Yield items with their results, in order; only a few items per core are queued at a time.

    Parameters
    ----------
    work
        A module-level function, called with ``common`` and an item on some machine. If its process
        or the machine dies, the item goes to another one.
    common
        Data that all items need; sent once to each machine.
    address
        The cluster: ``"ray://host:10001"``, ``"host:6379"``, or ``"auto"`` for the one that runs on
        this machine. ``"here"`` starts one on this machine.

    Raises
    ------
    OptionError
        If Ray is not installed, or no cluster answers at the address.
    LostProcessError
        If the cluster is lost, or an item kills its process each time.
    """
    with connected(address) as ray:
        task = ray.remote(max_retries=_TRIES)(work)
        shared = ray.put(common)
        ahead = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[tuple[T, Any]] = deque()
        for item in items:
            waiting.append((item, task.remote(shared, item)))
            if len(waiting) > ahead:
                done, result = waiting.popleft()
                yield done, _result(ray, result)
        while waiting:
            done, result = waiting.popleft()
            yield done, _result(ray, result)


def check_address(address: str) -> None:
    """Raise `OptionError` unless Ray seems to answer at an address; takes seconds at most."""
    if address in (HERE, "auto"):
        return
    rest = address.removeprefix("ray://")
    try:
        split = urlsplit(f"//{rest}")
        host, port = split.hostname, split.port
    except ValueError:
        host = port = None
    if not host or not port or split.netloc != rest or "@" in rest:
        raise OptionError(
            f"{address!r} is not a cluster address: use ray://HOST:PORT, HOST:PORT, auto or {HERE}"
        )
    try:
        with socket.create_connection((host, port), timeout=_SECONDS_TO_ANSWER) as connection:
            connection.sendall(_HELLO)
            answer = connection.recv(9)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(f"no cluster answers at {address!r}: {reason}") from None
    if answer[3:4] != b"\x04":  # the settings of the other side
        raise OptionError(f"the service at {address!r} is not Ray: check the port")


@contextmanager
def connected(address: str = HERE, *, processes: int | None = None) -> Iterator[Any]:
    """Connect Ray to a cluster; all maps inside the block use it.

    ``processes`` is for a cluster started here; by default one for each core.
    """
    check_address(address)
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise OptionError(
            "a cluster needs Ray, which is not installed: `pip install 'railbird[cluster]'`"
        ) from None
    if ray.is_initialized():  # in a block around this one
        yield ray
        return
    try:
        ray.init(
            address="local" if address == HERE else address,
            logging_level=logging.CRITICAL,
            log_to_driver=False,
            **({"include_dashboard": False, "num_cpus": processes} if address == HERE else {}),
        )
    except Exception as error:  # Ray raises many kinds of exception
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise OptionError(f"no cluster answers at {address!r}: {reason}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _result(ray: Any, reference: Any) -> Any:
    """The result of a task; an exception of the work is raised here."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise LostProcessError(
            f"the cluster has lost some of the work ({type(error).__name__}): try again"
        ) from None
