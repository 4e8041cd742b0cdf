"""How many threads matrix products use: one, where the work is split into threads already."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple


class _Library(NamedTuple):
    """A BLAS library of this process: how to read and set its number of threads."""

    get: Callable[[], int]
    set: Callable[[int], object]


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let OpenBLAS use one thread in this block, which is for all threads of the process.

    Where batches are computed in threads of our own, more threads inside each product only wait
    for each other: small products take two to five times as long. Other libraries stay as they are.

    Examples
    --------
    >>> with one_blas_thread():
    ...     counts = blas_threads()
    >>> set(counts) <= {1}
    True
    """
    libraries = _libraries()
    before = [library.get() for library in libraries]
    try:
        for library in libraries:
            library.set(1)
        yield
    finally:
        for library, count in zip(libraries, before, strict=True):
            library.set(count)


def blas_threads() -> list[int]:
    """The number of threads of each OpenBLAS library that is loaded."""
    return [library.get() for library in _libraries()]


@cache
def _libraries() -> tuple[_Library, ...]:
    """The libraries that NumPy (and SciPy) have loaded, if they are OpenBLAS."""
    import numpy as np

    folders = [Path(np.__file__).parent.with_name("numpy.libs")]
    folders.append(Path(np.__file__).parent / ".dylibs")
    found = []
    for file in sorted(file for folder in folders for file in folder.glob("*openblas*")):
        try:
            library = ctypes.CDLL(str(file))
        except OSError:
            continue
        for name in ("scipy_openblas_{}64_", "scipy_openblas_{}", "openblas_{}64_", "openblas_{}"):
            get = getattr(library, name.format("get_num_threads"), None)
            put = getattr(library, name.format("set_num_threads"), None)
            if get is not None and put is not None:
                found.append(_Library(get, put))
                break
    return tuple(found)
