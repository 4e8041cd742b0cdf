"""Values of equity models beside solved tournaments, as a command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import railbird, result


def compared(*words: str) -> Any:
    return json.loads(result("tournament", "models", *words, "--json"))


def test_models_of_the_shipped_solution_and_of_a_file(tmp_path: Path) -> None:
    shipped = compared("--players", "2", "--units", "45")["levels"][0]["models"]
    assert [one["model"] for one in shipped] == ["harville", "weitzman", "roberts", "pressure"]
    file = str(tmp_path / "values.npz")
    words = ("--players", "2", "--units", "9", "--payouts", "100")
    result("tournament", "solve", *words, "--out", file)
    known = compared(*words, "--values", file)["levels"][0]["models"]
    solved = compared(*words)["levels"][0]["models"]
    for one, other in zip(known, solved, strict=True):
        assert one["by_state"]["relative"] == pytest.approx(other["by_state"]["relative"], abs=1e-4)
    screen = result("tournament", "models", *words)
    assert "2 players, 9 units, prizes 100" in screen


def test_models_at_each_level() -> None:
    words = ("--players", "2", "--units", "8", "--levels", "2:2/4,3:3/6")
    found = compared(*words)
    assert [(one["hand"], one["blinds"]) for one in found["levels"]] == [
        (0, "1/2"),
        (2, "2/4"),
        (3, "3/6"),
    ]
    off = [one["models"][0]["by_state"]["absolute"] for one in found["levels"]]
    assert len(set(off)) == 3
    solved = json.loads(result("tournament", "solve", *words, "--json"))
    assert [sum(level["values"]) for level in solved["levels"]] == pytest.approx([80, 80, 80])
    assert "2/4" in result("tournament", "solve", *words)


def test_a_file_of_values_is_small_and_enough_to_go_on(tmp_path: Path) -> None:
    whole, small = tmp_path / "all.npz", tmp_path / "values.npz"
    words = ("tournament", "solve", "--players", "2", "--units", "30", "--json")
    result(*words, "--out", str(whole))
    first = json.loads(result(*words, "--out", str(small), "--keep", "values", "--loops", "1"))
    assert small.stat().st_size < whole.stat().st_size / 10
    again = json.loads(result(*words, "--out", str(small), "--keep", "values"))
    assert not first["converged"]
    assert again["converged"]
    assert again["loops"][0] == first["loops"][0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["models", "--gamma", "0"], "give a share of the prizes"),
        (["models", "--levels", "2:2/4", "--values", "x.npz"], "those of fixed blinds"),
        (["models", "--levels", "2:1.5/3"], "give whole units"),
        (["models", "--levels", "2/4"], "does not say after how many hands it begins"),
        (["models", "--levels", "0:2/4"], "give both, such as '6:2/4'"),
        (["models", "--levels", "6:2/4,3:3/6"], "levels begin after 0, 6, 3 hands"),
        (["models", "--gamma", "5"], "--gamma 5"),
        (["solve", "--levels", "2:2/4", "--loops", "3"], "goes without --out"),
        (["solve", "--keep", "values"], "--keep values is for --out"),
        (["solve", "--keep", "x", "--out", "x.npz"], "choose all or values"),
        (["solve", "--players", "9"], "need 17,989 GB of memory"),
        (["solve", "--gamma", "nan"], "--gamma nan"),
        (["solve", "--loops", "0"], "--loops 0"),
        (["solve", "--out", "nowhere/x.npz"], "there is no folder nowhere"),
        (["study", "--out", "nowhere/x.npz"], "there is no folder nowhere"),
        (["study", "--match-payouts", "10,20,70"], "payout 20 of place 2 is above"),
        (["study", "--ranked", "-1"], "--ranked -1"),
        (["solve", "--players", "3", "--units", "2"], "give 2 players"),
        (["show", "10,15,20", "--payouts", "65,35"], "solve yours with"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], says: str) -> None:
    ending = railbird("tournament", *words)
    assert ending.returncode == 2
    assert says in ending.stderr
    assert not ending.stdout


@pytest.mark.parametrize("what", ["solve", "study"])
def test_a_file_that_is_damaged_is_named(what: str, tmp_path: Path) -> None:
    for name, content in (("text.npz", b"notes"), ("empty.npz", b""), ("cut.npz", b"PK\3\4abc")):
        file = tmp_path / name
        file.write_bytes(content)
        ending = railbird("tournament", what, "--units", "6", "--out", str(file))
        assert ending.returncode == 2
        assert f"{file} is damaged, or no file that railbird wrote" in ending.stderr
        assert file.read_bytes() == content


def test_a_study_of_another_tournament_is_refused_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "study.npz"
    words = ["tournament", "study", "--players", "2", "--depths", "0", "--out", str(file)]
    assert railbird(*words, "--units", "6").returncode == 0
    ending = railbird(*words, "--units", "7")
    assert ending.returncode == 2
    assert f"{file} holds another study" in ending.stderr


def test_a_state_is_shown_with_its_blinds() -> None:
    shown = railbird("tournament", "show", "3000,4500,6000", "--models", "harville")
    assert "blinds 300/600, prizes 50/30/20" in shown.stdout


def test_value_iteration_says_what_it_is() -> None:
    words = ["--players", "2", "--units", "20", "--algorithm", "vi-margin", "--loops", "1"]
    ending = railbird("tournament", "solve", *words)
    assert "Values of a look-ahead of 1 hand;" in ending.stdout
