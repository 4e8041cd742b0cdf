"""Hand values: all five- and seven-card hands, and many others, against the definition."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive import hands as naive

from railbird.cards import all_sets, holdem_hands
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.errors import CardError, DuplicateCardError, HandSizeError
from railbird.evaluate.games import OMAHA, OMAHA8
from railbird.evaluate.values import _omaha_kernels
from railbird.evaluate.values.evaluator import (
    CATEGORIES,
    CATEGORY_FLOOR,
    board_high_values,
    categories,
    high_values,
    low_values,
    omaha_values,
    seven_card_counts,
)
from railbird.evaluate.values.tables import high_tables

Cards = npt.NDArray[np.uint8]
MANY = 200_000

FIVE_CARD_COUNTS = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
SEVEN_CARD_COUNTS = {
    "straight flush": 41_584,
    "four of a kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three of a kind": 6_461_620,
    "two pair": 31_433_400,
    "pair": 58_627_800,
    "high card": 23_294_460,
}


@pytest.fixture(scope="module")
def five_cards() -> Cards:
    """All five-card hands."""
    return naive.every_five_cards()


@pytest.fixture(scope="module")
def five_card_keys(five_cards: Cards) -> naive.Keys:
    """The naive keys of all five-card hands."""
    return naive.five_card_keys(five_cards)


@pytest.fixture(scope="module")
def high_keys(five_card_keys: naive.Keys) -> naive.Keys:
    """All different keys, weakest first: the hand of key i has the value i + 1."""
    return np.unique(five_card_keys)


@pytest.fixture(scope="module")
def low_keys() -> naive.Keys:
    """`NO_LOW` and the keys of all lows, worst first: the low of key i has the value i."""
    ranks_of_clubs = combinations([4 * rank for rank in range(13)], 5)
    return np.unique(naive.five_card_low_keys(np.array(list(ranks_of_clubs), dtype=np.uint8)))


def by_category(counts: npt.NDArray[np.int64]) -> dict[str, int]:
    """The number of hands in each category, from the number with each value 0…7,462."""
    sums = np.add.reduceat(counts, CATEGORY_FLOOR)
    return dict(zip(CATEGORIES, sums.tolist(), strict=True))


# The oracle


@pytest.mark.small
def test_both_versions_of_the_oracle_agree() -> None:
    deals = naive.random_deals(400, 9, seed=1)
    # with few ranks, every category and lows come up
    deals = np.vstack([deals, naive.random_deals(400, 9, seed=2) % 24])
    deals = np.array([row for row in deals if len(set(row.tolist())) == 9], dtype=np.uint8)
    for row, five, low, seven, seven_low, omaha, omaha_low in zip(
        deals.tolist(),
        naive.five_card_keys(deals[:, :5]).tolist(),
        naive.five_card_low_keys(deals[:, :5]).tolist(),
        naive.best_high_keys(deals[:, :7]).tolist(),
        naive.best_low_keys(deals[:, :7]).tolist(),
        naive.omaha_high_keys(deals).tolist(),
        naive.omaha_low_keys(deals).tolist(),
        strict=True,
    ):
        assert five == as_number(naive.five_card_key(row[:5]))
        assert seven == as_number(naive.best_high(row[:7]))
        assert omaha == as_number(naive.omaha_high(row[:4], row[4:]))
        assert low == as_number(naive.five_card_low(row[:5]))
        assert seven_low == as_number(naive.best_low(row[:7]))
        assert omaha_low == as_number(naive.omaha_low(row[:4], row[4:]))


def as_number(key: naive.Key | None) -> int:
    """A key as the hexadecimal number that its digits spell."""
    if key is None:
        return naive.NO_LOW
    return sum(digit * 16**place for place, digit in enumerate(reversed(key)))


# All hands


def test_every_five_card_hand_has_its_rank_as_value(
    five_cards: Cards, five_card_keys: naive.Keys, high_keys: naive.Keys
) -> None:
    values = high_values(five_cards)
    assert len(high_keys) == 7_462
    assert np.array_equal(values, np.searchsorted(high_keys, five_card_keys) + 1)


def test_categories_of_all_five_card_hands(five_cards: Cards) -> None:
    counts = np.bincount(high_values(five_cards), minlength=7_463)
    assert len(counts) == 7_463
    assert np.flatnonzero(counts).tolist() == list(range(1, 7_463))
    assert by_category(counts) == FIVE_CARD_COUNTS


def test_categories_of_all_seven_card_hands() -> None:
    counts = seven_card_counts()
    assert counts.shape == (7_463,)
    assert counts.sum() == comb(52, 7)
    assert np.count_nonzero(counts) == 4_824
    assert by_category(counts) == SEVEN_CARD_COUNTS


@pytest.mark.small
def test_values_and_their_categories(high_keys: naive.Keys) -> None:
    category = categories(np.arange(1, 7_463))
    assert np.array_equal(category, high_keys // 16**5)
    assert categories([0]).tolist() == [-1]


# Many hands


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_random_hands(cards: int, high_keys: naive.Keys) -> None:
    check_high(naive.random_deals(MANY, cards, seed=cards), high_keys)


@pytest.mark.small
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_some_hands(cards: int, high_keys: naive.Keys) -> None:
    check_high(naive.random_deals(300, cards, seed=cards), high_keys)
    suited = 4 * np.array(list(combinations(range(13), cards)), dtype=np.uint8)
    check_high(suited[::7], high_keys)


def check_high(deals: Cards, high_keys: naive.Keys) -> None:
    expected = np.searchsorted(high_keys, naive.best_high_keys(deals)) + 1
    assert np.array_equal(high_values(deals), expected)


def test_random_omaha_hands(high_keys: naive.Keys, low_keys: naive.Keys) -> None:
    deals = naive.random_deals(MANY, 9, seed=9)
    high, low = omaha_values(deals[:, :4], deals[:, 4:])
    assert np.array_equal(high, np.searchsorted(high_keys, naive.omaha_high_keys(deals)) + 1)
    assert np.array_equal(low, np.searchsorted(low_keys, naive.omaha_low_keys(deals)))
    assert np.count_nonzero(low) > MANY // 10


def test_omaha_hands_of_few_suits(high_keys: naive.Keys) -> None:
    """Three or more hole cards and four or five board cards of one suit, which are rare."""
    deals = naive.random_deals(MANY, 52, seed=10)
    two_suits = deals[(deals & 3) < 2].reshape(MANY, 26)[:, :9]
    high, _ = omaha_values(two_suits[:, :4], two_suits[:, 4:])
    assert np.array_equal(high, np.searchsorted(high_keys, naive.omaha_high_keys(two_suits)) + 1)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_random_lows(cards: int, low_keys: naive.Keys) -> None:
    deals = naive.random_deals(MANY, cards, seed=20 + cards)
    low = low_values(deals)
    assert np.array_equal(low, np.searchsorted(low_keys, naive.best_low_keys(deals)))
    assert np.count_nonzero(low) > MANY // 50


def test_the_56_lows(low_keys: naive.Keys) -> None:
    assert len(low_keys) == 57
    lows = low_values(all_sets(5)[::3])
    assert np.unique(lows).tolist() == list(range(57))
    names = {"As2d3h4c5c": 56, "As2d3h4c6c": 55, "4s5d6h7c8c": 1, "4s5d6h7c9c": 0, "AsAd3h4c5c": 0}
    hands = np.array([naive.cards_of(name) for name in names], dtype=np.uint8)
    assert low_values(hands).tolist() == list(names.values())


@pytest.mark.small
def test_the_table_of_lows() -> None:
    """Two ranks from the hand and three others from the board, as bits (ace 0 … eight 7)."""
    lows = np.zeros((256, 256), dtype=np.uint8)
    _omaha_kernels.fill_lows(lows)
    best_first = sorted(combinations(range(8), 5), key=lambda ranks: ranks[::-1])
    value = {ranks: 56 - place for place, ranks in enumerate(best_first)}
    rng = np.random.default_rng(1)
    masks = [[0x1F, 0x1F], [0xF8, 0xF8], [0xFF, 0xFF], *rng.integers(0, 256, (300, 2)).tolist()]
    for hand, board in masks:
        made = [
            value[ranks]
            for two in combinations([r for r in range(8) if hand >> r & 1], 2)
            for three in combinations([r for r in range(8) if board >> r & 1], 3)
            if (ranks := tuple(sorted({*two, *three}))) in value
        ]
        assert lows[hand, board] == max(made, default=0)


@pytest.mark.small
def test_the_best_flush_of_omaha() -> None:
    """Two ranks from the hand and three from the board, all of one suit; 0 if there are too few."""
    flush = high_tables().flush
    rng = np.random.default_rng(2)
    for _ in range(300):
        ranks = rng.permutation(13)
        held, shown = ranks[: rng.integers(0, 5)], ranks[4 : 4 + rng.integers(3, 6)]
        made = [
            int(high_values([[4 * rank for rank in two + three]])[0])
            for two in combinations(held.tolist(), 2)
            for three in combinations(shown.tolist(), 3)
        ]
        mask, shown_mask = (sum(1 << rank for rank in side.tolist()) for side in (held, shown))
        assert _omaha_kernels.flush_value(mask, shown_mask, flush) == max(made, default=0)


# Boards and hands


@pytest.mark.parametrize("size", [3, 4, 5])
def test_all_hands_on_many_boards(size: int) -> None:
    check_boards(naive.random_deals(60, size, seed=30 + size), holdem_hands())


@pytest.mark.small
@pytest.mark.parametrize("size", [3, 4, 5])
def test_some_hands_on_some_boards(size: int) -> None:
    check_boards(naive.random_deals(6, size, seed=size), holdem_hands()[::37])
    # a monotone board, where every hand is checked for a flush
    check_boards(np.arange(0, 4 * size, 4, dtype=np.uint8)[None], holdem_hands()[::37])


def check_boards(boards: Cards, hands: Cards) -> None:
    values = board_high_values(boards, hands)
    assert values.shape == (len(boards), len(hands))
    for board, row in zip(boards, values, strict=True):
        shared = np.isin(hands, board).any(axis=1)
        assert shared.any()
        assert (row[shared] == 0).all()
        free = hands[~shared]
        whole = np.hstack([np.tile(board, (len(free), 1)), free])
        assert np.array_equal(row[~shared], high_values(whole))


def test_all_omaha_hands_on_many_boards() -> None:
    boards, hands = naive.random_deals(60, 5, seed=40), naive.random_deals(1_000, 4, seed=41)
    high, low = OMAHA8.board_values(boards, hands)
    for board, highs, lows in zip(boards, high, low, strict=True):
        shared = np.isin(hands, board).any(axis=1)
        assert shared.any()
        assert not highs[shared].any()
        assert not lows[shared].any()
        free = hands[~shared]
        expected = omaha_values(free, np.tile(board, (len(free), 1)))
        assert np.array_equal(highs[~shared], expected[0])
        assert np.array_equal(lows[~shared], expected[1])


@pytest.mark.parametrize("seed", [60, 61])
def test_omaha_without_a_low(seed: int, high_keys: naive.Keys) -> None:
    """Two players on each of many boards; the array of lows has no columns."""
    deals = naive.random_deals(20_000, 13, seed=seed)
    boards, hands = deals[:, :5], deals[:, 5:].reshape(-1, 2, 4)
    high, low = OMAHA.deal_values(hands, boards)
    assert low.shape == (20_000, 0)
    for player in (0, 1):
        keys = naive.omaha_high_keys(np.hstack([hands[:, player], boards]))
        assert np.array_equal(high[:, player], np.searchsorted(high_keys, keys) + 1)


def test_omaha_without_a_low_on_all_boards() -> None:
    boards, hands = naive.random_deals(6, 5, seed=62), naive.random_deals(40, 4, seed=63)
    high, low = OMAHA.board_values(boards, hands)
    assert low.shape == (6, 0)
    assert np.array_equal(high, OMAHA8.board_values(boards, hands)[0])
    assert not high.all()
    assert high.any()


def test_threads_do_not_change_the_values() -> None:
    deals = naive.random_deals(300_000, 9, seed=50)
    seven = np.ascontiguousarray(deals[:, :7])
    assert np.array_equal(high_values(seven, threads=3), high_values(seven))
    one, three = (omaha_values(deals[:, :4], deals[:, 4:], threads=n) for n in (1, 3))
    assert np.array_equal(one[0], three[0])
    assert np.array_equal(one[1], three[1])
    boards, hands = deals[:300, :5], holdem_hands()
    assert np.array_equal(
        board_high_values(boards, hands, threads=3), board_high_values(boards, hands)
    )


@pytest.mark.small
def test_unchecked_values_are_the_same() -> None:
    deals = naive.random_deals(100, 7, seed=60)
    assert np.array_equal(high_values(deals, check=False), high_values(deals))
    boards, hands = deals[:, :5], deals[:, 5:]
    assert np.array_equal(
        board_high_values(boards, hands, check=False), board_high_values(boards, hands)
    )


# Input


@pytest.mark.small
@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.uint16, np.int32, np.uint64, np.int64])
def test_cards_of_any_integer_type(kind: npt.DTypeLike) -> None:
    deals = naive.random_deals(20, 7, seed=70)
    assert np.array_equal(high_values(deals.astype(kind)), high_values(deals))
    assert np.array_equal(high_values(deals.tolist()), high_values(deals))
    assert np.array_equal(high_values(np.asfortranarray(deals)), high_values(deals))


@pytest.mark.small
def test_no_hands_have_no_values() -> None:
    assert high_values(np.empty((0, 7), dtype=np.uint8)).shape == (0,)
    assert board_high_values(np.empty((0, 5), dtype=np.uint8), [[0, 1]]).shape == (0, 1)


@pytest.mark.small
@pytest.mark.parametrize("number", [52, 63, 64, 200, 255])
@pytest.mark.parametrize("kind", [np.uint8, np.int64])
def test_a_number_above_51_is_no_card(number: int, kind: npt.DTypeLike) -> None:
    deals = naive.random_deals(1_000, 7, seed=80).astype(kind)
    deals[777, 3] = number
    with pytest.raises(CardError, match=r"row 777 has the card number \d+|not in 0 \(2c\) to 51"):
        high_values(deals)
    with pytest.raises(CardError):
        board_high_values(deals[:, :5], holdem_hands()[:3])
    with pytest.raises(CardError):
        board_high_values([[0, 1, 2]], deals[:, 2:4])


@pytest.mark.small
@pytest.mark.parametrize("number", [-1, -52, 256, 2**40])
def test_a_number_that_no_byte_holds_is_no_card(number: int) -> None:
    with pytest.raises(CardError, match="a card number is not in 0"):
        high_values([[0, 1, 2, 3, number]])


@pytest.mark.small
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_a_card_twice_in_a_hand(cards: int) -> None:
    deals = naive.random_deals(1_000, cards, seed=90)
    deals[600, 4] = deals[600, 1]
    with pytest.raises(DuplicateCardError, match=r"row 600, .*, has a card twice"):
        high_values(deals)


@pytest.mark.small
def test_a_card_twice_on_a_board_or_in_a_hand() -> None:
    with pytest.raises(DuplicateCardError):
        board_high_values([[0, 1, 1]], [[4, 5]])
    with pytest.raises(DuplicateCardError):
        board_high_values([[0, 1, 2]], [[4, 4]])


def test_lows_and_omaha_hands_are_checked_too() -> None:
    with pytest.raises(DuplicateCardError):
        low_values([[0, 1, 2, 3, 3]])
    with pytest.raises(CardError):
        low_values(np.array([[0, 1, 2, 3, 255]], dtype=np.uint8))
    with pytest.raises(DuplicateCardError):
        omaha_values([[0, 1, 2, 3]], [[4, 5, 6, 7, 3]])
    with pytest.raises(CardError):
        omaha_values(np.array([[0, 1, 2, 52]], dtype=np.uint8), [[4, 5, 6, 7, 8]])


@pytest.mark.small
@pytest.mark.parametrize("shape", [(7,), (1, 4), (1, 8), (2, 2, 7), (1, 0), (0,)])
def test_arrays_of_a_wrong_shape(shape: tuple[int, ...]) -> None:
    wrong = np.arange(np.prod(shape)).reshape(shape)
    with pytest.raises(HandSizeError, match="it must be"):
        high_values(wrong)
    with pytest.raises(HandSizeError, match="it must be"):
        low_values(wrong)


@pytest.mark.small
def test_boards_and_hands_of_a_wrong_size() -> None:
    for boards, hands in (([[0, 1]], [[4, 5]]), ([[0, 1, 2]], [[4]]), ([[0, 1, 2]], [[4, 5, 6]])):
        with pytest.raises(HandSizeError, match="it must be"):
            board_high_values(boards, hands)
    with pytest.raises(HandSizeError, match="it must be"):
        omaha_values([[0, 1, 2]], [[4, 5, 6, 7, 8]])
    with pytest.raises(HandSizeError, match="it must be"):
        omaha_values([[0, 1, 2, 3]], [[4, 5, 6, 7]])


@pytest.mark.small
def test_numbers_that_are_not_whole_are_no_cards() -> None:
    for number in (0.5, float("nan"), float("inf")):
        with pytest.raises(CardError):
            high_values([[number, 4, 8, 12, 17]])


@pytest.mark.small
def test_each_omaha_hand_needs_its_own_board() -> None:
    with pytest.raises(HandSizeError):
        omaha_values([[0, 1, 2, 3], [9, 10, 11, 12]], [[4, 5, 6, 7, 8]])


# Symmetries


decks = st.permutations(range(52))


@pytest.mark.small
@settings(deadline=None)
@given(decks, st.integers(5, 7), st.sampled_from(SUIT_PERMUTATIONS))
def test_neither_suits_nor_order_matter(deck: list[int], size: int, suits: tuple[int, ...]) -> None:
    hand = deck[:size]
    renamed = [card - card % 4 + suits[card % 4] for card in hand]
    turned = renamed[::-1]
    values = high_values([hand, renamed, turned, sorted(hand)])
    assert len(set(values.tolist())) == 1


@pytest.mark.small
@settings(deadline=None)
@given(decks)
def test_another_card_never_lowers_a_hand(deck: list[int]) -> None:
    five, six, seven = (int(high_values([deck[:size]])[0]) for size in (5, 6, 7))
    assert five <= six <= seven


@settings(deadline=None)
@given(decks, st.sampled_from(SUIT_PERMUTATIONS))
def test_neither_suits_nor_order_matter_in_omaha(deck: list[int], suits: tuple[int, ...]) -> None:
    deal = deck[:9]
    renamed = [card - card % 4 + suits[card % 4] for card in deal]
    turned = renamed[3::-1] + renamed[:3:-1]
    deals = np.array([deal, renamed, turned])
    high, low = omaha_values(deals[:, :4], deals[:, 4:])
    assert len(set(high.tolist())) == len(set(low.tolist())) == 1
    assert int(high[0]) <= max(int(high_values([five])[0]) for five in combinations(deal, 5))
