"""The look-up tables of the evaluators, made or read once per process."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.stopwatch import start_up

ROW_BITS = 13
"""Number of top bits of a hand's key that choose the displacement."""

SLOT_BITS = (13, 15, 16)
"""Number of following bits that, displaced, are the slot: for 5, 6 and 7 cards."""

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U64 = npt.NDArray[np.uint64]


class HighTables(NamedTuple):
    """Tables of the high-hand evaluator; `railbird.evaluate.values.build` explains them.

    ``words`` has a 64-bit word for each card. The upper half is the key of the rank, and the lower
    half has a one in the four-bit counter of the suit. ``flush`` maps a mask of ranks to a value.
    ``shift`` and ``value`` for 5, 6 and 7 cards are the displacements and values of hands without a
    flush.
    """

    words: U64
    flush: U16
    shift5: U16
    value5: U16
    shift6: U16
    value6: U16
    shift7: U16
    value7: U16


class OmahaTables(NamedTuple):
    """Tables of the Omaha evaluator.

    ``pairs[s, p]`` is the best value, without flushes, of two hole cards of ranks p (`pair_column`)
    with three of the five board cards whose ranks have slot s. ``lows[h, b]`` is the best low of a
    hand and a board with the low ranks h and b (bit 0 is the ace, bit 7 the eight), or 0 if there
    is no low. ``low_bits`` has the bit of each rank.
    """

    words: U64
    flush: U16
    shift5: U16
    pairs: U16
    lows: U8
    low_bits: U8


@cache
@start_up()
def high_tables() -> HighTables:
    """The shipped tables of the high-hand evaluator."""
    arrays = data.load("evaluator")
    # one word for every uint8, so an invalid card number never reads beyond the table
    words = np.zeros(256, dtype=np.uint64)
    words[:52] = arrays["words"]
    plain = [cast("U16", arrays[name]) for name in HighTables._fields[1:]]
    return HighTables(words, *plain)


@cache
@start_up()
def omaha_tables() -> OmahaTables:
    """The tables of the Omaha evaluator, made from the shipped ones in about 50 ms."""
    from railbird.evaluate.values import _omaha_kernels as kernels

    high = high_tables()
    pairs = np.zeros((high.value5.size, kernels.PAIR_ROW), dtype=np.uint16)
    kernels.fill_pairs(high.words, high.shift5, high.value5, pairs)
    low_bits = np.array([2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1], dtype=np.uint8)
    lows = np.zeros((256, 256), dtype=np.uint8)
    kernels.fill_lows(lows)
    return OmahaTables(
        words=high.words,
        flush=high.flush,
        shift5=high.shift5,
        pairs=pairs,
        lows=lows,
        low_bits=low_bits,
    )
