"""A league of six static players: all pairs, the same deals, DIVAT included."""

from __future__ import annotations

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.arena import League, LeagueResult, play_league
from railbird.table import table_rules

SIX = ("rules", "bluffer", "random", "always-call", "jagbot", "jagbot-tight")
# 15 pairs with 2,000 deals from both sides, on two cores in two minutes
CASE = Case("a league of six static players", "hands", least_rate=60_000 / 120 / 2)


def test_league(race: Race) -> None:
    league = League(SIX, table_rules(2), (2000, 2000), deals=50, seed=1)

    def run() -> LeagueResult:
        return play_league(league)

    def check(result: LeagueResult) -> None:
        assert result.hands == league.hands
        assert result.by_divat is not None

    race(CASE, US, run, check=check, count=league.hands)
