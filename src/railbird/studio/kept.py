"""Connections that stay open between requests: opening a file costs more than most questions.

A connection is lent to one request at a time. One whose request has failed is closed, so that
nothing half done is left in it; so is one whose file was replaced.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from railbird.closing import Closing
from railbird.history.library.trouble import TroubleError, in_words

T = TypeVar("T", bound=Closing)
FileId = tuple[int, int]

_MOST_SPARE = 16
"""Connections that wait for a request; more than this are closed when they come back."""


def file_id(path: Path) -> FileId | None:
    """What tells a file from another of the same name; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class KeptOpen(Generic[T]):
    """Open connections to one file.

    Examples
    --------
    >>> import tempfile
    >>> from railbird.history.library import Library
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "hands.db"
    ...     kept = KeptOpen(path, lambda: Library(path, any_thread=True))
    ...     with kept.lent() as first:
    ...         pass
    ...     with kept.lent() as second:
    ...         print(first is second)
    ...     kept.close()
    True
    """

    def __init__(self, path: Path, make: Callable[[], T]) -> None:
        self._path = path
        self._make = make
        self._lock = Lock()
        self._spare: list[tuple[FileId | None, T]] = []
        self._closed = False

    @contextmanager
    def lent(self) -> Iterator[T]:
        """A connection for a while."""
        file, connection = self._take()
        try:
            yield connection
        except sqlite3.Error as error:
            connection.close()
            raise TroubleError(in_words(error, self._path)) from error
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if not self._closed and len(self._spare) < _MOST_SPARE:
                self._spare.append((file, connection))
                return
        connection.close()

    def _take(self) -> tuple[FileId | None, T]:
        now = file_id(self._path)
        while True:
            with self._lock:
                if not self._spare:
                    break
                file, connection = self._spare.pop()
            if file == now:
                return file, connection
            connection.close()
        connection = self._make()
        return file_id(self._path), connection

    def close(self) -> None:
        """Close all; those that are lent are closed when they come back."""
        with self._lock:
            self._closed = True
            spare, self._spare = self._spare, []
        for _, connection in spare:
            connection.close()
