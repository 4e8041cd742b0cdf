"""AIVAT for heads-up limit hold'em, with one player whose strategy is known.

The cards are corrected over everything that could have come. The known player's own decisions are
corrected by its own probabilities. At every event the mean is over all hands that the known player
could hold, each by the probability that it would have played like that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from railbird.cards.index import BINOMIAL
from railbird.compute.threads import map_threads, spans
from railbird.divat.estimators import _aivat_kernels as kernels
from railbird.divat.heads_up.encode import Games
from railbird.errors import OptionError
from railbird.evaluate.strength.ranks import CHOOSE, preflop_ranks, rank_tables

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

MOST_PAID = 24.0
"""The most that a player can lose with four bets a round, in small bets: with less they may be all
in, and a strategy for deep stacks no longer says what they do."""

_AT_ONCE = 64
"""Games that are judged together; each needs about 16 kB for every decision."""


class ValueTables(NamedTuple):
    """A value function for AIVAT: betting, buckets of hands, and values by pairs of buckets.

    ``actor`` … ``stakes`` are the betting by round and node. ``preflop`` … ``river`` give the
    buckets of hands: before the flop, on one flop and one turn of each kind with the place of every
    board among them, and on the river by rank. ``pair_row`` and ``pair_turned`` lead to the row of
    a hand in ``flop_mean``, the exact sums over all flops of the values on the flop. ``play`` are
    probabilities before the flop. ``flop``, ``turn``, ``river_fold`` and ``river_stake`` are values
    by pot, node and both buckets; on the river in two parts, what folds pay and what is at stake
    at the showdown. ``start`` is the mean value over all deals.
    """

    hands: Bytes
    nodes: Ints
    ends: Ints
    actor: Ints
    kind: Ints
    child: Ints
    amount: Floats
    stakes: Floats
    preflop: Bytes
    flops: Bytes
    flop_row: npt.NDArray[np.int32]
    flop_turned: Bytes
    turns: Bytes
    turn_row: npt.NDArray[np.int32]
    turn_turned: Bytes
    river: Bytes
    moved: npt.NDArray[np.int16]
    pair_row: npt.NDArray[np.int16]
    pair_turned: Bytes
    flop_mean: npt.NDArray[np.int32]
    scale: float
    play: Floats
    flop: npt.NDArray[np.float32]
    turn: npt.NDArray[np.float32]
    river_fold: npt.NDArray[np.float32]
    river_stake: npt.NDArray[np.float32]
    start: float


class KnownStrategy(Protocol):
    """A player whose probabilities are known for every hand that it could hold."""

    @property
    def name(self) -> str:
        """The kind of player, as the user names it."""

    def chances(self, games: Games, seats: Ints, starts: Ints, total: int) -> Floats:
        """Probabilities of fold, call and raise, shape (decisions, 1326, 3).

        ``seats`` is its seat in each game, 0 for the big blind. ``starts`` is the number of its
        first decision in each game, and ``total`` the number of all.
        """


@dataclass(frozen=True)
class AivatScores:
    """AIVAT of games for the big blind, in small bets, and the luck that was taken out.

    ``estimates`` are NaN where there is none. ``luck`` has a column for each kind of event:
    `EVENTS` with all cards known, `SEEN_EVENTS` without the other player's. ``contradicted`` are
    games in which the known player did what its strategy never does, and ``unfit`` those with more
    than four bets in a round, or with stacks below `MOST_PAID`. ``surprise`` is what the known
    player did beside its strategy; see `railbird.divat.estimators.claims.surprises`.
    """

    estimates: Floats
    luck: Floats
    contradicted: npt.NDArray[np.bool_]
    unfit: npt.NDArray[np.bool_]
    surprise: Floats


EVENTS = ("cards", "decisions")
SEEN_EVENTS = ("own cards", "decisions", "board")


class _Work(NamedTuple):
    """Some games, ready to be judged."""

    games: Games
    seats: Ints
    starts: Ints
    chances: Floats


def aivat(
    games: Games,
    seats: npt.NDArray[np.integer],
    known: KnownStrategy,
    tables: ValueTables,
    *,
    threads: int | None = None,
) -> AivatScores:
    """Judge games by AIVAT. ``seats`` is the known player's seat in each, 0 for the big blind."""

    def judge(work: _Work) -> tuple[Floats, Floats, Ints]:
        count = len(work.games)
        found, luck, state = np.empty(count), np.zeros((count, 2)), np.zeros(count, np.int64)
        kernels.judge_games(
            *work.games[:4], work.seats, work.chances, work.starts, tables, rank_tables(), CHOOSE,
            BINOMIAL, found, luck, state,
        )  # fmt: skip
        return found, luck, state

    return _judged(games, seats, known, tables, judge, len(EVENTS), threads)


