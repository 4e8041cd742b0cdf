"""Chapter 3 of Ho (2015): its tables of boards and hands, and the example of eval8."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.cards.card import parse_cards
from railbird.evaluate.preflop.eval8 import BOARDS, MATCHUPS, shape
from railbird.evaluate.preflop.rank_boards import MOST_RANK_BOARDS, rank_boards
from railbird.evaluate.values.evaluator import CATEGORIES, high_values, low_values, omaha_values
from railbird.omaha8.matchups.enumeration import set_classes, sets_of_classes
from railbird.reproduce.experiment import Outcome, RunOptions, within
from railbird.reproduce.omaha8.background import hands_of_classes

Ints = npt.NDArray[np.int64]

LAYOUT = """
five clubs 1286 | four clubs 10581 | three clubs 36607
five diamonds 37894 | four diamonds 47189 | three diamonds 73215
five hearts 74502 | four hearts 83797 | three hearts 109823
five spades 111110 | four spades 120405 | three spades 146431
"""
"""Table 3.1: the last index of each kind of boards, before those without three of a suit."""

BOARD_TYPES = 152_620
EXAMPLE, EXAMPLE_BOARD = "3c8c9c2dThAs5sJs", "Ac7cQc6d7d"


def suited_types() -> dict[str, int]:
    """How many types of boards have five, four or three cards of one given suit.

    A type is the ranks in the suit and the ranks outside it.
    """
    cards = sets_of_classes(5, 0, set_classes(5)).cards.astype(np.int64)
    ranks, suits = cards >> 2, cards & 3
    held = (suits[:, :, None] == np.arange(4)).sum(axis=1)
    inside = suits == held.argmax(axis=1)[:, None]
    outside = np.where(inside, 0, 1 << 3 * ranks).sum(axis=1)  # three bits count each rank
    types = np.where(inside, 1 << ranks, 0).sum(axis=1) | outside << 13
    sizes = {"five": 5, "four": 4, "three": 3}
    return {name: len(np.unique(types[held.max(axis=1) == n])) for name, n in sizes.items()}


def board_types() -> int:
    """How many types of boards there are: those of each suit, and those by ranks alone."""
    return 4 * sum(suited_types().values()) + MOST_RANK_BOARDS


def ho_board_types(_: RunOptions) -> Outcome:
    """Table 3.1: the types of boards, counted among all boards."""
    counts, last, figures = suited_types(), -1, []
    for text in LAYOUT.replace("|", "\n").strip().splitlines():
        name, printed = text.strip().rsplit(" ", 1)
        last += counts[name.split()[0]]
        figures.append(within(f"{name}: last index", last, int(printed), 0))
    last += MOST_RANK_BOARDS
    figures.append(within("unsuited: last index", last, BOARD_TYPES - 1, 0))
    never = MOST_RANK_BOARDS - len(rank_boards())
    figures.append(within("of these, five equal ranks, which cannot be dealt", never, 13, 0))
    return Outcome(tuple(figures))


def ho_values_table(_: RunOptions) -> Outcome:
    """Table 3.2: types of boards times types of two cards."""
    pairs = {(a >> 2, b >> 2, a & 3 if a & 3 == b & 3 else -1) for a, b in _all_pairs()}
    return Outcome(
        (
            within("last type of boards", board_types() - 1, BOARD_TYPES - 1, 0),
            within("last type of two cards", len(pairs) - 1, 402, 0),
        )
    )


def _all_pairs() -> list[tuple[int, int]]:
    return list(combinations(range(52), 2))


def ho_encoding(_: RunOptions) -> Outcome:
    """Figure 3.2: how many values the bits of a hand must tell apart."""
    lows = low_values(np.array(list(combinations(range(0, 52, 4), 5))))
    counts = hands_of_classes()
    return Outcome(
        (
            within("low hands, in eight bits with 0 for none", int(lows.max()), 56, 0),
            within("classes of high hands, in four bits", len(CATEGORIES), 9, 0),
            within("largest rank in a class, in twelve bits", max(counts.values()) - 1, 2_859, 0),
        )
    )


def ho_eval8(_: RunOptions) -> Outcome:
    """Figure 3.3: eight cards on one board by way of the 28 pairs, beside each hand by itself."""
    cards = np.array([int(card) for card in parse_cards(EXAMPLE)])
    board = np.array([int(card) for card in parse_cards(EXAMPLE_BOARD)])
    pairs = _pair_values(cards, board)
    hands = np.array([hand for matchup in MATCHUPS for hand in matchup])
    by_pairs = np.array([pairs[:, _places(hand)].max(axis=1) for hand in hands.tolist()])
    high, low = omaha_values(cards[hands], np.tile(board, (len(hands), 1)))
    alone = np.stack([high, low], axis=1).astype(np.int64)
    same = (by_pairs == alone).all(axis=1).reshape(-1, 2).all(axis=1)
    lookups = board_types() * pairs.shape[1]
    return Outcome(
        (
            within("two-card combinations", pairs.shape[1], 28, 0),
            within("of these, in a hand", len(_places(hands[0].tolist())), 6, 0),
            within("hands", len(hands), 70, 0),
            within("match-ups", len(shape().masks), 35, 0),
            within("match-ups that the pairs decide as the hands do", int(same.sum()), 35, 0),
            within("look-ups for 35 match-ups", lookups, 4_273_360, 0),
            within("by brute force", len(MATCHUPS) * BOARDS * 12, 456_123_360, 0),
        ),
        notes=(f"Eight cards {EXAMPLE} on the board {EXAMPLE_BOARD}: {_winners(alone)}.",),
    )


def _pair_values(cards: Ints, board: Ints) -> Ints:
    """The best high and the best low of each pair of cards with three of the board, (2, pairs)."""
    fives = [
        [[*two, *three] for three in combinations(board.tolist(), 3)]
        for two in combinations(cards.tolist(), 2)
    ]
    flat = np.array(fives).reshape(-1, 5)
    both = np.array([high_values(flat), low_values(flat)], dtype=np.int64)
    return np.asarray(both.reshape(2, -1, comb(5, 3)).max(axis=2))


def _places(hand: list[int]) -> list[int]:
    """Where the six pairs of a hand stand among the 28."""
    every = list(combinations(range(8), 2))
    return [every.index(two) for two in combinations(sorted(hand), 2)]


def _winners(values: Ints) -> str:
    """How the 35 match-ups end."""
    first, second = values[::2], values[1::2]
    ends = np.sign(first - second)
    high, low = ends[:, 0], ends[:, 1]
    has_low = np.maximum(first[:, 1], second[:, 1]) > 0
    scoops = int(((high != 0) & (~has_low | (low == high))).sum())
    return f"{scoops} match-ups of 35 are scooped, {len(ends) - scoops} are split"
