"""The statistics of every player in a hand, by the definitions that trackers use.

The definitions are in ``docs/howto/results.md``. A hand is replayed once, in compiled code.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from railbird.history.tracking import _kernels as kernels
from railbird.history.tracking.all_in import adjusted_payoffs
from railbird.history.tracking.flags import SEATS, names_of_seats
from railbird.table.hand import Hand
from railbird.table.rules import Rules

_LAST_ROUND = 3


class TrackedSeat(NamedTuple):
    """What is counted of one player.

    ``adjusted`` is what the player wins on average over all boards that could still come when the
    last of them was all in, None if the hand was not decided so. ``rake`` is the player's part of
    the rake, and ``stack`` the chips that they and an opponent could play for.
    """

    flags: int
    adjusted: float | None
    rake: float
    stack: int


class Tracked(NamedTuple):
    """What is counted of a hand: the pot that was played for, and the players by position."""

    pot: int
    seats: tuple[TrackedSeat, ...]


def track(hand: Hand) -> Tracked:
    """Count what trackers count in a hand.

    Examples
    --------
    >>> from railbird.table import FOLD, table_rules
    >>> hand = Hand(table_rules(2), (100, 100), ("Ann", "Bob"), (None, None), (), (4, FOLD),
    ...             (-2, 2))
    >>> track(hand).pot
    4
    """
    rules = hand.rules
    players = len(hand.players)
    hero = -1 if hand.hero is None else hand.hero
    stacks = rules.at_stake(hand.stacks)
    seats = _seats(rules)
    told = (*stacks, *hand.payoffs, *seats, hero, len(hand.board), *hand.actions)
    found = np.empty((players + 1, 3), dtype=np.int64)
    kernels.count(rules.array, np.array(told, dtype=np.int64), players, found)
    *rows, (pot, last, showdown) = found.tolist()
    adjusted = None
    if showdown and last < _LAST_ROUND:
        adjusted = adjusted_payoffs(hand)
    won = sum(collected for _, collected, _ in rows) if hand.rake else 0
    return Tracked(
        pot,
        tuple(
            TrackedSeat(
                flags,
                None if adjusted is None else adjusted[p],
                hand.rake * collected / won if won else 0.0,
                stack,
            )
            for p, (flags, collected, stack) in enumerate(rows)
        ),
    )


@lru_cache(maxsize=1024)
def _seats(rules: Rules) -> tuple[int, ...]:
    """The seats by position, as places in `SEATS`."""
    return tuple(map(SEATS.index, names_of_seats(rules)))
