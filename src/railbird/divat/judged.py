"""What every analysis of a match of two has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.version import __version__


def duplicate_halves(
    hole_cards: npt.NDArray[np.uint8],
    seats: npt.NDArray[np.integer],
    refused: Mapping[str, int] | None = None,
) -> tuple[slice, slice]:
    """The two halves of a duplicate match, in which the players held each other's cards.

    The second half must repeat the deals of the first with the seats reversed, as ``railbird match
    --duplicate`` plays them. ``hole_cards`` are by seat, and ``seats`` are 0 or 1. Hands that were
    ``refused`` leave games without a partner: the error says so.
    """
    half = len(seats) // 2
    first, second = slice(0, half), slice(half, 2 * half)
    if (
        len(seats) != 2 * half
        or not half
        or not np.array_equal(hole_cards[first], hole_cards[second])
        or (seats[first] == seats[second]).any()
    ):
        if refused and _come_twice(hole_cards, seats):
            raise OptionError(
                f"the games of this duplicate match cannot be averaged by deal, as "
                f"{_missing(refused)}: omit --duplicate"
            )
        raise OptionError(
            "this is not a duplicate match: its second half is not the first with seats reversed"
        )
    return first, second


def duplicate_note(
    hole_cards: npt.NDArray[np.uint8],
    seats: npt.NDArray[np.integer],
    refused: Mapping[str, int] | None = None,
) -> str:
    """A sentence for games that were not averaged by deal but could be; empty for other games."""
    if (hole_cards >= 52).any() or not _come_twice(hole_cards, seats):
        return ""  # no game of which cards are hidden can be averaged
    said = "Deals come twice here, the second time with the seats reversed"
    try:
        duplicate_halves(hole_cards, seats, refused)
    except OptionError:
        if not refused:
            return ""  # pairs, but not as two halves
        return f"{said}. They cannot be averaged, as {_missing(refused)}."
    return f"{said}: --duplicate averages the two games of a deal, which takes out more luck."


def _missing(refused: Mapping[str, int]) -> str:
    why = ", ".join(f"{count:,} × {reason}" for reason, count in refused.items())
    return f"some hands were not analysed ({why})"


def _come_twice(hole_cards: npt.NDArray[np.uint8], seats: npt.NDArray[np.integer]) -> bool:
    """Whether games have partners: the same hole cards with the seats reversed.

    By chance, two deals in 1.6 million do. One game in ten is asked for, as some may be missing.
    """
    known = (hole_cards < 52).all(axis=1)
    if not known.any():
        return False
    _, deal = np.unique(hole_cards[known], axis=0, return_inverse=True)
    game = 2 * deal.reshape(-1) + seats[known]
    return 10 * int(np.isin(game ^ 1, game).sum()) >= len(seats)


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
