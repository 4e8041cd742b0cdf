"""The commands of the Omaha Hi-Lo player."""

from __future__ import annotations

import csv
import json
import random
import re
from pathlib import Path

import pytest

from railbird.omaha8.jamfold.products import DenseMatchups
from tests.e2e.command import railbird, result
from tests.e2e.option_samples import COMMANDS
from tests.e2e.test_option_combinations import _check
from tests.omaha8.small_tables import random_table


def test_a_chart_shows_shares_and_the_best_hands() -> None:
    text = result("omaha8", "chart", "--r", "8", "--top", "2", COLUMNS="80")
    assert "R = 8: the small blind wins +0.0605 bb a hand" in text
    assert "ace, two low cards" in text
    assert text.count("(A3)(A2)") == 2
    assert max(map(len, text.splitlines())) <= 80


def test_a_chart_says_which_stack_it_is_for() -> None:
    assert "R = 47.3 is not among" in result("omaha8", "chart", "--r", "47.3", "--top", "1")
    found = json.loads(result("omaha8", "chart", "--r", "47.3", "-p", "bb", "--json"))
    assert (found["r"], found["asked"]) == (47.5, 47.3)
    assert list(found["positions"]) == ["bb"]


def test_there_is_no_advice_where_posting_is_all_in(tmp_path: Path) -> None:
    table, page = tmp_path / "chart.csv", tmp_path / "chart.html"
    text = result("omaha8", "chart", "--r", "0.5", "--csv", str(table), "--html", str(page))
    assert text.splitlines() == [
        "R = 0.5: the small blind wins +0.0000 bb a hand",
        "the small blind has no decision: posting is all in",
        "the big blind has no decision: posting is all in",
        "shipped equilibrium; nobody can gain anything",
    ]
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    assert {(row["played"], row["wins_more_than_folding"]) for row in rows} == {("", "")}
    assert page.read_text(encoding="utf-8").count("has no decision") == 2
    words = ["--stacks", "60,900", "--blinds", "50/100", "--hand", "KsQs7d6h"]
    assert "the big blind has no decision" in result("omaha8", "solve", *words)
    found = json.loads(result("omaha8", "solve", *words, "--json"))
    assert found["shares"]["bb"] is None
    assert found["advice"]["bb"] == {"played": None, "wins_more_than_folding": None}
    assert found["advice"]["sb"]["played"] == 1
    found = json.loads(result("omaha8", "chart", "--r", "0.75", "--top", "1", "--json"))
    small, big = found["positions"]["sb"], found["positions"]["bb"]
    assert small["share"] > 0.99
    assert (big["share"], big["best"][0]["played"]) == (None, None)


def test_files_of_a_chart(tmp_path: Path) -> None:
    table, page = tmp_path / "chart.csv", tmp_path / "chart.html"
    result("omaha8", "chart", "--r", "8", "--search", "AA23 ds", "--csv", str(table))
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [(row["position"], row["class"]) for row in rows] == [
        ("sb", "(A3)(A2)"),
        ("bb", "(A3)(A2)"),
    ]
    result("omaha8", "chart", "--r", "8", "--html", str(page))
    assert page.read_text(encoding="utf-8").count("<svg") == 3


def test_stakes_are_looked_up() -> None:
    words = ["omaha8", "solve", "--stacks", "900,1230", "--blinds", "50/100"]
    found = json.loads(result(*words, "--hand", "AsAd2s3d", "--json"))
    assert found["r"] == found["solved_r"] == 9
    assert found["value"] == pytest.approx(0.0651, abs=1e-4)
    assert found["advice"]["sb"]["played"] == 1
    assert "+6.51" in result(*words)


