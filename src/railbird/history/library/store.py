"""The library: all hands in one SQLite file, with the columns needed to find them.

A hand is kept as the JSON of our own format, beside the columns that queries use; its rules are
kept separately. Hands are added in transactions of some thousands. Each has a digest of its
content, so importing a file again, or resuming an import that was killed, adds nothing twice.
Write-ahead logging lets others read while one process writes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from railbird.errors import InputError, LibraryError
from railbird.history.formats.base import Problem
from railbird.history.formats.railbird import (
    hand_from_fields,
    identity_fields,
    other_fields,
    rules_from_text,
    rules_text,
)
from railbird.history.library import counting, matches, refused, schema
from railbird.history.library.matches import KeptMatch, MatchInfo
from railbird.history.library.query import PlaceCondition, Query, later, neighbours_sql, time_text
from railbird.history.library.trouble import ClosingDatabase
from railbird.history.summaries import TournamentSummary
from railbird.history.tracking import track
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.rules import Rules

HANDS_A_TRANSACTION = 4000
SECONDS_TO_WAIT = 30.0
_PAGE = 1000

_JSON = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Import:
    """The result of an import: hands that are new, and hands that were already there."""

    added: int
    known: int


class Neighbours(NamedTuple):
    """The number of a hand's match, and the ids of the hands around it, None where none is."""

    match: int | None
    previous: int | None
    next: int | None


class Recording(NamedTuple):
    """A match that hands are being added to: ids of its row and of its source."""

    match: int
    source: int


