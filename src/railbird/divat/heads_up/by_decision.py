"""What each decision of two players changed: the rounds' DIVAT Differences, divided exactly.

The value of a point in a round is that of the round if both play the baseline from there on. A
decision is worth the value after it minus the value before it. The first of these values is the
baseline's, the last is that of the round as played, so the decisions of both players add up to the
difference of the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from railbird.divat.baseline._kernels import NOBODY
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up import _kernels as kernels
from railbird.divat.heads_up.describe import baseline_actions
from railbird.divat.heads_up.encode import Games
from railbird.divat.heads_up.scores import Floats, score


class DecisionValue(NamedTuple):
    """A decision: −1 folds, 0 checks or calls, 1 bets or raises.

    ``player`` is 0 for the big blind. ``baseline`` is what the baseline does, and ``worth`` the
    change in value for player 1, in small bets. ``folder_before`` and ``folder_after`` are who
    folds in the round if both play the baseline from before the decision on, and from after it;
    None if nobody does.
    """

    round: int
    player: int
    action: int
    baseline: int
    worth: float
    folder_before: int | None
    folder_after: int | None


class _End(NamedTuple):
    """How a round ends: the bets of each player, who folds, with how many bets, as first action."""

    level: int
    folder: int
    lost: int
    at_once: bool

    @classmethod
    def of(cls, r: int, line: list[int]) -> _End:
        level, folder, lost = kernels.played(r, np.array(line, dtype=np.int64), len(line))
        return cls(int(level), int(folder), int(lost), folder != NOBODY and len(line) == 1)

    @property
    def who(self) -> int | None:
        return None if self.folder == NOBODY else self.folder - 1


class _Point(NamedTuple):
    """A point in a round: the actions to its end if the baseline goes on, and that end."""

    line: list[int]
    end: _End


_Rounds = dict[int, list[_Point]]
"""By round: its start, and the points after each action."""


def decision_values(
    games: Games, *, settings: Settings = STANDARD
) -> list[tuple[DecisionValue, ...]]:
    """The decisions of each game. With stacks too short to bet, a round may have none.

    Examples
    --------
    A flush checks the river and calls. The baseline would bet and call a raise; behind the check it
    would raise, and call a third bet.

    >>> from railbird.divat.heads_up.encode import encode
    >>> from railbird.history.formats.one_line import OneLineFormat
    >>> line = "JhQh AhKc 9h7h4h/2h/5c SlRc/bC/bC/kBc"
    >>> river = decision_values(encode([OneLineFormat().read([(1, line)])]))[0][-3:]
    >>> [(each.player, each.action, each.baseline, each.worth) for each in river]
    [(0, 0, 1, -2.0), (1, 1, 1, 0.0), (0, 0, 1, 4.0)]
    """
    scores = score(games, settings=settings, threads=1).by_round
    played = [_rounds(games, g, scores[g], settings) for g in range(len(games))]
    known: dict[tuple[int, int, _End], float] = {}
    asked: dict[tuple[int, int, _End], list[int]] = {}
    for g, rounds in enumerate(played):
        for r, points in rounds.items():
            known[g, r, points[0].end] = float(scores[g, r, kernels.BASELINE])
            known[g, r, points[-1].end] = float(scores[g, r, kernels.ACTUAL])
            for point in points:
                if (g, r, point.end) not in known:
                    asked[g, r, point.end] = point.line
    if asked:
        found = score(_stopped(games, asked), settings=settings, threads=1).by_round
        for place, (g, r, end) in enumerate(asked):
            known[g, r, end] = float(found[place, r, kernels.ACTUAL])
    return [
        tuple(
            each
            for r, points in rounds.items()
            for each in _differences(r, points, {p.end: known[g, r, p.end] for p in points})
        )
        for g, rounds in enumerate(played)
    ]


def _rounds(games: Games, g: int, scores: Floats, settings: Settings) -> _Rounds:
    """The rounds of a game, without those in which nobody could bet."""
    rounds: _Rounds = {}
    size = 1
    for r in range(int(games.rounds[g])):
        done = [int(action) for action in games.actions[g, r, : games.counts[g, r]]]
        ranks = float(scores[r, kernels.RANK_1]), float(scores[r, kernels.RANK_2])
        lines = [
            done[:i] + baseline_actions(r, size, ranks, settings, done[:i])
            for i in range(len(done))
        ]
        if done:
            rounds[r] = [_Point(line, _End.of(r, line)) for line in [*lines, done]]
        size += (1, 1, 2, 2)[r] * done.count(1)
    return rounds


def _stopped(games: Games, lines: Mapping[tuple[int, int, _End], list[int]]) -> Games:
    """Games that stop after a round, which is played as in a line."""
    some = games.part(np.array([g for g, _, _ in lines]))  # a copy
    for place, ((_, r, _), line) in enumerate(lines.items()):
        some.rounds[place] = r + 1
        some.counts[place, r:] = 0
        some.counts[place, r] = len(line)
        some.actions[place, r, : len(line)] = line
    return some


def _differences(
    r: int, points: list[_Point], values: Mapping[_End, float]
) -> Iterator[DecisionValue]:
    for i, (before, after) in enumerate(pairwise(points)):
        yield DecisionValue(
            round=r,
            player=(i + (r == 0)) % 2,
            action=after.line[i],
            baseline=before.line[i],
            worth=values[after.end] - values[before.end],
            folder_before=before.end.who,
            folder_after=after.end.who,
        )
