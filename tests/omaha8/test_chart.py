"""Look-ups in the shipped equilibria."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards.classes import omaha_class_index, omaha_classes
from railbird.errors import OptionError
from railbird.omaha8.chart import POSITIONS, Chart, kinds, matching, suits
from railbird.omaha8.jamfold.solutions import Position
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
