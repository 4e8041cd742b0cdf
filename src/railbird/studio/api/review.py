"""A person's decisions in a match, and other answers to them."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi import Query as Asked
from pydantic import BaseModel, Field

from railbird.errors import LibraryError, OptionError
from railbird.history.library import Query, find_match
from railbird.studio.api.replay import JudgedStepAnswer, find_hand
from railbird.studio.api.shared import LARGEST, Id, NotFoundError, Settings, StudioAnswer

router = APIRouter(tags=["review"])

MOST_REVIEWED = 500
"""Hands of a review; more would take longer than a second."""
_MOST_MARKED = 100


class OwnDecisionAnswer(StudioAnswer):
    """A decision: see `railbird.reports.own_play.OwnDecision`."""

    hand: int
    number: str
    round: str
    cards: str
    board: str
    judged: JudgedStepAnswer


class SeenAnswer(StudioAnswer):
    """What a program has seen a player do in a round with so much to call."""

    round: str
    to_call: str
    folds: float
    calls: float
    raises: float


class RememberedAnswer(StudioAnswer):
    """What a program remembers of a player: see `railbird.reports.remembered.Remembered`."""

    program: str
    about: str
    seen: list[SeenAnswer]


class ReviewAnswer(StudioAnswer):
    """A review: see `railbird.reports.own_play.SessionReview`. ``total`` counts all hands."""

    match: int
    name: str
    players: list[str]
    player: str
    total: int
    hands: int
    judged: int
    won: int
    worth: float
    headline: str
    by_round: dict[str, float]
    grades: dict[str, int]
    marked: list[OwnDecisionAnswer]
    refused: dict[str, int]
    remembered: list[RememberedAnswer]


class TryAsked(BaseModel):
    """Another action at a step of a hand; a raise is the smallest."""

    hand: int = Field(ge=1, le=LARGEST)
    step: int = Field(ge=0, le=10_000)
    action: Literal["fold", "call", "raise"]


@router.get("/matches/{number}/review")
def review(
    number: Id, settings: Settings, player: Annotated[str | None, Asked(max_length=200)] = None
) -> ReviewAnswer:
    """Judge the decisions of a player in a match: of the person, or of the first player."""
    from railbird.reports.own_play import review_session

    with settings.open_library() as shelf:
        try:
            kept = find_match(shelf, str(number))
        except LibraryError as error:
            raise NotFoundError(str(error)) from None
        who = kept.players[0] if player is None else player
        if who not in kept.players:
            raise OptionError(f"{who!r} does not play in match {number}: choose one who does")
        hands = list(islice(shelf.hands(Query(match=kept.name)), MOST_REVIEWED))
    found = review_session(hands, who)
    with settings.open_store() as store:
        remembered = store.remembered(kept.name) if who == kept.players[0] else []
    return ReviewAnswer(
        match=number,
        name=kept.name,
        players=list(kept.players),
        player=who,
        total=kept.hands,
        hands=found.hands,
        judged=found.judged,
        won=found.won,
        worth=found.worth,
        headline=found.headline(),
        by_round=dict(found.by_round),
        grades={str(name): count for name, count in found.grades.items()},
        marked=[OwnDecisionAnswer.model_validate(each) for each in found.marked[:_MOST_MARKED]],
        refused=dict(found.refused),
        remembered=[RememberedAnswer(**each) for each in remembered],
    )


@router.post("/review/try")
def score(asked: TryAsked, settings: Settings) -> JudgedStepAnswer:
    """Score another answer to a decision of a limit hand."""
    from railbird.reports.own_play import alternative, try_again

    hand = find_hand(settings, asked.hand)
    return JudgedStepAnswer.model_validate(
        try_again(hand, asked.step, alternative(hand, asked.step, asked.action))
    )
