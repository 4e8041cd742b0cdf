"""Blackjack: what every action is worth, and how well somebody plays, without the luck.

`action_values` is exact for any shoe. `basic_strategy` is computed for the rules. `simulate` plays
many hands, and `analyze_hands` scores the decisions of a log.

Examples
--------
>>> from railbird.blackjack import action_values
>>> found = action_values("4,5", "7", (10,) * 9 + (55,))
>>> found.best, round(found.double, 4), round(found.hit, 4)
('D', 0.2911, 0.2388)
"""

from railbird.blackjack.log import BlackjackLog, LoggedHand, read_log, write_log
from railbird.blackjack.players import STRATEGIES, basic_strategy, strategy_by_name
from railbird.blackjack.rules import BlackjackRules
from railbird.blackjack.scores import BlackjackAnalysis, analyze_hands
from railbird.blackjack.simulate import Simulated, simulate
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
    "BlackjackAnalysis",
    "BlackjackLog",
    "BlackjackRules",
    "LoggedHand",
    "Simulated",
    "TableStrategy",
    "action_values",
    "analyze_hands",
    "basic_strategy",
    "dealer_chances",
    "first_values",
    "game_value",
    "read_log",
    "simulate",
    "strategy_by_name",
    "write_log",
]
