"""The library: adding, finding, and what a kill leaves behind."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from railbird.errors import LibraryError
from railbird.history import Import, Library, MatchInfo, Query, Recorder, write_hands
from railbird.history.formats.railbird import hand_fields, rules_text
from railbird.history.library import find_match, find_player, newest_match, schema
from railbird.table import Hand, table_rules
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


def test_times_are_compared_whatever_their_zone(tmp_path: Path) -> None:
    west, moment = timezone(timedelta(hours=-5)), datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
    times = [moment, moment.replace(tzinfo=None), moment.astimezone(west)]
    same = [replace(random_hand(n), when=time) for n, time in enumerate(times)]
    with Library(tmp_path / "hands.db") as library:
        library.add(same, source="a")
        assert library.count(Query(since=moment)) == 3
        assert library.count(Query(until=moment.astimezone(west))) == 0
        assert library.count(Query(until=moment + timedelta(seconds=1))) == 3
        assert [hand.when for _, hand in library.hands()] == times


def test_paging(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as library:
        library.add(HANDS, source="a")
        pages, after = [], 0
        while page := list(library.hands(after=after, limit=7)):
            pages.append([hand for _, hand in page])
            after = page[-1][0]
        assert [len(page) for page in pages] == [7, 7, 7, 7, 7, 5]
        assert [hand for page in pages for hand in page] == HANDS
        with pytest.raises(LibraryError, match="no hand with the id 99"):
            next(library.hands(after=99))


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
        assert (second.name, second.hands, second.rules) == ("one", 1, RING[0].rules)
        assert (second.kind, second.seed, second.begun) == ("import", None, None)
        assert library.matches("one") == [second]
        assert library.matches("two") == []
        assert (library.match(1), library.match(3)) == (first, None)
        assert library.count_matches() == 2
        assert library.newest_matches(limit=1) == [second]
        assert library.newest_matches(limit=5, before=2) == [first]
        library.add([*HANDS[:3], random_hand(99)], source="c")  # 3 are there already
        assert [match.hands for match in library.matches()] == [41, 1]
        assert library.count(Query(match="one")) == 1
        assert library.count(Query(match="")) == 0


def old_library(path: Path, version: int) -> sqlite3.Connection:
    """An empty library as an older railbird made it."""
    db = sqlite3.connect(path)
    db.executescript("".join(schema.MIGRATIONS[:version]))
    db.execute(f"PRAGMA user_version = {version}")
    return db


def insert(db: sqlite3.Connection, hand: Hand, *, source: int, match: object) -> None:
    """Add a hand as the first versions did."""
    rules, record = rules_text(hand.rules), json.dumps(hand_fields(hand), separators=(",", ":"))
    db.execute(
        "INSERT OR IGNORE INTO rules (text, game, betting, players, big_blind) "
        "VALUES (?, ?, ?, ?, ?)",
        [rules, hand.rules.game, hand.rules.betting, hand.rules.players, 2],
    )
    digest = hashlib.sha256(f"{rules}{record}".encode()).digest()[:16]
    db.execute(
        "INSERT INTO hands (source, rules, digest, number, match, pot, record) "
        "VALUES (?, (SELECT id FROM rules WHERE text = ?), ?, ?, ?, 0, ?)",
        [source, rules, digest, hand.number, match, record],
    )


def test_a_library_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    hands = [*HANDS, replace(RING[0], table="one"), replace(RING[1], table="")]
    db = old_library(path, 1)
    db.execute("INSERT INTO sources VALUES (1, 'a', 'a', '', '', 42)")
    for hand in hands:
        insert(db, hand, source=1, match=hand.table)
    db.commit()
    db.close()
    with Library(path) as library:
        assert library.version == len(schema.MIGRATIONS)
        assert [hand for _, hand in library.hands()] == hands
        assert [hand for _, hand in library.hands(Query(match="practice"))] == HANDS
        assert [(match.name, match.hands) for match in library.matches()] == [
            ("practice", 40),
            ("one", 1),
        ]
        assert library.add(hands, source="again") == Import(added=0, known=42)


def test_a_library_of_the_second_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """Which kept the hands of a match in order of arrival, and of matches only how they began."""
    path = tmp_path / "hands.db"
    duplicate = [replace(hand, number=str(n), table="m") for n, hand in enumerate(HANDS[:6])]
    ring = [replace(hand, number=str(n), table="r") for n, hand in enumerate(RING[:2])]
    session = [replace(hand, number=str(n), table="s") for n, hand in enumerate(HANDS[6:8])]
    imported = [replace(hand, number=f"{9 - n}", table="t") for n, hand in enumerate(HANDS[8:10])]
    db = old_library(path, 2)
    db.executemany(
        "INSERT INTO sources (name, digest, begun, finished) VALUES (?, ?, 'then', ?)",
        [
            ("m", "match m (1000, 1000) {}", "later"),
            ("r", "match r (200, 200) {}", None),
            ("s", "s", "soon"),
            ("t.txt", "5bf1fd927dfb8679496a2e6cf00cbe50c1c87145", "at once"),
        ],
    )
    db.executemany(
        "INSERT INTO matches (name, seed, deals, rotations, begun, finished) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        [
            ("m", "18446744073709551615", 3, 2, "then", "later"),
            ("r", "5", 2, 1, "then", None),
            ("s", None, None, None, None, None),
            ("t", None, None, None, None, None),
        ],
    )
    for source, of_match in enumerate((duplicate, ring, session, imported), 1):
        arrived = of_match[3:] + of_match[:3] if of_match is duplicate else of_match
        for hand in arrived:
            insert(db, hand, source=source, match=source)
    db.commit()
    db.close()
    with Library(path) as library:
        assert library.version == len(schema.MIGRATIONS)
        assert [hand for _, hand in library.hands()] == duplicate + ring + session + imported
        found = {match.name: match for match in library.matches()}
        assert {name: (match.kind, match.hands) for name, match in found.items()} == {
            "m": ("match", 6),
            "r": ("ring", 2),
            "s": ("play", 2),
            "t": ("import", 2),
        }
        match = found["m"]
        assert (match.seed, match.duplicate, match.asked) == (2**64 - 1, True, 6)
        assert (match.players, match.rules) == (duplicate[3].players, duplicate[3].rules)
        assert (match.begun, match.finished) == ("then", "later")
        assert (found["r"].duplicate, found["r"].asked, found["r"].finished) == (False, 2, None)
        assert (found["s"].begun, found["s"].finished) == ("then", "soon")
        assert (found["t"].seed, found["t"].begun) == (None, None)
        more = replace(RING[2], number="2", table="r")
        info = MatchInfo(
            name="r", kind="ring", players=ring[0].players, rules=more.rules,
            seed=5, duplicate=False, asked=3,
        )  # fmt: skip
        with Recorder(library, info) as recorder:
            recorder.add(more)
        assert [hand for _, hand in library.hands()] == [
            *duplicate, *ring, more, *session, *imported
        ]  # fmt: skip


def test_a_newer_library_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    with Library(path) as library:
        assert library.version == len(schema.MIGRATIONS)
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
import signal, sys
from pathlib import Path
from railbird.history import Library, read_hands
from railbird.history.library import store
store.HANDS_A_TRANSACTION = 100
source, path, stop = sys.argv[1:]
def hands():
    for number, hand in enumerate(read_hands(source)):
        if number == int(stop):
            print("here", flush=True)
            signal.pause()
        yield hand
with Library(Path(path)) as library:
    print(library.add(hands(), source="x", digest="x").added)
"""


