"""``railbird play`` on a pseudo-terminal."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from railbird.history.library.store import Library
from tests.cli.terminal import Terminal

CTRL_D, BACKSPACE, ESCAPE, UP = "\x04", "\x7f", "\x1b", "\x1b[A"


def hands_in(library: Path) -> int:
    with Library(library) as shelf:
        return shelf.count()


def test_keys_undo_help_and_leaving(tmp_path: Path) -> None:
    library = tmp_path / "l.db"
    with Terminal.play(library, "Bob=always-call") as terminal:
        terminal.see("you hold")
        terminal.see("? help")
        assert terminal.attributes() != terminal.before
        terminal.press("c")
        terminal.see("check · Backspace takes it back")
        terminal.press(BACKSPACE)
        terminal.see("c check")
        terminal.see("? help")
        terminal.press("?")
        terminal.see("this help")
        terminal.see("? help")
        terminal.press("r")
        terminal.see("raise to 4 · Backspace")
        terminal.press("\r")
        terminal.see("you raise to 4 · Bob calls 2")
        for street in ("flop", "turn", "river"):
            terminal.see(street)
            terminal.see("? help")
            terminal.press("c")
            terminal.see("check · Backspace")
            terminal.press("\n")
        terminal.see("Bob shows")
        terminal.see("after 1 hand")
        terminal.see("? help")
        terminal.press("q")
        terminal.see("leave?")
        terminal.press("n")
        terminal.see("? help")
        terminal.press("q")
        terminal.see("leave?")
        terminal.press("y")
        assert terminal.leave() == 0
        terminal.see("1 hand, ")
        assert terminal.attributes() == terminal.before
    assert hands_in(library) == 1


def test_amounts(tmp_path: Path) -> None:
    with Terminal.play(tmp_path / "l.db", "Bob=always-call", betting="no-limit") as terminal:
        terminal.see("? help")
        terminal.press("r")
        terminal.see("raise to (4–100")
        terminal.press("12" + BACKSPACE + "5")
        terminal.see(") 15")
        terminal.press(UP)  # not one of our keys, and not read as Esc and two letters
        terminal.see(") 15")
        terminal.press("\r")
        terminal.see("you raise to 15 · Bob calls 13")
        terminal.see("? help")
        terminal.press("99")
        terminal.see(") 99")
        terminal.press(ESCAPE)
        terminal.see("c check")
        terminal.press(CTRL_D)
        assert terminal.leave() == 0
        terminal.see("no hand was finished")
        assert terminal.attributes() == terminal.before


def test_a_key_counts_by_itself(tmp_path: Path) -> None:
    with Terminal.play(tmp_path / "l.db", "Bob=always-call", pause=0.01) as terminal:
        terminal.see("? help")
        terminal.press("c")
        terminal.see("you check")
        terminal.see("flop")


def test_interrupting_keeps_finished_hands(tmp_path: Path) -> None:
    library = tmp_path / "l.db"
    with Terminal.play(library, "Bob=always-raise", pause=0) as terminal:
        terminal.see("? help")
        terminal.press("f")
        terminal.see("hand 2")
        terminal.see("? help")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.leave() == 0
        terminal.see("1 hand, -2 chips")
        assert terminal.attributes() == terminal.before
    assert hands_in(library) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_being_stopped_restores_the_terminal(tmp_path: Path, number: signal.Signals) -> None:
    library = tmp_path / "l.db"
    with Terminal.play(library, "Bob=always-raise", pause=0) as terminal:
        terminal.see("? help")
        terminal.press("f")
        terminal.see("hand 2")
        terminal.see("? help")
        terminal.process.send_signal(number)
        assert terminal.leave() == 128 + number
        assert terminal.attributes() == terminal.before
    assert hands_in(library) == 1


def test_an_error_restores_the_terminal(tmp_path: Path) -> None:
    with Terminal.play(tmp_path / "l.db", "hubot", betting="no-limit") as terminal:
        assert terminal.leave() == 1
        terminal.see("hubot plays only limit holdem")
        assert terminal.attributes() == terminal.before


def test_keys_count_again_after_being_stopped(tmp_path: Path) -> None:
    with Terminal.play(tmp_path / "l.db", "Bob=always-call") as terminal:
        terminal.see("? help")
        ours = terminal.attributes()
        terminal.reset()  # as a shell does when a program is stopped
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for(ours)
        terminal.press("c")
        terminal.see("check · Backspace takes it back")
