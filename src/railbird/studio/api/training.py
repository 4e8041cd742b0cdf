"""Training: how a person has answered, day by day."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter

from railbird.studio.api.shared import Settings, StudioAnswer

router = APIRouter(tags=["training"])


class TrainingDayAnswer(StudioAnswer):
    """A day. ``lost`` is in parts of the pool (jam), or in big blinds (omaha8)."""

    day: str
    answers: int
    right: int
    lost: float


@router.get("/training/{trainer}")
def training(trainer: Literal["jam", "omaha8"], settings: Settings) -> list[TrainingDayAnswer]:
    """List days, the last first."""
    with settings.open_store() as store:
        return [TrainingDayAnswer.model_validate(day) for day in store.training(trainer)]
