"""Omaha Hi-Lo before the flop: a hand, the chart, and the trainer."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi import Query as Asked
from pydantic import BaseModel, Field

from railbird.studio.api.shared import LARGEST, Figure, Settings, StudioAnswer

router = APIRouter(tags=["omaha8"])

Place = Literal["sb", "bb"]
_Cards = Annotated[str, Field(min_length=8, max_length=20)]
_R = Annotated[float, Field(ge=0.5, le=50)]


class PointsAnswer(StudioAnswer):
    """A line of a rule, and its points."""

    line: str
    points: int


class RuleSaysAnswer(StudioAnswer):
    """What a rule says of a hand."""

    name: str
    lines: list[PointsAnswer]
    score: int
    threshold: float
    needs: str
    always: str
    says: str


class RuleHereAnswer(RuleSaysAnswer):
    """The same at a stack: what it loses with this hand, and a hand if it is exploited, in bb."""

    lost: float
    cost: float
    is_beyond: bool
    most_stack: float


class RuleJudgedAnswer(RuleSaysAnswer):
    """The same for a question of the trainer."""

    is_wrong: bool


class ClassAnswer(StudioAnswer):
    """A class of hands: how often it is played, and what that wins more than a fold, in bb."""

    name: str
    hand: str
    hands: int
    played: Figure
    gap: Figure
    playable: float


class Omaha8HandAnswer(StudioAnswer):
    """A hand at a stack, and at every stack."""

    spot: ClassAnswer
    decides: bool
    headline: str
    rules: list[RuleHereAnswer]
    stacks: list[float]
    played: list[float]
    gaps: list[float]
    r: float
    origin: str


class KindAnswer(StudioAnswer):
    """A kind of hands: how many, and the share that is played."""

    name: str
    hands: int
    share: Figure


class Omaha8ChartAnswer(StudioAnswer):
    """The chart of a stack: shares by kind, and the best classes of those that match."""

    r: float
    value: float
    decides: bool
    share: Figure
    classes: int
    hands: int
    kinds: list[KindAnswer]
    best: list[ClassAnswer]
    origin: str


class Omaha8QuestionAnswer(StudioAnswer):
    """A hand to decide about. ``odds`` is empty if it was missed before."""

    position: Place
    stack: str
    r: float
    cards: str
    odds: float | None
    missed: int


class Omaha8ReplyAsked(BaseModel):
    """An answer to a question."""

    position: Place
    stack: Annotated[str, Field(max_length=20)]
    cards: _Cards
    odds: Annotated[float | None, Field(ge=0, le=1e9, allow_inf_nan=False)] = None
    play: bool


class Omaha8ReplyAnswer(StudioAnswer):
    """What an answer loses, in big blinds, and what the rules say."""

    is_right: bool
    lost: float
    played: float
    gap: float
    playable: float
    name: str
    rules: list[RuleJudgedAnswer]
    missed: int


@router.get("/omaha8/hand")
def hand(
    cards: Annotated[str, Asked(min_length=1, max_length=20)],
    position: Place = "sb",
    r: Annotated[float, Asked(ge=0.5, le=50)] = 8,
) -> Omaha8HandAnswer:
    """Show what to do with a hand: the equilibrium and the rules, line by line."""
    from railbird.studio.omaha8 import advice

    return Omaha8HandAnswer.model_validate(advice(cards, position, r))


@router.get("/omaha8/chart")
def chart(
    position: Place = "sb",
    r: Annotated[float, Asked(ge=0.5, le=50)] = 8,
    search: Annotated[str, Asked(max_length=200)] = "",
    top: Annotated[int, Asked(ge=1, le=200)] = 20,
) -> Omaha8ChartAnswer:
    """Show the chart of a stack, of all hands or of those that match a pattern."""
    from dataclasses import asdict

    from railbird.cards.classes import omaha_classes
    from railbird.omaha8.chart import Chart, kinds, matching, suits
    from railbird.omaha8.words import origin

    found = Chart(r)
    sizes = omaha_classes()[1].astype(int)
    which = matching(search) if search.strip() else sizes > 0
    groups = {name: mask & which for name, mask in {**kinds(), **suits()}.items()}
    best = found.best(position, which)
    return Omaha8ChartAnswer(
        r=float(found.stack),
        value=found.value,
        decides=found.decides(position),
        share=found.share(position, which),
        classes=int(which.sum()),
        hands=int(sizes[which].sum()),
        kinds=[
            KindAnswer(name=name, hands=int(sizes[mask].sum()), share=found.share(position, mask))
            for name, mask in groups.items()
            if mask.any()
        ],
        best=[
            ClassAnswer.model_validate(asdict(spot)) for spot in found.spots(position, best[:top])
        ],
        origin=origin(found),
    )


@router.get("/omaha8/question")
def question(
    seed: Annotated[int, Asked(ge=0, le=LARGEST)],
    r: Annotated[list[_R], Asked(min_length=1, max_length=20)],
    position: Place | None = None,
    repeated: bool = False,
) -> Omaha8QuestionAnswer:
    """Ask a hand; ``repeated``: the one before was missed earlier."""
    from railbird.studio.omaha8 import question as ask

    places = [position] if position else []
    return Omaha8QuestionAnswer.model_validate(ask(r, places, seed=seed, repeated=repeated))


@router.post("/omaha8/reply")
def reply(asked: Omaha8ReplyAsked, settings: Settings) -> Omaha8ReplyAnswer:
    """Judge an answer, and note it."""
    from railbird.studio.omaha8 import reply as judge

    return Omaha8ReplyAnswer.model_validate(judge(settings, **asked.model_dump()))
