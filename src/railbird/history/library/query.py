"""Queries: which hands of the library to return, and in which order."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

ORDER = "h.source, h.place, h.id"
"""Sources in order, and the hands of each source in order; see `schema`."""

_PLAYED = (
    "(h.played {0} ? OR h.played IS NULL AND h.match IN (SELECT id FROM matches WHERE begun {0} ?))"
)
_UNDATED = (
    "h.played IS NULL AND (h.match IS NULL OR h.match IN (SELECT id FROM matches WHERE begun IS "
    "NULL))"
)


def time_text(moment: datetime) -> str:
    """A time as the library compares it: in UTC, which it also is if it names no zone."""
    if moment.tzinfo is not None:
        with suppress(OverflowError):  # in the years 1 and 9999
            moment = moment.astimezone(UTC)
    return moment.replace(tzinfo=None).isoformat()


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which hands to return; None means any.

    ``won`` and ``lost`` are the least that the player (or, without one, anybody) won or lost;
    ``pot`` is the least that was played for. They are in the money of each hand: dollars if its
    chips are cents, and chips if their worth is unknown.

    A hand without a time of its own was played when its match was begun. ``undated`` asks for the
    hands of which neither is known: no ``since`` or ``until`` finds them.
    """

    player: str | None = None
    game: str | None = None
    betting: str | None = None
    players: int | None = None
    match: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    pot: float | None = None
    won: float | None = None
    lost: float | None = None
    undated: bool = False

    def where(self) -> tuple[str, list[object]]:
        """The condition in SQL, and its values."""
        parts: list[str] = []
        values: list[object] = []

        def ask(part: str, value: object) -> None:
            if value is not None:
                parts.append(part)
                values.extend([value] * part.count("?"))

        ask("h.rules IN (SELECT id FROM rules WHERE game = ?)", self.game)
        ask("h.rules IN (SELECT id FROM rules WHERE betting = ?)", self.betting)
        ask("h.rules IN (SELECT id FROM rules WHERE players = ?)", self.players)
        ask("h.match = (SELECT id FROM matches WHERE name = ?)", self.match)
        ask(_PLAYED.format(">="), None if self.since is None else time_text(self.since))
        ask(_PLAYED.format("<"), None if self.until is None else time_text(self.until))
        if self.undated:
            parts.append(_UNDATED)
        ask("h.pot >= ? * h.unit", self.pot)
        seat: list[str] = []
        for part, value in (
            ("p.name = ?", self.player),
            ("s.payoff >= ? * g.unit", self.won),
            ("s.payoff <= ? * g.unit", None if self.lost is None else -self.lost),
        ):
            if value is not None:
                seat.append(part)
                values.append(value)
        if seat:
            parts.append(
                "h.id IN (SELECT s.hand FROM seats s JOIN players p ON p.id = s.player "
                "JOIN hands g ON g.id = s.hand WHERE " + " AND ".join(seat) + ")"
            )
        return " AND ".join(parts) or "1", values

    def count_sql(self) -> tuple[str, list[object]]:
        """A statement that counts the hands, and its values."""
        where, values = self.where()
        return f"SELECT count(*) FROM hands h WHERE {where}", values

    def ids_sql(self, *, after: int = 0, limit: int | None = None) -> tuple[str, list[object]]:
        """A statement for the ids of the hands after a hand, in order, and its values."""
        where, values = self.where()
        if after:
            where += f" AND ({ORDER}) > (SELECT {ORDER} FROM hands h WHERE h.id = ?)"
            values.append(after)
        sql = f"SELECT h.id FROM hands h WHERE {where} ORDER BY {ORDER} LIMIT ?"
        return sql, [*values, -1 if limit is None else limit]


def neighbours_sql(number: int) -> tuple[str, list[object]]:
    """A statement for the match of a hand, and for the hands before and after it, and its values.

    They are those of the match; of a hand without one, those of all hands without one.
    """
    found = (
        f"(SELECT h.id FROM hands h WHERE h.match IS o.match AND ({ORDER}) {{}} "
        f"(o.source, o.place, o.id) ORDER BY {{}} LIMIT 1)"
    )
    back = ", ".join(f"{column} DESC" for column in ORDER.split(", "))
    sql = (
        f"SELECT o.match, {found.format('<', back)}, {found.format('>', ORDER)} "
        f"FROM hands o WHERE o.id = ?"
    )
    return sql, [number]
