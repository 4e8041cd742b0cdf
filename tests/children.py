"""What the processes of tests have loaded when they start: all that plays and analyses a match."""

from __future__ import annotations

from railbird.arena import Match, play_match
from railbird.players import RandomPlayer
from railbird.table import table_rules

play_match(Match(table_rules(2), (9, 9), deals=1, seed=1), [RandomPlayer("a"), RandomPlayer("b")])
