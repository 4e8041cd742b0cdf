"""Basic strategy of blackjack: Table 2.1 of Kan (2007), and the examples of his chapter 2.

The rules are those of his note 4: four decks, the dealer hits soft 17 and looks for a blackjack
first, any two cards may be doubled, also after a split, one split, one card to split aces, and no
surrender. Every card that a player holds is out of the shoe. Only a split is approximate: each of
the two hands is played as if the other had no further cards.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from railbird.reproduce.blackjack import _kernels as kernels
from railbird.reproduce.blackjack._kernels import ACE, RANKS, TEN
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, compare, same_text

Hand = tuple[int, ...]
"""Cards by rank, in order: 0 for the ace, 1 for the deuce, …, 9 for all that count ten."""

DECKS = 4
NAMES = "A23456789T"
UP_CARDS = "23456789TA"
"""The dealer's cards in the order of the table."""

PRINTED = """
8 HHHHHHHHHH
9 HDDDDHHHHH
T HDDDDHHHHH
11 DDDDDDDDDD
12 HHSSSHHHHH
13 SSSSSHHHHH
14 SSSSSHHHHH
15 SSSSSHHHHH
16 SSSSSHHHHH
17 SSSSSSSSSS
A,2 HHHDDHHHHH
A,3 HHHDDHHHHH
A,4 HHDDDHHHHH
A,5 HHDDDHHHHH
A,6 HDDDDHHHHH
A,7 DDDDDHHHHH
A,8 SSSSDSSSSS
2,2 PPPPPPHHHH
3,3 PPPPPPHHHH
4,4 HHHPPHHHHH
5,5 DDDDDDDDHH
6,6 PPPPPHHHHH
7,7 PPPPPPHHHH
8,8 PPPPPPPPPP
9,9 PPPPPSPPSS
T,T SSSSSSSSSS
A,A PPPPPPPPPP
"""
TWICE_ROUNDED = "the difference of two figures that were already rounded"
SLIPS = {"T": "; the row of 9 is printed again"}


class Blackjack:
    """What a player may expect who holds some cards, against a card of the dealer, in bets."""

    def __init__(self, shoe: tuple[int, ...], up: int) -> None:
        """``shoe`` counts the ranks before the hand is dealt, ``up`` is the dealer's card."""
        self.shoe = np.array(shoe)
        self.shoe[up] -= 1
        self.up = up
        self.stand, self.best = cache(self._stand), cache(self._best)

    def left(self, hand: Hand) -> list[int]:
        """How many cards of each rank are left in the shoe."""
        left: list[int] = (self.shoe - np.bincount(hand, minlength=RANKS)).tolist()
        return left

    def _stand(self, hand: Hand) -> float:
        total, _ = value(hand)
        if total > 21:
            return -1.0
        ends = np.empty(6)
        kernels.dealer_ends(np.array(self.left(hand)), self.up, ends)
        scores = np.arange(17, 22)
        won = float(ends[5] + ends[:5][scores < total].sum())
        return won - float(ends[:5][scores > total].sum())

    def draw(self, hand: Hand, *, only_one: bool = False) -> float:
        """Take a card, and then stand, or go on as is best."""
        left = self.left(hand)
        then = self.stand if only_one else self.best
        return sum(
            number * then(tuple(sorted((*hand, card))))
            for card, number in enumerate(left)
            if number
        ) / sum(left)

    def _best(self, hand: Hand) -> float:
        """The better of hit and stand; nobody hits a hard 17 or more."""
        total, soft = value(hand)
        if total > 21:
            return -1.0
        stand = self.stand(hand)
        return stand if total >= 17 and not soft else max(stand, self.draw(hand))

    def double(self, hand: Hand) -> float:
        """Take one card for a second bet."""
        return 2 * self.draw(hand, only_one=True)

    def split(self, card: int) -> float:
        """Split a pair into two hands. The other card of the pair is out of the shoe."""
        left = self.left((card, card))

        def one(drawn: int) -> float:
            hand = tuple(sorted((card, drawn)))
            if card == ACE:
                return self.stand(hand)
            return max(self.best(hand), self.double(hand))

        worth = sum(number * one(drawn) for drawn, number in enumerate(left) if number)
        return 2 * worth / sum(left)

    def actions(self, hand: Hand) -> dict[str, float]:
        """What each action with two cards is worth."""
        found = {"S": self.stand(hand), "H": self.draw(hand), "D": self.double(hand)}
        return found | {"P": self.split(hand[0])} if hand[0] == hand[1] else found


