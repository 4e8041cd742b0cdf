"""Matches of our bots, scored by DIVAT, on a few hands."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.divat.heads_up.estimators import duplicate
from railbird.divat.heads_up.match import analyze
from railbird.players import make_player
from railbird.players.base import Player
from railbird.reports.experiment import write_pages
from railbird.reproduce.divat import bot_matches, styles
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.hubot import heads_up
from railbird.reproduce.pair_table import PairScore, PairTable
from railbird.table import State, table_rules


def test_a_match_is_scored_as_its_hands_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare with `analyze` of the same hands, also across chunks and rotations."""
    monkeypatch.setattr(bot_matches, "CHUNK", 7)
    ann, bob = make_player("Ann=sparbot"), make_player("Bob=rules")
    ours, note = bot_matches.play_bots(ann, bob, 20, RunOptions(seed=4), twice=True)
    match = Match(table_rules(2), (200, 200), 20, 4, duplicate=True)
    hands = [hand for hand, _ in MatchTable(match, [ann, bob]).play()]
    theirs = analyze(hands, hero="Ann")
    assert ours.players == theirs.players == ("Ann", "Bob")
    assert np.array_equal(ours.sign, theirs.sign)
    assert np.array_equal(ours.money, theirs.money)
    for name, scores in theirs.by_round.items():
        assert np.array_equal(ours.by_round[name], scores), name
    assert duplicate(ours).deals == 20
    assert note == "Ann v Bob: 40 games, seed 4"


def test_the_deals_are_those_of_the_styles() -> None:
    """As in the documents, all matches with a seed have the same cards."""
    (played,) = styles.play(styles.ALWAYS_CALL, styles.ALWAYS_CALL, 12, seed=3)
    match, _ = bot_matches.play_bots(
        make_player("Ann=always-call"), make_player("Bob=always-call"), 12, RunOptions(seed=3)
    )
    assert np.array_equal(match.games.cards, played.games.cards)
    assert np.array_equal(match.sign, played.sign)


class Broken(Player):
    """Never acts."""

    def act(self, state: State) -> int:
        raise RuntimeError("out of order")


def test_a_player_that_fails_is_noted() -> None:
    _, note = bot_matches.play_bots(Broken("Ann"), make_player("Bob=rules"), 6, RunOptions())
    assert "turns forfeited: " in note
    assert "out of order" in note


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    players = ("sparbot", "rules", "always-call")
    monkeypatch.setattr(heads_up, "PLAYERS", players)
    return players


def test_everybody_against_everybody(few: tuple[str, ...], tmp_path: Path) -> None:
    page = tmp_path / "all.html"
    outcome = heads_up.seca_heads_up(RunOptions(games=24, seed=5))
    figures = {figure.name: figure for figure in outcome.figures}
    assert len(figures) == len(outcome.figures) == 3 * 4
    for i, (first, second) in enumerate(combinations(few, 2)):
        match, _ = bot_matches.play_bots(
            make_player(first), make_player(second), 12, RunOptions(seed=5 + i), twice=True
        )
        pairs = duplicate(match)
        assert figures[f"{first} v {second}: money"].ours == pairs.money.mean
        assert figures[f"{first} v {second}: DIVAT"].ours == pairs.divat.mean
        gap = figures[f"{first} v {second}: money less DIVAT"]
        assert gap.ours == pytest.approx(pairs.money.mean - pairs.divat.mean, abs=1e-6)
    assert outcome.text.count("\n") == 2 * 3
    assert "3 matches of 24 games" in outcome.notes[0]
    assert write_pages(outcome, page, title="x") == [page]
    html = page.read_text(encoding="utf-8")
    assert html.count("<tr>") == 1 + 2 * 3
    assert html.rstrip().endswith("</html>")
    assert "seeds 5 to 7" in html


def test_a_pair_table() -> None:
    won = PairScore(0.5, 0.3, 0.4, 0.1)
    lost = won.reversed()
    assert lost == PairScore(-0.5, 0.3, -0.4, 0.1)
    even = replace(won, money=0.0, divat=0.0)
    scores = {("a", "b"): won, ("b", "a"): lost, ("a", "c"): even, ("c", "a"): even}
    scores |= {("b", "c"): lost, ("c", "b"): won}
    table = PairTable(("b", "a", "c"), scores)
    assert table.ranking() == ["a", "c", "b"]  # of equals, the one named first
    mean = table.mean("b")
    assert [getattr(mean, each.name) for each in fields(mean)] == pytest.approx(
        [-0.5, 0.3 / 2**0.5, -0.4, 0.1 / 2**0.5]
    )
    lines = table.text().splitlines()
    assert lines[0].split() == ["sb", "a", "game", "a", "c", "b", "mean"]
    assert lines[2].split() == ["a", "DIVAT", "–", "+0.00±0.10", "+0.40±0.10", "+0.20±0.07"]
    assert len({len(text) for text in lines}) == 1
