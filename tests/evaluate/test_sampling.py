"""Sampled equities: unbiased, with honest errors, and reproducible from a seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railbird import errors
from railbird.evaluate import EquityResult, equity

SAMPLED_SPOTS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("AcKc", "7h6h"), {}),
    (("AcKc", "7h6h"), {"board": "Kd9s2h"}),
    (("AcKc", "7h6h", "QsQd"), {}),
    (("AcKd", "AdKc", "AhKs"), {}),
    (("AcKc", "random"), {}),
    (("QQ+,AKs", "22+,A2s+,KTs+,ATo+"), {}),
    # most pairs of these hands share a card, with different weights
    (("AA, 25%:AK, 50%:A5s", "50%:AA, AQ, 75%:AJs"), {}),
    (("AA, 25%:AK, 50%:A5s", "50%:AA, AQ, 75%:AJs"), {"dead": "As5h", "board": "Ad9s2h"}),
    (("AA, 10%:AK", "30%:AA, AQs", "AJs, 20%:KK"), {"board": "Kd9s2hTh"}),
    (("AcKc", "QQ", "random"), {"board": "Kd9s2hTh", "dead": "QsJs"}),
    (("AcKcQd2s", "7h6h5d4s"), {"game": "omaha8"}),
    (("As2sKdKh", "Ah2h9c9d", "Ad2d7c7d"), {"game": "omaha8", "board": "3c4d8h"}),
    (("AA23ds", "50%:KKQQ, AA23"), {"game": "omaha8", "board": "3c4d8hTs5d"}),
    (("AsAdQsQd", "random"), {"game": "omaha", "board": "3c4d8hTsKh"}),
]


@pytest.mark.parametrize(("players", "options"), SAMPLED_SPOTS)
def test_samples_agree_with_the_exact_equities(
    players: tuple[str, ...], options: dict[str, Any]
) -> None:
    truth = equity(*players, **options, method="exact")
    sample = equity(*players, **options, method="sample", samples=200_000, seed=1)
    assert truth.exact
    assert not sample.exact
    assert sample.deals == 200_000
    for exactly, about in zip(truth.players, sample.players, strict=True):
        assert 0 < about.error < 0.0015
        assert abs(about.equity - exactly.equity) < 5 * about.error
        for name in exactly.shares.__slots__:
            chance = getattr(exactly.shares, name)
            spread = np.sqrt(chance * (1 - chance) / 200_000)
            assert abs(getattr(about.shares, name) - chance) <= 5 * spread + 1e-12


def test_halves_are_sampled_with_honest_errors() -> None:
    players, board = ("As2sKdKh", "Ah3h9c9d", "AcQc7c7d"), "4d8hQd"
    truth = equity(*players, board=board, game="omaha8", method="exact")
    sample = equity(*players, board=board, game="omaha8", samples=20_000, seed=1)
    assert truth.any_low
    assert sample.any_low
    assert abs(sample.any_low - truth.any_low) < 5 * sample.any_low_error < 0.025
    for exactly, about in zip(truth.players, sample.players, strict=True):
        assert exactly.halves
        assert about.halves
        for name in ("high", "low", "made"):
            off = getattr(about.halves, name) - getattr(exactly.halves, name)
            assert abs(off) < 5 * getattr(about.halves, f"{name}_error") < 0.03
        off = about.shares.scoop - exactly.shares.scoop
        assert abs(off) < 5 * about.halves.scoop_error < 0.025


@pytest.mark.parametrize(("game", "samples"), [("holdem", 400_000), ("omaha8", 100_000)])
def test_ten_random_players_get_a_tenth_each(game: str, samples: int) -> None:
    result = equity(*["random"] * 10, game=game, samples=samples, seed=2)
    assert not result.exact
    for player in result.players:
        assert abs(player.equity - 0.1) < 5 * player.error
    assert sum(result.equities) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("AcKc", "7h6h"), {}),
        (("AA, 25%:AK", "50%:AA, AQ", "random"), {"board": "Kd9s2h"}),
        (("AcKcQd2s", "7h6h5d4s"), {"game": "omaha8"}),
    ],
)
def test_the_reported_error_is_the_spread_of_many_runs(
    players: tuple[str, ...], options: dict[str, Any]
) -> None:
    runs = [
        equity(*players, **options, method="sample", samples=2_000, seed=seed) for seed in range(40)
    ]
    for number in range(len(players)):
        spread = np.std([run.equities[number] for run in runs], ddof=1)
        reported = np.mean([run.players[number].error for run in runs])
        assert 0.7 < spread / reported < 1.4


def test_a_seed_fixes_the_result_for_any_number_of_threads() -> None:
    def run(seed: int, threads: int) -> EquityResult:
        players = ("AA, 25%:AK", "50%:AA, AQ", "random")
        return equity(*players, method="sample", samples=150_000, seed=seed, threads=threads)

    one, two, again, other = run(7, 1), run(7, 2), run(7, 1), run(8, 1)
    assert one.players == two.players == again.players
    assert one.players != other.players
    assert (one.seed, other.seed) == (7, 8)


@pytest.mark.small
def test_a_seed_is_chosen_and_reported() -> None:
    one, other = (equity("AcKc", "7h6h", method="sample", samples=300) for _ in range(2))
    assert one.seed is not None
    assert one.seed != other.seed
    again = equity("AcKc", "7h6h", method="sample", samples=300, seed=one.seed)
    assert again.players == one.players
    assert f"seed {one.seed}" in one.how


def test_sampling_stops_at_the_error() -> None:
    rough, fine = (
        equity("AcKc", "7h6h", method="sample", error=error, seed=1) for error in (0.002, 0.0006)
    )
    assert max(player.error for player in rough.players) <= 0.002
    assert max(player.error for player in fine.players) <= 0.0006
    assert rough.deals < fine.deals < 5_000_000


def test_sampling_stops_at_the_default_error() -> None:
    result = equity("AcKc", "7h6h", "random", method="sample", seed=1)
    assert 0.0004 < max(player.error for player in result.players) <= 0.0005


@pytest.mark.small
@pytest.mark.parametrize("samples", [1, 10, 999])
def test_sampling_stops_at_the_number_of_samples(samples: int) -> None:
    result = equity("AcKc", "7h6h", method="sample", samples=samples, seed=1)
    assert result.deals == samples
    assert result.how == f"sampled: {samples:,} deals, seed 1"
    assert sum(result.equities) == pytest.approx(1, abs=1e-12)


def test_sampling_stops_at_whichever_comes_first() -> None:
    by_samples = equity("AcKc", "7h6h", samples=200_001, error=1e-6, seed=1)
    assert by_samples.deals == 200_001
    assert by_samples.how == "sampled: 200,001 deals, too few for an error of 1e-06, seed 1"
    by_error = equity("AcKc", "7h6h", samples=10_000_000, error=0.001, seed=1)
    assert by_error.deals < 10_000_000
    assert "too few" not in by_error.how
    assert by_error.players[0].error <= 0.001


def test_progress_of_sampling() -> None:
    seen: list[float] = []
    options: dict[str, Any] = {"method": "sample", "seed": 1, "progress": seen.append}
    for stop in ({"samples": 600_000}, {"error": 0.0006}):
        seen.clear()
        equity("AcKc", "7h6h", **options, **stop)
        assert len(seen) > 1
        assert seen == sorted(seen)
        assert all(0 < part <= 1 for part in seen)


@pytest.mark.small
def test_a_sample_of_a_sure_thing_is_still_a_sample() -> None:
    result = equity("AcKc", "7h6h", board="AsAdAhKd2c", method="sample", samples=100)
    assert not result.exact
    assert "sampled" in result.how
    assert result.seed is not None
    assert [(player.equity, player.error) for player in result.players] == [(1, 0), (0, 0)]


@pytest.mark.small
def test_sampling_gives_up_on_ranges_that_almost_always_collide() -> None:
    """A deal is possible, but only one in a billion."""
    with pytest.raises(errors.OptionError, match="ask for method 'exact'"):
        equity(*["AsAh, 2c2d:1e-9"] * 2, board="KsKdKhKc", method="sample", samples=1)
