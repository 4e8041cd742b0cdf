"""How strong a hand is: rank among all hands, strength and potential against any opponents."""

from railbird.evaluate.strength.metrics import (
    HandMetrics,
    Potential,
    effective_hand_strength,
    hand_metrics,
    hand_potential,
    hand_rank,
    hand_ranks,
    hand_strength,
)

__all__ = [
    "HandMetrics",
    "Potential",
    "effective_hand_strength",
    "hand_metrics",
    "hand_potential",
    "hand_rank",
    "hand_ranks",
    "hand_strength",
]
