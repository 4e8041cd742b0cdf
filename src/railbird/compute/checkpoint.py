"""Files written completely or not at all, and work that resumes after an interruption."""

from __future__ import annotations

import errno
import os
import threading
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from tokenize import TokenError
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError

SECONDS = 30.0
"""The most work that may be lost."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Write a draft beside a file, and replace the file with it at the end of the block.

    If the block raises an exception, the draft is removed and the file stays as it was. The draft
    has the same suffix as the file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "figures.txt"
    ...     with replacing(file) as draft:
    ...         _ = draft.write_text("1 2 3")
    ...     file.read_text()
    '1 2 3'
    """
    mine = f"{os.getpid()}-{threading.get_ident()}"  # other processes may write the same file
    draft = path.with_name(f"draft-{mine}-{path.name}")
    try:
        yield draft
        draft.replace(path)
    except OSError as error:
        if str(error.filename) == str(draft):  # a name that the user has never seen
            error.filename = str(path)
        raise
    finally:
        draft.unlink(missing_ok=True)


DAMAGE = (
    *(BadZipFile, zlib.error, TokenError),
    *(EOFError, ValueError, TypeError, AttributeError, SyntaxError),
    *(RuntimeError, OverflowError, MemoryError, KeyError, IndexError),
)
"""What NumPy raises when it reads a file that is damaged, or none of its own."""


def saved_arrays(
    path: Path, names: Collection[str] | None = None
) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays of a file of NumPy; one that cannot be read is named in a sentence.

    Of some ``names``, those that are there; others are not read, which may be gigabytes.
    """
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            return {name: file[name] for name in file if names is None or name in names}
    except OSError as error:
        if error.errno != errno.EINVAL:  # a place in the file that cannot be
            raise
    except DAMAGE:
        pass
    raise OptionError(
        f"{path} is damaged, or no file that railbird wrote: give another file, or remove this one"
    )


class Checkpoint:
    """Arrays from which long work resumes after an interruption.

    They are kept in a file, or nowhere if no file is given. ``plan`` describes the work: a file
    with another plan is ignored.
    """

    def __init__(self, path: Path | None, *, plan: str = "") -> None:
        self.path = path
        self._plan = plan
        self._written = monotonic()

    def read(self) -> dict[str, npt.NDArray[np.generic]]:
        """The saved arrays; empty if there is no checkpoint of this plan."""
        if self.path is None or not self.path.exists():
            return {}
        arrays = saved_arrays(self.path)
        return arrays if str(arrays.pop("plan", "")) == self._plan else {}

    def is_due(self) -> bool:
        """Whether it is time to write."""
        return self.path is not None and monotonic() > self._written + SECONDS

    def write(self, arrays: Mapping[str, npt.ArrayLike]) -> None:
        """Write arrays, and replace those saved before."""
        if self.path is not None:
            with replacing(self.path) as draft:
                np.savez(draft, plan=np.array(self._plan), **arrays)  # type: ignore[arg-type]
        self._written = monotonic()

    def remove(self) -> None:
        """Remove the file: the work is done."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)
