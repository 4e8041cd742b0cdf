"""``railbird results``: what is kept apart, and in which order."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import datetime
from itertools import accumulate
from pathlib import Path

import pytest

from railbird.history import Library, write_hands
from railbird.history.player_hands import HandsPart
from railbird.history.results import results
from railbird.reports.results import results_verdict
from railbird.table import table_rules
from railbird.table.tournament import TournamentTable
from tests.e2e.test_results import Run, hands, run  # noqa: F401
from tests.history.played import random_hand


def test_tournaments_without_a_number_are_told_apart_by_name(tmp_path: Path) -> None:
    events = [
        TournamentTable("", name=name, buy_in=900, fee=100, currency="USD")
        for name in ("$3,500 GP", "$500 GP", "$3,500 GP")
    ]
    told = [replace(h, tournament=e, chip="") for h, e in zip(hands(3), events, strict=True)]
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(told, source="a")
        names = [entry.name for entry in shelf.entries(["Ann"])]
    assert names == ["$3,500 GP", "$500 GP"]


def test_lines_run_in_the_order_of_time(tmp_path: Path) -> None:
    """Whatever file is imported first; a hand without a time stays behind the one before it."""
    played = [replace(hand, when=datetime(2026, 1, 1, n)) for n, hand in enumerate(hands(12))]
    won = [hand.payoffs[hand.players.index("Ann")] / 2 for hand in played]
    untimed = replace(hands(13)[12], when=None)
    late, early = played[:5:-1], [played[0], untimed, *played[1:6]]
    order = [won[0], untimed.payoffs[untimed.players.index("Ann")] / 2, *won[1:]]
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(late, source="b")
        shelf.add(early, source="a")
        line = results(shelf, ["Ann"]).line
    assert line.tolist() == pytest.approx([0, *accumulate(order)])


def test_what_cannot_be_added_is_not_added(run: Run, tmp_path: Path) -> None:  # noqa: F811
    """Chips of several tables, and statistics of several games."""
    kinds = (
        table_rules(2),
        table_rules(2, small_blind=50, big_blind=100),
        table_rules(2, betting="no-limit"),
        table_rules(2, game="omaha8"),
    )
    played = [
        replace(random_hand(seed, rules=rules, names=("Ann", "Bob")), hero=0, number=f"{n}{seed}")
        for n, rules in enumerate(kinds)
        for seed in range(15)
    ]
    won = [sum(h.payoffs[0] for h in played if h.rules == rules) for rules in kinds]
    write_hands(tmp_path / "a.jsonl", played, format="railbird")
    told = json.loads(run("results", "a.jsonl", "--csv", "r.csv", "--json")[1])
    chips = {f"chips at big blind {n}": w for n, w in ((2, won[0]), (100, won[1]))}
    games = {each["name"]: each for each in told["game"]}
    assert list(games) == ["limit holdem", "no-limit holdem", "limit omaha8"]
    assert games["limit holdem"]["money"] == pytest.approx(chips)
    assert games["no-limit holdem"]["money"] == {"chips": won[2]}
    assert told["all"]["statistics"]["vpip"]["chances"] == 0
    assert all(each["statistics"]["vpip"]["chances"] > 0 for each in games.values())
    rates = [100 * w / each.big_blind for w, each in zip(won, kinds, strict=True)]
    assert told["all"]["bb_per_100"]["mean"] == pytest.approx(sum(rates) / 60)
    assert {point["game"] for point in told["line"]} == set(games)
    with (tmp_path / "r.csv").open() as file:
        money = [(row["by"], row["currency"]) for row in csv.DictReader(file)]
    assert ("game", "chips at big blind 100") in money
    assert ("limit", "chips") in money

    out = run("results", "a.jsonl", "--html", "r.html")[1]
    assert max(map(len, out.splitlines())) <= 80
    assert "see limits" in out
    assert "are of one game: give -g and --betting" in out
    lines = [line for line in out.splitlines() if line.startswith("limit holdem ")]
    assert len(lines) == 2  # what it won, and its statistics
    page = (tmp_path / "r.html").read_text()
    assert page.count("Limit omaha8</h3>") == 4
    out = run("results", "a.jsonl", "-g", "omaha8")[1]
    assert "fold to 3-bet" in out
    assert "see limits" not in out


def test_cash_games_and_tournaments_are_judged_apart(tmp_path: Path) -> None:
    cash, event = hands(30), TournamentTable("7", buy_in=900, fee=100, currency="USD")
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(cash[:20], source="a")
        shelf.add([replace(h, tournament=event, chip="") for h in cash[20:]], source="b")
        found = results(shelf, ["Ann"])
    verdict = results_verdict(found)
    assert "in cash games. " in verdict.headline
    assert verdict.headline.endswith("in tournaments")
    assert "in 20 hands" in verdict.reason
    assert "in 10 hands" in verdict.reason


def test_cash_games_and_tournaments_are_not_pooled(run: Run, tmp_path: Path) -> None:  # noqa: F811
    cash, event = hands(30), TournamentTable("7", buy_in=900, fee=100, currency="USD")
    with Library(tmp_path / "l.db") as shelf:
        shelf.add(cash[:20], source="a")
        shelf.add([replace(h, tournament=event, chip="") for h in cash[20:]], source="b")
        apart = [
            results(shelf, ["Ann"], part=HandsPart(kind=name))
            for name in ("cash games", "tournaments")
        ]
    code, out, _ = run("results", "--library", "l.db", "--hero", "Ann", "--csv", "r.csv", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["all"]["hands"] == 30
    assert told["all"]["bb_per_100"]["mean"] is None
    for by, wanted in (
        ("position", [group for each in apart for group in each.positions]),
        ("stack", [group for each in apart for group in each.stacks]),
    ):
        groups = [(g["name"], g["hands"], g["bb_per_100"]["mean"]) for g in told[by]]
        assert groups == [(g.name, g.hands, pytest.approx(g.won.mean)) for g in wanted]
    assert {g["kind"] for g in told["position"]} == {"cash games", "tournaments"}
    line = [point for point in told["line"] if point["kind"] == "tournaments"]
    assert (line[0]["hands"], line[-1]["hands"]) == (0, 10)
    assert line[-1]["big_blinds"] == pytest.approx(apart[1].line[-1])
    with (tmp_path / "r.csv").open() as file:
        rows = list(csv.DictReader(file))
    stacks = [(row["kind"], int(row["hands"])) for row in rows if row["by"] == "stack"]
    assert sum(hands for kind, hands in stacks if kind == "tournaments") == 10
    out = run("results", "--library", "l.db", "--hero", "Ann", "--html", "r.html")[1]
    assert "by position, cash games" in out
    assert "by stack, tournaments" in out
    assert "<h3>Tournaments</h3>" in (tmp_path / "r.html").read_text()
