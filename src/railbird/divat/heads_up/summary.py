"""The result of an analysis: win rates with their errors, and the verdict on who played better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import inf, nan

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline.mixture import parts_of
from railbird.divat.baseline.settings import Settings
from railbird.divat.hands import UNREAD, by_all_money
from railbird.divat.heads_up._kernels import SHORT
from railbird.divat.heads_up.describe import seats_of
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.errors import OptionError
from railbird.stats import Mean, Verdict, mean_from, mean_of, verdict
from railbird.stats import of as of_player
from railbird.table.state import ROUND_NAMES

DUST = 1e-6
"""How far rounding may move equal scores, as a share of a bet, or of the most that was won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Mean):
    """The `Mean` of a named score, in small bets per game.

    ``reduction`` is the variance of money divided by that of this score.
    """

    name: str
    reduction: float


def line(name: str, scores: npt.NDArray[np.floating], money: npt.NDArray[np.floating]) -> Line:
    """Mean and errors of the scores of games, which are in bets. What is `DUST` counts as 0."""
    found, deviation = mean_of(scores), mean_of(money).deviation
    dust = DUST * float(np.abs(money).max(initial=1))
    if found.deviation <= dust:
        found = mean_from(found.mean if abs(found.mean) > dust else 0.0, 0.0, found.count)
    reduction = (deviation / found.deviation) ** 2 if found.deviation else inf
    return Line(**asdict(found), name=name, reduction=reduction)


@dataclass(frozen=True, slots=True)
class BaselinePart:
    """Settings of the baseline with their weight."""

    weight: float
    settings: Settings


@dataclass(frozen=True, slots=True)
class Summary:
    """The lines of an analysis from the hero's view. The ``verdict`` is by ``judged_by``.

    Luck has no confidence, because its true mean is known to be 0. ``misplays`` are what the
    actions of each player cost them, against players who know all cards: EVAT is their difference.
    ``settings`` is the name of the baseline, and ``baseline`` its parameters. ``caveat`` says why
    DIVAT is not exactly unbiased under these settings; it is empty if it is. ``all_money`` is there
    if some hands have no scores, most because they do not show their cards; it has their money too.
    ``short`` counts games with stacks that are too short for roll-outs.
    """

    players: tuple[str, str]
    games: int
    refused: Mapping[str, int]
    verdict: Verdict
    money: Line
    divat: Line
    aie_divat: Line
    money_minus_dcash: Line
    dcash: Line
    luck: Line
    evat: Line
    misplays: tuple[Line, ...]
    by_round: tuple[Line, ...]
    by_position: tuple[Line, ...]
    red_green: tuple[float, float]
    position: float
    rounding: float
    settings: str
    baseline: tuple[BaselinePart, ...]
    caveat: str
    source: str
    seconds: float
    version: str
    judged_by: str = "DIVAT"
    all_money: Line | None = None
    short: int = 0

    @property
    def short_stacks(self) -> str:
        """How games with short stacks were valued; empty if there are none."""
        if not self.short:
            return ""
        games = "all games have" if self.short == self.games else f"{self.short:,} games have"
        return (
            f"{games} stacks below {SHORT:g} sb and are valued by all-in equity of the pot that is "
            f"expected in the end"
        )

    @property
    def games_per_second(self) -> float:
        """How fast the analysis was."""
        return self.games / self.seconds


ALL_MONEY = "money, all hands"
UNFAIR = "hands that show their cards are not a fair sample, so no verdict rests on them alone"


def no_duplicates(hidden: int) -> OptionError:
    """The error that deals cannot be averaged because so many hands have no scores."""
    return OptionError(
        f"duplicate deals are averaged if all hands show their cards, and {hidden:,} do not: "
        f"judge the games one by one"
    )


def unread_too(refused: Mapping[str, int]) -> str:
    """What is said of hands that could not be read, behind what judges."""
    return f"; {refused[UNREAD]:,} hands could not be read" if refused.get(UNREAD) else ""


def summarise(match: MatchAnalysis) -> Summary:
    """Win rates by every measure, by round and by position."""
    money = match.money.astype(np.float64)
    skill = match.by_round["skill"]
    usual = len(match) == 0 or bool((match.games.openers == 2).any())
    seats = seats_of(2 if usual else 1)
    big = match.sign > 0

    def of(name: str, scores: npt.NDArray[np.floating]) -> Line:
        return line(name, scores, money)

    def known(name: str, scores: npt.NDArray[np.floating]) -> Line:
        """A line of which nothing is to be found out but its size."""
        return replace(of(name, scores.sum(axis=1)), confidence=nan, games_needed=nan)

    divat, aie = of("DIVAT", match.divat), of("AIE", match.all_in)
    hidden = len(match.hidden)
    whole = line(ALL_MONEY, match.all_money, match.all_money) if hidden else None
    judge, judged_by = divat, divat.name
    if whole is not None:
        judge, judged_by = whole, by_all_money(hidden, match.refused)
    elif not match.is_unbiased:
        judge, judged_by = aie, "AIE, because DIVAT has a bias with these settings"
    return Summary(
        players=match.players,
        games=len(match),
        refused=match.refused,
        verdict=verdict(judge, match.players),
        money=of("money", money),
        divat=divat,
        aie_divat=of("AIE DIVAT", match.by_round["aie_skill"].sum(axis=1)),
        money_minus_dcash=of("money − Dcash", match.money_minus_dcash),
        dcash=of("Dcash", match.dcash),
        luck=known("luck", match.by_round["luck"]),
        evat=of("EVAT", match.by_round["evat"].sum(axis=1)),
        misplays=tuple(
            replace(known(of_player("EVAT", player), match.by_round[name]), reduction=nan)
            for player, name in zip(match.players, ("evat_1", "evat_2"), strict=True)
        ),
        by_round=tuple(of(name, skill[:, r]) for r, name in enumerate(ROUND_NAMES)),
        by_position=tuple(
            line(name, match.divat[seat], money[seat])
            for name, seat in zip(seats, (big, ~big), strict=True)
        ),
        red_green=(
            float(match.by_round["red_green_1"].sum(dtype=np.float64)),
            float(match.by_round["red_green_2"].sum(dtype=np.float64)),
        ),
        position=match.position,
        rounding=match.rounding,
        settings=match.settings.name,
        baseline=tuple(BaselinePart(*part) for part in parts_of(match.settings)),
        caveat=_caveat(match),
        source=match.source,
        seconds=match.seconds,
        version=match.version,
        all_money=whole,
        short=match.short,
        judged_by=judged_by + unread_too(match.refused),
    )


def _caveat(match: MatchAnalysis) -> str:
    """Why DIVAT has a bias, if it has one."""
    if len(match.hidden):
        return UNFAIR
    if match.is_unbiased:
        return ""
    if match.settings.rolls_out_one_bet:
        return (
            "one bet a round is not how the baseline plays, so DIVAT is biased, as it is by all-in "
            "equity"
        )
    return (
        f"before the flop the table of the {match.borrowed} settings is used, as in the "
        f"documents, so the luck of the flop is 0 on average only approximately"
    )
