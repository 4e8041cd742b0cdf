"""Skill and luck of a played hand, a match, a player: DIVAT."""

from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up.describe import describe
from railbird.divat.heads_up.match import MatchAnalysis, analyze
from railbird.divat.heads_up.summary import Line, Summary, summarise
from railbird.divat.ring.crosstable import Crosstable, crosstable
from railbird.divat.ring.scores import RingDecision, RingScore, position_values, ring_scores

__all__ = [
    "STANDARD",
    "Crosstable",
    "Line",
    "MatchAnalysis",
    "RingDecision",
    "RingScore",
    "Settings",
    "Summary",
    "analyze",
    "crosstable",
    "describe",
    "position_values",
    "ring_scores",
    "summarise",
]
