"""The tables of the library, and the migrations from older versions.

``sources`` are files that were imported and matches that were recorded. ``matches`` groups hands:
our own matches with everything they were played with, and the tables that imported hands name.
Hands are in the order of their source, then of their ``place`` in it. In a recorded match, whose
hands may arrive in any order, the place is the number of the hand. In an import, whose hands arrive
in the order of the file, it is 0.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import warnings

from railbird.errors import InputError, LibraryError
from railbird.history.formats.railbird import (
    hand_from_fields,
    identity_fields,
    rules_from_text,
)
from railbird.history.library.matches import match_name
from railbird.table.money import money

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
    # the digest of a recorded match began with "match "; that of a session was its name
    """
    ALTER TABLE matches ADD COLUMN kind TEXT NOT NULL DEFAULT 'import';
    ALTER TABLE matches ADD COLUMN source INTEGER REFERENCES sources;
    ALTER TABLE matches ADD COLUMN players TEXT;
    ALTER TABLE matches ADD COLUMN rules INTEGER REFERENCES rules;
    ALTER TABLE matches ADD COLUMN duplicate INTEGER;
    ALTER TABLE matches ADD COLUMN asked INTEGER;
    UPDATE matches SET (rules, players) = (
        SELECT h.rules, json_extract(h.record, '$.players') FROM hands h
        WHERE h.match = matches.id ORDER BY h.id LIMIT 1
    );
    UPDATE matches SET source = (
        SELECT s.id FROM hands h JOIN sources s ON s.id = h.source
        WHERE h.match = matches.id AND (s.digest LIKE 'match %' OR s.digest = matches.name)
        ORDER BY h.id LIMIT 1
    );
    UPDATE matches SET duplicate = rotations > 1, asked = deals * rotations, kind = (
        SELECT iif(r.players = 2, 'match', 'ring') FROM rules r WHERE r.id = matches.rules
    ) WHERE seed IS NOT NULL AND rules IS NOT NULL;
    UPDATE matches SET kind = 'play', (begun, finished) = (
        SELECT s.begun, s.finished FROM sources s WHERE s.digest = matches.name
    ) WHERE name IN (SELECT digest FROM sources);
    ALTER TABLE matches DROP COLUMN deals;
    ALTER TABLE matches DROP COLUMN rotations;
    ALTER TABLE hands ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    UPDATE hands SET place = CAST(number AS INTEGER)
        WHERE source IN (SELECT id FROM sources WHERE digest LIKE 'match %');
    DROP INDEX hands_by_match;
    CREATE INDEX hands_by_match ON hands (match, source, place, id);
    CREATE INDEX hands_in_order ON hands (source, place, id);
    """,
    # the pot was what the winners won; the person of a session was not marked in its hands
    """
    ALTER TABLE hands ADD COLUMN unit INTEGER NOT NULL DEFAULT 1;
    UPDATE hands SET (pot, unit) = (
        SELECT pot_of(r.text, hands.record), chips_per_unit(json_extract(hands.record, '$.chip'))
        FROM rules r WHERE r.id = hands.rules
    );
    UPDATE hands SET record = json_set(record, '$.hero', (
        SELECT each.key FROM json_each(hands.record, '$.players') each, matches m
        WHERE m.id = hands.match AND instr(m.name, each.value || ' at the table, ') = 1
    )) WHERE match IN (SELECT id FROM matches WHERE kind = 'play');
    """,
    # hands that could not be read, to be tried again by a later version
    """
    CREATE TABLE refused (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources,
        first INTEGER NOT NULL, line INTEGER NOT NULL, format TEXT NOT NULL, reason TEXT NOT NULL,
        version TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (source, first)
    );
    """,
    # what is counted of each player, see `tracking`; hands of older versions are counted when
    # results are asked for
    """
    CREATE TABLE stakes (
        id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
        betting TEXT NOT NULL, big_blind INTEGER NOT NULL, chip TEXT NOT NULL,
        tournament INTEGER NOT NULL
    );
    ALTER TABLE seats ADD COLUMN stake INTEGER REFERENCES stakes;
    ALTER TABLE seats ADD COLUMN flags INTEGER;
    ALTER TABLE seats ADD COLUMN stack INTEGER;
    ALTER TABLE seats ADD COLUMN rake REAL;
    ALTER TABLE seats ADD COLUMN adjusted REAL;
    ALTER TABLE players ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE players ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE players ADD COLUMN is_hero INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
        buy_in INTEGER NOT NULL, bounty INTEGER NOT NULL, fee INTEGER NOT NULL,
        currency TEXT NOT NULL
    );
    CREATE TABLE entries (
        player INTEGER NOT NULL REFERENCES players,
        tournament INTEGER NOT NULL REFERENCES tournaments,
        finished INTEGER NOT NULL DEFAULT 0, place INTEGER NOT NULL DEFAULT 0,
        prize INTEGER NOT NULL DEFAULT 0, bounties INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (player, tournament)
    ) WITHOUT ROWID;
    CREATE TABLE uncounted (hand INTEGER PRIMARY KEY REFERENCES hands);
    INSERT INTO uncounted SELECT id FROM hands;
    """,
    # what summary files say about a player's tournament; it counts before what hands say
    """
    CREATE TABLE summaries (
        player INTEGER NOT NULL REFERENCES players,
        tournament INTEGER NOT NULL REFERENCES tournaments,
        place INTEGER NOT NULL, prize INTEGER NOT NULL, bounties INTEGER, more INTEGER NOT NULL,
        PRIMARY KEY (player, tournament)
    ) WITHOUT ROWID;
    """,
    # a hand was known by its first line, which all hands of one session of iPoker share
    """
    ALTER TABLE refused RENAME TO refused_by_line;
    CREATE TABLE refused (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources,
        first INTEGER NOT NULL, line INTEGER NOT NULL, format TEXT NOT NULL, reason TEXT NOT NULL,
        version TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (source, first, text)
    );
    INSERT INTO refused SELECT * FROM refused_by_line;
    DROP TABLE refused_by_line;
    """,
    # the names of tournament tables had what the text does not say; the time identified a hand with
    # a number, and was as the room wrote it: it stays so
    """
    UPDATE OR IGNORE matches SET name = known_parts(name)
        WHERE kind = 'import' AND name LIKE 'Tournament #%, table %';
    UPDATE hands SET record = json_set(
        record, '$.table', known_parts(json_extract(record, '$.table'))
    ) WHERE json_extract(record, '$.table') LIKE 'Tournament #%, table %';
    UPDATE OR IGNORE hands SET digest = (
        SELECT digest_of(r.text, hands.record) FROM rules r WHERE r.id = hands.rules
    ) WHERE number != '';
    CREATE INDEX hands_by_number ON hands (number);
    ALTER TABLE tournaments ADD COLUMN free INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entries ADD COLUMN more INTEGER NOT NULL DEFAULT 0;
    """,
    # the hands of each match are counted as they are added
    """
    ALTER TABLE matches ADD COLUMN hands INTEGER NOT NULL DEFAULT 0;
    UPDATE matches SET hands = (SELECT count(*) FROM hands h WHERE h.match = matches.id);
    """,
    # each level and table of a tournament was a match of its own
    """
    ALTER TABLE matches ADD COLUMN event TEXT;
    UPDATE matches SET event = match_name(name)
        WHERE kind = 'import' AND name LIKE 'Tournament #%, table %';
    CREATE INDEX matches_by_event ON matches (event);
    UPDATE hands SET match = (
        SELECT min(o.id) FROM matches m JOIN matches o ON o.event = m.event WHERE m.id = hands.match
    ) WHERE match IN (SELECT id FROM matches WHERE event IS NOT NULL);
    DELETE FROM matches WHERE event IS NOT NULL
        AND id NOT IN (SELECT min(id) FROM matches GROUP BY event);
    UPDATE OR IGNORE matches SET name = event, hands = (
        SELECT count(*) FROM hands h WHERE h.match = matches.id
    ) WHERE event IS NOT NULL;
    DROP INDEX matches_by_event;
    ALTER TABLE matches DROP COLUMN event;
    """,
)
"""Scripts that take the file from each version to the next."""

_MANY_HANDS = 50_000
"""A library with more hands takes some seconds to bring up to date."""


def version(db: sqlite3.Connection) -> int:
    """The schema version of a file."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _pot_of(rules: str, record: str) -> int:
    hand = hand_from_fields(rules_from_text(rules), json.loads(record))
    try:
        hand.replay()
        return hand.pot
    except InputError:
        return sum(chips for chips in hand.payoffs if chips > 0)


