"""What stacks are worth, under every model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from railbird.errors import InputError, OptionError
from railbird.studio.api.shared import Figure, StudioAnswer

if TYPE_CHECKING:
    from railbird.tournament import BlindSchedule

router = APIRouter(tags=["icm"])

_Chips = Annotated[float, Field(gt=0, le=1e12, allow_inf_nan=False)]
_Prize = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
MODELS = ("harville", "weitzman", "roberts", "pressure", "chips")
SOLVED = "solved"


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


class RefusedModelAnswer(StudioAnswer):
    """A model that does not fit, and why."""

    model: str
    why: str


class IcmAnswer(StudioAnswer):
    """Every model that fits, and those that do not."""

    stacks: list[float]
    payouts: list[float]
    models: list[ModelAnswer]
    refused: list[RefusedModelAnswer]


@router.post("/icm")
def icm(asked: IcmAsked) -> IcmAnswer:
    """Value stacks under every model."""
    models, refused = value_by_all(asked.stacks, asked.payouts)
    return IcmAnswer(stacks=asked.stacks, payouts=asked.payouts, models=models, refused=refused)


def value_by_all(
    stacks: Sequence[float],
    payouts: Sequence[float],
    *,
    bounties: Sequence[float] | None = None,
    blinds: BlindSchedule | None = None,
) -> tuple[list[ModelAnswer], list[RefusedModelAnswer]]:
    """What stacks are worth by each model, with bounties, or why it refuses: each by itself.

    Input that none of them takes is refused.
    """
    found: list[ModelAnswer] = []
    refused: list[RefusedModelAnswer] = []
    first: InputError | None = None
    for name in (*MODELS, SOLVED):
        try:
            found.append(_value(name, stacks, payouts, bounties, blinds))
        except InputError as error:
            first = first or error
            refused.append(RefusedModelAnswer(model=name, why=str(error)))
    if first is not None and not found:
        raise first
    return found, refused


def _value(
    name: str,
    stacks: Sequence[float],
    payouts: Sequence[float],
    bounties: Sequence[float] | None,
    blinds: BlindSchedule | None,
) -> ModelAnswer:
    from railbird.tournament import icm as value
    from railbird.tournament import model_by_name

    model = name if name != SOLVED else model_by_name(name, blinds=blinds)
    if bounties is None:
        state = value(stacks, payouts, model)
    elif name == SOLVED:
        raise OptionError("the solved tournament has no bounties")
    else:
        state = value(stacks, payouts, model, bounties=bounties)
    return ModelAnswer(
        model=state.model,
        payoffs=list(state.payoffs) if bounties is None else [one.total for one in state.players],
        exact=state.exact,
        error=state.error,
        how=state.how,
    )
