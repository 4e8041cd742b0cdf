"""Numbers that the text of Ho (2015) has in chapters 2 and 3."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from railbird.cards.card import RANKS, parse_cards
from railbird.cards.index import colex_index
from railbird.cards.suits import suit_patterns
from railbird.evaluate import equity
from railbird.evaluate.preflop.eval8 import BOARDS
from railbird.evaluate.values.evaluator import CATEGORIES, categories, high_values
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, rounding, same_text, within

ACES, LOW = "AsAdQsJd", "5h4s3c2h"

STRAIGHTS = {
    "As9h8d2c": "QJT JT7 T76 765",
    "Ts9h8d7c": "KQJ QJT QJ9 QJ8 JT9 JT8 JT7 J98 J97 J87 T96 T86 T76 986 976 975 965 876 865 765 "
    "654",
}
"""§2.1.3: the boards that the text gives for a straight."""

WHY = (
    "with the ace and the two, 543 makes a straight to the five",
    "with 975 a straight needs a six and an eight, and there is no six",
)

SPACED = "Ks Jh Ts 6d"
"""§3.1: an example of a set of four cards with its index."""

PACE = (15.0, 20.0)
"""Seconds for the same work on a GPU and on a CPU (§3.3)."""

SLIP = "print's own seconds, 15 and 20; if both were rounded, it is 20.5 % or more"


def ho_text(_: RunOptions) -> Outcome:
    """Numbers in §2.1.3 to §3.4."""
    return Outcome((*_showdown(), *_straights(), *_indices(), *_work(), _faster()))


def _showdown() -> list[Figure]:
    """§2.1.3: aces against four low cards."""
    shares = [100 * each.equity for each in equity(ACES, LOW, game="omaha8").players]
    return [
        within(f"{hand}: share of the pot, %", share, printed, rounding(2))
        for hand, share, printed in zip((ACES, LOW), shares, (49.47, 50.53), strict=True)
    ]


def _straights() -> list[Figure]:
    """The same section: with which boards two hands make a straight."""
    return [
        same_text(
            f"{hand}: boards for a straight", " ".join(boards_for_straights(hand)), said, why=why
        )
        for (hand, said), why in zip(STRAIGHTS.items(), WHY, strict=True)
    ]


def boards_for_straights(hand: str) -> list[str]:
    """The ranks of three cards with which some two cards of a hand make a straight, highest first.

    Examples
    --------
    >>> boards_for_straights("Ac2d7h7s")
    ['543']
    """
    held, found = parse_cards(hand), []
    for three in combinations(reversed(RANKS), 3):
        board = [int(card) for card in parse_cards("".join(f"{rank}c" for rank in three))]
        pairs = [[int(a), int(b)] for a, b in combinations(held, 2)]
        hands = np.array([[*two, *board] for two in pairs if not set(two) & set(board)])
        kinds = categories(high_values(hands, check=False))
        if (kinds == CATEGORIES.index("straight")).any():
            found.append("".join(three))
    return found


def _indices() -> list[Figure]:
    """§3.1: indices of sets of four cards, in print's order: suit by suit from the ace up."""
    ace_first = "A23456789TJQK"

    def place(card: str) -> int:
        return 13 * "cdhs".index(card[1]) + ace_first.index(card[0])

    sets = ((SPACED, 267_844), ("Ac 2c 3c 4c", 0), ("Ks Qs Js Ts", 270_724))
    return [
        within(f"index of {cards}", colex_index(map(place, cards.split())), printed, 0)
        for cards, printed in sets
    ]


def _work() -> list[Figure]:
    """§3.3 and §3.4: how many showdowns there are, and what symmetry saves."""
    pairs = comb(52, 4) * comb(48, 4) // 2
    rows = suit_patterns(8)
    saved = 100 * (1 - sum(row.classes for row in rows) / sum(row.total for row in rows))
    return [
        within("match-ups of two hands", pairs, 26_338_835_250, 0),
        within("look-ups by brute force", float(pairs * BOARDS * 12), 3.43e17, 0.005e17),
        within(
            "sets of eight cards that need no evaluation, %",
            saved,
            95.5,
            rounding(1),
            why="its own counts, 32,819,436 classes of 752,538,150 sets, give 95.64 %",
        ),
    ]


def _faster() -> Figure:
    """§3.3: how much less time the GPU took."""
    fast, slow = PACE
    return within("less time on a GPU, %", 100 * (1 - fast / slow), 20, 0.5, why=SLIP)
