"""Every kind of player at mixed tables of two to ten: never an illegal action or an exception."""

from __future__ import annotations

import os

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.players import make_player
from railbird.players.registry import PLAYERS
from railbird.table import table_rules

HEADS_UP = ("sparbot", "vexbot", "vexbot-miximix", "poki-x", "coach")
RING = tuple(kind for kind in PLAYERS if kind not in HEADS_UP)
SIMPLE = ("always-call", "always-raise", "always-fold", "teddy", "random", "rules", "bluffer")
STACKS = (3, 7, 20, 48, 400, 10_000)


def check_table(number: int, hands: int) -> None:
    """Play a table; its number decides the players, the stacks and the cards."""
    rng = np.random.default_rng([2008, number])
    seats = int(rng.integers(2, 11))
    kinds = [str(rng.choice(RING if rng.random() < 0.6 else SIMPLE)) for _ in range(seats)]
    if seats == 2 and rng.random() < 0.7:
        kinds[0] = str(rng.choice(HEADS_UP))
    stack = int(rng.choice(STACKS))
    # a match has one stack size for all; different stacks make side pots
    stacks = tuple(int(s) for s in np.maximum(2, stack * rng.integers(1, 4, seats) // 2))
    match = Match(table_rules(seats), stacks, deals=hands, seed=number)
    table = MatchTable(match, [make_player(f"{i}={kind}") for i, kind in enumerate(kinds)])
    played = 0
    for hand, _ in table.play():
        played += 1
        assert sum(hand.payoffs) == 0
        assert all(won >= -stack for won, stack in zip(hand.payoffs, stacks, strict=True))
    assert played == hands
    assert not table.forfeits, (kinds, stacks, table.forfeits[0])


@pytest.mark.parametrize(
    "number", [*range(5), *(pytest.param(n, marks=pytest.mark.slow) for n in range(5, 12))]
)
def test_a_few_tables(number: int) -> None:
    check_table(number, 40)


@pytest.mark.slow
def test_a_million_hands() -> None:
    """2,000 tables of 500 hands; RAILBIRD_TABLES selects the first and last table.

    It takes several core-hours; the tables are independent.
    """
    first, last = map(int, os.environ.get("RAILBIRD_TABLES", "0:2000").split(":"))
    for number in range(first, last):
        check_table(number, 500)
