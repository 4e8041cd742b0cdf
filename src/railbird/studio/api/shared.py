"""What all resources share: the studio that a request is for, ids, numbers and errors."""

from __future__ import annotations

import json
from math import isfinite
from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, field_validator
from pydantic_core import PydanticSerializationError

from railbird.studio.jobs import JobRunner
from railbird.studio.settings import StudioSettings
from railbird.studio.tables import LiveTables

LARGEST = 2**53 - 1
"""The largest whole number that a browser counts exactly."""


class StudioAnswer(BaseModel):
    """An answer, made from an object with the same fields."""

    model_config = ConfigDict(from_attributes=True)

    @field_validator("*")
    @classmethod
    def _sayable(cls, value: Any) -> Any:
        return _sayable(value)


def as_text(answer: StudioAnswer) -> Response:
    """An answer that is not checked once more: for those with many parts."""
    try:
        text = answer.model_dump_json().encode()
    except PydanticSerializationError:  # a name has bytes that mean nothing
        text = json.dumps(answer.model_dump(), ensure_ascii=False).encode(errors="replace")
    return Response(text, media_type="application/json")


class ErrorAnswer(StudioAnswer):
    """Why a request was refused: one sentence that names the input and the way out."""

    error: str


class NotFoundError(Exception):
    """What a request names does not exist."""


class ConflictError(Exception):
    """Something else must be done first."""


def _sayable(value: Any) -> Any:
    """Texts as JSON can hold them: names of hand histories may have bytes that mean nothing."""
    if isinstance(value, str):
        return value if value.isprintable() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: _sayable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        first = next((each for each in value if each is not None), None)
        if isinstance(first, str | list | tuple | dict):
            return type(value)(_sayable(each) for each in value)
    return value


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


Figure = Annotated[float | None, BeforeValidator(_finite)]
"""A number; None if it is unknown or infinite."""
Id = Annotated[int, Path(ge=1, le=LARGEST)]
"""The number of a match, hand or job."""

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": why}
    for status, why in (
        (400, "The input is wrong."),
        (401, "The token is missing."),
        (403, "The request is from elsewhere."),
        (404, "What is named does not exist."),
        (409, "Something else must be done first."),
        (413, "The body is too large."),
        (422, "The input is not of the right form."),
    )
}
"""The answers to requests that are refused, for the documentation of the API."""


def _settings(request: Request) -> StudioSettings:
    settings: StudioSettings = request.app.state.settings
    return settings


def _runner(request: Request) -> JobRunner:
    runner: JobRunner = request.app.state.runner
    return runner


def _tables(request: Request) -> LiveTables:
    tables: LiveTables = request.app.state.tables
    return tables


Settings = Annotated[StudioSettings, Depends(_settings)]
Runner = Annotated[JobRunner, Depends(_runner)]
Tables = Annotated[LiveTables, Depends(_tables)]
