"""The quiz as a person sees it."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.e2e.command import railbird, result

RUN = """
import sys
from railbird.cli.main import main
sys.argv = ["railbird", "omaha8", "train", "--r", "8", "--position", "sb", "--seed", "3"]
main()
"""
WORDS = ["omaha8", "train", "--r", "8", "--position", "sb", "--seed", "3"]


def test_a_quiz_through_a_pipe(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "COLUMNS": "80"}
    text = result(*WORDS, keys="x\n?\n" + "jam\nw\nf\n" * 4, **home)
    assert "Half of the new hands are close decisions" in text
    assert "'x' is no answer here" in text
    assert text.count("needs more than 10 x R") == 4
    assert text.count("needs 24 - 50/R") == 4
    assert text.count("TALLY: ") == 8
    assert "8 answers, " in text
    assert "EV lost" in text
    assert "to come back to" in text
    assert max(map(len, text.splitlines())) <= 80
    kept = json.loads((tmp_path / "railbird" / "omaha8-training.json").read_text(encoding="utf-8"))
    assert kept["answers"] == 8
    assert f"{kept['lost']:.3f} bb" in text


def test_a_hand_that_was_missed_twice_is_listed_once(tmp_path: Path) -> None:
    text = result(*WORDS, keys="j\n" * 20, XDG_DATA_HOME=str(tmp_path), COLUMNS="80")
    rows = text.split("Missed")[-1].splitlines()[3:-1]
    assert "· missed before" in text
    assert len({row.split("R =")[0] for row in rows}) == len(rows)
    assert any(int(row.split()[-2]) > 1 for row in rows)


def test_the_next_session_comes_back_to_what_was_missed(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path)}
    first = result(*WORDS, keys="j\n" * 9, **home)
    assert "wrong: jam loses" in first
    again = result(*WORDS, "--hands", "2", keys="j\nf\n", **home)
    assert "missed before:" in again
    assert "all sessions: 11 answers" in again
    path = tmp_path / "railbird" / "omaha8-training.json"
    afresh = result(*WORDS, "--forget", keys="q\n", **home)
    assert "missed before" not in afresh
    assert "no hand was answered" in afresh
    assert not path.exists()
    path.write_text("nonsense", encoding="utf-8")
    refused = railbird(*WORDS, XDG_DATA_HOME=str(tmp_path))
    assert refused.returncode == 2
    assert "start afresh with --forget" in refused.stderr
    assert result(*WORDS, "--forget", keys="j\n", **home)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--r", "8", "--stacks", "9,9"], "--r and --stacks both say"),
        (["--stacks", "9,9"], "--stacks and --blinds go together"),
        (["--r", "8,abc"], "'abc' is not a stack: give the smaller stack in big blinds"),
        (["--position", "button"], "is no blind"),
        (["--stacks", "9,9", "--blinds", "0.4/1"], "they have half a big blind"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: list[str], said: str) -> None:
    ending = railbird("omaha8", "train", *words)
    assert ending.returncode == 2
    assert said in ending.stderr


def test_a_full_disk_does_not_end_the_quiz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("railbird.omaha8.training.Memory.save", full)
    done = railbird(*WORDS, keys="j\nf\n", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "2 answers, " in done.stdout
    assert done.stderr.count("what you miss is not kept") == 1


def test_keys_at_a_terminal(tmp_path: Path) -> None:
    with Terminal(RUN, XDG_DATA_HOME=str(tmp_path)) as terminal:
        terminal.see("j jam · f fold · q end")
        terminal.press("xj")
        terminal.see("Equilibrium: jam")
        terminal.see("w why")
        terminal.press("w")
        terminal.see("needs more than 10 x R")
        terminal.see("w why")
        terminal.process.send_signal(signal.SIGINT)
        terminal.see("1 answer, ")
        assert terminal.leave() == 0
        assert terminal.attributes() == terminal.before
