"""A user's own bots on the command line."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from railbird.players import PLAYERS
from tests.e2e.command import installed, railbird, result, without_notes

EXAMPLES = Path(__file__).parents[2] / "examples"
MY_BOT = f"me={EXAMPLES}/my_bot.py:MyBot"
PROGRAM = f"me=exec:{sys.executable} {EXAMPLES}/acpc_bot.py"


def test_the_list_of_players() -> None:
    found = {kind["kind"]: kind for kind in json.loads(result("players", "--json"))}
    assert list(found)[: len(PLAYERS)] == list(PLAYERS)
    assert found["vexbot"]["plays"] == {
        "games": ["holdem"],
        "bettings": ["limit"],
        "seats": [2, 2],
    }
    assert (found["hubot"]["learns"], found["hubot-v113b"]["learns"]) == (True, False)
    shown = result("players")
    assert all(kind in shown for kind in PLAYERS)


@pytest.mark.parametrize("bot", [MY_BOT, PROGRAM], ids=["class", "program"])
def test_a_match_is_resumed_with_a_bot(tmp_path: Path, bot: str) -> None:
    words = ["match", bot, "random", "--seed", "4", "--no-library", "--json", "--out"]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    expected = json.loads(result(*words, str(whole), "-n", "30"))
    assert not expected["forfeits"]
    result(*words, str(broken), "-n", "12")
    found = json.loads(result(*words, str(broken), "-n", "30"))
    assert broken.read_bytes() == whole.read_bytes()
    assert found["players"] == expected["players"]


def test_a_bot_that_fails_is_reported_and_the_log_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        "from railbird import Player\n"
        "class Bad(Player):\n"
        "    def act(self, state):\n"
        "        return 1 / 0\n"
    )
    log = tmp_path / "log"
    words = ["match", f"me={file}:Bad", "rules", "-n", "20", "--seed", "1", "--no-library"]
    done = railbird(*words, "--out", str(log), "--duplicate", "--processes", "2")
    assert done.returncode == 1
    assert log.read_text().count("\n") == 40
    assert done.stdout.count("forfeit: ") == 1
    said = " ".join(done.stdout.split())  # long lines are folded
    assert said.startswith("me was never able to act: checks and folds were made for it in all")
    assert " hands in which it had a turn. forfeit: me, hand 0 and " in said
    assert " more: ZeroDivisionError: division by zero, bad.py line 4 me=" in said
    assert "No verdict on who wins more: me was never able to act" in said
    again = railbird(*words, "--out", str(log), "--duplicate", "--json")  # nothing is left to play
    found = json.loads(again.stdout)
    assert again.returncode == 1
    (me,) = found["forfeited"]
    assert (me["player"], me["dealt"], me["never_played"]) == ("me", 40, True)
    assert 0 < me["hands"] == me["with_turn"] <= 40
    assert (found["verdict"]["ahead"], found["verdict"]["sure"]) == (None, False)
    assert found["verdict_of"] == "nothing: me was never able to act"
    told = railbird("analyze", str(log))
    assert told.returncode == 0
    note = without_notes(told.stderr)[0]
    assert "railbird: me forfeited turns in" in note
    assert "(ZeroDivisionError: division by zero, bad.py line 4)" in note


def test_a_program_that_dies_at_once_leads_to_no_verdict(tmp_path: Path) -> None:
    program = tmp_path / "dies"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    options = ["-n", "40", "--seed", "1", "--no-library"]
    done = railbird("match", f"dead=exec:{program}", "rules", *options)
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert said.startswith(
        "dead was never able to act: checks and folds were made for it in all 40 hands in which it "
        "had a turn. forfeit: dead, hand 0 and "
    )
    assert " more: the program ended with status 3 dead=exec:" in said
    assert "rules wins" not in done.stdout
    # at a table of three, the other two are compared
    done = railbird("ring", f"dead=exec:{program}", "rules", "always-call", *options)
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert "dead is" not in said
    assert "wins most" in said
    assert "The verdict is of all hands, and only of rules and always-call." in said
    # a league is of those who played
    league = ["league", f"dead=exec:{program}", "rules", "random", "-n", "30", *options[2:]]
    done = railbird(*league, "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["players"] == ["rules", "random"]
    assert [(each["player"], each["dealt"]) for each in found["forfeited"]] == [("dead", 120)]
    done = railbird(*league[:3], "-n", "30", *options[2:])
    assert done.returncode == 2
    (said,) = without_notes(done.stderr)
    assert "no league of one: dead was never able to act (the program ended with status 3)" in said


def test_forfeits_come_first_and_the_verdict_says_that_it_counts_them(tmp_path: Path) -> None:
    file = tmp_path / "half.py"
    file.write_text(
        "from railbird import Player\n"
        "class Half(Player):\n"
        "    turns = 0\n"
        "    def act(self, state):\n"
        "        self.turns += 1\n"
        "        return 0 if self.turns != 30 else 99999\n"
    )
    words = ["match", f"half={file}:Half", "rules", "-n", "40", "--seed", "1", "--no-library"]
    done = railbird(*words)
    assert done.returncode == 0
    said = " ".join(done.stdout.split())
    assert said.startswith("half forfeited turns in ")
    assert "The verdict is of all hands; where half forfeited turns, the checks and" in said
    (half,) = json.loads(railbird(*words, "--json").stdout)["forfeited"]
    assert half["player"] == "half"
    assert 0 < half["hands"] < half["dealt"] == 40
    assert not half["never_played"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ring", "vexbot", "rules", "random"], "vexbot plays only heads-up limit holdem, not"),
        (["match", "hubot", "rules", "--betting", "no-limit"], "hubot plays only limit holdem"),
        (["play", "sparbot", "rules"], "sparbot plays only heads-up"),
        (["match", "me=./none.py:Bot", "rules"], "there is no file ./none.py"),
        (["match", "exec:./none", "rules"], "program './none' cannot be run"),
        (["match", PROGRAM, "rules", "--game", "omaha8"], "me plays only limit or no-limit holdem"),
        (["match", "rules", "random", "--time-limit", "0"], "a time limit of 0 s makes no sense"),
        (["play", "rules", "--time-limit", "0"], "a time limit of 0 s makes no sense"),
        (["acpc", "join", "127.0.0.1", "1", "-p", "./none.py:Bot"], "there is no file"),
        (
            ["acpc", "join", "127.0.0.1", "1", "-p", "hubot", "-g", "holdem.nolimit.2p.game"],
            "hubot plays only limit holdem",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    words: list[str], message: str, tmp_path: Path
) -> None:
    options = [] if words[0] == "acpc" else ["--library", str(tmp_path / "l.db")]
    done = railbird(*words, *options)
    assert done.returncode == 2
    assert done.stdout == ""
    (said,) = without_notes(done.stderr)
    assert message in said
    assert not list(tmp_path.iterdir())


ENDS = """
import os, signal, time
from railbird import Player
class Dies(Player):
    def act(self, state):
        os._exit(3)
