"""Uploads of hand histories. They are read by a job."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from railbird.errors import HistoryError
from railbird.studio.api.jobs import JobAnswer
from railbird.studio.api.shared import Runner, Settings
from railbird.studio.limits import TooLargeError

router = APIRouter(tags=["imports"])

FileName = Annotated[str, Query(min_length=1, max_length=255, description="What to call it.")]
_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("/imports", status_code=202, openapi_extra=_BODY)
async def upload(request: Request, settings: Settings, runner: Runner, name: FileName) -> JobAnswer:
    """Upload hands as the body, and import them as a job: a file, or many in a ZIP or tar archive.

    The upload is kept under a name of our own; the given name is only shown.
    """
    folder = settings.folder / "uploads"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / secrets.token_hex(16)
    try:
        size = await _keep(request, path, settings.most_uploaded)
        if not size:
            raise HistoryError(f"{name} is empty: choose a file with hands")
        shown = name.replace("\\", "/").rpartition("/")[2] or "a file"
        asked = {"name": shown, "path": str(path)}
        job = await run_in_threadpool(runner.ask, "import", f"Import {shown}", asked)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return JobAnswer.of(job)


async def _keep(request: Request, path: Path, most: int) -> int:
    """Write the body to a file as it comes.

    It is read to its end even if there is no room: a browser that is cut off does not hear why.
    """
    size = 0
    refused: OSError | None = None
    with path.open("wb") as file:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise TooLargeError(most)
            if refused is None:
                try:
                    file.write(part)
                except OSError as error:
                    refused = error
    if refused is not None:
        raise refused
    return size