def test_a_range_of_four_cards() -> None:
    text = result("range", "A2xx ds", "--game", "omaha8", COLUMNS="80")
    assert "2,382" in text
    assert "0.88 % of 270,725" in text
    assert "(A3)(A2)" in text
    assert max(map(len, text.splitlines())) <= 80
    found = json.loads(result("range", "top 15%, 50%:KKKK", "-g", "omaha8", "--json"))
    assert found["percent"] == pytest.approx(15, abs=0.01)
    assert next(iter(found["classes"])) == "(A3)(A2)"
    assert found["classes"]["KKKK"] == 0.5
    ending = railbird("range", "A2xx", "-g", "omaha8", "--svg", "grid.svg")
    assert ending.returncode == 2
    assert "--svg draws the grid of hold'em" in ending.stderr


def test_equity_takes_the_best_hands() -> None:
    words = ["equity", "A2xx ds", "top 15%", "-g", "omaha8", "--samples", "20000", "--seed", "1"]
    found = json.loads(result(*words, "--json"))["players"]
    assert found[0]["equity"] + found[1]["equity"] == pytest.approx(1)
    assert 0.45 < found[0]["equity"] < 0.55


def test_jam_leads_to_the_solved_stakes() -> None:
    words = ["--stacks", "900,1230", "--blinds", "50/100", "--hand", "AsAd2s3d"]
    done = railbird("jam", "--game", "omaha8", *words)
    assert done.stdout == result("omaha8", "solve", *words)
    assert f"railbird omaha8 solve {' '.join(words)}" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-s", "9,9,9", "-b", "0.5/1"], "for two players only"),
        (["-s", "9,9", "-b", "0.5/1/0.1"], "without an ante"),
        (["-s", "9,9", "-b", "0.5/1", "--grid"], "omaha8 solve --stacks 9,9 --blinds 0.5/1"),
        (["-s", "9,9,9", "-b", "0.5/1", "--payouts", "50,30,20"], "for two players only"),
        (["-s", "9,9", "-b", "0.5/1/0.1", "--grid"], "without an ante"),
        (["-s", "9,9"], "--blinds is missing"),
        (["-s", "9,9", "-b", "0.5/1", "-g", "stud"], "--game stud: railbird jam solves holdem"),
    ],
)
def test_what_jam_cannot_do_with_four_cards_is_refused(words: list[str], said: str) -> None:
    ending = railbird("jam", "--game", "omaha8", *words)
    assert ending.returncode == 2
    assert said in ending.stderr
    assert len(ending.stderr.splitlines()) == 1


def test_the_command_that_jam_recommends_works() -> None:
    ending = railbird("jam", "-g", "omaha8", "-s", "9,9", "-b", "0.5/1", "--payouts", "50,30")
    _, _, command = ending.stderr.strip().partition("Omaha Hi-Lo: railbird ")
    assert "R = 9" in result(*command.split())


def test_a_stack_that_is_no_number_is_one_sentence() -> None:
    ending = railbird("omaha8", "chart", "--r", "abc")
    assert ending.returncode == 2
    assert ending.stderr == (
        "railbird: --r 'abc' is not a stack: give the smaller stack in big blinds, such as 8\n"
    )


def test_other_stakes_are_solved_with_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    matchups = DenseMatchups.of_table(random_table(40, 13))
    monkeypatch.setattr("railbird.omaha8.jamfold.products.open_matchups", lambda *_, **__: matchups)
    words = ["omaha8", "solve", "--stacks", "9,9", "--blinds", "0.4/1", "--exact", "--json"]
    found = json.loads(result(*words))
    assert found["r"] == 9
    assert max(found["gains"]) <= 0.001
    assert 0 < found["shares"]["sb"] <= 1
    words[3:6] = ["0.8,9", "--blinds", "0.5/1"]
    found = json.loads(result(*words))
    assert found["shares"]["sb"] > 0
    assert found["shares"]["bb"] is None


