"""What every analysis of a match of two has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.version import __version__


def duplicate_halves(
    hole_cards: npt.NDArray[np.uint8], seats: npt.NDArray[np.integer]
) -> tuple[slice, slice]:
    """The two halves of a duplicate match, in which the players held each other's cards.

    The second half must repeat the deals of the first with the seats reversed, as ``railbird match
    --duplicate`` plays them. ``hole_cards`` are by seat, and ``seats`` are 0 or 1.
    """
    half = len(seats) // 2
    first, second = slice(0, half), slice(half, 2 * half)
    if (
        len(seats) != 2 * half
        or not half
        or not np.array_equal(hole_cards[first], hole_cards[second])
        or (seats[first] == seats[second]).any()
    ):
        raise OptionError(
            "this is not a duplicate match: its second half is not the first with seats reversed"
        )
    return first, second


@dataclass(frozen=True, kw_only=True)
class JudgedMatch:
    """A match of two that was judged game by game, from the hero's view.

    Parameters
    ----------
    players
        The hero and the other player.
    ids
        By game: the hand's id in the library, or its number in the file, from 1.
    refused
        How many hands were not analysed, by reason.
    source, seconds, version
        Where the hands come from, how long the analysis took, and the program that made it.
    """

    players: tuple[str, str]
    ids: npt.NDArray[np.int64] = field(repr=False)
    refused: Mapping[str, int]
    source: str
    seconds: float
    version: str = __version__

    def __len__(self) -> int:
        return len(self.ids)
