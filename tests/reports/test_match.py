"""The HTML report: what it says, and that it is harmless, complete and small."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tests.naive.divat_hands import random_hands

from railbird.cards.card import Card, HoleCards
from railbird.cards.classes import HOLDEM_CLASSES, holdem_class
from railbird.divat.baseline.preflop import Preflop
from railbird.divat.baseline.settings import STANDARD
from railbird.divat.heads_up import match, scores
from railbird.divat.heads_up.by_decision import decision_values, own_worth
from railbird.divat.heads_up.decisions import Chips, decisions, extremes
from railbird.divat.heads_up.encode import USUAL_ACTIONS, deep
from railbird.divat.heads_up.match import MatchAnalysis, analyze
from railbird.divat.heads_up.summary import summarise
from railbird.history.formats.one_line import OneLineFormat
from railbird.reports.match import headline, render, write_report
from railbird.reports.match_data import (
    MOST_BINS,
    ClassMeans,
    bin_edges,
    class_means,
    credits_and_blames,
)
from railbird.reports.match_figures import match_figures
from railbird.reports.parts import class_grid

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


@pytest.fixture(autouse=True)
def _no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here depends on equities before the flop."""
    table = Preflop(STANDARD, np.zeros((4, 169, 1326), dtype=np.int32))
    for module in (scores, match):
        monkeypatch.setattr(module, "tables_of", lambda _: ((1.0, table),))


def made_up(
    games: int, *, skill: float = 0.1, players: tuple[str, str] = ("Alice", "Bob")
) -> MatchAnalysis:
    """A match of games without any bets, with random scores."""
    rng = np.random.default_rng(games)
    deals = np.array([rng.permutation(52)[:9] for _ in range(min(games, 500))], dtype=np.uint8)
    counts = np.full((games, 4), 2, dtype=np.int8)
    by_round = {
        name: (rng.normal(0, 1.25, (games, 4)) + skill / 4).astype(np.float32)
        for name in ("skill", "luck", "lfat", "aie_skill", "evat", "red_green_1", "red_green_2")
    }
    by_round |= {name: -abs(by_round["evat"]) for name in ("evat_1", "evat_2")}
    luck = by_round["luck"].sum(axis=1)
    return MatchAnalysis(
        players=players,
        ids=7 + np.arange(games),
        numbers=[str(1000 + g) for g in range(games)],
        sign=(1 - 2 * (np.arange(games) % 2)).astype(np.int8),
        games=deep(
            np.resize(deals, (games, 9)),
            np.full(games, 4, dtype=np.int8),
            np.zeros((games, 4, USUAL_ACTIONS), dtype=np.int8),
            counts,
        ),
        money=by_round["skill"].sum(axis=1) + 2 * luck,
        dcash=luck,
        by_round=by_round,
        position=-0.1,
        refused={},
        hidden=np.zeros(0, dtype=np.float32),
        rounding=1e-14,
        settings=STANDARD,
        source="match.log",
        seconds=1.5,
    )


