"""HuBot's rules after the flop beside those of the page."""

from __future__ import annotations

import pytest

from railbird.players.hubot import postflop, preflop
from railbird.players.hubot.frequencies import Chances
from railbird.players.hubot.weights import HandValues, Weights, after_call
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.hubot import algorithms, rules


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer pots and line-ups, which still reach all strategies."""
    monkeypatch.setattr(rules, "POTS", (12, 20, 24))
    monkeypatch.setattr(rules, "PLAYERS", ((1, 0), (2, 0), (3, 2), (4, 4)))


def differing() -> set[str]:
    figures = rules.seca_rules(RunOptions()).figures
    return {figure.name.split(":")[0] for figure in figures if figure.verdict == "differs"}


def test_all_six_strategies_are_met() -> None:
    outcome = rules.seca_rules(RunOptions())
    assert outcome.verdict == "consistent"
    met = {figure.name.split(":")[0] for figure in outcome.figures if figure.printed is None}
    assert met == {
        "check-raise", "strength", "semi-bluff", "bluff", "check", "pot odds", "showdown odds",
        "fold",
    }  # fmt: skip
    assert all(float(figure.ours) > 20 for figure in outcome.figures if figure.printed is None)


@pytest.mark.parametrize(
    ("name", "value", "strategy"),
    [
        ("TRAP", 0.86, "check-raise"),
        ("RAISE", 0.71, "strength"),
        ("BET", 0.51, "strength"),
        ("BLUFF_FOLDS", 0.21, "check"),
        ("BLUFF_ODDS", 8.0, "check"),
        ("AGGRESSIVE", 73, "strength"),
    ],
)
def test_another_limit_would_differ(
    name: str, value: float, strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "BLUFF_FOLDS":
        monkeypatch.setattr(rules, "BIT", 0.009)
        monkeypatch.setattr(rules, "POTS", (20,))  # a bluff of 4 for 20 pays from a sixth on
        strategy = "bluff"
    monkeypatch.setattr(postflop, name, value)
    assert strategy in differing()


def test_other_odds_would_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = postflop.showdown_odds
    monkeypatch.setattr(postflop, "showdown_odds", lambda spot: plain(spot) + 0.01)
    assert "showdown odds" in differing()


def test_another_chance_to_play_would_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rules.seca_expected_players(RunOptions()).verdict == "consistent"
    monkeypatch.setattr(preflop, "PLAYS", 0.41)
    assert rules.seca_expected_players(RunOptions()).verdict == "differs"


def test_draws_and_planned_check_raises_keep_their_weight() -> None:
    assert algorithms.seca_call_weights(RunOptions()).verdict == "consistent"


@pytest.mark.parametrize("forgotten", ["draws", "later"])
def test_weights_without_an_exception_would_differ(
    forgotten: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(
        saved: Weights,
        values: HandValues,
        chances: Chances,
        pot_odds: float = 0.0,
        later: float = 0.0,
    ) -> Weights:
        if forgotten == "draws":
            return after_call(saved, values, chances, later=later)
        return after_call(saved, values, chances, pot_odds)

    monkeypatch.setattr(algorithms, "after_call", wrong)
    assert algorithms.seca_call_weights(RunOptions()).verdict == "differs"
