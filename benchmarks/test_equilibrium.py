"""Solving games: iterations per second on Leduc hold'em with all 936 information sets.

For every contestant, one iteration updates both players in turn. open_spiel also measures our
strategy: the exploitability (NashConv/2) that it finds must be the one that we state.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.equilibrium import ALGORITHMS, Solution, TreeGame, leduc, solve

LEDUC = Case("Leduc hold'em, CFR+", "iterations", least_rate=550, least_ratio=10)
OTHERS = {name: Case(f"Leduc hold'em, {name}", "iterations", beside=LEDUC) for name in ALGORITHMS}
GAME = leduc()
VALUE = -0.085606424078
ITERATIONS = 1_000


def run(algorithm: str) -> Solution:
    """The whole solve, with the exact exploitability at the end."""
    return solve(
        GAME, algorithm=algorithm, epsilon=0, iterations=ITERATIONS, check_every=ITERATIONS
    )


def spiel_policy(pyspiel: Any, game: TreeGame, found: Solution) -> Any:
    """Our strategy as an open_spiel policy; its actions are 0 fold, 1 call, 2 raise."""
    named = game.named(found.strategy)
    policy: dict[str, list[tuple[int, float]]] = {}

    def walk(state: Any) -> None:
        if not state.is_terminal() and not state.is_chance_node():
            player, rounds, board = state.current_player(), ["", ""], None
            cards, actions = state.history()[:2], state.history()[2:]
            street = 0
            for action in actions:
                if street == 0 and len(rounds[0]) > 1 and rounds[0][-1] == "c":
                    street, board = 1, action
                else:
                    rounds[street] += "fcr"[action]
            mixed = named[player, (cards[player], board, *rounds)]
            policy[state.information_state_string()] = [
                ("fcr".index(action), p) for action, p in mixed.items()
            ]
        if not state.is_terminal():
            for action in state.legal_actions():
                walk(state.child(action))

    walk(pyspiel.load_game("leduc_poker").new_initial_state())
    return pyspiel.TabularPolicy(policy)


def test_cfr_plus(race: Race) -> None:
    def check(found: Solution) -> None:
        assert found.exploitability <= 2.57e-4  # open_spiel's, after as many iterations

    race(LEDUC, US, lambda: run("cfr+"), check=check, count=ITERATIONS)


def test_cfr_plus_open_spiel(race: Race, peer: Callable[[str], Any]) -> None:
    peer("open-spiel")
    pyspiel = import_module("pyspiel")
    game, iterations = pyspiel.load_game("leduc_poker"), 20
    solver = pyspiel.CFRPlusSolver(game)

    def more() -> Any:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return solver.average_policy()

    def check(policy: Any) -> None:
        assert pyspiel.exploitability(game, policy) < 0.2
        ours = run("cfr+")
        measured = pyspiel.exploitability(game, spiel_policy(pyspiel, GAME, ours))
        assert measured == pytest.approx(ours.exploitability, abs=1e-9)

    race(LEDUC, "open-spiel", more, check=check, count=iterations, how="C++")


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name != "cfr+"])
def test_others(race: Race, name: str) -> None:
    def check(found: Solution) -> None:
        assert abs(found.values[0] - VALUE) <= found.epsilon

    race(OTHERS[name], US, lambda: run(name), check=check, count=ITERATIONS)
