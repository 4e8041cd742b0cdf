"""What the studio remembers: jobs, analyses, studies, training. One SQLite file.

It lies in the studio's folder beside the library, which knows nothing of it. The server and the
processes of jobs each open it; write-ahead logging lets them read while one writes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from railbird.errors import LibraryError
from railbird.history.library.trouble import ClosingDatabase, TroubleError, in_words
from railbird.version import __version__

JobState = Literal["waiting", "starting", "running", "done", "failed", "cancelled", "interrupted"]
EARLY: tuple[JobState, ...] = ("failed", "cancelled", "interrupted")
ENDED: tuple[JobState, ...] = ("done", *EARLY)

MIGRATIONS = (
    """
    CREATE TABLE jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, title TEXT NOT NULL,
        asked TEXT NOT NULL, state TEXT NOT NULL, done REAL NOT NULL DEFAULT 0,
        result TEXT, error TEXT, process INTEGER,
        made TEXT NOT NULL, begun TEXT, ended TEXT, change INTEGER NOT NULL
    );
    CREATE INDEX jobs_by_change ON jobs (change);
    CREATE TABLE analyses (
        match INTEGER PRIMARY KEY, hands INTEGER NOT NULL, version TEXT NOT NULL,
        headline TEXT NOT NULL, reason TEXT NOT NULL, sure INTEGER NOT NULL,
        money TEXT NOT NULL, divat TEXT NOT NULL, made TEXT NOT NULL
    );
    """,
    # sessions at the table: ``answers`` are the person's actions in the hand with this number
    """
    CREATE TABLE sittings (
        id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, asked TEXT NOT NULL,
        seed INTEGER NOT NULL, hand INTEGER NOT NULL DEFAULT 0, answers TEXT NOT NULL DEFAULT '[]',
        made TEXT NOT NULL, ended TEXT
    );
    """,
    """
    CREATE TABLE studies (
        id INTEGER PRIMARY KEY AUTOINCREMENT, page TEXT NOT NULL, name TEXT NOT NULL,
        address TEXT NOT NULL, made TEXT NOT NULL, changed TEXT NOT NULL
    );
    CREATE TABLE solutions (key TEXT PRIMARY KEY, answer TEXT NOT NULL, made TEXT NOT NULL);
    CREATE TABLE answers (
        id INTEGER PRIMARY KEY AUTOINCREMENT, trainer TEXT NOT NULL, day TEXT NOT NULL,
        is_right INTEGER NOT NULL, lost REAL NOT NULL
    );
    CREATE INDEX answers_by_day ON answers (trainer, day);
    CREATE TABLE memories (trainer TEXT PRIMARY KEY, memory TEXT NOT NULL)
    """,
    # jobs of earlier versions have no digest, and so are never taken for one that does the same
    """
    ALTER TABLE jobs ADD COLUMN digest TEXT NOT NULL DEFAULT '';
    CREATE INDEX jobs_by_digest ON jobs (digest);
    """,
)
"""Scripts that take the file from each version to the next."""

_COLUMNS = (
    "id, kind, title, asked, state, done, result, error, process, made, begun, ended, change, "
    "digest"
)
_SECONDS_TO_WAIT = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptJob:
    """A job as it is in the file. ``change`` grows with every change of any job.

    ``digest`` is that of the request: jobs with the same do the same.
    """

    id: int
    kind: str
    title: str
    asked: dict[str, Any]
    state: JobState
    done: float
    result: dict[str, Any] | None
    error: str | None
    process: int | None
    made: str
    begun: str | None
    ended: str | None
    change: int
    digest: str


def request_digest(kind: str, asked: Mapping[str, Any]) -> str:
    """What tells one request from all others: a title is for people, and leaves things out."""
    text = json.dumps([__version__, kind, asked], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisNote:
    """What a list shows of an analysis: the verdict, and two small lines."""

    match: int
    hands: int
    version: str
    headline: str
    reason: str
    sure: bool
    money: list[float]
    divat: list[float]
    made: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSitting:
    """A session at the table: how it was begun, and the answers in the hand that is not over."""

    id: int
    session: str
    asked: dict[str, Any]
    seed: int
    hand: int
    answers: list[int]
    made: str
    ended: str | None


@dataclass(frozen=True, slots=True)
class KeptStudy:
    """A study: a page with a name. The address holds all of its state."""

    id: int
    page: str
    name: str
    address: str
    made: str
    changed: str


@dataclass(frozen=True, slots=True)
class TrainingDay:
    """The answers that a person gave to a trainer in a day."""

    day: str
    answers: int
    right: int
    lost: float


class StudioStore(ClosingDatabase):
    """The open file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, StudioStore(Path(folder)) as store:
    ...     store.add_job("import", "Import a.log", {"name": "a.log"}).state
    'waiting'
    """

    def __init__(self, folder: Path, *, any_thread: bool = False) -> None:
        self.path = self.file(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                self.path,
                timeout=_SECONDS_TO_WAIT,
                isolation_level=None,
                check_same_thread=not any_thread,
            )
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise TroubleError(in_words(error, self.path)) from error

    @staticmethod
    def file(folder: Path) -> Path:
        """The file in a studio's folder."""
        return folder / "studio.db"

    def _migrate(self) -> None:
        if self._version() == len(MIGRATIONS):
            return
        with self._transaction():
            found = self._version()
            if found > len(MIGRATIONS):
                raise LibraryError(
                    f"the studio's file {self.path} has version {found}, newer than this railbird "
                    f"knows ({len(MIGRATIONS)}): update railbird"
                )
            for script in MIGRATIONS[found:]:
                for statement in script.split(";"):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # a full disk may have ended it
                self._db.execute("ROLLBACK")
            raise

    def add_job(self, kind: str, title: str, asked: Mapping[str, Any]) -> KeptJob:
        """Add a job that waits."""
        with self._transaction():
            row = self._db.execute(
                "INSERT INTO jobs (kind, title, asked, digest, state, made, change) VALUES "
                f"(?, ?, ?, ?, 'waiting', ?, {_NEXT_CHANGE}) RETURNING {_COLUMNS}",
                [kind, title, json.dumps(asked), request_digest(kind, asked), now()],
            ).fetchone()
        return _job(row)

    def move_job(self, id_: int, state: JobState, *, when: tuple[JobState, ...]) -> bool:
        """Bring a job into another state if it is in one of these; whether it was."""
        told = {
            "waiting": ", begun = NULL, ended = NULL, error = NULL, result = NULL, done = 0",
            "starting": ", begun = :now",
        }.get(state, ", ended = :now" if state in ENDED else "")
        return self._change(id_, f"state = :state{told}", when, {"state": state, "now": now()})

    def note_process(self, id_: int, process: int) -> bool:
        """A process has begun a job; False if the job is no longer to be done."""
        told = "state = 'running', process = :process"
        return self._change(id_, told, ("starting",), {"process": process})

    def note_progress(self, id_: int, done: float) -> bool:
        """Note how far a job is; False if it is no longer to be done."""
        return self._change(id_, "done = :done", ("running",), {"done": done})

    def finish_job(
        self, id_: int, *, result: Mapping[str, Any] | None = None, error: str | None = None
    ) -> bool:
        """End a running job, with its result or with an error."""
        values = {
            "state": "done" if error is None else "failed",
            "result": None if result is None else json.dumps(result),
            "error": error,
            "now": now(),
        }
        told = "state = :state, result = :result, error = :error, ended = :now"
        told += ", done = iif(:error IS NULL, 1, done)"
        return self._change(id_, told, ("running",), values)

    def _change(
        self, id_: int, told: str, when: tuple[JobState, ...], values: Mapping[str, object]
    ) -> bool:
        states = ", ".join(f"'{state}'" for state in when)
        with self._transaction():
            return (
                self._db.execute(
                    f"UPDATE jobs SET {told}, change = {_NEXT_CHANGE} "
                    f"WHERE id = :id AND state IN ({states})",
                    {**values, "id": id_},
                ).rowcount
                > 0
            )

    def job(self, id_: int) -> KeptJob | None:
        """The job with this id."""
        found = self._db.execute(f"SELECT {_COLUMNS} FROM jobs WHERE id = ?", [id_]).fetchone()
        return None if found is None else _job(found)

    def jobs(
        self, *, after: int = 0, states: tuple[JobState, ...] = (), limit: int = 100
    ) -> list[KeptJob]:
        """Jobs that changed after this change, the last changed first."""
        wanted = ", ".join(f"'{state}'" for state in states)
        where = f"AND state IN ({wanted})" if states else ""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM jobs WHERE change > ? {where} ORDER BY change DESC LIMIT ?",
            [after, limit],
        )
        return [_job(row) for row in rows]

    def unfinished_job(self, kind: str, asked: Mapping[str, Any]) -> KeptJob | None:
        """A job of this kind that does the same and has not ended."""
        row = self._db.execute(
            f"SELECT {_COLUMNS} FROM jobs WHERE digest = ? "
            "AND state IN ('waiting', 'starting', 'running')",
            [request_digest(kind, asked)],
        ).fetchone()
        return None if row is None else _job(row)

    def add_sitting(self, session: str, asked: Mapping[str, Any], seed: int) -> int:
        """Add a session at the table, and return its id."""
        with self._transaction():
            row = self._db.execute(
                "INSERT INTO sittings (session, asked, seed, made) VALUES (?, ?, ?, ?) "
                "RETURNING id",
                [session, json.dumps(asked), seed, now()],
            ).fetchone()
        return int(row[0])

    def sittings(self, id_: int | None = None) -> list[KeptSitting]:
        """The sessions that are not ended, newest first, or the one with this id."""
        rows = self._db.execute(
            "SELECT id, session, asked, seed, hand, answers, made, ended FROM sittings "
            f"WHERE {'ended IS NULL' if id_ is None else 'id = ?'} ORDER BY id DESC LIMIT 50",
            [] if id_ is None else [id_],
        )
        return [
            KeptSitting(
                id=row[0],
                session=row[1],
                asked=json.loads(row[2]),
                seed=row[3],
                hand=row[4],
                answers=json.loads(row[5]),
                made=row[6],
                ended=row[7],
            )
            for row in rows
        ]

    def note_answers(self, id_: int, hand: int, answers: Sequence[int]) -> None:
        """Keep the person's actions in a hand that is not over."""
        with self._transaction():
            self._db.execute(
                "UPDATE sittings SET hand = ?, answers = ? WHERE id = ?",
                [hand, json.dumps(list(answers)), id_],
            )

    def end_sitting(self, id_: int) -> None:
        """Note that a session is over."""
        with self._transaction():
            self._db.execute("UPDATE sittings SET ended = ? WHERE id = ?", [now(), id_])

    def keep_note(self, note: AnalysisNote) -> None:
        """Keep what lists show of an analysis."""
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [note.match, note.hands, note.version, note.headline, note.reason, note.sure,
                 json.dumps(note.money), json.dumps(note.divat), note.made],
            )  # fmt: skip

    def notes(self, matches: list[int]) -> dict[int, AnalysisNote]:
        """What is known of the analyses of some matches."""
        rows = self._db.execute(
            "SELECT match, hands, version, headline, reason, sure, money, divat, made "
            "FROM analyses WHERE match IN (SELECT value FROM json_each(?))",
            [json.dumps(matches)],
        )
        return {
            match: AnalysisNote(
                match=match, hands=hands, version=version, headline=headline, reason=reason,
                sure=bool(sure), money=json.loads(money), divat=json.loads(divat), made=made,
            )
            for match, hands, version, headline, reason, sure, money, divat, made in rows
        }  # fmt: skip

    def studies(self, page: str | None = None) -> list[KeptStudy]:
        """All studies, or those of a page, the last changed first."""
        rows = self._db.execute(
            f"SELECT {_STUDY} FROM studies WHERE page = ?1 OR ?1 IS NULL "
            "ORDER BY changed DESC, id DESC",
            [page],
        )
        return [KeptStudy(*row) for row in rows]

    def keep_study(
        self, page: str, name: str, address: str, *, id_: int | None = None
    ) -> KeptStudy:
        """Keep a new study, or a known one as it is now."""
        with self._transaction():
            row = self._db.execute(
                "INSERT INTO studies (id, page, name, address, made, changed) "
                "VALUES (:id, :page, :name, :address, :now, :now) ON CONFLICT (id) DO UPDATE SET "
                "page = :page, name = :name, address = :address, changed = :now "
                f"RETURNING {_STUDY}",
                {"id": id_, "page": page, "name": name, "address": address, "now": now()},
            ).fetchone()
        return KeptStudy(*row)

    def study(self, id_: int) -> KeptStudy | None:
        """The study with this id."""
        row = self._db.execute(f"SELECT {_STUDY} FROM studies WHERE id = ?", [id_]).fetchone()
        return None if row is None else KeptStudy(*row)

    def drop_study(self, id_: int) -> bool:
        """Forget a study; whether there was one."""
        with self._transaction():
            return self._db.execute("DELETE FROM studies WHERE id = ?", [id_]).rowcount > 0

    def keep_solution(self, key: str, answer: Mapping[str, Any]) -> None:
        """Keep what a job has solved."""
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO solutions VALUES (?, ?, ?)",
                [key, json.dumps(answer), now()],
            )

    def solution(self, key: str) -> dict[str, Any] | None:
        """What was kept under a key."""
        row = self._db.execute("SELECT answer FROM solutions WHERE key = ?", [key]).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def note_answer(self, trainer: str, *, is_right: bool, lost: float) -> None:
        """Note an answer that a person gave to a trainer today."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO answers (trainer, day, is_right, lost) VALUES (?, ?, ?, ?)",
                [trainer, now()[:10], is_right, lost],
            )

    def training(self, trainer: str) -> list[TrainingDay]:
        """The answers by day, the last day first."""
        rows = self._db.execute(
            "SELECT day, count(*), sum(is_right), sum(lost) FROM answers WHERE trainer = ? "
            "GROUP BY day ORDER BY day DESC LIMIT 400",
            [trainer],
        )
        return [TrainingDay(*row) for row in rows]

    def keep_remembered(self, match: str, remembered: Sequence[Mapping[str, Any]]) -> None:
        """Keep what programs remember of the person in a session."""
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO memories VALUES (?, ?)",
                [f"session {match}", json.dumps(remembered)],
            )

    def remembered(self, match: str) -> list[dict[str, Any]]:
        """What programs remember of the person in a session; empty if nothing is known."""
        row = self._db.execute(
            "SELECT memory FROM memories WHERE trainer = ?", [f"session {match}"]
        ).fetchone()
        return [] if row is None else list(json.loads(row[0]))


_STUDY = "id, page, name, address, made, changed"
_NEXT_CHANGE = "(SELECT coalesce(max(change), 0) + 1 FROM jobs)"


def _job(row: tuple[Any, ...]) -> KeptJob:
    values = dict(zip(_COLUMNS.split(", "), row, strict=True))
    values["asked"] = json.loads(values["asked"])
    values["result"] = None if values["result"] is None else json.loads(values["result"])
    return KeptJob(**values)


def now() -> str:
    """The time, as it is kept."""
    return datetime.now(UTC).isoformat(timespec="seconds")
