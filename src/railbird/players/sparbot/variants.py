"""Sparbots that play otherwise than the shipped one: they see less of their cards, or are tricky.

Both are made from a solved table. They have the same buckets, so AIVAT knows them too.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.suits import canonical_sets
from railbird.errors import OptionError
from railbird.players.sparbot import _game_kernels as kinds
from railbird.players.sparbot.game import CALL, FOLD, LIMIT_ROUNDS, RAISE
from railbird.players.sparbot.player import Sparbot, SparbotTable, shipped_table

STRONG, WEAK = 0.25, 0.25
"""The shares of all hands on the flop that the trickiness filter counts as strong and as weak."""

_FLOP = 1


def coarse_table(table: SparbotTable, merged: int) -> SparbotTable:
    """A table that treats each ``merged`` neighbouring buckets as one after the flop.

    In each group it plays the mean of what the table plays there. Before the flop it plays the
    same.
    """
    if merged < 1:
        raise OptionError(f"sparbot(merged={merged}): merge 1 bucket or more")
    play = [table.play[0]]
    for fine in table.play[1:]:
        starts = np.arange(0, fine.shape[2], merged)
        counts = np.diff(np.append(starts, fine.shape[2]))
        sums = np.add.reduceat(fine, starts, axis=2, dtype=np.int64)
        means = np.rint(sums / counts[:, None])
        play.append(np.repeat(means, counts, axis=2).astype(np.uint16))
    return replace(table, play=tuple(play))


def tricky_table(table: SparbotTable, tricky: float) -> SparbotTable:
    """A table with the trickiness filter of Hyperborean (Kan 2007, §5.4.1) on the flop.

    The filter "increased the probability of slow-playing a strong hand and bluffing a weak hand on
    the flop". The document gives no numbers. Here the best `STRONG` of all hands on the flop make
    ``tricky`` of their bets and raises a check or call, and the worst `WEAK` make ``tricky`` of
    their checks a bet. The other rounds are played as before.
    """
    if not 0 <= tricky <= 1:
        raise OptionError(f"sparbot(tricky={tricky:g}): give a share from 0 to 1")
    strong, weak = strong_and_weak(table)
    flop = table.play[_FLOP].astype(np.int64)
    moved = np.rint(tricky * flop).astype(np.int64)
    block = LIMIT_ROUNDS[_FLOP]
    can_raise = block.kind[:, RAISE] != kinds.NONE
    free = can_raise & (block.kind[:, FOLD] == kinds.NONE)
    for places, buckets, old, new in (
        (can_raise, strong, RAISE, CALL),
        (free, weak, CALL, RAISE),
    ):
        some = places[None, :, None] & buckets[None, None, :]
        change = np.where(some, moved[..., old], 0)
        flop[..., old] -= change
        flop[..., new] += change
    play = (*table.play[:_FLOP], flop.astype(np.uint16), *table.play[_FLOP + 1 :])
    return replace(table, play=play)


def strong_and_weak(table: SparbotTable) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which flop buckets hold the best and the worst hands, by what they win in the end.

    Buckets are in the order of their 7cHR. A bucket counts if all of it is within the share.
    """
    flops, orbits = canonical_sets(3)
    live = ~(holdem_hands()[None, :, :, None] == flops[:, None, None, :]).any(axis=(2, 3))
    times = (live * orbits[:, None]).ravel()
    sizes = np.bincount(table.buckets.flops.ravel(), times, minlength=table.buckets.counts[_FLOP])
    above = np.cumsum(sizes) / sizes.sum()
    return above - sizes / sizes.sum() >= 1 - STRONG, above <= WEAK


def make_sparbot(name: str, *, merged: int = 1, tricky: float = 0.0) -> Sparbot:
    """A Sparbot, as it was solved or changed."""
    if merged == 1 and tricky == 0:
        return Sparbot(name)
    return Sparbot(name, tricky_table(coarse_table(shipped_table(), merged), tricky))
