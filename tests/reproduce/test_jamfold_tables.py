"""Ranges against the printed ones, and the hand in which folded cards stay out of the deck."""

from __future__ import annotations

import json
import sys
from math import comb

import numpy as np
import pytest

from railbird.cards.classes import holdem_class_index
from railbird.cli.main import main
from railbird.equilibrium import Strategy
from railbird.evaluate import equity
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import find
from railbird.reproduce.tournament import gs_printed as paper
from railbird.reproduce.tournament import jamfold_tables as hands
from railbird.reproduce.tournament.folded_cards import CardsKeptOut
from railbird.tournament import HARVILLE
from railbird.tournament.jamfold.ends import Payoffs, payoffs_by_model
from railbird.tournament.jamfold.game import FOLD, JAM, JamFold
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.jamfold.showdowns import two_way

UNEVEN = JamRules((4000.0, 3000.0, 6000.0), (300.0, 600.0), 50.0, (50.0, 30.0, 20.0))
CHIPS = JamRules((4500.0,) * 3, (300.0, 600.0))
ALL_DEALS = 1326 * 1225 * 1128


def paid(rules: JamRules) -> Payoffs:
    return payoffs_by_model(rules, HARVILLE)


def jams(game: CardsKeptOut, ranges: dict[Node, np.ndarray]) -> Strategy:
    chosen = [ranges.get(node, np.zeros(169)) for node in game.nodes]
    return [np.stack([1 - jam, jam], axis=1) for jam in chosen]


def only(name: str) -> np.ndarray:
    return np.asarray(np.eye(169)[holdem_class_index(name)])


def test_without_folds_it_is_the_same_hand() -> None:
    out, back = CardsKeptOut(UNEVEN, paid(UNEVEN)), JamFold(UNEVEN, paid(UNEVEN))
    assert out.nodes == back.nodes
    jammed = ((Node(0), 0), (Node(1, (0,)), 1), (Node(2, (0, 1)), 2))
    strategy = jams(out, {node: np.ones(169) for node, _ in jammed})
    np.testing.assert_allclose(out.utilities(strategy), back.utilities(strategy), rtol=1e-6)
    for node, player in jammed:
        place = [each for each in out.nodes if each.player == player].index(node)
        ours, known = (game.values(player, strategy)[place][:, JAM] for game in (out, back))
        np.testing.assert_allclose(ours, known, rtol=1e-5)
    # whoever folds takes two cards out of the deck
    folds = out.values(2, strategy)[2][:, FOLD] / back.values(2, strategy)[2][:, FOLD]
    assert 1e-5 < abs(folds - 1).max() < 1e-3


def test_folded_cards_by_hand() -> None:
    """The button folds only aces, the small blind jams only kings, the big blind calls with aces.

    One pair of aces is left for the big blind, and six pairs of kings. No ace can come on the
    board.
    """
    out = CardsKeptOut(CHIPS, paid(CHIPS))
    calls = {Node(2, (1,)): only("AA")}
    strategy = jams(out, {Node(0): 1 - only("AA"), Node(1): only("KK"), **calls})
    kings, aces = holdem_class_index("KK"), holdem_class_index("AA")
    deals = 6 * 6  # aces to the button and kings to the small blind
    spots = [
        equity(hand, "AsAh", dead="AcAd").players[0].equity for hand in ("KsKh", "KsKc", "KcKd")
    ]
    one_suit = (spots[0] + 4 * spots[1] + spots[2]) / 6
    values = out.values(2, strategy)[1][aces]
    chance = 6 * 1 * 6 / ALL_DEALS
    assert values[FOLD] == pytest.approx(chance * 3900, rel=1e-5)
    assert values[JAM] == pytest.approx(chance * 9000 * (1 - one_suit), rel=1e-5)
    # the big blind folds all but one of the hands from 48 cards
    others = comb(48, 2) - 1
    jam = out.values(1, strategy)[0][kings, JAM]
    assert jam == pytest.approx(deals * (others * 5100 + 9000 * one_suit) / ALL_DEALS, rel=1e-5)
    assert out.utilities(strategy).sum() == pytest.approx(13_500, rel=1e-6)


def test_cards_kept_out_is_for_three_players_with_chips() -> None:
    for stacks in ((10.0, 10.0), (10.0, 10.0, 1.0)):
        with pytest.raises(ValueError, match="three players"):
            CardsKeptOut(JamRules(stacks, (0.5, 1.0)), {})


