"""The score of a match in progress."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import numpy as np

from railbird.arena.match import Match
from railbird.stats import mean_of
from railbird.table.hand import Hand


class Standing:
    """Running totals of the players' winnings.

    As in the result, a deal counts once, with the mean over the rotations it was played in.
    """

    def __init__(self, match: Match, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.hands = 0
        self._match = match
        self._number = {name: number for number, name in enumerate(names)}
        self._won = np.zeros((match.deals, len(names)), dtype=np.int64)
        self._times = np.zeros(match.deals, dtype=np.int64)

    def add(self, hand: Hand) -> None:
        """Count a hand."""
        deal = int(hand.number) % self._match.deals
        won = self._won[deal]
        for name, payoff in zip(hand.players, hand.payoffs, strict=True):
            won[self._number[name]] += payoff
        self._times[deal] += 1
        self.hands += 1

    def leader(self) -> tuple[str, float, float]:
        """The leader, their small bets (big blinds) per hand, and the standard error."""
        there = np.flatnonzero(self._times)
        if not len(there):
            return self.names[0], nan, nan
        by_deal = self._won[there] / (self._times[there, None] * self._match.rules.bets[0])
        best = int(by_deal.mean(axis=0).argmax())
        found = mean_of(by_deal[:, best])
        return self.names[best], found.mean, found.error
