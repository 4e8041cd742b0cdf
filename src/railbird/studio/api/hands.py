"""Hands of the library: pages of those that a filter chooses, and one in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Response
from fastapi import Query as Asked
from pydantic import Field

from railbird.errors import LibraryError, OptionError
from railbird.history.formats.railbird import hand_fields
from railbird.history.library import Library
from railbird.history.player_hands import HandsPart, Ints
from railbird.history.words import in_words
from railbird.studio.api.filters import FilterAsked, FilteredHands
from railbird.studio.api.shared import (
    LARGEST,
    Id,
    NotFoundError,
    Settings,
    StudioAnswer,
    as_text,
)
from railbird.studio.memory import AnswerMemory
from railbird.table.money import money
from railbird.table.rules import Rules

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
    """A filter, and which page: after a hand, or from a row, which counts from 0.

    Without a hero, hands are those of anybody.
    """

    after: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    row: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    limit: Annotated[int, Field(ge=1, le=200)] = 50


@router.get("/hands", response_model=HandsAnswer)
def hands(settings: Settings, asked: Annotated[HandsAsked, Asked()]) -> Response:
    """List hands in order, a page at a time."""
    with settings.open_library() as shelf:
        if asked.hero is not None or asked.part() != HandsPart():
            return as_text(_of_hero(asked.found(shelf), asked, shelf))
        if asked.after and asked.row:
            raise OptionError("after and row both say where to begin: give only one")
        query = asked.query(shelf)
        key = (str(shelf.path), shelf.revision(), query)
        if asked.row:  # a jump: the ids of all hands are kept, 8 bytes for each
            ids = _IDS.get(key, lambda: np.array(shelf.ids(query), dtype=np.int64))
            page: Sequence[int] = ids[asked.row : asked.row + asked.limit + 1].tolist()
        else:
            page = shelf.ids(query, after=asked.after, limit=asked.limit + 1)
        total = _TOTALS.get(key, lambda: shelf.count(query))
        return as_text(_page(shelf, page, (), total, asked.limit))


def _of_hero(wanted: FilteredHands, asked: HandsAsked, shelf: Library) -> HandsAnswer:
    """A page of the hands that a number of the results counts."""

    def ids() -> Ints:
        found = wanted.hands(shelf)
        return found.ids[found.marked(wanted.part)]

    all_ids = _IDS.get(wanted, ids)
    start = asked.row or int(all_ids.searchsorted(asked.after, side="right"))
    page: list[int] = all_ids[start : start + asked.limit + 1].tolist()
    return _page(shelf, page, wanted.heroes, len(all_ids), asked.limit)


def _page(
    shelf: Library, ids: Sequence[int], heroes: tuple[str, ...], total: int, limit: int
) -> HandsAnswer:
    """A page of hands; there are more if there is one id more than asked for."""
    shown = ids[:limit]
    return HandsAnswer.model_construct(
        heroes=list(heroes),
        total=total,
        hands=[_shown(*record, heroes) for record in shelf.records(shown)],
        next=shown[-1] if len(ids) > limit else None,
    )


@router.get("/hands/{id_}", response_model=WholeHandAnswer)
def hand(id_: Id, settings: Settings) -> Response:
    """Show one hand."""
    with settings.open_library() as shelf:
        try:
            found = shelf.hand(id_)
        except LibraryError as error:
            raise NotFoundError(str(error)) from None
    return as_text(
        WholeHandAnswer(id=id_, record=hand_fields(found), words=in_words(found, id_=id_))
    )


def _shown(
    number: int, rules: Rules, record: dict[str, Any], heroes: tuple[str, ...]
) -> HandAnswer:
    amount = money(record.get("chip", ""))
    return HandAnswer.model_construct(
        id=number,
        number=record.get("number", ""),
        table=record.get("table", ""),
        when=record.get("when"),
        game=f"{rules.betting} {rules.game}",
        players=record["players"],
        payoffs=record["payoffs"],
        amounts=[amount(payoff, plus=True) for payoff in record["payoffs"]],
        big_blind=rules.big_blind,
        hole_cards=record["hole_cards"],
        board=record["board"],
        hero=next((i for i, player in enumerate(record["players"]) if player in heroes), None),
    )
