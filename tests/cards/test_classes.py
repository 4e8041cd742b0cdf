"""Starting-hand classes: 169 in hold'em, 16,432 in Omaha."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import (
    HOLDEM_CLASSES,
    RANKS,
    HoleCards,
    colex_cards,
    colex_index,
    format_cards,
    holdem_class,
    holdem_class_index,
    holdem_class_of_hand,
    holdem_hands,
    omaha_class,
    omaha_class_of_hand,
    omaha_classes,
)
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.errors import CardError, DuplicateCardError, HandSizeError


def class_by_name(first: str, second: str) -> str:
    """The class of two cards such as ``As`` and ``Kd``, from their names."""
    high, low = sorted((first, second), key=lambda card: RANKS.index(card[0]), reverse=True)
    if high[0] == low[0]:
        return high[0] + low[0]
    return high[0] + low[0] + ("s" if high[1] == low[1] else "o")


@pytest.mark.small
def test_there_are_169_classes_in_the_order_of_the_grid() -> None:
    assert len(HOLDEM_CLASSES) == len(set(HOLDEM_CLASSES)) == 169
    assert HOLDEM_CLASSES[:4] == ("AA", "AKs", "AQs", "AJs")
    assert HOLDEM_CLASSES[13:16] == ("AKo", "KK", "KQs")
    assert HOLDEM_CLASSES[-2:] == ("32o", "22")
    assert [HOLDEM_CLASSES[14 * i] for i in range(13)] == [2 * rank for rank in reversed(RANKS)]
    assert [holdem_class_index(name) for name in HOLDEM_CLASSES] == list(range(169))


@pytest.mark.small
def test_the_class_of_every_hand() -> None:
    hands, classes = holdem_hands(), holdem_class_of_hand()
    assert hands.shape == (1326, 2)
    for hand, number in zip(hands, classes.tolist(), strict=True):
        text = format_cards(hand)
        assert HOLDEM_CLASSES[number] == class_by_name(text[:2], text[2:]) == holdem_class(text)


@pytest.mark.small
def test_pairs_have_6_hands_suited_4_and_offsuit_12() -> None:
    sizes = np.bincount(holdem_class_of_hand(), minlength=169)
    expected = {1: 6, "s": 4, "o": 12}
    for name, size in zip(HOLDEM_CLASSES, sizes.tolist(), strict=True):
        assert size == expected[1 if len(name) == 2 else name[2]]
    assert Counter(sizes.tolist()) == {6: 13, 4: 78, 12: 78}


@pytest.mark.small
def test_shared_tables_cannot_be_changed() -> None:
    for table in (holdem_hands(), holdem_class_of_hand(), omaha_class_of_hand(), *omaha_classes()):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0


@pytest.mark.small
def test_names_that_are_no_class() -> None:
    for name in ("KAs", "AAs", "AK", "1Ko", "", "aks"):
        with pytest.raises(CardError, match="is not a hold'em hand class"):
            holdem_class_index(name)
    with pytest.raises(HandSizeError, match="has 4 cards; a hold'em hand has two"):
        holdem_class("AsAdQsJd")
    with pytest.raises(DuplicateCardError):
        holdem_class("AsAs")


def test_there_are_16432_omaha_classes_of_270725_hands() -> None:
    classes = omaha_class_of_hand()
    representatives, sizes = omaha_classes()
    assert classes.shape == (270_725,)
    assert representatives.shape == (16_432, 4)
    assert np.array_equal(np.bincount(classes, minlength=16_432), sizes)
    assert sizes.sum() == 270_725
    assert [int(classes[colex_index(hand)]) for hand in representatives] == list(range(16_432))


@pytest.mark.small
def test_the_names_of_omaha_classes_are_unique() -> None:
    representatives, _ = omaha_classes()
    names = {omaha_class(format_cards(hand)) for hand in representatives}
    assert len(names) == 16_432


@pytest.mark.small
@settings(deadline=None)
@given(st.integers(0, 270_724), st.sampled_from(SUIT_PERMUTATIONS))
def test_a_class_and_its_name_do_not_depend_on_suits(
    index: int, permutation: tuple[int, ...]
) -> None:
    hand = colex_cards(index, 4)
    renamed = [4 * card.rank + permutation[card.suit] for card in hand]
    number = int(omaha_class_of_hand()[index])
    assert omaha_class_of_hand()[colex_index(renamed)] == number
    name = omaha_class(format_cards(omaha_classes()[0][number]))
    assert omaha_class(format_cards(hand)) == omaha_class(format_cards(renamed)) == name


@pytest.mark.small
@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("AsAdQsJd", "(AQ)(AJ)"),
        ("AsAd2s3d", "(A3)(A2)"),
        ("5h4s3c2h", "(52)43"),
        ("AsKsQsJs", "(AKQJ)"),
        ("AsKsQs2d", "(AKQ)2"),
        ("2sKsQsAd", "(KQ2)A"),
        ("7c7d7h7s", "7777"),
        ("AcKdQhJs", "AKQJ"),
    ],
)
def test_names_of_omaha_classes(hand: str, name: str) -> None:
    assert omaha_class(hand) == omaha_class(HoleCards.parse(hand)) == name


@pytest.mark.small
def test_an_omaha_hand_has_four_cards() -> None:
    with pytest.raises(HandSizeError, match="has 2 cards; an Omaha hand has four"):
        omaha_class("AsKs")
