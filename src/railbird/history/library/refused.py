"""Hands that could not be read, kept as text until a later version can."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from railbird.history.formats.base import Problem
from railbird.version import __version__


class Refused(NamedTuple):
    """A refused hand: its id, the id of its source, and what was wrong with it."""

    number: int
    source: int
    problem: Problem


def keep(db: sqlite3.Connection, source: int, problems: Iterable[Problem]) -> None:
    """Keep refused hands of a source; damage to a file has no text to keep."""
    db.executemany(
        "INSERT OR REPLACE INTO refused (source, first, line, format, reason, version, text) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (source, p.first, p.line, p.format, p.reason, __version__, _plain(p.text))
            for p in problems
            if p.text
        ],
    )


def find(db: sqlite3.Connection, *, older: bool = False) -> Iterator[Refused]:
    """All refused hands, or only those that another version refused."""
    rows = db.execute(
        "SELECT f.id, f.source, s.name, f.line, f.reason, f.format, f.first, f.text "
        "FROM refused f JOIN sources s ON s.id = f.source "
        "WHERE ?1 IS NULL OR f.version != ?1 ORDER BY f.source, f.first, f.id",
        [__version__ if older else None],
    )
    for number, source, *problem in rows:
        yield Refused(number, source, Problem(*problem))


def refuse_again(db: sqlite3.Connection, number: int, reason: str) -> None:
    """Note that this version cannot read a hand either."""
    db.execute(
        "UPDATE refused SET version = ?, reason = ? WHERE id = ?", [__version__, reason, number]
    )


def forget(db: sqlite3.Connection, refused: Refused) -> None:
    """Forget a hand that has been read now."""
    db.execute("DELETE FROM refused WHERE id = ?", [refused.number])
    db.execute("UPDATE sources SET hands = hands + 1 WHERE id = ?", [refused.source])


def _plain(text: str) -> str:
    """A text without halves of characters, which a database cannot hold."""
    return text.encode(errors="surrogateescape").decode(errors="replace")
