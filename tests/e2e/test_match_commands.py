"""Matches, from the command to the library and the log, at the table and over the wire."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from railbird.players.memory import model_path
from tests.e2e.command import railbird, result, without_notes


def test_a_match_into_the_library_and_out_again(tmp_path: Path) -> None:
    log, shelf = tmp_path / "match.jsonl", tmp_path / "hands.db"
    words = ["match", "Ann=rules", "Bob=random", "-n", "50", "--duplicate", "--seed", "3"]
    words += ["--out", str(log), "--library", str(shelf), "--processes", "2", "--json"]
    played = json.loads(result(*words))
    assert played["hands"] == 100
    assert [player["name"] for player in played["players"]] == ["Ann", "Bob"]
    found = json.loads(result("hands", "--library", str(shelf), "--limit", "3", "--json"))
    assert [hand["number"] for hand in found["hands"]] == ["0", "1", "2"]
    assert found["total"] == 100
    assert len(found["hands"]) == 3
    after = str(found["next"])
    more = json.loads(result("hands", "-L", str(shelf), "--after", after, "--limit", "1", "--json"))
    assert more["hands"][0]["number"] == "3"
    again = json.loads(result("import", str(log), "-L", str(shelf), "--json"))
    assert again["files"][0] | {"file": ""} == {
        "file": "",
        "added": 0,
        "known": 100,
        "problems": 0,
    }
    (kept,) = json.loads(result("matches", "-L", str(shelf), "--json"))
    assert kept["name"] == "Ann=rules v Bob=random, limit holdem 1/2, 50 duplicate deals, seed 3"
    assert (kept["hands"], kept["seed"], kept["players"]) == (100, 3, ["Ann", "Bob"])
    assert (kept["kind"], kept["duplicate"], kept["asked"]) == ("match", True, 100)
    assert "100" in result("matches", "-L", str(shelf))
    assert kept["finished"]
    of_match = json.loads(result("hands", "-L", str(shelf), "--match", kept["name"], "--json"))
    assert of_match["total"] == 100
    assert json.loads(result("hands", "-L", str(shelf), "--match", "1", "--json"))["total"] == 100
    out = tmp_path / "copy.jsonl"
    assert "100 hands written" in result("export", str(out), "-L", str(shelf))
    assert out.read_bytes() == log.read_bytes()


def test_a_match_goes_to_the_library_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = ["match", "random", "Bob=random", "-n", "30", "--seed", "1"]
    result(*words, "--no-library")
    assert json.loads(result("hands", "--json"))["total"] == 0
    for _ in range(2):  # the same hands again
        result(*words)
        assert json.loads(result("hands", "--json"))["total"] == 30
    result(*words, "--betting", "no-limit")
    assert [row["hands"] for row in json.loads(result("matches", "--json"))] == [30, 30]


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    log, shelf = tmp_path / "match.jsonl", tmp_path / "l.db"
    words = ["match", "random", "Bob=random", "-o", str(log), "-L", str(shelf), "--json"]
    first = json.loads(result(*words, "-n", "30"))
    more = json.loads(result(*words, "-n", "50"))  # with the seed of the log
    assert more["seed"] == first["seed"]
    assert len(log.read_text().splitlines()) == 50
    assert json.loads(result("hands", "-L", str(shelf), "--json"))["total"] == 50
    words = ["match", "random", "Bob=random", "-o", str(log), "-n", "60"]
    done = railbird(*words, "--no-library")
    assert done.returncode == 2
    assert f"seed {first['seed']}': give --seed" in done.stderr
    result(*words, "--no-library", "--seed", str(first["seed"]))
    assert len(log.read_text().splitlines()) == 60


def test_a_match_at_a_terminal_shows_how_it_stands(tmp_path: Path) -> None:
    command = shutil.which("railbird")
    assert command
    words = [command, "match", "random", "[b]Bob=random", "-n", "40000", "--seed", "1"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*words, "-L", str(tmp_path / "l.db")],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "COLUMNS": "160", "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not some:
                break
            seen += some
        out = process.communicate()[0].decode()
    os.close(ours)
    assert process.returncode == 0
    assert "random v [b]Bob=random, limit holdem 1/2" in out
    text = seen.decode()
    assert re.search(r"[\d,]+ of 40,000 hands, [\d,]+/s", text)
    assert re.search(r"(random|\[b\]Bob) leads by \+\d\.\d+ ± \d\.\d+ sb/hand", text)


def test_ring() -> None:
    words = ["ring", "rules", "Ann=always-call", "Bob=random", "-n", "30", "--seed", "1"]
    text = result(*words, "--no-library")
    assert "rules v Ann=always-call v Bob=random, limit holdem 1/2, seed 1" in " ".join(
        text.split()
    )
    assert "30 hands" in text


def test_a_second_player_of_a_name_gets_a_number() -> None:
    words = ["-n", "20", "--seed", "1", "--no-library", "--json"]
    found = json.loads(result("match", "rules", "rules", *words))
    assert [player["name"] for player in found["players"]] == ["rules", "rules-2"]
    found = json.loads(result("ring", "rules", "rules-2=random", "rules", "Al=random", *words))
    names = [player["name"] for player in found["players"]]
    assert names == ["rules", "rules-2", "rules-3", "Al"]


def test_a_log_is_written_by_one_process_only(tmp_path: Path) -> None:
    command = shutil.which("railbird")
    assert command
    log, shelf = tmp_path / "match.jsonl", str(tmp_path / "l.db")
    words = ["match", "rules", "random", "-n", "10000000", "--seed", "1", "-o", str(log)]
    words += ["-L", shelf]
    with subprocess.Popen([command, *words], stderr=subprocess.DEVNULL) as first:
        while not log.exists() or log.read_bytes().count(b"\n") < 10:
            assert first.poll() is None
            time.sleep(0.1)
        first.send_signal(signal.SIGSTOP)
        before = log.read_bytes()
        second = railbird(*words)
        assert second.returncode == 2
        (said,) = without_notes(second.stderr)
        assert said.startswith(f"railbird: {log} is in use by another process: ")
        assert log.read_bytes() == before
        first.kill()
    hands = before.count(b"\n") + 5
    result(*words[:4], str(hands), *words[5:])  # the kill has left no lock
    assert log.read_bytes().count(b"\n") == hands


def test_a_person_at_the_table(tmp_path: Path) -> None:
    words = ["play", "always-call", "--seed", "3", "--library", str(tmp_path / "l.db")]
    seen = result(*words, keys="c\n" * 4 + "r\n" * 4 + "q\n")
    assert "you hold" in seen
    assert "2 hands" in seen
    where = f"--library {tmp_path / 'l.db'}"
    page = f"railbird analyze --last --player you --report session.html {where}"
    assert seen.splitlines()[-2:] == [
        f"to see where your equity went: railbird analyze --last {where}",
        f"for a page with all your decisions: {page}",
    ]
    found = json.loads(result("hands", "--library", str(tmp_path / "l.db"), "--json"))
    assert found["total"] == 2
    assert "you" in found["hands"][0]["players"]
    assert found["hands"][0]["when"]
    (kept,) = json.loads(result("matches", "--library", str(tmp_path / "l.db"), "--json"))
    assert (kept["kind"], kept["seed"], kept["asked"]) == ("play", 3, None)
    assert kept["finished"]


def test_a_person_at_a_table_of_omaha_hi_lo(tmp_path: Path) -> None:
    shelf = str(tmp_path / "l.db")
    words = ["play", "rules", "--game", "omaha8", "--seed", "4", "--hands", "3", "-L", shelf]
    done = railbird(*words, keys="c\n" * 40)
    assert done.returncode == 0
    assert "play poorly" not in done.stderr
    assert "  high: you · low: rules\n" in done.stdout
    assert (
        f"to see where your equity went: railbird analyze --last --library {shelf}" in done.stdout
    )
    told = result("analyze", "--last", "-L", shelf)
    assert told.startswith("you against rules: 3 games of match you at the table")


def test_a_damaged_model_is_said_in_a_line_and_set_aside(tmp_path: Path) -> None:
    words = ["play", "poki", "--seed", "3", "--models", str(tmp_path), "--hands", "1"]
    words += ["--library", str(tmp_path / "l.db")]
    path = model_path(tmp_path, "you", "poki")
    path.write_text("{")
    done = railbird(*words, keys="f\n" * 9)
    assert done.returncode == 0
    assert "railbird: the model of 'you' cannot be used" in done.stderr
    assert "Warning" not in done.stderr
    assert path.with_name(path.name + ".corrupt").read_text() == "{"


def test_a_match_over_the_wire(tmp_path: Path) -> None:
    command = shutil.which("railbird")
    assert command
    log, shelf = tmp_path / "match.log", str(tmp_path / "l.db")
    words = ["acpc", "deal", "-n", "40", "--seed", "2", "--names", "Spa,Jag", "--out", str(log)]
    with subprocess.Popen(
        [command, *words, "-L", shelf, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as dealer:
        assert dealer.stderr is not None
        told = "".join(dealer.stderr.readline() for _ in range(3))
        assert told.endswith("waiting for Spa, Jag\n")
        ports = re.findall(r"^\w+: 127\.0\.0\.1 port (\d+)$", told, re.MULTILINE)
        join = [command, "acpc", "join", "127.0.0.1"]
        clients = [
            subprocess.Popen([*join, port, "--player", kind, "--json"], stdout=subprocess.PIPE)
            for port, kind in zip(ports, ("sparbot", "jagbot"), strict=True)
        ]
        out, _ = dealer.communicate()
    assert dealer.returncode == 0
    told = json.loads(out)
    assert told["faults"] == []
    for player in told["players"]:
        assert player["low"] < player["mean"] < player["high"]
    for client in clients:
        said, _ = client.communicate()
        assert client.returncode == 0
        assert json.loads(said)["hands"] == 40
        assert not json.loads(said)["forfeits"]
    (kept,) = json.loads(result("matches", "-L", shelf, "--json"))
    assert kept["name"].startswith("match: Spa v Jag, holdem.limit.2p.reverse_blinds.game, 40 hand")
    assert (kept["kind"], kept["hands"], kept["asked"], kept["seed"]) == ("acpc", 40, 40, 2)
    assert kept["players"] == ["Spa", "Jag"]
    assert kept["finished"]
    found = json.loads(result("import", str(log), "-L", shelf, "--json"))
    assert (found["files"][0]["added"], found["files"][0]["known"]) == (0, 40)
