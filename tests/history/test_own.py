"""Our own format, and files of hands in general."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.errors import HistoryError, InputError
from railbird.history.files import read_hands, write_hands
from railbird.history.formats.base import Problem
from railbird.history.formats.railbird import OwnFormat
from railbird.table import Hand, Rules, table_rules
from tests.history.played import random_hand

GAMES = [
    table_rules(2),
    table_rules(6, betting="no-limit", ante=1),
    table_rules(3, game="omaha8", betting="pot-limit"),
    table_rules(10, game="omaha8"),
    table_rules(6, game="omaha", betting="pot-limit"),
]


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: f"{r.game}-{r.betting}-{r.players}")
@pytest.mark.parametrize("name", ["hands.jsonl", "hands.jsonl.gz"])
def test_what_is_written_reads_back(rules: Rules, name: str, tmp_path: Path) -> None:
    hands = [random_hand(seed, rules=rules) for seed in range(20)]
    hands.append(replace(hands[0], hole_cards=(None,) * hands[0].rules.players, rake=3))
    assert write_hands(tmp_path / name, hands, format="railbird") == 21
    assert list(read_hands(tmp_path / name)) == hands


def test_a_bad_hand_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    hands = [random_hand(seed) for seed in range(3)]
    texts = [OwnFormat().write(hand) for hand in hands]
    texts[1] = texts[1].replace('"actions":[', '"actions":[77,')
    path.write_text("".join(texts[:2]) + '{"railbird":1,"rules":\n' + texts[2])
    problems: list[Problem] = []
    assert list(read_hands(path, on_problem=problems.append)) == [hands[0], hands[2]]
    assert [problem.line for problem in problems] == [2, 3]
    assert "77 is not" in problems[0].reason
    assert str(problems[0]).startswith(f"{path}:2: ")
    with pytest.raises(HistoryError, match="77 is not"):
        list(read_hands(path))


def test_unknown_formats(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("once upon a time\n")
    with pytest.raises(HistoryError, match=r"the format of .* is not known"):
        list(read_hands(path))
    with pytest.raises(HistoryError, match="'morse' is not known"):
        read_hands(path, format="morse")


def test_a_newer_version_is_not_guessed_at(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(OwnFormat().write(random_hand(1)).replace('"railbird":1', '"railbird":2'))
    with pytest.raises(HistoryError, match="update railbird"):
        list(read_hands(path))


def test_a_file_that_is_interrupted_does_not_appear(tmp_path: Path) -> None:
    def interrupted() -> Iterator[Hand]:
        yield random_hand(1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_hands(tmp_path / "hands.jsonl", interrupted(), format="railbird")
    assert not list(tmp_path.iterdir())


def test_bytes_that_are_no_text_are_kept(tmp_path: Path) -> None:
    name = b"\xff\xfe".decode("utf-8", "surrogateescape")
    hand = random_hand(1, names=(name, "other"))
    write_hands(tmp_path / "hands.jsonl", [hand], format="railbird")
    assert list(read_hands(tmp_path / "hands.jsonl")) == [hand]


@given(st.integers(0, 50), st.integers(0, 400), st.text(max_size=3))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_rubbish_is_an_input_error(seed: int, at: int, rubbish: str) -> None:
    text = OwnFormat().write(random_hand(seed)).rstrip()
    damaged = text[:at] + rubbish + text[at + len(rubbish) :]
    with suppress(InputError):
        OwnFormat().read([(1, damaged)])


def test_a_packed_file_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl.gz"
    whole = gzip.compress("".join(OwnFormat().write(random_hand(s)) for s in range(50)).encode())
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(HistoryError, match="damaged after line"):
        list(read_hands(path))


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "hands.jsonl"
    with pytest.raises(FileNotFoundError) as error:
        write_hands(path, [random_hand(1)], format="railbird")
    assert error.value.filename == str(path)
