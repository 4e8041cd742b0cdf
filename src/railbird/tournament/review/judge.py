"""What a jam-or-fold decision that was made is worth, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan

from railbird.errors import InputError
from railbird.table.hand import Hand
from railbird.tournament.equity.models import Model
from railbird.tournament.hand import solve_hand
from railbird.tournament.jamfold.solution import HandSolution, JamDecision
from railbird.tournament.review.spot import DEPTH, JamSpot, Passed, jam_spot

EPSILON = 1e-5
"""How exact the hands of a session are solved, in parts of the pool."""

ROUGH = 1e-4
DOUBTFUL = 0.0005
"""A choice that costs less than this part of the pool in a rough solution is not solved further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A decision and its values, in the units of the prizes (without prizes: in chips).

    Parameters
    ----------
    spot
        The decision.
    found
        The solution of the hand, in which those who folded before the first jam always fold.
    ev_fold, ev_in
        What the hero could expect from a fold, and from going all in.
    pool
        All prizes and bounties, including prizes that were paid before; or all chips.
    """

    spot: JamSpot
    found: HandSolution
    ev_fold: float
    ev_in: float
    pool: float

    @property
    def decision(self) -> JamDecision:
        """The solved decision."""
        return self.found.decision(self.spot.decision)

    @property
    def frequency(self) -> float:
        """How often the solution goes all in with this hand."""
        return self.decision.of_hand(self.spot.hand_class)[0]

    @property
    def best(self) -> str:
        """The better choice: ``jam``, ``call`` or ``fold``."""
        if self.ev_in <= self.ev_fold:
            return "fold"
        return "call" if self.spot.node.jammed else "jam"

    @property
    def cost(self) -> float | None:
        """What the choice cost; None if the hero neither went all in nor folded."""
        if self.spot.went_in is None:
            return None
        chosen = self.ev_in if self.spot.went_in else self.ev_fold
        return max(self.ev_in, self.ev_fold) - chosen

    @property
    def cost_share(self) -> float | None:
        """The cost in parts of the pool."""
        return None if self.cost is None else self.cost / self.pool


def judge(
    spot: JamSpot, *, payouts: Sequence[float] | None, found: HandSolution
) -> Judged | Passed:
    """The values of a decision in a solved hand.

    Parameters
    ----------
    spot
        The decision; its cards must be known.
    payouts
        All prizes of the tournament.
    found
        The solution: see `solve_spot`.
    """
    fold, in_ = found.decision(spot.decision).of_hand(spot.hand_class)[1:]
    if isnan(in_):
        why = "by the solution nobody gets to this decision, so no range can be put on the others"
        return Passed(spot.hand, why, cannot=True)
    unit = found.rules.pool
    paid = sum(payouts[spot.rules.players :]) if payouts else 0.0
    return Judged(spot=spot, found=found, ev_fold=unit * fold, ev_in=unit * in_, pool=unit + paid)


def solve_spot(
    spot: JamSpot,
    *,
    payouts: Sequence[float] | None = None,
    model: str | Model = "harville",
    epsilon: float | None = EPSILON,
    locks: Mapping[str, str] | None = None,
    **options: object,
) -> HandSolution:
    """Solve the hand as it stood: those who folded before anybody jammed always fold.

    ``payouts`` are all prizes of the tournament; those below the last player left were paid before.
    Other options are those of `solve_hand`.
    """
    rules = spot.rules
    solve: Callable[..., HandSolution] = solve_hand
    return solve(
        rules.stacks,
        blinds=rules.blinds,
        ante=rules.ante,
        big_blind_ante=rules.big_blind_ante,
        payouts=None if payouts is None else tuple(payouts)[: rules.players],
        model=model,
        epsilon=epsilon,
        locks={**spot.locks, **(locks or {})},
        **options,
    )


def review_hands(
    hands: Iterable[Hand],
    *,
    payouts: Sequence[float] | None = None,
    model: str | Model = "harville",
    depth: float = DEPTH,
    epsilon: float = EPSILON,
) -> Iterator[Judged | Passed]:
    """Judge the hero's jam-or-fold decision in each hand, or say why there is none.

    Parameters
    ----------
    hands
        The hands of a session or tournament.
    payouts
        All prizes, first place first; without them the players play for chips.
    model
        The value of stacks after the hand.
    depth
        The most big blinds of a decision that counts.
    epsilon
        Stop each solution when nobody can gain more than this part of the pool.
    """
    for hand in hands:
        spot = jam_spot(hand)
        if isinstance(spot, JamSpot):
            spot = _counted(spot, depth)
        if isinstance(spot, Passed):
            yield spot
            continue
        try:
            yield _judged(spot, payouts, model, epsilon)
        except InputError as error:
            yield Passed(hand.number, str(error), cannot=True)


def _judged(
    spot: JamSpot, payouts: Sequence[float] | None, model: str | Model, epsilon: float
) -> Judged | Passed:
    """Judge a decision: roughly if it cost next to nothing, else as exactly as wanted."""
    found = solve_spot(spot, payouts=payouts, model=model, epsilon=max(ROUGH, epsilon))
    quick = judge(spot, payouts=payouts, found=found)
    if isinstance(quick, Judged) and (quick.cost_share or 0.0) >= DOUBTFUL:
        found = solve_spot(spot, payouts=payouts, model=model, epsilon=epsilon)
    return judge(spot, payouts=payouts, found=replace(found, strategy=()))


def _counted(spot: JamSpot, depth: float) -> JamSpot | Passed:
    """The decision if it counts as jam or fold."""
    if spot.depth > depth:
        return Passed(spot.hand, f"deeper than {depth:g} big blinds")
    if spot.went_in is None:
        limped = spot.did in ("limp", "call")
        why = "limped or called with chips behind" if limped else "raised less than all-in"
        return Passed(spot.hand, f"the hero {why}")
    if not spot.cards:
        return Passed(spot.hand, "the hero's cards are unknown", cannot=True)
    return spot
