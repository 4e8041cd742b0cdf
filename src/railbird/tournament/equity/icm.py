"""`icm` explains one state in full; `icm_states` takes many, with any numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.stopwatch import Stopwatch
from railbird.tournament.equity.bounties import bounty_payoffs
from railbird.tournament.equity.checks import Floats, check_payouts, check_stacks, check_state
from railbird.tournament.equity.estimate import DepthReport, Estimate
from railbird.tournament.equity.models import (
    ExplainedModel,
    Model,
    ModelOfPlaces,
    as_model,
    model_name,
)
from railbird.version import __version__

MOST_PLACES = 50
"""Finishing probabilities are left out of the result for more players than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IcmPlayer:
    """A player's chips (also as a share of all), chances of each place, and expected money.

    ``bounty`` is the expectation from bounties; ``total`` is the sum of it and the payoff.
    """

    stack: float
    chips: float
    places: tuple[float, ...]
    payoff: float
    bounty: float
    total: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IcmResult:
    """The expectations of the players in a state, and how they were computed.

    ``error`` is how far a payoff may be off, as a share of the pool, where the model itself is not
    computed exactly. ``depths`` describes the hands that were looked ahead.
    """

    players: tuple[IcmPlayer, ...]
    payouts: tuple[float, ...]
    model: str
    exact: bool
    error: float
    how: str
    seconds: float
    depths: tuple[DepthReport, ...] = ()
    version: str = __version__

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The payoffs alone, without bounties."""
        return tuple(player.payoff for player in self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class IcmStates:
    """Payoffs and expected bounties of many states, in their order."""

    payoffs: tuple[tuple[float, ...], ...]
    bounties: tuple[tuple[float, ...], ...]
    model: str
    exact: bool
    error: float
    how: str
    seconds: float
    version: str = __version__


def icm(
    stacks: npt.ArrayLike,
    payouts: npt.ArrayLike,
    model: str | Model = "harville",
    *,
    bounties: npt.ArrayLike = 0.0,
) -> IcmResult:
    """Each player's expectation from the prizes and bounties of a tournament.

    Parameters
    ----------
    stacks
        Chips of each player in play.
    payouts
        The prizes, first place first, at most one for each player.
    model
        A name (``harville``, ``weitzman``, ``roberts``, ``pressure``, ``chips``) or a `Model`, such
        as `railbird.tournament.FutureGame`, for which stacks are in order of action.
    bounties
        Money on each player's head, or one number for all.

    Returns
    -------
    IcmResult

    Notes
    -----
    `railbird.tournament.payoffs` is faster for millions of states.

    Examples
    --------
    >>> found = icm([2, 5, 8, 13, 17], [50, 30, 20])
    >>> found.how
    'exact: all sets of players'
    >>> [round(payoff, 2) for payoff in found.payoffs]
    [5.89, 13.84, 20.48, 27.86, 31.94]
    >>> [round(chance, 3) for chance in found.players[4].places]
    [0.378, 0.3, 0.202, 0.098, 0.022]
    """
    watch = Stopwatch()
    stack = check_state(stacks)[None]
    prizes = check_payouts(payouts, stack.shape[1])
    chosen = as_model(model)
    heads = bounty_payoffs(stack, bounties)[0]
    found = _estimate(chosen, stack, prizes)
    places: Sequence[Sequence[float]] = [()] * stack.shape[1]
    can_place = stack.shape[1] <= MOST_PLACES
    if can_place and isinstance(chosen, ModelOfPlaces) and chosen.has_places:
        places = chosen.finish(stack).values[0].tolist()
    share = stack[0] / stack.sum()
    players = tuple(
        IcmPlayer(
            stack=float(chips),
            chips=float(part),
            places=tuple(row),
            payoff=float(pay),
            bounty=float(head),
            total=float(pay + head),
        )
        for chips, part, row, pay, head in zip(
            stack[0], share, places, found.values[0], heads, strict=True
        )
    )
    return IcmResult(
        players=players,
        payouts=tuple(prizes.tolist()),
        model=model_name(chosen),
        exact=found.error == 0,
        error=found.error,
        how=found.how,
        seconds=watch.seconds,
        depths=found.depths,
    )


def icm_states(
    states: Sequence[Sequence[float]],
    payouts: npt.ArrayLike,
    model: str | Model = "harville",
    *,
    bounty: float = 0.0,
) -> IcmStates:
    """Payoffs of many states, which may have different numbers of players.

    ``bounty`` is the money on every head.

    Examples
    --------
    >>> found = icm_states([[10, 5, 5], [15, 5]], [60, 40])
    >>> [[round(payoff, 2) for payoff in state] for state in found.payoffs]
    [[43.33, 28.33, 28.33], [55.0, 45.0]]
    """
    watch = Stopwatch()
    chosen = as_model(model)
    paid: list[tuple[float, ...]] = [()] * len(states)
    heads: list[tuple[float, ...]] = [()] * len(states)
    error, how = 0.0, ""
    for count in sorted({len(state) for state in states}):
        rows = [row for row, state in enumerate(states) if len(state) == count]
        stacks = check_stacks([states[row] for row in rows], all_in_play=True)
        found = _estimate(chosen, stacks, check_payouts(payouts, count))
        error, how = max(error, found.error), found.how
        bounties = bounty_payoffs(stacks, bounty).tolist()
        for row, values, on_heads in zip(rows, found.values.tolist(), bounties, strict=True):
            paid[row], heads[row] = tuple(values), tuple(on_heads)
    return IcmStates(
        payoffs=tuple(paid),
        bounties=tuple(heads),
        model=model_name(chosen),
        exact=error == 0,
        error=error,
        how=how,
        seconds=watch.seconds,
    )


def _estimate(model: Model, stacks: Floats, payouts: Floats) -> Estimate:
    if isinstance(model, ExplainedModel):
        return model.payoffs(stacks, payouts)
    return Estimate(np.asarray(model(stacks, payouts)), 0.0, f"as computed by {model_name(model)}")
