"""What stacks are worth, under every model."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from railbird.errors import InputError
from railbird.studio.api.shared import Figure, StudioAnswer

router = APIRouter(tags=["icm"])

_Chips = Annotated[float, Field(gt=0, le=1e12, allow_inf_nan=False)]
_Prize = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
MODELS = ("harville", "weitzman", "roberts", "pressure", "chips")


class IcmAsked(BaseModel):
    """Stacks in order of action, and prizes, first place first."""

    stacks: list[_Chips] = Field(min_length=2, max_length=10)
    payouts: list[_Prize] = Field(min_length=1, max_length=10)


class ModelAnswer(StudioAnswer):
    """What a model says each stack is worth."""

    model: str
    payoffs: list[float]
    exact: bool
    error: Figure
    how: str


class IcmAnswer(StudioAnswer):
    """Every model, and the solved tournament where it fits, or why it does not."""

    stacks: list[float]
    payouts: list[float]
    models: list[ModelAnswer]
    unsolved: str | None


@router.post("/icm")
def icm(asked: IcmAsked) -> IcmAnswer:
    """Value stacks under every model."""
    from railbird.tournament import icm as value
    from railbird.tournament import model_by_name

    found = [value(asked.stacks, asked.payouts, name) for name in MODELS]
    unsolved = None
    try:
        found.append(value(asked.stacks, asked.payouts, model_by_name("solved")))
    except InputError as error:
        unsolved = str(error)
    return IcmAnswer(
        stacks=asked.stacks,
        payouts=asked.payouts,
        models=[ModelAnswer.model_validate(each) for each in found],
        unsolved=unsolved,
    )
