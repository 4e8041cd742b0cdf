"""Means with their errors, and the one verdict on who is ahead.

One convention holds everywhere: in the terminal, on pages and in JSON.

* An **interval** is the 95 % interval of the mean by Student's t.
* **Confidence** is two-sided: it is the level of the interval that just touches 0. So a confidence
  above 95 % and a 95 % interval that excludes 0 are the same thing.
* **Games needed** is how many games it takes until the interval around a mean of this size excludes
  0. It is never less than `FEWEST_FOR_VERDICT`.
* A **verdict** needs both: `FEWEST_FOR_VERDICT` games, and a 95 % interval that excludes 0.
* Among several players, `rank_players` corrects the confidence for the number of pairs.

An unknown number is ``nan`` in Python, ``null`` in JSON and "–" on a screen.
"""

from railbird.stats.holm import holm
from railbird.stats.line_ups import LineUps
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
from railbird.stats.names import OTHERS, YOU, does, of
from railbird.stats.pair_ratings import rate_pairs
from railbird.stats.ranking import Lead, PlayerRanking, in_words, rank_players
from railbird.stats.shown import (
    CONVENTION,
    UNKNOWN,
    about,
    at_most,
    counted,
    percent,
    shown,
    shown_interval,
)
from railbird.stats.spread import SampledValue, deviation_of, variance_ratio
from railbird.stats.student import t_quantile, t_tails
from railbird.stats.verdicts import Verdict, no_verdict, verdict, verdict_among, voided

__all__ = [
    "CONVENTION",
    "FEWEST_FOR_VERDICT",
    "LEVEL",
    "OTHERS",
    "UNKNOWN",
    "YOU",
    "Z95",
    "Lead",
    "LineUps",
    "Mean",
    "PlayerRanking",
    "SampledValue",
    "Verdict",
    "about",
    "at_most",
    "confidence",
    "counted",
    "deviation_of",
    "does",
    "games_needed",
    "holm",
    "in_words",
    "interval",
    "mean_from",
    "mean_from_sums",
    "mean_of",
    "means_of",
    "no_verdict",
    "of",
    "percent",
    "rank_players",
    "rate_pairs",
    "shown",
    "shown_interval",
    "standard_errors",
    "t_quantile",
    "t_tails",
    "variance_ratio",
    "verdict",
    "verdict_among",
    "voided",
]
