"""DIVAT: the skill and luck in a hand, in a match, and of a player."""

from railbird.divat.baseline import STANDARD, Settings
from railbird.divat.baseline.find import find_settings
from railbird.divat.baseline.mixture import Mixture
from railbird.divat.hands import RefusedError
from railbird.divat.heads_up import (
    ColumnsFile,
    GameView,
    MatchAnalysis,
    Summary,
    analyze,
    duplicate,
    runtime,
    score,
    smooth,
    summarise,
)
from railbird.divat.heads_up.describe import describe
from railbird.divat.heads_up.encode import encode
from railbird.divat.ring import Crosstable, RingScore, crosstable, position_values, ring_scores

__all__ = [
    "STANDARD",
    "ColumnsFile",
    "Crosstable",
    "GameView",
    "MatchAnalysis",
    "Mixture",
    "RefusedError",
    "RingScore",
    "Settings",
    "Summary",
    "analyze",
    "crosstable",
    "describe",
    "duplicate",
    "encode",
    "find_settings",
    "position_values",
    "ring_scores",
    "runtime",
    "score",
    "smooth",
    "summarise",
]
