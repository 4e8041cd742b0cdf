"""The experiments of Ho (2015)."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.reproduce.drawings import Lines
from railbird.reproduce.experiment import Experiment, RunOptions
from railbird.reproduce.registry import DOCUMENTS, EXPERIMENTS, find


@pytest.mark.parametrize(
    "experiment", list(DOCUMENTS["ho"].experiments()), ids=lambda each: each.id
)
def test_the_verdict_is_the_known_one_and_a_difference_has_a_reason(experiment: Experiment) -> None:
    outcome = experiment.run(RunOptions())
    assert outcome.verdict == experiment.expected
    assert all(figure.why for figure in outcome.figures if figure.verdict == "differs")


def test_all_thirty_patterns_are_compared() -> None:
    figures = find("ho-table-3.3").run(RunOptions()).figures
    assert sum(figure.name.endswith("total") for figure in figures) == 30


def test_where_print_differs_playing_its_way_loses() -> None:
    figures = find("ho-table-4.1").run(RunOptions()).figures
    for figure in figures:
        if figure.verdict == "differs":
            assert isinstance(figure.ours, float)
            assert isinstance(figure.printed, float | int)
            assert ("wins -" in figure.why) == (figure.ours < figure.printed)


def test_the_document_is_right_about_thirteen_cards_but_for_one_slip() -> None:
    figures = find("ho-toy").run(RunOptions()).figures
    (slip,) = (figure for figure in figures if figure.verdict == "differs")
    assert slip.ours == pytest.approx(-44 / 39)
    unprinted = [figure.ours for figure in figures if figure.printed is None]
    assert unprinted == [0.0, 0.0]  # so the text's bluffs cannot be improved on


def test_claims_name_the_record_of_iterations_and_both_gaps() -> None:
    outcome = find("ho-claims").run(RunOptions())
    ours = {figure.name: figure.ours for figure in outcome.figures}
    assert ours["AsKsQsJs at 200/400 is folded"] == "2,700 and more"
    ratio = ours["iterations of CFR+ / of CFR"]
    assert isinstance(ratio, float)
    assert 0 < ratio < 0.1
    assert any("omaha8_convergence" in note for note in outcome.notes)


def test_every_figure_of_the_results_is_there() -> None:
    named = [name for name in EXPERIMENTS if name.startswith("ho-fig-4")]
    assert named == [f"ho-fig-4.{number}" for number in range(1, 9)]


def test_what_rules_cost_is_drawn_in_chips() -> None:
    small, big = find("ho-fig-4.8").run(RunOptions()).drawings
    assert isinstance(small, Lines)
    assert isinstance(big, Lines)
    for drawn in (small, big):
        stacks, (best, soft, hard) = np.asarray(drawn.x), (s.values for s in drawn.series)
        assert (stacks[0], stacks[-1], len(stacks)) == (200, 4_500, 87)
        assert (np.asarray(best) >= np.asarray(soft)).all()
        assert (np.asarray(soft) >= np.asarray(hard)).all()
    assert np.asarray(small.series[0].values) == pytest.approx(-np.asarray(big.series[0].values))


def test_the_columns_of_the_models_are_those_of_print() -> None:
    for number in (4.4, 4.6):
        figures = find(f"ho-fig-{number}").run(RunOptions()).figures
        assert figures[0].verdict == "match"
        freedom = next(each for each in figures if each.name == "degrees of freedom")
        assert freedom.verdict == "match"
