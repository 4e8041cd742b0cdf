"""``railbird sage``: the rules beside the equilibrium."""

from __future__ import annotations

import json

import pytest

from tests.e2e.command import railbird, result

SPOT = ("--stack", "3000", "--bb", "400", "--position", "sb")


def test_both_rules_line_by_line_on_a_narrow_screen() -> None:
    text = result("sage", "7h6h", *SPOT, COLUMNS="60")
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "suited +2 +7" in rows
    assert "R 6.5 6.5" in rows
    assert "needed at this R 26 28" in rows
    assert "says fold jam" in rows
    assert "equilibrium: jam; to jam wins +0.281 bb" in rows
    assert max(map(len, text.splitlines())) <= 60


def test_no_cost_is_minus_zero() -> None:
    text = result("sage", "22", "--stack", "440", "--bb", "400", "--position", "bb")
    assert "cost of the rule, bb a hand  0.0000  0.0000" in text


def test_json_has_points_advice_and_losses() -> None:
    found = json.loads(result("sage", "76s", *SPOT, "--json"))
    sage, sevens = found["rules"]
    assert found["r"] == 6.5
    assert (sage["score"], sage["play"], sevens["score"], sevens["play"]) == (22, False, 34, True)
    assert sage["lost_bb"] == found["equilibrium"]["wins_more_than_folding"]
    assert sage["lost_chips"] == pytest.approx(400 * sage["lost_bb"])
    assert sevens["lost_bb"] == 0
    assert 0 < sevens["cost_bb"] < sage["cost_bb"]


@pytest.mark.parametrize(
    ("stacks", "r", "needed", "play"),
    [("2900,5600", 6.75, 26, False), ("5600,2900", 6.25, 25, True), ("2900,3000", 6.5, 26, False)],
)
def test_r_is_what_the_shorter_player_has_left(
    stacks: str, r: float, needed: int, play: bool
) -> None:
    words = ["97o", "--stacks", stacks, "--bb", "400", "--position", "sb", "--json"]
    sage, sevens = json.loads(result("sage", *words))["rules"]
    assert (sage["r"], sage["needed"], sage["play"]) == (r, needed, play)
    assert sevens["r"] == 6.25


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("K9", *SPOT), "HAND 'K9' is not a hand"),
        (("K9s", "--stack", "300", "--bb", "400", "-p", "sb"), "--stack 300 with --bb 400"),
        (("K9s", "--stack", "0", "--bb", "400", "-p", "sb"), "--stack 0 with --bb 400"),
        (("K9s", "--stacks", "900,300", "--bb", "400", "-p", "sb"), "--stacks 300 with --bb 400"),
        (("K9s", "--stacks", "900", "--bb", "400", "-p", "sb"), "give two numbers"),
        (("K9s", "--bb", "400", "-p", "sb"), "give either --stack"),
        (("K9s", *SPOT, "--stacks", "900,900"), "give either --stack"),
        (("K9s", "--stack", "300", "--bb", "0", "-p", "sb"), "--bb 0 is no big blind"),
        (("K9s", "--stack", "900", "--bb", "400", "-p", "co"), "--position 'co' is no blind"),
    ],
)
def test_bad_input_is_refused(words: tuple[str, ...], said: str) -> None:
    ending = railbird("sage", *words)
    assert ending.returncode == 2
    assert ending.stdout == ""
    assert said in ending.stderr
