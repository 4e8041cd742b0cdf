"""What HuBot's tables predict from the counts that Sêca (2008) prints."""

from __future__ import annotations

from collections import Counter

import pytest

from railbird.players.hubot import frequencies
from railbird.players.hubot.frequencies import Chances, Deed
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.hubot.numbers import (
    evenly,
    seca_first_defaults,
    seca_first_table,
    seca_percentile,
    seca_second_defaults,
    seca_second_table,
)

TABLES = (seca_first_table, seca_second_table)


def test_predictions_follow_the_text() -> None:
    first, second = (table(RunOptions()) for table in TABLES)
    assert (first.verdict, second.verdict) == ("consistent", "consistent")
    found = {figure.name: figure for figure in first.figures}
    # 25 observations are too few: all 1,325 of the flop are taken together
    assert found["flop after a bet: raises, merged"].ours == pytest.approx(657 / 1325)
    lately = evenly((0, 122, 305))[-30:].count(Deed.RAISE) / 30
    assert found["turn after a bet: raises"].ours == pytest.approx((305 / 427 + lately) / 2)
    assert (len(first.figures), len(second.figures)) == (2 + 16, 12)


def test_another_rule_would_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared is the prediction: it differs if situations are merged at other counts."""
    monkeypatch.setattr(frequencies, "ENOUGH", 10)
    assert [table(RunOptions()).verdict for table in TABLES] == ["differs", "differs"]


def test_plain_counting_would_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last 30 observations have more weight."""

    def plain(row: frequencies._Row) -> Chances:
        return Chances(*(count / row.total for count in row.counts))

    monkeypatch.setattr(frequencies._Row, "chances", plain)
    assert [table(RunOptions()).verdict for table in TABLES] == ["differs", "differs"]


def test_defaults_that_are_taken_from_print_are_no_match() -> None:
    for table in (seca_first_defaults, seca_second_defaults):
        outcome = table(RunOptions())
        assert {figure.verdict for figure in outcome.figures} == {"consistent"}


def test_observations_told_evenly() -> None:
    told = evenly((0, 122, 305))
    assert Counter(told) == {Deed.CALL: 122, Deed.RAISE: 305}
    for start in range(0, len(told) - 30, 30):
        assert pytest.approx(told[start : start + 30].count(Deed.RAISE), abs=2) == 30 * 305 / 427


def test_what_was_calibrated_does_not_count_as_a_match() -> None:
    found = {figure.name: figure for figure in seca_percentile(RunOptions()).figures}
    assert found["HuBot's percentile, by Eq. 5"].verdict == "consistent"
    for name in ("threshold of Make2", "threshold of Make4"):
        assert found[name].verdict == "not comparable"
        assert found[name].why.startswith("calibrated")
