"""Ratings by pairs: Bradley and Terry's model, its errors, and what weak players do to it."""

from __future__ import annotations

from itertools import combinations
from math import isnan, log

import numpy as np
import numpy.typing as npt
import pytest

from railbird.stats import rank_players, rate_pairs
from railbird.stats.pair_ratings import DOUBT, ELO, SESSION, bradley_terry, chance_ahead
from tests.naive import bradley_terry as naive

Floats = npt.NDArray[np.float64]
DEVIATION = 6.0


def all_pairs(players: int) -> list[tuple[int, int]]:
    return list(combinations(range(players), 2))


def league(rng: np.random.Generator, leads: Floats, deals: int) -> Floats:
    """What the first of each pair won in each deal; some deals are large for all pairs."""
    shared = rng.exponential(1.0, deals)
    return np.asarray(leads[:, None] + shared * rng.normal(0, 3.0, (len(leads), deals)))


def rated(names: str, won: Floats) -> dict[str, float]:
    found = rate_pairs(names, all_pairs(len(names)), won, np.full(len(won), DEVIATION))
    return {player: mean.mean for player, mean in zip(found.players, found.means, strict=True)}


def test_the_model_is_that_of_zermelo() -> None:
    rng = np.random.default_rng(3)
    for players in (2, 3, 5):
        pairs = all_pairs(players)
        chances = rng.uniform(0.02, 0.98, len(pairs))
        found, _ = bradley_terry(pairs, chances)
        assert found == pytest.approx(naive.strengths(pairs, chances.tolist()), abs=1e-9)


def test_closed_forms() -> None:
    found, _ = bradley_terry([(0, 1)], np.array([10 / 11]))
    assert ELO * (found[0] - found[1]) == pytest.approx(400)
    # who loses to the next in a circle is as strong as the next
    circle, _ = bradley_terry([(0, 1), (1, 2), (2, 0)], np.full(3, 0.9))
    assert circle == pytest.approx(0, abs=1e-12)
    # chances that the model can have are those that it gives
    strengths = np.array([0.9, -0.2, -0.7])
    pairs = all_pairs(3)
    chances = np.array([1 / (1 + np.exp(strengths[b] - strengths[a])) for a, b in pairs])
    assert bradley_terry(pairs, chances)[0] == pytest.approx(strengths)
    extreme, _ = bradley_terry(pairs, np.array([1 - DOUBT, 1 - DOUBT, 0.5]))
    assert extreme[0] - extreme[1] == pytest.approx(log((1 - DOUBT) / DOUBT))


def test_chances_to_be_ahead() -> None:
    mean, error, deviation = np.array([0.3, -1.0, 0.0]), np.array([0.2, 0.0, 1.0]), np.full(3, 5.0)
    chances, slopes = chance_ahead(mean, error, deviation)
    for k in range(3):
        assert chances[k] == pytest.approx(naive.chance(mean[k], error[k], deviation[k]))
        low, high = (naive.chance(mean[k] + x, error[k], deviation[k]) for x in (-1e-5, 1e-5))
        assert slopes[k] == pytest.approx((high - low) / 2e-5, rel=1e-5)
    none = np.zeros(3)
    assert chance_ahead(np.array([1.0, 0.0, -1.0]), none, none)[0].tolist() == [
        1 - DOUBT, 0.5, DOUBT,
    ]  # fmt: skip
    assert SESSION == naive.SESSION


def test_errors_are_those_of_deals_drawn_again() -> None:
    leads = np.array([0.2, 0.3, 0.5, 0.0, 0.2, 0.2])
    won = league(np.random.default_rng(4), leads, 400)
    pairs, deviations = all_pairs(4), np.full(6, DEVIATION)

    def rate(each: Floats) -> list[float]:
        error = each.std(axis=1, ddof=1) / np.sqrt(each.shape[1])
        chances, _ = chance_ahead(each.mean(axis=1), error, deviations)
        return list(ELO * bradley_terry(pairs, chances)[0])

    found = rate_pairs("abcd", pairs, won, deviations)
    drawn = naive.errors(won, rate, draws=1000, seed=1)
    by_name = dict(zip(found.players, found.means, strict=True))
    assert [by_name[name].mean for name in "abcd"] == pytest.approx(rate(won))
    assert [by_name[name].error for name in "abcd"] == pytest.approx(list(drawn), rel=0.15)


@pytest.mark.parametrize("deals", [30, 400])
def test_equal_players_are_seldom_told_apart(deals: int) -> None:
    rng = np.random.default_rng(5)
    pairs, wrong, covered = all_pairs(6), 0, 0
    for _ in range(200):
        won = league(rng, np.zeros(15), deals)
        found = rate_pairs("abcdef", pairs, won, np.full(15, DEVIATION))
        wrong += any(lead.sure for lead in found.leads)
        covered += sum(mean.low <= 0 <= mean.high for mean in found.means)
    # 5 % of leagues at most make any false claim; three standard errors are 4.6 %
    assert wrong / 200 < 0.096
    assert covered / 1200 > 0.93


def test_intervals_cover_the_rating_of_what_is_true() -> None:
    rng = np.random.default_rng(6)
    strength = np.array([0.3, 0.1, 0.0, -0.8])
    pairs = all_pairs(4)
    leads = np.array([strength[a] - strength[b] for a, b in pairs])
    error = np.full(6, 3.0 * np.sqrt(2) / np.sqrt(300))  # of a deal: 3 times an exponential
    truth = ELO * bradley_terry(pairs, chance_ahead(leads, error, np.full(6, DEVIATION))[0])[0]
    inside = 0
    for _ in range(400):
        found = rate_pairs("abcd", pairs, league(rng, leads, 300), np.full(6, DEVIATION))
        for player, mean in zip(found.players, found.means, strict=True):
            inside += mean.low <= truth["abcd".index(player)] <= mean.high
    assert inside / 1600 == pytest.approx(0.95, abs=0.02)


def test_a_punching_bag_moves_means_but_hardly_ratings() -> None:
    """c beats the two weak players by most, and loses to a and b all the same."""
    real = np.array([0.15, 0.3, 0.15])  # a-b, a-c, b-c
    weak = {"a": 1.0, "b": 1.1, "c": 2.5}
    rng = np.random.default_rng(7)
    pairs = all_pairs(5)
    leads = dict(zip(combinations("abc", 2), real, strict=True))
    full = np.array(
        [
            leads.get((x, y), weak.get(x, 0.0) if y in "de" else 0.0)
            for x, y in combinations("abcde", 2)
        ]
    )
    won = league(rng, full, 4000)
    alone = rated("abc", won[[0, 1, 4]])
    both = rated("abcde", won)
    means = np.zeros((4000, 5))
    for (first, second), each in zip(pairs, won, strict=True):
        means[:, first] += each / 4
        means[:, second] -= each / 4
    assert rank_players("abcde", means).players[0] == "c"
    assert "".join(both)[:3] == "".join(alone) == "abc"
    for x, y in combinations("abc", 2):
        assert both[x] - both[y] == pytest.approx(alone[x] - alone[y], abs=25)


def test_one_deal_has_no_errors() -> None:
    found = rate_pairs("ab", [(0, 1)], np.array([[1.0]]), np.array([4.0]))
    assert found.players == ("a", "b")
    assert isnan(found.means[0].error)
    assert not found.leads[0].sure
    still = rate_pairs("ab", [(0, 1)], np.zeros((1, 40)), np.zeros(1))
    assert [mean.mean for mean in still.means] == [0.0, 0.0]
