"""One hand at a time: its name, the five cards that make it, and how hands compare."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive import hands as naive

from railbird.cards import format_cards
from railbird.errors import BoardSizeError, CardError, DuplicateCardError, HandSizeError
from railbird.evaluate.values.evaluator import (
    evaluate_high,
    evaluate_low,
    evaluate_omaha,
    high_values,
    low_values,
)

decks = st.permutations(range(52))


@pytest.mark.small
@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("9sAsKsQsJsTs8s", "royal flush (AsKsQsJsTs)"),
        ("2c3c4c5c6c7d8h", "straight flush, six high (6c5c4c3c2c)"),
        ("Ah2h3h4h5hKs", "straight flush, five high (5h4h3h2hAh)"),
        ("9c9dTd9h9sAc", "four of a kind, nines (9s9h9d9cAc)"),
        ("6s6d6c2d2cAs", "full house, sixes over deuces (6s6d6c2d2c)"),
        ("KsKdKc5h5sAdAc", "full house, kings over aces (KsKdKcAdAc)"),
        ("As2s9sKs4sAdAh", "flush, ace high (AsKs9s4s2s)"),
        ("KsQdJhTs9c", "straight, king high (KsQdJhTs9c)"),
        ("5c4d3h2sAsKdQd", "straight, five high (5c4d3h2sAs)"),
        ("5c4d3h2sAs6d", "straight, six high (6d5c4d3h2s)"),
        ("Kc6s6d6cAd", "three of a kind, sixes (6s6d6cAdKc)"),
        ("6s6d5c5d4h4s7h", "two pair, sixes and fives (6s6d5d5c7h)"),
        ("6s6dAcKdQh", "pair of sixes (6s6dAcKdQh)"),
        ("AsKdQh7s5d", "high card, ace (AsKdQh7s5d)"),
        ("7s5d4c3h2d", "high card, seven (7s5d4c3h2d)"),
    ],
)
def test_names_and_best_five_cards(cards: str, text: str) -> None:
    hand = evaluate_high(cards)
    assert str(hand) == text
    assert hand.value == int(high_values([naive.cards_of(cards)])[0])
    assert hand.name.startswith("royal flush" if "royal" in text else hand.category)
    assert str(evaluate_high(naive.cards_of(cards))) == text


@pytest.mark.small
@settings(deadline=None)
@given(decks, st.integers(5, 7))
def test_the_best_five_cards_are_worth_as_much(deck: list[int], size: int) -> None:
    hand = evaluate_high(deck[:size])
    assert set(hand.cards) <= set(deck[:size])
    assert len(set(hand.cards)) == 5
    assert naive.five_card_key(hand.cards) == naive.best_high(deck[:size])
    assert str(evaluate_high(format_cards(deck[:size]))) == str(hand)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("5c4d3h2sAs", "5-4-3-2-A (5c4d3h2sAs)"),
        ("As2d3h7c8cKdKh", "8-7-3-2-A (8c7c3h2dAs)"),
        ("As2d3h7c8c4d", "7-4-3-2-A (7c4d3h2dAs)"),
        ("8s7d6h5c4c", "8-7-6-5-4 (8s7d6h5c4c)"),
    ],
)
def test_names_of_lows(cards: str, text: str) -> None:
    low = evaluate_low(cards)
    assert str(low) == text
    assert low is not None
    assert low.value == int(low_values([naive.cards_of(cards)])[0])
    assert low.name == text.split(maxsplit=1)[0]


@pytest.mark.parametrize("cards", ["9s7d6h5c4c", "AsAd2c3c4c", "As2d3h4c9dTdKs", "8s8d7d7s6h5h5c"])
def test_hands_without_a_low(cards: str) -> None:
    assert evaluate_low(cards) is None


@pytest.mark.parametrize(
    ("hand", "board", "high", "low"),
    [
        ("As2s9dKd", "3h5c8sKhTd", "pair of kings (KhKdAsTd8s)", "8-5-3-2-A (8s5c3h2sAs)"),
        # only two of four spades in a hand count; on four board spades, one in hand is too few
        ("AsKsQsJs", "Ts9s2d3d4h", "high card, ace (AsKsTs9s4h)", "None"),
        ("AsKdQdJh", "Ts9s8s7s2d", "straight, queen high (QdJhTs9s8s)", "None"),
        ("AsAd2c3c", "AhAc5d6d7d", "four of a kind, aces (AsAhAdAc7d)", "6-5-3-2-A (6d5d3c2cAh)"),
        ("KsKdKhKc", "2c3d4h9sTs", "pair of kings (KsKdTs9s4h)", "None"),
        ("As2d3c4h", "2s3h4d", "two pair, fours and threes (4h4d3h3c2s)", "None"),
    ],
)
def test_omaha_hands(hand: str, board: str, high: str, low: str) -> None:
    found = evaluate_omaha(hand, board)
    assert [str(part) for part in found] == [high, low]


@settings(deadline=None, max_examples=50)
@given(decks, st.integers(3, 5))
def test_omaha_hands_on_any_board(deck: list[int], shown: int) -> None:
    hand, board = deck[:4], deck[4 : 4 + shown]
    high, low = evaluate_omaha(hand, board)
    assert naive.five_card_key(high.cards) == naive.omaha_high(hand, board)
    assert len(set(high.cards) & set(hand)) == 2
    assert len(set(high.cards) & set(board)) == 3
    assert (low and naive.five_card_low(low.cards)) == naive.omaha_low(hand, board)


@pytest.mark.small
def test_hands_are_compared_by_value() -> None:
    flush, straight = evaluate_high("As2s9sKs4s"), evaluate_high("KsQdJhTs9c")
    assert flush > straight
    assert max(straight, flush) is flush


def test_hands_of_one_value_are_equal() -> None:
    one, other = evaluate_high("AcKdQh9s2c"), evaluate_high("AdKcQs9h2d")
    assert one.value == other.value
    assert one == other
    assert not one < other
    assert one <= other
    assert hash(one) == hash(other)
    assert evaluate_low("As2d3h4c5c") == evaluate_low("Ad2c3s4h5h")


@pytest.mark.small
@pytest.mark.parametrize("cards", ["", "AsKsQsJs", "AsKsQsJsTs9s8s7s"])
def test_a_hand_of_a_wrong_size(cards: str) -> None:
    for evaluate in (evaluate_high, evaluate_low):
        with pytest.raises(HandSizeError, match="5, 6 or 7 make a hand"):
            evaluate(cards)


@pytest.mark.small
def test_an_omaha_hand_or_board_of_a_wrong_size() -> None:
    with pytest.raises(HandSizeError, match="an Omaha hand has four"):
        evaluate_omaha("AsKs", "2c3c4c5c6c")
    for board in ("", "2c3c", "2c3c4c5c6c7c"):
        with pytest.raises(BoardSizeError, match="a board has 3 to 5"):
            evaluate_omaha("AsKsQsJs", board)


@pytest.mark.small
def test_a_hand_that_cannot_be() -> None:
    with pytest.raises(DuplicateCardError):
        evaluate_high([0, 0, 1, 2, 3])
    with pytest.raises(DuplicateCardError):
        evaluate_high("AsAsKsQsJs")
    with pytest.raises(DuplicateCardError, match="As occurs twice in AsKsQsJs with board As3c4c"):
        evaluate_omaha("AsKsQsJs", "As3c4c")
    with pytest.raises(CardError):
        evaluate_high([0, 1, 2, 3, 52])
    with pytest.raises(CardError):
        evaluate_high("1hKsQsJsTs")
