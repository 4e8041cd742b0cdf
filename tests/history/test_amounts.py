"""Amounts of money in the texts of rooms, and where the hands of a file begin and end."""

from __future__ import annotations

import re

import pytest

from railbird.history.formats.rooms.amounts import CENTS, CHIPS
from railbird.history.formats.rooms.split import MOST_LINES, split_hands

START = re.compile("Hand #")


@pytest.mark.parametrize(
    ("text", "cents", "chips"),
    [
        ("1500", 150_000, 1500),
        ("$0.05", 5, None),
        ("$12.50", 1250, None),
        ("$12.5", 1250, None),
        ("€3", 300, 3),
        ("3€", 300, 3),
        ("1,234.50", 123_450, None),
        ("1.234,50", 123_450, None),
        ("1 500", 150_000, 1500),
        ("2.00", 200, 2),
        ("£7", 700, 7),
        ("12.345", 1_234_500, 12_345),
        ("$$5", None, None),
        ("$", None, None),
        ("", None, None),
        ("-5", None, None),
        ("5.", None, None),
        (".50", None, None),
        ("1.2.3", None, None),
        ("٣", None, None),
        ("²", None, None),
        ("9" * 12, 100 * int("9" * 12), int("9" * 12)),
        ("9" * 13, None, None),
    ],
)
def test_amounts_in_all_forms(text: str, cents: int | None, chips: int | None) -> None:
    for reader, wanted in ((CENTS, cents), (CHIPS, chips)):
        reader.known.pop(text, None)
        assert reader.read(text) == wanted
        assert reader.read(text) == wanted  # also when it is known


def test_a_hand_of_too_many_lines_is_cut() -> None:
    many = 3 * MOST_LINES
    texts = ["Hand #1", *["line"] * many, "Hand #2", "line", "", "text", "", "Hand #3", "line"]
    groups = list(split_hands(enumerate(texts, 1), START))
    assert [len(group) for group in groups] == [MOST_LINES, 2, 2]
    assert [group[0][1] for group in groups] == ["Hand #1", "Hand #2", "Hand #3"]
    assert groups[0][-1][0] == MOST_LINES
    assert groups[1] == [(many + 2, "Hand #2"), (many + 3, "line")]


def test_a_line_of_blanks_ends_a_hand_and_one_that_begins_with_blanks_does_not() -> None:
    texts = ["Hand #1", "  line", " \t", "Hand #2", "line"]
    groups = list(split_hands(enumerate(texts, 1), START))
    assert groups == [[(1, "Hand #1"), (2, "  line")], [(4, "Hand #2"), (5, "line")]]
