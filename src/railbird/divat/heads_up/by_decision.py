"""What each decision of two players changed: the rounds' DIVAT Differences, divided exactly.

The value of a point in a round is that of the round if both play the baseline from there on. A
decision is worth the value after it minus the value before it. The first of these values is the
baseline's, the last is that of the round as played, so the decisions of both players add up to the
difference of the round. Each value is the score of a game that stops there.

Where stacks are short or more than four bets went in before the flop, the analysis does not value
the baseline's own line as played: its roll-outs ignore stacks. What is between is nobody's
decision, and the decisions add up to the rest of the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline._kernels import NOBODY
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up import _kernels as kernels
from railbird.divat.heads_up.describe import baseline_actions, bets_before
from railbird.divat.heads_up.encode import Games, widened
from railbird.divat.heads_up.scores import Floats, score

_LOOKED_AT = 2000
"""Of how many rounds, those with the largest differences, the decisions are looked at."""

_AT_ONCE = 50
_LEAST = 1e-6
"""A smaller difference is rounding."""


class DecisionValue(NamedTuple):
    """A decision: −1 folds, 0 checks or calls, 1 bets or raises.

    ``player`` is 0 for who acts first after the flop. ``baseline`` is what the baseline does, and
    ``worth`` the change in value for player 1, in small bets. ``folder_before`` and
    ``folder_after`` are who folds in the round if both play the baseline from before the decision
    on, and from after it; None if nobody does.
    """

    round: int
    player: int
    action: int
    baseline: int
    worth: float
    folder_before: int | None
    folder_after: int | None


class GameRound(NamedTuple):
    """A round of a game."""

    game: int
    round: int


class _RoundEnd(NamedTuple):
    """How a round ends: the bets of each player, who folds, with how many bets, as first action."""

    level: int
    folder: int
    lost: int
    at_once: bool

    @classmethod
    def of(cls, r: int, opener: int, line: list[int]) -> _RoundEnd:
        actions = np.array(line, dtype=np.int64)
        level, folder, lost = kernels.played(r, opener, actions, len(line))
        return cls(int(level), int(folder), int(lost), folder != NOBODY and len(line) == 1)

    @property
    def who(self) -> int | None:
        return None if self.folder == NOBODY else self.folder - 1


class _Point(NamedTuple):
    """A point in a round: the actions to its end if the baseline goes on, and that end."""

    line: list[int]
    end: _RoundEnd


_Rounds = dict[int, list[_Point]]
"""By round: its start, and the points after each action."""


class Scored(NamedTuple):
    """Scores of games by round: the DIVAT Difference of player 1, and the ranks of both hands."""

    skill: Floats
    ranks: Floats


Scorer = Callable[[Games], Scored]


def decision_values(
    games: Games,
    *,
    settings: Settings = STANDARD,
    scorer: Scorer | None = None,
    from_round: int = 0,
) -> list[tuple[DecisionValue, ...]]:
    """The decisions of each game. Where stacks are too short to bet, a round has none.

    ``scorer`` scores games of another kind than hold'em, whose baseline plays ``from_round`` on.

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
    scorer = scorer or holdem_scorer(settings)
    scored = scorer(games)
    played = [_rounds(games, g, scored.ranks[g], settings) for g in range(len(games))]
    played = [{r: rounds[r] for r in rounds if r >= from_round} for rounds in played]
    known: dict[tuple[int, int, _RoundEnd], float] = {}
    asked: dict[tuple[int, int, _RoundEnd], list[int]] = {}
    for g, rounds in enumerate(played):
        for r, points in rounds.items():
            known[g, r, points[-1].end] = float(scored.skill[g, r])
            for point in points:
                if (g, r, point.end) not in known:
                    asked[g, r, point.end] = point.line
    if asked:
        skill = scorer(_stopped(games, asked)).skill
        for place, (g, r, end) in enumerate(asked):
            known[g, r, end] = float(skill[place, r])
    return [
        tuple(
            each
            for r, points in rounds.items()
            for each in _differences(
                r, int(games.openers[g]), points, {p.end: known[g, r, p.end] for p in points}
            )
        )
        for g, rounds in enumerate(played)
    ]


