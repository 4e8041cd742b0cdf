"""Blackjack: the figures of Kan (2007)."""

from __future__ import annotations

from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import find


def test_the_examples_of_the_text() -> None:
    figures = find("kan-2.4").run(RunOptions()).figures
    assert [figure.name for figure in figures if figure.verdict != "match"] == [
        "rich shoe: score of doubling"
    ]


def test_the_table_has_six_slips() -> None:
    first, *wrong = find("kan-2.1").run(RunOptions()).figures
    assert (first.ours, first.printed) == (264, 270)
    assert [figure.name for figure in wrong] == [
        *(f"T against {up}" for up in "2789"), "A,7 against 7", "A,7 against 8",
    ]  # fmt: skip


def test_games_needed_by_decisions_are_few() -> None:
    outcome = find("kan-2.2").run(RunOptions(games=20_000))
    figures = {figure.name: figure for figure in outcome.figures}
    assert figures["games by money"].verdict == "match"
    assert figures["games by money"].printed == 52_716
    for player in ("no-doubles", "no-busts", "dealer"):
        assert 30 < float(figures[f"{player}: games by decisions"].ours) < 200
        assert figures[f"{player}: bias"].too_few
