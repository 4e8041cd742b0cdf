"""Answers that are sent again for as long as nothing has changed that they were made of.

Whether something has changed, SQLite says in some microseconds. What many clients ask for at the
same time is made once.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from railbird.studio.kept import FileId, file_id
from railbird.studio.settings import StudioSettings

OF_LIBRARY = ("/api/library", "/api/hands", "/api/results", "/api/replay", "/api/insight")
"""Answers that are made of the library only."""
OF_BOTH = ("/api/matches", "/api/leagues", "/api/experiments", "/api/review")
"""Answers in which there is also what jobs have made: each job ends with a note in our file."""

FILES = frozenset({"report.html", "lines.svg", "scores.csv"})
"""Names of files to take away: they are sent as they are read."""

MOST_BYTES = 64 << 20
_MOST_OF_ONE = 2 << 20


class Key(NamedTuple):
    """What was asked for."""

    path: str
    query: bytes


Version = tuple[FileId, int]


class _Watched:
    """Tells whether a SQLite file has changed. Not for several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: FileId | None = None
        self._db: sqlite3.Connection | None = None

    def version(self) -> Version | None:
        """Equal as long as nothing is written; None if it cannot be told at the moment."""
        file = file_id(self._path)
        if file != self._file:
            self.close()
        if file is None:
            return None
        try:
            if self._db is None:
                self._db = sqlite3.connect(
                    f"{self._path.absolute().as_uri()}?mode=ro",
                    uri=True,
                    timeout=0,
                    isolation_level=None,
                    check_same_thread=False,
                )
                self._file = file
            return file, int(self._db.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            self.close()
            return None

    def close(self) -> None:
        """Close the file."""
        if self._db is not None:
            self._db.close()
        self._db = self._file = None


@dataclass(frozen=True, slots=True)
class _KeptAnswer:
    version: tuple[Version, ...]
    start: Message
    body: bytes

    async def send(self, send: Send) -> None:
        headers = list(self.start["headers"])  # others add theirs
        await send({**self.start, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


class KeptAnswers:
    """Sends answers again. It stands behind the guard, before everything else."""

    def __init__(self, app: ASGIApp, settings: StudioSettings) -> None:
        self._app = app
        self._library = _Watched(settings.library)
        self._store = _Watched(settings.store_path)
        self._answers: OrderedDict[Key, _KeptAnswer] = OrderedDict()
        self._bytes = 0
        self._last: dict[int, Version] = {}
        self._being_made: dict[tuple[Key, tuple[Version, ...]], asyncio.Task[_KeptAnswer]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            try:
                await self._app(scope, receive, send)
            finally:
                self._library.close()
                self._store.close()
            return
        version = self._version(scope)
        if version is None:
            await self._app(scope, receive, send)
            return
        key = Key(scope["path"], scope["query_string"])
        answer = self._answers.get(key)
        if answer is not None and answer.version == version:
            self._answers.move_to_end(key)
        else:
            answer = await self._made(scope, key, version)
        await answer.send(send)

    def _version(self, scope: Scope) -> tuple[Version, ...] | None:
        """The state of what an answer is made of; None if it is not to be kept."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        path: str = scope["path"]
        if path.startswith(OF_BOTH) and path.rpartition("/")[2] in FILES:
            return None
        watched: tuple[_Watched, ...]
        if path.startswith(OF_LIBRARY):
            watched = (self._library,)
        elif path.startswith(OF_BOTH):
            watched = (self._library, self._store)
        else:
            return None
        found = [watch.version() for watch in watched]
        known = tuple(version for version in found if version is not None)
        return known if len(known) == len(watched) else None

    async def _made(self, scope: Scope, key: Key, version: tuple[Version, ...]) -> _KeptAnswer:
        made = (key, version)
        task = self._being_made.get(made)
        if task is None:
            task = asyncio.create_task(self._make(scope, key, version))
            self._being_made[made] = task
            task.add_done_callback(lambda _: self._being_made.pop(made, None))
        return await asyncio.shield(task)  # others may wait for it when this client is gone

    async def _make(self, scope: Scope, key: Key, version: tuple[Version, ...]) -> _KeptAnswer:
        is_read = False
        start: Message = {}
        parts: list[bytes] = []

        async def nothing() -> Message:
            nonlocal is_read
            if is_read:
                await asyncio.Event().wait()  # nobody goes away
            is_read = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        await self._app(scope, nothing, collect)
        answer = _KeptAnswer(version, start, b"".join(parts))
        if start["status"] == 200:
            self._keep(key, answer)
        return answer

    def _keep(self, key: Key, answer: _KeptAnswer) -> None:
        if key in self._answers:
            self._bytes -= len(self._answers.pop(key).body)
        self._forget_old(answer.version)
        if len(answer.body) > _MOST_OF_ONE:
            return
        self._answers[key] = answer
        self._bytes += len(answer.body)
        while self._bytes > MOST_BYTES or len(self._answers) > 1024:
            self._bytes -= len(self._answers.popitem(last=False)[1].body)

    def _forget_old(self, now: tuple[Version, ...]) -> None:
        """Drop answers that were made of what has changed: they are never sent again."""
        if all(self._last.get(place) == each for place, each in enumerate(now)):
            return
        self._last.update(enumerate(now))
        for key, answer in list(self._answers.items()):
            if any(was != self._last[place] for place, was in enumerate(answer.version)):
                self._bytes -= len(self._answers.pop(key).body)
