"""The limit hold'em agents: hands per second at a table, and how long a decision takes.

There is no peer to compare with: the originals are closed source.
"""

from __future__ import annotations

import time

import numpy as np
import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case, Scores, Timing
from railbird.arena import Match, play_match
from railbird.players import Player, make_player
from railbird.reproduce.hubot.lab import ADVANCED, BEGINNERS
from railbird.table import State, table_rules

HUBOTS = tuple(f"{name}=hubot" for name in "abcdefghi")
MIXED = (*HUBOTS[:5], *(f"{name}=poki" for name in "wxyz"))
TABLES = {
    Case("nine HuBots", "hands", least_rate=60): HUBOTS,
    Case("five HuBots and four Pokis", "hands", least_rate=60): MIXED,
    Case("the advanced table of nine", "hands"): ("v113=hubot", "v90=hubot-v90", *ADVANCED),
    # 50,000 hands on two cores in ten minutes
    Case("the beginners' table of nine", "hands", least_rate=50_000 / 600 / 2): (
        "v113=hubot",
        *BEGINNERS,
    ),
    Case("Sparbot v Sparbot", "hands"): ("a=sparbot", "b=sparbot"),
    Case("Vexbot v Sparbot", "hands"): ("a=vexbot", "b=sparbot"),
}
DECISIONS = {
    "hubot": (HUBOTS, 0.003, 0.020),
    "poki": (tuple(f"{name}=poki" for name in "abcdefghi"), None, None),
    "simbot": (tuple(f"{name}=simbot" for name in "abcdefghi"), None, None),
    "sparbot": (("a=sparbot", "b=sparbot"), None, 100e-6),
    "vexbot": (("a=vexbot", "b=sparbot"), None, None),
}
"""By player: its table, and the targets for the median and the 99th percentile of its decisions."""


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case.name)
def test_tables(race: Race, case: Case) -> None:
    kinds = TABLES[case]
    deals = 100 if len(kinds) > 2 else 1000
    match = Match(table_rules(len(kinds)), (400,) * len(kinds), deals=deals, seed=1)

    def run() -> float:
        result = play_match(match, [make_player(kind) for kind in kinds])
        return sum(player.chips for player in result.players)

    def check(total: float) -> None:
        assert total == 0

    race(case, US, run, check=check, count=match.hands)


@pytest.mark.parametrize("kind", DECISIONS)
def test_decisions(scores: Scores, kind: str) -> None:
    kinds, median, most = DECISIONS[kind]
    match = Match(table_rules(len(kinds)), (400,) * len(kinds), deals=100, seed=2)
    players = [make_player(text) for text in kinds]
    play_match(match, players)  # compiles kernels and reads tables
    took = watch(players[0])
    play_match(match, players)
    for share, target in ((50, median), (99, most)):
        case = Case(f"a decision of {kind}, {share} % take less", most_seconds=target)
        scores.add(case, Timing(US, "", float(np.percentile(took, share))))


def watch(player: Player) -> list[float]:
    """A list that gets the seconds of each decision of a player from now on."""
    took: list[float] = []
    act = player.act

    def timed(state: State) -> int:
        started = time.perf_counter()
        action = act(state)
        took.append(time.perf_counter() - started)
        return action

    player.act = timed  # type: ignore[method-assign]
    return took
