"""Whole tournaments: how many are played in a second, with cards dealt to all who act.

Melcher (2015) played about 500,000 tournaments of five players in a second. Strategies here are
ranges by a simple rule, so that nothing has to be solved first.
"""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.cards.ranges import Range
from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.simulate import SimulatedPlaces, Simulator
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import Strategies

STAKES = TournamentStakes()
TOURNAMENTS = 200_000
CASES = {n: Case(f"tournaments of {n} players, 45 units", most_seconds=5e-7) for n in (3, 5)}
OPENS = {1: 0.65, 2: 0.35, 3: 0.25, 4: 0.2}
"""Shares of hands that a player opens with 9 units, by how many are behind."""

CALLS = (1.0, 0.55, 0.3)
"""The share of that range with which players jam, call and call as the third."""


def by_rule(players: int) -> Strategies:
    """Strategies that jam more hands with fewer units."""
    tops = [Range.parse(f"{max(share, 0.5)}%").class_weights().ravel() for share in range(101)]
    ranges = np.rint(np.array(tops) * STEPS).astype(np.uint16)
    found = {}
    for n in range(2, players + 1):
        stacks, nodes = Layer(STAKES, n).stacks, all_nodes(n)
        found[n] = np.empty((len(stacks), len(nodes), 169), dtype=np.uint16)
        for at, node in enumerate(nodes):
            first = node.jammed[0] if node.jammed else node.player
            most = np.minimum(stacks[:, first], np.delete(stacks, first, axis=1).max(axis=1))
            opens = np.minimum(0.95, OPENS[n - 1 - first] * (9 / most) ** 0.6)
            found[n][:, at] = ranges[np.rint(100 * opens * CALLS[len(node.jammed)]).astype(int)]
    return Strategies("by rule", found)


@pytest.mark.parametrize("players", CASES)
def test_simulator(race: Race, players: int) -> None:
    simulator = Simulator(WholeGame(STAKES, players), [by_rule(players)])
    stacks, seating = [45 // players] * players, (0,) * players
    simulator.play(stacks, seating, 100)  # compiles the kernels

    def check(found: SimulatedPlaces) -> None:
        assert found.counts[:, 0].sum() == TOURNAMENTS

    race(
        CASES[players],
        US,
        lambda: simulator.play(stacks, seating, TOURNAMENTS),
        check=check,
        count=TOURNAMENTS,
    )
