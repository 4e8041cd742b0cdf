"""``--model solved`` of ``icm`` and ``jam``, and ``tournament show``, as a user would try them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from railbird.tournament.whole.solution import solution
from tests.e2e.test_fgs import call, run

PRIZES = ["--payouts", "50,30,20", "--model", "solved"]
STATE = ["--stacks", "3000,4500,6000", *PRIZES]


def test_icm(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "icm", *STATE, "--blinds", "300/600", "--json"))
    assert found["model"] == "solved"
    paid = [player["payoff"] for player in found["players"]]
    assert paid == pytest.approx(solution().at([10, 15, 20]).tolist())
    assert len(found["players"][0]["places"]) == 3


def test_between_solved_states_there_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["icm"], ["jam", "--blinds", "300/600", "--epsilon", "1e-4"]):
        call(*command, *PRIZES, "--stacks", "3100,4400,6000", status=0)
        assert "interpolated between solved states" in capsys.readouterr().err
        call(*command, *STATE, status=0)
        assert "interpolated" not in capsys.readouterr().err


def test_jam(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "jam", *STATE, "--blinds", "300/600", "--json"))
    assert found["model"] == "solved"
    assert sum(found["payoffs"]) == pytest.approx(1)
    before = solution().at([10, 15, 20]) / 100
    assert found["payoffs"] == pytest.approx(before.tolist(), abs=1e-3)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["icm", *STATE, "--blinds", "200/400"], "that is 300/600"),
        (["icm", *STATE, "--ante", "5"], "--blinds is missing"),
        (["icm", *STATE, "--cut", "0.1"], "--cut needs a model that looks ahead"),
        (["icm", *STATE, "--bounties", "5"], "the model solved has none"),
        (["icm", "-s", "1,2,3,4,5,6", *PRIZES], "6 players: the shipped solution has"),
        (["icm", "-s", "1,2,3", "-p", "60,40", "-m", "solved"], "payouts 60, 40"),
        (["jam", *STATE, "--blinds", "300/600/25"], "without antes"),
        (["jam", *STATE, "--blinds", "300/600", "--bounties", "5"], "has no bounties"),
        (["jam", "-s", "1,2,3", "-b", "1/2", "-m", "solved"], "give them with --payouts"),
    ],
)
def test_what_is_refused(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    call(*words, status=2)
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert says in error
    assert error.startswith("railbird: ")


def test_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "state.html"
    words = ["tournament", "show", "300,12300,900", "--models", "harville,fgs:2"]
    text = run(capsys, *words, "--html", str(page))
    assert "fgs:2 is nearest to the solution" in text
    assert "harville gives the BB" in text
    assert "<svg" in page.read_text(encoding="utf-8")
    found = json.loads(run(capsys, *words, "--json"))
    assert found["seats"] == ["BTN", "SB", "BB"]
    assert found["solved"] == pytest.approx(solution().at([1, 41, 3]).tolist())
    harville = found["models"][0]
    assert harville["off"][2] == pytest.approx(harville["payoffs"][2] - found["solved"][2])
    assert harville["largest"] == pytest.approx(max(map(abs, harville["off"])))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["1,2,x"], "STACKS"),
        (["1,2,3", "--models", "solved"], "give others than solved"),
        (["1,2,3", "--models", "luck"], "there is no model 'luck'"),
        (["1,2,3", "--payouts", "60,40"], "payouts 60, 40"),
        (["1,2,3,4,5,6"], "6 players"),
    ],
)
def test_what_show_refuses(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "state.html"
    call("tournament", "show", *words, "--html", str(page), status=2)
    assert says in capsys.readouterr().err
    assert not page.exists()
