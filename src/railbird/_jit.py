"""The one place that owns how kernels are compiled.

Kernels are plain functions over arrays. They are compiled on first use for the machine at hand,
release the GIL and are cached on disk, so that only the very first use pays; that use says so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numba
from numba.core import event

P = ParamSpec("P")
R = TypeVar("R")


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


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` with the options shared by every kernel of the package."""
    compiled: Callable[P, R] = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled
