"""How much memory there is for arrays."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np


def memory_bytes(xp: Any = np) -> float:
    """The memory of this machine, or of its GPU if ``xp`` is CuPy; infinite if it is not known."""
    if xp is not np:
        return float(xp.cuda.runtime.memGetInfo()[1])
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # not on Windows
        return math.inf
