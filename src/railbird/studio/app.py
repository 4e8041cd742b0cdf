"""The application: its routes, its guard, the errors that it answers with, and the pages."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException

from railbird.errors import InputError
from railbird.history.library.trouble import in_words, is_full
from railbird.studio.answers import KeptAnswers
from railbird.studio.api import ROUTERS
from railbird.studio.api.shared import ERRORS, ConflictError, NotFoundError
from railbird.studio.jobs import JobRunner, UnknownJobError
from railbird.studio.limits import BodyLimit, TooLargeError
from railbird.studio.security import Guard
from railbird.studio.settings import StudioSettings
from railbird.studio.tables import LiveTables, UnknownTableError
from railbird.version import __version__

STATIC = Path(__file__).resolve().parent / "static"
"""The built pages."""

_FOREVER = "public, max-age=31536000, immutable"


def create_app(settings: StudioSettings) -> FastAPI:
    """The application of a library. It begins to look after jobs when it is started."""
    settings = settings.keeping_open()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        _make_routes(app)
        app.state.runner.start()
        yield
        app.state.closing.set()
        app.state.runner.stop()
        app.state.tables.stop()
        settings.close()

    app = FastAPI(
        title="railbird studio",
        version=__version__,
        summary="Everything that the studio shows, for scripts.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        lifespan=life,
        generate_unique_id_function=lambda route: "_".join([*map(str, route.tags), route.name]),
    )
    app.state.settings = settings
    app.state.runner = JobRunner(settings)
    app.state.tables = LiveTables(settings)
    app.state.closing = asyncio.Event()
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=ERRORS)
    _answer_errors(app)
    _serve_pages(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(KeptAnswers, settings=settings)
    app.add_middleware(Guard, settings=settings)
    return app


def _answer_errors(app: FastAPI) -> None:
    """Errors are the command line's sentences."""

    def say(status: int, error: object) -> JSONResponse:
        return JSONResponse({"error": str(error)}, status)

    @app.exception_handler(InputError)
    async def wrong(_: Request, error: InputError) -> JSONResponse:
        if isinstance(error, TooLargeError):
            return say(413, error)
        if isinstance(error.__cause__, sqlite3.Error | OSError):
            return _in_trouble(error)
        unknown = isinstance(error, UnknownJobError | UnknownTableError)
        return say(404 if unknown else 400, error)

    @app.exception_handler(OSError)
    async def trouble(_: Request, error: OSError) -> JSONResponse:
        return _in_trouble(error)

    @app.exception_handler(NotFoundError)
    async def missing(_: Request, error: NotFoundError) -> JSONResponse:
        return say(404, error)

    @app.exception_handler(ConflictError)
    async def later(_: Request, error: ConflictError) -> JSONResponse:
        return say(409, error)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 404:
            return say(404, f"there is no {request.url.path[:200]}: see /api/openapi.json")
        return say(error.status_code, error.detail)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "the body"
        return say(422, f"{where[:200]}: {first['msg'][:200]}")


def _in_trouble(error: Exception) -> JSONResponse:
    """The fault is not the request's, but the disk's or a file's."""
    return JSONResponse({"error": in_words(error)}, 507 if is_full(error) else 500)


def _make_routes(app: FastAPI) -> None:
    """Make all routes now: otherwise the first request does, which takes half a second."""
    scope = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(scope)


def _serve_pages(app: FastAPI) -> None:
    """The built files by name; any other address is a page of the application."""

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> FileResponse:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        file = STATIC / path
        if path.startswith("assets/") or "." in path.rpartition("/")[2]:
            if "\0" in path or not file.resolve().is_relative_to(STATIC) or not file.is_file():
                raise HTTPException(404)
            stays = path.startswith("assets/")  # their names change with their content
            return FileResponse(file, headers={"Cache-Control": _FOREVER} if stays else None)
        if not (STATIC / "index.html").is_file():
            raise HTTPException(404)
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})
