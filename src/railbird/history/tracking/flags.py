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
    """A share that trackers show: how often a fact is so where another one is.

    ``done_words`` and ``chance_words`` say what the player did, and what they could do.
    """

    key: str
    name: str
    done: Fact
    chance: Fact
    done_words: str
    chance_words: str


_ACTED = "acted before the flop"

STATISTICS = (
    Statistic(
        "vpip", "VPIP", Fact.ENTERED, Fact.COULD_ENTER, "called or raised before the flop", _ACTED
    ),
    Statistic("pfr", "PFR", Fact.RAISED, Fact.COULD_ENTER, "raised before the flop", _ACTED),
    Statistic(
        "three_bet",
        "3-bet",
        Fact.MADE_3BET,
        Fact.COULD_3BET,
        "raised the first raise before the flop",
        "could raise the first raise before the flop",
    ),
    Statistic(
        "fold_to_three_bet",
        "fold to 3-bet",
        Fact.FOLDED_TO_3BET,
        Fact.FACED_3BET,
        "folded to a 3-bet",
        "raised first and faced a 3-bet",
    ),
    Statistic(
        "c_bet",
        "c-bet",
        Fact.MADE_CBET,
        Fact.COULD_CBET,
        "raised last before the flop and bet the flop",
        "raised last before the flop and could bet the flop",
    ),
    Statistic(
        "fold_to_c_bet",
        "fold to c-bet",
        Fact.FOLDED_TO_CBET,
        Fact.FACED_CBET,
        "folded to a c-bet",
        "faced a c-bet",
    ),
    Statistic(
        "steal",
        "steal",
        Fact.STOLE,
        Fact.COULD_STEAL,
        "raised first in late position",
        "could raise first in late position",
    ),
    Statistic(
        "went_to_showdown",
        "WTSD",
        Fact.SHOWDOWN,
        Fact.SAW_FLOP,
        "went to showdown",
        "saw the flop",
    ),
    Statistic(
        "won_at_showdown",
        "W$SD",
        Fact.WON_SHOWDOWN,
        Fact.SHOWDOWN,
        "won at showdown",
        "went to showdown",
    ),
)


def names_of_seats(rules: Rules) -> tuple[str, ...]:
    """The names of the seats by position, also where nobody posts the small blind."""
    blinds, players = rules.blinds, rules.players
    if 2 < players < len(SEATS) and blinds[0] >= rules.big_blind and not blinds[1]:
        *others, _, last = seat_names(players + 1)
        return (last, *others)
    return position_names(rules)
