"""Who is ahead when line-ups change: by the hands in which players met, or not compared at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from railbird.stats import LineUps, interval, mean_of, verdict_among

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


@pytest.mark.parametrize(("tables", "seats", "regulars"), [(30, 2, 1), (20, 3, 1), (20, 2, 0)])
def test_no_line_up_of_many_is_sure_by_chance(tables: int, seats: int, regulars: int) -> None:
    """All are equally good: in at most one set of tables of twenty is anybody called the best."""
    rng = np.random.default_rng(10)
    stay = [f"regular {i}" for i in range(regulars)]
    wrong, trials = 0, 40
    for _ in range(trials):
        found = LineUps()
        for table in range(tables):
            visit = [f"{table}-{i}" for i in range(seats - regulars)]
            deal(found, rng, dict.fromkeys([*stay, *visit], 0.0), 40)
        verdicts = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
        assert {each.corrected_for for each in verdicts} == {tables + regulars}
        wrong += any(each.sure for each in verdicts)
    assert wrong <= 0.05 * trials + 3 * (0.05 * 0.95 * trials) ** 0.5


def test_the_correction_is_said() -> None:
    """Ann met Bob, Cid and Dan, and each of these only her: four line-ups could have been named."""
    found = LineUps()
    lead = np.tile([1.0, -0.5], 25)
    for others, wins in (("Bob", lead), ("Cid", lead + 1), ("Dan", lead + 1)):
        for won in wins:
            found.add(("Ann", others), (won, 0.0))
    (only,) = found.verdicts(WORDS["claim"], unit=WORDS["unit"])
    alone = mean_of(lead)
    assert alone.is_sure
    assert (only.ahead, only.behind, only.corrected_for) == ("Ann", "Bob", 4)
    assert only.confidence == pytest.approx(1 - 4 * (1 - alone.confidence))
    assert not only.sure
    assert f"(confidence {100 * only.confidence:.1f} %, corrected for 4 line-ups)" in str(only)
    # the fewest hands whose interval leaves 0 out, at the level that each of four takes
    needed = int(only.games_needed)
    low, fewer = (
        interval(alone.mean, alone.deviation / count**0.5, count, level=1 - 0.05 / 4)[0]
        for count in (needed, needed - 1)
    )
    assert low > 0 >= fewer
    assert only.games_needed > alone.games_needed


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
