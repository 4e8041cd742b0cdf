"""The library: adding, finding, and what a kill leaves behind."""

from __future__ import annotations

import hashlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import railbird.history.library.store as library_module
from railbird.errors import LibraryError
from railbird.history.files import write_hands
from railbird.history.formats.railbird import hand_fields, rules_text
from railbird.history.library.store import MIGRATIONS, Import, Library, Query
from railbird.table import table_rules
from tests.history.played import random_hand

HANDS = [random_hand(seed, names=("Ann", "Bob")) for seed in range(40)]
RING = [random_hand(s, rules=table_rules(4, betting="no-limit"), number=f"r{s}") for s in range(20)]


def test_hands_come_back_in_order(tmp_path: Path) -> None:
    with Library(tmp_path / "new" / "hands.db") as library:
        assert library.add(HANDS, source="a") == Import(added=40, known=0)
        assert library.add(RING, source="b") == Import(added=20, known=0)
        assert [hand for _, hand in library.hands()] == HANDS + RING
    with Library(tmp_path / "new" / "hands.db") as library:
        assert library.count() == 60


def test_nothing_is_added_twice(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as library:
        library.add(HANDS[:30], source="a")
        assert library.add(HANDS[:30], source="a") == Import(added=0, known=30)
        assert library.add(HANDS, source="a grown") == Import(added=10, known=30)
        assert library.count() == 40


def test_a_source_that_goes_on_counts_all_its_hands(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as library:
        for hand in HANDS[:3]:
            library.add([hand], source="table", finish=False)
        library.add([], source="table")
        assert library.add(HANDS, source="table") == Import(added=0, known=3)  # it is finished


def test_queries(tmp_path: Path) -> None:
    def found(query: Query) -> list[object]:
        return [hand for _, hand in library.hands(query)]

    both = HANDS + RING
    with Library(tmp_path / "hands.db") as library:
        library.add(both, source="a")
        assert found(Query(player="Ann")) == HANDS
        assert found(Query(player="nobody")) == []
        assert found(Query(betting="no-limit")) == RING
        assert found(Query(players=2, game="holdem")) == HANDS
        assert found(Query(game="omaha8")) == []
        wanted = [hand for hand in HANDS if hand.payoffs[1] >= 4]
        assert found(Query(player="Bob", won=4)) == wanted
        assert library.count(Query(player="Bob", won=4)) == len(wanted)
        assert found(Query(player="Bob", lost=4)) == [h for h in HANDS if h.payoffs[1] <= -4]
        assert found(Query(won=50)) == [hand for hand in both if max(hand.payoffs) >= 50]
        moment = datetime(2026, 1, 1, 0, 10, tzinfo=UTC)
        assert found(Query(until=moment)) == [h for h in both if h.when and h.when < moment]
        assert found(Query(since=moment, match="practice", player="Ann")) == HANDS[10:]


def test_paging(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as library:
        library.add(HANDS, source="a")
        pages, after = [], 0
        while page := list(library.hands(after=after, limit=7)):
            pages.append([hand for _, hand in page])
            after = page[-1][0]
        assert [len(page) for page in pages] == [7, 7, 7, 7, 7, 5]
        assert [hand for page in pages for hand in page] == HANDS


def test_one_writes_while_others_read(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as writer, Library(tmp_path / "hands.db") as reader:
        writer.add(HANDS[:10], source="a")
        looking = reader.hands()
        next(looking)
        writer.add(HANDS[10:], source="b")
        assert reader.count() == 40


def test_matches(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as library:
        library.add(HANDS, source="a")
        library.add([replace(RING[0], table="one"), replace(RING[1], table="")], source="b")
        first, second = library.matches()
        assert (first.name, first.hands, first.players) == ("practice", 40, ("Ann", "Bob"))
        assert (second.name, second.hands, second.betting) == ("one", 1, "no-limit")
        assert (second.seed, second.begun) == (None, None)
        assert library.count(Query(match="one")) == 1
        assert library.count(Query(match="")) == 0


def test_a_library_of_the_first_version_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hands.db"
    hands = [*HANDS, replace(RING[0], table="one"), replace(RING[1], table="")]
    with monkeypatch.context() as old:
        old.setattr(library_module, "MIGRATIONS", MIGRATIONS[:1])
        Library(path).close()
    db = sqlite3.connect(path)
    db.execute("INSERT INTO sources VALUES (1, 'a', 'a', '', '', 42)")
    for number, hand in enumerate(hands, 1):
        rules, record = rules_text(hand.rules), json.dumps(hand_fields(hand), separators=(",", ":"))
        db.execute(
            "INSERT OR IGNORE INTO rules (text, game, betting, players, big_blind) "
            "VALUES (?, ?, ?, ?, ?)",
            [rules, hand.rules.game, hand.rules.betting, hand.rules.players, 2],
        )
        digest = hashlib.sha256(f"{rules}{record}".encode()).digest()[:16]
        db.execute(
            "INSERT INTO hands VALUES "
            "(?, 1, (SELECT id FROM rules WHERE text = ?), ?, ?, ?, ?, 0, ?)",
            [number, rules, digest, hand.number, hand.table, None, record],
        )
    db.commit()
    db.close()
    with Library(path) as library:
        assert library.version == len(MIGRATIONS)
        assert [hand for _, hand in library.hands()] == hands
        assert [hand for _, hand in library.hands(Query(match="practice"))] == HANDS
        assert [(match.name, match.hands) for match in library.matches()] == [
            ("practice", 40),
            ("one", 1),
        ]
        assert library.add(hands, source="again") == Import(added=0, known=42)


def test_a_newer_library_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    with Library(path) as library:
        assert library.version == len(MIGRATIONS)
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(LibraryError, match="update railbird"):
        Library(path)


def test_a_file_that_is_no_library(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    path.write_text("not a database, but long enough to look like a file with something in it" * 9)
    with pytest.raises(LibraryError, match=r"hands\.db cannot be opened"):
        Library(path)
    with pytest.raises(LibraryError, match="cannot be opened"):
        Library(path / "below a file")


KILLED = """
import sys
from pathlib import Path
from railbird.history import library
from railbird.history.files import read_hands
library.HANDS_A_TRANSACTION = 100
with library.Library(Path(sys.argv[2])) as shelf:
    print("open", flush=True)
    print(shelf.add(read_hands(sys.argv[1]), source="x", digest="x").added, flush=True)
"""


def test_a_killed_import_goes_on_where_it_was(tmp_path: Path) -> None:
    source, path = tmp_path / "hands.jsonl", tmp_path / "hands.db"
    hands = [random_hand(seed) for seed in range(3000)]
    write_hands(source, hands, format="railbird")
    counts = []
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(source), str(path)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.15)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Library(path) as library:
            counts.append(library.count())
            stored = [hand for _, hand in library.hands()]
            assert stored == hands[: len(stored)]
    assert counts == sorted(counts)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(source), str(path)], capture_output=True, check=True
    )
    assert int(done.stdout.split()[1]) == 3000 - counts[-1]
    with Library(path) as library:
        assert [hand for _, hand in library.hands()] == hands
