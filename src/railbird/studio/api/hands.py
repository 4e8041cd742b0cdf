"""Hands of the library: pages of those that a filter chooses, and one in words."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Query as Asked
from pydantic import Field

from railbird.errors import LibraryError
from railbird.history.formats.railbird import hand_fields
from railbird.history.library import Library
from railbird.history.player_hands import HandsPart, Ints
from railbird.history.words import in_words
from railbird.studio.api.filters import FilterAsked, FilteredHands
from railbird.studio.api.shared import LARGEST, Id, NotFoundError, Settings, StudioAnswer
from railbird.studio.memory import AnswerMemory
from railbird.table.hand import Hand
from railbird.table.money import money

router = APIRouter(tags=["hands"])

_IDS: AnswerMemory[Ints] = AnswerMemory(most=8)
_TOTALS: AnswerMemory[int] = AnswerMemory(most=64)


class HandAnswer(StudioAnswer):
    """A hand in a list; payoffs are in chips, and ``amounts`` the same as texts of money.

    ``hero`` is the place of the hero among the players, if the filter has one.
    """

    id: int
    number: str
    table: str
    when: str | None
    game: str
    players: list[str]
    payoffs: list[int]
    amounts: list[str]
    big_blind: int
    hole_cards: list[str | None]
    board: str
    hero: int | None


class HandsAnswer(StudioAnswer):
    """A page of hands; ``next`` is what to give as ``after`` for the next one."""

    heroes: list[str]
    total: int
    hands: list[HandAnswer]
    next: int | None


class WholeHandAnswer(StudioAnswer):
    """A hand: its record as in the library, and in words."""

    id: int
    record: dict[str, Any]
    words: list[str]


class HandsAsked(FilterAsked):
    """A filter, and which page. Without a hero, hands are those of anybody."""

    after: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    limit: Annotated[int, Field(ge=1, le=200)] = 50


@router.get("/hands")
def hands(settings: Settings, asked: Annotated[HandsAsked, Asked()]) -> HandsAnswer:
    """List hands in order, a page at a time."""
    with settings.open_library() as shelf:
        if asked.hero is not None or asked.part() != HandsPart():
            wanted = asked.found(shelf)
            return _of_hero(wanted, asked, shelf)
        query = asked.query(shelf)
        page = list(shelf.hands(query, after=asked.after, limit=asked.limit + 1))
        key = (str(shelf.path), shelf.revision(), query)
        total = _TOTALS.get(key, lambda: shelf.count(query))
    more = len(page) > asked.limit
    page = page[: asked.limit]
    return HandsAnswer(
        heroes=[],
        total=total,
        hands=[_shown(number, hand, ()) for number, hand in page],
        next=page[-1][0] if more else None,
    )


def _of_hero(wanted: FilteredHands, asked: HandsAsked, shelf: Library) -> HandsAnswer:
    """A page of the hands that a number of the results counts."""

    def ids() -> Ints:
        found = wanted.hands(shelf)
        return found.ids[found.marked(wanted.part)]

    all_ids = _IDS.get(wanted, ids)
    start = int(all_ids.searchsorted(asked.after, side="right"))
    page = all_ids[start : start + asked.limit].tolist()
    more = start + asked.limit < len(all_ids)
    return HandsAnswer(
        heroes=list(wanted.heroes),
        total=len(all_ids),
        hands=[_shown(number, hand, wanted.heroes) for number, hand in shelf.hands_by_id(page)],
        next=page[-1] if more else None,
    )


@router.get("/hands/{id_}")
def hand(id_: Id, settings: Settings) -> WholeHandAnswer:
    """Show one hand."""
    with settings.open_library() as shelf:
        try:
            found = shelf.hand(id_)
        except LibraryError as error:
            raise NotFoundError(str(error)) from None
    return WholeHandAnswer(id=id_, record=hand_fields(found), words=in_words(found, id_=id_))


def _shown(number: int, hand: Hand, heroes: tuple[str, ...]) -> HandAnswer:
    record = hand_fields(hand)
    amount = money(hand.chip)
    return HandAnswer(
        id=number,
        number=hand.number,
        table=hand.table,
        when=record.get("when"),
        game=f"{hand.rules.betting} {hand.rules.game}",
        players=list(hand.players),
        payoffs=list(hand.payoffs),
        amounts=[amount(payoff, plus=True) for payoff in hand.payoffs],
        big_blind=hand.rules.big_blind,
        hole_cards=record["hole_cards"],
        board=record["board"],
        hero=next((i for i, player in enumerate(hand.players) if player in heroes), None),
    )
