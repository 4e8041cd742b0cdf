"""The estimators of heads-up limit hold'em that need no other knowledge, as instances of the frame.

Their luck is by round: what the cards changed that were dealt before it. In each of them
money = estimate + luck, and DIVAT also leaves out what position is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import numpy as np
import numpy.typing as npt

from railbird.divat.heads_up.encode import Games
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.scores import Scores
from railbird.divat.heads_up.summary import ALL_MONEY, Line, Summary, line
from railbird.stats import verdict

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LimitEstimator:
    """An estimator of scored games.

    Parameters
    ----------
    name, value
        What it is called, and its value function in words.
    luck
        The luck of each round, shape (games, 4), for player 1.
    unbiased
        Whether the value before each event is the exact mean of the values after it.
    """

    name: str
    value: str
    luck: Callable[[Games, Scores], Floats]
    unbiased: bool

    def estimate(self, games: Games, scores: Scores) -> Floats:
        """Money minus luck for player 1. DIVAT is also without the value of position."""
        start = scores.position if self.name == "DIVAT" else 0.0
        return np.asarray(scores.money - self.luck(games, scores).sum(axis=1) - start)


def _by_mean(column: str) -> Callable[[Games, Scores], Floats]:
    """Luck by a value whose mean over the cards is exact; it is a column of the scores."""

    def luck(_: Games, scores: Scores) -> Floats:
        return scores.column(column)

    return luck


def _by_all_in_equity(skill: str) -> Callable[[Games, Scores], Floats]:
    """Luck by a value after the cards less the all-in equity before them, which is not its mean."""

    def luck(games: Games, scores: Scores) -> Floats:
        actual = scores.column("aie_actual")
        after = actual - scores.column(skill)
        before = np.concatenate([np.zeros((len(actual), 1)), actual[:, :-1]], axis=1)
        return np.where(np.arange(4) < games.rounds[:, None], after - before, 0.0)

    return luck


ESTIMATORS = (
    LimitEstimator("DIVAT", "roll-out of the baseline", _by_mean("luck"), True),
    LimitEstimator("AIE", "all-in equity of the pot", _by_mean("lfat"), True),
    LimitEstimator(
        "AIE DIVAT", "all-in equity after the baseline", _by_all_in_equity("aie_skill"), False
    ),
    LimitEstimator(
        "EVAT", "all-in equity of players who know all cards", _by_all_in_equity("evat"), False
    ),
)
"""Those of which a scored game has the luck."""

CARDS = "all cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatorLine(Line):
    """The `Line` of an estimator: its value function, the events it corrects, whether unbiased."""

    value: str
    corrects: str
    unbiased: bool


def estimator_line(
    name: str, scores: Floats, money: Floats, *, value: str, corrects: str, unbiased: bool = True
) -> EstimatorLine:
    """The line of an estimator from its estimates of all games, and the money of these games."""
    found = line(name, scores, money)
    return EstimatorLine(**asdict(found), value=value, corrects=corrects, unbiased=unbiased)


def side_by_side(match: MatchAnalysis) -> tuple[EstimatorLine, ...]:
    """Money and the estimators of a match, from the hero's view, in small bets per game."""
    money = match.money.astype(np.float64)
    scores = {
        "DIVAT": match.divat,
        "AIE": money - match.by_round["lfat"].sum(axis=1, dtype=np.float64),
        "AIE DIVAT": match.by_round["aie_skill"].sum(axis=1, dtype=np.float64),
        "EVAT": match.by_round["evat"].sum(axis=1, dtype=np.float64),
    }
    biased = bool(match.borrowed) or match.settings.rolls_out_one_bet
    is_whole = not len(match.hidden)  # hands that show their cards are not a fair sample
    lines = [
        estimator_line("money", money, money, value="none", corrects="nothing", unbiased=is_whole)
    ]
    if not is_whole:
        every = match.all_money
        lines.insert(0, estimator_line(ALL_MONEY, every, every, value="none", corrects="nothing"))
    for each in ESTIMATORS:
        exact = each.unbiased and is_whole and not (biased and each.name == "DIVAT")
        lines.append(
            estimator_line(
                each.name,
                scores[each.name],
                money,
                value=each.value,
                corrects=CARDS,
                unbiased=exact,
            )
        )
    return tuple(lines)


def judged_by_less_error(summary: Summary, other: EstimatorLine) -> Summary:
    """A summary with its verdict by another unbiased estimator, if that has the smaller error.

    The choice is by the error alone: by the result, it would favour what looks better. DIVAT that
    is biased under these settings gives way in any case.
    """
    judge = summary.all_money or summary.divat
    biased = bool(summary.caveat) and judge is summary.divat
    if not other.unbiased or not (biased or other.error < judge.error):
        return summary
    said = verdict(other, summary.players)
    return replace(summary, verdict=said, judged_by=other.name)
