"""Whether the studio is there."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter

from railbird.studio.api.shared import StudioAnswer
from railbird.version import __version__

router = APIRouter(tags=["health"])


class HealthAnswer(StudioAnswer):
    """The studio is there."""

    status: Literal["ok"]
    version: str


@router.get("/health")
async def health() -> HealthAnswer:
    """Say that the studio is there."""
    return HealthAnswer(status="ok", version=__version__)
