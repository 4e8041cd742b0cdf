"""The table: hands per second with random players, scripted matches, and reading histories.

Everyone's random players choose evenly among fold, call, and the lowest and highest raise, so all
play the same kind of hands. The benchmarks check that payoffs sum to zero; the tests compare the
rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.arena import Match, MatchTable, play_match
from railbird.arena.scripted import play_scripted
from railbird.history import read_hands, write_hands
from railbird.players import RandomPlayer
from railbird.table import Hand, State, table_rules

LIMIT = Case("heads-up limit, random players, full records", "hands", least_rate=35_000)
ENGINE = Case("heads-up limit, the rules alone, random actions", "hands", beside=LIMIT)
SIX = Case("six-handed no-limit, random players, full records", "hands", least_rate=15_000)
SCRIPTED = Case("always-call v always-raise, full records", "hands", least_rate=1_000_000)
ACPC = Case("reading an ACPC log", "hands", least_rate=20_000)
RULES = {LIMIT: table_rules(2), SIX: table_rules(6, betting="no-limit")}

ACPC_LIMIT = """GAMEDEF
limit
numPlayers = 2
numRounds = 4
stack = 200 200
blind = 2 1
raiseSize = 2 2 4 4
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def zero_sum(total: float) -> None:
    assert total == 0


@pytest.mark.parametrize("case", RULES, ids=["limit", "six"])
def test_random_players(race: Race, case: Case) -> None:
    rules = RULES[case]
    match = Match(rules, (200,) * rules.players, deals=4_000, seed=1)

    def run() -> float:
        result = play_match(match, [RandomPlayer(name) for name in "abcdef"[: rules.players]])
        return sum(player.chips for player in result.players)

    race(case, US, run, check=zero_sum, count=match.hands)


def test_random_actions(race: Race) -> None:
    """Driven like the peers: with cards, but without player objects or records."""
    start, hands = State(RULES[LIMIT], (200, 200)), 4_000
    game = start.rules.rules_of_game

    def play(rng: random.Random) -> int:
        deal = rng.sample(range(52), 9)
        state = start.copy()
        while not state.is_over:
            state.apply_legal(rng.choice(state.legal_actions()))
        if not state.showdown:
            return sum(state.settle())
        cards = np.array(deal, dtype=np.uint8)
        high, low = game.deal_values(cards[:4].reshape(1, 2, 2), cards[4:].reshape(1, 5))
        return sum(state.settle((high[0], low[0])))

    def run() -> int:
        rng = random.Random(1)
        return sum(play(rng) for _ in range(hands))

    race(ENGINE, US, run, check=zero_sum, count=hands)


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


def test_random_players_open_spiel(race: Race, peer: Callable[[str], Any]) -> None:
    peer("open-spiel")
    pyspiel = import_module("pyspiel")
    if "universal_poker" not in pyspiel.registered_names():
        pytest.skip("open-spiel: built without universal_poker")
    game = pyspiel.universal_poker.load_universal_poker_from_acpc_gamedef(ACPC_LIMIT)
    hands = 2_000

    def play(rng: random.Random) -> float:
        state = game.new_initial_state()
        while not state.is_terminal():  # cards are dealt one by one, as chance actions
            state.apply_action(rng.choice(state.legal_actions()))
        return float(sum(state.returns()))

    def run() -> int:
        rng = random.Random(1)
        return int(sum(play(rng) for _ in range(hands)))

    race(LIMIT, "open-spiel", run, check=zero_sum, count=hands)


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
