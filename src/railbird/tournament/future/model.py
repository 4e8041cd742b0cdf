"""Future game simulation (FGS): the value of stacks if the next hands are played.

The states that can follow are found hand by hand, for all states of a depth together. Each hand is
solved, and at the last depth a base model gives the value of stacks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.tournament.equity.checks import check_payouts, check_stacks
from railbird.tournament.equity.estimate import DepthReport, Estimate
from railbird.tournament.equity.models import (
    Model,
    as_model,
    equity_model,
    model_name,
)
from railbird.tournament.future.search import LookAhead
from railbird.tournament.jamfold.blinds import BlindLevel, BlindSchedule
from railbird.tournament.jamfold.positions import MOVES
from railbird.tournament.jamfold.ranked.rankings import DEFAULT, RANKINGS
from railbird.tournament.jamfold.rules import TIES

Floats = npt.NDArray[np.float64]

CUT = 1e-4
LONGEST = 3600.0
"""A look-ahead that takes more seconds than this needs ``force``."""


@dataclass(frozen=True, slots=True)
class FutureValues:
    """Payoffs of states (states, players), and how they were found."""

    values: Floats = field(repr=False)
    depths: tuple[DepthReport, ...]

    @property
    def hands(self) -> int:
        """The number of hands solved."""
        return sum(depth.hands for depth in self.depths)

    @property
    def bound(self) -> float:
        """The most that all cuts together can change a payoff, as a share of the pool."""
        return sum(depth.bound for depth in self.depths)

    @property
    def error(self) -> float:
        """About how much they do change it, plus the mean gain still possible in the hands."""
        return sum(depth.error + depth.epsilon[1] for depth in self.depths)


@dataclass(frozen=True, slots=True)
class FutureGame:
    """An equity model that plays the next hands: see `Model`.

    Called with stacks in order of action of the next hand, it returns payoffs. Players without
    chips are out.

    Parameters
    ----------
    depth
        The number of hands to look ahead.
    blinds
        Small and big blind, or a schedule.
    base
        The model at the end: a name or a `Model`.
    cut
        States less likely than this are left to the base model; 0 keeps all.
    ties
        ``"split"``, or ``"random"``: one of the winners takes the pot.
    ranking
        Ranges are the top of this order of hands, see
        `railbird.tournament.jamfold.ranked.rankings`. None allows any range and takes hundreds of
        times as long.
    moves
        What goes to the next player with chips after each hand: ``"button"``, or ``"big-blind"``;
        see `railbird.tournament.jamfold.positions`.
    force
        Run even if it will take hours.
    progress
        Called with the number of hands solved and the approximate total.

    Examples
    --------
    >>> look = FutureGame(1, (300, 600))
    >>> look.look([[3000, 4500, 6000]], [50, 30, 20]).values.round()
    array([[30., 33., 36.]])
    """

    depth: int
    blinds: tuple[float, float] | BlindSchedule
    base: str | Model = "harville"
    _: KW_ONLY
    cut: float = CUT
    ties: str = "split"
    ranking: str | None = DEFAULT
    moves: str = MOVES[0]
    force: bool = False
    progress: Callable[[int, int], object] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.depth < 0:
            raise OptionError(f"depth {self.depth}: look ahead by 0 or more hands")
        if not 0 <= self.cut < 1:
            raise OptionError(f"cut {self.cut:g}: give a probability, such as 1e-4; 0 cuts nothing")
        if self.ties not in TIES:
            raise OptionError(f"ties {self.ties!r}: choose split or random")
        if self.ranking is not None and self.ranking not in RANKINGS:
            known = ", ".join(RANKINGS)
            raise OptionError(f"there is no ranking {self.ranking!r}: choose {known}, or None")
        if self.moves not in MOVES:
            raise OptionError(f"moves {self.moves!r}: choose {' or '.join(MOVES)}")

    @property
    def name(self) -> str:
        """The name, such as ``fgs:3`` or ``fgs:3:roberts``."""
        base = model_name(self.base)
        return f"fgs:{self.depth}" + ("" if base == "harville" else f":{base}")

    def __call__(self, stacks: Floats, payouts: Floats, /) -> Floats:
        return self.look(stacks, payouts).values

    def payoffs(self, stacks: npt.ArrayLike, payouts: npt.ArrayLike) -> Estimate:
        """Payoffs of many states, with the effect of the cuts."""
        found = self.look(stacks, payouts)
        ranges = f"ranges by the ranking {self.ranking}" if self.ranking else "any ranges"
        how = f"{self.depth} hands ahead: {found.hands:,} hands solved, {ranges}"
        how += "" if self.moves == MOVES[0] else ", the big blind moves"
        return Estimate(found.values, found.error, how, depths=found.depths)

    def look(
        self,
        stacks: npt.ArrayLike,
        payouts: npt.ArrayLike,
        *,
        reach: npt.ArrayLike | None = None,
        hands_played: int = 0,
        after_hand: bool = False,
    ) -> FutureValues:
        """Payoffs of many states, and how they were found.

        Parameters
        ----------
        stacks
            (states, players), in order of action of the next hand.
        payouts
            Prizes, first place first.
        reach
            The probability of each state, for cuts; 1 by default. These states are never cut.
        hands_played
            The number of hands already played of the blind schedule.
        after_hand
            Whether the order is that of the hand just played, so that positions move first.
        """
        given = check_stacks(stacks)
        prizes = np.zeros(given.shape[1])
        paid = check_payouts(payouts, given.shape[1])
        prizes[: paid.size] = paid
        weights = np.ones(len(given)) if reach is None else np.asarray(reach, dtype=np.float64)
        blinds = self.blinds
        schedule = (
            blinds if isinstance(blinds, BlindSchedule) else BlindSchedule((BlindLevel(*blinds),))
        )
        base = as_model(self.base)
        values = np.array(base(given, prizes))
        if self.depth == 0:
            return FutureValues(values, ())
        search = LookAhead(
            depth=self.depth,
            base=base,
            schedule=schedule,
            prizes=prizes,
            cut=self.cut,
            ties=self.ties,
            ranking=self.ranking,
            moves=self.moves,
            longest=np.inf if self.force else LONGEST,
            progress=self.progress,
        )
        reports = search.run(given, weights, values, first_hand=hands_played, move=after_hand)
        return FutureValues(values, reports)


def parse_future(name: str) -> tuple[int, str]:
    """Depth and base model of a name such as ``fgs:3`` or ``fgs:3:roberts``.

    Examples
    --------
    >>> parse_future("fgs:3"), parse_future("fgs:3:roberts")
    ((3, 'harville'), (3, 'roberts'))
    """
    depth, _, base = name.partition(":")[2].partition(":")
    if not depth.isdigit():
        raise OptionError(f"{name!r}: give the number of hands to look ahead, such as fgs:3")
    if base:
        equity_model(base)  # rejects an unknown name
    return int(depth), base or "harville"
