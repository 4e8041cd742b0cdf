"""What the players in a hand may hold: weight tables, re-weighted by their actions.

A weight table has a number from 0.01 to 1 for each of the 1,326 hands. All weights are 1 when a
hand starts. After each action, every weight is multiplied by how well the hand fits the action. A
player who raises a fifth of the time probably holds one of the best fifth of hands. The frequencies
come from `railbird.players.hubot.frequencies`. Sêca (2008), §4.5.1.

Only public information is used. The observer's own cards play no part; the user of a table leaves
out the hands that contain known cards. Hence all observers who have seen the same actions get the
same tables. Pure functions compute them and cache their last results, so nine observers take hardly
longer than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from railbird.cards.classes import holdem_class_of_hand
from railbird.evaluate.strength.field import field_array
from railbird.evaluate.strength.weighted import Floats, prospects
from railbird.players.hubot.frequencies import Chances, Deed
from railbird.players.income import shipped_rates

LEAST = 0.01
"""The least weight and the least factor: no hand is ever ruled out."""

PREFLOP_SPREAD = 330.0
"""σ before the flop, in thousandths of a small bet. Two thirds of all hands are within it."""

SPREAD = 0.4
"""σ after the flop, as a fraction of 1 − μ."""

HIGHEST, LOWEST = 0.1, 0.9
"""Thresholds stay between the value of the last hand in the top 10 % and that in the top 90 %."""

_KEPT, _KEPT_VALUES = 128, 32
"""Results that are cached: those of one hand, also for nine observers. Each takes 10 to 40 KB."""


@dataclass(frozen=True, eq=False, slots=True)
class Weights:
    """A weight table. It never changes, and the object itself is the key of the caches."""

    table: Floats


ANYTHING = Weights(np.ones(1326))
"""All hands have the same weight."""
ANYTHING.table.setflags(write=False)


@dataclass(frozen=True, eq=False, slots=True)
class HandValues:
    """What each hand is worth in one round to the player whose table is re-weighted.

    ``values`` are −1 for hands that the board rules out after the flop. ``descending`` holds the
    values of the other hands in order. ``spread`` is σ, or None where it depends on the threshold.
    ``potential`` is PPot for the next card, or None where no card is to come.
    """

    values: Floats
    descending: Floats
    spread: float | None = None
    potential: Floats | None = None

    def top(self, share: float) -> float:
        """The value of the last hand in the best ``share`` of all hands.

        Examples
        --------
        >>> f"{preflop_values().top(0.1):.0f} {preflop_values().top(1.0):.0f}"
        '428 -498'
        """
        last = round(share * len(self.descending)) - 1
        return float(self.descending[min(max(last, 0), len(self.descending) - 1)])

    def spread_at(self, threshold: float) -> float:
        """σ for a threshold μ."""
        spread = SPREAD * (1 - threshold) if self.spread is None else self.spread
        return max(spread, 1e-9)


@cache
def preflop_values() -> HandValues:
    """Income rates for seven players, in thousandths of a small bet."""
    values = 1000 * shipped_rates(7).rates[holdem_class_of_hand()]
    return HandValues(values, np.sort(values)[::-1], PREFLOP_SPREAD)


@lru_cache(maxsize=_KEPT_VALUES)
def board_values(board: tuple[int, ...], others: tuple[Weights, ...]) -> HandValues:
    """EHS of all hands against the merged tables of the others, looking one card ahead."""
    field = others[0].table
    if len(others) > 1:
        field = field_array(np.array([each.table for each in others]), board)
    on = prospects(board)
    strengths = on.strengths(field)
    potential = on.potentials(field)[0] if len(board) < 5 else None
    values = strengths if potential is None else strengths + (1 - strengths) * potential
    possible = ~np.isnan(values)
    values = np.where(possible, values, -1.0)
    if potential is not None:
        potential = np.where(possible, potential, 0.0)
    return HandValues(values, np.sort(values[possible])[::-1], potential=potential)


class SeenDeed(NamedTuple):
    """An action by which a table is re-weighted.

    ``chances`` are the expected probabilities. ``pot_odds`` is what a call had to be worth (0 for a
    check). ``later`` is how likely the player is to raise on another turn in this round.
    """

    deed: Deed
    chances: Chances
    pot_odds: float = 0.0
    later: float = 0.0


def raise_threshold(values: HandValues, raised: float) -> float:
    """μ of a bet or raise: the value of the worst hand expected to make it."""
    return values.top(max(raised, HIGHEST))


def call_threshold(values: HandValues, fold: float) -> float:
    """μ₁ of a check or call: the value of the worst hand not expected to fold."""
    return values.top(max(1 - fold, HIGHEST))


@lru_cache(maxsize=_KEPT)
def after_raise(saved: Weights, values: HandValues, raised: float) -> Weights:
    """The table after a bet or raise that was expected with probability ``raised`` (Figure 11)."""
    threshold = raise_threshold(values, raised)
    return _multiplied(saved, _rising(values, threshold))


@lru_cache(maxsize=_KEPT)
def after_call(
    saved: Weights, values: HandValues, chances: Chances, pot_odds: float = 0.0, later: float = 0.0
) -> Weights:
    """The table after a check or call (Figure 12).

    Hands that should have folded lose weight below μ₁, on [μ₁ − σ₁, μ₁]. Hands that should have
    raised lose weight above μ₂, on [μ₂, μ₂ + σ₂]. They keep the fraction ``later``, because the
    player may have planned to raise a bet that never came. If a raise was not possible, there are
    no such hands. Draws whose potential pays for the call keep their weight.
    """
    factors = _rising(values, call_threshold(values, chances.fold))
    if chances.raised > 0:
        threshold = values.top(min(chances.raised, LOWEST))
        spread = values.spread_at(threshold)
        falling = (threshold + spread - values.values) / spread
        np.clip(falling, max(LEAST, later), 1.0, out=falling)
        np.minimum(factors, falling, out=factors)
    if pot_odds > 0 and values.potential is not None:
        factors[values.potential > pot_odds] = 1.0
    return _multiplied(saved, factors)


def _rising(values: HandValues, threshold: float) -> Floats:
    """Factors from 0.01 at μ − σ to 1 at μ."""
    spread = values.spread_at(threshold)
    factors: Floats = (values.values - threshold + spread) / spread
    return np.clip(factors, LEAST, 1.0, out=factors)


def _multiplied(saved: Weights, factors: Floats) -> Weights:
    factors *= saved.table
    table = np.maximum(factors, LEAST, out=factors)
    table.setflags(write=False)
    return Weights(table)


class HandRanges:
    """The weight tables of all players in a hand, from their actions.

    Only one action per round changes a table. The table at the start of the round is kept. An
    action with a higher threshold than those before replaces them: it is applied to the kept table.
    A player's hands are valued against the tables that the others had when the round began. Nothing
    is computed until a table is asked for.
    """

    def __init__(self, players: int) -> None:
        self._now = [ANYTHING] * players
        self._saved = list(self._now)
        self._applied = [-np.inf] * players
        self._board: tuple[int, ...] = ()
        self._in_hand = list(range(players))
        self._values: dict[int, HandValues] = {}
        self._pending: list[tuple[int, SeenDeed] | tuple[tuple[int, ...], list[int]]] = []

    def round_begins(self, board: Sequence[int], in_hand: Sequence[int]) -> None:
        """A round begins with these community cards and these positions still in the hand."""
        self._pending.append((tuple(sorted(map(int, board))), list(in_hand)))

    def saw(self, position: int, seen: SeenDeed) -> None:
        """A player checked, called, bet or raised."""
        self._pending.append((position, seen))

    def weights(self, position: int) -> Weights:
        """The table of a position after all actions seen so far."""
        for first, second in self._pending:
            if isinstance(second, SeenDeed):
                assert isinstance(first, int)
                self._re_weight(first, second)
            else:
                assert isinstance(first, tuple)
                self._board, self._in_hand = first, second
                self._saved = list(self._now)
                self._applied = [-np.inf] * len(self._now)
                self._values.clear()
        self._pending.clear()
        return self._now[position]

    def _re_weight(self, position: int, seen: SeenDeed) -> None:
        values = self._values_of(position)
        saved, chances = self._saved[position], seen.chances
        if seen.deed == Deed.RAISE:
            threshold = raise_threshold(values, chances.raised)
        else:
            threshold = call_threshold(values, chances.fold)
        if threshold <= self._applied[position]:
            return
        self._applied[position] = threshold
        if seen.deed == Deed.RAISE:
            self._now[position] = after_raise(saved, values, chances.raised)
        else:
            self._now[position] = after_call(saved, values, chances, seen.pot_odds, seen.later)

    def _values_of(self, position: int) -> HandValues:
        if not self._board:
            return preflop_values()
        if position not in self._values:
            others = tuple([self._saved[p] for p in self._in_hand if p != position])
            self._values[position] = board_values(self._board, others)
        return self._values[position]
