"""The result of an analysis by estimators, for games other than limit hold'em."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.divat.estimators.limit import EstimatorLine, estimator_line
from railbird.divat.hands import hand_label
from railbird.divat.heads_up.decisions import SEATS
from railbird.divat.heads_up.summary import Line, line
from railbird.stats import Verdict
from railbird.table.state import ROUND_NAMES

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class CostlyRound:
    """A round in which the hero's own decisions cost them, and how much.

    ``hand`` is the hand's id, or its place from 1, and ``number`` its own. ``sides`` are name,
    seat and cards of the hero and the other player, and ``seats`` the names by position, the big
    blind first. ``played`` and ``baseline`` are in the letters of the papers.
    """

    hand: int
    number: str
    round: str
    board: str
    sides: tuple[tuple[str, str, str], ...]
    seats: tuple[str, str]
    played: str
    baseline: str
    worth: float

    def label(self, *, kept: bool) -> str:
        """What the hand is called; see `hand_label`."""
        return hand_label(self.number, self.hand, kept=kept)


@dataclass(frozen=True)
class GameSummary:
    """The lines of a match of two. The verdict is by the last of the estimators.

    ``judged_by`` names it, and what it judged the two halves of the games by if it chose.
    ``by_deal`` are the same lines for averages of duplicate deals, if that is asked for; then the
    verdict is by the last of these.
    ``hidden`` is how many games do not show all cards; ``by_round`` and ``by_position`` are DIVAT,
    if all are shown.
    ``costly`` are the rounds that cost the hero most, where that is known; the worst comes first.
    """

    game: str
    players: tuple[str, str]
    games: int
    hidden: int
    refused: Mapping[str, int]
    verdict: Verdict
    judged_by: str
    estimators: tuple[EstimatorLine, ...]
    by_round: tuple[Line, ...]
    by_position: tuple[Line, ...]
    how: str
    unit: str
    source: str
    seconds: float
    version: str
    costly: tuple[CostlyRound, ...] = ()
    by_deal: tuple[EstimatorLine, ...] = ()


def lines_of(
    scores: Mapping[str, Floats], values: Mapping[str, tuple[str, str]]
) -> tuple[EstimatorLine, ...]:
    """The line of each estimator from its scores, those of money first.

    ``values`` are the value function of each and what it corrects.
    """
    money = next(iter(scores.values()))
    return tuple(
        estimator_line(name, each, money, value=values[name][0], corrects=values[name][1])
        for name, each in scores.items()
    )


def lines_by_round(skill: Floats, money: Floats) -> tuple[Line, ...]:
    """DIVAT by round, from that of each game, shape (games, 4)."""
    return tuple(line(name, skill[:, r], money) for r, name in enumerate(ROUND_NAMES))


def lines_by_position(
    divat: Floats, money: Floats, seats: npt.NDArray[np.int8]
) -> tuple[Line, ...]:
    """DIVAT by position, where ``seats`` are those of the hero, 0 for the big blind."""
    return tuple(
        line(name, divat[seats == seat], money[seats == seat]) for seat, name in enumerate(SEATS)
    )
