from __future__ import annotations
from dataclasses import dataclass
import numpy as np
import numpy.typing as npt
ROW_BITS = 13
SLOT_BITS = (13, 15, 16)
@dataclass(frozen=True)
class EvaluatorTables:
    words: npt.NDArray[np.uint64]
    flush: npt.NDArray[np.uint16]
    shift5: npt.NDArray[np.uint16]
    value5: npt.NDArray[np.uint16]
    shift6: npt.NDArray[np.uint16]
    value6: npt.NDArray[np.uint16]
    shift7: npt.NDArray[np.uint16]
    value7: npt.NDArray[np.uint16]
