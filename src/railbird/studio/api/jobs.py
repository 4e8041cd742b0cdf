"""Jobs: long work, its progress, and how to end or resume it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from railbird.errors import LibraryError
from railbird.studio.api.shared import Id, NotFoundError, Runner, Settings, StudioAnswer
from railbird.studio.jobs import can_resume
from railbird.studio.settings import StudioSettings
from railbird.studio.store import JobState, KeptJob
from railbird.studio.work import KINDS

router = APIRouter(tags=["jobs"])

_SECONDS_BETWEEN = 0.25
_SECONDS_TO_COMMENT = 10.0
"""A stream without events says something this often, so that a client that is gone is noticed."""


class JobAnswer(StudioAnswer):
    """A job.

    ``digest`` tells its request from all others, and ``about`` is what of the request is a match
    or an experiment. ``can_resume``: it ended early, and what it needs is there. ``goes_on``: it
    then goes on where it was; otherwise it begins again.
    """

    id: int
    kind: str
    title: str
    state: JobState
    done: float
    result: dict[str, Any] | None
    error: str | None
    made: str
    begun: str | None
    ended: str | None
    change: int
    digest: str
    about: dict[str, Any]
    can_resume: bool
    goes_on: bool

    @classmethod
    def of(cls, job: KeptJob) -> JobAnswer:
        """The answer for a job."""
        kind = KINDS.get(job.kind)
        names = (name for name in cls.model_fields if name in KeptJob.__slots__)
        about = () if kind is None else kind.about
        return cls(
            **{name: getattr(job, name) for name in names},
            about={name: job.asked[name] for name in about if name in job.asked},
            can_resume=can_resume(job),
            goes_on=kind is not None and kind.goes_on,
        )


@router.get("/jobs")
def jobs(settings: Settings) -> list[JobAnswer]:
    """List jobs, the last changed first."""
    return [JobAnswer.of(job) for job in _changed(settings, 0)[:50]]


@router.get("/jobs/events", response_class=StreamingResponse)
async def events(
    request: Request,
    settings: Settings,
    last_event_id: Annotated[str | None, Header()] = None,
) -> StreamingResponse:
    """Stream every change of a job as a server-sent event, from now or after the last one seen.

    An event ``trouble`` says why jobs have to wait, or with an empty text that they go on.
    """
    seen = last_event_id or ""
    after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 16 else None
    headers = {"X-Accel-Buffering": "no"}
    stream = _stream(request, settings, after)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def _stream(
    request: Request, settings: StudioSettings, after: int | None
) -> AsyncIterator[str]:
    quiet, told = 0.0, ""
    if after is None:
        newest = await run_in_threadpool(_changed, settings, 0)
        after = newest[0].change if newest else 0
    yield ": here are the jobs\n\n"
    while not request.app.state.closing.is_set() and not await request.is_disconnected():
        if (trouble := request.app.state.runner.trouble or "") != told:
            told = trouble
            yield f"event: trouble\ndata: {json.dumps(told)}\n\n"
        try:
            changed = await run_in_threadpool(_changed, settings, after)
        except LibraryError:  # of which the trouble tells
            changed = []
        for job in reversed(changed):
            after = job.change
            yield f"id: {job.change}\ndata: {JobAnswer.of(job).model_dump_json()}\n\n"
        quiet = 0.0 if changed else quiet + _SECONDS_BETWEEN
        if quiet >= _SECONDS_TO_COMMENT:
            quiet = 0.0
            yield ": nothing new\n\n"
        await asyncio.sleep(_SECONDS_BETWEEN)


def _changed(settings: StudioSettings, after: int) -> list[KeptJob]:
    with settings.open_store() as store:
        return store.jobs(after=after)


@router.get("/jobs/{id_}")
def job(id_: Id, settings: Settings) -> JobAnswer:
    """Show one job."""
    with settings.open_store() as store:
        found = store.job(id_)
    if found is None:
        raise NotFoundError(f"there is no job {id_}: /api/jobs lists them")
    return JobAnswer.of(found)


@router.post("/jobs/{id_}/cancel")
def cancel(id_: Id, runner: Runner) -> JobAnswer:
    """End a job."""
    return JobAnswer.of(runner.cancel(id_))


@router.post("/jobs/{id_}/resume")
def resume(id_: Id, runner: Runner) -> JobAnswer:
    """Resume a job that ended early."""
    return JobAnswer.of(runner.resume(id_))
