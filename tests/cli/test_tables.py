"""Tables stay whole at any width, and in any encoding."""

from __future__ import annotations

import io
import sys

import pytest

from railbird.cli.match import print_winnings
from railbird.cli.ui.output import plain, plain_streams
from railbird.cli.ui.tables import print_named, print_table, print_text
from railbird.stats import mean_from, verdict

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


def test_rows_as_blocks_keep_the_heading_of_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    rows = [[f"row {i}", "+0.1234 ± 0.2000", "12,345"] for i in range(4)]
    print_table(["DIVAT by round", "mean", "games"], rows)
    assert capsys.readouterr().out.startswith("DIVAT by round\nrow 0\n")


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


@pytest.mark.parametrize("width", [60, 80])
def test_the_verdict_of_a_match_is_folded_after_its_signs_are_plain(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", str(width))
    plain_streams()
    for name in ("rules", "jagbot", "sparbot-2"):  # the place of the sign in its line
        found = verdict(mean_from(0.3, 2.0, 100), (name, "poki"), among=4, claim="wins most")
        print_winnings("a match", [], found, "limit")
    out.flush()
    buffer = out.buffer
    assert isinstance(buffer, io.BytesIO)
    lines = buffer.getvalue().decode("ascii").splitlines()
    told = [line for line in lines if not line.startswith(("player", "--", "a match"))]
    assert max(map(len, told)) <= width
    assert any("+/- 0.2000" in line for line in told)


def test_the_name_of_a_file_has_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    name = "/home/ann/My hand histories/" + "NLHE-USD-" * 6 + ".txt"
    why = "the pot of 12 does not match the 10 chips that were collected from it"
    print_table(["file", "line", "reason"], [[name, "7", why]], text=(0, 2), whole=(0,))
    assert name in capsys.readouterr().out.splitlines()
    print_named(name, why, indent=2)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"  {name}:"
    assert " ".join(" ".join(lines[1:]).split()) == why
    print_named("a.txt", "empty", indent=2)
    assert capsys.readouterr().out == "  a.txt: empty\n"
    long = "NLHE-USD-" * 8
    print_text(f"see {long}")
    assert long in capsys.readouterr().out.splitlines()