def hand_digest(rules: str, record: str) -> bytes:
    """What a hand is known by: a digest of its rules and of the fields that identify it."""
    return hashlib.sha256(f"{rules}{record}".encode(errors="surrogateescape")).digest()[:16]


def _digest_of(rules: str, record: str) -> bytes:
    """The digest of a hand that an older version has kept."""
    hand = hand_from_fields(rules_from_text(rules), json.loads(record))
    return hand_digest(rules, json.dumps(identity_fields(hand), separators=(",", ":")))


def _known_parts(table: str) -> str:
    """The name of a tournament's table without parts that are not known."""
    for part in (", buy-in unknown,", ", ,", ", Level None,"):
        table = table.replace(part, ",", 1)
    return table


def check_version(db: sqlite3.Connection, path: object) -> None:
    """Refuse a file that is newer than this program; warn if the upgrade of an older is slow."""
    found = version(db)
    if found > len(MIGRATIONS):
        raise LibraryError(
            f"the library {path} has version {found}, newer than {len(MIGRATIONS)}, the "
            f"newest this railbird knows: update railbird"
        )
    if 0 < found < len(MIGRATIONS):
        (hands,) = db.execute("SELECT count(*) FROM hands").fetchone()
        if hands > _MANY_HANDS:
            warnings.warn(f"bringing the library {path} up to date: {hands:,} hands", stacklevel=2)


def migrate_once(db: sqlite3.Connection, number: int) -> None:
    """Run one script inside a transaction, unless another process has already run it."""
    if version(db) > number:
        return
    db.create_function("pot_of", 2, _pot_of, deterministic=True)
    db.create_function("chips_per_unit", 1, lambda chip: money(chip or "").chips)
    db.create_function("known_parts", 1, _known_parts, deterministic=True)
    db.create_function("match_name", 1, match_name, deterministic=True)
    db.create_function("digest_of", 2, _digest_of, deterministic=True)
    for statement in MIGRATIONS[number].split(";"):
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {number + 1}")
