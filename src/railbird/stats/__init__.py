"""Means with their errors, and the one verdict on who is ahead.

There is one convention everywhere, in the terminal, on pages and in JSON:

* an **interval** is the 95 % interval of the mean by Student's t;
* **confidence** is two-sided: an interval that wide just touches 0. So a confidence above 95 % and
  a 95 % interval without 0 are the same thing;
* **games needed** is how many games it takes until an interval around a mean of this size leaves 0
  out, and never less than `FEWEST_FOR_VERDICT`;
* a **verdict** takes both: `FEWEST_FOR_VERDICT` games, and a 95 % interval without 0.

What is not known is ``nan`` in Python, ``null`` in JSON and "–" on a screen.
"""

from railbird.stats.means import (
    FEWEST_FOR_VERDICT,
    LEVEL,
    Z95,
    Mean,
    confidence,
    games_needed,
    interval,
    mean_from,
    mean_from_sums,
    mean_of,
    means_of,
    standard_errors,
)
from railbird.stats.shown import UNKNOWN, about, counted, percent, shown, shown_interval
from railbird.stats.student import t_quantile, t_tails
from railbird.stats.verdicts import Verdict, verdict, verdict_among

__all__ = [
    "FEWEST_FOR_VERDICT",
    "LEVEL",
    "UNKNOWN",
    "Z95",
    "Mean",
    "Verdict",
    "about",
    "confidence",
    "counted",
    "games_needed",
    "interval",
    "mean_from",
    "mean_from_sums",
    "mean_of",
    "means_of",
    "percent",
    "shown",
    "shown_interval",
    "standard_errors",
    "t_quantile",
    "t_tails",
    "verdict",
    "verdict_among",
]
