"""DIVAT from its definition, for a pair of hands: plain enumeration and another evaluator.

Player 1 is the big blind. This follows Kan (2007), §3, and shares no code with the package.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from phevaluator import evaluate_cards

Cards = tuple[int, ...]

BETS = (1, 1, 2, 2)


class Play(NamedTuple):
    """How the baseline plays, by round; the default is Table 3.2."""

    offsets: tuple[float, ...] = (0.0, 0.075, 0.1, 0.0)
    slopes: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)
    makes: tuple[tuple[float, ...], ...] = (
        *((0.58, 0.825, 0.93, 0.965),) * 3,
        (0.64, 0.85, 0.94, 0.97),
    )
    one_bet: bool = False

    def folds_below(self, round_: int, size: int) -> float:
        """The rank below which a bet is not called."""
        bet = BETS[round_]
        return self.slopes[round_] * bet / (2 * size + bet) + self.offsets[round_]


STANDARD = Play()
HANDS = tuple(combinations(range(52), 2))


@cache
def strength(hand: Cards, board: Cards) -> int:
    """Higher is stronger (in the other program, lower is)."""
    return -int(evaluate_cards(*hand, *board))


@cache
def strengths(board: Cards) -> array[int]:
    """Strength of every hand on a board, in the order of `HANDS`; 0 if it holds a board card."""
    used = set(board)
    return array(
        "h", [0 if used & set(hand) else strength.__wrapped__(hand, board) for hand in HANDS]
    )


@cache
def immediate(hand: Cards, board: Cards) -> Fraction:
    """IHR after the flop."""
    mine = strength(hand, board)
    ahead = tied = total = 0
    for other, theirs in zip(HANDS, strengths(board), strict=True):
        if theirs and other[0] not in hand and other[1] not in hand:
            ahead += theirs < mine
            tied += theirs == mine
            total += 1
    return Fraction(2 * ahead + tied, 2 * total)


@cache
def seven_card(hand: Cards, board: Cards) -> Fraction:
    """7cHR after the flop."""
    left = [c for c in range(52) if c not in hand + board]
    rolled = [
        immediate(hand, tuple(sorted(board + more))) for more in combinations(left, 5 - len(board))
    ]
    return sum(rolled, Fraction()) / len(rolled)


@cache
def effective(hand: Cards, board: Cards, play: Play = STANDARD) -> float:
    """EHR after the flop."""
    round_ = len(board) - 2
    now, then = immediate(hand, board), seven_card(hand, board)
    if max(float(now), float(then)) > play.makes[round_][0]:
        return float(max(now, then))
    return float((now + then) / 2) if round_ == 1 else float(then)


def baseline(
    hands: Sequence[Cards], board: Cards, size: int, play: Play = STANDARD
) -> tuple[int, int]:
    """Play a round after the flop: the bets of each player, and who folds (0, 1; −1 nobody)."""
    round_ = len(board) - 2
    ranks = [effective(hand, board, play) for hand in hands]
    classes = [sum(rank >= make for make in play.makes[round_]) for rank in ranks]
    calls = [rank >= play.folds_below(round_, size) for rank in ranks]
    level, player, acted = 0, 0, 0
    faced = False
    while True:
        if classes[player] > level:
            level, faced = level + 1, True
        elif faced and classes[player] == 0 and not calls[player]:
            return level, player
        elif faced or acted:
            return level, -1
        acted += 1
        player = 1 - player


@cache
def after(hands: tuple[Cards, Cards], board: Cards, size: int, play: Play = STANDARD) -> Fraction:
    """Value to player 1 after a betting round, with ``size`` from each player in the pot."""
    if len(board) == 5:
        first, second = (strength(hand, board) for hand in hands)
        return Fraction(size * ((first > second) - (first < second)))
    used = hands[0] + hands[1] + board
    values = [
        before(hands, tuple(sorted((*board, card))), size, play)
        for card in range(52)
        if card not in used
    ]
    return sum(values, Fraction()) / len(values)


def before(hands: tuple[Cards, Cards], board: Cards, size: int, play: Play = STANDARD) -> Fraction:
    """Value to player 1 before the betting of a round."""
    if play.one_bet:
        bets, folds = 1, -1
    else:
        bets, folds = baseline(hands, board, size, play)
    if folds == 0:
        return Fraction(-size)
    if folds == 1:
        return Fraction(size)
    return after(hands, board, size + bets * BETS[len(board) - 2], play)
