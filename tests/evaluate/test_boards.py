"""Boards to come: all of them, and one of each kind."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from railbird.cards import parse_cards
from railbird.evaluate.equities.boards import MOST_KINDS, board_batches, boards_apart
from railbird.evaluate.games import HOLDEM, OMAHA8, PokerGame

ALL_SUITS_DIFFER = np.array([[48, 49, 44], [50, 45, 40]], dtype=np.uint8)
"""These are not hands, but they tell the four suits apart."""


def kind(board: tuple[int, ...]) -> tuple[object, ...]:
    """What matters of a board to hands: its ranks, and the ranks in a suit of three or more."""
    suited = [
        (suit, tuple(sorted(c >> 2 for c in board if c & 3 == suit)))
        for suit in range(4)
        if sum(c & 3 == suit for c in board) >= 3
    ]
    return (tuple(sorted(c >> 2 for c in board)), *suited)


@pytest.mark.small
@pytest.mark.parametrize("seed", [1, 2])
def test_kinds_and_their_sizes(seed: int) -> None:
    cards = np.sort(np.random.default_rng(seed).choice(52, 20, replace=False)).astype(np.uint8)
    expected = Counter(kind(board) for board in combinations(cards.tolist(), 5))
    boards, weights = boards_apart([], cards, ALL_SUITS_DIFFER)
    found = {
        kind(tuple(row)): weight
        for row, weight in zip(boards.tolist(), weights.tolist(), strict=True)
    }
    assert found == expected
    assert len(boards) == len(expected)
    assert all(len(set(row)) == 5 and set(row) <= set(cards.tolist()) for row in boards.tolist())


def test_full_deck() -> None:
    boards, weights = boards_apart([], np.arange(52, dtype=np.uint8), ALL_SUITS_DIFFER)
    assert len(boards) == MOST_KINDS == 152_607
    assert weights.sum() == comb(52, 5)


def values_of(
    game: PokerGame, boards: npt.NDArray[np.uint8], hands: npt.NDArray[np.uint8]
) -> npt.NDArray[np.int64]:
    """The values of two hands on each board, all in one number."""
    rows = np.column_stack(game.board_values(boards, hands)).astype(np.int64)
    return rows @ (1 << 16 * np.arange(rows.shape[1]))


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (HOLDEM, ["Ac7d", "Kh7s"]),
        (HOLDEM, ["AhAs", "KhKs"]),  # hearts and spades alike, clubs and diamonds too
        (HOLDEM, ["AhKh", "As2s"]),
        (OMAHA8, ["AsAd2s3d", "KcQh8h7c"]),
        (OMAHA8, ["AsAhKsKh", "QsQhJsJh"]),
    ],
)
def test_boards_of_a_kind_have_the_same_values(game: PokerGame, texts: list[str]) -> None:
    hands = np.array([parse_cards(text) for text in texts], dtype=np.uint8)
    deck = np.setdiff1d(np.arange(52, dtype=np.uint8), hands)
    boards, weights = boards_apart([], deck, hands)
    assert weights.sum() == comb(len(deck), 5)
    every = [values_of(game, make(), hands) for make in board_batches([], deck, 1 << 16)]
    found, counts = np.unique(np.concatenate(every), return_counts=True)
    of_kinds, inverse = np.unique(values_of(game, boards, hands), return_inverse=True)
    assert np.array_equal(found, of_kinds)
    assert np.array_equal(counts, np.bincount(inverse, weights).astype(np.int64))


@pytest.mark.small
@pytest.mark.parametrize("known", [(), (50, 3, 7), (50, 3, 7, 1), (50, 3, 7, 1, 2)])
def test_batches_are_all_boards(known: tuple[int, ...]) -> None:
    deck = np.arange(10, 22, dtype=np.uint8)
    batches = board_batches(known, deck, 100)
    boards = np.concatenate([make() for make in batches]).tolist()
    expected = {frozenset((*known, *more)) for more in combinations(deck.tolist(), 5 - len(known))}
    assert {frozenset(board) for board in boards} == expected
    assert len(boards) == len(expected)
    assert all(tuple(board[: len(known)]) == known for board in boards)
