"""The progress bar on a terminal."""

from __future__ import annotations

import io
import re
import sys

import pytest

from railbird.cli.model_option import ModelChoice, Stakes
from railbird.cli.ui.output import progress_bar
from railbird.cli.ui.pace import pace_bar


class Terminal(io.StringIO):
    """A terminal that keeps what is drawn."""

    def isatty(self) -> bool:
        return True

    def last(self) -> tuple[str, str]:
        """What stood there at the end: what is done, and how much of it."""
        drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.getvalue())
        what, done = re.findall(r"([a-z]+) [^a-z%]*?(\d+)%", drawn)[-1]
        return what, done


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let stderr be a terminal."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def test_a_bar_does_not_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    with progress_bar("working") as advance:
        advance(0.5)
        advance(0.2)
    assert terminal.last() == ("working", "50")


def test_each_stage_fills_the_bar_once(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    with progress_bar("first") as advance:
        advance(0.9, "first")
        advance(0.1, "second")
    assert terminal.last() == ("second", "10")


def test_one_look_after_another() -> None:
    told: list[tuple[float, str]] = []
    choice = ModelChoice(name="fgs:2", stakes=Stakes(blinds="300/600"))
    model = choice.model(lambda done, what="", /: told.append((done, what)))
    for _ in range(2):
        model([[3000.0, 4500.0]], [60.0, 40.0])  # type: ignore[arg-type]
    assert {what for _, what in told} == {"looking ahead", "looking ahead, part 2"}
    assert all(0 < done <= 1 for done, _ in told)


def test_a_log_gets_a_line_and_not_one_for_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    with pace_bar("sets") as pace:
        for done in range(100, 200):
            pace(done, 1_000)
    assert capsys.readouterr().err == "railbird: 10.0 % of 1,000 sets\n"


@pytest.mark.parametrize("width", [80, 60])
def test_a_pace_on_a_terminal_is_whole(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", str(width))
    with pace_bar("sets") as pace:
        pace(0, 32_819_436)
        pace(5_000_000, 32_819_436)
    said = terminal.getvalue()
    assert re.search(r"15\.2 % of 32,819,436 sets, [\d,]+/s, \d+ s left", said), said
