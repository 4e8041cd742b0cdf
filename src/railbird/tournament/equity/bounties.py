"""Bounties, as a term that is added to the payoff from places.

The assumption is that bounties follow chips. A player collects every bounty in play, their own
included, with a probability equal to their share of all chips. This follows from two simpler
assumptions. A player wins the tournament (and keeps their own bounty) with that probability, as in
all models here. And player j is knocked out by each of the others with a probability in proportion
to their chips.

A fixed bounty is paid in cash to the player who knocks its owner out. Of a progressive bounty one
half is paid, and the other half is added to the bounty on that player's own head. That half is
later collected by the same rule, and a player's expected chips do not change until then. So a state
is worth the same to a player with either kind. The kinds differ in how much a knock-out pays
immediately, and how much it leaves on heads.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from railbird.tournament.equity.checks import Floats, check_bounties, check_stacks


def paid_at_once(*, progressive: bool) -> float:
    """The part of a bounty that a knock-out pays in cash.

    >>> paid_at_once(progressive=True)
    0.5
    """
    return 0.5 if progressive else 1.0


def bounty_payoffs(stacks: npt.ArrayLike, bounties: npt.ArrayLike) -> Floats:
    """Every player's expectation from the bounties on all heads, their own included.

    Parameters
    ----------
    stacks
        Chips: (players,) or (states, players).
    bounties
        Money on each player's head, or one number for all. Players without chips have none left.

    Returns
    -------
    ndarray
        In the shape of the stacks; the sum of a state is the money on the heads in play.

    Notes
    -----
    The module docstring states the assumption. Knock-outs in a hand that is being played are not
    included: add ``paid_at_once(progressive=…) * bounty`` for whoever wins it, and subtract that
    from the heads.

    Examples
    --------
    >>> bounty_payoffs([50, 30, 20], [10, 10, 20])
    array([20., 12.,  8.])
    """
    given = check_stacks(stacks)
    heads = check_bounties(bounties, given.shape[1])
    money = np.where(given > 0, heads, 0.0).sum(axis=1, keepdims=True)
    found: Floats = given / given.sum(axis=1, keepdims=True) * money
    return found[0] if np.ndim(stacks) == 1 else found
