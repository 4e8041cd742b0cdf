"""The way of hands into the library while they are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from railbird.errors import LibraryError
from railbird.history import Library, MatchInfo, Query, Recorder
from railbird.history.library.store import Recording
from railbird.table import Hand, table_rules
from tests.history.played import random_hand

HANDS = [
    replace(random_hand(seed, names=("Ann", "Bob")), number=str(seed), table="m")
    for seed in range(15)
]
INFO = MatchInfo(
    name="m",
    kind="match",
    players=("Ann", "Bob"),
    rules=HANDS[0].rules,
    seed=5,
    duplicate=True,
    asked=15,
)


def kept(library: Library, query: Query | None = None) -> list[Hand]:
    return [hand for _, hand in library.hands(query)]


def test_hands_are_in_the_library_once_and_soon(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as library, Library(tmp_path / "l.db") as reader:
        recorder = Recorder(library, INFO, at_once=1)
        for number, hand in enumerate(HANDS[:6], 1):
            recorder.add(hand)
            assert reader.count() == number
        recorder.abandon()
        (interrupted,) = reader.matches()
        assert (interrupted.finished, interrupted.hands) == (None, 6)
        with Recorder(library, INFO) as recorder:
            for hand in HANDS:
                recorder.add(hand)
        assert kept(reader) == HANDS
        (match,) = reader.matches()
        assert match.finished is not None
        assert match.begun == interrupted.begun
        assert MatchInfo(**{name: getattr(match, name) for name in MatchInfo.__slots__}) == INFO


def test_the_match_is_known_from_its_first_hand_on(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as library, Library(tmp_path / "l.db") as reader:
        with Recorder(library, INFO, at_once=1000) as recorder:
            recorder.add(HANDS[0])
            assert [match.seed for match in reader.matches("m")] == [5]
            for hand in HANDS[1:]:
                recorder.add(hand)
        assert reader.count() == 15


def test_the_order_is_that_of_the_match_and_not_of_arrival(tmp_path: Path) -> None:
    other = [random_hand(seed, names=("Cid", "Dan")) for seed in range(20, 25)]
    arrival = HANDS[10:] + HANDS[:3] + HANDS[5:10]
    with Library(tmp_path / "l.db") as library:
        recorder = Recorder(library, INFO, at_once=4)
        for hand in arrival:
            recorder.add(hand)
        recorder.abandon()
        library.add(other, source="in between")
        assert kept(library) == HANDS[:3] + HANDS[5:] + other
        with Recorder(library, INFO) as recorder:
            for hand in HANDS[3:5]:
                recorder.add(hand)
        assert kept(library) == HANDS + other
        assert kept(library, Query(match="m")) == HANDS
        assert kept(library, Query(player="Bob", since=HANDS[4].when)) == HANDS[4:]
        pages, after = [], 0
        while page := list(library.hands(after=after, limit=4)):
            pages += [hand for _, hand in page]
            after = page[-1][0]
        assert pages == HANDS + other


class Interrupted(Library):
    """Is interrupted in the middle of its first transaction with hands."""

    times = 0

    def add_played(self, recording: Recording, hands: Iterable[Hand]) -> int:
        def interrupt() -> Iterator[Hand]:
            raise KeyboardInterrupt
            yield

        self.times += 1
        return super().add_played(
            recording, chain(hands, interrupt()) if self.times == 1 else hands
        )


def test_ctrl_c_while_hands_are_put_into_the_library(tmp_path: Path) -> None:
    """The transaction is gone, the hand is not."""
    with Interrupted(tmp_path / "l.db") as library:
        with pytest.raises(KeyboardInterrupt), Recorder(library, INFO) as recorder:
            recorder.add(HANDS[0])
        assert library.times == 2
        assert kept(library) == HANDS[:1]


def test_a_match_without_a_hand_leaves_nothing_in_the_library(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as library:
        with pytest.raises(ValueError, match="no"), Recorder(library, INFO):
            raise ValueError("no")
        with Recorder(library, INFO):
            pass
        assert library.matches() == []


def test_a_log_that_was_imported_becomes_the_match_that_it_is_of(tmp_path: Path) -> None:
    with Library(tmp_path / "l.db") as library:
        library.add(HANDS[:9], source="the log")
        assert [(match.kind, match.seed) for match in library.matches()] == [("import", None)]
        with Recorder(library, INFO) as recorder:
            for hand in HANDS:
                recorder.add(hand)
        assert [(match.kind, match.seed) for match in library.matches()] == [("match", 5)]
        assert kept(library, Query(match="m")) == HANDS


def test_a_match_may_grow(tmp_path: Path) -> None:
    short = replace(INFO, duplicate=False, asked=6)
    with Library(tmp_path / "l.db") as library:
        for info in (short, replace(short, asked=15)):
            with Recorder(library, info) as recorder:
                for hand in HANDS[: info.asked]:
                    recorder.add(hand)
        (match,) = library.matches()
        assert (match.asked, match.hands) == (15, 15)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 6},
        {"players": ("Ann", "Cid")},
        {"rules": table_rules(2, betting="no-limit")},
        {"duplicate": False},
        {"kind": "acpc"},
    ],
)
def test_another_match_of_the_same_name_is_refused(
    tmp_path: Path, other: dict[str, object]
) -> None:
    with Library(tmp_path / "l.db") as library:
        with Recorder(library, INFO) as recorder:
            recorder.add(HANDS[0])
        with pytest.raises(LibraryError, match="another match named 'm'"):
            library.begin_match(replace(INFO, **other))  # type: ignore[arg-type]
        assert [match.finished for match in library.matches()] != [None]
