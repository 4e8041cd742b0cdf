"""Bounties, as a term that is added to the payoff of the places.

The assumption, stated plainly: the bounties go where the chips go. Every bounty in play, the own
one as well as another's, is collected by a player with the probability that is the player's part of
all chips. It follows from two simpler ones: a player wins the tournament (and keeps the own bounty)
with that probability, as in all models here; and the one who knocks out player j is each of the
others in proportion to their chips.

A fixed bounty is paid in cash to whoever knocks its owner out. Of a progressive one a half is paid,
and the other half goes onto the head of whoever did it. That half is collected from there by the
same rule, and a player's mean number of chips does not change until then: so a state is worth as
much to a player with either kind. What differs is how much a knock-out pays at once, and how much
it leaves on heads.
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
    """What every player can expect of the bounties on all heads, the own one with them.

    Parameters
    ----------
    stacks
        Chips: (players,) or (states, players).
    bounties
        Money on each player's head, or one number for all. Who has no chips has no bounty left.

    Returns
    -------
    ndarray
        Of the shape of the stacks; a state's sum is the money on the heads in play.

    Notes
    -----
    The module's text has the assumption. Knock-outs of a hand that is being played are not in it:
    add ``paid_at_once(progressive=…) * bounty`` for whoever wins it, and take that off the heads.

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
