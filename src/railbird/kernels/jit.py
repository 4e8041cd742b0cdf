"""The one place that owns how kernels are compiled and where compiled code is kept.

Kernels are plain functions over arrays. They are compiled on first use for the machine at hand,
release the GIL and are cached on disk, so that only the very first use pays; that use says so.

Kernels live in files named ``_*kernels.py`` and in `railbird.kernels`, and may call kernels of
other files. Numba alone would not notice a change in another file: its cache looks only at the file
of the caller. Ours is keyed by a digest of all kernel sources instead, so a change to any of them
recompiles them all.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
from numba.core import event
from numba.core.caching import FunctionCache

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parent.parent


class _SayOnce(event.Listener):
    """Tells the user, once per process, why the first call takes seconds."""

    said = False

    def on_start(self, event: Any) -> None:
        module = getattr(event.data["dispatcher"].py_func, "__module__", "") or ""
        if not self.said and module.startswith("railbird."):
            self.said = True
            print(
                "railbird: compiling kernels for this machine "
                "(first use only, at most half a minute in all; later starts use the cache)",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        """Nothing to do: the message announces, it does not measure."""


event.register("numba:compile", _SayOnce())  # type: ignore[no-untyped-call]


def kernel_sources(package: Path) -> list[Path]:
    """The files of a package whose functions are compiled, in a fixed order."""
    return sorted([*package.rglob("_*kernels.py"), *package.glob("kernels/*.py")])


@cache
def sources_digest(package: Path = PACKAGE) -> str:
    """SHA-256 over the names and contents of all kernel sources."""
    digest = hashlib.sha256()
    for path in kernel_sources(package):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()}:{len(content)};".encode())
        digest.update(content)
    return digest.hexdigest()


class _KernelCache(FunctionCache):
    """Numba's cache of one function, valid as long as no kernel source has changed."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        file = self._cache_file
        file._source_stamp = sources_digest()
        load = file._load_index

        def load_index() -> dict[Any, Any]:
            """What is cached; nothing if it was compiled for types that have moved since."""
            try:
                known: dict[Any, Any] = load()
            except (ImportError, AttributeError):
                return {}
            return known

        file._load_index = load_index


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` with the options shared by every kernel of the package."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if compiled is not function:  # the JIT is not switched off
        compiled._cache = _KernelCache(function)
    result: Callable[P, R] = compiled
    return result
