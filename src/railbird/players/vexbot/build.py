"""How hands develop from round to round, for Vexbot: chances of Sparbot's buckets for one hand.

Sparbot's game is dealt in pairs of buckets. Vexbot looks ahead with only its own cards, so it needs
less: the chances from each class of hands to the flop buckets (exact), from there to turn and river
(sampled), and the winner at the showdown (sampled).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.suits import canonical_sets
from railbird.errors import OptionError
from railbird.players.sparbot.buckets import Buckets, Report, count_board
from railbird.players.sparbot.player import shipped_table

Floats = npt.NDArray[np.float64]

TABLE = "players_vexbot"
BOARDS, PAIRS, SEED = 10_000, 16, 1
_REPORT_EVERY = 100


@dataclass(frozen=True, eq=False, repr=False)
class CardChances:
    """Chances of one hand's buckets.

    Parameters
    ----------
    flop, turn, river
        Probabilities of the next bucket, by class of hands before the flop, flop bucket and turn
        bucket.
    shown
        Probability that a river bucket wins against another, minus that of losing.
    share
        Share of all hands in each river bucket.
    """

    flop: Floats
    turn: Floats
    river: Floats
    shown: Floats
    share: Floats

    @classmethod
    def from_arrays(cls, arrays: data.Arrays) -> CardChances:
        """Make the chances from the arrays that `build` returns."""
        names = ("flop", "turn", "river", "shown", "share")
        return cls(*(np.asarray(arrays[name], dtype=np.float64) for name in names))


@cache
def shipped_chances() -> CardChances:
    """The chances that come with the package."""
    return CardChances.from_arrays(data.load(TABLE))


def build(
    progress: Report | None = None,
    *,
    buckets: Buckets | None = None,
    boards: int = BOARDS,
    pairs: int = PAIRS,
    seed: int = SEED,
) -> data.Arrays:
    """Count the chances. ``buckets`` defaults to those of the shipped Sparbot."""
    if boards < 1 or pairs < 1:
        raise OptionError(f"{boards} boards of {pairs} pairs count nothing: ask for at least 1")
    buckets = shipped_table().buckets if buckets is None else buckets
    _, n, m, k = buckets.counts
    turns = np.zeros((n, n, m, m), dtype=np.int64)
    rivers = np.zeros((m, m, k, k), dtype=np.int64)
    wins, met = np.zeros((2, k, k), dtype=np.int64)
    rng = np.random.default_rng([seed, 2])
    state = rng.integers(1 << 63, size=1).astype(np.uint64)
    for done in range(boards):
        board = rng.permutation(52)[:5]
        count_board(
            buckets, board, pairs=pairs, state=state, turns=turns, rivers=rivers, wins=wins, met=met
        )
        if progress is not None and done % _REPORT_EVERY == 0:
            progress(done, boards)
    if progress is not None:
        progress(boards, boards)
    order = np.sign(np.arange(k)[:, None] - np.arange(k)[None, :])
    river = rivers.sum(axis=(1, 3)).astype(np.float64)
    found: data.Arrays = {
        "flop": _rows(flop_counts(buckets)),
        "turn": _rows(turns.sum(axis=(1, 3)).astype(np.float64)),
        "river": _rows(river),
        "shown": np.where(met > 0, wins / np.maximum(met, 1), order),
        "share": river.sum(axis=0) / river.sum(),
    }
    return {**found, "made_with": np.array([boards, pairs, seed])}


def flop_counts(buckets: Buckets) -> Floats:
    """Exact numbers of pairs of hand and flop, by class of the hand and flop bucket."""
    flops, orbits = canonical_sets(3)
    classes, size = holdem_class_of_hand().astype(np.int64), buckets.counts[1]
    counts = np.zeros(169 * size)
    for flop, times, row in zip(flops, orbits.tolist(), buckets.flops, strict=True):
        live = ~np.isin(holdem_hands(), flop).any(axis=1)
        kinds = (classes * size + row)[live]
        counts += times * np.bincount(kinds, minlength=len(counts))
    return counts.reshape(169, size)


def _rows(counts: Floats) -> Floats:
    """Turn counts into probabilities by row. A row that was never seen is uniform."""
    total = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.where(total > 0, counts / np.maximum(total, 1), 1 / counts.shape[1]))
