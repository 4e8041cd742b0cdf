"""Means, intervals, confidence and the verdict, against SciPy and by hand."""

from __future__ import annotations

from math import inf, isnan, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from railbird.errors import OptionError
from railbird.stats import (
    FEWEST_FOR_VERDICT,
    OTHERS,
    Mean,
    Verdict,
    about,
    at_most,
    confidence,
    counted,
    does,
    games_needed,
    interval,
    mean_from,
    mean_from_sums,
    mean_of,
    means_of,
    percent,
    shown,
    shown_interval,
    standard_errors,
    t_quantile,
    t_tails,
    verdict,
    verdict_among,
)

DEGREES = (1, 2, 3, 4.5, 9, 29, 39, 40, 41, 99, 999, 9_999, 10_000, 10_001, 400_000, 1e8)


@pytest.mark.parametrize("degrees", DEGREES)
def test_tails_are_those_of_scipy(degrees: float) -> None:
    for t in (1e-3, 0.1, 0.7, 1.0, 1.5, 1.7, 1.74, 1.96, 3.0, 8.0, 40.0, -2.0):
        theirs = 2 * scipy_stats.t.sf(abs(t), degrees)
        assert t_tails(t, degrees) == pytest.approx(theirs, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("degrees", DEGREES)
def test_quantiles_are_those_of_scipy(degrees: float) -> None:
    for level in (0.01, 0.5, 0.9, 0.95, 0.99, 0.9999):
        theirs = scipy_stats.t.ppf(0.5 + level / 2, degrees)
        assert t_quantile(level, degrees) == pytest.approx(theirs, rel=1e-10)


def test_ends_of_the_distribution() -> None:
    assert t_quantile(0.95, inf) == pytest.approx(scipy_stats.norm.ppf(0.975), rel=1e-12)
    assert t_tails(2.0, inf) == pytest.approx(2 * scipy_stats.norm.sf(2.0), rel=1e-12)
    assert [t_tails(t, 5) for t in (0.0, inf, -inf)] == [1, 0, 0]
    assert t_tails(1e200, 5) == 0
    assert isnan(t_tails(nan, 5))
    for level, degrees in ((0.0, 3), (1.0, 3), (0.95, 0), (nan, 3)):
        with pytest.raises(OptionError):
            t_quantile(level, degrees)


def test_a_mean_by_hand() -> None:
    values = np.random.default_rng(1).normal(0.2, 3.0, 50)
    found = mean_of(values)
    assert found.mean == pytest.approx(values.sum() / 50)
    assert found.deviation == pytest.approx(values.std(ddof=1))
    assert found.error == pytest.approx(found.deviation / sqrt(50))
    low, high = scipy_stats.t.interval(0.95, 49, loc=values.mean(), scale=found.error)
    assert (found.low, found.high) == pytest.approx((low, high))
    test = scipy_stats.ttest_1samp(values, 0.0)
    assert found.confidence == pytest.approx(1 - test.pvalue)
    assert found.count == 50


def test_the_same_mean_from_columns_and_sums() -> None:
    values = np.random.default_rng(2).normal(1.0, 2.0, (40, 3))
    columns = means_of(values)
    errors = standard_errors(40, values.sum(axis=0), (values**2).sum(axis=0))
    for column, found, error in zip(values.T, columns, errors, strict=True):
        sums = mean_from_sums(40, float(column.sum()), float((column**2).sum()))
        for name in Mean.__slots__:
            expected = getattr(mean_of(column), name)
            assert getattr(found, name) == pytest.approx(expected)
            assert getattr(sums, name) == pytest.approx(expected)
        assert error == pytest.approx(found.error)


def test_single_floats_are_summed_as_doubles() -> None:
    values = np.full(3_000_000, 0.1, dtype=np.float32)
    assert mean_of(values).mean == pytest.approx(float(np.float32(0.1)), rel=1e-12)


def test_no_game_and_one_game() -> None:
    none, one = mean_of([]), mean_of([2.0])
    assert (none.count, one.count, one.mean) == (0, 1, 2.0)
    assert isnan(none.mean)
    for found in (none, one, mean_from_sums(0, 0.0, 0.0), mean_from_sums(1, 2.0, 4.0)):
        unknown = (found.deviation, found.error, found.low, found.high, found.confidence)
        assert np.isnan(unknown).all()
        assert not found.is_sure
    assert all(isnan(found.mean) for found in means_of(np.empty((0, 2))))
    assert np.isnan(standard_errors(np.array([0, 1]), np.ones(2), np.ones(2))).all()


def test_confidence_and_interval_are_one_convention() -> None:
    for count in (2, 5, 30, 1000):
        error = 0.5
        edge = t_quantile(0.95, count - 1) * error
        assert confidence(edge, error, count) == pytest.approx(0.95)
        assert confidence(-edge, error, count) == pytest.approx(0.95)
        assert interval(edge, error, count)[0] == pytest.approx(0.0, abs=1e-12)
    assert confidence(0.0, 1.0, 10) == 0
    assert confidence(1.0, 0.0, 10) == 1
    assert isnan(confidence(0.0, 0.0, 10))
    assert isnan(confidence(1.0, nan, 10))
    assert isnan(confidence(1.0, 1.0, 1))


@given(st.floats(-100, 100), st.floats(0, 100))
def test_games_needed_are_the_fewest_that_are_sure(mean: float, deviation: float) -> None:
    needed = games_needed(mean, deviation)
    if not needed < 1e12:
        assert mean == 0 or abs(deviation / mean) > 1e5
        return
    assert mean_from(mean, deviation, int(needed) + 1).is_sure
    fewer = mean_from(mean, deviation, int(needed) - 1)
    assert not fewer.is_sure
    assert needed >= FEWEST_FOR_VERDICT


def test_games_needed_where_nothing_is_known() -> None:
    assert games_needed(0.0, 1.0) == inf
    assert games_needed(1e-200, 1.0) == inf
    assert isnan(games_needed(1.0, nan))
    assert isnan(mean_from(1.0, 0.1, FEWEST_FOR_VERDICT - 1).games_needed)


def test_who_is_ahead_whoever_is_named_first() -> None:
    found = verdict(mean_from(-1.0, 2.0, 100), ("Ann", "Bob"))
    assert (found.ahead, found.behind, found.by, found.sure) == ("Bob", "Ann", 1.0, True)
    assert str(found) == "Bob played better, by 1.0000 ± 0.2000 sb per game (confidence > 99.9 %)"
    assert found.headline(str.upper) == "BOB played better"


def test_a_verdict_that_is_not_sure() -> None:
    found = verdict(
        mean_from(0.3, 2.0, 100), ("Ann", "Bob"), claim="wins more", unit="bb", sample="deal"
    )
    assert not found.sure
    assert found.confidence == pytest.approx(1 - 2 * scipy_stats.t.sf(1.5, 99))
    assert str(found) == (
        "Cannot tell yet who wins more: Ann is ahead by 0.3000 ± 0.2000 bb (confidence 86.3 %); "
        "to be sure of a lead of this size takes about 174 deals"
    )


@pytest.mark.parametrize("games", [1, 2, FEWEST_FOR_VERDICT - 1])
def test_few_games_are_no_proof(games: int) -> None:
    found = verdict(mean_of([3.0] * games), ("Ann", "Bob"))
    assert not found.sure
    assert isnan(found.confidence)
    assert str(found) == (
        f"Cannot tell yet who played better: after {counted(games, 'game')} Ann is ahead by 3.0000 "
        "sb per game; a verdict takes at least 30 games"
    )


def test_enough_games_that_are_all_alike_are_proof() -> None:
    found = verdict(mean_of([3.0] * FEWEST_FOR_VERDICT), ("Ann", "Bob"))
    assert (found.sure, found.confidence, found.error) == (True, 1.0, 0.0)


def test_even() -> None:
    for games in (0, 1, 50):
        found = verdict(mean_of(np.zeros(games)), ("Ann", "Bob"))
        assert (found.ahead, found.behind, found.sure) == (None, None, False)
        said = f"who played better: after {counted(games, 'game')} it is even"
        more = "; a verdict takes at least 30 games" if games == 1 else ""
        assert str(found) == f"Cannot tell {'yet ' if games == 1 else ''}{said}{more}"


def among(games: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> Verdict:
    names = ("Ann", "Bob", "Cid", "Dan")[: games.shape[1]]
    covariance = len(games) * np.cov(games.T)
    words = {"claim": "wins most", "unit": "sb per hand", "sample": "hand"}
    return verdict_among(names, games.sum(axis=0), covariance, len(games), **words)


def test_the_best_of_several_is_compared_game_by_game() -> None:
    games = np.random.default_rng(3).normal((0.3, 0.9, 0.2), (2.0, 2.0, 0.5), (400, 3))
    games[:, 0] += games[:, 1]  # Ann and Bob win and lose together, so their difference is surer
    found, by_hand = among(games), mean_of(games[:, 0] - games[:, 1])
    assert (found.ahead, found.behind, found.among) == ("Ann", "Bob", 3)
    assert found.by == pytest.approx(by_hand.mean)
    assert found.error == pytest.approx(by_hand.error)
    assert found.confidence == pytest.approx(by_hand.confidence)
    assert f"± {by_hand.error:.4f} sb per hand over Bob (confidence" in str(found)


def test_a_rival_who_may_still_be_better_is_not_passed_over() -> None:
    rng = np.random.default_rng(4)
    games = np.column_stack([rng.normal(m, s, 900) for m, s in ((1, 0.1), (0.7, 0.1), (0.6, 20))])
    found = among(games)
    assert (found.ahead, found.behind, found.sure) == ("Ann", "Cid", False)


def test_of_few_games_the_rival_is_the_second() -> None:
    games = np.random.default_rng(6).normal((3.0, 1.5, -0.5), (0.0, 9.0, 0.1), (5, 3))
    games[:, 1] += 1.5 - games[:, 1].mean()
    found = among(games)
    assert (found.ahead, found.behind) == ("Ann", "Bob")
    assert "by 1.5000 sb per hand over Bob; a verdict takes at least 30 hands" in str(found)


def test_two_who_share_the_lead_are_named() -> None:
    games = np.array([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0]] * 5)
    assert str(among(games)) == (
        "Cannot tell yet who wins most: after 10 hands Ann and Bob share the lead; "
        "a verdict takes at least 30 hands"
    )
    assert "after 40 hands Ann and Bob share the lead" in str(among(np.tile(games, (4, 1))))
    assert "it is even" in str(among(np.zeros((10, 3))))


def test_of_two_players_the_lead_is_what_one_wins() -> None:
    won = np.random.default_rng(5).normal(0.5, 2.0, 200)
    found, by_hand = among(np.column_stack([-won, won])), mean_of(won)
    assert (found.ahead, found.behind, found.among) == ("Bob", "Ann", 2)
    assert (found.by, found.error) == pytest.approx((by_hand.mean, by_hand.error))
    assert "over" not in str(found)


def test_what_is_not_known_is_a_dash() -> None:
    for text in (shown(nan), shown(inf), percent(nan), about(inf), about(nan)):
        assert text == "–"
    assert shown_interval(nan, nan) == "–"
    assert shown_interval(-1.0, 2.5, "+.1f") == "-1.0 … +2.5"
    assert (percent(0.999), percent(0.9991), percent(0.0)) == ("99.9 %", "> 99.9 %", "0.0 %")
    assert (about(999), about(1_001), about(2e9)) == ("999", "1,010", "over 1,000 million")


def test_the_others_are_several() -> None:
    lead = mean_from(-0.01, 1.0, 100)
    assert "the others are ahead by 0.0100" in str(verdict(lead, ("Ann", OTHERS)))
    assert does(OTHERS, "checks", begins=True) == "The others check"


def test_a_player_called_you_is_spoken_to() -> None:
    ahead = verdict(mean_from(0.5, 1.0, 5000), ("you", "Bob"))
    assert str(ahead).startswith("You played better, by 0.5000")
    unsure = verdict(mean_from(0.01, 1.0, 100), ("you", "Bob"))
    assert "Cannot tell yet who played better: you are ahead by 0.0100" in str(unsure)
    few = verdict(mean_from(0.5, 1.0, 1), ("you", "Bob"))
    assert "after 1 game you are ahead by 0.5000 sb per game;" in str(few)
    wins = verdict(mean_from(0.5, 1.0, 5000), ("you", "Bob"), claim="wins more")
    assert str(wins).startswith("You win more, by")
    assert ahead.headline(lambda name: f"<b>{name}</b>") == "<b>You</b> played better"


@given(st.floats(1e-300, 1e300))
def test_a_bound_is_never_rounded_down_and_hardly_up(bound: float) -> None:
    assert bound <= float(at_most(bound)) <= 1.1 * bound


def test_a_bound_has_two_digits_at_most() -> None:
    assert [at_most(x) for x in (2.134e-9, 3e-6, 0.25, 0.0)] == ["2.2e-09", "3e-06", "0.25", "0"]
