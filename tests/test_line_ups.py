"""Who is ahead when line-ups change: by the hands in which players met, or not compared at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from railbird.stats import LineUps, mean_of, verdict_among

WORDS = {"claim": "played best", "unit": "sb per hand", "sample": "hand"}


def played(rng: np.random.Generator, rates: dict[str, float], hands: int) -> LineUps:
    """A table whose players win and lose these rates, with a deviation of 2."""
    found = LineUps()
    deal(found, rng, rates, hands)
    return found


def deal(to: LineUps, rng: np.random.Generator, rates: dict[str, float], hands: int) -> None:
    for row in rng.normal(list(rates.values()), 2.0, (hands, len(rates))):
        to.add(tuple(rates), row)


def test_a_line_up_that_stays_is_judged_as_ever() -> None:
    games = np.random.default_rng(1).normal((0.4, 0.1, -0.5), (2.0, 1.0, 3.0), (300, 3))
    names = ("Ann", "Bob", "Cid")
    found = LineUps()
    for row in games:
        found.add(names, row)
    covariance = len(games) * np.cov(games.T)
    as_ever = verdict_among(names, games.sum(axis=0), covariance, len(games), **WORDS)
    (only,) = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    assert (only.ahead, only.behind, only.sure) == (as_ever.ahead, as_ever.behind, as_ever.sure)
    assert str(only) == str(as_ever)
    assert only.error == pytest.approx(as_ever.error)
    assert found.means()["Bob"].error == pytest.approx(mean_of(games[:, 1]).error)


def test_of_two_the_lead_is_what_one_wins() -> None:
    games = np.random.default_rng(2).normal(0.5, 2.0, 400)
    found = LineUps()
    for won in games:
        found.add(("Bob", "Ann"), (-won, won))
    (only,) = found.verdicts("played better", unit="sb per hand")
    assert (only.ahead, only.among) == ("Ann", 2)
    assert only.by == pytest.approx(games.mean())
    assert only.error == pytest.approx(mean_of(games).error)


def test_players_who_never_met_are_not_compared() -> None:
    rng = np.random.default_rng(3)
    found = played(rng, {"A": 0.41, "B": 0.1, "C": -0.51}, 5000)
    deal(found, rng, {"D": 1.2, "E": 0.0, "F": -1.2}, 300)
    many, few = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    assert list(found.means())[:2] == ["D", "A"]  # by rate, not by the sum
    assert (many.headline(), few.headline()) == (
        "A played best of A, B and C",
        "D played best of D, E and F",
    )
    assert (many.count, few.count) == (5000, 300)
    assert many.reason().endswith("; not compared: D, E and F, who never played with A")
    assert few.unmet == ("A", "B", "C")


def test_a_comparison_rests_on_the_hands_that_both_played() -> None:
    """Ann's rate is from a soft table at which Bob never sat; where they met, Bob is ahead."""
    rng = np.random.default_rng(4)
    found = played(rng, {"Ann": 3.0, "Cid": -3.0}, 500)
    deal(found, rng, {"Ann": -0.5, "Bob": 0.5}, 500)
    assert next(iter(found.means())) == "Ann"
    (only,) = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    assert (only.ahead, only.behind, only.count) == ("Bob", "Ann", 500)
    assert only.unmet == ("Cid",)
    assert only.headline() == "Bob played best of Ann and Bob"


def test_a_stranger_at_the_top_does_not_hide_the_others() -> None:
    """Zoe beat nobody but Cid; of the regulars whom she never met there is a verdict as well."""
    rng = np.random.default_rng(8)
    found = played(rng, {"Ann": 1.0, "Bob": 0.0, "Cid": -1.0}, 3000)
    deal(found, rng, {"Zoe": 3.0, "Cid": -3.0}, 100)
    regulars, stranger = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    assert (regulars.headline(), regulars.unmet) == (
        "Ann played best of Ann, Bob and Cid",
        ("Zoe",),
    )
    assert (stranger.headline(), stranger.unmet) == (
        "Zoe played best of Cid and Zoe",
        ("Ann", "Bob"),
    )


def test_no_surer_than_the_fewest_hands() -> None:
    """A sure lead over Bob in 5,000 hands says nothing of Cid, whom Ann met in ten."""
    rng = np.random.default_rng(5)
    found = played(rng, {"Ann": 1.0, "Bob": -1.0}, 5000)
    deal(found, rng, {"Cid": 0.0, "Dan": -1.0}, 500)
    deal(found, rng, {"Ann": 3.0, "Cid": -3.0}, 10)
    for each in found.verdicts(WORDS["claim"], unit=WORDS["unit"]):
        if each.ahead == "Ann":
            assert (each.behind, each.count, each.sure) == ("Cid", 10, False)
            assert "a verdict takes at least 30 hands" in str(each)
            break
    else:
        pytest.fail("Ann has the best mean of those who lead everybody they met")


def test_visitors_are_not_compared() -> None:
    rng = np.random.default_rng(6)
    found = played(rng, {"Ann": 1.0, "Bob": 0.0, "Cid": -1.0}, 1000)
    deal(found, rng, {"Ann": 0.0, "Bob": 0.0, "Dan": 20.0}, 5)
    (only,) = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    assert (only.ahead, only.sure, only.few, only.among) == ("Ann", True, 1, 3)
    assert "; not compared: 1 player with fewer than 30 hands" in str(only)


def test_visitors_whom_the_best_never_met_have_no_verdict() -> None:
    rng = np.random.default_rng(9)
    found = played(rng, {"Ann": 1.0, "Bob": 0.0, "Cid": -1.0}, 1000)
    deal(found, rng, {"Bob": 0.0, "Dan": 20.0}, 5)
    (only,) = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    assert (only.ahead, only.sure, only.unmet) == ("Ann", True, ("Dan",))


def test_a_circle_has_no_best() -> None:
    found = LineUps()
    for first, second in (("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")):
        for won in (1.0, 1.1) * 50:
            found.add((first, second), (won, -won))
    (only,) = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    assert (only.ahead, only.sure) == (None, False)


@pytest.mark.parametrize("tables", [(("A", "B", "C"),), (("A", "B"), ("B", "C"), ("D", "E", "F"))])
def test_equal_players_are_rarely_told_apart(tables: Sequence[tuple[str, ...]]) -> None:
    rng = np.random.default_rng(7)
    wrong = trials = 0
    for _ in range(200):
        found = LineUps()
        for names in tables:
            deal(found, rng, dict.fromkeys(names, 0.0), 60)
        verdicts = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
        wrong += sum(each.sure for each in verdicts)
        trials += len(verdicts)
    assert wrong <= 0.05 * trials + 3 * (0.05 * 0.95 * trials) ** 0.5


def test_nobody() -> None:
    assert LineUps().verdicts(WORDS["claim"], unit=WORDS["unit"]) == ()
    assert not LineUps().means()
