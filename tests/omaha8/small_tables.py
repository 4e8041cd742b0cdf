"""Tables of few classes in the form of the table of all match-ups."""

from __future__ import annotations

from functools import cache

import numpy as np
from tests.naive.omaha8_jamfold import NaiveJamFold

from railbird.cards.card import parse_cards
from railbird.evaluate.preflop.eval8 import eval8
from railbird.omaha8.matchups.table import QUARTERS, MatchupTable

HANDS = "AsAh2s3h KdKc9h8h QsJsTd9d 8c7c6d5d As2d3c4c KsQhJhTh 7h7d2c2h AcAdKhQc 6s5s4s3s Tc9c5h2d"


@cache
def ten_hands() -> MatchupTable:
    """Ten hands, each a class of its own, with exact pots; some cannot meet."""
    hands = np.array([[int(c) for c in parse_cards(hand)] for hand in HANDS.split()], np.uint8)
    count = len(hands)
    freq = np.zeros((count, count), np.uint8)
    quarters = np.zeros((count, count), np.uint32)
    for a in range(count):
        for b in range(a):
            if not set(hands[a]) & set(hands[b]):
                won = int(eval8([[*hands[a], *hands[b]]])[0, 0] @ np.array([4, 3, 2, 1, 0]))
                freq[a, b] = freq[b, a] = 1
                quarters[a, b], quarters[b, a] = won, QUARTERS - won
    return MatchupTable(freq, quarters, hands, np.ones(count, np.uint8))


@cache
def random_table(classes: int, seed: int) -> MatchupTable:
    """Classes of different sizes with random strengths, not quite transitive."""
    rng = np.random.default_rng(seed)
    sizes = rng.choice([4, 6, 12, 24], classes).astype(np.int64)
    freq = np.tile(sizes, (classes, 1))
    strength, style = rng.normal(size=(2, classes))
    shift = 0.1 * np.sin(3 * (style[:, None] - style)) - 0.4 * (strength[None] - strength[:, None])
    share = 1 / (1 + np.exp(-shift))
    deals = sizes[:, None] * sizes  # what a and b win adds up to every pot: to whole quarters
    won = np.rint(share * QUARTERS).astype(np.int64)
    won = np.where(np.tri(classes, k=-1, dtype=bool), won, QUARTERS - won.T)
    np.fill_diagonal(won, QUARTERS // 2)
    quarters = won * deals // sizes[:, None]
    hands = np.zeros((classes, 4), np.uint8)
    return MatchupTable(
        freq.astype(np.uint8), quarters.astype(np.uint32), hands, sizes.astype(np.uint8)
    )


def naive_game(
    table: MatchupTable, stacks: tuple[float, float], blinds: tuple[float, float]
) -> NaiveJamFold:
    """The game of a table by the words of its rules."""
    deals = table.sizes[:, None].astype(np.float64) * table.freq
    share = np.full(deals.shape, 0.5)
    np.divide(table.quarters, QUARTERS * table.freq.astype(float), out=share, where=table.freq > 0)
    return NaiveJamFold(deals, share, stacks, blinds)
