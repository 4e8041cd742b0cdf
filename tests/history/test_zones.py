"""Times are in UTC where the text of a hand names the zone, and as written where it does not."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from railbird.history import Library, Query, write_hands
from railbird.history.files import FORMATS
from railbird.history.formats.railbird import hand_fields, rules_text
from railbird.history.library import Import, schema
from railbird.table import Hand
from tests.history import rooms_samples as samples
from tests.history.pokerstars_samples import HEADS_UP, TOURNAMENT


def read(text: str) -> Hand:
    form = next(form for form in FORMATS if form.recognises(text))
    (lines,) = form.split(iter(enumerate(text.rstrip("\n").split("\n"), 1)))
    return form.read(lines)


def stars(time: str) -> Hand:
    return read(HEADS_UP.replace("2010/01/01 12:00:00 ET", time))


@pytest.mark.parametrize(
    ("time", "utc"),
    [
        ("2010/01/01 12:00:00 ET", (1, 1, 17)),  # Eastern standard time
        ("2010/07/01 12:00:00 ET", (7, 1, 16)),  # Eastern daylight time
        ("2010/07/01 22:00:00 ET", (7, 2, 2)),
        ("2010/07/01 17:00:00 WET [2010/07/01 12:00:00 ET]", (7, 1, 16)),
        ("2010/07/01 12:00:00 CET", (7, 1, 10)),  # rooms say CET in summer too
        ("2010/07/01 10:00:00 UTC [2010/07/01 12:00:00 CET]", (7, 1, 10)),
    ],
)
def test_the_times_of_pokerstars_are_in_utc(time: str, utc: tuple[int, int, int]) -> None:
    assert stars(time).when == datetime(2010, *utc, tzinfo=UTC)


@pytest.mark.parametrize("time", ["2010/01/01 12:00:00", "2010/01/01 12:00:00 XYZ"])
def test_a_time_without_a_known_zone_is_as_written(time: str) -> None:
    assert stars(time).when == datetime(2010, 1, 1, 12)


def test_other_rooms_name_zones_too() -> None:
    party = samples.PARTY_CASH
    assert read(party.replace(" BST ", " CEST ")).when == datetime(
        2011, 4, 25, 7, 42, 13, tzinfo=UTC
    )
    assert read(party.replace(" BST ", " ")).when == datetime(2011, 4, 25, 9, 42, 13)
    assert read(samples.GG_CASH).when.tzinfo is None  # type: ignore[union-attr]


def test_an_exported_time_is_the_same(tmp_path: Path) -> None:
    for time in ("2010/07/01 12:00:00 ET", "2010/07/01 12:00:00"):
        path = tmp_path / "hands.txt"
        write_hands(path, [stars(time)], format="pokerstars")
        assert read(path.read_text()) == stars(time)


def test_a_library_finds_a_hand_by_the_time_in_utc(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as library:
        library.add([stars("2010/07/01 22:00:00 ET")], source="a")
        assert library.count(Query(since=datetime(2010, 7, 2, tzinfo=UTC))) == 1
        assert library.count(Query(until=datetime(2010, 7, 2, tzinfo=UTC))) == 0


def test_a_hand_that_an_older_railbird_kept_is_not_added_again(tmp_path: Path) -> None:
    """It had the time as written and the name ``Level None``, and both were in the digest."""
    new = [read(HEADS_UP), read(TOURNAMENT.replace("Level IV", ""))]
    path = tmp_path / "hands.db"
    db = sqlite3.connect(path)
    db.executescript("".join(schema.MIGRATIONS[:3]))
    db.execute("PRAGMA user_version = 3")
    db.execute("INSERT INTO sources VALUES (1, 'a', 'a', '', '', 2)")
    for hand in new:
        table = hand.table.replace(", table", ", Level None, table")
        old = replace(hand, when=datetime(2010, 1, 1, 12), table=table, tournament=None)
        rules, record = rules_text(old.rules), json.dumps(hand_fields(old), separators=(",", ":"))
        digest = hashlib.sha256(f"{rules}{record}".encode()).digest()[:16]
        db.execute(
            "INSERT INTO rules (text, game, betting, players, big_blind) VALUES (?, '', '', 2, 2)",
            [rules],
        )
        db.execute("INSERT INTO matches (name) VALUES (?)", [table])
        db.execute(
            "INSERT INTO hands (source, rules, digest, number, match, pot, record) VALUES "
            "(1, (SELECT max(id) FROM rules), ?, ?, (SELECT max(id) FROM matches), 0, ?)",
            [digest, hand.number, record],
        )
    db.commit()
    db.close()
    with Library(path) as library:
        assert library.add(new, source="grown") == Import(added=0, known=2)
        assert not any("None" in match.name for match in library.matches())
        kept = [hand for _, hand in library.hands()]
    assert [hand.when for hand in kept] == [datetime(2010, 1, 1, 12)] * 2  # not known to be UTC
