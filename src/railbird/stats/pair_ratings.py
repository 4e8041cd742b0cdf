"""Ratings of players from their results against each other: Bradley and Terry's model, in Elo.

A player's mean over all opponents hangs on who the opponents are: who takes most from the weakest
of them is first. This model asks of each pair only how probable it is that one is ahead of the
other after a session of `SESSION` hands. A weak player loses that to everybody, and what is more
than that counts for little, so that their presence moves the others little.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, log, pi, sqrt

import numpy as np

from railbird.stats.means import Floats, mean_of
from railbird.stats.ranking import PlayerRanking, rank_players

SESSION = 500
"""Hands of a session: a rating is about who is ahead after so many."""

ELO = 400 / log(10)
"""Elo points for a factor e of the odds: 400 points are odds of ten to one."""

DOUBT = 0.001
"""No chance counts as less than this, or as more than 1 less this."""

_STEPS = 100
_SMALL = 1e-12


def chance_ahead(mean: Floats, error: Floats, deviation: Floats) -> tuple[Floats, Floats]:
    """The chance to be ahead after the next session, and how it changes with the mean.

    The hands to come vary by ``deviation`` each, and the mean is known up to its ``error``. Both
    count: after few deals nothing is nearly certain.
    """
    spread = np.sqrt(SESSION * deviation**2 + (SESSION * error) ** 2)
    known = spread > 0
    scale = np.divide(SESSION, spread, out=np.zeros_like(spread), where=known)
    z = np.where(known, mean * scale, np.where(mean == 0, 0.0, np.copysign(np.inf, mean)))
    below: Floats = np.array([erfc(-each / sqrt(2)) / 2 for each in z.tolist()])
    density = np.exp(-(z**2) / 2) / sqrt(2 * pi)
    share = 1 - 2 * DOUBT
    return np.asarray(DOUBT + share * below), np.asarray(share * density * scale)


def bradley_terry(pairs: Sequence[tuple[int, int]], chances: Floats) -> tuple[Floats, Floats]:
    """Strengths, in logarithms of odds, and how they change with the chance of each pair.

    The strengths are those of greatest likelihood if each pair had met equally often and the first
    had won this share. They sum to 0; every player must be connected to every other by pairs.

    References
    ----------
    R. A. Bradley, M. E. Terry (1952), "Rank analysis of incomplete block designs: I. The method of
    paired comparisons", Biometrika 39, 324-345.

    Examples
    --------
    >>> strengths, _ = bradley_terry([(0, 1)], np.array([0.75]))
    >>> f"{strengths[0] - strengths[1]:.4f}"  # the logarithm of odds of three to one
    '1.0986'
    """
    first, second = np.array(pairs).T
    count = int(max(first.max(), second.max())) + 1
    signs = np.zeros((len(pairs), count))
    signs[np.arange(len(pairs)), first] = 1.0
    signs[np.arange(len(pairs)), second] = -1.0
    strengths = np.zeros(count)

    def expected() -> Floats:
        return np.asarray((1 + np.tanh(signs @ strengths / 2)) / 2)

    def curvature() -> Floats:
        weights = expected() * (1 - expected())
        return np.asarray(signs.T @ (weights[:, None] * signs) + np.ones((count, count)) / count)

    for _ in range(_STEPS):
        slope = signs.T @ (chances - expected())
        step = np.linalg.solve(curvature(), slope)
        # a full step of Newton's method may overshoot where chances are extreme
        strengths += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < _SMALL:
            break
    moves = np.asarray(np.linalg.solve(curvature(), signs.T), dtype=np.float64)
    return strengths - strengths.mean(), moves


def rate_pairs(
    names: Sequence[str], pairs: Sequence[tuple[int, int]], won: Floats, deviations: Floats
) -> PlayerRanking:
    """Rate players by pairs, with errors, in Elo points above the mean of the field.

    A difference of 100 points is a chance of 64 % to be ahead after a session. Errors and leads are
    found like those of means, over deals: a deal moves the ratings by what it moves the chances of
    the pairs. Deals that all pairs share are compared one by one.

    Parameters
    ----------
    names
        The players.
    pairs
        The numbers of the players of each pair.
    won
        What the first of each pair won per hand, of shape (pairs, deals).
    deviations
        By pair, the standard deviation of what is won in one hand of a session.

    Examples
    --------
    >>> won = np.random.default_rng(1).normal([[0.2], [0.4], [0.2]], 5.0, (3, 4000))
    >>> found = rate_pairs("abc", [(0, 1), (0, 2), (1, 2)], won, np.full(3, 5.0))
    >>> found.players, round(found.means[0].mean), round(found.means[0].error)
    (('a', 'b', 'c'), 194, 50)
    """
    means = [mean_of(each) for each in won]
    mean = np.array([each.mean for each in means])
    error = np.nan_to_num(np.array([each.error for each in means]))
    chances, slopes = chance_ahead(mean, error, deviations)
    strengths, moves = bradley_terry(pairs, chances)
    by_deal = moves @ (slopes[:, None] * (won - mean[:, None]))
    return rank_players(names, (ELO * (strengths[:, None] + by_deal)).T)