def test_a_killed_import_goes_on_where_it_was(tmp_path: Path) -> None:
    source, path = tmp_path / "hands.jsonl", tmp_path / "hands.db"
    hands = [random_hand(seed) for seed in range(900)]
    write_hands(source, hands, format="railbird")
    for stop, kept in ((99, 0), (250, 200), (250, 200), (700, 700)):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(source), str(path), str(stop)],
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"here\n"
            process.kill()
        with Library(path) as library:
            assert [hand for _, hand in library.hands()] == hands[:kept]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(source), str(path), "-1"],
        capture_output=True,
        check=True,
    )
    assert int(done.stdout) == 200
    with Library(path) as library:
        assert [hand for _, hand in library.hands()] == hands


def matches_of(folder: Path) -> Library:
    """A library with four matches that were played at different times."""
    library = Library(folder / "l.db")
    for n, name in enumerate(["rules v hubot, seed 1", "hubot v poki, seed 2", "Ann at home", "7"]):
        hands = [replace(hand, table=name, number=str(n)) for hand in HANDS[n : n + 1]]
        if n == 2:
            library.add([replace(hands[0], when=datetime(2001, 1, 1))], source=name)
            continue
        info = MatchInfo(name=name, kind="match", players=("Ann", "Bob"), rules=HANDS[0].rules)
        with Recorder(library, info) as recorder:
            recorder.add(hands[0])
    return library


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2", "hubot v poki, seed 2"),
        ("POKI", "hubot v poki, seed 2"),
        ("seed 1", "rules v hubot, seed 1"),
        ("Ann at home", "Ann at home"),
        ("7", "7"),
        ("4", "7"),
    ],
)
def test_a_match_is_found_by_number_or_part_of_its_name(
    tmp_path: Path, text: str, name: str
) -> None:
    with matches_of(tmp_path) as library:
        assert [match.number for match in library.matches()] == [1, 2, 3, 4]
        assert find_match(library, text).name == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hubot", r"2 matches; give a number: 1 \(rules v hubot, seed 1\), 2 \(hubot v poki"),
        ("999", r"no match 999: numbers go from 1 to \d+$"),
        ("hubto", r"no match 'hubto': did you mean 1 \(rules v hubot, seed 1\), 2 "),
        ("zzzzz", "`railbird matches` lists them"),
        ("", "no match ''"),
    ],
)
def test_a_match_that_is_not_found(tmp_path: Path, text: str, said: str) -> None:
    with matches_of(tmp_path) as library, pytest.raises(LibraryError, match=said):
        find_match(library, text)


