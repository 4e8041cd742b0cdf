"""DIVAT scores of no-limit games."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_indices
from railbird.compute.threads import map_threads, spans
from railbird.divat.baseline.preflop import preflop_edges
from railbird.divat.baseline.settings import STANDARD
from railbird.divat.no_limit import _kernels as kernels
from railbird.divat.no_limit.encode import NoLimitGames
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.evaluate.strength.runouts import empty_deals
from railbird.kernels import ranks as rank_kernels

Floats = npt.NDArray[np.float64]

GROWTH = 2.0
"""How many times the pot before the flop is expected to grow, for the luck of the flop."""

STAKE = 3.0
"""What each player is expected to have in the pot in the end, in big blinds, before they act."""

_AT_ONCE = 32


BETS = (0.5, 0.5, 1.0, 2.0)
"""The bets of a hand that is worth one to four bets, in pots."""


DEEP = 4.0
"""Stack to pot from which every bet is half a pot."""

BETTER = 0.2
"""How much higher a hand must rank to bet than at limit: 0.78, and 0.84 on the river."""


def baseline_rows() -> Floats:
    """The rows of the kernels: fold offset, Make1 … Make4, slope, and the bets in pots."""
    rows = STANDARD.array()
    rows[:, 1] += BETTER
    more = (*BETS, DEEP)
    return np.concatenate([rows, np.broadcast_to(more, (4, len(more)))], axis=1)


class NoLimitScores(NamedTuple):
    """Scores of games for the big blind, in big blinds, by round, shape (games, 4).

    In each game money = the sums of ``skill`` and ``luck``. ``all_in_luck`` is the luck by all-in
    equity.
    """

    skill: Floats
    luck: Floats
    all_in_luck: Floats
    money: Floats


def score_no_limit(games: NoLimitGames, *, threads: int | None = None) -> NoLimitScores:
    """Score no-limit games with all cards known."""
    first, second = colex_indices(games.cards[:, :2]), colex_indices(games.cards[:, 2:4])
    edges = preflop_edges(first, second)
    settings, seven = baseline_rows(), STANDARD.seven_card_rounds()
    found, money = np.zeros((len(games), 4, kernels.SCORES)), np.zeros(len(games))
    tables = rank_tables()

    def work(part: slice) -> None:
        deals = empty_deals(_AT_ONCE)
        for some in spans(part.stop - part.start, _AT_ONCE):
            rows = slice(part.start + some.start, part.start + some.stop)
            games_here = games.part(rows)
            rank_kernels.deal_flops(games_here.cards, tables, CHOOSE, deals)
            kernels.score_games(
                *games_here, deals, edges[rows], settings, seven, GROWTH, STAKE, found[rows],
                money[rows],
            )  # fmt: skip

    for _ in map_threads(work, spans(len(games), 8 * _AT_ONCE), threads=threads):
        pass
    return NoLimitScores(
        found[:, :, kernels.SKILL], found[:, :, kernels.LUCK], found[:, :, kernels.LFAT], money
    )
