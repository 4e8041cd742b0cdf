"""What every analysis of a match of two has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.version import __version__


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
