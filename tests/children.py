"""What the processes of tests have loaded when they start: all that plays a match."""

from __future__ import annotations

import sys

from railbird.arena import Match, play_match
from railbird.players import RandomPlayer
from railbird.table import table_rules

if "pytest" not in sys.modules:  # which looks for doctests here
    match = Match(table_rules(2), (9, 9), deals=1, seed=1)
    play_match(match, [RandomPlayer("a"), RandomPlayer("b")])
