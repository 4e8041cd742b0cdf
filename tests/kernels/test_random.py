"""The one generator: published numbers, its twin in plain Python, and what is drawn with it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from railbird.kernels import random as kernels
from railbird.players.chance import Chance

PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""The first numbers of SplitMix64 from the seed 1234567."""


def stream(seed: int) -> npt.NDArray[np.uint64]:
    return np.array([seed], dtype=np.uint64)


@pytest.mark.small
def test_the_numbers_are_the_published_ones() -> None:
    state = stream(1234567)
    assert tuple(int(kernels.random_bits(state)) for _ in PUBLISHED) == PUBLISHED


@pytest.mark.small
@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**63 + 11, 2**64 - 1])
@pytest.mark.parametrize("count", [2, 3, 52, 65_535, 2**31 - 1, 2**32])
def test_a_players_chance_is_the_same_stream(seed: int, count: int) -> None:
    state, chance = stream(seed), Chance()
    chance.seed(seed)
    ours = [kernels.random_below(state, count) for _ in range(300)]
    assert ours == [chance.below(count) for _ in range(300)]
    assert 0 <= min(ours) <= max(ours) < count


@pytest.mark.small
def test_a_number_from_0_to_1_has_the_upper_53_bits() -> None:
    state = stream(1234567)
    assert [kernels.random_number(state) for _ in PUBLISHED] == [
        (bits >> 11) / 2**53 for bits in PUBLISHED
    ]


@pytest.mark.small
def test_a_random_card_is_any_that_is_left() -> None:
    left = {3, 17, 50}
    used = np.uint64(sum(1 << c for c in range(52) if c not in left))
    state = stream(7)
    drawn = [int(kernels.random_card(state, used)) for _ in range(60)]
    assert set(drawn) == left


@pytest.mark.small
def test_a_place_is_drawn_by_the_running_sums_between_two_places() -> None:
    sums = np.cumsum([0.0, 1.0, 0.0, 2.0, 3.0, 0.0, 5.0])
    for at in (0.0, 0.5, 1.0, 2.999, 3.0, 6.0, 10.5):
        assert kernels.place_by_weight(sums, 0, 6, at) == np.searchsorted(sums, at, side="right")
    assert kernels.place_by_weight(sums, 3, 4, 0.0) == 3
    assert kernels.place_by_weight(sums, 3, 4, 100.0) == 4


def test_a_shuffled_deal_depends_on_seed_and_number_alone() -> None:
    whole = np.empty((40, 52), dtype=np.uint8)
    kernels.shuffled_deals(5, 0, whole)
    part = np.empty((10, 9), dtype=np.uint8)
    kernels.shuffled_deals(5, 30, part)
    assert (np.sort(whole, axis=1) == np.arange(52)).all()
    assert (part == whole[30:, :9]).all()
    assert len({row.tobytes() for row in whole}) == 40
    assert whole[0, :9].tolist() == [33, 47, 31, 49, 34, 35, 1, 17, 3]
