"""Arrays for the worth of both players' hands on all boards that can follow a flop."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Deals(NamedTuple):
    """Ranks (counts) and values of both hands of some deals, by turn and river.

    ``rank`` and ``value`` have the axes deal, player, turn, river. ``turn_now`` is the immediate
    rank on the turn, and ``turn_sum`` the sum over the rivers to come; ``flop_now`` and
    ``flop_sum`` likewise. ``made`` is how many bets a hand is worth on a river. ``live`` marks the
    cards that are neither on the flop nor in a player's hand.
    """

    rank: npt.NDArray[np.int16]
    value: npt.NDArray[np.int16]
    turn_now: npt.NDArray[np.int64]
    turn_sum: npt.NDArray[np.int64]
    flop_now: npt.NDArray[np.int64]
    flop_sum: npt.NDArray[np.int64]
    made: npt.NDArray[np.int8]
    live: npt.NDArray[np.bool_]


def empty_deals(count: int) -> Deals:
    """Empty arrays for some deals, 32 kB each."""
    return Deals(
        rank=np.zeros((count, 2, 52, 52), dtype=np.int16),
        value=np.zeros((count, 2, 52, 52), dtype=np.int16),
        turn_now=np.zeros((count, 2, 52), dtype=np.int64),
        turn_sum=np.zeros((count, 2, 52), dtype=np.int64),
        flop_now=np.zeros((count, 2), dtype=np.int64),
        flop_sum=np.zeros((count, 2), dtype=np.int64),
        made=np.zeros((count, 2, 52, 52), dtype=np.int8),
        live=np.zeros((count, 52), dtype=np.bool_),
    )
