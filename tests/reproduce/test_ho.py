"""The experiments of Ho (2015)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from railbird.cards.classes import omaha_classes
from railbird.omaha8.jamfold import solutions
from railbird.omaha8.rules.features import class_features
from railbird.omaha8.rules.oracle import ORACLE
from railbird.omaha8.rules.regression import analysed
from railbird.reproduce.drawings import Lines
from railbird.reproduce.experiment import Experiment, Outcome, RunOptions
from railbird.reproduce.omaha8.text import STRAIGHTS, boards_for_straights
from railbird.reproduce.registry import DOCUMENTS, EXPERIMENTS, find


@cache
def ran(name: str) -> Outcome:
    """The outcome of an experiment, computed once."""
    return find(name).run(RunOptions())


COSTS = """
filtered model: small blind gives up, chips: differs
filtered model: big blind gives up, bb: match
filtered model, print's coefficients: small blind gives up, chips: differs
filtered model, print's coefficients: big blind gives up, bb: match
model of Figure 4.4, print's coefficients: small blind v best response, chips: differs
model of Figure 4.4, print's coefficients: small blind v equilibrium, chips: differs
"""
VERDICTS = {
    "ho-fig-4.5": COSTS,
    "ho-text": """
AsAdQsJd: share of the pot, %: match
5h4s3c2h: share of the pot, %: match
As9h8d2c: boards for a straight: differs
Ts9h8d7c: boards for a straight: differs
index of Ks Jh Ts 6d: match
index of Ac 2c 3c 4c: match
index of Ks Qs Js Ts: match
match-ups of two hands: match
look-ups by brute force: match
sets of eight cards that need no evaluation, %: differs
less time on a GPU, %: differs
""",
    "ho-fig-4.7": """
mean square of the points, by standard errors: differs
oracle_strategy: differs
oracle_strategy: standard error: differs
is_big_blind: differs
is_big_blind: standard error: differs
residual standard error: differs
degrees of freedom: match
R²: differs
adjusted R²: differs
F-statistic: differs
""",
    "ho-fig-4.8": """
ORACLE, small blind with 2,300 v equilibrium, chips: differs
ORACLE, big blind with 4,500 v equilibrium, chips: differs
ORACLE, small blind v best response, chips: differs
ORACLE, big blind v best response, chips: differs
""",
}


@pytest.mark.parametrize(
    "experiment", list(DOCUMENTS["ho"].experiments()), ids=lambda each: each.id
)
def test_the_verdict_is_the_known_one_and_a_difference_has_a_reason(experiment: Experiment) -> None:
    outcome = ran(experiment.id)
    assert outcome.verdict == experiment.expected
    assert all(figure.why for figure in outcome.figures if figure.verdict == "differs")


def test_all_thirty_patterns_are_compared() -> None:
    figures = ran("ho-table-3.3").figures
    assert sum(figure.name.endswith("total") for figure in figures) == 30


def test_where_print_differs_playing_its_way_loses() -> None:
    figures = ran("ho-table-4.1").figures
    for figure in figures:
        if figure.verdict == "differs":
            assert isinstance(figure.ours, float)
            assert isinstance(figure.printed, float | int)
            assert ("wins -" in figure.why) == (figure.ours < figure.printed)


def test_the_document_is_right_about_thirteen_cards_but_for_one_slip() -> None:
    figures = ran("ho-toy").figures
    (slip,) = (figure for figure in figures if figure.verdict == "differs")
    assert slip.ours == pytest.approx(-44 / 39)
    unprinted = [figure.ours for figure in figures if figure.printed is None]
    assert unprinted == [0.0, 0.0]  # so the text's bluffs cannot be improved on


def test_claims_name_the_record_of_iterations_and_both_gaps() -> None:
    outcome = ran("ho-claims")
    ours = {figure.name: figure.ours for figure in outcome.figures}
    assert ours["AsKsQsJs at 200/400 is folded"] == "2,700 and more"
    said = [f"{each.name}: {each.verdict}" for each in outcome.figures]
    assert set(said) >= set(COSTS.strip().splitlines())
    assert sum(" apart, " in each for each in said) == 4
    ratio = ours["iterations of CFR+ / of CFR"]
    assert isinstance(ratio, float)
    assert 0 < ratio < 0.1
    assert any("omaha8_convergence" in note for note in outcome.notes)


def test_a_stack_after_posting_has_the_big_blind_added() -> None:
    shipped = solutions.load()
    share = 100 * shipped.share("sb", omaha_classes()[1])[shipped.at(46)]
    first = ran("ho-fig-4.1").figures[0]
    assert f"{share:.1f} % of the hands if R = 45 is after posting" in first.why


def test_the_straights_of_two_hands_are_not_quite_those_of_the_text() -> None:
    aces, tens = (set(boards_for_straights(hand)) for hand in STRAIGHTS)
    assert aces ^ set(STRAIGHTS["As9h8d2c"].split()) == {"543"}
    assert tens ^ set(STRAIGHTS["Ts9h8d7c"].split()) == {"975"}


def test_returns_are_counted_as_often_as_they_occur() -> None:
    ours = {each.name: each.ours for each in ran("ho-fig-4.2").figures}
    assert ours["discontinuities at 200/400"] == 30
    assert ours["of the same hands at 250/500"] == 2  # both of one class


def test_only_one_example_of_the_attributes_is_another() -> None:
    figures = ran("ho-table-3.4").figures
    assert len(figures) == 27
    other = [each.name for each in figures if each.verdict == "differs"]
    assert other == ["AsKsQhJc: suitedA", "AsKsQhJc: suitedK"]


def test_every_figure_of_the_results_is_there() -> None:
    named = [name for name in EXPERIMENTS if name.startswith("ho-fig-4")]
    assert named == [f"ho-fig-4.{number}" for number in range(1, 9)]


def test_what_rules_cost_is_drawn_in_chips() -> None:
    small, big = ran("ho-fig-4.8").drawings
    assert isinstance(small, Lines)
    assert isinstance(big, Lines)
    for drawn in (small, big):
        stacks, (best, soft, hard) = np.asarray(drawn.x), (s.values for s in drawn.series)
        assert (stacks[0], stacks[-1], len(stacks)) == (200, 4_500, 87)
        assert (np.asarray(best) >= np.asarray(soft)).all()
        assert (np.asarray(soft) >= np.asarray(hard)).all()
    assert np.asarray(small.series[0].values) == pytest.approx(-np.asarray(big.series[0].values))


def test_the_columns_of_the_models_are_those_of_print_and_nothing_else_is() -> None:
    for number, count in (("4.4", 73), ("4.6", 54)):
        figures = ran(f"ho-fig-{number}").figures
        same = [each.name for each in figures if each.verdict == "match"]
        assert same == ["shape of the standard errors: largest difference", "degrees of freedom"]
        assert len(figures) == count


def test_the_points_of_oracle_are_not_those_that_print_measured() -> None:
    """Each hand is there for both blinds, so that the ratio of the errors is √(2 · mean square)."""
    first = ran("ho-fig-4.7").figures[0]
    scores = ORACLE.scores(class_features(), "sb")[analysed()]
    assert first.ours == pytest.approx(float((scores**2).mean()))
    assert first.printed == pytest.approx((0.303881 / (0.987292 / 547.94)) ** 2 / 2)
    assert first.tolerance < 1
    assert first.verdict == "differs"


@pytest.mark.parametrize("name", VERDICTS)
def test_the_verdict_of_every_figure_is_the_known_one(name: str) -> None:
    found = [f"{each.name}: {each.verdict}" for each in ran(name).figures]
    assert found == VERDICTS[name].strip().splitlines()
