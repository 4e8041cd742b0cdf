"""The shipped equilibria of jam or fold: every class at every stack of the document's figures.

Probabilities are kept in 255ths, each row as the difference from the row of the next lower stack.
Most are 0, so the file is small. The values and gains are those of the strategies as they are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.errors import OptionError
from railbird.omaha8.jamfold.game import Floats

TABLE = "omaha8_solutions"
"""Name of the shipped table."""

LEVELS = 255
"""Steps of a probability that is kept."""

UNIT = 120
"""Stacks are kept in 120ths of a big blind: every grid of the document fits."""

GRIDS = ((6, 15), (8, Fraction(45, 4)), (10, 9), (12, Fraction(15, 2)), (2, 50))
"""Steps per big blind and largest stack of the grids that the document's figures need."""

Position = Literal["sb", "bb"]
POSITIONS: tuple[Position, ...] = ("sb", "bb")


def check_position(position: str) -> None:
    """Refuse what is not a position.

    Raises
    ------
    OptionError
        If it is neither ``sb`` nor ``bb``.
    """
    if position not in POSITIONS:
        raise OptionError(f"position {position!r} is no blind: give 'sb' or 'bb'")


def grid(steps: int, most: Fraction | int) -> list[Fraction]:
    """Stacks of half a big blind and more, up to ``most``, a whole number of steps each.

    Examples
    --------
    >>> [str(r) for r in grid(6, 1)]
    ['1/2', '2/3', '5/6', '1']
    """
    return [Fraction(k, steps) for k in range(1, int(most * steps) + 1) if 2 * k >= steps]


def all_stacks() -> list[Fraction]:
    """The stacks of all grids, each once, in rising order."""
    return sorted({r for steps, most in GRIDS for r in grid(steps, most)})


@dataclass(frozen=True, slots=True, eq=False)
class Solutions:
    """Equilibria at some stacks, in rising order, with a small blind of half a big blind.

    Parameters
    ----------
    stacks
        Stacks in big blinds.
    jam, call
        Probabilities in 255ths of jamming and of calling, shape (stacks, classes). The classes are
        those of `railbird.cards.classes.omaha_classes`.
    value
        What the small blind wins, in big blinds a hand.
    gains
        What the small and the big blind would gain with a best response, shape (stacks, 2).
    """

    stacks: tuple[Fraction, ...]
    jam: npt.NDArray[np.uint8] = field(repr=False)
    call: npt.NDArray[np.uint8] = field(repr=False)
    value: Floats = field(repr=False)
    gains: Floats = field(repr=False)

    def played(self, position: Position) -> npt.NDArray[np.uint8]:
        """The probabilities of a player, in 255ths."""
        check_position(position)
        return self.jam if position == "sb" else self.call

    def at(self, stack: Fraction | float) -> int:
        """Row of a stack.

        Raises
        ------
        OptionError
            If the stack was not solved.
        """
        row = self.nearest(stack)
        if abs(self.stacks[row] - Fraction(stack)) > Fraction(1, 10**9):
            raise OptionError(
                f"R = {float(stack):g} is not among the shipped equilibria: the nearest is "
                f"{float(self.stacks[row]):g}"
            )
        return row

    def nearest(self, stack: Fraction | float) -> int:
        """Row of the nearest stack."""
        wanted = Fraction(stack)
        return min(range(len(self.stacks)), key=lambda i: abs(self.stacks[i] - wanted))

    def strategies(self, stack: Fraction | float) -> tuple[Floats, Floats]:
        """Probabilities of jamming and calling at a stack that was solved."""
        row = self.at(stack)
        return self.jam[row] / LEVELS, self.call[row] / LEVELS

    def share(self, position: Position, sizes: npt.NDArray[np.integer]) -> Floats:
        """The share of all hands that is played, for each stack."""
        weights = sizes / sizes.sum()
        return np.asarray(self.played(position) @ weights / LEVELS)

    def playability(
        self, position: Position, *, stacks: Sequence[Fraction] | None = None
    ) -> Floats:
        """For each class the largest stack at which it is played half of the time or more.

        It is 0 for a class that is not played at all. ``stacks`` restricts the look to some stacks,
        such as those of one of the document's grids.
        """
        chosen = sorted(self.stacks if stacks is None else stacks, reverse=True)
        at = {stack: row for row, stack in enumerate(self.stacks)}
        rows = [at[stack] if stack in at else self.at(stack) for stack in chosen]
        yes = self.played(position)[rows] > LEVELS // 2
        largest = np.array([float(stack) for stack in chosen])[yes.argmax(axis=0)]
        return np.asarray(np.where(yes.any(axis=0), largest, 0.0))


def quantise(probabilities: Floats) -> npt.NDArray[np.uint8]:
    """Probabilities in 255ths."""
    return np.rint(probabilities * LEVELS).astype(np.uint8)


def pack(solutions: Solutions) -> data.Arrays:
    """The arrays of the shipped file."""
    units = [stack * UNIT for stack in solutions.stacks]
    return {
        "stacks": np.array([int(unit) for unit in units], dtype=np.uint16),
        "jam": _differences(solutions.jam),
        "call": _differences(solutions.call),
        "value": solutions.value,
        "gains": solutions.gains,
    }


def unpack(arrays: data.Arrays) -> Solutions:
    """The inverse of `pack`."""
    value, gains = (np.asarray(arrays[name], dtype=np.float64) for name in ("value", "gains"))
    jam, call = (np.cumsum(arrays[name], axis=0, dtype=np.uint8) for name in ("jam", "call"))
    stacks = tuple(Fraction(int(unit), UNIT) for unit in arrays["stacks"])
    return Solutions(stacks, jam, call, value, gains)


def _differences(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Each row less the one before, modulo 256."""
    return np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), np.uint8))


@cache
def load() -> Solutions:
    """The shipped equilibria."""
    return unpack(data.load(TABLE))
