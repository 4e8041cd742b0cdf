"""``--model fgs:…`` and ``--ranking``, as a user would try them."""

from __future__ import annotations

import json
import sys

import pytest

from railbird.cli.main import main

STATE = ["--stacks", "3000,4500,6000", "--payouts", "50,30,20"]
AHEAD = ["--model", "fgs:2", "--blinds", "300/600"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    call(*words, status=0)
    return capsys.readouterr().out


def call(*words: str, status: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["railbird", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert (stopped.value.code or 0) == status


def test_icm(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "icm", *STATE, *AHEAD, "--levels", "1:400/800/50", "--json"))
    assert found["model"] == "fgs:2"
    assert found["exact"] is False
    assert [depth["depth"] for depth in found["depths"]] == [0, 1]
    assert found["depths"][1]["hands"] > 5
    assert sum(player["payoff"] for player in found["players"]) == pytest.approx(100)
    text = run(capsys, "icm", *STATE, *AHEAD)
    assert "hands ahead" in text
    assert "ranges by the ranking heads-up" in text


def test_jam(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "jam", *STATE, *AHEAD, "--epsilon", "1e-5", "--json"))
    assert found["model"] == "fgs:2"
    assert found["epsilon"] <= 1e-5
    assert [depth["depth"] for depth in found["look_ahead"]] == [0, 1]
    assert sum(found["payoffs"]) == pytest.approx(1)
    plain = json.loads(run(capsys, "jam", *STATE, "--blinds", "300/600", "--json"))
    assert plain["look_ahead"] == []
    assert max(abs(x - y) for x, y in zip(found["payoffs"], plain["payoffs"], strict=True)) > 0.003


def test_rules_of_the_look_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["icm", *STATE, *AHEAD, "--cut", "1e-3"]
    plain = run(capsys, *words)
    for more in (
        ("--moves", "big-blind"),
        ("--ties", "random"),
        ("--fgs-ranking", "sklansky-chubukov"),
    ):
        assert run(capsys, *words, *more).split("payoff")[1] != plain.split("payoff")[1]
    assert "the big blind moves" in " ".join(run(capsys, *words, "--moves", "big-blind").split())
    assert run(capsys, *words, "--moves", "button").split()[:30] == plain.split()[:30]


def test_ranking(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["jam", *STATE, "--blinds", "300/600", "--ranking", "sklansky-chubukov"]
    found = json.loads(run(capsys, *words, "--json"))
    assert found["ranking"] == "sklansky-chubukov"
    assert 0 <= found["ranked_epsilon"] < 1e-4 < found["epsilon"] < 1e-3
    assert "with ranges of the ranking" in run(capsys, *words)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["icm", *STATE, "--model", "fgs:2"], "needs the blinds: give --blinds 300/600"),
        (["icm", *STATE, "--model", "fgs:deep", "--blinds", "1/2"], "give the number of hands"),
        (["icm", *STATE, "--cut", "0.1"], "--cut needs a model that looks ahead"),
        (["icm", *STATE, "--moves", "button"], "--moves needs a model that looks ahead"),
        (["icm", *STATE, "--ties", "random"], "--ties needs a model that looks ahead"),
        (["icm", *STATE, *AHEAD, "--moves", "x"], "moves 'x': choose button or big-blind"),
        (["icm", *STATE, *AHEAD, "--full", "--fgs-ranking", "heads-up"], "omit one of them"),
        (
            ["icm", *STATE, *AHEAD, "--levels", "400/800"],
            "does not say after how many hands it begins",
        ),
        (["icm", *STATE, "--model", "fgs:40", "-b", "300/600", "--cut", "0"], "--force"),
        (["jam", *STATE, *AHEAD, "--ante", "x"], "--ante"),
        (["jam", *STATE, "-b", "300/600", "--ranking", "abc"], "there is no ranking 'abc'"),
        (
            ["jam", *STATE, "-b", "3/6", "--ranking", "heads-up", "--lock", "BB=20%"],
            "leave one of these out",
        ),
    ],
)
def test_what_is_refused(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    call(*words, status=2)
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert says in error
    assert error.startswith("railbird: ")