def test_exact_stakes_are_solved_to_a_thousandth_of_a_chip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matchups = DenseMatchups.of_table(random_table(40, 13))
    monkeypatch.setattr("railbird.omaha8.jamfold.products.open_matchups", lambda *_, **__: matchups)
    few = json.loads(result("omaha8", "solve", "-s", "12,12", "-b", "1/2", "--exact", "--json"))
    assert 1e-5 < 2 * max(few["gains"]) <= 0.001
    words = ["omaha8", "solve", "--stacks", "12000,15000", "--blinds", "1000/2000", "--exact"]
    assert 2000 * max(json.loads(result(*words, "--json"))["gains"]) <= 0.001
    assert "NOT as close as requested" in result(*words, "--epsilon", "1e-12")
    found = json.loads(result(*words, "--json", "--epsilon", "0.01"))
    assert 0.001 < 2000 * max(found["gains"]) <= 0.01
    assert "NOT" not in found["how"]
    for wrong, said in ((["--epsilon", "0"], "above 0"), (["--epsilon", "x"], "--epsilon")):
        assert said in railbird(*words, *wrong).stderr
    assert "only for --exact" in railbird(*words[:-1], "--epsilon", "1").stderr


def test_the_rules_beside_the_equilibrium() -> None:
    words = ["omaha8", "oracle", "QsQh9d2c", "--stack", "4500", "--bb", "400", "--position", "bb"]
    text = result(*words, COLUMNS="80")
    assert re.search(r"^ORACLE +fold +0.000 ", text, re.MULTILINE)
    assert re.search(r"^needs 33 - 145/R +20.11$", text, re.MULTILINE)
    found = json.loads(result(*words, "--json"))
    assert found["equilibrium"]["played"] == 0
    assert found["rules"]["tally"]["score"] == 13
    assert found["rules"]["tally"]["cost_chips"] < found["rules"]["oracle"]["cost_chips"]
    alone = json.loads(result(*words, "--json", "--rule", "tally"))
    assert alone["rules"] == {"tally": found["rules"]["tally"]}


def test_what_a_rule_loses_where_it_is_wrong() -> None:
    words = ["--stack", "4500", "--bb", "400", "--position", "sb"]
    text = result("omaha8", "oracle", "KsKh9d2c", *words, COLUMNS="60")
    assert "jam: always, with exactly" in text
    found = json.loads(result("omaha8", "oracle", "KsKh9d2c", *words, "--json"))
    for said in found["rules"].values():
        assert said["lost_bb"] == -found["equilibrium"]["wins_more_than_folding"] > 0
        assert said["lost_chips"] == pytest.approx(400 * said["lost_bb"])


@pytest.mark.parametrize("command", ["chart", "solve", "oracle"])
def test_options_of_the_player_are_honoured_or_refused(command: str, tmp_path: Path) -> None:
    chance, known = random.Random(command), COMMANDS[f"omaha8 {command}"]
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        words = ["omaha8", command, *chance.choice(known.words)]
        some = chance.sample(list(known.options), min(2, len(known.options)))
        for option in [*known.always, *some]:
            values = {**known.always, **known.options}[option]
            value = chance.choice(values)
            words += [option] if value is None else [option, value.replace("DIR", str(folder))]
        ending = railbird(*words, COLUMNS="80", XDG_DATA_HOME=str(tmp_path / "none"))
        _check(words, ending, folder, tmp_path)


def test_a_sample_of_hands_checks_the_shipped_equilibria() -> None:
    found = json.loads(result("omaha8", "verify", "--sample", "2", "--seed", "1", "--json"))
    assert found["ok"]
    assert (found["hands"], found["boards"], found["seed"]) == (2, 700, 1)
    assert [each["stack"] for each in found["stacks"]] == [2, 4, 6, 8, 11, 15, 25, 45]
    assert all(each["decisions"] == 4 for each in found["stacks"])
    text = result("omaha8", "verify", "--sample", "2", "--seed", "1", COLUMNS="80")
    assert text.count("holds") == 8
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("option", ["--entries", "--table"])
def test_options_of_the_table_are_refused_for_a_sample(option: str) -> None:
    found = railbird("omaha8", "verify", "--sample", "2", option, "3")
    assert found.returncode == 2
    assert f"{option} is for the table: omit it, or --sample" in found.stderr
