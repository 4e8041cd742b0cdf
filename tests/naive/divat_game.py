"""Scores of one game from their definitions, by replaying its letters.

Player 1 is the big blind, comes first and has lower-case letters. Values are exact, in small bets.
The ranks and equities before the flop take too long to enumerate, so they are given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations

from tests.naive import divat

Hands = tuple[divat.Cards, divat.Cards]
Row = dict[str, float]
Money = Fraction | float


@dataclass(frozen=True)
class Before:
    """What is known before the flop: both EHRs, the share of boards won minus lost, and values."""

    ranks: tuple[float, float]
    edge: float
    equities: tuple[float, ...]
    position: float


@dataclass(frozen=True)
class Scored:
    """Scores by round, and of the game."""

    rounds: list[Row]
    money: float
    dcash: float


def read(line: str) -> tuple[Hands, divat.Cards, list[str]]:
    """Hands, board and letters by round of a line as ``--hand`` reads it."""
    words = line.split()
    first, second = cards(words[0]), cards(words[1])
    letters = words[-1].removeprefix("Sl").split("/")
    return (first, second), cards(words[2].replace("/", "") if len(words) > 3 else ""), letters


def cards(text: str) -> divat.Cards:
    """Cards from text."""
    return tuple(
        4 * "23456789TJQKA".index(rank) + "cdhs".index(suit)
        for rank, suit in zip(text[::2], text[1::2], strict=True)
    )


def play(round_: int, size: int, letters: str) -> tuple[list[Fraction], int | None]:
    """What each player has in the pot after a round, and who folded."""
    paid = [Fraction(size)] * 2
    if round_ == 0:
        paid = [Fraction(1), Fraction(1, 2)]
    for letter in letters:
        player = int(letter.isupper())
        if letter in "fF":
            return paid, player
        if letter in "cCbBrR":
            paid[player] = max(paid)
        if letter in "bBrR":
            paid[player] += divat.BETS[round_]
    return paid, None


def baseline(
    round_: int, size: int, ranks: tuple[float, float], settings: divat.Play = divat.STANDARD
) -> str:
    """The letters of the baseline."""
    makes, threshold = settings.makes[round_], settings.folds_below(round_, size)
    player = level = int(round_ == 0)
    facing, text = round_ == 0, ""
    while True:
        worth = sum(ranks[player] >= make for make in makes)
        if worth > level:
            letter = "r" if level else "b"
        elif facing:
            letter = "f" if worth == 0 and ranks[player] < threshold else "c"
        else:
            letter = "k"
        over = letter == "f" or (letter in "ck" and text != "")
        text += letter.upper() if player else letter
        if over:
            return text
        level += letter in "br"
        facing = letter in "br"
        player = 1 - player


@dataclass(frozen=True)
class Known:
    """A betting in which both know all cards: chips, bets, who acts, and whether they are first."""

    round: int
    paid: tuple[Money, Money]
    level: int
    player: int
    first: bool
    edge: Money
    most: int
    stack: Money = 10**9

    def after(self, letter: str) -> Known | Money:
        """What follows an action: another decision, or the value of the end."""
        high = max(self.paid)
        if letter in "fF":
            return self.paid[1] if self.player else -self.paid[0]
        if letter in "kKcC":
            even = replace(self, paid=(high, high), player=1 - self.player, first=False)
            return even if self.first else high * self.edge
        more = min(high + divat.BETS[self.round], self.stack)
        paid = (self.paid[0], more) if self.player else (more, self.paid[1])
        return replace(self, paid=paid, level=self.level + 1, player=1 - self.player, first=False)

    def value(self) -> Money:
        """What player 1 wins, from a search of the betting."""
        letters = ["k"]
        if self.paid[self.player] < max(self.paid):
            letters.append("f")
        if self.level < self.most and max(self.paid) < self.stack:
            letters.append("b")
        values = [worth(self.after(letter)) for letter in letters]
        return min(values) if self.player else max(values)


def worth(known: Known | Money) -> Money:
    """The value of a decision or of an end."""
    return known.value() if isinstance(known, Known) else known


def known_start(round_: int, size: int, edge: Money, most: int = 4, stack: Money = 10**9) -> Known:
    """The start of a betting round with all cards known."""
    if round_ == 0:
        paid = (min(1, stack), min(Fraction(1, 2), stack))
        return Known(0, paid, 1, 1, True, edge, 4, stack)
    return Known(round_, (size, size), 0, 0, True, edge, most, stack)


def misplays(start: Known, letters: str) -> tuple[Money, Money]:
    """What the actions of each player cost them, each against the best one at that point."""
    lost: list[Money] = [0, 0]
    now: Known | Money = start
    for letter in letters:
        assert isinstance(now, Known)
        player, before = now.player, now.value()
        now = now.after(letter)
        lost[player] += before - worth(now) if player else worth(now) - before
    return lost[0], lost[1]


@cache
def edge(hands: Hands, board: divat.Cards) -> Fraction:
    """The share of the boards to come that player 1 wins, minus the share they lose."""
    left = [c for c in range(52) if c not in hands[0] + hands[1] + board]
    results = []
    for more in combinations(left, 5 - len(board)):
        full = tuple(sorted(board + more))
        first, second = (divat.strength(hand, full) for hand in hands)
        results.append((first > second) - (first < second))
    return Fraction(sum(results), len(results))


def score(line: str, before: Before, settings: divat.Play = divat.STANDARD) -> Scored:
    """All scores of a game."""
    hands, board, letters = read(line)
    rows = []
    size, own, own_money = 1, 1, None
    value: Money = before.position
    edge_before: Money = 0
    for r, actual in enumerate(letters):
        dealt = tuple(sorted(board[: (0, 3, 4, 5)[r]]))
        share = edge(hands, dealt) if r else before.edge

        def worth(pot: Money, r: int = r, dealt: divat.Cards = dealt) -> Money:
            if not r:
                return before.equities[int(pot) - 1]
            return divat.after(hands, dealt, int(pot), settings)

        ranks = before.ranks
        if r:
            first, second = (divat.effective(hand, dealt, settings) for hand in hands)
            ranks = first, second
        base = baseline(r, size, ranks, settings)
        by: list[tuple[Money, Money]] = []
        for text in (actual, base):
            paid, folded = play(r, size, text)
            if folded is None:
                by.append((worth(paid[0]), paid[0] * share))
            else:
                lost = paid[1] if folded else -paid[0]
                by.append((lost, lost))
        (played, played_aie), (based, based_aie) = by
        known = known_start(r, size, share, len(settings.makes[r]))
        if sum(letter in "bBrR" for letter in actual) > known.most:
            known = replace(known, most=known.most + 9)  # there was no cap
        given_up = misplays(known, actual)
        who = next((a.isupper() for a, b in zip(actual, base, strict=False) if a != b), None)
        rows.append(
            {
                "skill": played - based,
                "luck": based - value,
                "actual": played,
                "baseline": based,
                "round_ev": based - worth(size),
                "red_green_1": played - based if who is False else 0,
                "red_green_2": based - played if who is True else 0,
                "aie_skill": played_aie - based_aie,
                "aie_actual": played_aie,
                "aie_baseline": based_aie,
                "aie_round_ev": based_aie - size * share,
                "lfat": size * (share - edge_before),
                "evat": played_aie - known.value(),
                "aie": (1 + share) / 2,
                "rank_1": ranks[0],
                "rank_2": ranks[1],
                "evat_1": given_up[0],
                "evat_2": given_up[1],
            }
        )
        if own_money is None:
            paid, folded = play(r, own, baseline(r, own, ranks, settings))
            if folded is not None:
                own_money = float(paid[1] if folded else -paid[0])
            elif r == len(letters) - 1:
                own_money = float(worth(paid[0]))
            own = int(max(paid))
        value, edge_before = played, share
        size = int(max(play(r, size, actual)[0]))
    assert own_money is not None
    rounds = [{name: float(number) for name, number in row.items()} for row in rows]
    return Scored(rounds, float(value), own_money)
