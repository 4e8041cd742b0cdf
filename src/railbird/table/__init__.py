"""The game itself: rules, betting, pots, the state and the record of a hand."""

from railbird.table.hand import Hand, finish
from railbird.table.notation import read_betting, write_betting
from railbird.table.rules import FOUR_BETS, NO_CAP, Betting, Rules, table_rules
from railbird.table.seats import position_names, seat_names
from railbird.table.state import CALL, FOLD, ROUND_NAMES, Options, State, is_all_in

__all__ = [
    "CALL",
    "FOLD",
    "FOUR_BETS",
    "NO_CAP",
    "ROUND_NAMES",
    "Betting",
    "Hand",
    "Options",
    "Rules",
    "State",
    "finish",
    "is_all_in",
    "position_names",
    "read_betting",
    "seat_names",
    "table_rules",
    "write_betting",
]
