"""Values and equities against independent programs: phevaluator and poker-equity.

phevaluator gives 1 to a royal flush and 7,462 to 7-5-4-3-2; ours is the other way round.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.naive.hands import random_deals

from railbird.cards import format_cards
from railbird.evaluate import equity
from railbird.evaluate.values.evaluator import high_values, low_values, omaha_values

MANY = 200_000

phevaluator = pytest.importorskip("phevaluator")
poker_equity = pytest.importorskip("poker_equity")


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_high_hands(cards: int) -> None:
    evaluate = phevaluator.evaluate_cards
    deals = random_deals(MANY, cards, seed=100 + cards)
    theirs = np.array([evaluate(*deal) for deal in deals.tolist()])
    assert np.array_equal(high_values(deals), 7463 - theirs)


def test_omaha_high_hands() -> None:
    evaluate = phevaluator.evaluate_omaha_cards
    deals = random_deals(MANY, 9, seed=109)  # the board comes first
    theirs = np.array([evaluate(*deal) for deal in deals.tolist()])
    high, _ = omaha_values(deals[:, 5:], deals[:, :5])
    assert np.array_equal(high, 7463 - theirs)


def test_lows() -> None:
    """Their ace-to-five lows count from 0 (the wheel); the last to qualify is 55 (8-7-6-5-4)."""
    deals = random_deals(MANY, 5, seed=110)
    theirs = np.array(
        poker_equity.score_batch("low_a5", [format_cards(deal) for deal in deals.tolist()])
    )
    expected = np.where(theirs <= 55, 56 - theirs, 0)
    assert len(np.unique(expected)) == 57
    assert np.array_equal(low_values(deals), expected)


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AcKc", "7h6h"], "", ""),
        (["AsAd", "KsKd"], "", ""),
        (["2c2d", "AhKs"], "", ""),
        (["AcKc", "7h6h"], "", "AsAd7d"),
        (["AcKc", "7h6h", "QsQd"], "", ""),
        (["AcKd", "AdKc", "AhKs"], "", ""),
        (["AcKc", "7h6h"], "Kd9s2h", ""),
        (["AcKc", "7h6h", "QsQd"], "Th9h2c", "AhKh"),
        (["AcKc", "QcJc", "9c8c"], "Tc2c3d", ""),
        (["AcKc", "7h6h"], "5h8hKd2s", ""),
        (["AcKc", "AdKd", "AhKh"], "QsJs2c3d", ""),
        (["2c3c", "2d3d", "AhKh"], "AsKsQsJsTs", ""),
        (["7h6h", "8h9h"], "5h4h3hKd2s", ""),
    ],
)
def test_holdem_equities(players: list[str], board: str, dead: str) -> None:
    compare(players, board, dead, "holdem")


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["QQ+", "AKs"], "Kd9s2h"),
        (["QQ+,AKs", "22+,A2s+,KTs+,ATo+"], "8d7s2h"),
        (["99+,AK", "random"], "8d7s2h5c"),
        (["JJ+", "AK", "76s"], "8d7s2h5c"),
        (["AcKc,AdKd", "QsQh,QdQc", "7h6h"], ""),
    ],
)
def test_equities_of_holdem_ranges(players: list[str], board: str) -> None:
    compare(players, board, "", "holdem")


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AcKcQd2s", "7h6h5d4s"], "", ""),
        (["AcKcQd2s", "7h6h5d4s"], "", "3c3d3h"),
        (["AsAdQsJd", "5h4s3c2h"], "2d7cJs", ""),
        (["As2s9dKd", "Ah2h9cKc"], "3c4d8h", ""),
        (["As2s9dKd", "Ah2h9cKc"], "3c4d8hTs", "5c5d"),
        (["AcKcQd2s", "7h6h5d4s", "AhAd3c3s"], "2c3d8h", ""),
        (["As2c9dKd", "Ah2h9cKc", "Ad2d9sKs"], "3c4d8h", ""),
        (["As2c9dKd", "Ah2h9cKc", "Ac2d9sKs", "QsQcJsJc"], "3c4d8hTsJd", ""),
    ],
)
def test_omaha_hi_lo_equities(players: list[str], board: str, dead: str) -> None:
    compare(players, board, dead, "omaha8")


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsAdKsKd", "JhTh9c8c"], "", ""),
        (["AcKcQd2s", "7h6h5d4s"], "", "3c3d3h"),
        (["AsAdQsJd", "5h4s3c2h"], "2d7cJs", ""),
        (["AcKcQd2s", "7h6h5d4s", "AhAd3c3s"], "2c3d8h", "5c"),
        (["As2c9dKd", "Ah2h9cKc", "Ac2d9sKs", "QsQcJsJc"], "3c4d8hTsJd", ""),
    ],
)
def test_omaha_equities(players: list[str], board: str, dead: str) -> None:
    compare(players, board, dead, "omaha")


def compare(players: list[str], board: str, dead: str, game: str) -> None:
    variant = {"holdem": "holdem", "omaha": "omaha", "omaha8": "omaha_hi_lo"}[game]
    hands = [player.replace("random", "**") for player in players]
    theirs: dict[str, Any] | None = poker_equity.exact_from_text(variant, hands, board, dead)
    assert theirs is not None
    ours = equity(*players, board=board, dead=dead, game=game, method="exact")
    assert ours.exact
    for us, them in zip(ours.players, theirs["players"], strict=True):
        found = [us.equity, us.win, us.tie]
        # they add up thirds of pots, which are not exact in floating point
        assert found == pytest.approx([them["equity"], them["win"], them["tie"]], abs=1e-10)
