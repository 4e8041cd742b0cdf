"""A lock that one process holds at a time; the system releases it when the process ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from railbird.errors import OptionError


@contextmanager
def locked(path: Path, *, busy: str) -> Iterator[None]:
    """Hold the lock of a file, which is made if needed and stays.

    Raises `OptionError` with the sentence ``busy`` if it is held already.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "lock"
    ...     with locked(file, busy="try later"), locked(file, busy="try later"):
    ...         pass
    Traceback (most recent call last):
    ...
    railbird.errors.OptionError: try later
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            _lock(handle)
        except OSError:
            raise OptionError(busy) from None
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
