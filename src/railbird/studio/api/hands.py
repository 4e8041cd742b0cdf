"""Hands of the library: pages of them, and one in words."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Query as Asked

from railbird.errors import LibraryError
from railbird.history.formats.railbird import hand_fields
from railbird.history.library import Query, find_match
from railbird.history.words import in_words
from railbird.studio.api.shared import LARGEST, Id, NotFoundError, Settings, StudioAnswer
from railbird.table.hand import Hand

router = APIRouter(tags=["hands"])


class HandAnswer(StudioAnswer):
    """A hand in a list; payoffs are in chips."""

    id: int
    number: str
    table: str
    when: str | None
    game: str
    players: list[str]
    payoffs: list[int]
    hole_cards: list[str | None]
    board: str


class HandsAnswer(StudioAnswer):
    """A page of hands; ``next`` is what to give as ``after`` for the next one."""

    total: int
    hands: list[HandAnswer]
    next: int | None


class WholeHandAnswer(StudioAnswer):
    """A hand: its record as in the library, and in words."""

    id: int
    record: dict[str, Any]
    words: list[str]


@router.get("/hands")
def hands(
    settings: Settings,
    match: Annotated[int | None, Asked(ge=1, le=LARGEST)] = None,
    player: Annotated[str | None, Asked(max_length=200)] = None,
    after: Annotated[int, Asked(ge=0, le=LARGEST)] = 0,
    limit: Annotated[int, Asked(ge=1, le=200)] = 50,
) -> HandsAnswer:
    """List hands in order, a page at a time."""
    with settings.open_library() as shelf:
        name = None if match is None else find_match(shelf, str(match)).name
        query = Query(match=name, player=player)
        page = list(shelf.hands(query, after=after, limit=limit + 1))
        total = shelf.count(query)
    more = len(page) > limit
    page = page[:limit]
    return HandsAnswer(
        total=total,
        hands=[_shown(number, hand) for number, hand in page],
        next=page[-1][0] if more else None,
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


def _shown(number: int, hand: Hand) -> HandAnswer:
    record = hand_fields(hand)
    return HandAnswer(
        id=number,
        number=hand.number,
        table=hand.table,
        when=record.get("when"),
        game=f"{hand.rules.betting} {hand.rules.game}",
        players=list(hand.players),
        payoffs=list(hand.payoffs),
        hole_cards=record["hole_cards"],
        board=record["board"],
    )