class Interrupts(Player):
    def act(self, state):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
class Swallows(Player):
    def act(self, state):
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
        except BaseException:
            return 0
class CleansUp(Player):
    def act(self, state):
        class Thing:
            def __del__(self):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(60)
        Thing()
        time.sleep(60)
class Breaks(Player):
    def forget(self):
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
        except BaseException:
            raise SystemExit from None
    def act(self, state):
        return 0
"""


@pytest.fixture
def ends(tmp_path: Path) -> Path:
    file = tmp_path / "ends.py"
    file.write_text(ENDS)
    return file


def test_a_class_that_ends_its_process_is_named(ends: Path, tmp_path: Path) -> None:
    words = ["match", f"me={ends}:Dies", "rules", "-n", "20", "--seed", "1", "--no-library"]
    lost = (
        "railbird: a process of the match ended too early: the code of me may have ended it; a bot "
        "that is a program (exec:COMMAND) cannot"
    )
    done = railbird(*words, "--duplicate", "--processes", "2")
    assert (done.returncode, without_notes(done.stderr)) == (2, [lost])
    log = tmp_path / "log"
    done = railbird(*words, "--duplicate", "--processes", "2", "--out", str(log))
    resume = f"{lost}; give the same command again to resume from {log}, with --seed 1"
    assert (done.returncode, without_notes(done.stderr)) == (2, [resume])
    league = ["league", f"me={ends}:Dies", "rules", "random", "--deals", "2", "--no-library"]
    done = railbird(*league, "--processes", "2")
    assert done.returncode == 2
    (said,) = without_notes(done.stderr)
    assert " of the match me v r" in said
    assert "the code of me may have ended it" in said
    assert "resume" not in said


@pytest.mark.parametrize(
    "bot",
    [
        "CleansUp",
        *(pytest.param(b, marks=pytest.mark.slow) for b in ("Interrupts", "Swallows", "Breaks")),
    ],
)
def test_ctrl_c_says_how_to_resume_and_is_never_lost(ends: Path, tmp_path: Path, bot: str) -> None:
    words = ["match", f"me={ends}:{bot}", "rules", "-n", "500", "--seed", "1"]
    done = installed(*words, "--no-library")
    assert (done.returncode, without_notes(done.stderr)) == (130, ["railbird: interrupted"])
    log, library = tmp_path / "log", tmp_path / "l.db"
    done = installed(*words, "--out", str(log), "--library", str(library))
    assert done.returncode == 130
    said = f"railbird: interrupted: give the same command again to resume from {log}"
    assert without_notes(done.stderr) == [said]


def test_a_league_notes_who_was_made_for_another_game() -> None:
    words = ["league", "rules", "jagbot", "--betting", "no-limit", "--deals", "2", "--no-library"]
    said = without_notes(railbird(*words, "--processes", "1").stderr)
    assert said == ["railbird: jagbot was made for limit holdem: expect poor play in this game"]
    refused = railbird(*words, "hubot")
    (said_once,) = without_notes(refused.stderr)
    assert "hubot plays only limit holdem" in said_once


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (["match"], []),
        (["match"], ["--betting", "no-limit"]),
        (["match"], ["--game", "omaha8"]),
        (["ring", "random"], []),
    ],
    ids=["limit", "no-limit", "omaha8", "ring"],
)
def test_no_verdict_rests_on_a_bot_that_soon_fails(
    tmp_path: Path, table: list[str], words: list[str]
) -> None:
    """Neither of the match nor of its log, on the screen, in JSON and on the page."""
    file, log, page = tmp_path / "dies.py", tmp_path / "log", tmp_path / "page.html"
    file.write_text(
        "from railbird import Player\n"
        "class Dies(Player):\n"
        "    turns = 0\n"
        "    def act(self, state):\n"
        "        self.turns += 1\n"
        "        return 0 if self.turns < 12 else 1 / 0\n"
    )
    command = [table[0], f"me={file}:Dies", "rules", *table[1:], *words]
    options = ["-n", "40", "--seed", "1", "--no-library", "--out", str(log)]
    played = railbird(*command, *options)
    assert played.returncode == 1
    why = re.compile(r"me forfeited turns in \d+ of the \d+ hands in which it had one")
    assert why.match(" ".join(played.stdout.split()))
    found = json.loads(railbird("analyze", str(log), "--json", "--report", str(page)).stdout)
    assert why.fullmatch(found["verdict"]["void"])
    assert not found["verdict"]["sure"]
    said = " ".join(result("analyze", str(log)).split())
    assert f"No verdict on who played better: {found['verdict']['void']}" in said.replace(
        "best", "better"
    )
    assert found["verdict"]["void"] in page.read_text()


@pytest.mark.parametrize("words", [["match"], ["acpc", "deal"]])
def test_a_log_is_no_folder(tmp_path: Path, words: list[str]) -> None:
    players = ["rules", "random"] if words == ["match"] else []
    done = railbird(*words, *players, "--out", str(tmp_path), "--no-library")
    assert done.returncode == 2
    said = f"railbird: --out {tmp_path} is a folder: name a file"
    assert without_notes(done.stderr) == [said]
