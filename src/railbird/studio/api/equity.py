"""Equities of hands and ranges."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from railbird.studio.api.shared import LARGEST, Figure, StudioAnswer

router = APIRouter(tags=["equity"])

_Cards = Annotated[str, Field(max_length=200)]


class EquityAsked(BaseModel):
    """Two to ten hands or ranges, as ``railbird equity`` takes them."""

    players: list[Annotated[str, Field(max_length=2000)]] = Field(min_length=1, max_length=10)
    board: _Cards = ""
    dead: _Cards = ""
    game: str = "holdem"
    samples: int | None = Field(None, ge=1, le=10_000_000)
    seed: int | None = Field(None, ge=0, le=LARGEST)


class PlayerEquityAnswer(StudioAnswer):
    """What a player can expect."""

    hand: str
    equity: float
    win: float
    tie: float
    error: Figure


class EquityAnswer(StudioAnswer):
    """The equities, and how they were computed."""

    players: list[PlayerEquityAnswer]
    game: str
    board: str
    exact: bool
    how: str
    seed: int | None
    seconds: float


@router.post("/equity")
def equity(asked: EquityAsked) -> EquityAnswer:
    """Compute the equities of hands or ranges."""
    from railbird.evaluate import equity as compute

    found = compute(
        *asked.players,
        board=asked.board,
        dead=asked.dead,
        game=asked.game,
        samples=asked.samples,
        seed=asked.seed,
    )
    return EquityAnswer.model_validate(found)
