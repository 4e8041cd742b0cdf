"""Hand values, equities and hand metrics, exact and sampled."""

from railbird.evaluate.equities.equity import (
    EquityResult,
    HalfShares,
    PlayerEquity,
    PotShares,
    equity,
)
from railbird.evaluate.games import GAMES, HOLDEM, OMAHA8, PokerGame
from railbird.evaluate.preflop.pairs import ClassMatchups, Matchups, class_matchups, matchups
from railbird.evaluate.rank_result import RankResult, rank
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
from railbird.evaluate.values.evaluator import (
    CATEGORIES,
    HandValue,
    LowValue,
    board_high_values,
    categories,
    evaluate_high,
    evaluate_low,
    evaluate_omaha,
    high_values,
    low_values,
    omaha_values,
    seven_card_counts,
)

__all__ = [
    "CATEGORIES",
    "GAMES",
    "HOLDEM",
    "OMAHA8",
    "ClassMatchups",
    "EquityResult",
    "HalfShares",
    "HandMetrics",
    "HandValue",
    "LowValue",
    "Matchups",
    "PlayerEquity",
    "PokerGame",
    "PotShares",
    "Potential",
    "RankResult",
    "board_high_values",
    "categories",
    "class_matchups",
    "effective_hand_strength",
    "equity",
    "evaluate_high",
    "evaluate_low",
    "evaluate_omaha",
    "hand_metrics",
    "hand_potential",
    "hand_rank",
    "hand_ranks",
    "hand_strength",
    "high_values",
    "low_values",
    "matchups",
    "omaha_values",
    "rank",
    "seven_card_counts",
]
