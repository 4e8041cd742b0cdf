"""Matches in several processes: the same as in one, whatever ends them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from railbird.arena import Match, play_match
from railbird.errors import LostProcessError, OptionError
from railbird.history import Library, Query
from railbird.players import Player, RandomPlayer, Seat
from railbird.table import Hand, State, table_rules

MATCH = Match(table_rules(3), (100,) * 3, deals=40, seed=6, duplicate=True, name="m")
COMMAND = [sys.executable, "-m", "railbird.cli.main"]


class Clumsy(RandomPlayer):
    """Does not know what to do in each seventh hand since it was as new."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.hands = 0

    def forget(self) -> None:
        self.hands = 0

    def hand_starts(self, seat: Seat) -> None:
        super().hand_starts(seat)
        self.hands += 1

    def act(self, state: State) -> int:
        if self.hands % 7 == 0:
            raise RuntimeError(f"hand {self.hands}")
        return super().act(state)


class Fatal(RandomPlayer):
    """Takes its process with it."""

    def act(self, state: State) -> int:
        os._exit(3)


def players() -> list[Player]:
    return [Clumsy("a"), RandomPlayer("b"), RandomPlayer("c")]


def by_number(hands: list[Hand]) -> list[Hand]:
    return sorted(hands, key=lambda hand: int(hand.number))


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    alone: list[Hand] = []
    expected = play_match(MATCH, players(), on_hand=alone.append)
    assert expected.forfeits
    together: list[Hand] = []
    found = play_match(MATCH, players(), processes=2, on_hand=together.append)
    assert by_number(together) == alone
    assert (found.players, found.forfeits) == (expected.players, expected.forfeits)
    played = alone[:10] + alone[40:70] + alone[80:]
    before = [f for f in expected.forfeits if any(int(hand.number) == f.hand for hand in played)]
    rest: list[Hand] = []
    found = play_match(
        MATCH, players(), processes=2, played=played, forfeits=before, on_hand=rest.append
    )
    assert by_number(rest) == alone[10:40] + alone[70:80]
    assert (found.players, found.forfeits) == (expected.players, expected.forfeits)


def test_a_match_that_takes_long_is_split_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    alone: list[Hand] = []
    expected = play_match(MATCH, players(), on_hand=alone.append)
    monkeypatch.setattr("railbird.arena.play._SECONDS_TO_START", 0.0)
    monkeypatch.setattr("railbird.arena.play.thread_count", lambda _: 2)
    together: list[Hand] = []
    found = play_match(MATCH, players(), processes=None, on_hand=together.append)
    assert by_number(together) == alone
    assert (found.players, found.forfeits) == (expected.players, expected.forfeits)


def test_errors_come_back_from_other_processes() -> None:
    wrong: list[Hand] = []
    play_match(MATCH, [RandomPlayer(name) for name in "abc"], on_hand=wrong.append)
    other = Match(MATCH.rules, MATCH.stacks, MATCH.deals, seed=7, duplicate=True, name="m")
    with pytest.raises(OptionError, match="not of this match"):
        play_match(other, players(), processes=2, played=wrong[40:50])
    with pytest.raises(LostProcessError, match="give the same command again"):
        play_match(MATCH, [*players()[:2], Fatal("c")], processes=2)
    unsendable = RandomPlayer("c")
    unsendable.forget = lambda: None  # type: ignore[method-assign]
    with pytest.raises(OptionError, match="play in one process"):
        play_match(MATCH, [*players()[:2], unsendable], processes=2)
    with pytest.raises(OptionError, match="0 processes"):
        play_match(MATCH, players(), processes=0)


def written(log: Path) -> int:
    """Bytes in a log and its parts."""
    return sum(file.stat().st_size for file in log.parent.glob(f"{log.name}*"))


def kill_when_grown(command: list[str], log: Path, signal_number: int) -> tuple[int, str]:
    """Send a signal to a match, as a terminal would, when it has written some more."""
    size = written(log)
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    started = time.monotonic()
    while time.monotonic() - started < 60 and process.poll() is None:
        if written(log) > size + 20_000:
            break
        time.sleep(0.002)
    assert process.poll() is None, "it must not be over yet"
    if signal_number == signal.SIGINT:
        os.killpg(process.pid, signal_number)
    else:
        process.send_signal(signal_number)
    try:
        # comes back when everybody who could write there is gone: nobody stays behind
        said = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    return process.returncode, said


def without_time(result: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result)
    del found["seconds"]
    return found


@pytest.mark.parametrize(("processes", "times"), [("1", 4), ("2", 2)])
def test_a_match_killed_several_times_equals_the_whole_one(
    tmp_path: Path, processes: str, times: int
) -> None:
    match = [*COMMAND, "match", "a=random", "b=random", "--hands", "4000", "--seed", "8"]
    match += ["--duplicate", "--json", "--out"]
    whole = [*match, str(tmp_path / "whole"), "--no-library", "--processes", "1"]
    expected = subprocess.run(whole, capture_output=True, check=True)
    log, shelf = tmp_path / "killed", tmp_path / "l.db"
    killed = [*match, str(log), "--library", str(shelf), "--processes", processes]
    sizes = []
    for _ in range(times):
        assert kill_when_grown(killed, log, signal.SIGKILL)[0] == -signal.SIGKILL
        sizes.append(written(log))
    assert sizes == sorted(sizes)
    done = subprocess.run(killed, capture_output=True, check=True)
    assert log.read_bytes() == (tmp_path / "whole").read_bytes()
    assert without_time(done.stdout) == without_time(expected.stdout)
    assert not list(tmp_path.glob("killed.*"))
    with Library(shelf) as library:
        (kept,) = library.matches()
        assert kept.hands == library.count() == 8_000
        assert kept.finished
        stored = by_number([hand for _, hand in library.hands(Query(match=kept.name))])
        assert [hand.number for hand in stored] == [str(number) for number in range(8_000)]


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_all_processes_with_one_sentence(tmp_path: Path, processes: str) -> None:
    log, shelf = tmp_path / "log", tmp_path / "l.db"
    words = ["match", "a=random", "b=random", "--hands", "300000", "--duplicate", "--seed", "1"]
    words += ["--out", str(log), "--library", str(shelf), "--processes", processes]
    status, said = kill_when_grown([*COMMAND, *words], log, signal.SIGINT)
    assert status == 130
    assert said == "railbird: interrupted\n"
    lines = sum(file.read_bytes().count(b"\n") for file in tmp_path.glob("log*"))
    with Library(shelf) as library:
        assert lines - 1 <= library.count() <= lines
