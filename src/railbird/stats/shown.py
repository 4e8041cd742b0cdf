"""How figures are written for people."""

from __future__ import annotations

from decimal import ROUND_CEILING, Context
from math import ceil, isfinite

UNKNOWN = "–"
"""What a screen shows for an unknown number."""

CONVENTION = "Confidence is two-sided: above 95 %, the 95 % interval excludes 0."
"""How to read a confidence, the same wherever one is shown."""


def shown(number: float, form: str = ".4f") -> str:
    """A number as ``format`` writes it, or "–" if it is unknown.

    Examples
    --------
    >>> shown(1.5, "+.2f"), shown(float("nan"))
    ('+1.50', '–')
    """
    return format(number, form) if isfinite(number) else UNKNOWN


def shown_interval(low: float, high: float, form: str = "+.4f") -> str:
    """Both ends of an interval, or "–" if they are unknown."""
    return f"{low:{form}} … {high:{form}}" if isfinite(low + high) else UNKNOWN


def percent(share: float) -> str:
    """A probability in percent; when it is almost certain, only a bound is shown.

    Examples
    --------
    >>> percent(0.977), percent(0.9999), percent(float("nan"))
    ('97.7 %', '> 99.9 %', '–')
    """
    if not isfinite(share):
        return UNKNOWN
    return "> 99.9 %" if share > 0.999 else f"{100 * share:.1f} %"


def about(number: float) -> str:
    """A number of games, rounded up to three digits because it is no more precise than that.

    Examples
    --------
    >>> about(98), about(4_849), about(float("inf"))
    ('98', '4,850', '–')
    """
    if not isfinite(number):
        return UNKNOWN
    if number > 1e9:
        return "over 1,000 million"
    step = 10 ** max(0, len(str(ceil(number))) - 3)
    return f"{ceil(number / step) * step:,}"


def at_most(bound: float) -> str:
    """A bound in few digits, rounded up, so that what is said of it stays true.

    Examples
    --------
    >>> at_most(2.134e-9), at_most(1.81e-7), at_most(3e-6), at_most(0.0)
    ('2.2e-09', '1.9e-07', '3e-06', '0')
    """
    if not bound > 0:
        return f"{bound:g}"
    return f"{float(Context(prec=2, rounding=ROUND_CEILING).create_decimal(repr(bound))):g}"


def counted(count: int, what: str) -> str:
    """A count with its noun.

    Examples
    --------
    >>> counted(1, "game"), counted(5000, "game")
    ('1 game', '5,000 games')
    """
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
