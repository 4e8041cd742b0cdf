"""HuBot before the flop: income rates, thresholds and six rule-based strategies. Sêca (2008), §4.3.

HuBot looks up the income rate of its hand in the table for the expected number of players. Each
strategy has a threshold for it. At its first turn HuBot chooses the best strategy that the hand is
good enough for, and keeps it until the flop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from math import floor

from railbird.players.hubot.frequencies import Deed
from railbird.players.income import shipped_rates, table_players

PLAYS = 0.4
"""The chance that a player who has not acted yet will play."""


class Strategy(IntEnum):
    """How a hand is played until the flop, from the weakest strategy to the strongest."""

    MAKE0 = 0
    CALL1 = 1
    MAKE1 = 2
    CALL2 = 3
    MAKE2 = 4
    MAKE4 = 5


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The least income rate, in thousandths of a small bet, for Call1 … Make4.

    ``base`` applies to the button, and ``step`` is added for each seat before it. Players who act
    earlier have more players behind them and act first in later rounds too.
    """

    base: tuple[float, float, float, float, float]
    step: float

    def at(self, position: int) -> tuple[float, ...]:
        """Thresholds at a position: 0 is the button, 1 the player to its right, and so on."""
        return tuple(value + self.step * position for value in self.base)


GROUPS = {
    2: Thresholds(base=(-230.0, -120.0, -20.0, 100.0, 300.0), step=0.0),
    4: Thresholds(base=(35.0, 105.0, 175.0, 270.0, 620.0), step=30.0),
    7: Thresholds(base=(105.0, 185.0, 265.0, 360.0, 780.0), step=30.0),
}
"""By the number of players in the simulation. The notes on HuBot say where they come from."""


@dataclass(frozen=True, slots=True)
class PreflopSpot:
    """What the rules look at.

    ``bets`` includes the big blind: it is 1 when nobody has raised. ``to_call`` and ``paid`` are in
    bets. ``committed`` tells whether HuBot has put in chips voluntarily. ``unacted`` is how many
    others have not had their turn. ``position`` counts from the button to the right.
    """

    position: int
    active: int
    guaranteed: int
    unacted: int
    bets: int
    to_call: float
    paid: float
    committed: bool
    small_blind: bool
    big_blind: bool

    @property
    def expected_players(self) -> float:
        """How many players will see the flop: those who are in, and some of the others."""
        return self.guaranteed + PLAYS * (self.active - self.guaranteed)


@dataclass(frozen=True, slots=True)
class PreflopPlan:
    """A strategy, and how far the hand is from its threshold (0) to that of the next (1)."""

    strategy: Strategy
    percentile: float


def choose(hand_class: int, spot: PreflopSpot, *, shift: float = 0.0) -> PreflopPlan:
    """The plan for a hand of class 0…168. ``shift`` is added to all thresholds.

    Examples
    --------
    >>> from railbird.cards.classes import holdem_class_index
    >>> early = PreflopSpot(position=6, active=9, guaranteed=3, unacted=8, bets=1, to_call=1,
    ...     paid=0, committed=False, small_blind=False, big_blind=False)
    >>> choose(holdem_class_index("AJs"), early).strategy.name
    'MAKE2'
    >>> choose(holdem_class_index("A7o"), early).strategy.name
    'MAKE0'
    """
    group = table_players(max(2, floor(spot.expected_players + 0.5)))
    rates = _rates(group)
    rate = rates[hand_class]
    steps = [min(rates), *(value + shift for value in GROUPS[group].at(spot.position)), max(rates)]
    strategy = 0
    while strategy < Strategy.MAKE4 and rate >= steps[strategy + 1]:
        strategy += 1
    least, next_ = steps[strategy], steps[strategy + 1]
    percentile = (rate - least) / (next_ - least) if next_ > least else 1.0
    return PreflopPlan(Strategy(strategy), percentile)


def decide(plan: PreflopPlan, spot: PreflopSpot) -> Deed:
    """The action that a plan takes. A fold means a check where there is nothing to call."""
    return _RULES[plan.strategy](plan.percentile, spot)


def _make0(percentile: float, spot: PreflopSpot) -> Deed:
    """Usually folds, except in the blinds."""
    if spot.committed:
        return Deed.CALL if spot.to_call < 2 else Deed.FOLD
    if spot.big_blind and spot.bets == 2 and percentile > 0.5:
        return Deed.CALL
    if spot.small_blind and spot.bets == 1 and percentile > 0.6:
        return Deed.CALL
    return Deed.FOLD


def _call1(percentile: float, spot: PreflopSpot) -> Deed:
    """Calls one bet."""
    if spot.committed and spot.to_call >= 2:
        return Deed.FOLD
    if spot.committed:
        return Deed.CALL
    if spot.big_blind and spot.bets <= 2:
        return Deed.CALL
    if spot.small_blind and spot.bets == 1:
        return Deed.CALL
    if spot.bets >= 2:
        return Deed.FOLD
    if spot.unacted >= 5 or (percentile < 0.75 and spot.unacted >= 4):
        return Deed.FOLD
    return Deed.CALL


def _make1(percentile: float, spot: PreflopSpot) -> Deed:
    """Calls one bet in late position and rarely raises: Figure 8."""
    if spot.committed and spot.to_call >= 2 and spot.paid == 1 and percentile < 0.75:
        return Deed.FOLD
    if spot.committed:
        return Deed.CALL
    if spot.bets <= 1 and percentile > 0.75 and spot.unacted <= 5:
        return Deed.RAISE
    if spot.big_blind and spot.bets <= 2:
        return Deed.CALL
    if spot.small_blind and spot.bets == 2 and percentile > 0.75:
        return Deed.CALL
    if spot.small_blind and spot.bets == 1:
        return Deed.CALL
    if spot.bets >= 2:
        return Deed.FOLD
    if spot.bets <= 1 and percentile < 0.75 and spot.unacted >= 6:
        return Deed.FOLD
    return Deed.CALL


def _call2(percentile: float, spot: PreflopSpot) -> Deed:
    """Calls up to two bets; raises in late position when nobody has."""
    if spot.committed and spot.to_call >= 2 and spot.paid == 1 and percentile < 0.25:
        return Deed.FOLD
    if spot.committed:
        return Deed.CALL
    if spot.bets <= 1 and percentile > 0.49 and spot.unacted <= 4:
        return Deed.RAISE
    if spot.to_call > 2:
        return Deed.FOLD
    if spot.bets >= 2 and percentile < 0.25 and not spot.big_blind:
        return Deed.FOLD
    return Deed.CALL


def _make2(percentile: float, spot: PreflopSpot) -> Deed:
    """Raises once and rarely folds."""
    if spot.committed:
        return Deed.CALL
    if spot.bets <= 1 and (percentile > 0.49 or spot.unacted <= 5):
        return Deed.RAISE
    if spot.to_call > 2 and percentile < 0.25:
        return Deed.FOLD
    return Deed.CALL


def _make4(_percentile: float, _spot: PreflopSpot) -> Deed:
    """Raises as long as the rules allow."""
    return Deed.RAISE


_RULES: dict[Strategy, Callable[[float, PreflopSpot], Deed]] = {
    Strategy.MAKE0: _make0,
    Strategy.CALL1: _call1,
    Strategy.MAKE1: _make1,
    Strategy.CALL2: _call2,
    Strategy.MAKE2: _make2,
    Strategy.MAKE4: _make4,
}


@cache
def _rates(players: int) -> list[float]:
    """Income rates by class, in thousandths of a small bet."""
    rates: list[float] = (1000 * shipped_rates(players).rates).tolist()
    return rates
