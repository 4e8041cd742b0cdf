"""Verdicts on sampled figures: they do not depend on luck."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.divat.heads_up.summary import line
from railbird.reproduce import claims
from railbird.reproduce.claims import less_than, more_than, no_winner, same_as_print, same_deviation
from railbird.reproduce.experiment import (
    LUCK,
    Claim,
    Outcome,
    compare,
    judged,
)
from railbird.stats import deviation_of, mean_of, variance_ratio

REPETITIONS, GAMES = 2000, 400
AT_MOST = 8
"""Of 2,000 repetitions of a true experiment, more than this differ in one of 4,000 tests."""


def verdicts(*claims: Claim) -> list[str]:
    return [figure.verdict for figure in judged(*claims)]


def experiment(rng: np.random.Generator) -> Outcome:
    """Five true claims about games, two of them as printed from as many games of their own."""
    games = rng.normal(0.1, 2.0, GAMES)
    theirs = rng.normal(0.1, 2.0, GAMES)
    money = games + rng.normal(0.0, 3.0, GAMES)
    found = mean_of(games)
    return Outcome(
        judged(
            no_winner("fair", mean_of(games - 0.1)),
            same_as_print("mean", found, round(theirs.mean(), 2), digits=2, games=GAMES),
            same_deviation("s.d.", games, round(theirs.std(), 2), digits=2, games=GAMES),
            more_than("true", found.mean, -0.1, error=found.error),
            claims.less_varied("reduction", games, than=money),
        )
    )


def test_a_true_experiment_hardly_ever_differs() -> None:
    rng = np.random.default_rng(14)
    found = [experiment(rng).verdict for _ in range(REPETITIONS)]
    assert found.count("differs") <= AT_MOST
    assert LUCK * REPETITIONS < AT_MOST


def test_what_is_at_the_bound_differs_in_one_of_forty() -> None:
    rng = np.random.default_rng(15)
    means = [mean_of(rng.normal(0.1, 2.0, GAMES)) for _ in range(REPETITIONS)]
    told = [verdicts(more_than("x", each.mean, 0.1, error=each.error))[0] for each in means]
    for verdict in ("consistent", "differs"):
        assert told.count(verdict) / REPETITIONS == pytest.approx(0.025, abs=0.012)


def test_a_false_claim_differs() -> None:
    rng = np.random.default_rng(15)
    games = rng.normal(0.6, 2.0, GAMES)
    assert verdicts(no_winner("x", mean_of(games))) == ["differs"]
    assert verdicts(same_deviation("x", games, 3.0, digits=2, games=GAMES)) == ["differs"]
    assert verdicts(less_than("x", games.mean(), 0.0, error=mean_of(games).error)) == ["differs"]


def test_the_bound_grows_with_the_number_of_figures() -> None:
    one = Claim("x", 0.0, 0.0, 1.0, rounding=0.05)
    (alone,) = judged(one)
    among = judged(*[one] * 10, compare("exact", 1.0, 1.0))
    assert alone.tolerance == pytest.approx(0.05 + 3.2905, abs=1e-4)  # one in a thousand
    assert among[0].tolerance == pytest.approx(0.05 + 3.8906, abs=1e-4)  # one in ten thousand
    assert len(among) == 11


def test_print_has_an_error_of_its_own() -> None:
    ours = mean_of(np.tile([-1.0, 1.0], 5000))
    (few,) = judged(same_as_print("x", ours, 0.03, digits=2, games=100))
    (many,) = judged(same_as_print("x", ours, 0.03, digits=2, games=10**8))
    assert (few.verdict, many.verdict) == ("match", "match")
    assert few.tolerance == pytest.approx(0.005 + 3.2905 * 0.1005, rel=1e-2)
    assert many.tolerance == pytest.approx(0.005 + 3.2905 * 0.01, rel=1e-2)


def test_a_bound_is_consistent_differs_or_cannot_be_told() -> None:
    assert verdicts(more_than("x", 1.0, 0.0, error=0.5)) == ["consistent"]
    (short,) = judged(more_than("x", 0.9, 0.0, error=0.5))
    assert short.too_few
    assert short.printed == "> 0 ± 0.980"
    (wrong,) = judged(more_than("x", -2.0, 0.0, error=0.5))
    assert wrong.verdict == "differs"
    assert wrong.why
    assert verdicts(less_than("x", -1.0, 0.0, error=0.5)) == ["consistent"]
    assert verdicts(less_than("x", 2.0, 0.0, error=0.5)) == ["differs"]
    # as sure as what is consistent, however many claims are judged
    assert verdicts(*[less_than("x", 1.0, 0.0, error=0.5)] * 5) == ["differs"] * 5
    each = np.array([1.0, 2.0, 3.0])
    assert verdicts(claims.mean_more_than("x", each, -0.5)) == ["consistent"]  # 2 ± 2.48
    assert verdicts(claims.mean_more_than("x", each, -0.4)) == ["not comparable"]
    fair = np.tile([1.0, -1.0], 20)
    assert verdicts(claims.same_mean("x", line("gap", fair, fair))) == ["consistent"]
    assert verdicts(claims.same_mean("x", line("gap", fair + 1.5, fair))) == ["differs"]


def test_at_most_so_much_is_consistent_unless_the_opposite_is_sure() -> None:
    above = Claim("x", 1.3, 1.0, 0.1, side="≤")
    assert verdicts(above) == ["consistent"]
    assert verdicts(replace(above, ours=1.4)) == ["differs"]
    assert verdicts(*[replace(above, ours=1.4)] * 20) == ["consistent"] * 20  # judged together
    assert verdicts(replace(above, ours=-5.0)) == ["consistent"]
    (few,) = judged(replace(above, error=float("nan")))
    assert few.too_few


def test_few_games_do_not_matter_to_what_is_counted_exactly() -> None:
    near = Claim("x", 1.01, 1.0, 0.02, exact=True)
    far = replace(near, ours=1.1)
    outcome = Outcome(judged(near, far, replace(near, exact=False)))
    told = [figure.verdict for figure in outcome.of_few(3, 10_000).figures]
    assert told == ["match", "differs", "not comparable"]


def test_without_an_error_nothing_is_told() -> None:
    (figure,) = judged(no_winner("x", mean_of([1.0])))
    assert figure.too_few


def test_errors_of_deviations_and_ratios_are_right() -> None:
    """Compare with the spread of many samples."""
    rng = np.random.default_rng(3)
    first = rng.exponential(2.0, (800, 500))
    second = first + rng.normal(0.0, 1.0, first.shape)
    deviations = [deviation_of(row) for row in first]
    ratios = [variance_ratio(a, b) for a, b in zip(second, first, strict=True)]
    for found in (deviations, ratios):
        spread = np.std([each.value for each in found])
        assert np.mean([each.error for each in found]) == pytest.approx(spread, rel=0.12)
        assert all(each.count == 500 for each in found)


def test_few_games_do_not_claim_a_match() -> None:
    fair, sure = mean_of([-2.0, 2.1] * 400), mean_of([2.0, 2.1] * 400)
    outcome = Outcome(
        judged(
            no_winner("zero is inside", fair),
            more_than("beyond its error", sure.mean, 0.0, error=sure.error),
            compare("exact", 1.0, 1.0),
        )
    )
    assert outcome.verdict == "match"
    told = outcome.of_few(800, 10_000)
    assert [figure.too_few for figure in told.figures] == [True, False, False]
    assert (told.verdict, told.too_few) == ("not comparable", True)


def test_what_few_games_can_tell_is_told() -> None:
    many, few = mean_of([2.0, 2.1] * 400), mean_of([-2.0, 2.1] * 20)
    outcome = Outcome(
        judged(
            no_winner("far off", many),
            more_than("undecided", few.mean, 0.0, error=few.error),
            less_than("the opposite is sure", many.mean, 0.0, error=many.error),
            compare("exact", 1.0, 2.0),
        )
    )
    verdicts = ["differs", "not comparable", "differs", "differs"]
    assert [figure.verdict for figure in outcome.figures] == verdicts
    assert outcome.figures[1].too_few
    told = outcome.of_few(800, 10_000)
    assert [figure.verdict for figure in told.figures] == verdicts
    assert Outcome(told.figures[1:2]).verdict == "not comparable"
    handful = outcome.of_few(20, 10_000)
    assert [figure.verdict for figure in handful.figures][3] == "differs"
    assert all(figure.too_few for figure in handful.figures[:3])
