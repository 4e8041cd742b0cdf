"""Bad input ends in one sentence and status two, and Ctrl-C in one word."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from railbird.cli.main import main
from tests.e2e.command import railbird, without_notes


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