def aivat_seen(
    games: Games,
    seats: npt.NDArray[np.integer],
    known: KnownStrategy,
    tables: ValueTables,
    *,
    money: Floats,
    assumed: KnownStrategy,
    threads: int | None = None,
) -> AivatScores:
    """AIVAT that never looks at the other player's cards, as a player can know it in a match.

    Only at a showdown these cards are used, for the mean over the hands that the known player could
    have shown. Elsewhere the money counts, which is for the big blind. The luck of the known
    player's own cards and decisions is exact, and only this is taken out. The luck of the board
    depends on what the other player may hold. It is given for a player like ``assumed`` and not
    taken out.
    """

    def judge(work: _Work) -> tuple[Floats, Floats, Ints]:
        count, others = len(work.games), 1 - work.seats
        starts, total, _ = _decisions(work.games, others, tables)
        guess = 0.95 * assumed.chances(work.games, others, starts, total) + 0.05 / 3
        luck = np.zeros((count, 3))
        kernels.judge_seen(
            *work.games[:4], work.seats, work.chances, work.starts, guess, starts, tables,
            rank_tables(), CHOOSE, BINOMIAL, luck,
        )  # fmt: skip
        base, state = np.zeros(count), np.zeros(count, np.int64)
        parts = np.zeros((count, 2))
        shown = ~(work.games.actions == -1).any(axis=(1, 2))
        some = work.games.part(shown)
        mean, more, bad = base[shown], parts[shown], state[shown]
        kernels.judge_games(
            *some[:4], work.seats[shown], work.chances, work.starts[shown], tables, rank_tables(),
            CHOOSE, BINOMIAL, mean, more, bad,
        )  # fmt: skip
        base[shown], state[shown] = mean + more.sum(axis=1), bad
        return base, luck, state

    shown = ~(games.actions == -1).any(axis=(1, 2))
    found = _judged(games, seats, known, tables, judge, len(SEEN_EVENTS), threads)
    base = np.where(shown | found.unfit, found.estimates, money)
    estimates = base - found.luck[:, 0] - found.luck[:, 1]
    return AivatScores(estimates, found.luck, found.contradicted, found.unfit, found.surprise)


def _decisions(
    games: Games, seats: Ints, tables: ValueTables
) -> tuple[Ints, int, npt.NDArray[np.bool_]]:
    """Where the decisions of a player begin in each game, how many there are, and what fits."""
    count, legal = np.zeros(len(games), np.int64), np.ones(len(games), np.bool_)
    kernels.count_decisions(games.rounds, games.actions, games.counts, seats, tables, count, legal)
    ends = np.cumsum(count)
    return ends - count, int(ends[-1]) if len(ends) else 0, legal


def _judged(  # noqa: PLR0917
    games: Games,
    seats: npt.NDArray[np.integer],
    known: KnownStrategy,
    tables: ValueTables,
    judge: Callable[[_Work], tuple[Floats, Floats, Ints]],
    events: int,
    threads: int | None,
) -> AivatScores:
    """Judge games some at a time, on all threads."""
    if len(seats) != len(games):
        raise OptionError(f"{len(seats)} seats do not fit {len(games)} games")
    places = seats.astype(np.int64)
    _, _, legal = _decisions(games, places, tables)
    legal &= games.stacks >= MOST_PAID
    estimates, luck = np.full(len(games), np.nan), np.zeros((len(games), events))
    status, fit = np.zeros(len(games), np.int64), np.nonzero(legal)[0]
    surprise, weights = np.zeros((len(games), 4)), preflop_ranks().immediate - 0.5

    def work(part: slice) -> None:
        rows = fit[part]
        some = games.part(rows)
        starts, total, _ = _decisions(some, places[rows], tables)
        chances = known.chances(some, places[rows], starts, total)
        estimates[rows], luck[rows], status[rows] = judge(
            _Work(some, places[rows], starts, chances)
        )
        sums = np.zeros((len(rows), 4))
        kernels.add_surprises(*some[:4], places[rows], chances, starts, tables, weights, sums)
        surprise[rows] = sums

    for _ in map_threads(work, spans(len(fit), _AT_ONCE), threads=threads):
        pass
    bad = status == kernels.CONTRADICTED
    estimates[bad] = np.nan
    return AivatScores(estimates, luck, bad, ~legal, surprise)
