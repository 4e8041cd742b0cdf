"""eval8 on a GPU: the counts of `railbird.omaha8.eval8.eval8`, a thousand times as fast."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.omaha8.boards import board_tables
from railbird.omaha8.eval8 import MATCHUPS, OUTCOMES

SOURCE = Path(__file__).with_name("eval8.cu")
"""The kernel: CUDA C++ that an ordinary C++ compiler takes, too."""

THREADS = 128
BLOCKS = 4


def kernel_tables() -> tuple[list[npt.NDArray[Any]], int, int]:
    """The arrays that the kernel reads, the number of lanes, and that of strips."""
    tables = board_tables()
    places = np.zeros(len(tables.left), dtype=np.uint32)
    for i, column in enumerate([*tables.halves[tables.left].T, *tables.halves[tables.right].T][:5]):
        places |= column.astype(np.uint32) << np.uint32(6 * i)
    arrays: list[npt.NDArray[Any]] = [
        tables.values,
        places,
        tables.suited_bytes,
        tables.lane,
        tables.low_lane,
        tables.lows,
        tables.strips.astype(np.int32),
    ]
    return arrays, len(places), len(tables.strips) - 1


class Eval8Gpu:
    """Counts pots on the GPU; the tables stay there."""

    def __init__(self, *, threads: int = THREADS, blocks: int = BLOCKS) -> None:
        try:
            self.xp: Any = import_module("cupy")
            seen = self.xp.cuda.runtime.getDeviceCount()
        except ImportError:
            raise OptionError(
                "a GPU needs CuPy, which is not installed: run `pip install 'railbird[gpu]'`"
            ) from None
        except Exception:  # CuPy's own exception: no driver or no device
            seen = 0
        if not seen:
            raise OptionError("no GPU is seen: leave out --gpu, or check `nvidia-smi`")
        module = self.xp.RawModule(
            code=SOURCE.read_text(), options=(f"-DTHREADS={threads}", f"-DBLOCKS={blocks}")
        )
        self._kernel = module.get_function("count_pots")
        self._threads = threads
        arrays, self._lanes, self._strips = kernel_tables()
        self._tables = [self.xp.asarray(array) for array in arrays]

    def counts(self, sets: npt.NDArray[np.uint8]) -> Any:
        """Counts of boards on the GPU, shape (n, 35, 5), for n sets of eight different cards."""
        xp = self.xp
        results = xp.empty((len(sets), len(MATCHUPS), len(OUTCOMES)), dtype=xp.uint32)
        if len(sets):
            given = xp.asarray(np.ascontiguousarray(sets, dtype=np.uint8))
            sizes = (np.int32(self._lanes), np.int32(self._strips))
            self._kernel((len(sets),), (self._threads,), (given, *self._tables, *sizes, results))
        return results
