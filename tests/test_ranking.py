"""Several players in order: Holm's correction, groups, and how often a claim is false."""

from __future__ import annotations

from itertools import combinations
from math import isnan, nan

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.stats import Lead, PlayerRanking, holm, in_words, mean_of, rank_players
from tests.naive.holm import holm as naive_holm


@given(st.lists(st.floats(0, 1), min_size=1, max_size=7))
def test_holm_is_its_definition(chances: list[float]) -> None:
    assert holm(chances) == pytest.approx(naive_holm(chances))


def test_holm_by_hand() -> None:
    assert holm([0.02]) == [0.02]
    assert holm([0.01, 0.01, 0.01]) == pytest.approx([0.03, 0.03, 0.03])
    assert holm([0.6, 0.5]) == [1.0, 1.0]
    # the second would be 0.02 by itself, but no less than the first
    assert holm([0.015, 0.02]) == pytest.approx([0.03, 0.03])
    assert holm([]) == []


def test_a_test_without_a_result_still_counts() -> None:
    first, second = holm([0.02, nan])
    assert first == 0.04
    assert isnan(second)


def league(rng: np.random.Generator, strengths: list[float], deals: int) -> npt.NDArray[np.float64]:
    """Scores of players by deal. All pairs play the same deals; what one wins the other loses."""
    count = len(strengths)
    scores = np.zeros((deals, count))
    shared = rng.exponential(2.0, deals)  # some deals are large for everybody
    for a, b in combinations(range(count), 2):
        won = strengths[a] - strengths[b] + shared * rng.normal(0, 1, deals)
        scores[:, a] += won / (count - 1)
        scores[:, b] -= won / (count - 1)
    return scores


def test_equal_players_are_seldom_told_apart() -> None:
    rng = np.random.default_rng(5)
    leagues, wrong, covered = 250, 0, 0
    for _ in range(leagues):
        found = rank_players("abcdef", league(rng, [0.0] * 6, 60))
        wrong += any(lead.sure for lead in found.leads)
        covered += sum(mean.low <= 0 <= mean.high for mean in found.means)
    # 5 % of leagues at most make any false claim; three standard errors are 4.1 %
    assert wrong / leagues < 0.091
    assert covered / (6 * leagues) == pytest.approx(0.95, abs=0.02)


def test_differences_have_the_promised_coverage() -> None:
    rng = np.random.default_rng(6)
    strengths = [0.0, 0.1, 0.3]
    # the mean over both opponents: a difference of strengths counts one and a half times
    truth = 1.5 * (strengths[1] - strengths[0])
    inside = 0
    for _ in range(600):
        found = rank_players("abc", league(rng, strengths, 60))
        (lead,) = (x for x in found.leads if {x.ahead, x.behind} == {"a", "b"})
        sign = 1 if lead.ahead == "b" else -1
        inside += lead.lead.low <= sign * truth <= lead.lead.high
    assert inside / 600 == pytest.approx(0.95, abs=0.027)


def test_pairing_by_deal_takes_out_shared_luck() -> None:
    rng = np.random.default_rng(7)
    luck = rng.normal(0, 10, 100)
    scores = np.column_stack([luck + rng.normal(0.3, 0.1, 100), luck + rng.normal(0, 0.1, 100)])
    found = rank_players(["a", "b"], scores)
    assert found.leads[0].sure
    assert found.leads[0].ahead == "a"
    assert not any(mean.is_sure for mean in found.means)


def test_few_games_carry_no_claim() -> None:
    scores = np.column_stack([np.arange(29) + 100.0, np.arange(29)])
    found = rank_players(["a", "b"], scores)
    assert found.players == ("a", "b")
    assert isnan(found.leads[0].confidence)
    assert not found.leads[0].sure
    assert found.sentences() == [
        "No two players can be told apart after 29 deals: a verdict takes at least 30"
    ]
    one = rank_players(["a", "b"], scores[:1])
    assert one.sentences()[0].startswith("No two players can be told apart after 1 deal:")
    more = rank_players(["a", "b"], np.concatenate([scores, scores]))
    assert more.sentences() == ["a is ahead of b for sure"]


def test_players_who_are_exactly_even() -> None:
    found = rank_players(["a", "b", "c"], np.zeros((50, 3)))
    assert not any(lead.sure for lead in found.leads)
    assert found.sentences() == ["a, b and c cannot be told apart yet"]


def ranking(players: str, sure: set[str]) -> PlayerRanking:
    """A ranking in which only some pairs are sure."""
    mean = mean_of(np.arange(40.0))
    return PlayerRanking(
        players=tuple(players),
        means=(mean,) * len(players),
        leads=tuple(
            Lead(a, b, mean, 0.99 if a + b in sure else 0.5, a + b in sure)
            for a, b in combinations(players, 2)
        ),
    )


@pytest.mark.parametrize(
    ("sure", "groups"),
    [
        (set(), ["abcd"]),
        ({"ad"}, ["abc", "bcd"]),
        ({"ab", "ac", "ad"}, ["a", "bcd"]),
        ({"ab", "ac", "ad", "bc", "bd", "cd"}, ["a", "b", "c", "d"]),
        ({"bc"}, ["abd", "acd"]),
        ({"ac", "ad", "bd"}, ["ab", "bc", "cd"]),
    ],
)
def test_groups_are_the_largest_without_a_sure_pair(sure: set[str], groups: list[str]) -> None:
    assert ["".join(group) for group in ranking("abcd", sure).groups()] == groups


def test_sentences_say_what_is_sure_and_what_is_not() -> None:
    assert ranking("abc", {"ab", "ac"}).sentences() == [
        "a is ahead of b and c for sure",
        "b and c cannot be told apart yet",
    ]
    assert ranking("abcd", {"ab", "ac", "ad", "bd"}).sentences() == [
        "a is ahead of all others for sure",
        "b is ahead of d for sure",
        "b and c cannot be told apart yet",
        "c and d cannot be told apart yet",
    ]
    assert ranking("abcde", {"ac", "ad", "ae", "bc", "bd", "be"}).sentences() == [
        "a and b are ahead of all others for sure",
        "a and b cannot be told apart yet",
        "c, d and e cannot be told apart yet",
    ]
    assert in_words(["a"]) == "a"
