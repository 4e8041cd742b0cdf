"""``railbird analyze --known``: AIVAT beside the other estimators."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.command import railbird


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("known") / "match.jsonl"
    words = ["match", "sparbot", "random", "--hands", "60", "--seed", "3", "--no-library"]
    assert railbird(*words, "--out", str(path)).returncode == 0
    return path


def test_all_estimators_side_by_side(log: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    plain = json.loads(railbird("analyze", str(log), "--json").stdout)
    assert [line["name"] for line in plain["estimators"]] == [
        "money", "DIVAT", "AIE", "AIE DIVAT", "EVAT",
    ]  # fmt: skip
    ending = railbird("analyze", str(log), "--known", "sparbot", "--json", "--report", str(page))
    found = json.loads(ending.stdout)
    aivat = found["estimators"][-1]
    assert aivat["name"] == "AIVAT"
    assert aivat["unbiased"]
    assert aivat["reduction"] > found["estimators"][1]["reduction"]
    assert found["verdict"]["by"] == pytest.approx(abs(aivat["mean"]))
    assert found["divat"] == plain["divat"]
    assert found["judged_by"] == "AIVAT"
    assert "judged by AIVAT" in page.read_text()


def test_on_the_screen_and_refused(log: Path) -> None:
    shown = railbird("analyze", str(log), "--known", "sparbot").stdout
    assert "Unbiased estimators" in shown
    assert "Judged by AIVAT" in " ".join(shown.split())
    assert "sparbot plays like sparbot" in shown
    for known, why in (
        ("Ann=sparbot", "Ann does not play in match.jsonl"),
        ("random=always-call", "random does not play like always-call"),
        ("vexbot", "does not state its probabilities"),
        ("nosuch", "is not known"),
    ):
        ending = railbird("analyze", str(log), "--known", known)
        assert ending.returncode == 2
        assert why in ending.stderr


def test_fitted_values_judge_other_games_only(log: Path, tmp_path: Path) -> None:
    past, values = tmp_path / "past.jsonl", tmp_path / "values.npz"
    words = ["match", "rules", "random", "--hands", "300", "--seed", "4", "--no-library"]
    assert railbird(*words, "--out", str(past)).returncode == 0
    found = json.loads(railbird("fit", str(past), "--out", str(values), "--json").stdout)
    assert found["games"] == 300
    assert found["sessions"] == 10
    judged = json.loads(railbird("analyze", str(log), "--values", str(values), "--json").stdout)
    assert judged["estimators"][-1]["name"] == "MIVAT"
    assert "300 other games" in judged["how"][0]
    ending = railbird("analyze", str(past), "--values", str(values))
    assert ending.returncode == 2
    assert "the values were fitted to games of past.jsonl" in ending.stderr
    assert "weights" in railbird("fit", str(past), "--out", str(values)).stdout


def test_no_limit_logs_are_analysed_like_limit_ones(tmp_path: Path) -> None:
    log, page = tmp_path / "wild.jsonl", tmp_path / "wild.html"
    words = ["match", "rules", "bluffer", "--hands", "60", "--seed", "3", "--no-library"]
    assert railbird(*words, "--betting", "no-limit", "--out", str(log)).returncode == 0
    found = json.loads(railbird("analyze", str(log), "--json", "--report", str(page)).stdout)
    names = [each["name"] for each in found["estimators"]]
    assert names == ["money", "known luck out", "AIE", "DIVAT", "least variance"]
    assert found["unit"] == found["verdict"]["unit"] == "bb per game"
    assert "exact from the flop on" in page.read_text()
    shown = railbird("analyze", str(log)).stdout
    assert "bb per game" in shown
    assert "DIVAT by round" in shown
    assert "Judged by least variance" in " ".join(shown.split())
    both = ("--known", "rules", "--known", "bluffer")
    known = json.loads(railbird("analyze", str(log), *both, "--json").stdout)
    by_name = {each["name"]: each for each in known["estimators"]}
    assert by_name["AIVAT"]["reduction"] > by_name["DIVAT"]["reduction"]
    assert known["judged_by"].startswith("least variance (")
    ending = railbird("analyze", str(log), "--known", "Ann=rules")
    assert ending.returncode == 2
    assert "does not play in wild.jsonl" in ending.stderr


def test_duplicate_deals_reach_the_verdict(tmp_path: Path) -> None:
    log, past, values = (tmp_path / name for name in ("log.jsonl", "past.jsonl", "values.npz"))
    words = ["match", "rules", "random", "--no-library"]
    more = ["--hands", "40", "--seed", "3", "--duplicate", "--out", str(log)]
    assert railbird(*words, *more).returncode == 0
    assert railbird(*words, "--hands", "200", "--seed", "4", "--out", str(past)).returncode == 0
    assert railbird("fit", str(past), "--out", str(values)).returncode == 0
    ending = railbird("analyze", str(log), "--duplicate", "--values", str(values), "--json")
    found = json.loads(ending.stdout)
    (mivat,) = found["duplicate"]["others"]
    divat = found["duplicate"]["divat"]
    assert divat["deviation"] < mivat["deviation"]  # so it judges, though the other was asked for
    assert found["judged_by"] == "DIVAT, averaged over duplicate deals"
    assert found["verdict"]["by"] == pytest.approx(abs(divat["mean"]))
    assert found["verdict"]["count"] == found["duplicate"]["deals"] == mivat["count"]


def test_a_log_of_several_games_is_said_to_be_one_at_once(log: Path, tmp_path: Path) -> None:
    other, mixed = tmp_path / "other.jsonl", tmp_path / "mixed.jsonl"
    words = ["match", "sparbot=rules", "random", "--hands", "5", "--no-library"]
    assert railbird(*words, "--betting", "no-limit", "--out", str(other)).returncode == 0
    mixed.write_text(log.read_text() + other.read_text())
    ending = railbird("analyze", str(mixed), "--player", "random")
    assert ending.returncode == 0
    assert "limit holdem and no-limit holdem; only limit hold'em is analysed" in ending.stderr
    ending = railbird("analyze", str(other), "--runtime")
    assert ending.returncode == 2
    assert "is no-limit hold'em" in ending.stderr


def test_what_is_printed_goes_to_stdout(log: Path) -> None:
    """Simple players are asked in several threads."""
    ending = railbird("analyze", str(log), "--known", "random", "--json")
    assert ending.returncode == 0
    assert json.loads(ending.stdout)["judged_by"].startswith("AIVAT")


def test_the_same_hands_do_not_count_twice(log: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(log.read_bytes())
    for twice in (str(copy), str(log)):
        ending = railbird("analyze", str(log), twice)
        assert ending.returncode == 2
        assert "have the same hands, which would count twice: give one" in ending.stderr


BAD = """
from railbird.players.base import Player
from railbird.table import CALL

class Short(Player):
    def act(self, state):
        return CALL
    def all_probabilities(self, state, board):
        return {CALL: [1.0] * 10}

class Nothing(Short):
    def all_probabilities(self, state, board):
        return None
"""


@pytest.mark.parametrize("name", ["Short", "Nothing"])
def test_bots_that_state_nonsense(log: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "bot.py").write_text(BAD)
    ending = railbird("analyze", str(log), "--known", f"random={tmp_path}/bot.py:{name}")
    assert ending.returncode == 2
    assert "cannot state its probabilities" in ending.stderr
    assert "Traceback" not in ending.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["blackjack", "ev", "4,5", "7", "--decks", "inf", "--gone", "5,5"], "--gone changes noth"),
        (
            ["match", "rules", "random", "-n", "2", "--no-library", "--processes", "2"],
            "--duplicate",
        ),
        (["match", "=rules", "random", "-n", "2", "--no-library"], "has no name before '='"),
    ],
)
def test_options_that_would_change_nothing(words: list[str], said: str) -> None:
    ending = railbird(*words)
    assert ending.returncode == 2
    assert said in ending.stderr
