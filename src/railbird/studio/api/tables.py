"""Sessions at the table: sit down with programs, act, deal, leave."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from railbird.errors import OptionError
from railbird.history.library import Neighbours
from railbird.studio.api.replay import ReplayAnswer, replay_answer
from railbird.studio.api.shared import LARGEST, Id, Settings, StudioAnswer, Tables
from railbird.studio.tables import LiveTables

router = APIRouter(tags=["tables"])

_LAST = 10
"""How many of the last hands are told."""

Game = Literal["holdem", "omaha8"]
Betting = Literal["limit", "pot-limit", "no-limit"]


class AgentAnswer(StudioAnswer):
    """A kind of program, and the tables that it sits down at."""

    kind: str
    about: str
    games: list[str]
    bettings: list[str]
    fewest: int
    most: int
    learns: bool


class SitDownAsked(BaseModel):
    """With whom to play, and what."""

    opponents: list[Annotated[str, Field(max_length=80)]] = Field(min_length=1, max_length=9)
    name: str = Field("you", min_length=1, max_length=60, pattern=r"^[^\x00-\x1f,=]+$")
    game: Game = "holdem"
    betting: Betting = "limit"


class OpenTableAnswer(StudioAnswer):
    """A session that is not ended."""

    id: int
    name: str
    opponents: list[str]
    game: str
    made: str


class ActionAsked(BaseModel):
    """An action in a hand, after ``turn`` actions; ``to`` is the level of a raise."""

    hand: int = Field(ge=0, le=LARGEST)
    turn: int = Field(ge=0, le=10_000)
    action: Literal["fold", "call", "raise"]
    to: int | None = Field(None, ge=1, le=LARGEST)


class OptionsAnswer(StudioAnswer):
    """What the person can do: chips to call, and the levels to raise to, 0 if they cannot."""

    to_call: int
    lowest_raise: int
    highest_raise: int


class LastHandAnswer(StudioAnswer):
    """A finished hand, and what the person won in it."""

    id: int
    won: int


class TableAnswer(StudioAnswer):
    """What the person sees. ``hand_id`` is the hand in the library once it is over."""

    id: int
    phase: Literal["thinking", "asked", "over", "ended"]
    hand: int
    turn: int
    position: int
    options: OptionsAnswer | None
    replay: ReplayAnswer
    hand_id: int | None
    hands: int
    won: int
    last: list[LastHandAnswer]


class LeftAnswer(StudioAnswer):
    """The match of a session that was left, None if no hand was finished."""

    match: int | None


@lru_cache(maxsize=1)
def _agents() -> tuple[AgentAnswer, ...]:
    from railbird.players.registry import describe_players

    return tuple(
        AgentAnswer(
            kind=each.kind,
            about=each.about,
            games=list(each.plays.games),
            bettings=list(each.plays.bettings),
            fewest=each.plays.seats[0],
            most=each.plays.seats[1],
            learns=each.learns,
        )
        for each in describe_players(lambda _: None)
        if each.source == "railbird"
    )


@router.get("/agents")
def agents() -> list[AgentAnswer]:
    """List the programs to play against."""
    return list(_agents())


@router.get("/tables")
def tables(settings: Settings) -> list[OpenTableAnswer]:
    """List the sessions that are not ended, the newest first."""
    with settings.open_store() as store:
        return [
            OpenTableAnswer(
                id=each.id,
                name=each.asked["name"],
                opponents=each.asked["opponents"],
                game=f"{each.asked['betting']} {each.asked['game']}",
                made=each.made,
            )
            for each in store.sittings()
        ]


@router.post("/tables", status_code=201)
def sit_down(asked: SitDownAsked, live: Tables) -> TableAnswer:
    """Sit down."""
    return _seen(live, live.sit_down(asked.model_dump()))


@router.get("/tables/{id_}")
def table(id_: Id, live: Tables) -> TableAnswer:
    """Look at the table; the session goes on where it was, even after a restart."""
    return _seen(live, id_)


@router.post("/tables/{id_}/act")
def act(id_: Id, asked: ActionAsked, live: Tables) -> TableAnswer:
    """Fold, check or call, bet or raise."""
    from railbird.table import CALL, FOLD

    if (asked.to is None) == (asked.action == "raise"):
        raise OptionError("give to, the level to raise to, with a raise and only then")
    action = {"fold": FOLD, "call": CALL}.get(asked.action, asked.to or 0)
    live.act(id_, hand=asked.hand, turn=asked.turn, action=action)
    return _seen(live, id_)


@router.post("/tables/{id_}/deal")
def deal(id_: Id, live: Tables) -> TableAnswer:
    """Deal the next hand."""
    live.deal(id_)
    return _seen(live, id_)


@router.post("/tables/{id_}/leave")
def leave(id_: Id, live: Tables) -> LeftAnswer:
    """Leave the table; a hand that is not over does not count."""
    return LeftAnswer(match=live.leave(id_))


def _seen(live: LiveTables, id_: int) -> TableAnswer:
    open_table, view = live.view(id_)
    finished = open_table.finished
    is_over = view.phase in ("over", "ended")
    shown = replace(view.hand, number=str(view.number + 1))
    options = None
    if view.options is not None:
        options = OptionsAnswer(**view.options._asdict())
    return TableAnswer(
        id=id_,
        phase=view.phase,
        hand=view.number,
        turn=len(view.hand.actions),
        position=view.position,
        options=options,
        replay=replay_answer(shown, id_=None, near=Neighbours(None, None, None)),
        hand_id=finished[-1].id if is_over and finished else None,
        hands=len(finished),
        won=sum(each.won for each in finished),
        last=[LastHandAnswer(id=each.id, won=each.won) for each in finished[: -_LAST - 1 : -1]],
    )
