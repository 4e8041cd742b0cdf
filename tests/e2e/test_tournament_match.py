"""`railbird tournament match`: exact results, the simulation beside them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import railbird, result


def matched(*words: str) -> Any:
    return json.loads(result("tournament", "match", *words, "--json"))


def test_two_strategies_in_all_seatings() -> None:
    found = matched("--players", "3", "--units", "6", "--strategies", "harville,solved")
    assert found["seatings"] == 6
    one, other = found["results"]
    assert (one["strategy"], other["strategy"]) == ("harville", "solved")
    assert one["payoff"] + other["payoff"] == pytest.approx(200 / 3)  # both have as many seats
    assert one["roi"] == pytest.approx(-other["roi"])
    assert one["roi"] < 0
    assert sum(one["places"]) == pytest.approx(1)


def test_one_seating_and_its_simulation() -> None:
    words = ("--seats", "harville,roberts", "--units", "9", "--stacks", "5,4", "--gamma", "1e-4")
    found = matched(*words, "--simulate", "20000", "--seed", "1")
    assert [row["seat"] for row in found["results"]] == ["SB", "BB"]
    assert sum(row["payoff"] for row in found["results"]) == pytest.approx(80)
    played = found["simulated"]
    assert (played["tournaments"], played["seed"]) == (20_000, 1)
    for row, mean in zip(found["results"], played["payoffs"], strict=True):
        assert abs(mean["mean"] - row["payoff"]) <= 4.5 * mean["error"]
    screen = result("tournament", "match", *words, "--simulate", "20000", "--seed", "1")
    assert "20,000 tournaments, ends of hands drawn" in screen
    assert "standard errors apart" in screen
    dealt = matched(*words, "--simulate", "20000", "--seed", "1", "--deal")["simulated"]
    assert (played["dealt"], dealt["dealt"]) == (False, True)
    assert dealt["payoffs"] != played["payoffs"]
    for row, mean in zip(found["results"], dealt["payoffs"], strict=True):
        assert abs(mean["mean"] - row["payoff"]) <= 4.5 * mean["error"]


def test_values_of_a_solution_are_read(tmp_path: Path) -> None:
    file = str(tmp_path / "values.npz")
    result("tournament", "solve", "--players", "2", "--units", "9", "--out", file)
    words = ("--strategies", "solved,fgs-1", "--players", "2", "--units")
    found = matched(*words, "9", "--values", file)
    assert [row["strategy"] for row in found["results"]] == ["solved", "fgs-1"]
    ending = railbird("tournament", "match", *words, "8", "--values", file)
    assert ending.returncode == 2
    assert "holds another tournament" in ending.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--strategies", "harville"], "give two different ones"),
        (["--seats", "harville,nash"], "there are no strategies 'nash'"),
        (["--seats", "harville,solved", "--players", "3"], "give a strategy for each player"),
        (["--seats", "harville,solved", "--strategies", "solved,roberts"], "give one of them"),
        (["--players", "11"], "give 2 to 10"),
        (["--players", "8", "--units", "45"], "give fewer --units or --players, or --seats"),
        (["--simulate", "100"], "needs --seats"),
        (["--seed", "1"], "--seed is for --simulate"),
        (["--deal"], "--deal is for --simulate"),
        (["--strategies", "harville,roberts", "--values", "x.npz"], "these are for solved"),
        (["--stacks", "4,5"], "give one for each of 3 players"),
        (["--gamma", "0"], "give a share of the prizes"),
        (["--units", "4", "--seats", "solved,solved", "--simulate", f"{10**23}"], "play 1 to"),
        (
            ["--units", "4", "--seats", "solved,solved", "--simulate", "9", "--seed", "-1"],
            "seed -1",
        ),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], says: str) -> None:
    ending = railbird("tournament", "match", *words)
    assert ending.returncode == 2
    assert says in ending.stderr
    assert not ending.stdout


def test_names_of_models_are_those_of_other_commands() -> None:
    found = result("tournament", "match", "--units", "4", "--strategies", "pressure,fgs:1")
    assert "pressure" in found
    assert "fgs-1" in found
