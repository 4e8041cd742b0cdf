"""A session at a table: standings, who won from whom, and the scores as columns."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from tests.naive.ring_hands import moving_table, random_hand

from railbird.cards import parse_cards
from railbird.divat.ring import RingScore, crosstable
from railbird.divat.ring.columns import RingColumnsFile
from railbird.stats import mean_of
from railbird.table import Hand, table_rules

HANDS = moving_table(12)


def test_standings_are_means_over_the_hands_of_a_player() -> None:
    seen: list[tuple[int, Hand, RingScore]] = []
    table = crosstable(HANDS, samples=30, each=lambda *hand: seen.append(hand))
    assert [number for number, _, _ in seen] == list(range(1, 13))
    assert [hand for _, hand, _ in seen] == HANDS
    for standing in table.standings:
        places = [(s, h.players.index(standing.name)) for _, h, s in seen
                  if standing.name in h.players]  # fmt: skip
        money, skill = (mean_of([x[p] for x, p in rows]) for rows in (
            [(s.money, p) for s, p in places], [(s.skill, p) for s, p in places]))  # fmt: skip
        assert standing.money.count == len(places) < 12
        for found, expected in ((standing.money, money), (standing.divat, skill)):
            assert found.mean == pytest.approx(expected.mean)
            assert found.error == pytest.approx(expected.error)
        assert standing.luck + standing.divat.mean == pytest.approx(standing.money.mean)
    skills = [standing.divat.mean for standing in table.standings]
    assert skills == sorted(skills, reverse=True)


def hide(hand: Hand) -> Hand:
    """A hand as a site tells it: only cards of a showdown are shown."""
    state = hand.replay()
    shown = [state.showdown and not folded for folded in state.folded]
    cards = tuple(c if seen else None for c, seen in zip(hand.hole_cards, shown, strict=True))
    return replace(hand, hole_cards=cards)


def test_money_judges_where_cards_are_hidden() -> None:
    """Which hands show all cards depends on the cards, so DIVAT of these alone is no verdict."""
    hands = moving_table(60)
    whole = crosstable(hands, samples=30)
    assert (whole.hidden, whole.all_money, whole.judged_by) == (0, {}, "DIVAT")
    some = crosstable([hide(hand) for hand in hands], samples=30)
    assert 0 < some.games < 60
    assert some.games + some.hidden == 60
    assert some.refused == {"hole cards are not known": some.hidden}
    assert some.judged_by.startswith("the money of all hands")
    won = {each.name: each.money for each in whole.standings}
    assert list(some.all_money) == sorted(won, key=lambda name: -won[name].mean)
    for name, mean in some.all_money.items():
        assert mean.mean == pytest.approx(won[name].mean)
        assert mean.error == pytest.approx(won[name].error)
    assert next(iter(some.all_money)) in (some.verdict.ahead, some.verdict.behind)
    assert (some.verdict.sure, some.verdict.count) == (False, 36)
    rows = some.money_rows(4)
    assert list(rows) == [name for name in some.all_money if name in rows]
    assert len(rows) == 4
    assert list(some.money_rows()) == list(some.all_money)


def test_the_money_of_hidden_hands_is_before_the_rake() -> None:
    hands = [hide(hand) for hand in moving_table(40)]
    raked = []
    for hand in hands:
        winner = int(np.argmax(hand.payoffs))
        payoffs = [won - (p == winner) for p, won in enumerate(hand.payoffs)]
        alone = sum(won > 0 for won in hand.payoffs) == 1
        raked.append(replace(hand, payoffs=tuple(payoffs), rake=1) if alone else hand)
    assert sum(hand.rake for hand in raked) > 20
    mine, theirs = (crosstable(each, samples=30).all_money for each in (raked, hands))
    for name, won in theirs.items():
        assert mine[name].mean == pytest.approx(won.mean)


def test_two_line_ups_have_a_verdict_each() -> None:
    rng = np.random.default_rng(3)
    line_ups = [("Ann", "Bob", "Cid")] * 50 + [("Dan", "Eve", "Fay")] * 35
    hands = [random_hand(table_rules(3), rng, names) for names in line_ups]
    table = crosstable(hands, samples=30)
    first, second = table.verdicts
    assert table.verdict == first
    assert (first.count, second.count) == (50, 35)
    assert {first.ahead, first.behind} < {"Ann", "Bob", "Cid"}
    assert set(first.unmet) == {"Dan", "Eve", "Fay"}
    assert first.headline().endswith("played best of Ann, Bob and Cid")
    rates = [standing.divat.mean for standing in table.standings]
    assert rates == sorted(rates, reverse=True)


def test_who_won_from_whom() -> None:
    table = crosstable(HANDS, samples=30)
    assert table.flows == pytest.approx(-table.flows.T)
    assert table.flows.sum(axis=1) == pytest.approx(table.money)


def test_the_loser_pays_the_winners_by_their_gains() -> None:
    cards = "AcKc", "AdKd", "QdQs"
    hand = Hand(table_rules(3), (100,) * 3, ("Ann", "Bob", "Cid"),
                tuple(map(parse_cards, cards)), parse_cards("Ah5h3d9c2s"),
                (0,) * 12, (2, 2, -4))  # fmt: skip
    flows = crosstable([hand], samples=30).flows
    assert flows[:2, 2].tolist() == pytest.approx([0.5, 0.5])
    assert flows[0, 1] == 0


def test_a_costly_decision_names_the_hands_that_were_still_in() -> None:
    table = crosstable(HANDS, samples=30)
    for name, own in table.own.items():
        for each in own.costly:
            hand = HANDS[each.hand - 1]
            held = dict(zip(hand.players, hand.hole_cards, strict=True))
            assert {name, *(other for other, _ in each.against)} <= set(hand.players)
            assert name not in dict(each.against)
            assert each.against  # somebody was there to win from
            for other, cards in each.against:
                assert tuple(parse_cards(cards)) == held[other]


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_row_for_every_player_of_every_hand(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"session.{suffix}"
    with RingColumnsFile(path) as file:
        table = crosstable(HANDS, samples=30, each=file.add)
        assert not path.exists()
    if suffix == "csv":
        with path.open(newline="") as text:
            rows = list(csv.DictReader(text))
    else:
        rows = pq.read_table(path).to_pylist()
    assert len(rows) == sum(len(hand.players) for hand in HANDS)
    won = dict.fromkeys(table.names, 0.0)
    for row in rows:
        hand = HANDS[int(row["id"]) - 1]
        assert hand.players[int(row["position"])] == row["player"]
        money, luck, skill = (float(row[key]) for key in ("money", "luck", "skill"))
        assert luck + skill == pytest.approx(money, abs=1e-9)
        won[row["player"]] += money
    assert [won[name] for name in table.names] == pytest.approx(table.money)
    own = np.zeros(5)
    for row in rows:
        parts = [row[f"own_{r}"] for r in ("preflop", "flop", "turn", "river")]
        own[table.names.index(row["player"])] += sum(float(x) for x in parts if x not in ("", None))
    assert own == pytest.approx(np.diagonal(table.influence))
