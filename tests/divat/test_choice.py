"""Who has the verdict on a limit match: what has no bias, judges all games, and varies least."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from railbird import Match, make_player, play_match, table_rules
from railbird.divat.estimators.choice import Beside, summarise_with
from railbird.divat.estimators.known_hands import judge_known
from railbird.divat.estimators.limit import estimator_line
from railbird.divat.heads_up.match import MatchAnalysis, analyze
from railbird.divat.heads_up.summary import line, summarise
from railbird.errors import OptionError
from railbird.players.find_known import find_known
from railbird.players.known.values import value_tables
from railbird.table import Hand


@cache
def hands(stack: int = 200, *, duplicate: bool = False) -> tuple[Hand, ...]:
    found: list[Hand] = []
    match = Match(table_rules(2), (stack, stack), deals=400, seed=11, duplicate=duplicate)
    players = [make_player("A=rules"), make_player("B=random")]
    play_match(match, players, on_hand=found.append)
    return tuple(found)


def made_up(match: MatchAnalysis, deviation: float, *, mean: float, games: int = 0) -> Beside:
    """An estimator with this deviation, and a mean that must not matter for the choice."""
    rng = np.random.default_rng(1)
    count = games or len(match)
    scores = mean + deviation * rng.normal(size=count)
    money = match.money[:count].astype(np.float64)
    return Beside(estimator_line("made up", scores, money, value="none", corrects="all"), scores)


@pytest.mark.parametrize("errors", [-2.0, 0.0, 2.0])
def test_the_choice_is_by_error_and_not_by_result(errors: float) -> None:
    match = analyze(hands(), hero="A")
    spread = match.divat.std()
    mean = match.divat.mean() + errors * spread / np.sqrt(len(match))
    summary, _ = summarise_with(match, [made_up(match, 2 * spread, mean=mean)])
    assert summary.judged_by == "DIVAT"
    assert summary.verdict == summarise(match).verdict
    summary, _ = summarise_with(match, [made_up(match, spread / 2, mean=mean)])
    assert summary.judged_by == "made up"
    assert summary.verdict.by == pytest.approx(abs(mean), abs=0.3)


def test_estimators_that_disagree_are_not_both_without_bias() -> None:
    match = analyze(hands(), hero="A")
    found, _ = summarise_with(match, [made_up(match, 0.1, mean=match.divat.mean() + 2.0)])
    assert found.judged_by == "DIVAT; made up is too far from DIVAT to be without bias"
    assert found.verdict == summarise(match).verdict


def test_a_claim_that_is_not_true_is_refused() -> None:
    """By what the player did with the cards they held."""
    name, strategy = find_known("A=random")
    with pytest.raises(OptionError, match=r"A does not play like random: their aggression"):
        judge_known(hands()[:300], name, strategy, value_tables())


def test_what_judges_only_some_games_or_is_biased_has_no_verdict() -> None:
    match = analyze(hands(), hero="A")
    some = made_up(match, 0.01, mean=1.0, games=len(match) - 1)
    assert summarise_with(match, [some])[0].judged_by == "DIVAT"
    biased = made_up(match, 0.01, mean=1.0)
    biased = biased._replace(line=replace(biased.line, unbiased=False))
    assert summarise_with(match, [biased])[0].judged_by == "DIVAT"


@pytest.mark.parametrize("settings", ["one-bet", "tight-low"])
def test_settings_with_a_bias_have_no_verdict(settings: str) -> None:
    match = analyze(hands(), hero="A", settings=settings)
    summary = summarise(match)
    assert summary.caveat
    assert summary.judged_by.startswith("AIE, because DIVAT has a bias")
    assert summary.verdict.by == pytest.approx(abs(match.all_in.mean()))
    by_deal, deals = summarise_with(
        analyze(hands(duplicate=True), hero="A", settings=settings), by_deal=True
    )
    assert by_deal.judged_by.startswith("AIE, averaged over duplicate deals")
    assert deals is not None
    assert [each.name for each in deals.lines] == ["money", "DIVAT", "AIE"]
    assert by_deal.verdict.by == pytest.approx(abs(deals.others[0].mean))


@pytest.mark.parametrize("settings", ["one-bet", "tight-low"])
def test_short_stacks_need_no_settings(settings: str) -> None:
    match = analyze(hands(6), hero="A", settings=settings)
    assert (match.divat == analyze(hands(6), hero="A").divat).all()
    summary = summarise(match)
    assert (summary.short, summary.caveat, summary.judged_by) == (len(match), "", "DIVAT")
    mixed = summarise(analyze([*hands(6), *hands()], hero="A", settings=settings))
    assert mixed.caveat
    assert mixed.judged_by.startswith("AIE, because DIVAT has a bias")


def test_what_rounding_leaves_is_nothing() -> None:
    rng = np.random.default_rng(1)
    money, dust = rng.normal(0, 5, 100), rng.normal(1e-8, 1e-7, 100)
    for base in (0.0, 1.5):
        found = line("made up", base + dust, money)
        assert (found.mean == base) == (base == 0)
        assert (found.deviation, found.error, found.reduction) == (0, 0, np.inf)
        assert found.confidence == 1 if base else np.isnan(found.confidence)
    assert line("made up", 1e-3 * money, money).reduction == pytest.approx(1e6)


def test_hands_without_scores_leave_the_verdict_to_all_money() -> None:
    whole = list(hands())
    cut = [replace(h, board=()) if i % 7 == 0 and h.board else h for i, h in enumerate(whole)]
    summary = summarise(analyze(cut, hero="A"))
    missing = sum(a is not b for a, b in zip(cut, whole, strict=True))
    assert summary.refused == {"cards of the board are missing": missing}
    assert summary.judged_by == f"the money of all hands, because {missing} have no scores"
    money = np.mean([h.payoffs[h.players.index("A")] / 2 for h in whole])
    assert summary.verdict.by == pytest.approx(abs(money), abs=1e-6)


def test_hands_of_other_games_do_not_matter() -> None:
    whole = list(hands())
    other = [replace(h, rules=replace(h.rules, antes=(1, 1))) for h in whole[:50]]
    summary = summarise(analyze([*other, *whole], hero="A"))
    assert summary.refused == {"unusual blinds, antes or bets": 50}
    assert summary.judged_by == "DIVAT"


def test_hands_that_could_not_be_read_are_named() -> None:
    summary = summarise(analyze(hands(), hero="A", unread=["one", "two"]))
    assert summary.judged_by == "DIVAT; 2 hands could not be read"


def test_aivat_judges_only_where_nobody_can_be_all_in() -> None:
    name, strategy = find_known("B=random")
    for stack, judged, by in ((48, 800, "AIVAT"), (46, 400, "DIVAT")):
        some = [*hands(stack), *hands()]
        found = judge_known(some, name, strategy, value_tables())
        assert len(found.estimates) == judged
        beside = Beside(found.line("A"), -found.estimates)
        summary, _ = summarise_with(analyze(some, hero="A"), [beside])
        assert summary.judged_by == by
    with pytest.raises(OptionError, match=r"AIVAT can judge no hand of B .* below 24 small bets"):
        judge_known(hands(46), name, strategy, value_tables())
