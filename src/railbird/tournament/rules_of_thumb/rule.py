"""Rules that count the points of two cards: SAGE, and SEVENS, which costs less.

R is in big blinds. SAGE takes the smaller of the two stacks that are left after posting, SEVENS the
smaller stack less a big blind: with 3,000 chips each at 200/400 both are 6.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import floor
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.cards.card import RANKS
from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Position = Literal["sb", "bb"]

ALWAYS = 1_000
"""The points of a hand that is always played."""


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """The two cards of each of the 169 classes: ranks from 2 to 14, and how they fit together."""

    high: Ints
    low: Ints
    suited: Bools

    @property
    def pair(self) -> Bools:
        """Whether both cards have the same rank."""
        return np.asarray(self.high == self.low)

    @property
    def close(self) -> Bools:
        """Whether the cards are neighbours, or one rank is between them; no pairs."""
        apart = self.high - self.low
        return np.asarray((apart == 1) | (apart == 2))


@cache
def classes() -> Classes:
    """All classes, in the order of `railbird.cards.classes.HOLDEM_CLASSES`."""
    ranks = [sorted(RANKS.index(c) + 2 for c in name[:2]) for name in HOLDEM_CLASSES]
    suited = [name.endswith("s") for name in HOLDEM_CLASSES]
    return Classes(np.array(ranks)[:, 1], np.array(ranks)[:, 0], np.array(suited))


@dataclass(frozen=True, slots=True)
class Side:
    """What differs between jamming and calling.

    Parameters
    ----------
    suited, close
        Points for cards of one suit, and for cards with at most one rank between them.
    numbers
        The points that are needed at each R of the rule.
    """

    suited: int
    close: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThumbRule:
    """Count the higher card twice and the lower one once, and add what the lines of the rule say.

    Parameters
    ----------
    name
        Its name.
    ace, pair
        Points of an ace as a card, and for a pair; None if such hands are always played.
    stacks
        The R for which the rule has numbers, in rising order.
    jam, call
        The lines for both blinds.
    between
        What to do between two R: take the ``"nearest"``, the larger one if they are equally near,
        or go in ``"proportion"``, rounded to the nearest whole number.
    posted
        What the small blind has posted when R is read off their stack, in big blinds: 0.5, or 1 if
        R is always the smaller stack less a big blind.
    """

    name: str
    ace: int | None
    pair: int | None
    stacks: tuple[float, ...]
    jam: Side
    call: Side
    between: Literal["nearest", "proportion"]
    posted: float = 1.0

    def r(self, small: float, big: float) -> float:
        """R of this rule with both blinds' stacks before posting, in big blinds.

        Examples
        --------
        >>> SAGE.r(7.25, 20), SAGE.r(20, 7.25), SAGE.r(7.25, 7.25), SEVENS.r(7.25, 20)
        (6.75, 6.25, 6.25, 6.25)
        """
        return min(small - self.posted, big - 1)

    def side(self, position: Position) -> Side:
        """The lines for a blind: the small blind jams, the big blind calls."""
        return self.jam if position == "sb" else self.call

    def lines(self, position: Position) -> list[tuple[str, Ints]]:
        """The points of the 169 classes for each line of the rule, in its order."""
        hands, side = classes(), self.side(position)
        ace = 14 if self.ace is None else self.ace
        high, low = (np.where(rank == 14, ace, rank) for rank in (hands.high, hands.low))
        return [
            ("2 x higher card", 2 * high),
            ("lower card", low),
            ("pair", (self.pair or 0) * hands.pair),
            ("suited", side.suited * hands.suited),
            ("at most one rank between", side.close * hands.close),
        ]

    def always(self) -> dict[str, Bools]:
        """Whether each class is always played, and why."""
        hands, found = classes(), {}
        if self.pair is None:
            found["a pair"] = hands.pair
        if self.ace is None:
            found["an ace"] = hands.high == 14
        return found

    def points(self, position: Position) -> Ints:
        """The points of each class; `ALWAYS` for those that are always played."""
        counted = sum((points for _, points in self.lines(position)), np.zeros(169, np.int64))
        always = np.logical_or.reduce([np.zeros(169, bool), *self.always().values()])
        return np.where(always, ALWAYS, counted)

    def needed(self, position: Position, r: float) -> int:
        """The points that a hand needs; beyond the first and the last R, as much as there.

        Examples
        --------
        >>> SAGE.needed("sb", 4.4), SAGE.needed("bb", 4.5), SAGE.needed("sb", 12)
        (23, 28, 26)
        """
        numbers = self.side(position).numbers
        if self.between == "proportion":
            return floor(float(np.interp(r, self.stacks, numbers)) + 0.5)
        apart = [abs(r - stack) for stack in self.stacks]
        return numbers[max(i for i, each in enumerate(apart) if each == min(apart))]

    def plays(self, position: Position, r: float) -> Bools:
        """Whether each of the 169 classes is played."""
        return np.asarray(self.points(position) >= self.needed(position, r))


SAGE = ThumbRule(
    name="SAGE",
    ace=15,
    pair=22,
    stacks=(1, 2, 3, 4, 5, 6, 7),
    jam=Side(suited=2, close=0, numbers=(17, 21, 22, 23, 24, 25, 26)),
    call=Side(suited=2, close=0, numbers=(0, 17, 24, 26, 28, 29, 30)),
    between="nearest",
    posted=0.5,
)
"""The rule of Jones and Kittock (2005); any hand is called at R = 1."""

SEVENS = ThumbRule(
    name="SEVENS",
    ace=None,
    pair=None,
    stacks=(1, 2, 3, 5, 7, 10, 15),
    jam=Side(suited=7, close=7, numbers=(19, 24, 24, 27, 28, 30, 33)),
    call=Side(suited=3, close=0, numbers=(0, 13, 24, 28, 30, 33, 35)),
    between="proportion",
)
"""Our rule, found by `railbird.tournament.rules_of_thumb.search`: any hand is called at R = 1."""


@dataclass(frozen=True, slots=True)
class ThumbVerdict:
    """What a rule says of a hand.

    Parameters
    ----------
    rule
        Its name.
    r
        The R at which it was asked.
    always
        Why the hand is played with any stack, or empty.
    lines
        What each line of the rule that applies adds; none if the hand is always played.
    score
        Their sum.
    needed
        The score that is needed.
    play
        Whether to jam or call.
    """

    rule: str
    r: float
    always: str
    lines: tuple[tuple[str, int], ...]
    score: int
    needed: int
    play: bool


def judge(rule: ThumbRule, hand: str, position: Position, r: float) -> ThumbVerdict:
    """Apply a rule to a class of hands, such as ``K9s``.

    Examples
    --------
    >>> said = judge(SAGE, "K9s", "sb", 6)
    >>> said.lines, said.score, said.needed, said.play
    ((('2 x higher card', 26), ('lower card', 9), ('suited', 2)), 37, 25, True)
    >>> judge(SEVENS, "A2o", "bb", 15).always
    'an ace'
    """
    at = holdem_class_index(hand)
    always = next((why for why, yes in rule.always().items() if yes[at]), "")
    lines = [] if always else rule.lines(position)
    counted = tuple((name, int(points[at])) for name, points in lines if points[at])
    return ThumbVerdict(
        rule=rule.name,
        r=r,
        always=always,
        lines=counted,
        score=sum(points for _, points in counted),
        needed=rule.needed(position, r),
        play=bool(rule.plays(position, r)[at]),
    )