def test_printed_ranges_come_to_the_printed_frequencies() -> None:
    for table, (stacks, name, is_tournament) in paper.TABLES.items():
        share = two_way().dealt @ np.array(paper.RANGES[table].split(), dtype=float) / 100
        if stacks == paper.EQUAL:
            printed = paper.FREQUENCIES[name][0 if is_tournament else 1]
            assert share == pytest.approx(printed, abs=0.0025)


def test_one_class_differs() -> None:
    differing = []
    for table in paper.TABLES:
        outcome = hands.gs_range(table, RunOptions())
        agree, cost, *classes = outcome.figures
        named = [figure.name for figure in classes if figure.verdict == "differs"]
        assert agree.ours == 169 - len(named)
        assert (cost.verdict == "differs") == bool(named)
        differing += [(table, name.split(",")[0]) for name in named]
    assert differing == [hands.MISPRINT]


@pytest.mark.parametrize(
    ("table", "label"),
    [
        (3, "A2o"),
        (5, "77"),
        (8, "AJo"),
        (11, "A2o"),
        (12, "A5o"),
        (13, "Q4o"),
        (15, "K3o"),
        (16, "AQo"),
    ],
)
def test_a_wrong_range_is_found(table: int, label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = paper.RANGES[table].split()
    cells[holdem_class_index(label)] = "0"
    monkeypatch.setitem(paper.RANGES, table, " ".join(cells))
    figures = hands.gs_range(table, RunOptions()).figures
    assert [f.name.split(",")[0] for f in figures[2:] if f.verdict == "differs"] == [label]


def test_the_printed_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    (alike,) = hands.gs_ranking(RunOptions()).figures
    assert (alike.ours, alike.verdict) == (169, "match")
    ranks = paper.RANKS.split()
    assert sorted(map(int, ranks)) == list(range(169))
    aces, kings = holdem_class_index("AA"), holdem_class_index("KK")
    ranks[aces], ranks[kings] = ranks[kings], ranks[aces]
    monkeypatch.setattr(paper, "RANKS", " ".join(ranks))
    alike, *others = hands.gs_ranking(RunOptions()).figures
    assert alike.ours == 167
    assert [(figure.name, figure.ours) for figure in others] == [("AA", 0), ("KK", 1)]


def test_tolerances_do_not_cover_the_hand_for_prizes() -> None:
    figures = {figure.name: figure for figure in hands.gs_frequencies(RunOptions()).figures}
    for name in paper.FREQUENCIES:
        one = figures[f"{name}: single hand"]
        assert one.verdict == "match"
        assert 0.0005 < one.tolerance < 0.05
        prizes = figures[f"{name}: tournament"]
        assert prizes.verdict == "match"
        assert isinstance(prizes.ours, float)
        assert 0.0005 < prizes.tolerance < 0.06
        if "after" in name:  # callers are more careful than for chips
            assert abs(prizes.ours - paper.FREQUENCIES[name][1]) > one.tolerance


def test_printed_ranges_fit_the_game_with_folded_cards_back() -> None:
    back, as_printed, out = (float(f.ours) for f in hands.gs_gains(RunOptions()).figures)
    assert back == pytest.approx(0.00106, abs=5e-5)
    assert as_printed == pytest.approx(0.00256, abs=5e-5)
    assert out == pytest.approx(0.00220, abs=5e-5)


def test_movable() -> None:
    dealt = two_way().dealt
    gained = np.where(np.arange(169) == 0, 2.0, 9.0)
    assert hands.movable(np.ones(169), gained, 1.0) == 0  # nothing more can jam
    half = np.full(169, 0.5)
    # up costs nothing; down, half of AA costs 1, and the rest goes to half of a costly class
    assert hands.movable(half, gained, 1.0) == pytest.approx(dealt[0] / 2)
    largest = dealt.max()  # an offsuit class: the most hands for the price
    assert hands.movable(half, np.full(169, 9.0), 4.5) == pytest.approx(largest / 2)
    assert hands.movable(half, np.full(169, -9.0), 4.5) == pytest.approx(largest / 2)


def test_seats_and_their_turns() -> None:
    figures = find("melcher-1.1").run(RunOptions()).figures
    assert [f.ours for f in figures if f.name.endswith("name")] == [
        "UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB",
    ]  # fmt: skip
    assert [f.ours for f in figures if "after" in f.name] == [3, 4, 5, 6, 7, 8, 9, 1, 2]


def test_from_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["railbird", "reproduce", "melcher-5.4", "--json"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert not stop.value.code
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["9 players, states"]["ours"] == 223_848_240
    assert rows["5 players, complexity"]["ours"] == 1492
    assert {row["verdict"] for row in rows.values()} == {"match"}
