"""The installed command, driven as a user would."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from railbird import __version__
from railbird.cli.main import main
from railbird.players.memory import model_path
from tests.e2e.command import railbird, result, without_notes

COMMANDS = [
    ["equity"],
    ["rank"],
    ["range"],
    ["import"],
    ["hands"],
    ["export"],
    ["matches"],
    ["match"],
    ["ring"],
    ["play"],
    ["analyze"],
    ["icm"],
    ["jam"],
    ["sage"],
    ["reproduce"],
    ["acpc", "deal"],
    ["acpc", "join"],
    ["bench"],
    ["tables", "list"],
    ["tables", "verify"],
    ["tables", "build"],
]


def test_version() -> None:
    assert result("--version") == f"railbird {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_has_an_example(command: list[str]) -> None:
    text = result(*command, "--help")
    assert re.search(rf"Examples?:\n +railbird {' '.join(command)}", text)


@pytest.mark.parametrize(
    "words",
    [
        ["icm", "--stacks", "1,2", "--payouts", "1", "--model", ""],
        ["omaha8", "oracle", "KsQs7d6h", "--position", ""],
        ["jam", "-s", ""],
        ["equity", "AsAh", "KsKh", "--board="],
    ],
)
def test_an_empty_option_is_refused(words: list[str]) -> None:
    """Whatever the command: it would count as not given."""
    done = railbird(*words)
    name = words[-1].rstrip("=") or words[-2]
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"railbird: {name} is empty: give it a value, or leave it out\n"


def test_help_does_not_import_kernels() -> None:
    code = (
        "import sys, railbird.cli.main; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    python = Path(shutil.which("railbird") or "").with_name("python")
    assert subprocess.run([str(python), "-c", code], check=False).returncode == 0


def test_equity_text_and_json() -> None:
    text = result("equity", "AcKc", "7h6h")
    assert "60.3628" in text
    assert "exact: all 1,712,304 boards" in text
    found = json.loads(result("equity", "AcKc", "7h6h", "--json"))
    assert found["exact"] is True
    assert found["seed"] is None
    assert found["players"][0]["win"] == pytest.approx(1_029_832 / 1_712_304)
    assert found["version"] == __version__


def test_equity_sampled_is_reproducible() -> None:
    words = ["equity", "22+", "random", "AKs", "--samples", "20000", "--seed", "3", "--json"]
    first, second = json.loads(result(*words)), json.loads(result(*words, "--threads", "1"))
    assert first["players"] == second["players"]
    assert first["seed"] == 3
    assert first["deals"] == 20000
    assert 0 < first["players"][0]["error"] < 0.01


def test_equity_omaha() -> None:
    found = json.loads(result("equity", "AsAdQsJd", "5h4s3c2h", "-g", "omaha8", "--json"))
    assert found["players"][0]["equity"] == pytest.approx(0.4947, abs=5e-5)
    assert sum(found["players"][1]["shares"].values()) == pytest.approx(1)
    assert found["players"][1]["halves"]["low"] == 1
    assert found["any_low"] == pytest.approx(found["players"][1]["halves"]["made"])


def test_equity_omaha_shows_high_and_low_apart() -> None:
    words = ["equity", "AsAdQsJd", "5h4s3c2h", "-g", "omaha8"]
    text = result(*words, COLUMNS="80")
    assert "5h4s3c2h   50.5324   37.43  100.00    37.43        53.86" in text
    assert "53.86 % of deals have one" in text
    narrow = result(*words, "--samples", "500", "--seed", "1", COLUMNS="60")
    assert narrow.count("±") == 6  # of each figure that is sampled, and of the deals with a low
    assert max(map(len, narrow.splitlines())) <= 60


def test_equity_omaha_without_a_low() -> None:
    text = result("equity", "AsAdKsKd", "JhTh9c8c", "-g", "omaha")
    assert "61.4813" in text
    assert "low" not in text


def test_rank() -> None:
    found = json.loads(result("rank", "AcKc", "--board", "Ks5h3d", "--json"))
    assert found["made"] == "pair of kings (KsKcAc5h3d)"
    assert found["seven_card_rank"] == pytest.approx(0.8687, abs=5e-5)
    text = result("rank", "AsAd2s3d", "--board", "4h7cKs8d2h", "--game", "omaha8")
    assert "7-4-3-2-A" in text
    assert "low place   the nuts" in text
    assert found["standing"]["outs"]["three of a kind"] == ["Kh", "Kd"]
    found = json.loads(result("rank", "AsAd2s3d", "-b", "4h7cKs8d2h", "-g", "omaha", "--json"))
    assert found["made"] == "pair of aces (AsAdKs8d7c)"
    assert "low" not in found


@pytest.mark.parametrize("width", [60, 80])
def test_rank_names_the_nuts_and_the_outs(width: int) -> None:
    words = ["rank", "AsAd2s3d", "--board", "4h7cKs", "--game", "omaha8"]
    text = result(*words, COLUMNS=str(width))
    assert "nuts" in text
    assert "2: Ah Ac, all to the nuts" in text
    assert max(map(len, text.splitlines())) <= width


def test_rank_of_a_hand_that_has_the_nuts() -> None:
    words = ["rank", "AsAd2s3d", "--board", "4h7cKs8d", "--game", "omaha8"]
    text = result(*words, COLUMNS="200")
    better = next(line for line in text.splitlines() if "outs to a better low" in line)
    assert better.endswith(", all to the nuts")
    assert "outs to a low" not in text
    assert "stays the low nuts       after any card" in text
    assert "3s" in json.loads(result(*words, "--json"))["low_standing"]["outs_to_nuts"]
    words = ["rank", "AsAd", "--board", "AhTh7c"]
    assert "13: Ac 5s 5d 5c 4s" in result(*words, COLUMNS="200"), "a six may make a straight"


def test_range_draws(tmp_path: Path) -> None:
    svg, png = tmp_path / "grid.svg", tmp_path / "grid.png"
    text = result("range", "22+,A2s+", "--svg", str(svg), "--png", str(png))
    assert "22+, A2s+ · 126 combos · 9.5 %" in text
    assert ET.parse(svg).getroot().tag.endswith("svg")
    with Image.open(png) as image:
        assert image.width > 500
    found = json.loads(result("range", "QQ, KK, AA", "--json"))
    assert found["text"] == "QQ+"
    assert found["combos"] == 18


def test_tables() -> None:
    names = {row["name"] for row in json.loads(result("tables", "list", "--json"))}
    assert names >= {"evaluator", "holdem_preflop", "divat_preflop", "divat_preflop_7chr"}
    assert set(json.loads(result("tables", "verify", "--json")).values()) == {"ok"}


def test_tables_build_elsewhere(tmp_path: Path) -> None:
    shipped = {
        row["name"]: row["checksum"] for row in json.loads(result("tables", "list", "--json"))
    }
    assert shipped["evaluator"] in result("tables", "build", "evaluator", "--out", str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {"evaluator.npz", "manifest.json"}


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


def test_bench_quick() -> None:
    rows = json.loads(result("bench", "--quick", "--json"))
    assert len(rows) >= 10
    assert all(row["seconds"] > 0 for row in rows)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["equity", "AcKc", "AcQd"], "Ac occurs twice"),
        (["equity", "AcKcQdJdTd9d", "AA"], "AcKcQdJdTd9d"),
        (["equity", "1hKc", "AA"], "'1h'"),
        (["equity", "", "AA"], "range"),
        (["equity", "QQ,50%:QQ", "AA"], "QQ"),
        (["equity", "AA", "KK", "--board", "2c3c"], "2c3c"),
        (["equity", "AA", "KK", "--dead", "AcAdAh"], "Ac Ad Ah"),
        (["equity", "150%:AA", "KK"], "150%"),
        (["equity", "AA", "AA", "AA"], "no deal"),
        (["equity", "AA"], "2 to 10 players, not 1"),
        (["equity", "AA", "KK", "--game", "stud"], "stud"),
        (["equity", "AA", "KK", "--method", "guess"], "guess"),
        (["equity", "AA", "KK", "--error", "0"], "error of 0"),
        (["rank", "AcKc", "--board", "AcKd2d"], "Ac"),
        (["rank", "AcKcQd"], "AcKcQd"),
        (["range", "XX+"], "XX+"),
        (["range", "22+", "--svg", "no/such/folder/grid.svg"], "no/such/folder"),
        (["tables", "build", "nothing"], "nothing"),
        (["import", "no/such/file"], "no/such/file"),
        (["hands", "--since", "tomorrow"], "tomorrow"),
        (["hands", "--library", "README.md/below"], "README.md/below"),
        (["export", "hands.txt", "--format", "morse", "--library", "{folder}/l.db"], "morse"),
        (["match", "rules", "nobody"], "nobody"),
        (["match", "rules", "random", "--blinds", "two"], "two"),
        (["match", "rules", "random", "--hands", "0"], "--hands 0 is too few"),
        (["ring", "rules", "random", "--hands", "-1"], "--hands -1 is too few"),
        (["play", "--hands", "0"], "--hands 0 is too few"),
        (["play", "--hands", "-3"], "--hands -3 is too few"),
        (["acpc", "deal", "--hands", "0"], "--hands 0 is too few"),
        (["equity", "AcKc", "7h6h", "--threads", "0"], "--threads 0 is too few"),
        (["match", "rules", "random", "--betting", "wild"], "wild"),
        (["match", "rules", "random", "--no-library", "--library", "l.db"], "--no-library"),
        (["match", "rules", "random", "--processes", "0"], "--processes 0 is too few"),
        (["match", "rules", "random", "--library", "README.md/below"], "README.md/below"),
        (["ring", *["random"] * 11], "11 players"),
        (["analyze", "no/such.log"], "no/such.log is not a file"),
        (["analyze", "README.md", "--report", "no/such/folder/r.html"], "no/such/folder"),
        (["analyze", "README.md", "--columns", "no/such/folder/c"], "no/such/folder"),
        (["analyze", "README.md", "--report", "."], "it is a folder"),
        (["analyze", "README.md", "--columns", "."], "it is a folder"),
        (["analyze", "examples/match.jsonl.gz", "--smooth", "round"], "'round'"),
        (
            ["analyze", "examples/match.jsonl.gz", "--cluster", "over there"],
            "'over there' is not a cluster address",
        ),
        (["analyze", "examples/match.jsonl.gz", "--cluster", "127.0.0.1:1"], "no cluster answers"),
        (["analyze", "--hand", "AcKc 7h6h SlX"], "'X' in round 1"),
        (["analyze", "--hand", "AcKc AcQd SlF"], "Ac"),
        (["analyze", "--match", "nobody's", "--library", "{folder}/l.db"], "there is no library"),
        (["reproduce", "kan-0.0"], "kan-0.0"),
        (["reproduce"], "--list"),
        (["acpc", "deal", "--game", "no/such.game"], "no/such.game"),
        (["acpc", "deal", "--ports", "1,2,3"], "ports"),
        (["acpc", "deal", "--no-library", "--library", "l.db"], "--no-library"),
        (["acpc", "join", "127.0.0.1", "1", "--player", "nobody"], "nobody"),
        (["tables", "build", "evaluator", "--out", "no/such/folder"], "no/such/folder"),
    ],
)
def test_bad_input_is_one_sentence_and_status_two(
    words: list[str],
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    words = [word.replace("{folder}", str(tmp_path)) for word in words]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # not the user's own library
    monkeypatch.setattr(sys, "argv", ["railbird", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.out == ""
    (line,) = without_notes(said.err)
    assert named in line


def test_the_process_itself_ends_with_status_two() -> None:
    done = railbird("equity", "AcKc", "AcQd")
    assert done.returncode == 2
    assert done.stderr == (
        "railbird: Ac occurs twice in hands, board and dead cards; give each card once\n"
    )


def test_ctrl_c_is_not_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("railbird.evaluate.equities.equity.equity", interrupt)
    monkeypatch.setattr(sys, "argv", ["railbird", "equity", "AA", "KK"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 130
    assert capsys.readouterr().err == "railbird: interrupted\n"
