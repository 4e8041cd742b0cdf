"""The progress bar of a match."""

from __future__ import annotations

import io
import re
import sys

import pytest

from railbird.arena import Match, MatchTable
from railbird.cli.ui import match_progress
from railbird.players import RandomPlayer
from railbird.table import table_rules

MATCH = Match(table_rules(3), (100,) * 3, deals=100, seed=5, name="a v b v c")
HANDS = [hand for hand, _ in MatchTable(MATCH, [RandomPlayer(name) for name in "abc"]).play()]


class Screen(io.StringIO):
    """What a terminal is sent."""

    def isatty(self) -> bool:
        return True


def test_hands_of_an_earlier_run_do_not_count_as_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(match_progress, "_SECONDS_TO_SHOW", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with match_progress.match_progress(MATCH, "abc", HANDS[:90]) as show:
        show(HANDS[90])  # one new hand is too few for a speed
    seen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue())
    assert "91 of 100 hands" in seen
    assert "/s" not in seen
    assert re.search(r"[abc] leads by \+\d", seen)
