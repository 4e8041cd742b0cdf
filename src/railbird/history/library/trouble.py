"""What goes wrong with the files of SQLite, in one sentence each: a full disk, damage."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path
from types import TracebackType

from railbird.closing import Closing
from railbird.errors import InputError, LibraryError

_FULL_SAID = "the disk is full: make room on it; nothing that was finished is lost"
_LEAST_ROOM = 1 << 20
_FULL = {errno.ENOSPC, errno.EDQUOT}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class TroubleError(LibraryError):
    """A file of SQLite cannot be used as it is."""


class ClosingDatabase(Closing):
    """An open file of SQLite: what goes wrong with it in a ``with`` block is said in a sentence."""

    path: Path

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        if isinstance(error, sqlite3.Error):
            raise TroubleError(in_words(error, self.path)) from error


def is_full(error: BaseException | None, file: Path | None = None) -> bool:
    """Whether an error says, or was raised because, there is no room on the disk."""
    if isinstance(error, sqlite3.Error):
        # beside its file SQLite needs another, and says nothing of room if that cannot grow
        return _code(error) == sqlite3.SQLITE_FULL or (
            _code(error) in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and _has_no_room(file)
        )
    if isinstance(error, OSError):
        return error.errno in _FULL
    return error is not None and is_full(error.__cause__, file)


def _has_no_room(file: Path | None) -> bool:
    try:
        return file is not None and shutil.disk_usage(file.parent).free < _LEAST_ROOM
    except OSError:
        return False


def in_words(error: BaseException, file: Path | None = None) -> str:
    """What is wrong, in which file, and what can be done about it.

    Examples
    --------
    >>> in_words(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full: make room on it; nothing that was finished is lost'
    >>> in_words(KeyError("name"))
    "KeyError: 'name'"
    """
    if is_full(error, file):
        return _FULL_SAID
    if isinstance(error, InputError):
        return str(error)
    if isinstance(error, sqlite3.Error):
        named = "a file" if file is None else str(file)
        if _code(error) in _DAMAGED:
            return (
                f"{named} is damaged ({error}): put a copy back, or move it away, and a new one is "
                f"made"
            )
        if _code(error) in _BUSY:
            return f"{named} is in use by another program: try again in a moment"
        return f"{named} cannot be used ({error}): check its disk and its folder"
    if isinstance(error, OSError):
        return f"{error.filename or file or 'a file'}: {error.strerror or error}"
    return f"{type(error).__name__}: {error}"


def _code(error: sqlite3.Error) -> int:
    """The primary code of an error of SQLite; 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
