"""What is counted of a player in a hand, packed into one whole number.

The lowest bits are the yes-or-no facts of `Fact`. Above them stand the seat (see `SEATS`), the bets
and raises after the flop, and the calls after the flop.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from railbird.history.tracking import _kernels as kernels
from railbird.table.rules import Rules
from railbird.table.seats import EARLY, LATE, position_names, seat_names

SEATS = (*EARLY, *LATE)
"""The names of the seats, in order of action before the flop."""


class Fact(IntEnum):
    """Facts of a player in a hand: the numbers of their bits."""

    TOLD = kernels.TOLD
    COULD_ENTER = kernels.COULD_ENTER
    ENTERED = kernels.ENTERED
    RAISED = kernels.RAISED
    COULD_3BET = kernels.COULD_3BET
    MADE_3BET = kernels.MADE_3BET
    FACED_3BET = kernels.FACED_3BET
    FOLDED_TO_3BET = kernels.FOLDED_TO_3BET
    COULD_CBET = kernels.COULD_CBET
    MADE_CBET = kernels.MADE_CBET
    FACED_CBET = kernels.FACED_CBET
    FOLDED_TO_CBET = kernels.FOLDED_TO_CBET
    COULD_STEAL = kernels.COULD_STEAL
    STOLE = kernels.STOLE
    SAW_FLOP = kernels.SAW_FLOP
    SHOWDOWN = kernels.SHOWDOWN
    WON_SHOWDOWN = kernels.WON_SHOWDOWN
    FOLDED_LATER = kernels.FOLDED_LATER


Flags = npt.NDArray[np.int64]


def has(flags: Flags, fact: Fact) -> npt.NDArray[np.bool_]:
    """Where a fact is so."""
    return (flags >> fact & 1).astype(np.bool_)


def seat_of(flags: Flags) -> Flags:
    """The seats, as places in `SEATS`."""
    return np.asarray(flags >> kernels.SEAT & 15)


def bets_of(flags: Flags) -> Flags:
    """Bets and raises after the flop was dealt."""
    return np.asarray(flags >> kernels.BETS & kernels.MOST)


def calls_of(flags: Flags) -> Flags:
    """Calls after the flop was dealt."""
    return np.asarray(flags >> kernels.CALLS & kernels.MOST)


@dataclass(frozen=True, slots=True)
class Statistic:
    """A share that trackers show: how often a fact is so where another one is."""

    key: str
    name: str
    done: Fact
    chance: Fact


STATISTICS = (
    Statistic("vpip", "VPIP", Fact.ENTERED, Fact.COULD_ENTER),
    Statistic("pfr", "PFR", Fact.RAISED, Fact.COULD_ENTER),
    Statistic("three_bet", "3-bet", Fact.MADE_3BET, Fact.COULD_3BET),
    Statistic("fold_to_three_bet", "fold to 3-bet", Fact.FOLDED_TO_3BET, Fact.FACED_3BET),
    Statistic("c_bet", "c-bet", Fact.MADE_CBET, Fact.COULD_CBET),
    Statistic("fold_to_c_bet", "fold to c-bet", Fact.FOLDED_TO_CBET, Fact.FACED_CBET),
    Statistic("steal", "steal", Fact.STOLE, Fact.COULD_STEAL),
    Statistic("went_to_showdown", "WTSD", Fact.SHOWDOWN, Fact.SAW_FLOP),
    Statistic("won_at_showdown", "W$SD", Fact.WON_SHOWDOWN, Fact.SHOWDOWN),
)


def names_of_seats(rules: Rules) -> tuple[str, ...]:
    """The names of the seats by position, also where nobody posts the small blind."""
    blinds, players = rules.blinds, rules.players
    if 2 < players < len(SEATS) and blinds[0] >= rules.big_blind and not blinds[1]:
        *others, _, last = seat_names(players + 1)
        return (last, *others)
    return position_names(rules)