def value(hand: Hand) -> tuple[int, bool]:
    """The total of a hand, and whether an ace counts eleven in it."""
    total = sum(hand) + len(hand)
    soft = ACE in hand and total <= 11
    return total + 10 * soft, soft


def _hands(row: str) -> list[Hand]:
    """The two-card hands of a row of the table: a total without pairs and aces, or two cards."""
    if "," in row:
        return [tuple(sorted(NAMES.index(name) for name in row.split(",")))]
    total = 10 if row == "T" else int(row)
    pairs = combinations_with_replacement(range(1, RANKS), 2)
    return [pair for pair in pairs if pair[0] != pair[1] and value(pair)[0] == total]


def mean_worth(game: Blackjack, hands: list[Hand]) -> dict[str, float]:
    """What each action is worth on average over the hands."""
    left = game.left(())
    ways = [left[one] * left[two] for one, two in hands]
    each = [game.actions(hand) for hand in hands]
    return {
        action: float(np.average([found[action] for found in each], weights=ways))
        for action in each[0]
    }


@cache
def basic_strategy() -> dict[tuple[str, str], dict[str, float]]:
    """What each action is worth in a full shoe, by row of the table and card of the dealer."""
    games = {up: Blackjack(full_shoe(), NAMES.index(up)) for up in UP_CARDS}
    rows = [line.split()[0] for line in PRINTED.strip().splitlines()]
    return {(row, up): mean_worth(games[up], _hands(row)) for row in rows for up in UP_CARDS}


def kan_blackjack_table(_: RunOptions) -> Outcome:
    """Table 2.1 of Kan (2007): the best action in each cell, and the cells that differ."""
    figures: list[Figure] = []
    lines = [f"{'':4}" + " ".join(UP_CARDS)]
    for row, letters in (line.split() for line in PRINTED.strip().splitlines()):
        ours = ""
        for up, printed in zip(UP_CARDS, letters, strict=True):
            worth = basic_strategy()[row, up]
            action = max(worth, key=worth.__getitem__)
            ours += action
            if action != printed:
                cost = worth[action] - worth[printed]
                why = f"misprint: the printed action costs {cost:.3f} bets{SLIPS.get(row, '')}"
                figures.append(same_text(f"{row} against {up}", action, printed, why=why))
        lines.append(f"{row:4}" + " ".join(ours))
    cells = len(basic_strategy())
    agree = compare("cells that agree", cells - len(figures), cells, digits=0, why="those below")
    return Outcome(
        (agree, *figures),
        "\n".join(lines),
        notes=(
            f"{DECKS} decks, the dealer hits soft 17; H hit, S stand, D double down, P split",
            "a total is the mean over all its two-card hands without pairs and aces",
        ),
    )


def full_shoe() -> tuple[int, ...]:
    """Four decks."""
    return (*(4 * DECKS,) * TEN, 16 * DECKS)


def kan_blackjack_text(_: RunOptions) -> Outcome:
    """Sections 2.2 and 2.4 of Kan (2007): 4-5 against a 7, in a full shoe and in a rich one."""
    hand, up = tuple(NAMES.index(name) for name in "45"), NAMES.index("7")
    figures = [compare("games to tell 0.01 bets", (2 * 1.148 / 0.01) ** 2, 52_716, digits=0)]
    for name, shoe, printed in (
        ("full shoe", full_shoe(), (0.1786, 0.1252, -0.0534)),
        ("rich shoe", (*(10,) * TEN, 55), (0.2388, 0.2911, 0.0523)),
    ):
        game = Blackjack(shoe, up)
        hit, double = game.draw(hand), game.double(hand)
        figures += [
            compare(f"{name}: {what}", ours, theirs, why=TWICE_ROUNDED)
            for what, ours, theirs in zip(
                ("hit", "double", "score of doubling"), (hit, double, double - hit), printed,
                strict=True,
            )
        ]  # fmt: skip
    note = "the baseline hits, so the score of doubling is its worth less that of hitting"
    return Outcome(tuple(figures), notes=(note,))
