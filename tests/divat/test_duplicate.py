"""Duplicate deals and columns of no-limit hold'em and limit Omaha Hi-Lo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.csv
import pyarrow.parquet
import pytest

from railbird.arena import Match, MatchTable
from railbird.divat.estimators.estimated import EstimatedMatch
from railbird.divat.estimators.summary import GameSummary
from railbird.divat.heads_up.estimators import pairs_note
from railbird.divat.heads_up.match import analyze
from railbird.divat.no_limit.match import analyze_no_limit, summarise_no_limit
from railbird.divat.omaha8.match import analyze_omaha8, summarise_omaha8
from railbird.errors import OptionError
from railbird.players.simple import Bluffer, RulePlayer
from railbird.table import Hand, table_rules
from railbird.table.rules import Rules

DEALS = 40
Analyse = Callable[..., EstimatedMatch]
Summarise = Callable[..., GameSummary]

GAMES = [
    pytest.param(
        table_rules(2, betting="no-limit"), analyze_no_limit, summarise_no_limit, id="no-limit"
    ),
    pytest.param(table_rules(2, game="omaha8"), analyze_omaha8, summarise_omaha8, id="omaha8"),
]


def played(rules: Rules, *, duplicate: bool = True) -> list[Hand]:
    match = Match(rules, (80, 80), deals=DEALS, seed=5, duplicate=duplicate)
    return [hand for hand, _ in MatchTable(match, [RulePlayer("Ann"), Bluffer("Bob")]).play()]


@pytest.mark.parametrize(("rules", "analyse", "summarise"), GAMES)
def test_the_two_games_of_a_deal_are_averaged(
    rules: Rules, analyse: Analyse, summarise: Summarise
) -> None:
    hands = played(rules)
    match = analyse(enumerate(hands, 1), hero="Ann")
    summary = summarise(match, duplicate=True)
    won = [hand.payoffs[hand.players.index("Ann")] / rules.big_blind for hand in hands]
    by_deal = [(won[i] + won[DEALS + i]) / 2 for i in range(DEALS)]
    assert [each.name for each in summary.by_deal] == [each.name for each in summary.estimators]
    assert summary.by_deal[0].mean == pytest.approx(np.mean(by_deal))
    assert summary.by_deal[0].deviation == pytest.approx(np.std(by_deal, ddof=1))
    assert {each.count for each in summary.by_deal} == {DEALS}
    assert {each.count for each in summary.estimators} == {2 * DEALS}
    assert summary.judged_by.endswith("averaged over duplicate deals")
    assert summary.judged_by.startswith(summary.by_deal[-1].name)
    assert summary.verdict.by == pytest.approx(abs(summary.by_deal[-1].mean))


@pytest.mark.parametrize(("rules", "analyse", "summarise"), GAMES)
def test_other_matches_are_refused(rules: Rules, analyse: Analyse, summarise: Summarise) -> None:
    hands = played(rules)
    for wrong in (played(rules, duplicate=False), hands[:-1], hands[:DEALS] + hands[:DEALS]):
        match = analyse(enumerate(wrong, 1), hero="Ann")
        with pytest.raises(OptionError, match="not a duplicate match"):
            summarise(match, duplicate=True)


LIMIT, WILD = table_rules(2), table_rules(2, betting="no-limit")


@pytest.mark.parametrize("rules", [LIMIT, *(each.values[0] for each in GAMES)])
def test_deals_that_come_twice_are_noticed(rules: Rules) -> None:
    def note(hands: list[Hand]) -> str:
        if rules == LIMIT:
            return pairs_note(analyze(enumerate(hands, 1), hero="Ann"))
        judge = analyze_omaha8 if rules.game == "omaha8" else analyze_no_limit
        return judge(enumerate(hands, 1), hero="Ann").duplicate_note()

    hands = played(rules)
    assert note(hands).endswith(
        ": --duplicate averages the two games of a deal, which takes out more luck."
    )
    assert note(played(rules, duplicate=False)) == ""
    assert note(hands[:DEALS]) == note(hands[:DEALS] + hands[:DEALS]) == ""
    assert note([hand for pair in zip(hands, hands[DEALS:], strict=False) for hand in pair]) == ""
    others = played(WILD if rules == LIMIT else LIMIT, duplicate=False)[:3]
    some = note(hands[: DEALS + 20] + others)
    assert some.startswith("Deals come twice here")
    assert "They cannot be averaged, as some hands were not analysed (3 × not" in some


@pytest.mark.parametrize(("rules", "analyse", "summarise"), GAMES)
def test_missing_hands_are_the_reason(rules: Rules, analyse: Analyse, summarise: Summarise) -> None:
    hands = played(rules)
    wrong = [*hands[:7], *played(LIMIT, duplicate=False)[:1]]
    match = analyse(enumerate(wrong + hands[8:], 1), hero="Ann")
    with pytest.raises(OptionError, match=r"some hands were not analysed \(1 × not .*: omit --dup"):
        summarise(match, duplicate=True)


def test_hidden_cards_cannot_show_a_duplicate_match() -> None:
    hands = played(table_rules(2, betting="no-limit"))
    folded = next(i for i, hand in enumerate(hands) if not hand.replay().showdown)
    cards = [
        cards if name == "Ann" else None
        for name, cards in zip(hands[folded].players, hands[folded].hole_cards, strict=True)
    ]
    hands[folded] = replace(hands[folded], hole_cards=tuple(cards))
    match = analyze_no_limit(enumerate(hands, 1), hero="Ann")
    with pytest.raises(OptionError, match="needs all hole cards"):
        summarise_no_limit(match, duplicate=True)


@pytest.mark.parametrize(("rules", "analyse", "summarise"), GAMES)
def test_columns_add_up(
    rules: Rules, analyse: Analyse, summarise: Summarise, tmp_path: Path
) -> None:
    match = analyse(enumerate(played(rules), 1), hero="Ann")
    summary = summarise(match)
    match.write_columns(tmp_path / "c.parquet")
    match.write_columns(tmp_path / "c.csv")
    table = pyarrow.parquet.read_table(tmp_path / "c.parquet")
    again = pyarrow.csv.read_csv(tmp_path / "c.csv")
    assert table.column_names == again.column_names
    assert table["id"].to_pylist() == list(range(1, 2 * DEALS + 1))
    assert again["money"].to_pylist() == pytest.approx(table["money"].to_pylist())
    column = {name: np.array(table[name].to_pylist()) for name in table.column_names}
    assert column["money"].mean() == pytest.approx(summary.estimators[0].mean)
    rounds = ("preflop", "flop", "turn", "river")
    skill = sum(column[f"skill_{each}"] for each in rounds)
    luck = sum(column[f"luck_{each}"] for each in rounds)
    assert skill == pytest.approx(column["divat"])
    assert skill + luck == pytest.approx(column["money"])
    assert column["big_blind"].sum() == DEALS
