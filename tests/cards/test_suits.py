"""Suit isomorphism: canonical forms, orbits and exact counts, counted and listed."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import (
    all_sets,
    canonical_cards,
    canonical_sets,
    canonical_signatures,
    count_orbits,
    holdem_hands,
    suit_patterns,
)
from railbird.cards.suits import suit_signatures

Deal = tuple[frozenset[int], ...]


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """One to four disjoint groups of cards, with few ranks so that suits are often alike."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    ranks = draw(st.sampled_from([4, 6, 13]))
    deck = draw(st.permutations(range(4 * ranks)))
    ends = np.cumsum([0, *sizes])
    return tuple(frozenset(deck[a:b]) for a, b in pairwise(ends))


def images(deal: Deal) -> list[Deal]:
    """The deal with its suits renamed in all 24 ways."""
    return [
        tuple(frozenset(card - card % 4 + suits[card % 4] for card in group) for group in deal)
        for suits in permutations(range(4))
    ]


def as_arrays(deal: Deal) -> list[npt.NDArray[np.uint8]]:
    return [np.array([sorted(group)], dtype=np.uint8) for group in deal]


def canonical(deal: Deal) -> tuple[Deal, int]:
    """The canonical form and the size of the orbit of one deal."""
    groups, orbits = canonical_cards(*as_arrays(deal))
    return tuple(frozenset(group[0].tolist()) for group in groups), int(orbits[0])


