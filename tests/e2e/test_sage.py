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
    assert "needed at R = 6.5 26 28" in rows
    assert "says fold jam" in rows
    assert "equilibrium: jam; to jam wins +0.281 bb" in rows
    assert max(map(len, text.splitlines())) <= 60


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
    ("words", "said"),
    [
        (("K9", *SPOT), "HAND 'K9' is not a hand"),
        (("K9s", "--stack", "300", "--bb", "400", "-p", "sb"), "--stack 300 with --bb 400"),
        (("K9s", "--stack", "300", "--bb", "0", "-p", "sb"), "--bb 0 is no big blind"),
        (("K9s", "--stack", "900", "--bb", "400", "-p", "co"), "--position 'co' is no blind"),
    ],
)
def test_bad_input_is_refused(words: tuple[str, ...], said: str) -> None:
    ending = railbird("sage", *words)
    assert ending.returncode == 2
    assert ending.stdout == ""
    assert said in ending.stderr
