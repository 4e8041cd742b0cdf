"""Blackjack: what every action is worth, and how well somebody plays, without the luck.

`action_values` is exact for any shoe. `basic_strategy` is computed for the rules.

Examples
--------
>>> from railbird.blackjack import action_values
>>> found = action_values("4,5", "7", (10,) * 9 + (55,))
>>> found.best, round(found.double, 4), round(found.hit, 4)
('D', 0.2911, 0.2388)
"""

from railbird.blackjack.players import STRATEGIES, basic_strategy, strategy_by_name
from railbird.blackjack.rules import BlackjackRules
from railbird.blackjack.strategy import TableStrategy
from railbird.blackjack.values import (
    ActionValues,
    action_values,
    dealer_chances,
    first_values,
    game_value,
)

__all__ = [
    "STRATEGIES",
    "ActionValues",
    "BlackjackRules",
    "TableStrategy",
    "action_values",
    "basic_strategy",
    "dealer_chances",
    "first_values",
    "game_value",
    "strategy_by_name",
]