def are_sorted(signatures: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which deals are canonical, with the highest signature in spades: one in each orbit."""
    falls: npt.NDArray[np.bool_] = np.diff(signatures, axis=1) < 0
    return np.logical_not(falls.any(axis=1))


@pytest.mark.small
@settings(deadline=None)
@given(deals())
def test_the_canonical_form_is_one_of_the_images_and_its_own(deal: Deal) -> None:
    form, _ = canonical(deal)
    assert form in images(deal)
    assert canonical(form)[0] == form


@pytest.mark.small
@settings(deadline=None)
@given(deals())
def test_all_24_images_have_one_canonical_form(deal: Deal) -> None:
    assert len({canonical(image) for image in images(deal)}) == 1


@pytest.mark.small
@settings(deadline=None)
@given(deals())
def test_the_orbit_size_is_the_number_of_different_images(deal: Deal) -> None:
    assert canonical(deal)[1] == len(set(images(deal)))


@pytest.mark.small
@settings(deadline=None)
@given(deals(), deals())
def test_deals_with_one_form_are_images_of_each_other(one: Deal, other: Deal) -> None:
    if [len(group) for group in one] == [len(group) for group in other]:
        assert (canonical(one)[0] == canonical(other)[0]) == (other in images(one))


@pytest.mark.small
def test_cards_of_the_canonical_form_stand_highest_first() -> None:
    (hole, board), orbits = canonical_cards(
        np.array([[3, 48]], dtype=np.uint8), np.array([[49, 0, 50]], dtype=np.uint8)
    )
    assert hole.tolist() == [[51, 2]]
    assert board.tolist() == [[49, 48, 3]]
    assert orbits.tolist() == [12]


@pytest.mark.small
def test_five_groups_do_not_fit_a_signature() -> None:
    group = np.zeros((1, 1), dtype=np.uint8)
    with pytest.raises(ValueError, match="at most four groups"):
        suit_signatures(*[group] * 5)


@pytest.mark.small
@pytest.mark.parametrize(
    ("sizes", "count"),
    [
        ((2,), 169),
        ((3,), 1_755),
        ((4,), 16_432),
        ((5,), 134_459),
        ((8,), 32_819_436),
        ((2, 2), 93_769),
        ((2, 3), 1_286_792),
        ((2, 4), 13_960_050),
        ((2, 5), 123_156_254),
    ],
)
def test_counts_by_burnside(sizes: tuple[int, ...], count: int) -> None:
    assert count_orbits(*sizes) == count


@pytest.mark.parametrize(
    ("size", "count"), [(1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)]
)
def test_listed_sets_are_one_of_each_orbit(size: int, count: int) -> None:
    sets, orbits = canonical_sets(size)
    assert len(sets) == count
    assert orbits.sum() == comb(52, size)
    assert (sets[:, 1:] < sets[:, :-1]).all()
    signatures = suit_signatures(sets)
    assert are_sorted(signatures).all()
    assert len(np.unique(signatures @ (1 << 13 * np.arange(4)))) == count


@pytest.mark.slow
def test_hole_cards_with_flops_counted_one_by_one() -> None:
    """All 1,326 · 19,600 deals are listed; 1,286,792 are canonical."""
    flops = all_sets(3)
    masks = np.bitwise_or.reduce(np.uint64(1) << flops.astype(np.uint64), axis=1)
    listed = found = 0
    for hand in holdem_hands():
        mask = np.bitwise_or.reduce(np.uint64(1) << hand.astype(np.uint64))
        free = flops[(masks & mask) == 0]
        listed += len(free)
        found += int(are_sorted(suit_signatures(np.tile(hand, (len(free), 1)), free)).sum())
    assert (listed, found) == (1326 * 19_600, 1_286_792)


def test_pairs_of_hands_counted_one_by_one() -> None:
    """Up to suits there are 93,769 ordered and 47,008 unordered pairs of hands.

    Exactly one pair in each orbit has sorted signatures, which gives the ordered count. Without
    order, the pairs (A, B) and (B, A) are the same: their two orbits form a set of two, or of one
    if renaming suits swaps the hands. There are 247 orbits of the second kind. By Burnside's lemma
    for the swap there are (93,769 + 247) / 2 = 47,008 such sets; here they are formed and counted.
    """
    hands = holdem_hands()
    first, second = (index.reshape(-1) for index in np.indices((1326, 1326)))
    shared = (hands[first][:, :, None] == hands[second][:, None, :]).any(axis=(1, 2))
    first, second = first[~shared], second[~shared]
    assert len(first) == 1326 * 1225
    kept = are_sorted(suit_signatures(hands[first], hands[second]))
    first, second = hands[first[kept]], hands[second[kept]]
    forms, orbits = canonical_signatures(first, second)
    assert orbits.sum() == 1326 * 1225
    swapped, _ = canonical_signatures(second, first)
    one, other = (list(map(tuple, form.tolist())) for form in (forms, swapped))
    assert len(set(one)) == len(one) == 93_769
    assert sum(a == b for a, b in zip(one, other, strict=True)) == 247
    assert len({frozenset(both) for both in zip(one, other, strict=True)}) == 47_008


TABLE_3_3 = [
    # cards in each suit, blocks of suits that hold the same ranks, duplicates, total
    ((8, 0, 0, 0), (1,), 4, 5_148),
    ((7, 1, 0, 0), (1, 1), 12, 267_696),
    ((6, 2, 0, 0), (1, 1), 12, 1_606_176),
    ((6, 1, 1, 0), (1, 2), 12, 267_696),
    ((6, 1, 1, 0), (1, 1, 1), 24, 3_212_352),
    ((5, 3, 0, 0), (1, 1), 12, 4_416_984),
    ((5, 2, 1, 0), (1, 1, 1), 24, 31_320_432),
    ((5, 1, 1, 1), (1, 2, 1), 12, 2_409_264),
    ((5, 1, 1, 1), (1, 3), 4, 66_924),
    ((5, 1, 1, 1), (1, 1, 1, 1), 24, 8_833_968),
    ((4, 4, 0, 0), (2,), 6, 4_290),
    ((4, 4, 0, 0), (1, 1), 12, 3_063_060),
    ((4, 3, 1, 0), (1, 1, 1), 24, 63_800_880),
    ((4, 2, 2, 0), (1, 2), 12, 669_240),
    ((4, 2, 2, 0), (1, 1, 1), 24, 51_531_480),
    ((4, 2, 1, 1), (1, 1, 1, 1), 24, 104_401_440),
    ((4, 2, 1, 1), (1, 1, 2), 12, 8_700_120),
    ((3, 3, 2, 0), (2, 1), 12, 267_696),
    ((3, 3, 2, 0), (1, 1, 1), 24, 76_293_360),
    ((3, 3, 1, 1), (2, 2), 6, 22_308),
    ((3, 3, 1, 1), (2, 1, 1), 12, 267_696),
    ((3, 3, 1, 1), (1, 1, 2), 12, 6_357_780),
    ((3, 3, 1, 1), (1, 1, 1, 1), 24, 76_293_360),
    ((3, 2, 2, 1), (1, 2, 1), 12, 3_480_048),
    ((3, 2, 2, 1), (1, 1, 1, 1), 24, 267_963_696),
    ((2, 2, 2, 2), (4,), 1, 78),
    ((2, 2, 2, 2), (3, 1), 4, 24_024),
    ((2, 2, 2, 2), (2, 2), 6, 18_018),
    ((2, 2, 2, 2), (2, 1, 1), 12, 2_738_736),
    ((2, 2, 2, 2), (1, 1, 1, 1), 24, 34_234_200),
]
"""Table 3.3 of Ho (2015)."""


@pytest.mark.small
def test_eight_cards_by_suit_pattern_are_table_3_3() -> None:
    rows = suit_patterns(8)
    found = [(row.suits, row.matching, row.orbit, row.total) for row in rows]
    assert sorted(found) == sorted(TABLE_3_3)
    assert sum(row.classes for row in rows) == 32_819_436
    assert sum(row.total for row in rows) == 752_538_150


@pytest.mark.small
@pytest.mark.parametrize("size", [1, 2, 5, 7, 8, 13, 51])
def test_suit_patterns_count_every_set_once(size: int) -> None:
    rows = suit_patterns(size)
    assert len({(row.suits, row.matching) for row in rows}) == len(rows)
    assert sum(row.total for row in rows) == comb(52, size)
    assert sum(row.classes for row in rows) == count_orbits(size)


@pytest.mark.small
def test_suit_patterns_agree_with_listed_sets() -> None:
    """Classes and orbits of four cards by the numbers of cards in the suits."""
    sets, orbits = canonical_sets(4)
    held = np.sort([[np.sum(row % 4 == suit) for suit in range(4)] for row in sets])[:, ::-1]
    listed: dict[tuple[tuple[int, ...], int], int] = {}
    for suits, orbit in zip(map(tuple, held.tolist()), orbits.tolist(), strict=True):
        listed[suits, orbit] = listed.get((suits, orbit), 0) + 1
    counted: dict[tuple[tuple[int, ...], int], int] = {}
    for row in suit_patterns(4):
        counted[row.suits, row.orbit] = counted.get((row.suits, row.orbit), 0) + row.classes
    assert counted == listed