class Library(ClosingDatabase):
    """An open library.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "hands.db") as library:
    ...     library.count()
    0
    """

    def __init__(self, path: Path, *, any_thread: bool = False) -> None:
        """Open a library; with ``any_thread``, threads may use it one after another."""
        self.path = path
        self._ids: dict[tuple[str, object], int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                path,
                timeout=SECONDS_TO_WAIT,
                isolation_level=None,
                check_same_thread=not any_thread,
            )
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA foreign_keys = ON")
            schema.check_version(self._db, path)
            for number in range(self.version, len(schema.MIGRATIONS)):
                with self._transaction():
                    schema.migrate_once(self._db, number)
        except (sqlite3.Error, OSError) as error:
            raise LibraryError(f"the library {path} cannot be opened: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @property
    def version(self) -> int:
        """Version of the schema."""
        return schema.version(self._db)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction: all or nothing; waits for another writer."""
        try:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")  # which a full disk may refuse
            except BaseException:
                self._ids.clear()  # some rows may have been rolled back
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.OperationalError as error:
            raise LibraryError(f"the library {self.path} cannot be written: {error}") from error

    def add(self, hands: Iterable[Hand], *, source: str, digest: str | None = None) -> Import:
        """Add hands from a source; skip those that are there already.

        ``digest`` identifies the content of the source. A source that was imported to its end is
        not read again, unless it had no hands. The hands are on disk when this returns.
        """
        digest = digest if digest is not None else hashlib.sha256(source.encode()).hexdigest()
        if self.is_read(digest):
            (known,) = self._db.execute(
                "SELECT hands FROM sources WHERE digest = ?", [digest]
            ).fetchone()
            return Import(0, known)
        with self._transaction():
            source_id = self._source_id(source, digest)
        added = seen = 0
        remaining = iter(hands)
        while batch := list(islice(remaining, HANDS_A_TRANSACTION)):
            with self._transaction():
                added += sum(self._insert(hand, source_id) for hand in batch)
            seen += len(batch)
        with self._transaction():
            self._db.execute(
                "UPDATE sources SET finished = ?, hands = hands + ? WHERE id = ?",
                [_now(), seen, source_id],
            )
        return Import(added, seen - added)

    def add_summaries(self, summaries: Iterable[TournamentSummary]) -> int:
        """Add what summary files say, and return how many of them say something new."""
        with self._transaction():
            return sum(counting.keep_summary(self._db, self._id, each) for each in summaries)

    def refuse(self, problems: Iterable[Problem], *, digest: str) -> None:
        """Keep the text of hands that could not be read, of a source that is being imported."""
        with self._transaction():
            row = self._db.execute("SELECT id FROM sources WHERE digest = ?", [digest]).fetchone()
            if row is not None:
                refused.keep(self._db, row[0], problems)

    def refused(self, *, digest: str | None = None) -> Iterator[Problem]:
        """All hands that could not be read, or those of the source with this digest."""
        return (each.problem for each in refused.find(self._db, digest=digest))

    def is_read(self, digest: str) -> bool:
        """Whether the source with this digest was imported to its end, and had hands."""
        row = self._db.execute(
            "SELECT 1 FROM sources WHERE digest = ? AND finished IS NOT NULL AND hands", [digest]
        ).fetchone()
        return row is not None

    def forget_known(self, *, digest: str | None = None) -> list[Problem]:
        """Forget the refused texts, of all sources or of one, of hands that the library has.

        A text that was cut off is refused, and then the whole hand comes from another file.
        """
        with self._transaction():
            known = list(refused.find_known(self._db, digest=digest))
            for each in known:
                refused.forget(self._db, each)
        return [each.problem for each in known]

    def try_again(self, read: Callable[[str, int, str], Hand]) -> int:
        """Read hands that other readers than those of today refused; return how many are new now.

        ``read`` takes the name of the format, the number of the first line, and the text.
        """
        added = 0
        pending = refused.find(self._db, older=True)
        while batch := list(islice(pending, HANDS_A_TRANSACTION)):
            with self._transaction():
                for each in batch:
                    problem = each.problem
                    try:
                        hand = read(problem.format, problem.first, problem.text)
                    except InputError as error:
                        reason = getattr(error, "reason", str(error))
                        refused.refuse_again(self._db, each.number, reason)
                    else:
                        added += self._insert(hand, each.source)
                        refused.forget(self._db, each)
            pending = refused.find(self._db, older=True)
        return added

    def begin_match(self, match: MatchInfo) -> Recording:
        """Start or resume the recording of a match; see `Recorder`.

        A resumed match keeps its start time. Its name must not be that of another match.
        """
        rules = rules_text(match.rules)
        with self._transaction():
            row = self._db.execute(
                "SELECT m.id, m.kind, m.source, m.players, r.text, m.seed, m.duplicate "
                "FROM matches m LEFT JOIN rules r ON r.id = m.rules WHERE m.name = ?",
                [match.name],
            ).fetchone()
            seed = None if match.seed is None else str(match.seed)
            players = _JSON.encode(match.players)
            source = None
            if row is not None and row[1] != "import":
                source, *known = row[2:]
                asked = players, rules, seed, match.duplicate
                if row[1] != match.kind or any(
                    is_so is not None and is_so != to_be
                    for is_so, to_be in zip(known, asked, strict=True)
                ):
                    raise LibraryError(
                        f"the library {self.path} has another match named {match.name!r}: "
                        f"choose another name or seed"
                    )
            if source is None:
                source = self._source_id(match.name, f"{match.kind} {match.name}")
            self._db.execute(
                "INSERT INTO matches "
                "(name, kind, source, players, rules, seed, duplicate, asked, begun) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
                "kind = excluded.kind, source = excluded.source, players = excluded.players, "
                "rules = excluded.rules, seed = excluded.seed, duplicate = excluded.duplicate, "
                "asked = excluded.asked, begun = coalesce(begun, excluded.begun), finished = NULL",
                [match.name, match.kind, source, players, self._rules_id(match.rules), seed,
                 match.duplicate, match.asked, _now()],
            )  # fmt: skip
            (match_id,) = self._db.execute(
                "SELECT id FROM matches WHERE name = ?", [match.name]
            ).fetchone()
        return Recording(match_id, source)

    def add_played(self, recording: Recording, hands: Iterable[Hand]) -> int:
        """Add hands of a match in one transaction, and return how many were new."""
        with self._transaction():
            return sum(self._insert(hand, recording.source, recording.match) for hand in hands)

    def finish_match(self, recording: Recording) -> None:
        """Mark a match as complete."""
        with self._transaction():
            now = _now()
            self._db.execute("UPDATE matches SET finished = ? WHERE id = ?", [now, recording.match])
            self._db.execute(
                "UPDATE sources SET finished = ?, "
                "hands = (SELECT count(*) FROM hands WHERE source = sources.id) WHERE id = ?",
                [now, recording.source],
            )

    def matches(self, name: str | None = None) -> list[KeptMatch]:
        """All matches and tables that have hands, or only the one with the given name."""
        return matches.find(self._db, **({} if name is None else {"name": name}))

    def match(self, number: int) -> KeptMatch | None:
        """The match with this number, None if there is none."""
        found = matches.find(self._db, id=number)
        return found[0] if found else None

    def newest_matches(self, *, limit: int, before: int | None = None) -> list[KeptMatch]:
        """The matches that entered the library last, newest first, or those before a number."""
        return matches.newest(self._db, limit=limit, before=before)

    def count_matches(self) -> int:
        """How many matches and tables have hands."""
        return matches.count(self._db)

    def newest_import(self) -> tuple[str, str] | None:
        """The match of the newest imported hand whose time is known, and that time."""
        found: tuple[str, str] | None = self._db.execute(
            "SELECT m.name, h.played FROM hands h JOIN matches m ON m.id = h.match "
            "WHERE m.kind = 'import' AND h.played IS NOT NULL ORDER BY h.played DESC LIMIT 1"
        ).fetchone()
        return found

    def players(self) -> list[str]:
        """The names of all players."""
        return [name for (name,) in self._db.execute("SELECT name FROM players ORDER BY name")]

    def hand(self, number: int) -> Hand:
        """The hand with this id."""
        found = next(self.hands_by_id([number]), None)
        if found is None:
            raise self._no_hand(number)
        return found[1]

    def _no_hand(self, number: int) -> LibraryError:
        return LibraryError(
            f"the library {self.path} has no hand with the id {number}: `railbird hands` lists them"
        )

    def neighbours(self, number: int) -> Neighbours:
        """The match of a hand, and the hands before and after it there, or among all."""
        return Neighbours(*self._db.execute(*neighbours_sql(number)).fetchone())

    def _insert(self, hand: Hand, source: int, match: int | None = None) -> bool:
        """Add a hand if it is new, to a recorded match or to the one that it names."""
        rules = rules_text(hand.rules)
        record = _JSON.encode(identity_fields(hand))
        digest = schema.hand_digest(rules, record)
        if told := other_fields(hand):
            record = f"{record[:-1]},{_JSON.encode(told)[1:]}"
        place = 0
        if match is not None:
            place = int(hand.number) if hand.number.isdecimal() else 0
        elif hand.table:
            match = self._ids.get(("matches", matches.match_name(hand.table)))
            if match is None:
                if self._db.execute("SELECT 1 FROM hands WHERE digest = ?", [digest]).fetchone():
                    return False  # already in another match
                match = self._table_id(hand)
        counted = track(hand)
        done = self._db.execute(
            "INSERT OR IGNORE INTO hands "
            "(source, place, rules, digest, number, match, played, pot, unit, record) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                source,
                place,
                self._rules_id(hand.rules),
                digest,
                hand.number,
                match,
                None if hand.when is None else time_text(hand.when),
                counted.pot,
                money(hand.chip).chips,
                record,
            ],
        )
        if done.rowcount == 0:
            return False
        matches.count_hand(self._db, match)
        counting.keep(self._db, self._id, int(done.lastrowid or 0), hand, counted)
        return True

    def count_old(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Count the hands that an older version has added; see `tracking`."""
        old = [hand for (hand,) in self._db.execute("SELECT hand FROM uncounted ORDER BY hand")]
        for start in range(0, len(old), HANDS_A_TRANSACTION):
            with self._transaction():
                for number, hand in self.hands_by_id(old[start : start + HANDS_A_TRANSACTION]):
                    counting.keep(self._db, self._id, number, hand, track(hand))
                    self._db.execute("DELETE FROM uncounted WHERE hand = ?", [number])
            if progress is not None:
                progress(min(start + HANDS_A_TRANSACTION, len(old)), len(old))

    def heroes(self) -> list[str]:
        """Whose library it is: the names that were kept, or who told the most hands."""
        return counting.heroes(self._db)

    def tellers(self) -> dict[str, int]:
        """How many hands each player told, most first."""
        return counting.tellers(self._db)

    def known_players(self, limit: int) -> list[counting.KnownPlayer]:
        """The players most likely to be whose library it is."""
        return counting.known_players(self._db, limit)

    def keep_heroes(self, names: Sequence[str]) -> None:
        """Keep the names of the person whose library it is."""
        with self._transaction():
            counting.keep_heroes(self._db, names)

    def counted(self, names: Sequence[str], query: Query | None = None) -> counting.Counted:
        """What was counted of some players in the hands of a query; see `tracking`."""
        return counting.read(self._db, names, query or Query())

    def revision(self) -> counting.Revision:
        """What changes when anything that results are made of does."""
        return counting.revision(self._db)

    def stakes(self) -> dict[int, counting.Stake]:
        """All that was played for."""
        return counting.stakes(self._db)

    def entries(self, names: Sequence[str]) -> list[counting.Entry]:
        """The tournaments that some players entered."""
        return counting.entries(self._db, names)

    def _source_id(self, name: str, digest: str) -> int:
        return self._id("sources", digest=digest, name=name, begun=_now())

    def _table_id(self, hand: Hand) -> int:
        """The match that an imported hand names."""
        players, rules = _JSON.encode(hand.players), self._rules_id(hand.rules)
        name = matches.match_name(hand.table)
        return self._id("matches", name=name, players=players, rules=rules)

    def _rules_id(self, rules: Rules) -> int:
        text = rules_text(rules)
        known = self._ids.get(("rules", text))
        if known is not None:
            return known
        return self._id(
            "rules",
            text=text,
            game=rules.game,
            betting=rules.betting,
            players=rules.players,
            big_blind=rules.big_blind,
        )

    def _id(self, table: str, **values: object) -> int:
        """The id of the row with the first of these values; the row is added if needed."""
        key, value = next(iter(values.items()))
        known = self._ids.get((table, value))
        if known is not None:
            return known
        row = self._db.execute(f"SELECT id FROM {table} WHERE {key} = ?", [value]).fetchone()
        if row is None:
            row = self._db.execute(
                f"INSERT INTO {table} ({', '.join(values)}) "
                f"VALUES ({', '.join('?' for _ in values)}) RETURNING id",
                list(values.values()),
            ).fetchone()
        return self._ids.setdefault((table, value), int(row[0]))

    def count(self, query: Query | None = None) -> int:
        """How many hands match a query."""
        return int(self._db.execute(*(query or Query()).count_sql()).fetchone()[0])

    def hands(
        self, query: Query | None = None, *, after: int = 0, limit: int | None = None
    ) -> Iterator[tuple[int, Hand]]:
        """Hands that match a query, with their ids, starting after the hand ``after``.

        The hands of an import are in the order of the file. Those of a match are in the order of
        their numbers, whenever they were added.
        """
        yield from self.hands_by_id(self.ids(query, after=after, limit=limit))

    def ids(
        self, query: Query | None = None, *, after: int = 0, limit: int | None = None
    ) -> Sequence[int]:
        """The ids of these hands."""
        parts: tuple[PlaceCondition | None, ...] = (None,)
        if after:
            of = "SELECT source, place, id FROM hands WHERE id = ?"
            row = self._db.execute(of, [after]).fetchone()
            if row is None:
                raise self._no_hand(after)
            parts = later(*row)
        ids = array("q")
        for part in parts:
            left = None if limit is None else limit - len(ids)
            if left == 0:
                break
            rows = self._db.execute(*(query or Query()).ids_sql(part, limit=left))
            ids.extend(number for (number,) in rows)
        return ids

    def hands_by_id(self, ids: Sequence[int]) -> Iterator[tuple[int, Hand]]:
        """The hands with these ids, in this order; ids that are not there are skipped."""
        for number, rules, fields in self.records(ids):
            yield number, hand_from_fields(rules, fields)

    def records(self, ids: Sequence[int]) -> Iterator[tuple[int, Rules, dict[str, Any]]]:
        """The ids, rules and fields (see `hand_fields`) of these hands, as they are kept."""
        for start in range(0, len(ids), _PAGE):  # avoids a long transaction and keeps memory small
            page = ids[start : start + _PAGE]
            rows = {
                number: (rules, record)
                for number, rules, record in self._db.execute(
                    "SELECT h.id, r.text, h.record FROM hands h JOIN rules r ON r.id = h.rules "
                    "WHERE h.id IN (SELECT value FROM json_each(?))",
                    [json.dumps(list(page))],
                )
            }
            for number in page:
                if number in rows:
                    rules, record = rows.pop(number)
                    yield number, rules_from_text(rules), json.loads(record)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
