"""Possible boards: all of them, in batches, or one of each kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_cards
from railbird.compute.threads import spans
from railbird.evaluate.equities import _deal_kernels as kernels

Cards = npt.NDArray[np.uint8]

MOST_KINDS = 4 * (1_287 + 9_295 + 26_026) + 6_175
"""The most five-card boards that hands outside the board can tell apart."""


def board_batches(known: Sequence[int], deck: Cards, rows: int) -> list[Callable[[], Cards]]:
    """Functions that make ``rows`` boards each: the known cards and every choice of the others."""
    missing = 5 - len(known)
    shown = np.array(known, dtype=np.uint8)

    def maker(part: slice) -> Callable[[], Cards]:
        def make() -> Cards:
            boards = np.empty((part.stop - part.start, 5), dtype=np.uint8)
            first = np.array(colex_cards(part.start, missing), dtype=np.int64)
            kernels.next_boards(shown, deck, missing, first, boards)
            return boards

        return make

    return [maker(part) for part in spans(comb(len(deck), missing), rows)]


def boards_apart(
    known: Sequence[int], deck: Cards, hands: Cards
) -> tuple[Cards, npt.NDArray[np.int64]]:
    """Boards that hands outside the deck can tell apart, and how many boards each stands for.

    Examples
    --------
    >>> hands = np.array([[51, 47], [42, 38]], dtype=np.uint8)
    >>> deck = np.setdiff1d(np.arange(52, dtype=np.uint8), hands)
    >>> boards, weights = boards_apart([], deck, hands)
    >>> len(boards), int(weights.sum())
    (82269, 1712304)
    """
    if known:  # few boards are possible
        (make,) = board_batches(known, deck, comb(52, 2))
        boards = make()
        return boards, np.ones(len(boards), dtype=np.int64)
    suits = np.zeros(13, dtype=np.int64)
    for card in deck.tolist():
        suits[card >> 2] |= 1 << (card & 3)
    # how the hands and the deck see a suit: the ranks that each of them has in it
    ranks = [
        tuple(
            tuple(sorted(c >> 2 for c in cards if c & 3 == suit))
            for cards in (*hands.tolist(), deck.tolist())
        )
        for suit in range(4)
    ]
    alike = np.array([0 if r in ranks[:s] else ranks.count(r) for s, r in enumerate(ranks)])
    boards = np.empty((MOST_KINDS, 5), dtype=np.uint8)
    weights = np.empty(MOST_KINDS, dtype=np.int64)
    kinds = kernels.board_kinds(suits, alike, boards, weights)
    return boards[:kinds], weights[:kinds]
