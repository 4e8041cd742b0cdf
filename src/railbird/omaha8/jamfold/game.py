"""Heads-up jam or fold before the flop, for any stacks and blinds.

The small blind jams or folds, then the big blind calls or folds. The stack that counts is the
smaller one *before* posting, and all amounts are in big blinds: R of Ho (2015). A blind is capped
by the stack. A stack that the small blind's post takes whole leaves them no decision, and one that
the big blind's post takes whole leaves none to the big blind.

Two products with the table of match-ups serve all stacks. For a class a and the frequencies with
which the opponent plays the other classes they are the number of opponents' hands that are played,
and the sum of (share of the pot − ½) over those. With these, Eqs. 3.4 and 3.6 of Ho (as corrected)
are linear in the stack, so many stacks are evaluated at once as columns of a matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from railbird.compute.gpu import on_host
from railbird.errors import OptionError

Floats = npt.NDArray[np.float64]
Array = Any
"""An array of NumPy or CuPy, whichever the match-ups are kept in."""


def host(array: Array) -> Floats:
    """An array of NumPy, wherever it lies."""
    return np.asarray(on_host(array))


@dataclass(frozen=True, slots=True)
class JamStakes:
    """The smaller stack before posting and the small blind, in big blinds.

    Examples
    --------
    >>> JamStakes.of_chips((2_300, 6_700), (200, 400))
    JamStakes(stack=5.75, small=0.5)
    """

    stack: float
    small: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.stack < np.inf:
            raise OptionError(
                f"a stack of {self.stack:g} big blinds cannot play: it must be above 0"
            )
        if not 0 <= self.small <= 1:
            raise OptionError(
                f"a small blind of {self.small:g} big blinds is not between 0 and the big blind"
            )

    @classmethod
    def of_chips(cls, stacks: Sequence[float], blinds: Sequence[float]) -> JamStakes:
        """From the stacks of both players and the two blinds, in chips."""
        small, big = blinds
        if not big > 0:
            raise OptionError(f"a big blind of {big:g} is none: it must be above 0")
        return cls(min(stacks) / big, small / big)

    @property
    def posts(self) -> tuple[float, float]:
        """What the small and the big blind have posted."""
        return min(self.small, self.stack), min(1.0, self.stack)

    @property
    def decides(self) -> tuple[bool, bool]:
        """Whether the small and the big blind have chips left to decide about."""
        return self.stack > self.small, self.stack > 1


class MatchupProducts(Protocol):
    """The table of match-ups as the game needs it.

    ``sizes`` has the hands in each class and ``opponents`` the hands that can be dealt against one
    of them; ``xp`` is the array library, NumPy or CuPy.
    """

    xp: Any
    sizes: Array
    opponents: Array

    def meet(self, played: Array) -> tuple[Array, Array]:
        """For one hand of each class: opponents' hands in play, and Σ (share of the pot − ½).

        ``played`` has the probability that an opponent plays each class, one column a strategy.
        """


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """How good two strategies are, for each column: all in big blinds a hand.

    Parameters
    ----------
    value
        What the small blind wins.
    gains
        What the small and the big blind would gain with a best response, shape (2, columns).
    jam_gap, call_gap
        What playing a hand of each class wins more than folding it; for the big blind it is
        multiplied by the probability that the small blind jams. Shape (classes, columns).
    """

    value: Array
    gains: Array
    jam_gap: Array
    call_gap: Array


class HeadsUpJamFold:
    """The game at some stakes, a column for each.

    Strategies have shape (classes, columns): the probability of jamming, or of calling a jam, with
    each class. Where a player has no decision theirs is ignored, and they play.
    """

    def __init__(self, matchups: MatchupProducts, stakes: Sequence[JamStakes]) -> None:
        self.matchups = matchups
        self.stakes = tuple(stakes)
        self.xp = xp = matchups.xp
        posts = np.array([one.posts for one in stakes]).reshape(-1, 2)
        self._small, self._big = xp.asarray(posts[:, 0]), xp.asarray(posts[:, 1])
        self._pot = xp.asarray(np.array([2.0 * one.stack for one in stakes]))
        free = np.array([one.decides for one in stakes], dtype=bool).reshape(-1, 2)
        self._free = (xp.asarray(free[:, 0]), xp.asarray(free[:, 1]))
        self._opponents = matchups.opponents[:, None]
        deals = matchups.sizes * matchups.opponents
        self._chances = (deals / deals.sum())[:, None]

    def only(self, columns: Sequence[int]) -> HeadsUpJamFold:
        """The same game at some of the stakes."""
        return HeadsUpJamFold(self.matchups, [self.stakes[i] for i in columns])

    def jam_gap(self, call: Array) -> Array:
        """What jamming wins more than folding, with each class against these calls (Eq. 3.6)."""
        return self._jam_gap(*self.matchups.meet(self._played(1, call)))

    def call_gap(self, jam: Array) -> Array:
        """What calling wins more than folding × the chance that it comes to it (Eq. 3.4)."""
        return self._call_gap(*self.matchups.meet(self._played(0, jam)))

    def jam_chance(self, jam: Array) -> Array:
        """The probability that the small blind jams, as the big blind knows it with each class."""
        return self.matchups.meet(self._played(0, jam))[0] / self._opponents

    def measure(self, jam: Array, call: Array) -> Measure:
        """The value for the small blind, and what best responses gain."""
        both = self.xp.concatenate([self._played(1, call), self._played(0, jam)], axis=1)
        hands, lead = self.matchups.meet(both)  # all strategies in one product
        half = len(self.stakes)
        jam_gap = self._jam_gap(hands[:, :half], lead[:, :half])
        call_gap = self._call_gap(hands[:, half:], lead[:, half:])
        value = (self._chances * self._played(0, jam) * jam_gap).sum(axis=0) - self._small
        gains = self.xp.stack([self._gain(0, jam, jam_gap), self._gain(1, call, call_gap)])
        return Measure(value, gains, jam_gap, call_gap)

    def _jam_gap(self, called: Array, lead: Array) -> Array:
        won = self._pot * lead + self._big * (self._opponents - called)
        return won / self._opponents + self._small

    def _call_gap(self, jammed: Array, lead: Array) -> Array:
        return (self._pot * lead + self._big * jammed) / self._opponents

    def _played(self, player: int, strategy: Array) -> Array:
        return self.xp.where(self._free[player], strategy, 1.0)

    def _gain(self, player: int, strategy: Array, gap: Array) -> Array:
        best = self.xp.maximum(gap, 0.0)
        return self._free[player] * (self._chances * (best - strategy * gap)).sum(axis=0)
