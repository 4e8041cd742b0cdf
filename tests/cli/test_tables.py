"""Tables stay whole at any width, and in any encoding."""

from __future__ import annotations

import io
import sys

import pytest

from railbird.cli.ui.output import plain, plain_streams
from railbird.cli.ui.tables import print_table, print_text

HEADINGS = ["player", "money ± error", "DIVAT", "95 % interval", "games needed"]
ROWS = [
    ["a player with quite a long name", "+0.1234 ± 0.2000", "–", "-0.1000 to +0.2000", "12,345"],
    ["you", "-0.1234 ± 0.2000", "+0.5", "-0.1000 to +0.2000", "–"],
]
FIGURES = ["+0.1234", "-0.1000", "+0.2000", "12,345"]


def _printed(monkeypatch: pytest.MonkeyPatch, width: int, encoding: str = "utf-8") -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", str(width))
    plain_streams()
    print_table(HEADINGS, ROWS, title="A match of two players … and its result")
    out.flush()
    buffer = out.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(encoding)


@pytest.mark.parametrize("width", [200, 100, 80, 60, 50, 40])
def test_no_figure_is_cut_and_no_line_is_too_long(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    text = _printed(monkeypatch, width)
    assert max(map(len, text.splitlines())) <= width
    words = text.split()
    for figure in FIGURES:
        assert figure in words
    for word in " ".join([*HEADINGS, *(cell for row in ROWS for cell in row)]).split():
        assert word in words


def test_a_wide_terminal_gets_one_line_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _printed(monkeypatch, 100).splitlines()
    assert len(lines) == 1 + 2 + len(ROWS)
    assert lines[3].split("  ")[0] == "a player with quite a long name"


def test_a_narrow_terminal_gets_players_as_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _printed(monkeypatch, 60).splitlines()
    assert any(line.startswith("DIVAT") and line.endswith("+0.5") for line in lines)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_other_encodings_get_plain_characters(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    text = _printed(monkeypatch, 80, encoding)
    assert ("±" in text) == (encoding != "ascii")
    assert "?" not in text


def test_what_has_no_plain_form_becomes_a_question_mark() -> None:
    assert plain("Zoë 漢 ♠", "ascii") == "Zoe ? s"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("width", range(30, 82, 4))
def test_a_number_and_its_percent_sign_stay_together(
    monkeypatch: pytest.MonkeyPatch, width: int, encoding: str
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("COLUMNS", str(width))
    print_text("Bob wins most, by 0.4246 ± 0.0303 sb per hand over Ann (confidence > 99.9 %). " * 3)
    print_table(["", "the 95 % interval"], [["Bob", "1"]])
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    lines = buffer.getvalue().decode(encoding).splitlines()
    assert max(map(len, lines)) <= width
    for line in lines:
        assert not line.startswith("%")
        assert not line.rstrip().endswith((">", "±", "+/-", "95"))
