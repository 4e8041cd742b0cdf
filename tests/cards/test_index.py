"""The colex index of card sets, and its inverse."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import all_sets, colex_cards, colex_index, colex_indices, colex_sets
from railbird.errors import CardError, DuplicateCardError


def sets_in_order(size: int, deck: int) -> list[tuple[int, ...]]:
    """Sets sorted by their highest card, then the second highest, and so on."""
    return sorted(combinations(range(deck), size), key=lambda cards: cards[::-1])


card_sets = st.integers(1, 9).flatmap(
    lambda size: st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)
)


@pytest.mark.small
@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_set_stands_at_its_place(size: int) -> None:
    expected = sets_in_order(size, 52)
    assert [tuple(row) for row in all_sets(size).tolist()] == expected
    assert [colex_index(cards) for cards in expected] == list(range(comb(52, size)))


@pytest.mark.small
@pytest.mark.parametrize("size", range(1, 10))
def test_the_first_sets_of_each_size(size: int) -> None:
    """The index does not depend on the deck: sets of the lowest eleven cards come first."""
    expected = sets_in_order(size, 11)
    count = len(expected)
    assert [colex_index(cards) for cards in expected] == list(range(count))
    assert [colex_cards(i, size) for i in range(count)] == expected
    assert colex_indices(np.array(expected)).tolist() == list(range(count))
    assert colex_sets(np.arange(count), size).tolist() == [list(cards) for cards in expected]


@pytest.mark.small
@pytest.mark.parametrize("size", range(1, 10))
def test_the_last_set_of_each_size(size: int) -> None:
    last, highest = comb(52, size) - 1, list(range(52 - size, 52))
    assert colex_index(highest) == last
    assert list(colex_cards(last, size)) == highest
    assert colex_indices(np.array([highest])).tolist() == [last]
    assert colex_sets(np.array([last]), size).tolist() == [highest]


def test_all_five_card_sets_have_different_indices() -> None:
    sets = all_sets(5)
    assert sets.shape == (2_598_960, 5)
    assert (sets[:, 1:] > sets[:, :-1]).all()
    assert np.array_equal(colex_indices(sets), np.arange(2_598_960))


@pytest.mark.small
@settings(deadline=None)
@given(card_sets)
def test_a_set_has_one_index_in_any_order(cards: list[int]) -> None:
    index = colex_index(cards)
    assert 0 <= index < comb(52, len(cards))
    assert colex_index(cards[::-1]) == index
    assert list(colex_cards(index, len(cards))) == sorted(cards)
    for kind in (np.uint8, np.int16, np.int64):
        assert colex_indices(np.array([cards, cards[::-1]], dtype=kind)).tolist() == [index, index]
    assert colex_sets(np.array([index]), len(cards)).tolist() == [sorted(cards)]


@pytest.mark.small
@settings(deadline=None)
@given(card_sets, card_sets)
def test_sets_are_ordered_by_their_highest_cards(one: list[int], other: list[int]) -> None:
    size = min(len(one), len(other))
    a, b = sorted(one, reverse=True)[:size], sorted(other, reverse=True)[:size]
    assert (a < b) == (colex_index(a) < colex_index(b))


@pytest.mark.small
def test_arrays_of_any_shape() -> None:
    indices = np.arange(24).reshape(2, 3, 4)
    sets = colex_sets(indices, 3)
    assert sets.shape == (2, 3, 4, 3)
    assert sets.dtype == np.uint8
    assert np.array_equal(colex_indices(sets), indices)


@pytest.mark.small
def test_the_empty_set() -> None:
    assert colex_index([]) == 0
    assert colex_cards(0, 0) == ()
    assert all_sets(0).shape == (1, 0)


@pytest.mark.small
@pytest.mark.parametrize(("index", "size"), [(-1, 2), (1326, 2), (52, 1), (1, 0)])
def test_an_index_that_no_set_has(index: int, size: int) -> None:
    with pytest.raises(IndexError, match=f"{index} is not the index of a {size}-card set"):
        colex_cards(index, size)


@pytest.mark.small
def test_sets_that_cannot_be() -> None:
    with pytest.raises(CardError):
        colex_index([0, 52])
    with pytest.raises(CardError):
        colex_index([-1, 3])
    with pytest.raises(DuplicateCardError):
        colex_index([3, 3])