class _Page(HTMLParser):
    """Tags, attributes and text of a page; elements must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.ids: dict[str, str] = {}
        self.text = ""
        self._open: list[tuple[str, str | None]] = []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        key = dict(attrs).get("id")
        if key:
            assert key not in self.ids
            self.ids[key] = ""
        if tag not in {"meta", "br", "input"}:
            self._open.append((tag, key))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self._open.pop()
        assert opened == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        for _, key in self._open:
            if key:
                self.ids[key] += data


def page_of(analysis: MatchAnalysis) -> _Page:
    return _Page(render(analysis, summarise(analysis)))


def test_every_part_is_there() -> None:
    page = page_of(made_up(200))
    sections = ["result", "lines", "learning", "parts", "classes", "decisions", "computed"]
    assert [key for key in page.ids if key in sections] == sections
    for measure in ("Money", "DIVAT", "AIE DIVAT", "Money − Dcash", "EVAT", "Luck"):
        assert measure in page.ids["result"]
    for part in ("Pre-flop", "River", "Big blind", "Button", "Alice", "Bob"):
        assert part in page.ids["parts"]
    assert all(name in page.ids["classes"] for name in HOLDEM_CLASSES)
    assert page.tags.count("article") == 20
    assert {"chart-lines", "chart-rounds", "chart-learning", "window-at"} <= page.ids.keys()
    for fact in ("match.log", "1.0e-14", "−0.1000", "0.825", "No hand was refused"):
        assert fact in page.ids["computed"]


def test_headline_names_the_better_player() -> None:
    summary = summarise(made_up(20_000, skill=-0.5))
    said = _Page(headline(summary)).text
    assert said.startswith(f"{summary.verdict}.")
    assert said.startswith(f"Bob played better, by {-summary.divat.mean:.4f} ± ")
    assert "confidence > 99.9" in said
    assert f"The money says +{-summary.money.mean:.3f}" in said


def test_headline_admits_that_it_cannot_tell() -> None:
    summary = summarise(made_up(300, skill=0.0))
    said = _Page(headline(summary)).text
    assert said.startswith(f"{summary.verdict}.")
    assert said.startswith("Cannot tell yet who played better: ")
    assert re.search(r"takes about [\d,]+ games\.", said)


def test_headline_trusts_no_few_games() -> None:
    analysis = made_up(5)
    same = replace(
        analysis, by_round={**analysis.by_round, "skill": np.ones((5, 4), dtype=np.float32)}
    )
    said = _Page(headline(summarise(same))).text
    assert said.startswith(
        "Cannot tell yet who played better: after 5 games Alice is ahead by 4.0000 sb per game; "
        "a verdict takes at least 30 games."
    )
    even = replace(
        analysis, by_round={**analysis.by_round, "skill": np.zeros((5, 4), dtype=np.float32)}
    )
    assert "after 5 games it is even" in headline(summarise(even))


@pytest.mark.parametrize("games", [0, 1, 2, 19, 20])
def test_few_games(games: int) -> None:
    analysis = replace(made_up(games), refused={"a player was all in": 3})
    page = page_of(analysis)
    assert ("chart-lines" in page.ids) == (games >= 2)
    assert ("chart-learning" in page.ids) == (games >= 20)
    assert "a player was all in" in page.ids["computed"]
    assert not re.search(r"\b(nan|inf)\b", page.text.replace(page.ids["data"], ""))


def test_hidden_cards_are_told() -> None:
    hidden = np.array([-1.0, 0.5], dtype=np.float32)
    page = page_of(replace(made_up(30), hidden=hidden))
    assert "2 hands of the match have no scores, most because cards are unknown" in page.text
    assert "Alice won −0.250 sb per hand in them" in page.text


def test_no_game_and_no_player() -> None:
    nobody = analyze([])
    page = page_of(nobody)
    assert "No game could be analysed." in page.text
    assert "result" not in page.ids


def test_text_from_outside_is_harmless() -> None:
    tame = page_of(replace(made_up(30), refused={"reason": 1}))
    evil = made_up(30, players=(EVIL, "<script>"))
    page = page_of(
        replace(
            evil,
            numbers=[EVIL] * 30,
            source=EVIL,
            refused={EVIL: 1},
            version=EVIL,
            settings=replace(STANDARD, name=EVIL),
        )
    )
    assert page.tags == tame.tags
    assert page.attributes == tame.attributes
    assert page.text.count(EVIL) > 20


def test_needs_nothing_from_outside() -> None:
    text = render(made_up(50), summarise(made_up(50)))
    assert not re.search(r"https?:|//[a-z]+\.|@import|url\(|\bfetch\(|import\(", text)
    assert not {"src", "href", "onclick", "onload"} & set(_Page(text).attributes)
    assert "default-src 'none'" in text


def _data(page: _Page) -> str:
    return page.ids["data"]


@pytest.mark.parametrize("games", [1, 7, MOST_BINS, 2 * MOST_BINS + 17])
def test_embedded_lines_are_the_cumulated_sums(games: int) -> None:
    analysis = made_up(games)
    data = json.loads(_data(page_of(analysis)))
    edges = bin_edges(games)
    assert data["games"] == games
    assert data["bins"] == len(edges) - 1 == min(games, MOST_BINS)
    assert edges[0] == 0
    assert edges[-1] == games
    columns = {
        "money": analysis.money,
        "dcash": analysis.dcash,
        "luck": analysis.by_round["luck"].sum(axis=1),
        "skill3": analysis.by_round["skill"][:, 3],
        "money2": analysis.money.astype(np.float64) ** 2,
        "divat2": analysis.divat**2,
    }
    for name, column in columns.items():
        sums = np.frombuffer(b64decode(data["columns"][name]), dtype="<f4")
        expected = np.concatenate([[0.0], np.cumsum(column, dtype=np.float64)])[edges[1:]]
        np.testing.assert_allclose(np.cumsum(sums, dtype=np.float64), expected, atol=1e-3)


def test_large_match_gives_a_small_file(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(made_up(400_000), path)
    assert path.stat().st_size < 400_000


def test_written_the_same_again(tmp_path: Path) -> None:
    analysis = made_up(40, players=("caf\udce9", "Ünal"))
    paths = [tmp_path / "a.html", tmp_path / "b.html"]
    write_report(analysis, paths[0])
    write_report(analysis, paths[1], summary=summarise(analysis))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert "caf?" in paths[0].read_text(encoding="utf-8")


def test_a_round_is_drawn() -> None:
    line = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    hand = OneLineFormat(players=("Alice", "Bob")).read([(1, line)])
    page = page_of(analyze([hand], hero="Bob"))
    drawn = page.ids["decisions"]
    assert "−0.64 sb\nturn, hand 1" in drawn
    # Alice checked first, but the bet that the baseline does not make was Bob's
    assert "−0.52 sb\nflop, hand 1" in drawn
    assert (
        "Bob put a bet in against a better hand, with a 24 % share of the pot: -1.15 sb." in drawn
    )
    assert "With what the other player did, the round was -0.52." in drawn
    assert "Bob, button" in drawn
    assert "bC Alice bets, Bob calls\npot\xa014\xa0sb" in drawn
    assert line in drawn
    assert "10♣\ufe0e" in drawn


def test_chips() -> None:
    before = Chips(0, 0).after("SlRrC", 0)
    assert before == (3, 3)
    assert before.after("kBrC", 1) == (5, 5)
    assert Chips(5, 5).after("bRf", 2) == (7, 9)
    assert Chips(0, 0).after("SlF", 0) == (1, 0.5)


def test_extremes_are_the_rounds_in_which_the_own_decisions_cost_most() -> None:
    hands = random_hands(120, seed=6)
    match = analyze(hands, hero=hands[0].players[0])
    skill, own = match.by_round["skill"].astype(float), np.zeros((120, 4))
    for g, values in enumerate(decision_values(match.games)):
        for r in range(4):
            own[g, r] = own_worth(values, round_=r, player=0 if match.sign[g] > 0 else 1)
    for found, sign in zip(extremes(match, 7), (1, -1), strict=True):
        stays = np.minimum(np.maximum(sign * own, sign * skill), 0.0)
        expected = np.sort(stays, axis=None)[:7]
        assert expected[-1] < -1
        np.testing.assert_allclose([stays[place] for place in found], expected, atol=1e-5)
        told = list(decisions(match, found))
        np.testing.assert_allclose([sign * each.worth for each in told], expected, atol=1e-5)
        assert [each.own for each in told] == pytest.approx([own[place] for place in found])
    nothing = replace(match, by_round={**match.by_round, "skill": np.zeros_like(skill)})
    assert extremes(nothing, 7) == ([], [])


def test_hand_classes_and_credits() -> None:
    analysis = made_up(600)
    by_class: dict[str, list[float]] = {}
    for cards, sign, divat in zip(analysis.games.cards, analysis.sign, analysis.divat, strict=True):
        two = cards[:2] if sign > 0 else cards[2:4]
        name = holdem_class(HoleCards(tuple(Card(c) for c in two)))
        by_class.setdefault(name, []).append(divat)
    means = class_means(analysis)
    for i, name in enumerate(HOLDEM_CLASSES):
        scores = by_class.get(name, [])
        assert means.games[i] == len(scores)
        if len(scores) > 1:
            assert means.mean[i] == pytest.approx(np.mean(scores))
            assert means.error[i] == pytest.approx(np.std(scores, ddof=1) / len(scores) ** 0.5)
        else:
            assert np.isnan(means.error[i])
    points = credits_and_blames(analysis)
    for p in (1, 2):
        net = analysis.by_round[f"red_green_{p}"].sum(axis=0)
        np.testing.assert_allclose(points[p - 1].sum(axis=0), net, atol=1e-2)
        assert (points[p - 1, 0] >= 0).all()
        assert (points[p - 1, 1] <= 0).all()


def test_a_hand_is_bold_only_if_its_games_carry_a_verdict() -> None:
    means = ClassMeans(
        games=np.array([2, 29, 30, 30, 5000] + [0] * 164),
        mean=np.array([1.0, 1.0, 1.0, 0.203, 0.3] + [np.nan] * 164),
        error=np.array([0.1, 0.1, 0.1, 0.1, 0.1] + [np.nan] * 164),
    )
    assert [means.is_sure(i) for i in range(6)] == [False, False, True, False, True, False]
    assert class_grid(means).count(" sure") == 2
    assert "<small>n 5,000</small>" in class_grid(means)
    drawn = match_figures(made_up(500))["classes"]
    assert ">n 1<" in drawn
    assert 'font-weight="700"' not in drawn.split("<g>", 1)[1]  # no hand came 30 times


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_script_is_well_formed() -> None:
    script = files("railbird.reports").joinpath("assets", "report.js")
    subprocess.run(["node", "--check", str(script)], check=True)


def test_the_figures_of_a_match_are_those_of_its_page() -> None:
    assert list(match_figures(made_up(500))) == ["lines", "rounds", "learning", "classes"]
    assert list(match_figures(made_up(2))) == ["lines", "rounds", "classes"]
    assert list(match_figures(made_up(1))) == ["classes"]
    assert not match_figures(made_up(0))
    assert ">Alice v Bob: cumulative results<" in match_figures(made_up(30))["lines"]
