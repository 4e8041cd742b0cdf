"""The front door's analyses: the game decides which it is, and nothing is ever nan."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import railbird
from railbird.arena import Match, MatchTable
from railbird.divat.estimators.mivat import fit
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.match import analyze as analyze_limit
from railbird.divat.no_limit.match import NoLimitMatch
from railbird.divat.omaha8.match import Omaha8Match
from railbird.errors import OptionError
from railbird.players import make_players
from railbird.table import Hand, table_rules
from railbird.table.rules import Rules

LIMIT, NO_LIMIT = table_rules(2), table_rules(2, betting="no-limit")
HI_LO = table_rules(2, game="omaha8")


def play(rules: Rules, *, deals: int = 40, seed: int = 1, duplicate: bool = False) -> list[Hand]:
    kinds = ["rules", "bluffer", "random"]
    players = make_players(kinds[: rules.players])
    match = Match(rules, (200,) * rules.players, deals=deals, seed=seed, duplicate=duplicate)
    return [hand for hand, _ in MatchTable(match, players).play()]


@pytest.mark.parametrize(
    ("rules", "kind", "game"),
    [
        (LIMIT, MatchAnalysis, "sb per game"),
        (NO_LIMIT, NoLimitMatch, "bb per game"),
        (HI_LO, Omaha8Match, "sb per game"),
    ],
)
def test_the_game_decides(rules: Rules, kind: type[object], game: str) -> None:
    hands = play(rules)
    match = railbird.analyze(iter(hands), hero="bluffer")
    assert type(match) is kind
    summary = railbird.summarise(match)
    assert (summary.players, summary.games) == (("bluffer", "rules"), len(hands))
    assert summary.verdict.unit == game
    assert np.isfinite(summary.verdict.by)
    won = np.mean([h.payoffs[h.players.index("bluffer")] / rules.big_blind for h in hands])
    assert match.money.mean() == pytest.approx(won)


def test_mixed_hands_are_those_of_the_first_game() -> None:
    hands = play(NO_LIMIT) + play(table_rules(3))
    match = railbird.analyze(hands, hero="rules")
    assert isinstance(match, NoLimitMatch)
    assert match.refused == {"not no-limit hold'em": 40}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (table_rules(3), r"tables of three and more: call railbird\.divat\.crosstable\(hands\)"),
        (table_rules(3, betting="no-limit"), "no-limit holdem of 3 players, which has no analysis"),
        (table_rules(2, game="omaha"), "limit omaha of 2 players, which has no analysis"),
        (table_rules(2, betting="pot-limit"), "pot-limit holdem of 2 players, which has no"),
    ],
)
def test_games_without_an_analysis_are_named(rules: Rules, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        railbird.analyze(play(rules, deals=3))


@pytest.mark.parametrize("rules", [LIMIT, NO_LIMIT, HI_LO])
def test_where_nothing_can_be_judged_an_error_says_why(rules: Rules) -> None:
    hands = [replace(hand, hole_cards=(None, None)) for hand in play(rules, deals=5)]
    if rules is NO_LIMIT:  # there the money counts without cards
        hands = [replace(hand, actions=hand.actions[:-1]) for hand in hands]
    with pytest.raises(OptionError, match=r"^a\.log has no hand that DIVAT can judge \(5 × "):
        railbird.analyze(hands, source="a.log")


def test_where_there_are_no_hands_an_error_says_so() -> None:
    with pytest.raises(OptionError, match=r"^the log has no hands$"):
        railbird.analyze([])
    with pytest.raises(OptionError, match=r"^the log has no hands$"):
        railbird.aivat([], "rules")
    with pytest.raises(OptionError, match=r"^a\.log has no hand that can be read: 2 are damaged"):
        railbird.analyze([], source="a.log", unread=["one", "two"])


def test_what_is_not_hands_is_refused_in_a_sentence() -> None:
    with pytest.raises(OptionError, match=r"call analyze\(read_hands\('m1\.jsonl'\)\)"):
        railbird.analyze("m1.jsonl")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"call aivat\(read_hands\('m1\.jsonl'\)"):
        railbird.aivat(Path("m1.jsonl"), "rules")  # type: ignore[arg-type]
    hands = play(NO_LIMIT, deals=3)
    with pytest.raises(OptionError, match=r"call summarise\(analyze\(hands\)\)"):
        railbird.summarise(hands)  # type: ignore[call-overload]
    with pytest.raises(OptionError, match="what analyze returns for heads-up limit hold'em"):
        railbird.mivat(railbird.analyze(hands), "values.npz")  # type: ignore[arg-type]


def test_one_known_player_needs_no_list() -> None:
    match = railbird.analyze(play(NO_LIMIT, deals=3), known="rules")
    assert isinstance(match, NoLimitMatch)
    assert match.known_players == (("rules", "rules"),)


def test_an_empty_analysis_has_no_summary() -> None:
    with pytest.raises(OptionError, match="has no hand that DIVAT can judge"):
        railbird.summarise(analyze_limit(play(NO_LIMIT, deals=3)))


def test_duplicate_deals() -> None:
    found = railbird.summarise(railbird.analyze(play(NO_LIMIT, duplicate=True)), duplicate=True)
    assert found.judged_by.endswith("averaged over duplicate deals")
    limit = railbird.summarise(railbird.analyze(play(LIMIT, duplicate=True)), duplicate=True)
    assert limit.judged_by == "DIVAT, averaged over duplicate deals"
    assert limit.verdict.count == 40


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(
        OptionError, match="only limit hold'em has settings, and the log is another game"
    ):
        railbird.analyze(play(NO_LIMIT, deals=3), settings="tight-low")
    with pytest.raises(OptionError, match=r"call railbird\.aivat"):
        railbird.analyze(play(LIMIT, deals=3), known=["rules"])
    with pytest.raises(OptionError, match="AIVAT is for hold'em"):
        railbird.analyze(play(HI_LO, deals=3), known=["rules"])


def test_aivat_and_mivat_at_the_door(tmp_path: Path) -> None:
    known = railbird.analyze(play(NO_LIMIT), known=["rules", "bluffer"])
    assert "AIVAT" in [each.name for each in railbird.summarise(known).estimators]  # type: ignore[union-attr]
    hands = play(LIMIT, deals=200)
    found = railbird.aivat(hands, "rules")
    assert found.money.sum() == pytest.approx(
        sum(hand.payoffs[hand.players.index("rules")] / 2 for hand in hands)
    )
    with pytest.raises(OptionError, match="NAME is rules or bluffer"):
        railbird.aivat(hands, "Cid=rules")
    with pytest.raises(OptionError, match=r"not limit hold'em: call railbird\.analyze with known"):
        railbird.aivat(play(NO_LIMIT), "rules")
    fit([play(LIMIT, deals=1200, seed=9)]).values.save(tmp_path / "v.npz")
    match = railbird.analyze(hands)
    assert isinstance(match, MatchAnalysis)
    values = railbird.mivat(match, tmp_path / "v.npz")
    assert len(values) == len(hands)
    assert values.std() < match.money.std()
