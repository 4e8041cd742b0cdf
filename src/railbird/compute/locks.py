"""A lock on an open file, so that only one process writes to it.

It is the system's lock. It ends with the process, even if that is killed, and leaves nothing
behind.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import IO, Any

from railbird.errors import OptionError

if sys.platform == "win32":
    import msvcrt

    _BYTE = 2**31 - 2
    """The byte that is locked, beyond any content, because nobody could read a locked one."""

    def _take(file: int) -> None:
        os.lseek(file, _BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_TAKEN = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}


def lock_file(file: IO[Any], path: Path, *, busy: str = "") -> None:
    """Lock the open file ``path`` until it is closed. If it is locked already, close and refuse it.

    ``busy`` is what the `OptionError` then says. A file system without locks is used without one.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "log"
    ...     with path.open("ab") as first, path.open("ab") as second:
    ...         lock_file(first, path, busy="try later")
    ...         lock_file(second, path, busy="try later")
    Traceback (most recent call last):
    ...
    railbird.errors.OptionError: try later
    """
    try:
        _take(file.fileno())
        ours = os.path.samestat(os.fstat(file.fileno()), path.stat())  # not removed meanwhile
    except FileNotFoundError:
        ours = False
    except OSError as error:
        ours = error.errno not in _TAKEN
    if not ours:
        file.close()
        raise OptionError(
            busy
            or f"{path} is in use by another process: wait until that has ended, or choose another "
            f"file"
        )
