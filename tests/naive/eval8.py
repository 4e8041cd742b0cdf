"""eval8 without shortcuts: all boards are dealt, and every hand is evaluated on each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.evaluate.games import OMAHA8

AT_ONCE = 1 << 16


def naive_eval8(
    cards: Sequence[int], matchups: Iterable[tuple[Sequence[int], Sequence[int]]]
) -> npt.NDArray[np.int64]:
    """Boards on which the first hand wins the pot, ¾, ½, ¼ or nothing; hands are places of cards.

    The values come from `railbird.evaluate`, whose own tests check them against naive hands.
    """
    pairs = list(matchups)
    held = np.array(cards, dtype=np.uint8)
    hands = held[np.array([hand for matchup in pairs for hand in matchup])]
    live = np.setdiff1d(np.arange(52, dtype=np.uint8), held)
    boards = live[np.array(list(combinations(range(len(live)), 5)), dtype=np.uint8)]
    counts = np.zeros((len(pairs), 5), dtype=np.int64)
    for start in range(0, len(boards), AT_ONCE):
        high, low = OMAHA8.board_values(boards[start : start + AT_ONCE], hands)
        for m in range(len(pairs)):
            by_high = _sign(high[:, 2 * m], high[:, 2 * m + 1])
            by_low = _sign(low[:, 2 * m], low[:, 2 * m + 1])
            no_low = (low[:, 2 * m] == 0) & (low[:, 2 * m + 1] == 0)
            pots = 2 - by_high - np.where(no_low, by_high, by_low)
            counts[m] += np.bincount(pots, minlength=5)
    return counts


def _sign(one: npt.NDArray[np.generic], other: npt.NDArray[np.generic]) -> npt.NDArray[np.int64]:
    return np.sign(one.astype(np.int64) - other.astype(np.int64))
