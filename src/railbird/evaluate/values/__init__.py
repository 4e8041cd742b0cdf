"""Values of hands: the look-up evaluators of hold'em and Omaha."""

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
from railbird.evaluate.values.tables import high_tables, omaha_tables

__all__ = [
    "CATEGORIES",
    "HandValue",
    "LowValue",
    "board_high_values",
    "categories",
    "evaluate_high",
    "evaluate_low",
    "evaluate_omaha",
    "high_tables",
    "high_values",
    "low_values",
    "omaha_tables",
    "omaha_values",
    "seven_card_counts",
]
