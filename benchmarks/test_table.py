"""The table: hands a second with players at random, scripted matches, and reading histories.

Everybody's random players choose evenly among fold, call and the lowest and highest raise, so the
hands are of one kind; that payoffs sum to zero is checked, and the tests compare the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.arena import Match, MatchTable, play_match
from railbird.arena.scripted import play_scripted
from railbird.history import read_hands, write_hands
from railbird.players import RandomPlayer
from railbird.table import Hand, table_rules

LIMIT = Case("heads-up limit, random players, full records", "hands", least_rate=35_000)
SIX = Case("six-handed no-limit, random players, full records", "hands", least_rate=15_000)
SCRIPTED = Case("always-call v always-raise, full records", "hands", least_rate=1_000_000)
ACPC = Case("reading an ACPC log", "hands", least_rate=20_000)
RULES = {LIMIT: table_rules(2), SIX: table_rules(6, betting="no-limit")}


def zero_sum(total: int) -> None:
    assert total == 0


@pytest.mark.parametrize("case", RULES, ids=["limit", "six"])
def test_random_players(race: Race, case: Case) -> None:
    rules = RULES[case]
    match = Match(rules, (200,) * rules.players, deals=4_000, seed=1)

    def run() -> int:
        result = play_match(match, [RandomPlayer(name) for name in "abcdef"[: rules.players]])
        return sum(player.chips for player in result.players)

    race(case, US, run, check=zero_sum, count=match.hands)


@pytest.mark.parametrize("case", RULES, ids=["limit", "six"])
def test_random_players_pokerkit(race: Race, peer: Callable[[str], Any], case: Case) -> None:
    pokerkit = peer("pokerkit")
    players, hands = RULES[case].players, 40
    automations = tuple(a for a in pokerkit.Automation if "RUNOUT" not in a.name)

    def play(rng: random.Random) -> int:
        if case is LIMIT:
            state = pokerkit.FixedLimitTexasHoldem.create_state(
                automations, True, 0, (1, 2), 2, 4, (200,) * players, players
            )
        else:
            state = pokerkit.NoLimitTexasHoldem.create_state(
                automations, True, 0, (1, 2), 2, (200,) * players, players
            )
        while state.status:
            low = state.min_completion_betting_or_raising_to_amount
            choices = ["call"]
            if state.checking_or_calling_amount:
                choices.append("fold")
            if low is not None:
                choices += ["low"] if case is LIMIT else ["low", "high"]
            choice = rng.choice(choices)
            if choice == "call":
                state.check_or_call()
            elif choice == "fold":
                state.fold()
            else:
                high = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(low if choice == "low" else high)
        return int(sum(state.payoffs))

    def run() -> int:
        rng = random.Random(1)
        return sum(play(rng) for _ in range(hands))

    race(case, "pokerkit", run, check=zero_sum, count=hands)


def test_scripted(race: Race) -> None:
    match = Match(table_rules(2), (200, 200), deals=500_000, seed=1)
    scripts = ["always-call", "always-raise"]

    def run() -> int:
        return sum(int(batch.payoffs.sum()) for batch in play_scripted(match, scripts))

    race(SCRIPTED, US, run, check=zero_sum, count=match.hands)


def test_reading_acpc(race: Race, tmp_path: Path) -> None:
    match = Match(table_rules(2), (10**6, 10**6), deals=5_000, seed=1)
    hands = [hand for hand, _ in MatchTable(match, [RandomPlayer("a"), RandomPlayer("b")]).play()]
    path = tmp_path / "match.log"
    write_hands(path, hands, format="acpc")

    def check(found: list[Hand]) -> None:
        assert [hand.payoffs for hand in found] == [hand.payoffs for hand in hands]

    race(ACPC, US, lambda: list(read_hands(path)), check=check, count=len(hands))
