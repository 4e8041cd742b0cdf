"""Matches and tables of the library. How many hands each has is kept, not counted when asked."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from railbird.history.formats.railbird import rules_from_text
from railbird.table.rules import Rules

LARGEST = 2**63 - 1
"""The largest number of a match that the file can hold."""

MatchKind = Literal["match", "ring", "play", "acpc", "import"]
"""The origin of a match: played by one of our commands, or named by imported hands."""


_TABLE_OF_TOURNAMENT = re.compile(
    r"(Tournament #[^,]+(?:, .*?)?)(?:, Level \w+)?, table .*", re.DOTALL
)


def match_name(table: str) -> str:
    """The match that a hand at a table is of: a tournament is one, at any level and table.

    Examples
    --------
    >>> match_name("Tournament #77, $5+$0.50, Level IV, table 77 3"), match_name("Vega II")
    ('Tournament #77, $5+$0.50', 'Vega II')
    """
    found = _TABLE_OF_TOURNAMENT.fullmatch(table)
    return table if found is None else found[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInfo:
    """The settings of a match.

    ``asked`` is how many hands are to be played, None if unknown. In a ``duplicate`` match every
    deal is played in all rotations of the seats. For a table that imported hands name, only the
    players and rules of its first hand are known.
    """

    name: str
    kind: MatchKind
    players: tuple[str, ...]
    rules: Rules
    seed: int | None = None
    duplicate: bool | None = None
    asked: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptMatch(MatchInfo):
    """A match or table with hands in the library, its number there, and how many hands there are.

    ``finished`` is None while it is played, and stays None if it was interrupted. For imported
    hands it is not known when their match was ``begun``.
    """

    number: int
    hands: int
    begun: str | None
    finished: str | None


def find(db: sqlite3.Connection, **values: object) -> list[KeptMatch]:
    """The matches with hands whose columns have these values, in order."""
    conditions = "".join(f"AND m.{column} = ? " for column in values)
    return _read(db, f"{conditions}ORDER BY m.id", [*values.values()])


def newest(db: sqlite3.Connection, *, limit: int, before: int | None) -> list[KeptMatch]:
    """The newest matches with hands, or those before a number, newest first."""
    last = LARGEST if before is None else before - 1
    return _read(db, "AND m.id <= ? ORDER BY m.id DESC LIMIT ?", [last, limit])


def count(db: sqlite3.Connection) -> int:
    """How many matches have hands."""
    return int(db.execute("SELECT count(*) FROM matches WHERE hands > 0").fetchone()[0])


def count_hand(db: sqlite3.Connection, match: int | None) -> None:
    """Note that a hand was added to a match, if it is of one."""
    db.execute("UPDATE matches SET hands = hands + 1 WHERE id = ?", [match])


def _read(db: sqlite3.Connection, rest: str, values: Sequence[object]) -> list[KeptMatch]:
    rows = db.execute(
        "SELECT m.id, m.name, m.kind, m.players, r.text, m.seed, m.duplicate, m.asked, m.hands, "
        "m.begun, m.finished FROM matches m JOIN rules r ON r.id = m.rules "
        f"WHERE m.hands > 0 {rest}",
        values,
    )
    return [_kept_match(row) for row in rows]


def _kept_match(row: tuple[Any, ...]) -> KeptMatch:
    number, name, kind, players, rules, seed, duplicate, asked, hands, begun, finished = row
    return KeptMatch(
        number=number,
        name=name,
        kind=kind,
        players=tuple(json.loads(players)),
        rules=rules_from_text(rules),
        seed=None if seed is None else int(seed),
        duplicate=None if duplicate is None else bool(duplicate),
        asked=asked,
        hands=hands,
        begun=begun,
        finished=finished,
    )
