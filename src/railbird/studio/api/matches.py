"""Matches: a list of them, and one with its verdict, lines and decisions."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from fastapi import APIRouter
from fastapi import Query as Asked
from pydantic import BaseModel, ConfigDict, Field

from railbird.divat.heads_up.summary import line
from railbird.errors import LibraryError, OptionError
from railbird.history.library import KeptMatch, find_match
from railbird.reports.match_lines import ThinLines, thin_lines
from railbird.studio.analyses import KeptAnalysis, open_analysis
from railbird.studio.api.filters import Amount, FilterAsked, Text
from railbird.studio.api.jobs import JobAnswer
from railbird.studio.api.shared import (
    LARGEST,
    Figure,
    Id,
    NotFoundError,
    Runner,
    Settings,
    StudioAnswer,
)
from railbird.studio.fits import KNOWN, AnalysisKind, analysis_kind, why_not
from railbird.studio.settings import StudioSettings
from railbird.studio.store import AnalysisNote

router = APIRouter(tags=["matches"])


class NoteAnswer(StudioAnswer):
    """The verdict on a match, and two small lines in small bets."""

    headline: str
    reason: str
    sure: bool
    money: list[float]
    divat: list[float]
    is_current: bool
    """Whether all hands of the match are in it."""


class MatchAnswer(StudioAnswer):
    """A match or table of the library, with its verdict if it is analysed."""

    number: int
    name: str
    kind: str
    players: list[str]
    game: str
    hands: int
    asked: int | None
    seed: int | None
    duplicate: bool | None
    begun: str | None
    finished: str | None
    why_not: str
    """Why it is not analysed; empty if it can be."""
    note: NoteAnswer | None


class MatchesAnswer(StudioAnswer):
    """A page of matches; ``next`` is what to give as ``before`` for the next one."""

    total: int
    matches: list[MatchAnswer]
    next: int | None


class MeasureAnswer(StudioAnswer):
    """A score with its error: see `railbird.divat.heads_up.summary.Line`."""

    name: str
    mean: Figure
    error: Figure
    low: Figure
    high: Figure
    deviation: Figure
    reduction: Figure
    confidence: Figure
    count: int
    games_needed: Figure


class EstimatorAnswer(MeasureAnswer):
    """An estimator: what it values hands by, the luck that it takes out, whether unbiased."""

    value: str
    corrects: str
    unbiased: bool


class MeanAnswer(StudioAnswer):
    """A mean with its error: see `railbird.stats.Mean`."""

    mean: Figure
    error: Figure
    low: Figure
    high: Figure
    confidence: Figure
    count: int


class StandingAnswer(StudioAnswer):
    """A player at a table of three and more, in small bets per hand: money = luck + DIVAT."""

    name: str
    money: MeanAnswer
    luck: Figure
    divat: MeanAnswer


class AnalysisAnswer(StudioAnswer):
    """The analysis of a match: verdict, measures, estimators side by side, and what it is for.

    ``kind`` is limit, no-limit or omaha8 (two players), or ring, whose players have standings.
    Figures are in ``unit``. ``how`` says how it was computed, and ``judged_by`` what the verdict
    is by.
    """

    match: int
    kind: AnalysisKind
    unit: str
    players: list[str]
    games: int
    headline: str
    reason: str
    sure: bool
    measures: list[MeasureAnswer]
    estimators: list[EstimatorAnswer]
    by_round: list[MeasureAnswer]
    by_position: list[MeasureAnswer]
    standings: list[StandingAnswer]
    lines: list[str]
    """The scores that there are lines of."""
    refused: dict[str, int]
    settings: str
    caveat: str
    judged_by: str
    how: list[str]
    known: list[str]
    """Kinds of player that AIVAT can be added for."""
    version: str
    is_current: bool
    is_duplicate: bool
    """Whether there are lines by deal."""


class AnalysisAsked(BaseModel):
    """A player of the match who plays like a kind of player, as NAME=KIND, to add AIVAT."""

    model_config = ConfigDict(extra="forbid")

    known: Text | None = None


class LineAnswer(StudioAnswer):
    """A cumulated score: at each point, its extremes since the one before, and half its band."""

    name: str
    last: list[float]
    low: list[float]
    high: list[float]
    band: list[float]


class LinesAnswer(StudioAnswer):
    """Lines thinned to a screen; ``games`` are how many were played at each point."""

    first: int
    last: int
    total: int
    games: list[int]
    hands: list[int]
    """The ids of the last hands at the points but the first, which is before it."""
    lines: list[LineAnswer]

    @classmethod
    def of(cls, thin: ThinLines, ids: npt.NDArray[np.int64]) -> LinesAnswer:
        """The answer for thinned lines of games with these ids."""
        return cls(
            first=thin.first,
            last=thin.last,
            total=len(ids),
            games=thin.games.tolist(),
            hands=ids[thin.games[1:] - 1].tolist(),
            lines=[
                LineAnswer(
                    name=line.name,
                    last=line.last.round(4).tolist(),
                    low=line.low.round(4).tolist(),
                    high=line.high.round(4).tolist(),
                    band=line.band.round(4).tolist(),
                )
                for line in thin.lines
            ],
        )


class DecisionAnswer(StudioAnswer):
    """A round in which the player left the baseline, and what that was worth; why, in words."""

    hand: int
    game: int
    label: str
    round: str
    worth: float
    seat: str
    cards: str
    other_cards: str
    board: str
    equity: float
    played: str
    baseline: str
    text: str
    why: str = ""


class DecisionsAnswer(StudioAnswer):
    """The decisions that cost most, and those that earned most."""

    costly: list[DecisionAnswer]
    fine: list[DecisionAnswer]


class MatchFilter(BaseModel):
    """Which games of a match: by what the first player did, and by the hand."""

    model_config = ConfigDict(extra="forbid")

    position: Text | None = None
    did: Text | None = None
    since: Text | None = None
    until: Text | None = None
    pot: Amount | None = None
    won: Amount | None = None
    lost: Amount | None = None

    @property
    def is_set(self) -> bool:
        """Whether not all games are meant."""
        return any(getattr(self, name) is not None for name in MatchFilter.model_fields)

    def filter_of(self, match: int, hero: str) -> FilterAsked:
        """The filter for the library."""
        given = {name: getattr(self, name) for name in MatchFilter.model_fields}
        return FilterAsked(match=match, hero=hero, **given)


class MatchLinesAsked(MatchFilter):
    """Which games, which part of their line, and in how many points.

    ``deal``: the averages of both games of each deal, in a duplicate match.
    """

    first: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    last: Annotated[int, Field(ge=1, le=LARGEST)] | None = None
    points: Annotated[int, Field(ge=2, le=4000)] = 800
    by: Literal["game", "deal"] = "game"


class MatchPartAnswer(StudioAnswer):
    """The measures of a part of a match, in small bets per game."""

    games: int
    total: int
    measures: list[MeasureAnswer]


_PART_MEASURES = {
    "money": "Money",
    "own": "Known luck out",
    "divat": "DIVAT",
    "money_minus_dcash": "Money − Dcash",
    "luck": "Luck",
}


@router.get("/matches")
def matches(
    settings: Settings,
    before: Annotated[int, Asked(ge=1, le=LARGEST)] = LARGEST,
    limit: Annotated[int, Asked(ge=1, le=200)] = 20,
) -> MatchesAnswer:
    """List matches, the newest first."""
    with settings.open_library() as shelf:
        page = shelf.newest_matches(limit=limit + 1, before=before)
        total = shelf.count_matches()
    more = len(page) > limit
    page = page[:limit]
    with settings.open_store() as store:
        notes = store.notes([match.number for match in page])
    return MatchesAnswer(
        total=total,
        matches=[_match(match, notes.get(match.number)) for match in page],
        next=page[-1].number if more else None,
    )


@router.get("/matches/{number}")
def match(number: Id, settings: Settings) -> MatchAnswer:
    """Show one match."""
    kept = _kept(settings, number)
    with settings.open_store() as store:
        return _match(kept, store.notes([number]).get(number))


@router.post("/matches/{number}/analysis", status_code=202)
def analyse(
    number: Id, settings: Settings, runner: Runner, asked: AnalysisAsked | None = None
) -> JobAnswer:
    """Analyse a match, as a job."""
    kept = _kept(settings, number)
    if why := why_not(kept):
        raise OptionError(why)
    wanted: dict[str, object] = {"match": number}
    if asked is not None and asked.known is not None:
        name, _, kind = asked.known.rpartition("=")
        kinds = KNOWN[analysis_kind(kept) or "ring"]
        if kind not in kinds or name not in kept.players:
            raise OptionError(
                f"{asked.known!r} is not a known player of match {number}: write NAME=KIND, where "
                f"KIND is {', '.join(kinds)}"
                if kinds
                else f"AIVAT is for hold'em of two players: analyse match {number} without it"
            )
        wanted["known"] = asked.known
    with_aivat = f", with AIVAT of {asked.known}" if asked and asked.known else ""
    return JobAnswer.of(runner.ask("analysis", f"Analyse {kept.name}{with_aivat}", wanted))


@router.get("/matches/{number}/analysis")
def analysis(number: Id, settings: Settings) -> AnalysisAnswer:
    """Show the analysis of a match, once it is made."""
    kept, found = _kept(settings, number), _analysis(settings, number)
    summary = found.told["summary"]
    return AnalysisAnswer.model_validate(
        {
            **summary,
            "match": number,
            "lines": list(found.scores),
            "known": KNOWN[summary["kind"]],
            "is_current": found.told["hands"] == kept.hands,
            "is_duplicate": bool(found.deals),
        }
    )


@router.get("/matches/{number}/lines")
def lines(
    number: Id,
    settings: Settings,
    asked: Annotated[MatchLinesAsked, Asked()],
) -> LinesAnswer:
    """Show the lines of an analysed match, or of a part of its games, thinned to a screen."""
    found = _analysis(settings, number)
    scores, ids = _part(found, number, asked, settings)
    if asked.by == "deal":
        scores, ids = _deals(found, number, asked)
    last = len(ids) if asked.last is None else asked.last
    if not len(ids):
        return LinesAnswer(first=0, last=0, total=0, games=[0], hands=[], lines=[])
    thin = thin_lines(scores, first=asked.first, last=last, points=asked.points)
    return LinesAnswer.of(thin, ids)


@router.get("/matches/{number}/part")
def part(number: Id, settings: Settings, asked: Annotated[MatchFilter, Asked()]) -> MatchPartAnswer:
    """Show what the first player won in a part of the games of an analysed match."""
    found = _analysis(settings, number)
    scores, ids = _part(found, number, asked, settings)
    money = scores["money"]
    keys = [key for key in _PART_MEASURES if key in scores and len(ids)]
    return MatchPartAnswer(
        games=len(ids),
        total=len(found.ids),
        measures=[_measured(key, scores[key], money) for key in keys],
    )


def _measured(
    key: str, scores: npt.NDArray[np.float32], money: npt.NDArray[np.float32]
) -> MeasureAnswer:
    found = MeasureAnswer.model_validate(line(_PART_MEASURES[key], scores, money))
    if key == "luck":  # its true mean is known: 0
        found.confidence = found.games_needed = None
    return found


def _deals(
    found: KeptAnalysis, number: int, asked: MatchFilter
) -> tuple[dict[str, npt.NDArray[np.float32]], npt.NDArray[np.int64]]:
    """The averages by deal; the hand of a deal is the second that was played with it."""
    if not found.deals:
        raise OptionError(f"match {number} is not a duplicate match: ask for its games")
    if asked.is_set:
        raise OptionError("a filter chooses games, not deals: remove it, or ask by game")
    deals = len(next(iter(found.deals.values())))
    return found.deals, found.ids[deals:]


def _part(
    found: KeptAnalysis, number: int, asked: MatchFilter, settings: StudioSettings
) -> tuple[dict[str, npt.NDArray[np.float32]], npt.NDArray[np.int64]]:
    """The scores and ids of the games that a filter chooses."""
    if not asked.is_set:
        return found.scores, found.ids
    with settings.open_library() as shelf:
        wanted = asked.filter_of(number, found.told["summary"]["players"][0]).found(shelf)
        hands = wanted.hands(shelf)
    chosen = np.isin(found.ids, hands.ids[hands.marked(wanted.part)])
    return {name: column[chosen] for name, column in found.scores.items()}, found.ids[chosen]


@router.get("/matches/{number}/decisions")
def decisions(number: Id, settings: Settings) -> DecisionsAnswer:
    """Show the decisions of an analysed match that cost and earned most."""
    told = _analysis(settings, number).told
    return DecisionsAnswer(costly=told.get("costly", []), fine=told.get("fine", []))


def _kept(settings: StudioSettings, number: int) -> KeptMatch:
    with settings.open_library() as shelf:
        try:
            return find_match(shelf, str(number))
        except LibraryError as error:
            raise NotFoundError(str(error)) from None


def _analysis(settings: StudioSettings, number: int) -> KeptAnalysis:
    found = open_analysis(settings.folder, number)
    if found is None:
        raise NotFoundError(f"match {number} is not analysed: POST /api/matches/{number}/analysis")
    return found


def _match(match: KeptMatch, note: AnalysisNote | None) -> MatchAnswer:
    shown = None
    if note is not None:
        shown = NoteAnswer(
            headline=note.headline,
            reason=note.reason,
            sure=note.sure,
            money=note.money,
            divat=note.divat,
            is_current=note.hands == match.hands,
        )
    return MatchAnswer(
        number=match.number,
        name=match.name,
        kind=match.kind,
        players=list(match.players),
        game=f"{match.rules.betting} {match.rules.game}",
        hands=match.hands,
        asked=match.asked,
        seed=match.seed,
        duplicate=match.duplicate,
        begun=match.begun,
        finished=match.finished,
        why_not=why_not(match),
        note=shown,
    )
