"""DIVAT for two to ten players."""

from railbird.divat.ring.costs import CostlyDecision, OwnDecisions
from railbird.divat.ring.crosstable import Crosstable, PlayerMeans, crosstable
from railbird.divat.ring.scores import RingDecision, RingScore, position_values, ring_scores

__all__ = [
    "CostlyDecision",
    "Crosstable",
    "OwnDecisions",
    "PlayerMeans",
    "RingDecision",
    "RingScore",
    "crosstable",
    "position_values",
    "ring_scores",
]
