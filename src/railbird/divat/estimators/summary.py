"""The result of an analysis by estimators, for games other than limit hold'em."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railbird.divat.estimators.limit import EstimatorLine
from railbird.divat.heads_up.summary import Line
from railbird.stats import Verdict


@dataclass(frozen=True)
class GameSummary:
    """The lines of a match of two. The verdict is by the last of the estimators.

    ``hidden`` is how many games do not show all cards; ``by_round`` is DIVAT, if all are shown.
    """

    game: str
    players: tuple[str, str]
    games: int
    hidden: int
    refused: Mapping[str, int]
    verdict: Verdict
    estimators: tuple[EstimatorLine, ...]
    by_round: tuple[Line, ...]
    how: str
    unit: str
    source: str
    seconds: float
    version: str
