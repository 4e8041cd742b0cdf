"""Hand ranks of all 1,326 hands on one board."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.evaluate.preflop.pairs import permuted_hands
from railbird.evaluate.strength.ranks import CHOOSE, preflop_ranks, rank_tables
from railbird.kernels import ranks as kernels

Floats = npt.NDArray[np.float64]


@lru_cache(maxsize=64)
def all_ranks(board: tuple[int, ...]) -> tuple[Floats, Floats]:
    """IHR and 7cHR of all hands on a board of 0, 3, 4 or 5 cards; 0 for hands with a board card.

    Each is what `hand_ranks` gives for the hand alone.

    Examples
    --------
    >>> from railbird.cards import parse_cards
    >>> from railbird.cards.index import colex_index
    >>> now, later = all_ranks(tuple(parse_cards("KsTh7d")))
    >>> f"{now[colex_index(parse_cards('3h2h'))]:.4f}"
    '0.0042'
    """
    if not board:
        ranks = preflop_ranks()
        return ranks.immediate, ranks.seven_card
    if len(board) != 3:
        return _counted(board)
    # flops take longest, and only 1,755 of them differ in more than the names of suits
    kind, turned = min(
        (tuple(sorted((card & ~3) | suits[card & 3] for card in board)), p)
        for p, suits in enumerate(SUIT_PERMUTATIONS)
    )
    now, later = _flop(kind)
    places = _permuted()[turned]
    return now[places], later[places]


@cache
def _permuted() -> npt.NDArray[np.int64]:
    return permuted_hands()


@lru_cache(maxsize=1755)
def _flop(board: tuple[int, ...]) -> tuple[Floats, Floats]:
    return _counted(board)


def _counted(board: tuple[int, ...]) -> tuple[Floats, Floats]:
    hands, tables, size = holdem_hands(), rank_tables(), len(board)
    cards = np.array(board, dtype=np.int64)
    now, later = np.zeros((2, len(hands)), dtype=np.int64)
    if size == 3:
        kernels.flop_counts(cards, hands, tables, CHOOSE, now, later)
    elif size == 4:
        kernels.turn_counts(cards, hands, tables, CHOOSE, now, later)
    else:
        kernels.board_ranks(cards, hands, tables.river, CHOOSE, now, np.empty_like(now))
        later = now
    others, boards = (50 - size) * (49 - size), {3: 1081, 4: 46, 5: 1}[size]
    return now / others, later / (boards * 1980)
