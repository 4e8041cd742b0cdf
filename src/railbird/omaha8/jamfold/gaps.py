"""What each hand wins more by playing than by folding, against the shipped equilibria.

It is what a wrong decision costs. Gaps are kept for stacks of whole and half big blinds, in
thousandths of a big blind, as second differences from stack to stack: small numbers, and so a small
file. Between these stacks a straight line is off by 0.0005 big blinds on average, at most 0.02.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.omaha8.jamfold.game import Floats, HeadsUpJamFold, JamStakes, MatchupProducts, host
from railbird.omaha8.jamfold.solutions import LEVELS, UNIT, Position, Solutions, check_position

TABLE = "omaha8_gaps"
"""Name of the shipped table."""

PER_BIG_BLIND = 1000
"""Steps of a gap that is kept."""

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """EV of playing less EV of folding, in thousandths of a big blind, shape (stacks, classes).

    The big blind's are those after a jam. Where a player has no decision, there is no meaning.
    """

    stacks: tuple[Fraction, ...]
    jam: Ints = field(repr=False)
    call: Ints = field(repr=False)

    def of(self, position: Position, stack: Fraction | float) -> Floats:
        """Gaps of all classes in big blinds; between stacks that are kept, on a straight line."""
        check_position(position)
        gaps = self.jam if position == "sb" else self.call
        known = np.array([float(r) for r in self.stacks])
        at = float(np.clip(float(stack), known[0], known[-1]))
        above = max(1, int(np.searchsorted(known, at)))
        part = (at - known[above - 1]) / (known[above] - known[above - 1])
        mixed = (1 - part) * gaps[above - 1] + part * gaps[above]
        return np.asarray(mixed / PER_BIG_BLIND)


def gaps_of(matchups: MatchupProducts, solutions: Solutions) -> Gaps:
    """Compute the gaps with the table of match-ups."""
    xp, stacks = matchups.xp, tuple(r for r in solutions.stacks if r.denominator <= 2)
    rows = [solutions.at(stack) for stack in stacks]
    game = HeadsUpJamFold(matchups, [JamStakes(float(stack)) for stack in stacks])
    jam, call = (xp.asarray(p[rows].T / LEVELS) for p in (solutions.jam, solutions.call))
    found = game.measure(jam, call)
    gaps = found.jam_gap, found.call_gap / game.jam_chance(jam)
    whole = [np.rint(host(gap).T * PER_BIG_BLIND).astype(np.int64) for gap in gaps]
    return Gaps(stacks, whole[0], whole[1])


def pack(gaps: Gaps) -> data.Arrays:
    """The arrays of the shipped file."""
    packed: data.Arrays = {
        "stacks": np.array([int(stack * UNIT) for stack in gaps.stacks], dtype=np.uint16)
    }
    for name, rows in (("jam", gaps.jam), ("call", gaps.call)):
        small = np.diff(rows, n=2, axis=0, prepend=np.zeros((2, rows.shape[1]), np.int64))
        if np.abs(small).max() > np.iinfo(np.int16).max:
            raise ValueError("gaps of neighbouring stacks differ by more than the file can hold")
        packed[name] = small.astype(np.int16)
    return packed


def unpack(arrays: data.Arrays) -> Gaps:
    """The inverse of `pack`."""
    jam, call = (
        np.cumsum(np.cumsum(arrays[name], axis=0, dtype=np.int64), axis=0)
        for name in ("jam", "call")
    )
    return Gaps(tuple(Fraction(int(unit), UNIT) for unit in arrays["stacks"]), jam, call)


@cache
def load() -> Gaps:
    """The shipped gaps."""
    return unpack(data.load(TABLE))
