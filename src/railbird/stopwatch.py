"""How long work takes, without what a process does only once.

Compiling a kernel, loading it from the cache and making a table take seconds, in a short run longer
than the work itself. They are *start-up*. A `Stopwatch` stands still meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_clock = time.perf_counter


class StartUp:
    """The seconds in which at least one thread was busy with start-up."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._busy = 0
        self._since = 0.0
        self._before = 0.0

    def begin(self) -> None:
        """Start-up begins in a thread; it may be part of another."""
        with self._lock:
            if self._busy == 0:
                self._since = _clock()
            self._busy += 1

    def end(self) -> None:
        """The last start-up that began in this thread ends."""
        with self._lock:
            self._busy -= 1
            if self._busy == 0:
                self._before += _clock() - self._since

    @property
    def seconds(self) -> float:
        """Seconds of start-up so far."""
        with self._lock:
            return self._before + (_clock() - self._since if self._busy else 0.0)


START_UP = StartUp()


@contextmanager
def start_up() -> Iterator[None]:
    """Mark a block, or as a decorator a function, as start-up."""
    START_UP.begin()
    try:
        yield
    finally:
        START_UP.end()


class Stopwatch:
    """Runs from when it is made, and stands still during start-up.

    Examples
    --------
    >>> watch = Stopwatch()
    >>> with start_up():
    ...     time.sleep(0.2)
    >>> watch.seconds < 0.1
    True
    """

    def __init__(self) -> None:
        self._started = _clock() - START_UP.seconds

    @property
    def seconds(self) -> float:
        """Seconds so far, without those of start-up."""
        return _clock() - START_UP.seconds - self._started
