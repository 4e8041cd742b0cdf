"""Orders of hands from best to worst: Sklansky-Chubukov, and by heads-up equilibria."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.classes import holdem_hands
from railbird.errors import OptionError
from railbird.evaluate.preflop.pairs import BOARDS, matchups, suits_to_representatives
from railbird.stopwatch import start_up

Floats = npt.NDArray[np.float64]

TABLE = "tournament_ranking"
CALLERS = 1225
"""The number of hands that the big blind can hold."""

LARGEST = 1e9


class Ranking(NamedTuple):
    """Classes from best to worst for the first player in, and for those who call, (169,) each."""

    jams: npt.NDArray[np.int64]
    calls: npt.NDArray[np.int64]


EVERY_CLASS = "sklansky-chubukov:169"
RANKINGS = ("heads-up", "sklansky-chubukov", EVERY_CLASS)
DEFAULT = RANKINGS[0]


@cache
@start_up()
def ranking(name: str = DEFAULT) -> Ranking:
    """A ranking by its name.

    ``heads-up`` has one order for jams and one for calls: by how deep the stacks can be for the
    class still to be played in heads-up equilibria. ``sklansky-chubukov`` has one order for both.
    Ranges end between groups of a few classes; those of ``sklansky-chubukov:169`` end anywhere.

    Examples
    --------
    >>> from railbird.cards.classes import HOLDEM_CLASSES
    >>> [HOLDEM_CLASSES[i] for i in ranking("sklansky-chubukov").jams[:6]]
    ['AA', 'KK', 'AKs', 'QQ', 'AKo', 'JJ']
    >>> jams, calls = ({HOLDEM_CLASSES[i] for i in order[:50]} for order in ranking())
    >>> "T8s" in jams, "T8s" in calls, "A4o" in jams, "A4o" in calls
    (True, False, False, True)
    """
    if name not in RANKINGS:
        raise OptionError(f"there is no ranking {name!r}: choose {', '.join(RANKINGS)}")
    numbers = sklansky_chubukov()
    if name.startswith("sklansky-chubukov"):
        order = np.argsort(-numbers, kind="stable")
        return Ranking(order, order)
    scores = data.load(TABLE)
    return Ranking(
        *(np.lexsort((-numbers, -scores[role].sum(axis=0, dtype=float))) for role in scores)
    )


@cache
def sklansky_chubukov() -> Floats:
    """The number of chips with which a class can jam face up from the small blind, (169,).

    The blinds are 1 and 2, both are posted, and the big blind calls with every hand that gains by
    it. Up to this many chips behind, in small blinds, the jam is no worse than a fold. The number
    is infinite for aces.

    References
    ----------
    D. Sklansky and E. Miller, *No Limit Hold'em: Theory and Practice* (2006), p. 210 ff.

    Examples
    --------
    >>> from railbird.cards.classes import holdem_class_index as index
    >>> numbers = sklansky_chubukov()
    >>> [round(float(numbers[index(name)]), 2) for name in ("AA", "KK", "AKs", "32o")]
    [inf, 954.0, 554.51, 1.83]
    """
    table, hands = matchups(), holdem_hands()
    chosen, _ = suits_to_representatives()
    apart = ~(hands[chosen][:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    share = (table.wins[chosen] + table.ties[chosen] / 2) / BOARDS

    def jam_is_worth(chips: Floats) -> Floats:
        """The gain of the jam over folding."""
        pot = 2 * chips[:, None] + 2
        calls = (1 - share) * pot > chips[:, None] - 1
        worth = np.where(calls, share * pot - chips[:, None], 3.0)
        return np.asarray((worth * apart).sum(axis=1) / CALLERS)

    low, high = np.zeros(len(chosen)), np.full(len(chosen), LARGEST)
    found = jam_is_worth(high) > 0
    for _ in range(100):
        middle = (low + high) / 2
        good = jam_is_worth(middle) > 0
        low, high = np.where(good, middle, low), np.where(good, high, middle)
    numbers = np.where(found, np.inf, low)
    numbers.setflags(write=False)
    return numbers
