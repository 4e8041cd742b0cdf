"""A hand step by step, from the library, from a pasted text, or from a link that holds it."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi import Query as Asked
from pydantic import BaseModel, Field

from railbird.cards.card import format_cards
from railbird.errors import HistoryError, LibraryError, OptionError
from railbird.history.files import read_text
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.library import Neighbours
from railbird.history.replay import ReplayStep, replay_steps
from railbird.history.sharing import LONGEST_CODE, hand_from_code, hand_to_code
from railbird.history.words import in_words
from railbird.studio.api.shared import LARGEST, NotFoundError, Settings, StudioAnswer
from railbird.studio.settings import StudioSettings
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.seats import position_names

router = APIRouter(tags=["replay"])

MOST_PASTED = 500_000
"""Characters of a pasted text."""
_MOST_HANDS = 200

HandId = Annotated[int | None, Asked(ge=1, le=LARGEST)]
Code = Annotated[str | None, Asked(max_length=LONGEST_CODE)]


class PastedText(BaseModel):
    """Hands as a room or a program wrote them."""

    text: str = Field(min_length=1, max_length=MOST_PASTED)


class PastedHandAnswer(StudioAnswer):
    """A hand of a pasted text, and the code that opens it."""

    title: str
    code: str


class SeatAnswer(StudioAnswer):
    """A player at the table; ``seat`` is the number of the chair, ``stack`` None if unlimited."""

    name: str
    place: str
    seat: int
    stack: int | None
    cards: str | None
    is_hero: bool
    payoff: int


class PotAnswer(StudioAnswer):
    """A pot, and the positions that can win it."""

    chips: int
    players: list[int]


class StepAnswer(StudioAnswer):
    """The table after a step: see `railbird.history.replay.ReplayStep`."""

    kind: Literal["start", "action", "street", "showdown", "result"]
    round: int
    says: list[str]
    actor: int | None
    next: int | None
    board: int
    bets: list[int]
    behind: list[int | None]
    folded: list[bool]
    pots: list[PotAnswer]
    won: list[int]


class UnitAnswer(StudioAnswer):
    """How to write chips: so many are one unit of the money, with a sign before or a code after."""

    chips: int
    sign: str
    code: str


class ReplayAnswer(StudioAnswer):
    """A hand step by step. Everything is by position: blinds first, the button last.

    ``previous`` and ``next`` are the hands before and after it in the library.
    """

    title: str
    id: int | None
    code: str
    match: int | None
    previous: int | None
    next: int | None
    game: str
    hole_cards: int
    button: int
    table_size: int
    big_blind: int
    unit: UnitAnswer
    board: str
    run_outs: list[str]
    seats: list[SeatAnswer]
    steps: list[StepAnswer]
    words: list[str]
    jam: bool = False
    """Whether the hero decided to jam or fold, or to call a jam, with a short stack."""


class StrengthAnswer(StudioAnswer):
    """A known hand on a street: see `railbird.reports.insight.SeatStrength`."""

    position: int
    hand_class: str
    made: str
    strength: float | None
    potential: float | None


class JudgedStepAnswer(StudioAnswer):
    """A decision beside the baseline's: see `railbird.reports.insight.JudgedStep`."""

    step: int
    position: int
    played: str
    baseline: str
    is_same: bool
    worth: float
    error: float
    round_worth: float
    grade: Literal["fine", "inaccuracy", "mistake", "blunder"]
    why: str


class InsightAnswer(StudioAnswer):
    """What there is to know about a hand: see `railbird.reports.insight.HandInsight`."""

    strengths: list[list[StrengthAnswer]]
    equities: list[list[float | None]]
    how: str
    decisions: list[JudgedStepAnswer]
    refused: str
    comments: list[str]


@router.post("/replay")
def pasted(asked: PastedText) -> list[PastedHandAnswer]:
    """Read hands from a text, in any format that ``railbird import`` reads."""
    hands = list(islice(read_text(asked.text), _MOST_HANDS))
    if not hands:
        raise HistoryError("the text holds no hand: paste a whole one, as the room wrote it")
    return [
        PastedHandAnswer(title=_title(each, None, place), code=hand_to_code(each))
        for place, each in enumerate(hands, 1)
    ]


