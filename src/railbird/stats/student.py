"""Student's two-sided t distribution."""

from __future__ import annotations

from functools import lru_cache
from math import erfc, exp, inf, lgamma, log, log1p, pi, sqrt

from railbird.errors import OptionError

MANY_DEGREES = 10_000
"""Degrees of freedom from which Student's t is computed from the normal distribution."""


@lru_cache(maxsize=1024)
def t_quantile(level: float, degrees: float) -> float:
    """The upper end of the middle ``level`` of Student's t distribution.

    Examples
    --------
    >>> f"{t_quantile(0.95, 1):.4f} {t_quantile(0.95, 29):.4f} {t_quantile(0.95, float('inf')):.4f}"
    '12.7062 2.0452 1.9600'
    """
    if not (0 < level < 1 and degrees > 0):
        raise OptionError(
            f"level {level} and {degrees} degrees: give a level between 0 and 1, and more than 0 "
            f"degrees of freedom"
        )
    t, step = 0.0, inf
    while step > 1e-14 * t:  # Newton's method: the tails are convex, so no step goes too far
        step = (t_tails(t, degrees) - (1 - level)) / (2 * _t_density(t, degrees))
        t += step
    return t


def t_tails(t: float, degrees: float) -> float:
    """The probability that Student's t is further from 0 than ``t``, on either side.

    Examples
    --------
    >>> f"{t_tails(2.0, 10):.6f}"
    '0.073388'
    """
    if t == 0 or abs(t) == inf:
        return float(t == 0)
    if degrees > MANY_DEGREES:  # Hill (1970), algorithm 395; the fraction loses digits here
        less = degrees - 0.5
        z = sqrt(less * log1p(t * t / degrees)) if degrees < inf else abs(t)
        return erfc((z + z * (z * z + 3) / (48 * less * less)) / sqrt(2))
    # the regularised incomplete beta function of degrees / (degrees + t²) at (degrees / 2, 1 / 2)
    square, half = t * t / degrees, degrees / 2
    x, y = 1 / (1 + square), square / (1 + square)
    front = _t_density(t, degrees) * abs(t)
    if x < (half + 1) / (half + 2.5):
        return front * _beta_fraction(half, 0.5, x) / half
    return 1 - 2 * front * _beta_fraction(0.5, half, y)


def _t_density(t: float, degrees: float) -> float:
    if degrees == inf:
        return exp(-t * t / 2) / sqrt(2 * pi)
    half = degrees / 2
    gammas = _log_gamma_step(half) - 0.5 * log(pi * degrees)
    return exp(gammas - (half + 0.5) * log1p(t * t / degrees))


def _log_gamma_step(a: float) -> float:
    """The logarithm of Γ(a + ½) / Γ(a); for large a the difference of logarithms loses digits."""
    if a < 20:
        return lgamma(a + 0.5) - lgamma(a)
    n = 1 / (a * a)
    return 0.5 * log(a) - (1 / 8 - n * (1 / 192 - n * (1 / 640 - n * 17 / 14336))) / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    found, m = d, 0
    while True:
        m += 1
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            change = c * d
            found *= change
        if not abs(change - 1) > 1e-15:
            return found