def test_a_player_that_is_not_found(tmp_path: Path) -> None:
    with matches_of(tmp_path) as library:
        assert find_player(library, "Ann") == "Ann"
        with pytest.raises(LibraryError, match="no player 'ann': did you mean Ann"):
            find_player(library, "ann")
    with Library(tmp_path / "new.db") as library:
        for find in (find_player, find_match):
            with pytest.raises(LibraryError, match="import or play some"):
                find(library, "Ann")


def test_the_newest_match_is_the_last_by_time(tmp_path: Path) -> None:
    path = tmp_path / "l.db"
    with matches_of(tmp_path) as library:
        assert newest_match(library).name == "7"
    db = sqlite3.connect(path)
    db.execute("UPDATE matches SET begun = '2020-01-01', finished = NULL WHERE name = '7'")
    db.execute("UPDATE matches SET begun = '2020-01-02', finished = NULL WHERE name LIKE 'hubot%'")
    db.execute(
        "UPDATE matches SET begun = '2019-01-02T00:00:00+00:00', "
        "finished = '2020-01-02T03:00:00+00:00' WHERE name LIKE 'rules%'"
    )
    db.commit()
    db.close()
    with Library(path) as library:
        assert newest_match(library).name == "rules v hubot, seed 1"
        late = replace(HANDS[9], table="late", when=datetime(2021, 5, 5))
        library.add([late], source="file")
        library.add([replace(HANDS[8], table="early", when=None)], source="file 2")
        assert newest_match(library).name == "late"


def test_pots_and_winnings_are_asked_for_in_the_money_of_the_table(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as library:
        cents = [replace(hand, chip="0.01 USD") for hand in RING]
        library.add([*HANDS, *cents], source="both")
        for least in (0, 0.5, 1, 4, 20.5, 500):
            wanted = [hand for hand in HANDS if hand.pot >= least]
            wanted += [hand for hand in cents if hand.pot >= 100 * least]
            assert [hand for _, hand in library.hands(Query(pot=least))] == wanted
            won = [hand for hand in HANDS if max(hand.payoffs) >= least]
            won += [hand for hand in cents if max(hand.payoffs) >= 100 * least]
            assert [hand for _, hand in library.hands(Query(won=least))] == won


def test_the_pot_is_what_was_played_for() -> None:
    hand = replace(HANDS[0], stacks=(100, 100), actions=(4, 0, 2, -1))
    assert hand.pot == 8  # without the bet on the flop that nobody called
    walk = replace(HANDS[0], actions=(-1,))
    assert walk.pot == 2


def test_who_told_a_hand_does_not_make_it_another(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as library:
        told = replace(HANDS[0], hero=1, seats=(4, 2), table_size=8)
        assert library.add(HANDS[:1], source="a") == Import(added=1, known=0)
        assert library.add([told], source="b") == Import(added=0, known=1)
        assert library.add([replace(told, number="x")], source="c") == Import(added=1, known=0)
        assert [hand for _, hand in library.hands()] == [HANDS[0], replace(told, number="x")]


def test_a_library_of_the_third_version_gets_pots_and_heroes(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    db = old_library(path, 3)
    session = "Bob at the table, 2026-01-01 10:00:00, seed 3"
    db.execute("INSERT INTO sources VALUES (1, 'a', 'a', '', '', 2)")
    db.execute("INSERT INTO matches (name, kind, players) VALUES (?, 'play', '[]')", [session])
    db.execute("INSERT INTO matches (name, kind, players) VALUES ('m', 'match', '[]')")
    swapped = replace(HANDS[1], players=HANDS[1].players[::-1], chip="0.01 USD")
    for n, hand in enumerate((HANDS[0], swapped, HANDS[2])):
        insert(db, hand, source=1, match=1 if n < 2 else 2)
    db.commit()
    db.close()
    with Library(path) as library:
        found = [hand for _, hand in library.hands()]
        assert found == [replace(HANDS[0], hero=1), replace(swapped, hero=0), HANDS[2]]
        for pot in (1, 5, 20, 40):
            wanted = [h for h in found if h.pot >= pot * (100 if h.chip else 1)]
            assert [hand for _, hand in library.hands(Query(pot=pot))] == wanted
        assert library.add([HANDS[0]], source="again") == Import(added=0, known=1)
