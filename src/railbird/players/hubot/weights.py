"""What the players of a hand may hold, by what they did: weight tables and their re-weighting.

A weight table has a number from 0.01 to 1 for each of the 1,326 hands. All weights are 1 when a
hand starts. After an action each weight is multiplied by how well the hand fits it: somebody who
raises a fifth of the time holds one of the best fifth of hands, or nearly. How often he does what
comes from `railbird.players.hubot.frequencies`. Sêca (2008), §4.5.1.

Everything here is public: the observer's own cards play no part (whoever uses a table leaves out
the hands with cards that he knows). Hence all observers of a table who have seen the same come to
the same tables. Those are made by pure functions that remember their last answers, so that nine
observers hardly cost more than one.
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
"""No hand is excluded for good, and no factor is smaller."""

PREFLOP_SPREAD = 330.0
"""σ before the flop, in thousandths of a small bet: two thirds of all hands are within it."""

SPREAD = 0.4
"""σ after the flop is this part of 1 − μ."""

HIGHEST, LOWEST = 0.1, 0.9
"""Thresholds stay between the values of the last hands in the top 10 % and in the top 90 %."""


@dataclass(frozen=True, eq=False, slots=True)
class Weights:
    """A weight table. It is never changed, and is itself the key by which answers are kept."""

    table: Floats


ANYTHING = Weights(np.ones(1326))
"""All hands weigh the same."""
ANYTHING.table.setflags(write=False)


@dataclass(frozen=True, eq=False, slots=True)
class HandValues:
    """What each hand is worth in one round, for a player whose table is re-weighted.

    ``values`` are −1 for hands that the board excludes after the flop; ``descending`` are those of
    the others in order. ``spread`` is σ, None where it depends on the threshold. ``potential`` is
    PPot by the next card, None where there is none.
    """

    values: Floats
    descending: Floats
    spread: float | None = None
    potential: Floats | None = None

    def top(self, share: float) -> float:
        """The value of the last hand in the best ``share`` of all.

        Examples
        --------
        >>> f"{preflop_values().top(0.1):.0f} {preflop_values().top(1.0):.0f}"
        '428 -498'
        """
        last = round(share * len(self.descending)) - 1
        return float(self.descending[min(max(last, 0), len(self.descending) - 1)])

    def spread_at(self, threshold: float) -> float:
        """σ of a threshold μ."""
        spread = SPREAD * (1 - threshold) if self.spread is None else self.spread
        return max(spread, 1e-9)


@cache
def preflop_values() -> HandValues:
    """Income rates with seven players, in thousandths of a small bet."""
    values = 1000 * shipped_rates(7).rates[holdem_class_of_hand()]
    return HandValues(values, np.sort(values)[::-1], PREFLOP_SPREAD)


@lru_cache(maxsize=256)
def board_values(board: tuple[int, ...], others: tuple[Weights, ...]) -> HandValues:
    """EHS of all hands, looking one card ahead, against the merged tables of the others."""
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
    """An action that a table is re-weighted by.

    ``chances`` are what was to be expected, ``pot_odds`` what a call had to be worth (0 for a
    check), ``later`` how likely the player is to raise if he gets another turn in this round.
    """

    deed: Deed
    chances: Chances
    pot_odds: float = 0.0
    later: float = 0.0


def raise_threshold(values: HandValues, raised: float) -> float:
    """μ of a bet or raise: the worst hand that is expected to make it."""
    return values.top(max(raised, HIGHEST))


def call_threshold(values: HandValues, fold: float) -> float:
    """μ₁ of a check or call: the worst hand that is not expected to fold."""
    return values.top(max(1 - fold, HIGHEST))


@lru_cache(maxsize=1024)
def after_raise(saved: Weights, values: HandValues, raised: float) -> Weights:
    """A table after a bet or raise that was expected with probability ``raised`` (Figure 11)."""
    threshold = raise_threshold(values, raised)
    return _multiplied(saved, _rising(values, threshold))


@lru_cache(maxsize=1024)
def after_call(
    saved: Weights, values: HandValues, chances: Chances, pot_odds: float = 0.0, later: float = 0.0
) -> Weights:
    """A table after a check or call (Figure 12).

    Hands that should have folded lose weight below μ₁, on [μ₁ − σ₁, μ₁]. Hands that should have
    raised lose it above μ₂, on [μ₂, μ₂ + σ₂], but keep the part ``later``: he may have meant to
    raise after a bet that did not come. If he could not raise there are no such hands. Draws whose
    potential pays for the call keep their weight.
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
    """The weight tables of all players of a hand, from what they did.

    A table changes once in a round: it is kept as it was when the round began, and an action with a
    higher threshold than those before is applied to what was kept, in place of theirs. The values
    of a player's hands are taken against the tables that the others had when the round began.
    Work is put off until somebody asks for a table.
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
        """The community cards, and the positions that are still in the hand."""
        self._pending.append((tuple(sorted(map(int, board))), list(in_hand)))

    def saw(self, position: int, seen: SeenDeed) -> None:
        """Somebody checked, called, bet or raised."""
        self._pending.append((position, seen))

    def weights(self, position: int) -> Weights:
        """The table of a position, by all that was seen."""
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
