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
from tests.arena.killed import KILLS_ITSELF
from tests.e2e.command import without_notes

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
    with pytest.raises(OptionError, match="not from this match"):
        play_match(other, players(), processes=2, played=wrong[40:50])
    with pytest.raises(LostProcessError, match="a process of the match ended too early, or was"):
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


def killed_after(hands: int, words: list[str]) -> int:
    """The status of a match that is killed when it has written some more hands.

    It comes back when everybody who could write to its stderr is gone: nobody stays behind.
    """
    command = [sys.executable, "-c", KILLS_ITSELF, str(hands), *words]
    return subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    ).returncode


def interrupted(command: list[str], log: Path) -> tuple[int, str]:
    """Status and last words of a match that is interrupted, as by a terminal, when it plays."""
    with subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        while process.poll() is None and written(log) < 20_000:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate()[1]
    return process.returncode, said


def without_time(result: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result)
    del found["seconds"]
    return found


@pytest.mark.parametrize(
    ("processes", "stops"),
    [pytest.param("1", (1, 900, 1500), marks=pytest.mark.slow), ("2", (2, 1000))],
)
def test_a_match_killed_several_times_equals_the_whole_one(
    tmp_path: Path, processes: str, stops: tuple[int, ...]
) -> None:
    match = ["match", "a=random", "b=random", "--hands", "2000", "--seed", "8"]
    match += ["--duplicate", "--json", "--out"]
    whole = [*COMMAND, *match, str(tmp_path / "whole"), "--no-library", "--processes", "1"]
    expected = subprocess.run(whole, capture_output=True, check=True)
    log, shelf = tmp_path / "killed", tmp_path / "l.db"
    killed = [*match, str(log), "--library", str(shelf), "--processes", processes]
    for number, stop in enumerate(stops):
        assert killed_after(stop, killed) == -signal.SIGKILL
        lines = sum(file.read_bytes().count(b"\n") for file in tmp_path.glob("killed*"))
        assert lines == sum(stops[: number + 1])
    with Library(shelf) as library:
        (kept,) = library.matches()
        assert kept.finished is None
    done = subprocess.run([*COMMAND, *killed], capture_output=True, check=True)
    assert log.read_bytes() == (tmp_path / "whole").read_bytes()
    assert without_time(done.stdout) == without_time(expected.stdout)
    assert not list(tmp_path.glob("killed.*"))
    with Library(shelf) as library:
        (kept,) = library.matches()
        assert kept.hands == library.count() == 4_000
        assert kept.finished
        stored = [hand.number for _, hand in library.hands(Query(match=kept.name))]
        assert stored == [str(number) for number in range(4_000)]


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_all_processes_with_one_sentence(tmp_path: Path, processes: str) -> None:
    log, shelf = tmp_path / "log", tmp_path / "l.db"
    words = ["match", "a=random", "b=random", "--hands", "10000000", "--duplicate", "--seed", "1"]
    words += ["--out", str(log), "--library", str(shelf), "--processes", processes]
    status, said = interrupted([*COMMAND, *words], log)
    assert status == 130
    again = f"give the same command again to resume from {log}"
    assert without_notes(said) == [f"railbird: interrupted: {again}"]
    lines = sum(file.read_bytes().count(b"\n") for file in tmp_path.glob("log*"))
    assert lines > 0
    with Library(shelf) as library:
        assert lines - 1 <= library.count() <= lines
