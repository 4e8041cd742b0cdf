"""Tournaments: the worth of stacks, and one hand of jam or fold, solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter
from fastapi import Query as Asked
from pydantic import BaseModel, Field

from railbird.history.sharing import LONGEST_CODE
from railbird.studio.api.icm import ModelAnswer, RefusedModelAnswer, value_by_all
from railbird.studio.api.jobs import JobAnswer
from railbird.studio.api.replay import PastedText
from railbird.studio.api.shared import LARGEST, Figure, Runner, Settings, StudioAnswer
from railbird.studio.store import request_digest

if TYPE_CHECKING:
    from railbird.studio.jams import HandTexts, TableTexts
    from railbird.tournament import JamSpot

router = APIRouter(tags=["tournament"])

_Text = Annotated[str, Field(max_length=1000)]


class TableAsked(BaseModel):
    """A table as a person types it: stacks such as ``Ann=3k,Bob=4500``, the blinds last."""

    stacks: _Text
    blinds: _Text = ""
    bb_ante: _Text = ""
    payouts: _Text = ""
    bounties: _Text = ""
    progressive: bool = False

    def texts(self) -> TableTexts:
        """The same for the solver."""
        from railbird.studio.jams import TableTexts

        return TableTexts(**self.model_dump())


class JamAsked(BaseModel):
    """A hand to solve. ``spot``: where it is from."""

    table: TableAsked
    model: Annotated[str, Field(max_length=40)] = "harville"
    locks: Annotated[list[_Text], Field(max_length=200)] = []
    folded: Annotated[list[Annotated[int, Field(ge=0, le=9)]], Field(max_length=8)] = []
    spot: Annotated[str, Field(max_length=LONGEST_CODE + 5)] = ""
    hero: Annotated[str, Field(max_length=200)] = ""

    def texts(self) -> HandTexts:
        """The same for the solver."""
        from railbird.studio.jams import HandTexts

        return HandTexts.of(self.model_dump())


class WorthAnswer(StudioAnswer):
    """A table, and what its stacks are worth by every model, with bounties.

    ``refused`` are the models that do not fit.
    """

    seats: list[str]
    names: list[str]
    stacks: list[float]
    big_blinds: list[float] | None
    payouts: list[float] | None
    models: list[ModelAnswer]
    refused: list[RefusedModelAnswer]


class JamDecisionAnswer(StudioAnswer):
    """A decision. Frequencies and values by class, in the order of the 13×13 grid.

    One that is not reached has no answer, unless it is locked: ``range`` says so.
    """

    name: str
    player: str
    after: list[str]
    is_locked: bool
    reached: float
    has_answer: bool
    frequency: Figure
    share: float
    range: str
    jam: list[float]
    ev_fold: list[Figure]
    ev_jam: list[Figure]


class SolutionAnswer(StudioAnswer):
    """A solved hand. Values are in ``unit``: prizes, or % of the pool."""

    headline: str
    reason: str
    how: str
    verdict: str | None
    seats: list[str]
    names: list[str]
    stacks: list[float]
    big_blind: float
    model: str
    unit: str
    pool: float
    before: list[float]
    payoffs: list[float]
    epsilon: float
    seconds: float
    decisions: list[JamDecisionAnswer]


class JamSolvedAnswer(StudioAnswer):
    """A solution, or why it takes a job, and the digest that this job has."""

    solution: SolutionAnswer | None
    why_job: str | None
    digest: str


class SpotAnswer(StudioAnswer):
    """A decision that was played, and its table as texts; or ``why`` there is none."""

    spot: str
    hand: str
    why: str | None = None
    hero: str = ""
    decision: str = ""
    cards: str = ""
    did: str = ""
    depth: float = 0.0
    stacks: str = ""
    blinds: str = ""
    bb_ante: str = ""
    bounties: str = ""
    progressive: bool = False
    folded: list[int] = Field(default_factory=list)


class SpotsAnswer(StudioAnswer):
    """Decisions; ``next`` is what to give as ``after`` for more.

    Those of the library have at most ``depth`` big blinds.
    """

    spots: list[SpotAnswer]
    next: int | None = None
    depth: float | None = None


class QuestionAsked(BaseModel):
    """A question of the trainer; the same for the same seed and number."""

    hand: JamAsked
    seed: Annotated[int, Field(ge=0, le=LARGEST)]
    number: Annotated[int, Field(ge=1, le=LARGEST)]


class QuestionAnswer(StudioAnswer):
    """A decision, and the class of the hand that the person holds."""

    decision: str
    player: str
    after: list[str]
    hand_class: str
    big_blinds: float


class ReplyAsked(BaseModel):
    """What a person would do: go all in, or fold."""

    hand: JamAsked
    decision: Annotated[str, Field(max_length=100)]
    hand_class: Annotated[str, Field(min_length=2, max_length=3)]
    play: bool


class ReplyAnswer(StudioAnswer):
    """What the choices are worth, and what the answer loses; ``share`` is in parts of the pool."""

    is_right: bool
    frequency: float
    ev_fold: float
    ev_jam: float
    lost: float
    share: float


@router.post("/tournament/worth")
def worth(asked: TableAsked) -> WorthAnswer:
    """Value the stacks of a table under every model."""
    from railbird.studio.jams import read_table

    table = read_table(asked.texts())
    models: list[ModelAnswer] = []
    refused: list[RefusedModelAnswer] = []
    if table.payouts is not None:
        models, refused = value_by_all(
            table.stacks, table.payouts, bounties=table.bounties, blinds=table.blinds
        )
    big = None if table.blinds is None else table.blinds.levels[0].big
    return WorthAnswer(
        seats=list(table.seats),
        names=list(table.names),
        stacks=list(table.stacks),
        big_blinds=[stack / big for stack in table.stacks] if big else None,
        payouts=None if table.payouts is None else list(table.payouts),
        models=models,
        refused=refused,
    )


@router.post("/tournament/solve")
def solve(asked: JamAsked, settings: Settings) -> JamSolvedAnswer:
    """Solve a hand that takes a second, or show what a job has solved."""
    from dataclasses import asdict

    from railbird.studio.jams import known_solution, why_job

    texts = asked.texts()
    found = known_solution(texts, settings)
    return JamSolvedAnswer(
        solution=None if found is None else SolutionAnswer.model_validate(found),
        why_job=why_job(texts),
        digest=request_digest("jam", asdict(texts)),
    )


@router.post("/tournament/jobs")
def start(asked: JamAsked, settings: Settings, runner: Runner) -> JobAnswer:
    """Solve a hand that takes longer, as a job."""
    from dataclasses import asdict

    from railbird.studio.jams import check, job_title

    texts = asked.texts()
    check(texts, settings)
    return JobAnswer.of(runner.ask("jam", job_title(texts), asdict(texts)))


@router.get("/tournament/spots")
def spots(
    settings: Settings,
    after: Annotated[int, Asked(ge=0, le=LARGEST)] = 0,
    limit: Annotated[int, Asked(ge=1, le=100)] = 20,
    hero: Annotated[str, Asked(max_length=200)] = "",
) -> SpotsAnswer:
    """List jam-or-fold decisions in hands of the library, of at most ``depth`` big blinds."""
    from railbird.studio.spots import library_spots
    from railbird.tournament.review.spot import DEPTH

    found, last = library_spots(settings, after=after, limit=limit, hero=hero)
    return SpotsAnswer(spots=[_spot(name, spot) for name, spot in found], next=last, depth=DEPTH)


@router.post("/tournament/pasted")
def pasted(asked: PastedText) -> SpotsAnswer:
    """Read pasted hands, and list the decision in each, or why there is none."""
    from railbird.studio.spots import text_spots
    from railbird.tournament import Passed

    return SpotsAnswer(
        spots=[
            SpotAnswer(spot=name, hand=spot.hand, why=spot.why)
            if isinstance(spot, Passed)
            else _spot(name, spot)
            for name, spot in text_spots(asked.text)
        ]
    )


@router.get("/tournament/spots/{name}")
def spot(
    name: str, settings: Settings, hero: Annotated[str, Asked(max_length=200)] = ""
) -> SpotAnswer:
    """Show one decision, such as ``hand:17``."""
    from railbird.studio.spots import find_spot

    return _spot(name, find_spot(name, settings, hero))


def _spot(name: str, spot: JamSpot) -> SpotAnswer:
    rules = spot.rules
    blinds = (*rules.blinds, rules.ante) if rules.ante else rules.blinds
    named = [one.translate(_PLAIN) or "?" for one in spot.names]
    return SpotAnswer(
        spot=name,
        hand=spot.hand,
        hero=spot.hero,
        decision=spot.decision,
        cards=spot.cards,
        did=spot.did,
        depth=spot.depth,
        stacks=",".join(f"{who}={x:.15g}" for who, x in zip(named, rules.stacks, strict=True)),
        blinds="/".join(f"{x:.15g}" for x in blinds),
        bb_ante=f"{rules.big_blind_ante:.15g}" if rules.big_blind_ante else "",
        bounties=",".join(f"{x:.15g}" for x in spot.heads),
        progressive=spot.progressive,
        folded=list(rules.folded),
    )


_PLAIN = str.maketrans({",": " ", "=": " "})
"""What a name in a list of stacks cannot have."""


@router.post("/tournament/question")
def question(asked: QuestionAsked, settings: Settings) -> QuestionAnswer:
    """Ask what to do with a hand."""
    from railbird.studio.jam_training import ask

    return QuestionAnswer.model_validate(
        ask(asked.hand.texts(), settings, seed=asked.seed, number=asked.number)
    )


@router.post("/tournament/reply")
def reply(asked: ReplyAsked, settings: Settings) -> ReplyAnswer:
    """Judge what a person would do, and note it."""
    from railbird.studio.jam_training import judge_reply

    return ReplyAnswer.model_validate(
        judge_reply(asked.hand.texts(), settings, asked.decision, asked.hand_class, play=asked.play)
    )
