"""Whole tournaments: how many are played in a second, and how fast hands are measured.

Melcher (2015) played about 500,000 tournaments of five players in a second. Strategies here are
ranges by a simple rule, so that nothing has to be solved first. Cards are dealt to all who act, or
the ends of hands are drawn from their probabilities. These also follow the rule, without cards:
summing over the cards of five players in all states takes minutes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.cards.ranges import Range
from railbird.compute.blas import one_blas_thread
from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.hands import Hands, gains
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.seats import SeatingIndex
from railbird.tournament.whole.simulate import (
    ChainSimulator,
    SimulatedPlaces,
    Simulator,
    TournamentSimulator,
)
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.summed import SummedHands, ordered_showdowns
from railbird.tournament.whole.tables import single_showdowns
from railbird.tournament.whole.transitions import all_ends, rows_of_ends

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

STAKES = TournamentStakes()
TOURNAMENTS = 200_000
CASES = {
    (n, kind): Case(f"tournaments of {n} players, 45 units, {how}", most_seconds=limit)
    for n in (3, 5)
    for kind, how, limit in (
        ("deal", "cards dealt", None),
        ("chain", "ends drawn", 5e-7),
    )
}
OPENS = {1: 0.65, 2: 0.35, 3: 0.25, 4: 0.2}
"""Shares of hands that a player opens with 9 units, by how many are behind."""

CALLS = (1.0, 0.55, 0.3)
"""The share of that range with which players jam, call and call as the third."""


def opens(stacks: Ints, first: int) -> Floats:
    """The share of hands with which a player is the first to jam, (states,)."""
    most = np.minimum(stacks[:, first], np.delete(stacks, first, axis=1).max(axis=1))
    found: Floats = np.minimum(0.95, OPENS[stacks.shape[1] - 1 - first] * (9 / most) ** 0.6)
    return found


def by_rule(players: int) -> Strategies:
    """Strategies that jam more hands with fewer units."""
    tops = [Range.parse(f"{max(share, 0.5)}%").class_weights().ravel() for share in range(101)]
    ranges = np.rint(np.array(tops) * STEPS).astype(np.uint16)
    found = {}
    for n in range(2, players + 1):
        stacks, nodes = Layer(STAKES, n).stacks, all_nodes(n)
        found[n] = np.empty((len(stacks), len(nodes), 169), dtype=np.uint16)
        for at, node in enumerate(nodes):
            share = opens(stacks, (*node.jammed, node.player)[0]) * CALLS[len(node.jammed)]
            found[n][:, at] = ranges[np.rint(100 * share).astype(int)]
    return Strategies("by rule", found)


def ends_by_rule(players: int) -> Floats:
    """Probabilities of the ends of a hand by the same rule, if cards mattered to nobody."""
    stacks = Layer(STAKES, players).stacks
    found = np.zeros((len(stacks), 1, len(all_ends(players))))
    for all_in, rows in rows_of_ends(players).items():
        chance = np.ones(len(stacks))
        for player in range(players):
            before = tuple(one for one in all_in if one < player)
            if len(before) < 3 and (before or player < players - 1):
                share = opens(stacks, (*before, player)[0]) * CALLS[len(before)]
                chance *= share if player in all_in else 1 - share
        found[:, 0, rows] = (chance / (rows.stop - rows.start))[:, None]
    return found


def simulator(players: int, kind: str) -> TournamentSimulator:
    game = WholeGame(STAKES, players)
    if kind == "deal":
        return Simulator(game, [by_rule(players)])
    ends = {n: ends_by_rule(n) for n in range(2, players + 1)}
    return ChainSimulator(game, SeatingIndex([(0,) * players]), ends)


@pytest.mark.parametrize(("players", "kind"), CASES)
def test_simulator(race: Race, players: int, kind: str) -> None:
    plays = simulator(players, kind)
    stacks, seating = [45 // players] * players, (0,) * players
    plays.play(stacks, seating, 100)  # compiles the kernels

    def check(found: SimulatedPlaces) -> None:
        assert found.counts[:, 0].sum() == TOURNAMENTS

    race(
        CASES[players, kind],
        US,
        lambda: plays.play(stacks, seating, TOURNAMENTS),
        check=check,
        count=TOURNAMENTS,
    )


MEASURED = 128
HANDS = {
    n: Case(f"hands of {n} players measured exactly, one core", size=MEASURED) for n in (3, 4, 5)
}


@pytest.mark.parametrize("how", ["kernels", "products of matrices"])
@pytest.mark.parametrize("players", HANDS)
def test_hands(race: Race, players: int, how: str) -> None:
    """Similar states, whose ranges are those of the rule: sums by kernels beside products."""
    game, rule = WholeGame(STAKES, players), by_rule(players)
    layer = game.layer(players)
    states = max(layer.groups, key=len)[:MEASURED]
    payoffs, forced = game.values[layer.after[states]], layer.forced[states]
    if how == "kernels":
        hands: Hands = SummedHands(ordered_showdowns(), payoffs, forced)
    else:
        hands = Hands(single_showdowns(), payoffs, forced)
    jams = hands.complete(rule.jams[players][states] / STEPS)

    def measure() -> Floats:
        found: Floats = gains(hands.edges(jams, hands.callers(jams)), jams, players)
        return found

    def check(found: Floats) -> None:
        assert found.shape == (MEASURED, players)

    with one_blas_thread():
        race(HANDS[players], US, measure, check=check, count=MEASURED, how=how)
