"""DIVAT scores of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_indices
from railbird.compute.threads import map_threads, spans
from railbird.divat.baseline.mixture import Baseline
from railbird.divat.baseline.preflop import Preflop, preflop_edges, tables_of
from railbird.divat.baseline.settings import STANDARD
from railbird.divat.heads_up import _kernels as kernels
from railbird.divat.heads_up.encode import Games
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.evaluate.strength.runouts import Deals, empty_deals
from railbird.kernels import ranks as rank_kernels

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_AT_ONCE = 32
"""Number of games whose deals fit into a core's cache."""


class Scores(NamedTuple):
    """Scores of games for player 1, who acts first after the flop, in small bets.

    ``by_round`` has the axes game, round, score; rounds that were not played are 0. ``money`` is
    what player 1 won, ``dcash`` what they would have won if both had played the baseline and never
    run out of chips. ``position`` is the value of a game before its cards, V(∅), or 0 with stacks
    that are too short for roll-outs.

    The scores of a round are

    ``skill``
        The DIVAT Difference by roll-out equity: the value of the round as played minus the value of
        the baseline.
    ``luck``
        The change in value from the cards dealt before the round.
    ``actual``, ``baseline``
        Roll-out equity after the round as played, and after the baseline.
    ``round_ev``
        What the baseline of the round gains over checking it through.
    ``red_green_1``, ``red_green_2``
        The difference as a credit to the player who left the baseline first, from their own view.
    ``aie_skill``, ``aie_actual``, ``aie_baseline``, ``aie_round_ev``
        The same by all-in equity.
    ``lfat``
        The change in all-in equity from the cards dealt before the round.
    ``evat``
        All-in equity as played minus that of players who know all cards.
    ``evat_1``, ``evat_2``
        The part of each player, from their own view: what their misplays cost, 0 or negative. A
        misplay is an action that a player who knows all cards would not choose. EVAT is the
        difference of both.
    ``aie``
        Share of the pot by all-in equity, 0…1.
    ``rank_1``, ``rank_2``
        Effective hand ranks.
    """

    by_round: Floats
    money: Floats
    dcash: Floats
    position: Floats

    def column(self, name: str) -> Floats:
        """One score of all rounds, shape (games, 4)."""
        return np.asarray(self.by_round[:, :, COLUMNS.index(name)])

    @property
    def skill(self) -> Floats:
        """DIVAT Difference of each game."""
        return np.asarray(self.by_round[:, :, kernels.SKILL].sum(axis=1))

    @property
    def luck(self) -> Floats:
        """What the cards were worth in each game."""
        return np.asarray(self.by_round[:, :, kernels.LUCK].sum(axis=1))


COLUMNS = (
    "skill",
    "luck",
    "actual",
    "baseline",
    "round_ev",
    "red_green_1",
    "red_green_2",
    "aie_skill",
    "aie_actual",
    "aie_baseline",
    "aie_round_ev",
    "lfat",
    "evat",
    "aie",
    "rank_1",
    "rank_2",
    "evat_1",
    "evat_2",
)
assert len(COLUMNS) == kernels.SCORES


def score(
    games: Games,
    *,
    settings: Baseline = STANDARD,
    table: Preflop | None = None,
    threads: int | None = None,
) -> Scores:
    """Score games. In each of them money = position + luck + skill.

    ``table`` replaces the settings and their pre-flop table.
    """
    tables = tables_of(settings) if table is None else ((1.0, table),)
    return score_with(games, tables, threads=threads)


def score_with(
    games: Games, tables: Sequence[tuple[float, Preflop]], *, threads: int | None = None
) -> Scores:
    """Score games by the settings of some tables: the weighted mean of their scores."""
    found = score_each(games, [table for _, table in tables], threads=threads)
    if len(found) == 1:
        return found[0]
    by_round = np.zeros_like(found[0].by_round)
    dcash, position = np.zeros(len(games)), np.zeros(len(games))
    for (weight, _), scores in zip(tables, found, strict=True):
        by_round += weight * scores.by_round
        dcash += weight * scores.dcash
        position += weight * scores.position
    return Scores(by_round, found[0].money, dcash, position)


def score_each(
    games: Games, tables: Sequence[Preflop], *, threads: int | None = None
) -> list[Scores]:
    """`score` the same games under several settings, those of the tables.

    The boards of a game are dealt once for all of them, so each costs less than `score`.
    """
    first, second = colex_indices(games.cards[:, :2]), colex_indices(games.cards[:, 2:4])
    edges = preflop_edges(first, second)
    judges = [_Judge(table, first, second, games.openers) for table in tables]
    hand_ranks = rank_tables()

    def work(part: slice) -> None:
        deals = empty_deals(_AT_ONCE)
        for some in spans(part.stop - part.start, _AT_ONCE):
            rows = slice(part.start + some.start, part.start + some.stop)
            rank_kernels.deal_flops(games.cards[rows], hand_ranks, CHOOSE, deals)
            for judge in judges:
                judge.score(games.part(rows), rows, deals, edges[rows])

    for _ in map_threads(work, spans(len(games), 16 * _AT_ONCE), threads=threads):
        pass
    return [judge.scores() for judge in judges]


class _Judge:
    """Scores games under the settings of one table, some rows at a time."""

    def __init__(
        self, table: Preflop, first: Ints, second: Ints, openers: npt.NDArray[np.int8]
    ) -> None:
        self._table = table
        self._settings = table.settings.array()
        self._seven_only = table.settings.seven_card_rounds()
        self._one_bet = table.settings.rolls_out_one_bet
        self._equities = table.equities(first, second)
        self._ranks = np.stack([table.ranks[first], table.ranks[second]], axis=1)
        self._by_round = np.zeros((len(first), 4, kernels.SCORES))
        self._totals = np.zeros((len(first), kernels.GAME_SCORES))
        rare = (openers == 1).any()  # the mean over all deals takes a moment
        self._position = np.array([table.opener_position if rare else 0.0, table.position])

    def score(self, games: Games, rows: slice, deals: Deals, edges: Floats) -> None:
        kernels.score_games(
            games.cards,
            games.rounds,
            games.actions,
            games.counts,
            games.stacks,
            games.openers,
            deals,
            self._equities[rows],
            edges,
            self._ranks[rows],
            self._settings,
            self._seven_only,
            self._one_bet,
            self._position,
            self._by_round[rows],
            self._totals[rows],
        )

    def scores(self) -> Scores:
        totals = (self._totals[:, i] for i in (kernels.MONEY, kernels.DCASH, kernels.POSITION))
        return Scores(self._by_round, *totals)
