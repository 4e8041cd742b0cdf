"""The library: all hands in one SQLite file, with what is needed to find them.

A hand is kept as the JSON of our own format, its rules apart, beside the columns that queries use.
Every import is a row of ``sources``; hands are added in transactions of some thousands and each is
known by a digest of its content, so that importing a file again, or going on with an import that
was killed, adds nothing twice. Write-ahead logging lets others read while one writes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from types import TracebackType

from railbird.errors import LibraryError
from railbird.history.formats.railbird import (
    hand_fields,
    hand_from_fields,
    rules_from_text,
    rules_text,
)
from railbird.table.hand import Hand

HANDS_A_TRANSACTION = 4000
SECONDS_TO_WAIT = 30.0

_JSON = json.JSONEncoder(separators=(",", ":"))

MIGRATIONS = (
    """
    CREATE TABLE sources (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL UNIQUE,
        begun TEXT NOT NULL, finished TEXT, hands INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE rules (
        id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL, betting TEXT NOT NULL,
        players INTEGER NOT NULL, big_blind INTEGER NOT NULL
    );
    CREATE TABLE hands (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources,
        rules INTEGER NOT NULL REFERENCES rules, digest BLOB NOT NULL UNIQUE,
        number TEXT NOT NULL, match TEXT NOT NULL, played TEXT, pot INTEGER NOT NULL,
        record TEXT NOT NULL
    );
    CREATE INDEX hands_by_time ON hands (played);
    CREATE TABLE seats (
        player INTEGER NOT NULL REFERENCES players, hand INTEGER NOT NULL REFERENCES hands,
        position INTEGER NOT NULL, payoff INTEGER NOT NULL, PRIMARY KEY (player, hand, position)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
        seed TEXT, deals INTEGER, rotations INTEGER, begun TEXT, finished TEXT
    );
    INSERT INTO matches (name)
        SELECT match FROM hands WHERE match != '' GROUP BY match ORDER BY min(id);
    ALTER TABLE hands ADD COLUMN match_id INTEGER REFERENCES matches;
    UPDATE hands SET match_id = (SELECT m.id FROM matches m WHERE m.name = hands.match);
    ALTER TABLE hands DROP COLUMN match;
    ALTER TABLE hands RENAME COLUMN match_id TO match;
    CREATE INDEX hands_by_match ON hands (match);
    """,
)
"""Scripts that bring the file from each version to the next."""


@dataclass(frozen=True, slots=True)
class Query:
    """Which hands are wanted; None means any.

    ``won`` and ``lost`` are the least chips that the player (or, without one, anybody) won or lost;
    ``pot`` is the least chips that were put in.
    """

    player: str | None = None
    game: str | None = None
    betting: str | None = None
    players: int | None = None
    match: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    pot: int | None = None
    won: int | None = None
    lost: int | None = None

    def where(self) -> tuple[str, list[object]]:
        """The condition in SQL, and its values."""
        parts: list[str] = []
        values: list[object] = []

        def ask(part: str, value: object) -> None:
            if value is not None:
                parts.append(part)
                values.append(value)

        ask("r.game = ?", self.game)
        ask("r.betting = ?", self.betting)
        ask("r.players = ?", self.players)
        ask("h.match = (SELECT id FROM matches WHERE name = ?)", self.match)
        ask("h.played >= ?", None if self.since is None else self.since.isoformat())
        ask("h.played < ?", None if self.until is None else self.until.isoformat())
        ask("h.pot >= ?", self.pot)
        seat: list[str] = []
        for part, value in (
            ("p.name = ?", self.player),
            ("s.payoff >= ?", self.won),
            ("s.payoff <= ?", None if self.lost is None else -self.lost),
        ):
            if value is not None:
                seat.append(part)
                values.append(value)
        if seat:
            parts.append(
                "h.id IN (SELECT s.hand FROM seats s JOIN players p ON p.id = s.player WHERE "
                + " AND ".join(seat)
                + ")"
            )
        return " AND ".join(parts) or "1", values


@dataclass(frozen=True, slots=True)
class Import:
    """What an import added: hands that are new, and hands that were there."""

    added: int
    known: int


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match or table that hands in the library are of.

    ``players`` are those of its first hand. What it was played with and when is known of our own
    matches only; one that was interrupted has no time of ``finished``.
    """

    name: str
    hands: int
    betting: str
    game: str
    players: tuple[str, ...]
    seed: int | None
    deals: int | None
    rotations: int | None
    begun: str | None
    finished: str | None


class Library:
    """An open library.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "hands.db") as library:
    ...     library.count()
    0
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ids: dict[tuple[str, object], int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise LibraryError(f"the library {path} cannot be opened: {error}") from error

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _migrate(self) -> None:
        version = self.version
        if version > len(MIGRATIONS):
            raise LibraryError(
                f"the library {self.path} has version {version}, newer than {len(MIGRATIONS)}, the "
                f"newest this railbird knows: update railbird"
            )
        for number in range(version, len(MIGRATIONS)):
            with self._transaction():
                if self.version > number:  # another process was faster
                    continue
                for statement in MIGRATIONS[number].split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {number + 1}")

    @property
    def version(self) -> int:
        """Version of the schema."""
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; waits for another writer."""
        try:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
            except BaseException:
                self._ids.clear()  # some may have been of rows that are gone now
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise LibraryError(f"the library {self.path} cannot be written: {error}") from error

    def add(
        self,
        hands: Iterable[Hand],
        *,
        source: str,
        digest: str | None = None,
        finish: bool = True,
    ) -> Import:
        """Add hands from a source; those that are there already are passed over.

        ``digest`` identifies the content of the source; one that was imported to its end is not
        read again. A source that will go on, such as a table being played at, is not to be
        finished. What is returned is on disk.
        """
        digest = digest if digest is not None else hashlib.sha256(source.encode()).hexdigest()
        row = self._db.execute(
            "SELECT finished, hands FROM sources WHERE digest = ?", [digest]
        ).fetchone()
        if row is not None and row[0] is not None:
            return Import(0, row[1])
        source_id = self.open_source(source, digest)
        added = seen = 0
        remaining = iter(hands)
        while batch := list(islice(remaining, HANDS_A_TRANSACTION)):
            added += self.add_some(source_id, batch)
            seen += len(batch)
        with self._transaction():
            self._db.execute(
                "UPDATE sources SET finished = ?, hands = hands + ? WHERE id = ?",
                [_now() if finish else None, seen, source_id],
            )
        return Import(added, seen - added)

    def open_source(self, name: str, digest: str) -> int:
        """The id of a source, new or not, for `add_some`."""
        with self._transaction():
            self._db.execute(
                "INSERT OR IGNORE INTO sources (name, digest, begun) VALUES (?, ?, ?)",
                [name, digest, _now()],
            )
        row = self._db.execute("SELECT id FROM sources WHERE digest = ?", [digest]).fetchone()
        return int(row[0])

    def add_some(self, source: int, hands: Iterable[Hand]) -> int:
        """Add hands in one transaction, and return how many were new."""
        with self._transaction():
            return sum(self._insert(source, hand) for hand in hands)

    def begin_match(self, name: str, *, seed: int, deals: int, rotations: int) -> None:
        """Say what a match is played with; one that goes on keeps the time it was begun."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO matches (name) VALUES (?)", [name])
            self._db.execute(
                "UPDATE matches SET seed = ?, deals = ?, rotations = ?, finished = NULL, "
                "begun = coalesce(begun, ?) WHERE name = ?",
                [str(seed), deals, rotations, _now(), name],
            )

    def finish_match(self, name: str, *, source: int, hands: int) -> None:
        """Say that a match, and the source that its hands are from, is complete."""
        with self._transaction():
            now = _now()
            self._db.execute("UPDATE matches SET finished = ? WHERE name = ?", [now, name])
            self._db.execute(
                "UPDATE sources SET finished = ?, hands = ? WHERE id = ?", [now, hands, source]
            )

    def matches(self) -> list[KeptMatch]:
        """All matches and tables that there are hands of."""
        rows = self._db.execute(
            "SELECT m.name, c.hands, r.betting, r.game, h.record, "
            "m.seed, m.deals, m.rotations, m.begun, m.finished FROM matches m "
            "JOIN (SELECT match, count(*) AS hands, min(id) AS first FROM hands GROUP BY match) c "
            "ON c.match = m.id JOIN hands h ON h.id = c.first JOIN rules r ON r.id = h.rules "
            "ORDER BY m.id"
        )
        return [
            KeptMatch(
                name,
                hands,
                betting,
                game,
                tuple(json.loads(record)["players"]),
                None if seed is None else int(seed),
                *rest,
            )
            for name, hands, betting, game, record, seed, *rest in rows
        ]

    def _insert(self, source: int, hand: Hand) -> bool:
        rules = rules_text(hand.rules)
        record = _JSON.encode(hand_fields(hand))
        digest = hashlib.sha256(f"{rules}{record}".encode(errors="surrogateescape")).digest()[:16]
        done = self._db.execute(
            "INSERT OR IGNORE INTO hands "
            "(source, rules, digest, number, match, played, pot, record) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                source,
                self._rules_id(hand, rules),
                digest,
                hand.number,
                self._id("matches", "name", [hand.table], "name") if hand.table else None,
                None if hand.when is None else hand.when.isoformat(),
                sum(chips for chips in hand.payoffs if chips > 0),
                record,
            ],
        )
        if done.rowcount == 0:
            return False
        self._db.executemany(
            "INSERT INTO seats (player, hand, position, payoff) VALUES (?, ?, ?, ?)",
            [
                (self._player_id(name), done.lastrowid, position, payoff)
                for position, (name, payoff) in enumerate(
                    zip(hand.players, hand.payoffs, strict=True)
                )
            ],
        )
        return True

    def _rules_id(self, hand: Hand, text: str) -> int:
        rules = hand.rules
        return self._id(
            "rules",
            "text",
            [text, rules.game, rules.betting, rules.players, rules.big_blind],
            "text, game, betting, players, big_blind",
        )

    def _player_id(self, name: str) -> int:
        return self._id("players", "name", [name], "name")

    def _id(self, table: str, key: str, values: list[object], columns: str) -> int:
        """Id of a row, which is made if it is not there."""
        known = self._ids.get((table, values[0]))
        if known is not None:
            return known
        find = f"SELECT id FROM {table} WHERE {key} = ?"
        row = self._db.execute(find, values[:1]).fetchone()
        if row is None:
            marks = ", ".join("?" for _ in values)
            self._db.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)
            row = self._db.execute(find, values[:1]).fetchone()
        return self._ids.setdefault((table, values[0]), int(row[0]))

    def count(self, query: Query | None = None) -> int:
        """How many hands fit a query."""
        where, values = (query or Query()).where()
        sql = f"SELECT count(*) FROM hands h JOIN rules r ON r.id = h.rules WHERE {where}"
        return int(self._db.execute(sql, values).fetchone()[0])

    def hands(
        self, query: Query | None = None, *, after: int = 0, limit: int | None = None
    ) -> Iterator[tuple[int, Hand]]:
        """Hands that fit a query with their ids, in order of id, from behind ``after`` on."""
        where, values = (query or Query()).where()
        left = limit
        while left is None or left > 0:
            page = 1000 if left is None else min(1000, left)
            rows = self._db.execute(
                "SELECT h.id, r.text, h.record FROM hands h JOIN rules r ON r.id = h.rules "
                f"WHERE h.id > ? AND {where} ORDER BY h.id LIMIT ?",
                [after, *values, page],
            ).fetchall()
            for number, rules, record in rows:
                yield number, hand_from_fields(rules_from_text(rules), json.loads(record))
            if len(rows) < page:
                return
            after = rows[-1][0]
            left = None if left is None else left - len(rows)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def default_path() -> Path:
    """Where the library is if nobody says otherwise: the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("railbird", appauthor=False) / "library.db"


def file_digest(path: Path) -> str:
    """Digest of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