@router.get("/replay")
def replay(settings: Settings, hand: HandId = None, code: Code = None) -> ReplayAnswer:
    """Show a hand step by step."""
    found = find_hand(settings, hand, code)
    near = Neighbours(None, None, None)
    if hand is not None:
        with settings.open_library() as shelf:
            near = shelf.neighbours(hand)
    answer = replay_answer(found, id_=hand, near=near)
    answer.jam = _has_jam(found)
    return answer


def _has_jam(hand: Hand) -> bool:
    if (hand.rules.game, hand.rules.betting) != ("holdem", "no-limit"):
        return False
    from railbird.tournament import JamSpot, jam_spot
    from railbird.tournament.review.spot import DEPTH

    spot = jam_spot(hand)
    return isinstance(spot, JamSpot) and spot.depth <= DEPTH


def replay_answer(found: Hand, *, id_: int | None, near: Neighbours) -> ReplayAnswer:
    """A hand step by step, whether it is in the library or not."""
    rules = found.rules
    chairs, size = found.seating()
    places = position_names(rules)
    unit = money(found.chip)
    return ReplayAnswer(
        title=_title(found, id_),
        id=id_,
        code=hand_to_code(found),
        match=near.match,
        previous=near.previous,
        next=near.next,
        game=f"{rules.betting} {rules.game}",
        hole_cards=rules.rules_of_game.hole_cards,
        button=_button(found),
        table_size=size,
        big_blind=rules.big_blind,
        unit=UnitAnswer(chips=unit.chips, sign=unit.sign, code=unit.code),
        board=format_cards(found.board),
        run_outs=[format_cards(board) for board in found.run_outs],
        seats=[
            SeatAnswer(
                name=name,
                place=places[p],
                seat=chairs[p],
                stack=_stack(found, found.stacks[p], p),
                cards=None if cards is None else format_cards(cards),
                is_hero=p == found.hero,
                payoff=found.payoffs[p],
            )
            for p, (name, cards) in enumerate(zip(found.players, found.hole_cards, strict=True))
        ],
        steps=[_step(found, each) for each in replay_steps(found)],
        words=in_words(found, id_=id_),
    )


@router.get("/insight")
def insight(settings: Settings, hand: HandId = None, code: Code = None) -> InsightAnswer:
    """Show the strength, equity and value of a hand's steps."""
    from railbird.reports.insight import insight as compute

    return InsightAnswer.model_validate(compute(find_hand(settings, hand, code)))


def find_hand(settings: StudioSettings, id_: int | None, code: str | None = None) -> Hand:
    """The hand that a request names; exactly one of both must be given."""
    if (id_ is None) == (code is None):
        raise OptionError("give either hand, an id of the library, or code, a hand in a link")
    if code is not None:
        return hand_from_code(code)
    with settings.open_library() as shelf:
        try:
            return shelf.hand(id_ or 0)
        except LibraryError as error:
            raise NotFoundError(str(error)) from None


def _title(hand: Hand, id_: int | None, place: int | None = None) -> str:
    """Such as ``Hand 7 of practice``."""
    number = hand.number or (f"{id_}" if id_ is not None else f"{place or ''}")
    where = f" of {hand.table}" if hand.table else ""
    return f"Hand {number}{where}".strip()


def _button(hand: Hand) -> int:
    """The position of the button: heads-up the one that posts the small blind."""
    rules = hand.rules
    is_reversed = rules.players == 2 and rules.blinds[0] < rules.blinds[1]
    return 0 if is_reversed else rules.players - 1


def _stack(hand: Hand, chips: int, position: int) -> int | None:
    return None if hand.stacks[position] == UNLIMITED else chips


def _step(hand: Hand, step: ReplayStep) -> StepAnswer:
    return StepAnswer(
        kind=step.kind,
        round=step.round,
        says=list(step.says),
        actor=step.actor,
        next=step.next,
        board=step.board,
        bets=list(step.bets),
        behind=[_stack(hand, chips, p) for p, chips in enumerate(step.behind)],
        folded=list(step.folded),
        pots=[PotAnswer(chips=pot.chips, players=list(pot.players)) for pot in step.pots],
        won=list(step.won),
    )
