"""Hands that could not be read, kept as text until a later version can."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from railbird.history import formats
from railbird.history.formats.base import Problem
from railbird.version import __version__

_CODE = re.compile(r'(?:gamecode="|"game_number": ?")([\w-]{3,})')
_NUMBER = re.compile(r"(?:#|\bGame(?: ID:?)? |\bNo ?: ?)(?=[\w-]*[0-9])([\w-]{3,})")
_HEADER_LINES = 3


class Refused(NamedTuple):
    """A refused hand: its id, the id of its source, and what was wrong with it."""

    number: int
    source: int
    problem: Problem


@lru_cache(maxsize=1)
def readers() -> str:
    """What the readers are known by: the version and their sources, which change more often."""
    found = hashlib.sha256()
    for file in sorted(Path(formats.__path__[0]).rglob("*.py")):
        found.update(file.read_bytes())
    return f"{__version__}+{found.hexdigest()[:12]}"


def keep(db: sqlite3.Connection, source: int, problems: Iterable[Problem]) -> None:
    """Keep refused hands of a source; damage to a file has no text."""
    db.executemany(
        "INSERT OR REPLACE INTO refused (source, first, line, format, reason, version, text) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (source, p.first, p.line, p.format, p.reason, readers(), _plain(p.text))
            for p in problems
        ],
    )


def find(
    db: sqlite3.Connection, *, digest: str | None = None, older: bool = False
) -> Iterator[Refused]:
    """All refused hands, or only those of a source, or that other readers refused."""
    rows = db.execute(
        "SELECT f.id, f.source, s.name, f.line, f.reason, f.format, f.first, f.text "
        "FROM refused f JOIN sources s ON s.id = f.source "
        "WHERE (?1 IS NULL OR f.version != ?1 AND f.text != '') AND (?2 IS NULL OR s.digest = ?2) "
        "ORDER BY f.source, f.first, f.id",
        [readers() if older else None, digest],
    )
    for number, source, *problem in rows:
        yield Refused(number, source, Problem(*problem))


def find_known(db: sqlite3.Connection, *, digest: str | None = None) -> Iterator[Refused]:
    """The refused texts of hands that the library has: by the number, and by those who play."""
    for each in list(find(db, digest=digest)):
        text = each.problem.text
        found = _CODE.search(text) or _NUMBER.search(text)
        hands = db.execute(
            "SELECT json_extract(record, '$.players') FROM hands WHERE number = ?",
            [found[1] if found else None],
        )
        for (players,) in hands.fetchall():
            named = sum(name in text for name in json.loads(players))
            if named > 1 or text.count("\n") < _HEADER_LINES:  # cut off before the seats
                yield each
                break


def refuse_again(db: sqlite3.Connection, number: int, reason: str) -> None:
    """Note that the readers of today cannot read a hand either."""
    db.execute(
        "UPDATE refused SET version = ?, reason = ? WHERE id = ?", [readers(), reason, number]
    )


def forget(db: sqlite3.Connection, refused: Refused) -> None:
    """Forget a hand that has been read now."""
    db.execute("DELETE FROM refused WHERE id = ?", [refused.number])
    db.execute("UPDATE sources SET hands = hands + 1 WHERE id = ?", [refused.source])


def _plain(text: str) -> str:
    """A text without halves of characters, which a database cannot hold."""
    return text.encode(errors="surrogateescape").decode(errors="replace")
