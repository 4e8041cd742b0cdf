"""What eval8 uses of CuPy, done by NumPy; kernels are compiled by a C++ compiler and run here."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np


class RawModule:
    """Kernels run by the functions with the same names and ``_here``, without blocks."""

    def __init__(self, *, code: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "kernels.so"
            command = ["g++", "-O2", "-x", "c++", "-shared", "-fPIC", "-o", str(library), "-"]
            subprocess.run(command, input=code.encode(), check=True)
            self._library = ctypes.CDLL(str(library))

    def get_function(self, name: str) -> Callable[[Any, Any, Any], None]:
        function = getattr(self._library, f"{name}_here")

        def run(grid: tuple[int], _: tuple[int], arguments: tuple[Any, ...]) -> None:
            # the first kernel has a block for each set, the other is told how many sets there are
            first = grid if name == "count_pots" else ()
            function(*first, *(_argument(a) for a in arguments))

        return run


class Event:
    """Here everything is done at once."""

    def record(self) -> None: ...

    def synchronize(self) -> None: ...


def _argument(given: Any) -> Any:
    return given.ctypes.data_as(ctypes.c_void_p) if isinstance(given, np.ndarray) else int(given)


def cupy_twin() -> ModuleType:
    """A module in the place of CuPy."""
    twin = ModuleType("cupy")
    runtime = SimpleNamespace(getDeviceCount=lambda: 1)
    twin.__dict__.update(
        RawModule=RawModule,
        cuda=SimpleNamespace(runtime=runtime, Event=Event),
        asarray=np.ascontiguousarray,
        asnumpy=np.asarray,
        empty=np.empty,
        zeros=np.zeros,
        uint32=np.uint32,
    )
    return twin
