"""SAGE and SEVENS: points, exact costs, and the search that found SEVENS."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.cards.classes import holdem_class_index
from railbird.equilibrium import gains
from railbird.errors import OptionError
from railbird.tournament.equity.models import CHIPS
from railbird.tournament.jamfold.ends import payoffs_by_model
from railbird.tournament.jamfold.game import JamFold
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.rules_of_thumb.advice import thumb_advice
from railbird.tournament.rules_of_thumb.costs import rule_costs
from railbird.tournament.rules_of_thumb.ranges import least_won, most_won, value
from railbird.tournament.rules_of_thumb.rule import SAGE, SEVENS, Side, ThumbRule, judge
from railbird.tournament.rules_of_thumb.search import FITTED, fit_side, losses

UNFITTED = np.arange(1.25, 15, 0.5)


def test_the_examples_of_jones_and_kittock() -> None:
    """Two hands after posting: 5,635 and 2,865 chips at 500/1,000 and at 200/400."""
    for r, jams, calls in ((2.865, True, True), (2_865 / 400, True, False)):
        threes, jack = judge(SAGE, "33", "sb", r), judge(SAGE, "J4s", "bb", r)
        assert (threes.score, jack.score) == (31, 28)
        assert (threes.play, jack.play) == (jams, calls)


def test_the_index_counts_an_ace_as_fifteen() -> None:
    points = SAGE.points("sb")
    for hand, score in {"AA": 67, "A2o": 32, "98o": 26, "JTs": 34, "32o": 8, "22": 28}.items():
        assert points[holdem_class_index(hand)] == score


def test_sevens_always_plays_pairs_and_aces_and_counts_the_rest() -> None:
    for hand in ("22", "A2o"):
        assert judge(SEVENS, hand, "bb", 15).always
        assert judge(SEVENS, hand, "bb", 15).play
    assert judge(SEVENS, "86s", "sb", 5).score == 16 + 6 + 7 + 7
    assert judge(SEVENS, "86s", "bb", 5).score == 16 + 6 + 3
    assert judge(SEVENS, "96o", "sb", 5).score == 18 + 6


def test_between_two_stacks_sevens_goes_in_proportion() -> None:
    assert [SEVENS.needed("sb", r) for r in (0.2, 1, 1.5, 7, 8.5, 15, 40)] == [
        19,
        19,
        22,
        28,
        29,
        33,
        33,
    ]


@pytest.mark.parametrize("r", [0.3, 4.3, 12.0])
def test_costs_are_those_of_the_general_game(r: float) -> None:
    stack = r + 1
    rules = JamRules((stack, stack), (0.5, 1))
    game = JamFold(rules, payoffs_by_model(rules, CHIPS))
    jam, call = (SAGE.plays(blind, r).astype(float) for blind in ("sb", "bb"))
    strategy = [np.stack([1 - each, each], axis=1) for each in (jam, call)]
    won, gained = game.utilities(strategy)[0] - stack, gains(game, strategy)
    assert value(jam, call, stack) == pytest.approx(won, abs=1e-12)
    stacks = np.array([stack])
    assert least_won(jam[None], stacks)[0, 0] == pytest.approx(won - gained[1], abs=1e-12)
    assert most_won(call[None], stacks)[0, 0] == pytest.approx(won + gained[0], abs=1e-12)


def test_sevens_costs_less_than_sage_where_neither_was_fitted() -> None:
    within = UNFITTED[UNFITTED < 7]
    sage, sevens = (rule_costs(rule, within.tolist()) for rule in (SAGE, SEVENS))
    for ours, theirs in ((sevens.jam, sage.jam), (sevens.call, sage.call)):
        assert (ours > -1e-8).all()
        assert ours.mean() < 0.7 * theirs.mean()
        assert ours.max() < theirs.max()
    assert (sevens.jam_even <= sevens.jam + 1e-8).all()
    assert sevens.jam_even.mean() < sage.jam_even.mean()


def test_sevens_stays_good_up_to_fifteen() -> None:
    costs = rule_costs(SEVENS, [8.25, 10.75, 14.75])
    assert costs.jam.max() < 0.005
    assert costs.call.max() < 0.01
    assert costs.both.mean() < 0.004


def test_sevens_has_as_many_numbers_as_sage() -> None:
    def bonuses(rule: ThumbRule) -> int:
        """What is added for cards; a bonus that both blinds have is one number."""
        both = [(rule.jam.suited, rule.call.suited), (rule.jam.close, rule.call.close)]
        single = [bool(rule.ace), bool(rule.pair)]
        return sum(single) + sum(len({each for each in one if each}) for one in both)

    def table(rule: ThumbRule) -> int:
        return len(rule.jam.numbers) + len(rule.call.numbers)

    assert bonuses(SEVENS) == bonuses(SAGE) == 3
    assert table(SEVENS) == table(SAGE) == 14


def test_sevens_costs_less_than_sage_in_proportion() -> None:
    fair = replace(SAGE, between="proportion")
    assert fair.needed("bb", 2.25) == 19
    within = UNFITTED[UNFITTED < 7].tolist()
    sage, sevens = rule_costs(fair, within), rule_costs(SEVENS, within)
    assert sevens.jam.mean() < 0.4 * sage.jam.mean()
    assert sevens.call.mean() < 0.85 * sage.call.mean()
    assert sevens.call.max() < sage.call.max()


def test_where_sevens_costs_more_than_sage() -> None:
    """The quarters of R that the page on the rules names, and those beside them."""
    quarters = np.array([1.25, 1.5, 1.75, 2, 2.25, 2.5, 4.75, 5, 5.25, 5.5])
    sage, sevens = (rule_costs(rule, quarters.tolist()) for rule in (SAGE, SEVENS))
    more = {
        name: quarters[getattr(sevens, name) > getattr(sage, name)].tolist()
        for name in ("jam", "call", "both")
    }
    assert more == {"jam": [1.5, 1.75, 2], "call": [2.25, 5, 5.25], "both": [2.25]}


def test_the_search_finds_sevens() -> None:
    start = replace(SEVENS, jam=Side(0, 0, (0,) * 7), call=Side(0, 0, (0,) * 7))
    assert fit_side(start, "sb", suited=(6, 7), close=(7, 8)).side == SEVENS.jam
    calls = fit_side(start, "bb", suited=(1, 2, 3), close=(0,))
    assert calls.side == SEVENS.call
    longer = fit_side(start, "bb", suited=(2, 3), close=(0, 1))
    assert (longer.side.suited, longer.side.close) == (2, 1)
    assert calls.loss - longer.loss == pytest.approx(0.61e-3, abs=5e-6)


@pytest.mark.slow
def test_the_search_finds_sevens_among_all_bonuses() -> None:
    start = replace(SEVENS, jam=Side(0, 0, (0,) * 7), call=Side(0, 0, (0,) * 7))
    assert fit_side(start, "sb").side == SEVENS.jam
    assert fit_side(start, "bb", close=(0,)).side == SEVENS.call


def test_losses_have_a_column_for_each_number() -> None:
    table = losses(SEVENS.points("sb"), "sb", FITTED[:3])
    assert table[:, 0] == pytest.approx(-least_won(np.ones((1, 169)), np.array(FITTED[:3]) + 1)[0])
    assert table.argmin(axis=1).tolist() == [19, 22, 24]


def test_advice_has_what_following_a_rule_loses() -> None:
    advice = thumb_advice("76s", stack=3_000, big_blind=400, position="sb")
    sage, sevens = advice.verdicts
    assert (sage.play, sevens.play) == (False, True)
    assert advice.lost(sage) == pytest.approx(advice.gap)
    assert advice.gap == pytest.approx(0.281, abs=1e-3)
    assert advice.lost(sevens) == 0
    assert advice.costs[1] < advice.costs[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"hand": "K9"}, "K9s"),
        ({"stack": 400}, "more than the big blind"),
        ({"big_blind": 0}, "above 0"),
        ({"position": "button"}, "sb or bb"),
    ],
)
def test_bad_input_is_one_sentence(words: dict[str, object], said: str) -> None:
    given: dict[str, object] = {"hand": "K9s", "stack": 900, "big_blind": 400, "position": "sb"}
    with pytest.raises(OptionError, match=said):
        thumb_advice(**{**given, **words})  # type: ignore[arg-type]
