"""Equities by sampling: unbiased, with standard errors, reproducible from a seed.

Deals are drawn in batches and added up in order. Each batch has its own random stream, which
depends only on the seed and the number of the batch. So the result is the same for any number of
threads.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np

from railbird.compute.threads import map_threads
from railbird.evaluate.equities import _deal_kernels as kernels
from railbird.evaluate.equities.spot import Counts, Progress, Spot, count_showdowns

DEFAULT_ERROR = 0.0005
"""By default, sampling stops when every equity has this standard error."""

MOST_DEALS = 200_000_000
"""Sampling to a given error stops after this many deals in any case."""

_DEALS_A_BATCH = 1 << 14
_BATCHES_A_ROUND = 8
_TRIES_A_DEAL, _FEWEST_TRIES = 300, 2_000_000

RAREST = 5_000
"""Sampling gives up if fewer than one in so many draws of all hands have no card twice."""


class RareDealError(Exception):
    """Almost all draws of hands from the ranges have a card twice."""


def sample_deals(
    spot: Spot,
    samples: int | None,
    error: float | None,
    seed: int,
    progress: Progress | None,
) -> tuple[Counts, str]:
    """Draw deals until ``samples`` are made or no standard error is above ``error``."""
    if samples is None and error is None:
        error = DEFAULT_ERROR
    limit = MOST_DEALS if samples is None else samples
    draw = _batch_drawer(spot, seed)
    total = Counts.zero(spot.players)
    batch, reached = 0, np.inf
    while total.total < limit:
        left = limit - int(total.total)
        sizes = [
            min(_DEALS_A_BATCH, left - i * _DEALS_A_BATCH)
            for i in range(min(_BATCHES_A_ROUND, -(-left // _DEALS_A_BATCH)))
        ]
        work = [(batch + i, size) for i, size in enumerate(sizes)]
        for counts in map_threads(draw, work, threads=spot.threads):
            total = total + counts
        batch += len(work)
        reached = float(total.errors().max())
        if error is not None and reached <= error:
            break
        if progress is not None:
            by_error = 0.0 if error is None else (error / reached) ** 2
            progress(max(total.total / limit, by_error))
    early = "" if error is None or reached <= error else f", too few for an error of {error:g}"
    return total, f"sampled: {int(total.total):,} deals{early}, seed {seed}"


def _batch_drawer(spot: Spot, seed: int) -> Callable[[tuple[int, int]], Counts]:
    """A function that draws one batch, given its number and size."""
    weights = spot.weights.copy()
    cumulative = np.empty_like(weights)
    uniform = np.zeros(spot.players, dtype=np.bool_)
    cards_left = 52 - len(spot.board) - len(spot.dead)
    for p, size in enumerate(spot.sizes):
        mine = weights[spot.of_player(p)]
        cumulative[spot.of_player(p)] = np.cumsum(mine) / mine.sum()
        uniform[p] = size == comb(cards_left, spot.game.hole_cards) and np.ptp(mine) == 0
    masks = spot.masks()
    known = np.array(spot.board, dtype=np.uint8)
    used = np.uint64(sum(1 << int(c) for c in spot.board + spot.dead))

    def draw(work: tuple[int, int]) -> Counts:
        batch, size = work
        stream = np.random.SeedSequence((seed, batch)).generate_state(1, np.uint64)
        hands = np.empty((size, spot.players, spot.game.hole_cards), dtype=np.uint8)
        boards = np.empty((size, 5), dtype=np.uint8)
        made, tries = 0, max(_TRIES_A_DEAL * size, _FEWEST_TRIES)
        while made < size:
            more = kernels.sample_deals(
                stream,
                known,
                used,
                spot.cards,
                masks,
                cumulative,
                spot.starts,
                uniform,
                tries,
                hands[made:],
                boards[made:],
            )
            made += more
            if made < size and more * RAREST < tries:
                raise RareDealError
        high, low = spot.game.deal_values(hands, boards)
        return count_showdowns(high, low, np.ones(size, dtype=np.int64))

    return draw
