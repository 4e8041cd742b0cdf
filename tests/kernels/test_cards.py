"""Kernels for cards as numbers, against plain Python."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from railbird.cards import colex_index
from railbird.kernels import cards as kernels
from railbird.kernels.ranks import PAIR_COLUMNS, pair_column

pytestmark = pytest.mark.small


def test_bits_of_masks() -> None:
    masks = [*range(300), 2**51, 2**52 - 1]
    assert [kernels.bits_in(mask) for mask in masks] == [mask.bit_count() for mask in masks]
    assert [kernels.drop_lowest(mask) for mask in (1, 0b1100, 2**51 + 4)] == [0, 0b1000, 2**51]


def test_binomial_coefficients() -> None:
    cases = [(n, k) for n in range(14) for k in range(6)]
    assert [kernels.choose(n, k) for n, k in cases] == [comb(n, k) for n, k in cases]


def test_ranks_come_once_each_in_order() -> None:
    ranks = np.zeros(3, dtype=np.int64)
    met = [tuple(ranks.tolist())]
    while kernels.next_ranks(ranks):
        met.append(tuple(ranks.tolist()))
    all_of_them = (tuple(sorted(r)[::-1]) for r in combinations_with_replacement(range(13), 3))
    assert met == sorted(all_of_them)


def test_the_index_of_a_hand_is_colex_in_any_order() -> None:
    for pair in combinations(range(52), 2):
        assert kernels.hand_index(*pair) == kernels.hand_index(*pair[::-1]) == colex_index(pair)


def test_each_pair_of_ranks_has_its_column() -> None:
    pairs = list(combinations_with_replacement(range(13), 2))
    assert sorted(pair_column(a, b) for a, b in pairs) == list(range(PAIR_COLUMNS))
    assert all(pair_column(a, b) == pair_column(b, a) for a, b in pairs)
