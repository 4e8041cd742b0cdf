"""The risk of one player against another: bubble factors and risk premiums."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.tournament.equity.bounties import paid_at_once
from railbird.tournament.equity.checks import Floats, check_bounties, check_payouts, check_state
from railbird.tournament.equity.models import EquityModel, Model, as_model

MOST_PLAYERS = 50


@dataclass(frozen=True, slots=True)
class Pairs:
    """All-in confrontations of each player (row) against each other (column).

    Attributes
    ----------
    win, lose
        The player's expectation after winning or losing the smaller of the two stacks.
    bubble_factors
        (now − lose) / (win − now): money at risk for each unit of money to be won. 1 where chips
        are money; infinite where nothing can be won; NaN on the diagonal and where nothing is at
        stake.
    risk_premiums
        bubble factor / (1 + bubble factor) − 1/2: how much more than half of the time the player
        has to win an even pot.
    """

    now: Floats = field(repr=False)
    win: Floats = field(repr=False)
    lose: Floats = field(repr=False)
    bubble_factors: Floats
    risk_premiums: Floats


def bubble_factors(
    stacks: npt.ArrayLike,
    payouts: npt.ArrayLike,
    model: str | Model = "harville",
    *,
    bounties: npt.ArrayLike = 0.0,
    progressive: bool = False,
) -> Pairs:
    """Bubble factors of all pairs of players.

    Parameters
    ----------
    stacks, payouts, model
        As for `railbird.tournament.payoffs`; one state, with all players in play.
    bounties, progressive
        Money on each head, and whether a knock-out pays only half of it and moves the rest.

    Returns
    -------
    Pairs

    References
    ----------
    L. Nelson, T. Streib and S. Heston, *Kill Everyone* (2009), on bubble factors.

    Examples
    --------
    >>> bubble_factors([5000, 3000, 2000], [50, 30, 20]).bubble_factors.round(2)
    array([[ nan, 1.17, 1.09],
           [1.55,  nan, 1.11],
           [1.35, 1.17,  nan]])
    """
    stack = check_state(stacks)
    players = stack.size
    prizes = check_payouts(payouts, players)
    heads = check_bounties(bounties, players)
    chosen = as_model(model)
    if players > MOST_PLAYERS:
        raise OptionError(f"{players} players make too many pairs: give at most {MOST_PLAYERS}")
    if isinstance(chosen, EquityModel) and chosen.payoffs(stack, prizes).samples:
        raise OptionError(
            f"{players} players are too many for pairs by {chosen.name}, which samples them: "
            "choose harville"
        )
    who = np.arange(players)
    effective = np.minimum(stack[:, None], stack[None, :])
    after = np.broadcast_to(stack, (players, players, players)).copy()
    after[who[:, None], who, who[:, None]] += effective  # the row wins from the column
    after[who[:, None], who, who] -= effective
    values = chosen(after.reshape(-1, players), prizes).reshape(after.shape)
    cash = np.where(effective == stack, paid_at_once(progressive=progressive) * heads, 0.0)
    cash[who, who] = 0.0
    chips = after / stack.sum()
    values = values + chips * (heads.sum() - cash)[:, :, None]
    win = values[who[:, None], who, who[:, None]] + cash
    lose = values.transpose(1, 0, 2)[who[:, None], who, who[:, None]]
    now = values[0, 0]
    risk, gain = now[:, None] - lose, win - now[:, None]
    nothing = 1e-12 * (prizes.sum() + heads.sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        factors = np.where(risk > nothing, risk, 0.0) / np.where(gain > nothing, gain, 0.0)
    factors[who, who] = np.nan
    premiums = 0.5 - 1 / (1 + factors)  # the same as factor / (1 + factor) − 1/2
    return Pairs(now=now, win=win, lose=lose, bubble_factors=factors, risk_premiums=premiums)
