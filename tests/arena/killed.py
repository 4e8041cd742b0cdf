"""A command that is killed in the middle of a match."""

from __future__ import annotations

KILLS_ITSELF = """
import os, signal, sys
from railbird.arena.log import MatchLog
from railbird.cli.main import main
left, add = int(sys.argv.pop(1)), MatchLog.add
def add_and_die(log, hand):
    global left
    add(log, hand)
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
MatchLog.add = add_and_die
main()
"""
"""``railbird`` that is killed after as many hands as its first argument says."""
