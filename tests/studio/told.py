"""A library of a person's own hands: cash games and a tournament."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from railbird.history.library import Library
from railbird.table import Hand, table_rules
from railbird.table.tournament import Finish, TournamentTable
from tests.history.played import random_hand

NAMES = ("Ann", "Bob", "Cid")
CASH, IN_TOURNAMENT = 70, 10


def told_hands() -> list[Hand]:
    """Hands that Ann tells, with all cards known."""
    rules = (table_rules(3), table_rules(3, betting="no-limit"))
    event = TournamentTable("7", buy_in=900, bounty=0, fee=100, currency="USD")
    found = []
    for seed in range(CASH + IN_TOURNAMENT):
        names = NAMES[seed % 3 :] + NAMES[: seed % 3]
        hand = random_hand(seed, rules=rules[seed % 7 == 0], names=names)
        at = names.index("Ann")
        is_last = seed == CASH + IN_TOURNAMENT - 1
        finishes = (Finish(at, 2, 2500),) if is_last else ()
        found.append(
            replace(
                hand,
                hero=at,
                number=str(1000 + seed),
                when=datetime(2026, 1, 1) + timedelta(hours=seed),
                chip="0.01 USD" if seed < CASH else "",
                tournament=None if seed < CASH else replace(event, finishes=finishes),
            )
        )
    return found


def told_library(path: Path) -> Path:
    """Write the hands into a library."""
    with Library(path) as library:
        library.add(told_hands(), source="told")
    return path
