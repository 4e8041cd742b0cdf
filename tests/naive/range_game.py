"""Ranges against ranges in plain Python: every pair of hands that can meet, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.evaluate.games import HOLDEM

Floats = npt.NDArray[np.float64]
HANDS = [tuple(hand) for hand in holdem_hands().tolist()]


def pairs(
    first: Floats, second: Floats, taken: Sequence[int] = ()
) -> Iterator[tuple[int, int, float]]:
    """All pairs that can meet when some cards are taken, with their weights."""
    for i, own in enumerate(HANDS):
        if first[i] > 0 and not set(own) & set(taken):
            for j, other in enumerate(HANDS):
                if second[j] > 0 and not set(other) & {*own, *taken}:
                    yield i, j, float(first[i] * second[j])


def mean(first: Floats, second: Floats, value: Callable[[int, int], float]) -> float:
    """Mean of a value over all pairs that can meet."""
    every = list(pairs(first, second))
    return sum(w * value(i, j) for i, j, w in every) / sum(w for _, _, w in every)


def shown(board: Sequence[int]) -> Callable[[int, int], float]:
    """1 if the first of two hands wins on a board, −1 if it loses."""
    made = {h: HOLDEM.made(hand, tuple(board))[0] for h, hand in enumerate(HANDS)
            if not set(hand) & set(board)}  # fmt: skip
    return lambda i, j: float(made[i] > made[j]) - float(made[i] < made[j])


def card_chances(first: Floats, second: Floats, board: Sequence[int]) -> dict[int, float]:
    """Probability of each next card."""
    total = sum(w for _, _, w in pairs(first, second))
    left = 52 - len(board) - 4
    return {
        card: sum(w for _, _, w in pairs(first, second, [card])) / total / left
        for card in range(52)
        if card not in board
    }
