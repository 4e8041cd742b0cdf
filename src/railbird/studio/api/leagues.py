"""Leagues: every pair of some programs plays, and a table says who won how much from whom."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from railbird.errors import OptionError
from railbird.studio.api.jobs import JobAnswer
from railbird.studio.api.shared import (
    Figure,
    Id,
    NotFoundError,
    Runner,
    Settings,
    StudioAnswer,
)

router = APIRouter(tags=["leagues"])

MOST_PLAYERS = 12


class LeagueAsked(BaseModel):
    """Which kinds of programs play, and how many deals for each pair, from both sides."""

    players: list[Annotated[str, Field(max_length=80)]] = Field(
        min_length=2, max_length=MOST_PLAYERS
    )
    deals: int = Field(500, ge=1, le=100_000)


class ScoreAnswer(StudioAnswer):
    """A mean per hand, with its standard error and its 95 % interval."""

    mean: Figure
    error: Figure
    low: Figure
    high: Figure


class PairAnswer(StudioAnswer):
    """What the first of two players won from the second; ``match`` has their hands."""

    first: str
    second: str
    money: ScoreAnswer
    divat: ScoreAnswer | None
    match: int | None


class LeagueAnswer(StudioAnswer):
    """A league: its players, the best first, and all pairs.

    Means are in ``unit`` per hand, and ratings in Elo points above the mean of the field.
    """

    id: int
    players: list[str]
    measure: str
    unit: str
    deals: int
    hands: int
    seed: int
    how: str
    sentences: list[str]
    ratings: list[ScoreAnswer] = Field(default=[])
    means: list[ScoreAnswer]
    money: list[ScoreAnswer]
    pairs: list[PairAnswer]
    forfeits: list[str]
    made: str


class KeptLeagueAnswer(StudioAnswer):
    """A league in a list."""

    id: int
    players: list[str]
    deals: int
    headline: str
    made: str


@router.get("/leagues")
def leagues(settings: Settings) -> list[KeptLeagueAnswer]:
    """List the leagues that were played, the newest first."""
    from railbird.studio.leagues import kept_leagues, open_league

    found = (open_league(settings.folder, number) for number in kept_leagues(settings.folder)[:50])
    return [KeptLeagueAnswer(**each) for each in found if each is not None]


@router.post("/leagues", status_code=202)
def play(asked: LeagueAsked, runner: Runner) -> JobAnswer:
    """Play a league of limit hold'em, heads-up, as a job."""
    from railbird.arena.league_play import check_league
    from railbird.players.registry import PLAYERS
    from railbird.studio.leagues import league_of

    for kind in asked.players:
        if kind not in PLAYERS:  # files and programs are for the command line
            raise OptionError(f"{kind[:80]!r} is no kind of player: see /api/agents")
    given = {"players": asked.players, "deals": asked.deals, "seed": secrets.randbits(32)}
    check_league(league_of(given))
    names = ", ".join(asked.players[:4]) + (" …" if len(asked.players) > 4 else "")
    return JobAnswer.of(runner.ask("league", f"League of {names}", given))


@router.get("/leagues/{id_}")
def league(id_: Id, settings: Settings) -> LeagueAnswer:
    """Show one league."""
    from railbird.studio.leagues import open_league

    found = open_league(settings.folder, id_)
    if found is None:
        raise NotFoundError(f"there is no league {id_}: /api/leagues lists them")
    return LeagueAnswer(**found)


@router.get(
    "/leagues/{id_}/report.html",
    response_class=FileResponse,
    responses={200: {"content": {"text/html": {}}}},
)
def report(id_: Id, settings: Settings) -> FileResponse:
    """Download the report of a league."""
    from railbird.studio.leagues import leagues as folder_of

    path = folder_of(settings.folder) / f"{id_}.html"
    if not path.is_file():
        raise NotFoundError(f"there is no league {id_}: /api/leagues lists them")
    headers = {"Content-Disposition": f'attachment; filename="league-{id_}.html"'}
    return FileResponse(path, media_type="text/html", headers=headers)
