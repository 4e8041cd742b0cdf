"""What playing each class wins more than folding it, at the shipped equilibria.

With it the cost of a mistake is a look-up. The numbers are in thousandths of a big blind. Each is
kept as the difference from what the two lower stacks lead one to expect, and its low and high bytes
stand apart, so that the file is small.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.omaha8.game import Floats
from railbird.omaha8.solutions import Position

TABLE = "omaha8_gaps"
"""Name of the shipped table."""

PER_BLIND = 1_000
"""Units in a big blind."""

Units = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """EV of playing less EV of folding, in thousandths of a big blind; shape (stacks, classes).

    The rows are those of `railbird.omaha8.solutions.Solutions`. A call's is that of a big blind who
    faces a jam.
    """

    jam: Units = field(repr=False)
    call: Units = field(repr=False)


def in_units(gaps: Floats) -> Units:
    """Gaps in big blinds as they are kept."""
    return np.rint(gaps * PER_BLIND).astype(np.int32)


def pack(gaps: Gaps, stacks: npt.NDArray[np.integer]) -> data.Arrays:
    """The arrays of the shipped file; ``stacks`` are in any whole units."""
    arrays: data.Arrays = {"stacks": np.asarray(stacks, dtype=np.uint16)}
    for name, units in (("jam", gaps.jam), ("call", gaps.call)):
        off = units.astype(np.int64)
        for row in range(len(units)):
            off[row] -= _expected(units, stacks, row)
        folded = np.where(off < 0, -2 * off - 1, 2 * off).astype(np.uint16)
        arrays[f"{name}_low"] = (folded & 255).astype(np.uint8)
        arrays[f"{name}_high"] = (folded >> 8).astype(np.uint8)
    return arrays


def unpack(arrays: data.Arrays) -> Gaps:
    """The inverse of `pack`."""
    rows = len(arrays["stacks"])
    return Gaps(_first_rows(arrays, "jam", rows), _first_rows(arrays, "call", rows))


def _first_rows(arrays: data.Arrays, name: str, rows: int) -> Units:
    """So many rows of one player's gaps: each needs those before."""
    stacks = arrays["stacks"].astype(np.int64)
    low, high = (arrays[f"{name}_{part}"][:rows].astype(np.uint16) for part in ("low", "high"))
    folded = low | high << 8
    units = (folded >> 1 ^ -(folded & 1)).view(np.int16).astype(np.int32)
    for row in range(rows):
        units[row] += _expected(units, stacks, row)
    return units


def _expected(units: Units, stacks: npt.NDArray[np.integer], row: int) -> Units:
    """What the rows before lead one to expect of a row: the same slope."""
    if row < 2:
        return np.asarray(units[row - 1] * row)
    before, last = units[row - 2], units[row - 1]
    run, step = (int(stacks[i]) - int(stacks[i - 1]) for i in (row - 1, row))
    return np.asarray(last + (last - before) * step // run)


@cache
def load() -> Gaps:
    """The shipped gaps, for the rows of `railbird.omaha8.solutions.load`."""
    return unpack(_arrays())


@cache
def gaps_at(row: int, position: Position) -> Floats:
    """What playing each class wins more than folding at a row, in big blinds, as shipped."""
    name = "jam" if position == "sb" else "call"
    return np.asarray(_first_rows(_arrays(), name, row + 1)[row] / PER_BLIND)


@cache
def _arrays() -> data.Arrays:
    return data.load(TABLE)
