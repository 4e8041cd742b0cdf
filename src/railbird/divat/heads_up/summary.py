"""What an analysis says: win rates with their errors, and how sure it is who played better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, erf, inf, isfinite, sqrt

import numpy as np
import numpy.typing as npt

from railbird.divat.heads_up.match import MatchAnalysis
from railbird.table.state import ROUND_NAMES

Z95 = 1.959964
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Line:
    """The mean of a score, in small bets per game.

    ``deviation`` is the standard deviation of a game, ``error`` the standard error of the mean;
    ``low`` and ``high`` bound its 95 % interval. ``reduction`` is the variance of money over that
    of this score. ``confidence`` is the probability, by the normal distribution, that the mean has
    the sign it seems to have, and ``games_needed`` how many games a difference of this size takes
    to be seen with 95 % confidence.
    """

    name: str
    mean: float
    deviation: float
    error: float
    low: float
    high: float
    reduction: float
    confidence: float
    games_needed: float


def line(name: str, scores: npt.NDArray[np.floating], money: npt.NDArray[np.floating]) -> Line:
    """Mean and errors of the scores of games."""
    count = len(scores)
    mean = float(np.mean(scores, dtype=np.float64)) if count else float("nan")
    deviation = float(np.std(scores, ddof=1, dtype=np.float64)) if count > 1 else float("nan")
    money_deviation = float(np.std(money, ddof=1, dtype=np.float64)) if count > 1 else float("nan")
    error = deviation / sqrt(count) if count > 1 else float("nan")
    return Line(
        name=name,
        mean=mean,
        deviation=deviation,
        error=error,
        low=mean - Z95 * error,
        high=mean + Z95 * error,
        reduction=(money_deviation / deviation) ** 2 if deviation else inf,
        confidence=0.5 * (1 + erf(abs(mean) / error / sqrt(2))) if error > 0 else float("nan"),
        games_needed=_games_needed(mean, deviation),
    )


def _games_needed(mean: float, deviation: float) -> float:
    needed = (Z95 * deviation / mean) ** 2 if mean else inf
    return float(ceil(needed)) if isfinite(needed) else needed


@dataclass(frozen=True, slots=True)
class Summary:
    """The lines of an analysis from the view of the hero; see `Line`."""

    players: tuple[str, str]
    games: int
    refused: Mapping[str, int]
    money: Line
    divat: Line
    aie_divat: Line
    money_minus_dcash: Line
    dcash: Line
    luck: Line
    evat: Line
    by_round: tuple[Line, ...]
    by_position: tuple[Line, ...]
    red_green: tuple[float, float]
    position: float
    rounding: float
    settings: str
    source: str
    seconds: float
    version: str

    @property
    def games_per_second(self) -> float:
        """How fast the analysis was."""
        return self.games / self.seconds


def summarise(match: MatchAnalysis) -> Summary:
    """Win rates by every measure, by round and by position."""
    money = match.money.astype(np.float64)
    skill = match.by_round["skill"]
    big = match.sign > 0

    def of(name: str, scores: npt.NDArray[np.floating]) -> Line:
        return line(name, scores, money)

    return Summary(
        players=match.players,
        games=len(match),
        refused=match.refused,
        money=of("money", money),
        divat=of("DIVAT", match.divat),
        aie_divat=of("AIE DIVAT", match.by_round["aie_skill"].sum(axis=1)),
        money_minus_dcash=of("money − Dcash", match.money_minus_dcash),
        dcash=of("Dcash", match.dcash),
        luck=of("luck", match.by_round["luck"].sum(axis=1)),
        evat=of("EVAT", match.by_round["evat"].sum(axis=1)),
        by_round=tuple(of(name, skill[:, r]) for r, name in enumerate(ROUND_NAMES)),
        by_position=tuple(
            line(name, match.divat[seat], money[seat])
            for name, seat in (("big blind", big), ("button", ~big))
        ),
        red_green=(
            float(match.by_round["red_green_1"].sum(dtype=np.float64)),
            float(match.by_round["red_green_2"].sum(dtype=np.float64)),
        ),
        position=match.position,
        rounding=match.rounding,
        settings=match.settings.name,
        source=match.source,
        seconds=match.seconds,
        version=match.version,
    )
