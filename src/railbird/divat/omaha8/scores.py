"""DIVAT scores of Omaha Hi-Lo games."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, spans
from railbird.divat.baseline.settings import Settings
from railbird.divat.heads_up.encode import Games
from railbird.divat.omaha8 import _kernels as kernels
from railbird.evaluate.preflop.eval8 import BOARDS, eval8
from railbird.evaluate.strength.omaha8 import rank_curves, share_tables
from railbird.evaluate.strength.ranks import CHOOSE
from railbird.evaluate.values.tables import omaha_tables

Floats = npt.NDArray[np.float64]

BASELINE = Settings(fold_offsets=(0.0, -0.05, -0.05, -0.1), name="Omaha Hi-Lo")
"""Hands bet as in hold'em, by their rank. They fold less: the worse hand often wins half a pot."""

STAKE = 3.5
"""What each player is expected to have in the pot in the end, in small bets, before they act."""

GROWTH = 3.0
"""What each player is expected to add after the flop, for the luck of the flop."""

_AT_ONCE = 64


class Omaha8Scores(NamedTuple):
    """Scores of games for player 1, the big blind, in small bets, by round, shape (games, 4).

    In each game money = the sums of ``skill`` and ``luck``. ``all_in_luck`` is the luck by all-in
    equity. ``own`` is the skill of rounds in which a player left the baseline first, from their own
    view, and ``ranks`` are the ranks of both hands; they have player 1 and 2 as a third axis.
    """

    skill: Floats
    luck: Floats
    all_in_luck: Floats
    money: Floats
    own: Floats
    ranks: Floats


class SplitDeal(NamedTuple):
    """Scratch space for one deal, by turn and river: see `kernels.deal_flop`."""

    rank: npt.NDArray[np.float64]
    made: npt.NDArray[np.int8]
    won: npt.NDArray[np.int8]
    turn_rank: Floats
    flop_rank: Floats
    live: npt.NDArray[np.bool_]


def empty_deal() -> SplitDeal:
    """Space for a deal."""
    return SplitDeal(
        rank=np.zeros((2, 52, 52)),
        made=np.zeros((2, 52, 52), dtype=np.int8),
        won=np.zeros((52, 52), dtype=np.int8),
        turn_rank=np.zeros((2, 52)),
        flop_rank=np.zeros(2),
        live=np.zeros(52, dtype=np.bool_),
    )


def preflop_edges8(cards: npt.NDArray[np.uint8]) -> Floats:
    """What the first of two hands wins of each chip, over all 1,086,008 boards."""
    pots = eval8(cards[:, :8], threads=1)[:, 0].astype(np.float64)
    return np.asarray(pots @ [1.0, 0.5, 0.0, -0.5, -1.0] / BOARDS)


def score_omaha8(
    games: Games, *, settings: Settings = BASELINE, threads: int | None = None
) -> Omaha8Scores:
    """Score games with all cards known; their cards are two hands of four and the board."""
    found, money = np.zeros((len(games), 4, kernels.SCORES)), np.zeros(len(games))
    tables, lows, curves = share_tables(), omaha_tables().lows, rank_curves()
    rows = settings.array()

    def work(part: slice) -> None:
        some = games.part(part)
        kernels.score_games(
            *some[:5], preflop_edges8(some.cards), tables, lows, curves, CHOOSE, rows, STAKE,
            GROWTH, empty_deal(), np.empty((5, 26, 26), np.bool_), np.empty((5, 26, 26, 3)),
            found[part], money[part],
        )  # fmt: skip

    for _ in map_threads(work, spans(len(games), _AT_ONCE), threads=threads):
        pass
    return Omaha8Scores(
        found[:, :, kernels.SKILL],
        found[:, :, kernels.LUCK],
        found[:, :, kernels.LFAT],
        money,
        found[:, :, [kernels.OWN_1, kernels.OWN_2]],
        found[:, :, [kernels.RANK_1, kernels.RANK_2]],
    )
