"""The one place that decides how kernels are compiled and where compiled code is kept.

Kernels are plain functions over arrays. They release the GIL. Each is compiled for this machine on
first use and cached on disk, so only the very first use is slow; a message says so.

Kernels live in files named ``_*kernels.py`` and in `railbird.kernels`, and may call kernels in
other files. Numba's own cache looks only at the caller's file, so it would miss a change in another
one. Our cache is keyed by a digest of all kernel sources: a change to any of them recompiles them
all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile

from railbird.kernels.notice import COMPILING
from railbird.stopwatch import START_UP

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parent.parent


class _SayOnce(event.Listener):
    """Tells the user, once, why the first call takes several seconds."""

    def on_start(self, event: Any) -> None:
        module = getattr(event.data["dispatcher"].py_func, "__module__", "") or ""
        if module.startswith("railbird."):
            COMPILING.give()

    def on_end(self, event: Any) -> None:
        """Do nothing: the message announces the compilation and does not measure it."""


class _IsStartUp(event.Listener):
    """Tells the stopwatches when Numba compiles or loads: it holds its lock meanwhile."""

    def on_start(self, event: Any) -> None:
        START_UP.begin()

    def on_end(self, event: Any) -> None:
        START_UP.end()


event.register("numba:compile", _SayOnce())  # type: ignore[no-untyped-call]
event.register("numba:compiler_lock", _IsStartUp())  # type: ignore[no-untyped-call]


def kernel_sources(package: Path) -> list[Path]:
    """The files of a package that hold kernels, in a fixed order."""
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


class _KernelIndex(IndexDataCacheFile):
    """Numba's index of what is cached; empty if it was compiled for types that have moved."""

    def _load_index(self) -> dict[Any, Any]:
        try:
            known: dict[Any, Any] = super()._load_index()  # type: ignore[no-untyped-call]
        except (ImportError, AttributeError):
            return {}
        return known


class _KernelCache(FunctionCache):
    """Numba's cache of one function, valid as long as no kernel source has changed."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file = _KernelIndex(  # type: ignore[no-untyped-call]
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=sources_digest(),
        )


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` with the options shared by every kernel of the package."""
    return _compiled(function)


def summing_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """The same for long sums, in whatever order a machine adds fastest.

    So results may differ between machines by rounding.
    """
    return _compiled(function, fastmath={"contract", "reassoc"})


def _compiled(function: Callable[P, R], **more: Any) -> Callable[P, R]:
    # nobody calls kernels from C: without that way in, they compile in less time
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled: Any = numba.njit(**options, **more)(function)
    if compiled is not function:  # the JIT is not switched off
        compiled._cache = _KernelCache(function)
    result: Callable[P, R] = compiled
    return result
