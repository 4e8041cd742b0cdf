"""Hands in which every range is the top of a ranking of the 169 classes."""

from railbird.tournament.jamfold.ranked.rankings import (
    RANKINGS,
    Ranking,
    ranking,
    sklansky_chubukov,
)
from railbird.tournament.jamfold.ranked.solve import SolvedRanges, solve_ranges
from railbird.tournament.jamfold.ranked.strategy import ranked_strategy

__all__ = [
    "RANKINGS",
    "Ranking",
    "SolvedRanges",
    "ranked_strategy",
    "ranking",
    "sklansky_chubukov",
    "solve_ranges",
]
