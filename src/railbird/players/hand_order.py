"""All hands in order of strength, before the flop and on a board, from public information only.

The order does not depend on what anyone holds or has done, so all players at a table share it. The
orders of the last few boards are cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand
from railbird.evaluate.strength.weighted import prospects
from railbird.players.income import shipped_rates

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class HandOrder:
    """The 1,326 hands ordered by worth, such as income rate or effective hand strength.

    ``order`` lists the possible hands, the weakest first. ``group`` gives each of them its group of
    equal hands, and ``last`` says where each group ends. ``strength`` and ``positive`` are HS and
    PPot for the next card against a random hand; they are NaN for impossible hands. Before the flop
    they are the worth itself and 0.
    """

    worth: Floats
    strength: Floats
    positive: Floats
    order: Ints
    group: Ints
    last: Ints

    def places(self, weights: Floats) -> Floats:
        """Place of each hand in a range: the share of its weight on weaker hands.

        Equal hands count half. Impossible hands get 0; if the range is empty, all hands do.

        Examples
        --------
        >>> places = preflop_order(2).places(np.ones(1326))
        >>> f"{places[1325]:.4f} {places.mean():.4f}"
        '0.9977 0.5000'
        """
        sums = np.cumsum(weights[self.order])
        places = np.zeros(len(weights))
        if sums[-1] > 0:
            ends = sums[self.last]
            middle = ends.copy()
            middle[1:] += ends[:-1]
            places[self.order] = (middle * (0.5 / sums[-1]))[self.group]
        return places


def _ordered(worth: Floats, strength: Floats, positive: Floats) -> HandOrder:
    possible = np.nonzero(~np.isnan(worth))[0]
    order = possible[np.argsort(worth[possible], kind="stable")]
    # rounding can make the strengths of equal hands differ
    changes = np.diff(worth[order]) > 1e-12
    group = np.concatenate([[0], np.cumsum(changes)])
    last = np.append(np.nonzero(changes)[0], len(order) - 1)
    return HandOrder(
        worth=worth, strength=strength, positive=positive, order=order, group=group, last=last
    )


@cache
def preflop_order(players: int) -> HandOrder:
    """Hands by income rate for 2, 4 or 7 players (`railbird.players.income.table_players`)."""
    worth = shipped_rates(players).rates[holdem_class_of_hand()]
    return _ordered(worth, worth, np.zeros(len(worth)))


@lru_cache(maxsize=16)
def _board_order(board: tuple[int, ...]) -> HandOrder:
    on, ones = prospects(board), np.ones(1326)
    strength = on.strengths(ones)
    positive = on.potentials(ones)[0]
    return _ordered(strength + (1 - strength) * positive, strength, positive)


def board_order(board: tuple[int, ...]) -> HandOrder:
    """Hands by effective hand strength against a random hand, on a board of 3, 4 or 5 cards.

    Examples
    --------
    >>> from railbird.cards import colex_index, parse_cards
    >>> order = board_order(tuple(parse_cards("KsTh7d")))
    >>> len(order.order), f"{order.strength[colex_index(parse_cards('AcKc'))]:.4f}"
    (1176, '0.9685')
    """
    return _board_order(tuple(sorted(board)))
