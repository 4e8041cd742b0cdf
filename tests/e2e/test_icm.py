"""``railbird icm``, driven as a user would."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from railbird.cli.main import main
from tests.e2e.command import installed, result

STATE = ("--stacks", "2,5,8,13,17", "--payouts", "50,30,20")


def test_help_has_examples() -> None:
    assert re.search(r"Examples:\n +railbird icm --stacks", result("icm", "--help"))


def test_table() -> None:
    text = result("icm", *STATE)
    assert "37.78  0.378  0.300  0.202  0.098  0.022   31.94" in text
    assert "exact: all sets of players" in text


def test_json_with_pairs_and_bounties() -> None:
    found = json.loads(result("icm", *STATE, "--bounties", "1,1,1,1,5", "--pairs", "--json"))
    assert [round(player["payoff"], 2) for player in found["players"]] == [
        5.89,
        13.84,
        20.48,
        27.86,
        31.94,
    ]
    assert found["players"][4]["bounty"] == pytest.approx(9 * 17 / 45)
    assert found["exact"] is True
    assert found["bounties"] == "fixed"
    assert found["pairs"]["bubble_factors"][0][0] is None
    assert found["pairs"]["bubble_factors"][3][4] > 1


def test_models_and_pairs_in_text() -> None:
    assert "32.63" in result("icm", *STATE, "--model", "roberts")
    assert "30.56" in result("icm", *STATE, "--model", "weitzman")
    assert "37.78" in result("icm", *STATE, "--model", "chips")
    text = result("icm", *STATE, "--pairs", "--bounties", "2", "--progressive")
    assert "bubble factor" in text
    assert "risk premium" in text
    assert "progressive bounties" in text


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "states.csv"
    path.write_text("Ann,Bob,Cid\n" + "1,2,3\n4,,5\n\n7,8,9\n" * 200)
    found = json.loads(result("icm", "--csv", str(path), "--payouts", "60,40", "--json"))
    assert len(found["states"]) == 600
    assert found["states"][1]["line"] == 3
    assert found["states"][1]["payoffs"] == pytest.approx([40 + 20 * 4 / 9, 40 + 20 * 5 / 9])
    text = result("icm", "--csv", str(path), "--payouts", "60,40")
    assert text.splitlines()[0] == "line 2:  1: 20.00  2: 36.00  3: 44.00"
    assert "payoffs of 600 states" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--stacks 2,x --payouts 5", "number 2 of --stacks is 'x'"),
        ("--stacks 2,-1 --payouts 5", "stack 2 is -1"),
        ("--stacks 2,0,0 --payouts 5", "stack 2 is 0: leave out"),
        ("--stacks 2 --payouts 5", "at least two players"),
        ("--stacks 2,3 --payouts 5,3,2", "3 payouts for 2 players"),
        ("--stacks 2,3 --payouts 2,3", "first place first"),
        ("--stacks 2,3 --payouts 3 --model foo", "there is no model 'foo'"),
        ("--stacks 2,3 --payouts 3 --bounties 1,2,3", "3 bounties for 2 players"),
        ("--stacks 2,3 --payouts 3 --progressive", "give them with --bounties"),
        ("--stacks 2,3", "--payouts is missing"),
        ("--payouts 3", "--stacks is missing"),
        ("--csv no-such-file --payouts 3", "no-such-file: No such file"),
    ],
)
def test_bad_input(
    words: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refuses(words.split(), sentence, monkeypatch, capsys)


def refuses(
    words: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In this process, which is quicker: one sentence and exit status 2."""
    monkeypatch.setattr(sys, "argv", ["railbird", "icm", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("1,2\n3,zero\n", "", "states.csv line 2: 'zero' is not a stack"),
        ("1,2\n3,0\n", "", "states.csv line 2: '0' is not a stack"),
        ("1,2,3\n5\n", "", "states.csv line 2 has 1 stacks"),
        ("\n", "", "states.csv has no states"),
        ("1,2\n", "--bounties 1,2", "one number for all"),
        ("1,2\n", "--pairs", "--pairs does not go with --csv"),
        ("1,2\n", "--stacks 1,2", "--stacks does not go with --csv"),
    ],
)
def test_bad_csv(
    *,
    tmp_path: Path,
    text: str,
    words: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "states.csv"
    path.write_text(text)
    command = ["--csv", str(path), "--payouts", "3,2", *words.split()]
    refuses(command, sentence, monkeypatch, capsys)


def test_installed_command_ends_with_two() -> None:
    done = installed("icm", "--stacks", "2,-1", "--payouts", "5")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "railbird: stack 2 is -1: a stack cannot be negative\n"
