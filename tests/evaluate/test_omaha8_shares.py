"""Shares of the pot at Omaha Hi-Lo: tables beside every hand compared, and ranks by them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from tests.naive import omaha8_divat as naive

from railbird.cards import parse_cards
from railbird.cards.classes import omaha_classes
from railbird.evaluate.strength.omaha8 import (
    FULL,
    POINTS,
    hand_rank,
    pot_share,
    preflop_ranks8,
    rank_curves,
    share_tables,
)


@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ("As2sKhQd", "3s4s5dKcKd"),  # low, straight, three of a kind on the board
        ("KhKs9c9d", "Kd9h2c3c7s"),  # full house, low possible
        ("QcJcTd9d", "Ac8c3c2hKd"),  # flush without a low on a board of three low ranks
        ("8s7s6h5h", "9sTsJs2s2d"),  # straight flush, four of a suit
        ("AhAd3c4c", "7c7d7h7sKc"),  # four of a kind on the board
    ],
)
def test_a_share_is_the_mean_over_every_other_hand(hand: str, board: str) -> None:
    held, shown = tuple(parse_cards(hand)), tuple(parse_cards(board))
    assert pot_share(held, shown) == pytest.approx(naive.river_share(held, shown), abs=1e-6)


def test_random_deals() -> None:
    rng = np.random.default_rng(4)
    for _ in range(6):
        cards = rng.permutation(52)[:9].tolist()
        held, shown = tuple(cards[:4]), tuple(cards[4:])
        assert pot_share(held, shown) == pytest.approx(naive.river_share(held, shown), abs=1e-6)


def test_shares_before_the_river_are_means() -> None:
    hand, board = parse_cards("Ad2hTsTh"), parse_cards("3c8dTc")
    rest = [card for card in range(52) if card not in {*hand, *board}]
    turns = [pot_share(hand, [*board, card]) for card in rest]
    assert len(turns) == 45
    assert pot_share(hand, board) == pytest.approx(np.mean(turns), abs=1e-9)
    rivers = [pot_share(hand, [*board, *two]) for two in combinations(rest, 2)]
    assert np.mean(rivers) == pytest.approx(pot_share(hand, board), abs=1e-9)


def test_all_hands_of_a_board_win_half_on_average() -> None:
    tables = share_tables()
    assert tables.shares.max() <= 1
    board = parse_cards("Ah5d6sJcQc")
    rest = [card for card in range(52) if card not in board]
    every = [pot_share(hand, board) for hand in list(combinations(rest, 4))[::97]]
    assert np.mean(every) == pytest.approx(0.5, abs=0.01)


def test_curves_rise_from_nothing_to_everything() -> None:
    curves = rank_curves()
    assert curves.shape == (3, 6, POINTS)
    for size in range(3, 6):
        for lows in range(size + 1):
            curve = curves[size - 3, lows]
            assert (np.diff(curve) >= 0).all()
            assert curve[0] < 0.02
            assert curve[-1] == pytest.approx(1, abs=2 / FULL + 0.001)
    # without a low the share on the river is the rank itself
    assert curves[2, 2] == pytest.approx(np.linspace(0, 1, POINTS), abs=0.01)


def test_ranks_before_the_flop() -> None:
    sizes = omaha_classes()[1].astype(np.int64)
    assert preflop_ranks8() @ sizes / sizes.sum() == pytest.approx(0.5)
    best, worst = hand_rank(parse_cards("AsAd2s3d"), ()), hand_rank(parse_cards("9c9d9hTs"), ())
    assert best > 0.99
    assert worst < 0.1
