"""The shipped equilibria as a player reads them: shares by kind of hand, the best hands, a search.

All are look-ups; nothing is solved here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from numbers import Real

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card, HoleCards
from railbird.cards.classes import (
    omaha_class,
    omaha_class_index,
    omaha_class_of_hand,
    omaha_classes,
)
from railbird.cards.index import colex_indices
from railbird.cards.omaha_ranges import OmahaRange
from railbird.errors import OptionError
from railbird.omaha8.jamfold import gaps, solutions
from railbird.omaha8.jamfold.game import Floats
from railbird.omaha8.jamfold.solutions import LEVELS, Position
from railbird.omaha8.rules.features import LOW, SUITS, Bools, Features, class_features

POSITIONS = solutions.POSITIONS
ACTIONS: Mapping[Position, str] = {"sb": "jam", "bb": "call"}


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """What to do with one class of hands in one position.

    Parameters
    ----------
    name, hand, hands
        The class, a hand of it, and how many hands it has.
    played
        How often it is played at equilibrium; nan where posting is all in, so that there is nothing
        to decide.
    gap
        What playing wins more than folding, in big blinds; the big blind's is after a jam. It is
        nan where there is nothing to decide.
    playable
        The largest stack, in big blinds, at which it is played half of the time or more.
    """

    name: str
    hand: str
    hands: int
    played: float
    gap: float
    playable: float

    def lost(self, *, play: bool) -> float:
        """What an action loses against the better one, in big blinds."""
        return max(-self.gap, 0.0) if play else max(self.gap, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class HandCurve:
    """A class of hands at every stack of whole and half big blinds at which there is a decision.

    Parameters
    ----------
    stacks
        The stacks, in big blinds.
    played
        How often it is played at equilibrium.
    gaps
        What playing wins more than folding, in big blinds.
    """

    stacks: Floats
    played: Floats
    gaps: Floats


class Chart:
    """The shipped equilibrium whose stack is nearest to one.

    Parameters
    ----------
    stack
        The smaller stack before posting, in big blinds.

    Examples
    --------
    >>> chart = Chart(8)
    >>> round(chart.share("sb"), 3), chart.spot("AsAhAdAc", "bb").playable
    (0.775, 8.5)
    """

    def __init__(self, stack: Fraction | float) -> None:
        if not isinstance(stack, Real):
            raise OptionError(f"{stack!r} is not a stack: give a number of big blinds, such as 8")
        self._solutions = solutions.load()
        least, most = (float(self._solutions.stacks[end]) for end in (0, -1))
        if not least <= stack <= most:
            raise OptionError(
                f"a stack of {float(stack):g} big blinds is not among the shipped equilibria: they "
                f"are for {least:g} to {most:g}"
            )
        self.wanted = float(stack)
        self.row = self._solutions.nearest(stack)
        self.stack = self._solutions.stacks[self.row]
        self.value = float(self._solutions.value[self.row])
        self.gains = tuple(float(gain) for gain in self._solutions.gains[self.row])

    def decides(self, position: Position) -> bool:
        """Whether the player has chips left to decide about after posting."""
        solutions.check_position(position)
        return self.stack > (Fraction(1, 2) if position == "sb" else 1)

    def played(self, position: Position) -> Floats:
        """How often each class is played; nan where there is nothing to decide."""
        found = np.asarray(self._solutions.played(position)[self.row] / LEVELS)
        return found if self.decides(position) else np.full_like(found, np.nan)

    def gaps(self, position: Position) -> Floats:
        """What playing each class wins more than folding, in big blinds; nan as for `played`.

        At stacks that are not a whole or half number of big blinds it is interpolated, and never
        contradicts the equilibrium: what is played does not lose, and what is folded does not win.
        """
        found, played = gaps.load().of(position, self.stack), self.played(position)
        if self.interpolated:
            found = np.where(played < 1, np.minimum(found, 0.0), found)
            found = np.where(played > 0, np.maximum(found, 0.0), found)
        return np.asarray(found if self.decides(position) else np.full_like(found, np.nan))

    @property
    def interpolated(self) -> bool:
        """Whether what hands win is interpolated between stacks."""
        return self.stack.denominator > 2

    def share(self, position: Position, which: Bools | None = None) -> float:
        """The share of hands that is played, of all or of some classes; nan as for `played`."""
        sizes = omaha_classes()[1].astype(np.float64)
        weights = sizes if which is None else sizes * which
        return float(self.played(position) @ weights / weights.sum())

    def spots(self, position: Position, classes: npt.NDArray[np.integer]) -> Iterator[HandAdvice]:
        """What to do with some classes, by their numbers."""
        cards, sizes = omaha_classes()
        played, gap = self.played(position), self.gaps(position)
        playable = playability(position)
        for i in classes.tolist():
            hand = HoleCards(tuple(map(Card, cards[i].tolist())))
            yield HandAdvice(
                name=omaha_class(hand),
                hand=str(hand),
                hands=int(sizes[i]),
                played=float(played[i]),
                gap=float(gap[i]),
                playable=float(playable[i]),
            )

    def spot(self, hand: HoleCards | str, position: Position) -> HandAdvice:
        """What to do with a hand."""
        return next(self.spots(position, np.array([omaha_class_index(hand)])))

    def best(self, position: Position, which: Bools | None = None) -> npt.NDArray[np.intp]:
        """Classes by what playing them wins, the best first; all, or some of them."""
        order = np.argsort(-self.gaps(position), kind="stable")
        return order if which is None else order[which[order]]


def hand_curve(hand: HoleCards | str, position: Position) -> HandCurve:
    """What to do with a hand at every stack.

    Examples
    --------
    >>> curve = hand_curve("AsAhAdAc", "bb")
    >>> [float(curve.played[i]) for i in (0, -1)], float(curve.stacks[-1])
    ([1.0, 0.0], 50.0)
    """
    solutions.check_position(position)
    at, solved, kept = omaha_class_index(hand), solutions.load(), gaps.load()
    stacks = [r for r in kept.stacks if r > (Fraction(1, 2) if position == "sb" else 1)]
    rows = [solved.at(stack) for stack in stacks]
    return HandCurve(
        stacks=np.array([float(stack) for stack in stacks]),
        played=np.asarray(solved.played(position)[rows, at] / LEVELS),
        gaps=np.array([kept.of(position, stack)[at] for stack in stacks]),
    )


@cache
def playability(position: Position) -> Floats:
    """For each class the largest of the shipped stacks at which it is mostly played."""
    return solutions.load().playability(position)


def kinds() -> dict[str, Bools]:
    """Kinds of hands by their cards; each class is of one kind."""
    hands = class_features()
    named = _kinds(hands)
    taken = np.zeros(len(hands.ranks), bool)
    found = {}
    for name, which in named.items():
        found[name] = which & ~taken
        taken |= which
    return found


def _kinds(hands: Features) -> dict[str, Bools]:
    """A hand is of the first kind that fits."""
    ace, low = hands.count("A") == 1, hands.different(LOW)
    return {
        "two aces or more": hands.count("A") >= 2,
        "ace, three low cards": ace & (low == 3),
        "ace, two low cards": ace & (low == 2),
        "ace, one low card": ace & (low == 1),
        "ace, no low card": ace,
        "no ace, four low cards": low == 4,
        "no ace, three low cards": low == 3,
        "no ace, kings or queens paired": hands.times("K", 2) | hands.times("Q", 2),
        "no ace, two low cards": low == 2,
        "all other hands": np.ones(len(hands.ranks), bool),
    }


def suits() -> dict[str, Bools]:
    """Kinds of hands by their suits; each class is of one kind."""
    return {name: class_features().suited(name) for name in SUITS}


def matching(pattern: str) -> Bools:
    """Classes with a hand in a range without weights, such as ``A2xx ds``.

    Examples
    --------
    >>> int(matching("A2xx ds").sum()), int(matching("AAxx, KKxx").sum())
    (199, 911)
    """
    cards, weights = OmahaRange.parse(pattern).hands()
    if (weights < 1).any():
        raise OptionError(
            f"{pattern!r} has weights, but a chart counts whole hands: write it without them"
        )
    found = np.zeros(len(omaha_classes()[1]), bool)
    found[omaha_class_of_hand()[colex_indices(cards)]] = True
    return found
