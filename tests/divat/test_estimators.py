"""Duplicate averages, run-time DIVAT, and the smoothing over settings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from tests.naive.divat_hands import random_hands

from railbird.arena import Match, MatchTable
from railbird.divat.baseline.settings import STANDARD, SWEEP_WEIGHTS, styled, sweep
from railbird.divat.heads_up.estimators import duplicate, find_weights, runtime, smooth
from railbird.divat.heads_up.match import MatchAnalysis, analyze
from railbird.divat.heads_up.scores import score
from railbird.errors import OptionError
from railbird.players import AlwaysCall, Player, RandomPlayer, RulePlayer
from railbird.table import FOLD, Hand, table_rules

DEALS = 40


def played(first: Player, second: Player) -> list[Hand]:
    """A duplicate match of the arena."""
    match = Match(table_rules(2), (400, 400), deals=DEALS, seed=12, duplicate=True)
    return [hand for hand, _ in MatchTable(match, [first, second]).play()]


def test_duplicate_averages_the_two_games_of_a_deal() -> None:
    hands = played(RulePlayer("Ann"), RandomPlayer("Bob"))
    match = analyze(hands, hero="Ann")
    found = duplicate(match)
    won = [hand.payoffs[hand.players.index("Ann")] / 2 for hand in hands]
    pairs = [(a + b) / 2 for a, b in zip(won[:DEALS], won[DEALS:], strict=True)]
    assert found.deals == DEALS
    assert found.money.mean == pytest.approx(np.mean(pairs))
    assert found.money.deviation == pytest.approx(np.std(pairs, ddof=1))
    assert found.divat.mean == pytest.approx(match.divat.mean())
    assert found.divat.reduction == pytest.approx(
        (found.money.deviation / found.divat.deviation) ** 2
    )


def test_duplicate_of_the_same_play_leaves_no_luck() -> None:
    match = analyze(played(AlwaysCall("Ann"), AlwaysCall("Bob")))
    assert match.money.std() > 0.5
    found = duplicate(match)
    assert (found.money.mean, found.money.deviation) == (0, 0)
    assert found.divat.deviation == pytest.approx(0, abs=1e-6)


def test_what_is_no_duplicate_match() -> None:
    hands = played(RulePlayer("Ann"), RandomPlayer("Bob"))
    others = [
        [],
        hands[:-1],
        hands[::-1][:DEALS],
        hands[:DEALS],
        hands[:DEALS] * 2,
        [*hands[:DEALS], *hands[: DEALS - 1 : -1]],
    ]
    for wrong in others:
        with pytest.raises(OptionError, match="not a duplicate match"):
            duplicate(analyze(wrong, hero="Ann"))


def hide(hand: Hand, hero: str) -> Hand:
    """The hand as the hero sees it: without a showdown he does not see the other's cards."""
    if FOLD not in hand.actions:
        return hand
    cards = (hand.hole_cards[p] if name == hero else None for p, name in enumerate(hand.players))
    return replace(hand, hole_cards=tuple(cards))


def test_runtime_divat_needs_only_what_a_player_sees() -> None:
    hands = random_hands(200, seed=6)
    known = runtime(analyze(hands, hero="Ann"))
    match = analyze([hide(hand, "Ann") for hand in hands], hero="Ann")
    seen = runtime(match)
    assert match.refused == {"hole cards are not known": seen.not_shown}
    assert (seen.shown, seen.not_shown) == (known.shown, known.not_shown)
    assert seen.shown == sum(FOLD not in hand.actions for hand in hands)
    assert 40 < seen.shown < 160
    assert seen.estimate.mean == pytest.approx(known.estimate.mean, abs=1e-6)
    assert seen.estimate.deviation == pytest.approx(known.estimate.deviation, abs=1e-6)
    assert seen.estimate.reduction == pytest.approx(known.estimate.reduction, rel=1e-6)
    assert seen.bias is None  # it cannot be measured
    assert known.bias is not None
    full = analyze(hands, hero="Ann")
    assert known.bias.mean == pytest.approx(known.estimate.mean - full.divat.mean(), abs=1e-9)
    assert abs(known.bias.mean) > 1e-3


def test_the_sweep_has_the_standard_in_the_middle() -> None:
    five = sweep()
    assert len(five) == 5
    assert five[2] == STANDARD
    assert len({settings.name for settings in five}) == 5
    for loose, tight in pairwise(five):
        assert loose.fold_offsets[1] < tight.fold_offsets[1]
        assert loose.fold_offsets[2] < tight.fold_offsets[2]
        assert loose.makes[0][0] < tight.makes[0][0]
        assert loose.makes[3][0] < tight.makes[3][0]
    for settings in five:
        for make, river in zip(settings.makes[0], settings.makes[3], strict=True):
            assert 1 - river == pytest.approx((1 - make) * 6 / 7, abs=1e-6)


def test_the_river_follows_as_in_the_standard() -> None:
    assert styled("normal", "moderate") == STANDARD


@pytest.fixture
def match() -> MatchAnalysis:
    return analyze(random_hands(120, seed=17))


def test_smoothing_is_the_weighted_average(match: MatchAnalysis) -> None:
    five = sweep()
    each = [score(match.games, settings=settings).skill * match.sign for settings in five]
    assert np.ptp(each, axis=0).max() > 0.1  # settings matter
    for weights in SWEEP_WEIGHTS.values():
        expected = np.average(each, axis=0, weights=weights)
        assert smooth(match, five, weights) == pytest.approx(expected, abs=1e-12)
    assert smooth(match, five, (0, 0, 1, 0, 0)) == pytest.approx(match.divat, abs=1e-5)
    with pytest.raises(ValueError, match="zip"):
        smooth(match, five, (1, 2, 1))


def test_weights_by_name() -> None:
    assert find_weights("binomial") == (1, 4, 6, 4, 1)
    with pytest.raises(OptionError, match=r"'round' are not known: choose flat, triangle"):
        find_weights("round")