def own_worth(values: Sequence[DecisionValue], *, round_: int, player: int) -> float:
    """What a player's own decisions in a round were worth to the player."""
    worth = sum(each.worth for each in values if (each.round, each.player) == (round_, player))
    return -worth if player else worth


def costliest(
    skill: npt.NDArray[np.floating],
    most: int,
    own: Callable[[Sequence[GameRound]], Sequence[float]],
) -> list[tuple[float, GameRound]]:
    """The rounds whose decisions cost a player most, with what they cost, the largest first.

    That is what the player's ``own`` decisions cost, and at most what the whole round did.

    Parameters
    ----------
    skill
        The DIVAT Differences of the player by game and round.
    own
        What the player's own decisions were worth in some rounds.
    """
    signed = np.asarray(skill, dtype=np.float64).ravel()
    count = min(_LOOKED_AT, len(signed))
    if not count:
        return []
    some = np.argpartition(signed, count - 1)[:count]
    # among equals, the ones played first
    order = some[np.lexsort((some, signed[some]))]
    order = order[signed[order] < -_LEAST]
    found: list[tuple[float, GameRound]] = []
    for start in range(0, len(order), _AT_ONCE):
        # what stays is never more than the difference: the rest cannot come before these
        if len(found) >= most and signed[order[start]] >= found[most - 1][0]:
            break
        part = order[start : start + _AT_ONCE].tolist()
        places = [GameRound(*divmod(i, 4)) for i in part]
        stays = [max(one, float(signed[i])) for i, one in zip(part, own(places), strict=True)]
        found += [each for each in zip(stays, places, strict=True) if each[0] < -_LEAST]
        found.sort()
    return found[:most]


def holdem_scorer(settings: Settings) -> Scorer:
    """Scores games of limit hold'em."""

    def scorer(games: Games) -> Scored:
        found = score(games, settings=settings, threads=1).by_round
        return Scored(found[:, :, kernels.SKILL], found[:, :, [kernels.RANK_1, kernels.RANK_2]])

    return scorer


def _rounds(games: Games, g: int, ranks: Floats, settings: Settings) -> _Rounds:
    """The rounds of a game, without those in which nobody could bet."""
    rounds: _Rounds = {}
    opener, stack = int(games.openers[g]), float(games.stacks[g])
    for r in range(int(games.rounds[g])):
        done = [int(action) for action in games.actions[g, r, : games.counts[g, r]]]
        if not done:
            continue
        size = 1 + bets_before(games, g, r)
        first, second = ranks[r].tolist()
        goes_on = partial(
            baseline_actions, r, size, (first, second), settings, opener=opener, stack=stack
        )
        lines = [done[:i] + goes_on(played=done[:i]) for i in range(len(done))]
        rounds[r] = [_Point(line, _RoundEnd.of(r, opener, line)) for line in [*lines, done]]
    return rounds


def _stopped(games: Games, lines: Mapping[tuple[int, int, _RoundEnd], list[int]]) -> Games:
    """Games that stop after a round, which is played as in a line."""
    some = games.part(np.array([g for g, _, _ in lines]))  # a copy
    most = max(map(len, lines.values()))
    actions = widened(some.actions, max(some.actions.shape[2], most))
    for place, ((_, r, _), line) in enumerate(lines.items()):
        some.rounds[place] = r + 1
        some.counts[place, r:] = 0
        some.counts[place, r] = len(line)
        actions[place, r, : len(line)] = line
    return Games(some.cards, some.rounds, actions, some.counts, some.stacks, some.openers)


def _differences(
    r: int, opener: int, points: list[_Point], values: Mapping[_RoundEnd, float]
) -> Iterator[DecisionValue]:
    for i, (before, after) in enumerate(pairwise(points)):
        yield DecisionValue(
            round=r,
            player=(i + (opener - 1 if r == 0 else 0)) % 2,
            action=after.line[i],
            baseline=before.line[i],
            worth=values[after.end] - values[before.end],
            folder_before=before.end.who,
            folder_after=after.end.who,
        )
