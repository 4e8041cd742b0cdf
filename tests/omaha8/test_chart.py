"""Look-ups in the shipped equilibria."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from railbird.cards.card import HoleCards
from railbird.cards.classes import omaha_class_index, omaha_classes
from railbird.errors import OptionError
from railbird.omaha8.chart import POSITIONS, Chart, kinds, matching, playability, suits
from railbird.omaha8.jamfold import gaps, solutions
from railbird.omaha8.jamfold.solutions import Position
from railbird.omaha8.rules import costs, regression
from railbird.omaha8.rules.oracle import ORACLE
from railbird.omaha8.rules.tally import TALLY
from railbird.omaha8.training import Memory, Trainer
from railbird.reports.omaha8 import chart_page


@pytest.mark.parametrize("groups", [kinds, suits])
def test_every_class_is_of_one_kind_and_shares_add_up(groups: type) -> None:
    masks, sizes, chart = groups(), omaha_classes()[1].astype(int), Chart(8)
    assert (sum(mask.astype(int) for mask in masks.values()) == 1).all()
    for position in POSITIONS:
        parts = [chart.share(position, mask) * sizes[mask].sum() for mask in masks.values()]
        assert sum(parts) == pytest.approx(chart.share(position) * 270_725)


def test_the_nearest_stack_is_taken_and_others_are_refused() -> None:
    assert Chart(8.01).stack == 8
    assert Chart(47.3).stack == 47.5
    for outside in (0.4, 50.1, -1.0, float("nan")):
        with pytest.raises(OptionError, match=r"0\.5 to 50"):
            Chart(outside)


@pytest.mark.parametrize("stack", ["x", "8", None])
def test_a_stack_that_is_no_number_is_refused(stack: Any) -> None:
    with pytest.raises(OptionError, match=f"{stack!r} is not a stack: give a number"):
        Chart(stack)


@pytest.mark.parametrize(
    "ask",
    [
        lambda wrong: Chart(8).share(wrong),
        lambda wrong: Chart(8).decides(wrong),
        lambda wrong: Chart(8).gaps(wrong),
        lambda wrong: Chart(8).best(wrong),
        lambda wrong: Chart(8).spot("AsAdKsKd", wrong),
        playability,
        lambda wrong: solutions.load().share(wrong, omaha_classes()[1]),
        lambda wrong: gaps.load().of(wrong, 8),
        lambda wrong: ORACLE.judge(HoleCards.parse("AsAdKsKd"), wrong, 8),
        lambda wrong: TALLY.class_plays(wrong, [8]),
        lambda wrong: costs.load().of("oracle", wrong),
        lambda wrong: regression.model_scores({}, wrong),
        lambda wrong: Trainer([Chart(8)], [wrong], Memory(), seed=1),
    ],
)
def test_a_wrong_position_is_refused(ask: Callable[[str], object]) -> None:
    with pytest.raises(OptionError, match="position 'x' is no blind: give 'sb' or 'bb'"):
        ask("x")


def test_a_search_with_weights_is_refused() -> None:
    with pytest.raises(OptionError, match="'50%:AAxx, 5432' has weights"):
        matching("50%:AAxx, 5432")
    assert (matching("100%:AAxx") == matching("AAxx")).all()


def test_best_hands_win_most_and_a_wrong_action_loses_the_gap() -> None:
    chart = Chart(10)
    best = chart.best("sb", matching("KKxx"))
    gaps = [spot.gap for spot in chart.spots("sb", best)]
    assert gaps == sorted(gaps, reverse=True)
    quads = chart.spot("KsKhKdKc", "sb")
    assert quads.played == 0
    assert quads.lost(play=False) == 0
    assert quads.lost(play=True) == -quads.gap > 0


def test_a_search_finds_the_classes_of_a_pattern() -> None:
    found = np.flatnonzero(matching("AA23 ds"))
    assert {omaha_class_index("AsAd2s3d")} == set(found)
    assert omaha_class_index("AsAd2s3h") in np.flatnonzero(matching("A2xx"))


def test_the_page_has_a_picture_for_each_position() -> None:
    page = chart_page(Chart(8), POSITIONS)
    assert page.count("<svg") == 3
    assert "77.5 %" in page
    assert "(A3)(A2)" in page
    assert "The last classes to call" in page
    assert page.count("The first classes to fold") == 2


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_interpolated_does_not_contradict_the_equilibrium(position: Position) -> None:
    chart = Chart(11.25)
    assert chart.interpolated
    played, gap = chart.played(position), chart.gaps(position)
    assert gap[played == 1].min() >= 0
    assert gap[played == 0].max() <= 0
    between = (Chart(11).gaps(position) + Chart(11.5).gaps(position)) / 2
    assert gap == pytest.approx(between, abs=0.02)
