"""The value of Omaha Hi-Lo hands and games in plain Python: hand by hand, board by board."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from railbird.evaluate.games import OMAHA8
from railbird.evaluate.strength.omaha8 import pot_share, rank_curves

Cards = tuple[int, ...]
Hands = tuple[Cards, Cards]
OFFSETS = (0.0, -0.05, -0.05, -0.1)
MAKES = (0.58, 0.825, 0.93, 0.965)
RIVER_MAKES = (0.64, 0.85, 0.94, 0.97)
LOW_RANKS = (12, 0, 1, 2, 3, 4, 5, 6)
CHUNK = 20_000


def won(high: int, low: int, other_high: int, other_low: int) -> float:
    """The share of the pot that a hand wins from another."""
    by_high = 1.0 if high > other_high else 0.5 if high == other_high else 0.0
    if low == 0 and other_low == 0:
        return by_high
    by_low = 1.0 if low > other_low else 0.5 if low == other_low else 0.0
    return (by_high + by_low) / 2


def river_share(hand: Cards, board: Cards) -> float:
    """The mean share of the pot against every hand that the board leaves, one after the other."""
    rest = [card for card in range(52) if card not in board]
    high, low = value(hand, board)
    total = 0.0
    others: list[Cards] = []
    for other in combinations(rest, 4):
        others.append(other)
        if len(others) == CHUNK:
            total += _won_from(high, low, others, board)
            others = []
    return (total + _won_from(high, low, others, board)) / comb(47, 4)


def _won_from(high: int, low: int, others: list[Cards], board: Cards) -> float:
    """The sum of `won` against some hands."""
    if not others:
        return 0.0
    highs, lows = OMAHA8.board_values(
        np.array([board], dtype=np.uint8), np.array(others, dtype=np.uint8)
    )
    return sum(
        won(high, low, h, o) for h, o in zip(highs[0].tolist(), lows[0].tolist(), strict=True)
    )


def value(hand: Cards, board: Cards) -> tuple[int, int]:
    """High and low of a hand on a board, as numbers; 0 for no low."""
    high, low = OMAHA8.board_values(
        np.array([board], dtype=np.uint8), np.array([hand], dtype=np.uint8)
    )
    return int(high[0, 0]), int(low[0, 0])


def rank_of(hand: Cards, board: Cards) -> float:
    """The rank of a hand by its share of the pot and the shipped curves."""
    kind = len({card >> 2 for card in board if card >> 2 in LOW_RANKS})
    curve = rank_curves()[len(board) - 3, kind]
    return float(np.interp(pot_share(hand, board), np.linspace(0, 1, len(curve)), curve))


def betting(r: int, ranks: list[float], size: int) -> tuple[int, int]:
    """Bets of each player in a round after the flop, and who folds (−1: nobody), one by one."""
    bet = 1 if r == 1 else 2
    threshold = bet / (2 * size + bet) + OFFSETS[r]
    worth = [sum(rank >= make for make in (RIVER_MAKES if r == 3 else MAKES)) for rank in ranks]
    level, player, acted = 0, 0, False
    paid = [0, 0]
    while True:
        to_call = level - paid[player]
        if worth[player] > level:
            level += 1
            paid[player] = level
        elif to_call:
            if worth[player] == 0 and ranks[player] < threshold:
                return 0, player
            return level, -1
        elif acted:
            return level, -1
        acted, player = True, 1 - player


def start(hands: Hands, board: Cards, size: int) -> float:
    """Value of a round before its betting, for the first player, in small bets."""
    r = len(board) - 2
    bets, folds = betting(r, [rank_of(hand, board) for hand in hands], size)
    if folds >= 0:
        return -size if folds == 0 else size
    return end(hands, board, size + bets * (1 if r == 1 else 2))


def end(hands: Hands, board: Cards, size: int) -> float:
    """Value after the betting of a round: the mean over the cards to come, or the showdown."""
    if len(board) == 5:
        (high, low), (other_high, other_low) = (value(hand, board) for hand in hands)
        return size * (2 * won(high, low, other_high, other_low) - 1)
    used = {*hands[0], *hands[1], *board}
    live = [card for card in range(52) if card not in used]
    return sum(start(hands, (*board, card), size) for card in live) / len(live)
