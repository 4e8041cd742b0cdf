"""Matches: a list of them, and one with its verdict, lines and decisions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Query as Asked

from railbird.errors import LibraryError
from railbird.history.library import KeptMatch, find_match
from railbird.reports.match_lines import thin_lines
from railbird.studio.analyses import KeptAnalysis, open_analysis
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
from railbird.studio.settings import StudioSettings
from railbird.studio.store import AnalysisNote, StudioStore

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


class AnalysisAnswer(StudioAnswer):
    """The analysis of a match: verdict, measures in small bets per game, by round, by position."""

    match: int
    players: tuple[str, str]
    games: int
    headline: str
    reason: str
    sure: bool
    measures: list[MeasureAnswer]
    by_round: list[MeasureAnswer]
    by_position: list[MeasureAnswer]
    refused: dict[str, int]
    settings: str
    caveat: str
    version: str
    is_current: bool


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


class DecisionAnswer(StudioAnswer):
    """A round in which the player left the baseline first, and what that was worth."""

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


class DecisionsAnswer(StudioAnswer):
    """The decisions that cost most, and those that earned most."""

    costly: list[DecisionAnswer]
    fine: list[DecisionAnswer]


_MEASURES = ("money", "divat", "aie_divat", "money_minus_dcash", "evat", "luck")


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
    with StudioStore(settings.folder) as store:
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
    with StudioStore(settings.folder) as store:
        return _match(kept, store.notes([number]).get(number))


@router.post("/matches/{number}/analysis", status_code=202)
def analyse(number: Id, settings: Settings, runner: Runner) -> JobAnswer:
    """Analyse a match, as a job."""
    kept = _kept(settings, number)
    return JobAnswer.of(runner.ask("analysis", f"Analyse {kept.name}", {"match": number}))


@router.get("/matches/{number}/analysis")
def analysis(number: Id, settings: Settings) -> AnalysisAnswer:
    """Show the analysis of a match, once it is made."""
    kept, found = _kept(settings, number), _analysis(settings, number)
    summary = found.told["summary"]
    return AnalysisAnswer(
        match=number,
        players=summary["players"],
        games=summary["games"],
        headline=summary["headline"],
        reason=summary["reason"],
        sure=summary["verdict"]["sure"],
        measures=[MeasureAnswer(**summary[name]) for name in _MEASURES],
        by_round=[MeasureAnswer(**line) for line in summary["by_round"]],
        by_position=[MeasureAnswer(**line) for line in summary["by_position"]],
        refused=summary["refused"],
        settings=summary["settings"],
        caveat=summary["caveat"],
        version=summary["version"],
        is_current=found.told["hands"] == kept.hands,
    )


@router.get("/matches/{number}/lines")
def lines(
    number: Id,
    settings: Settings,
    first: Annotated[int, Asked(ge=0, le=LARGEST)] = 0,
    last: Annotated[int | None, Asked(ge=1, le=LARGEST)] = None,
    points: Annotated[int, Asked(ge=2, le=4000)] = 800,
) -> LinesAnswer:
    """Show the lines of an analysed match, or of a part of it, thinned to a screen."""
    found = _analysis(settings, number)
    total = len(found.ids)
    thin = thin_lines(
        found.scores, first=first, last=total if last is None else last, points=points
    )
    return LinesAnswer(
        first=thin.first,
        last=thin.last,
        total=total,
        games=thin.games.tolist(),
        hands=found.ids[thin.games[1:] - 1].tolist(),
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


@router.get("/matches/{number}/decisions")
def decisions(number: Id, settings: Settings) -> DecisionsAnswer:
    """Show the decisions of an analysed match that cost and earned most."""
    told = _analysis(settings, number).told
    return DecisionsAnswer(costly=told["costly"], fine=told["fine"])


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
        note=shown,
    )
